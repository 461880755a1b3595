import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Inbox } from '../../src/base/inbox.ts'

const never = new AbortController().signal

test('an account over which the work fails is kept, and holds up no other', async () => {
  const inbox = new Inbox()
  for (const account_id of [1, 2, 3, 2]) inbox.add(account_id)
  const seen: number[] = []
  const work = async (account_id: number) => {
    seen.push(account_id)
    if (account_id < 3) throw new Error(`of ${account_id}`)
  }
  await assert.rejects(inbox.forEach(never, work), /of 1/)
  assert.deepEqual(seen, [1, 2, 3])
  assert.deepEqual(inbox.take(), [1, 2])
  assert.deepEqual(inbox.take(), [])
})

test('what is added while others are worked on is for the next time', async () => {
  const inbox = new Inbox()
  inbox.add(1)
  await inbox.forEach(never, async () => inbox.add(1))
  await inbox.untilFilled(never)
  assert.deepEqual(inbox.take(), [1])
  const stop = new AbortController()
  const waiting = inbox.untilFilled(stop.signal)
  stop.abort()
  await waiting
})
