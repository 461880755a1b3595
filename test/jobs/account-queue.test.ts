import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AccountQueue } from '../../src/jobs/account-queue.ts'
import { forEachAlone } from '../../src/jobs/for-each.ts'

const never = new AbortController().signal

test('an account over which the work fails is kept, and holds up no other', async () => {
  const queue = new AccountQueue()
  for (const account_id of [1, 2, 3, 2]) queue.add(account_id)
  const seen: number[] = []
  const work = async (account_id: number) => {
    seen.push(account_id)
    if (account_id < 3) throw new Error(`of ${account_id}`)
  }
  await assert.rejects(queue.forEach(never, work), /of 1/)
  assert.deepEqual(seen, [1, 2, 3])
  assert.deepEqual(queue.take(), [1, 2])
  assert.deepEqual(queue.take(), [])
})

test('what is added while others are worked on is for the next time', async () => {
  const queue = new AccountQueue()
  queue.add(1)
  await queue.forEach(never, async () => queue.add(1))
  await queue.untilFilled(never)
  assert.deepEqual(queue.take(), [1])
  const stop = new AbortController()
  const waiting = queue.untilFilled(stop.signal)
  stop.abort()
  await waiting
})

test('what is stopped at once has done a step, and nothing behind it', async () => {
  const queue = new AccountQueue()
  const steps: string[] = []
  const due = ['a', 'b'].map((name) => ({ account_id: 1, name }))
  const job = (stop: AbortSignal) =>
    queue.forEach(stop, async () => {
      await Promise.resolve()
      await forEachAlone(due, stop, async ({ name }) => void steps.push(name))
    })
  for (const account_id of [1, 2]) queue.add(account_id)
  const stopping = new AbortController()
  const running = job(stopping.signal)
  stopping.abort()
  await running
  assert.deepEqual(steps, ['a'])
})
