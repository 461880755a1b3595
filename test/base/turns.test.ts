import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { OwnersTurns, onBehalfOf, othersAreAbout } from '../../src/base/giving-way/turns.ts'
import { Problem } from '../../src/base/problems.ts'

// Who has the next place, where one owner (1) takes all that it can.

const LATE = new Error('late')

const turnsOf = (places: number, longestWaitMs = 60_000) =>
  new OwnersTurns(places, longestWaitMs, () => LATE)

type Owner = Parameters<typeof onBehalfOf>[0]

/** Takes places as `owner`, and notes in `begun` when it has each. */
function taking(turns: OwnersTurns) {
  const begun: Owner[] = []
  const take = (owner: Owner, left?: AbortSignal) =>
    onBehalfOf(
      owner,
      async () => {
        const end = await turns.take()
        begun.push(owner)
        return end
      },
      left && (() => left),
    )
  return { begun, take }
}

test('an account knows whether others are about', async () => {
  // Those of the tests that ran here before are so for a while.
  while (onBehalfOf(1, othersAreAbout)) await setTimeout(50)
  const seen = [1, 1, 'service', 2, 1, 1].map((owner) => onBehalfOf(owner as Owner, othersAreAbout))
  assert.deepEqual(seen, [false, false, true, true, true, true])
})

test('nobody waits while there are free places', async () => {
  const turns = turnsOf(3)
  const { begun, take } = taking(turns)
  const ends = await Promise.all([take(1), take(1), take(1)])
  assert.deepEqual([begun, turns.waitingCount], [[1, 1, 1], 0])
  const next = take(1)
  assert.equal(turns.waitingCount, 1)
  ends[0]?.()
  await next
})

test('the next place goes to whoever holds the fewest', async () => {
  const turns = turnsOf(3)
  const { begun, take } = taking(turns)
  const ends = [await take(1), await take(1), await take(1)]
  const waiting = [1, 1, 1, 2, 2, 2, 'service'] as const
  for (const owner of waiting) void take(owner).then((end) => ends.push(end))
  for (let i = 0; i < waiting.length; i++) {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  // Places end in the order in which they began: three of 1, then those of each one here.
  assert.deepEqual(begun.slice(3), [2, 'service', 1, 2, 1, 2, 1])
})

test('of those that hold as many, the one goes first that has had places for less time', async () => {
  const turns = turnsOf(1)
  const { begun, take } = taking(turns)
  const long = await take(1)
  const waiting = [take(1), take(2), take(2)]
  const start = performance.now()
  while (performance.now() - start < 20);
  long()
  const [again, first, second] = waiting
  ;(await first)?.()
  ;(await second)?.()
  ;(await again)?.()
  assert.deepEqual(begun, [1, 2, 2, 1])
})

test('an account rests after a long turn while others are about', async () => {
  const resting = new OwnersTurns(1, 60_000, () => LATE, true)
  const { begun, take } = taking(resting)
  ;(await take(2))()
  const long = await take(1)
  const start = performance.now()
  while (performance.now() - start < 20);
  long()
  // The place is free, and yet it is not given to the one that comes first.
  const again = take(1)
  ;(await take(2))()
  ;(await again)()
  assert.deepEqual(begun, [2, 1, 2, 1])
})

test('a wait ends in time, or with whoever has left, and its place in the queue is free', async () => {
  const turns = turnsOf(1, 1)
  const { take } = taking(turns)
  const end = await take(1)
  await assert.rejects(take(2), LATE)
  const left = AbortSignal.abort()
  const nobodyWaits = (error: unknown) => error instanceof Problem && error.code === 'unavailable'
  await assert.rejects(take(2, left), nobodyWaits)
  const leaving = new AbortController()
  const patient = turnsOf(1)
  const { take: takePatiently } = taking(patient)
  const endPatient = await takePatiently(1)
  const waiting = takePatiently(2, leaving.signal)
  leaving.abort()
  await assert.rejects(waiting, nobodyWaits)
  assert.deepEqual([turns.waitingCount, patient.waitingCount], [0, 0])
  end()
  endPatient()
  ;(await takePatiently(2))()
})

test('places that are fewer for a while are given out again afterwards', async () => {
  const turns = turnsOf(2)
  const { begun, take } = taking(turns)
  const ends = [await take(1), await take(1)]
  const waiting = [take(2), take(2)]
  turns.places = 1
  ends[0]?.()
  await new Promise(setImmediate)
  assert.deepEqual(begun, [1, 1])
  turns.places = 2
  ;(await waiting[0])?.()
  ends[1]?.()
  ;(await waiting[1])?.()
  assert.deepEqual(begun, [1, 1, 2, 2])
})
