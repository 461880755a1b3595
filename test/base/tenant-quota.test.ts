import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onBehalfOf } from '../../src/base/giving-way/turns.ts'
import { Problem } from '../../src/base/problems.ts'
import { TenantQuota } from '../../src/base/tenant-quota.ts'
import { verbatim } from '../../src/texts/message.ts'

// What all accounts share, under one that takes all it can (1) and others that want a little.

const quota = (places: number, queue = 0, percent = 50) =>
  new TenantQuota({ what: verbatim('things'), places, queue, percent, retryAfter: 5 })

const refusedAs = (code: string, detail: RegExp) => (error: unknown) => {
  assert.ok(error instanceof Problem)
  assert.deepEqual([error.code, error.retryAfter], [code, 5])
  assert.match(error.message, detail)
  return true
}

test('an account takes no more than its share, and others find theirs', () => {
  const things = quota(5)
  const giveBack = [things.take(1), things.take(1)]
  const usedUp = refusedAs('quota_exceeded', /This account has 2 things .* 50 %/)
  for (let i = 0; i < 10; i++) assert.throws(() => things.take(1), usedUp)
  const other = [things.take(2), things.take(2)]
  things.take(3)
  assert.throws(() => things.take(4), refusedAs('unavailable', /as many things/))
  giveBack[0]?.()
  giveBack[0]?.()
  things.take(4)
  assert.throws(() => things.take(1), refusedAs('unavailable', /as many things/))
  for (const one of other) one()
  things.take(1)
  assert.throws(() => things.take(1), usedUp)
})

test('of few there is one for each account', () => {
  const things = quota(1)
  const giveBack = things.take(1)
  assert.throws(() => things.take(2), refusedAs('unavailable', /as many/))
  giveBack()
  things.take(2)
})

test('work waits in a queue that takes the accounts in turn', async () => {
  const things = quota(1, 12)
  const done: number[] = []
  let begin = () => {}
  const first = things.run(1, () => new Promise<void>((resolve) => (begin = resolve)))
  const work = (account: number) => things.run(account, async () => void done.push(account))
  const greedy = Array.from({ length: 6 }, () => work(1))
  await assert.rejects(work(1), refusedAs('quota_exceeded', /waits for 6 things/))
  const others = [work(2), work(3), work(2)]
  begin()
  await Promise.all([first, ...greedy, ...others])
  assert.deepEqual(done, [1, 2, 3, 1, 2, 1, 1, 1, 1])
})

test('an account that waits does not keep a place from another', async () => {
  const things = quota(2, 4)
  const running = things.take(1)
  // Its share is one place of two, so this waits while one is free.
  const waiting = things.run(1, async () => 'later')
  assert.equal(await things.run(2, async () => 'at once'), 'at once')
  running()
  assert.equal(await waiting, 'later')
})

test('work that fails gives its place back', async () => {
  const things = quota(1, 2)
  const fails = things.run(1, () => Promise.reject(new Error('broken')))
  const next = things.run(2, async () => 'works')
  await assert.rejects(fails, /broken/)
  assert.equal(await next, 'works')
})

test('where nobody is known yet it is divided between networks', async () => {
  const things = quota(1, 4)
  const giveBack = things.take('203.0.113.7')
  const waiting = [
    things.run('203.0.113.7', async () => 1),
    things.run('203.0.113.7', async () => 2),
  ]
  const more = things.run('203.0.113.7', async () => 3)
  await assert.rejects(more, refusedAs('quota_exceeded', /2 things of the same network or person/))
  const other = things.run('203.0.113.8', async () => 4)
  giveBack()
  assert.deepEqual(await Promise.all([...waiting, other]), [1, 2, 4])
})

test('who has left while waiting is passed over, and keeps no place in the queue', async () => {
  const things = quota(1, 4)
  const giveBack = things.take(1)
  const [left, stays] = [new AbortController(), new AbortController()]
  const done: string[] = []
  const work = (name: string, { signal }: AbortController) =>
    things.run(1, async () => void done.push(name), signal)
  const gone = work('gone', left)
  const first = work('first', stays)
  await assert.rejects(work('refused', stays), refusedAs('quota_exceeded', /waits for 2 things/))
  left.abort()
  const nobodyWaits = (error: unknown) => error instanceof Problem && error.code === 'unavailable'
  await assert.rejects(gone, nobodyWaits)
  const second = work('second', stays)
  await assert.rejects(work('late', left), nobodyWaits)
  giveBack()
  await Promise.all([first, second])
  assert.deepEqual(done, ['first', 'second'])
})

test('a refusal takes its time while others are about, and none where its client leaves', async () => {
  const things = quota(1, 0)
  things.take(1)
  const alone = new AbortController()
  const atOnce = things.turn(1, alone.signal)
  alone.abort()
  await assert.rejects(atOnce, refusedAs('unavailable', /as many/))
  await onBehalfOf(2, async () => {})
  const client = new AbortController()
  const later = things.turn(1, client.signal)
  client.abort()
  await assert.rejects(later, (error) => error instanceof Problem && error.retryAfter !== 5)
  await assert.rejects(things.turn(1), refusedAs('unavailable', /as many/))
})

test('an account rests after long work while others are about, who may have its place', async () => {
  const things = quota(1, 4)
  for (const account of [2, 1]) onBehalfOf(account, () => {})
  const giveBack = await things.turn(1, undefined, true)
  giveBack()
  assert.throws(() => things.take(1), refusedAs('quota_exceeded', /has 1 things/))
  const done: string[] = []
  const again = things.run(1, async () => void done.push('the same'))
  await things.run(2, async () => void done.push('another'))
  await again
  assert.deepEqual(done, ['another', 'the same'])
})
