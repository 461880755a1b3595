import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCircuitOpen, receiverPause, retryPause } from '../../src/webhooks/delivery/backoff.ts'

const HOUR = 60 * 60
const middle = () => 0.5

test('an event that fails waits for 5 s, then twice as long each time, at most for 4 h', () => {
  const waits = Array.from({ length: 14 }, (_, i) => retryPause(i + 1, middle))
  assert.deepEqual(waits.slice(0, 4), [5, 10, 20, 40])
  for (const [i, wait] of waits.slice(1).entries()) {
    assert.equal(wait, Math.min(2 * (waits[i] ?? 0), 4 * HOUR))
  }
  assert.equal(waits.at(-1), 4 * HOUR)
})

test('a wait is up to a fifth shorter or longer', () => {
  const seconds = [0, 1].map((drawn) => Math.round(retryPause(3, () => drawn)))
  assert.deepEqual(seconds, [16, 24])
})

test('a receiver is left alone from its fifth failure in a row on', () => {
  assert.deepEqual([1, 2, 3, 4].map(receiverPause), [0, 0, 0, 0])
  assert.ok(!isCircuitOpen(4) && isCircuitOpen(5))
  for (const [failures, seconds] of [
    [5, 5],
    [6, 10],
  ] as const) {
    const pause = receiverPause(failures)
    assert.ok(pause >= 0.8 * seconds && pause <= 1.2 * seconds, `${pause}`)
  }
})
