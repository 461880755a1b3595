import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { LookPauses, pause, settledWithin } from '../../src/base/pause.ts'

const DAYS_100 = 100 * 86_400_000

test('what waits for 100 days waits, where a timer would be over at once', async () => {
  const stop = new AbortController()
  const over: string[] = []
  const never = new Promise<void>(() => {})
  const waiting = [
    pause(DAYS_100, stop.signal).then(() => over.push('a pause')),
    settledWithin(never, stop.signal, DAYS_100).then(() => over.push('a wait')),
  ]
  // Timers end in the order of their times, and those of 1 ms would be before it.
  await setTimeout(2)
  assert.deepEqual(over, [])
  stop.abort()
  await Promise.all(waiting)
})

test('a look that took 100 days by a clock that jumped is made again within the hour', () => {
  const pauses = new LookPauses()
  assert.ok(pauses.after(true, DAYS_100) <= 3_600_000)
  assert.deepEqual(
    [false, false, false, false, false, true, false].map((hasFound) => pauses.after(hasFound, 1)),
    [2000, 4000, 8000, 10_000, 10_000, 1000, 2000],
  )
  assert.equal(pauses.after(true, 3000), 30_000)
})
