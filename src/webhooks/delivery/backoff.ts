// How long what failed is left alone, in seconds: an event, and by the same steps a receiver. Pure. The
// steps stand in docs/webhooks.md and docs/integrating.md, too.

const FIRST = 5
const LONGEST = 4 * 60 * 60
/** A failing event is sent again, and a failing webhook kept, for so long. */
export const GIVE_UP_AFTER = 3 * 24 * 60 * 60
/** So many failures one after the other mean the receiver, no longer single events. */
const MEANS_RECEIVER = 5

/**
 * The wait after the n-th failure of an event: 5 s, 10 s, 20 s … at most 4 h, each up to a fifth shorter or
 * longer, so that what failed together does not come back together.
 */
export function retryPause(failures: number, random: () => number = Math.random): number {
  const step = Math.min(FIRST * 2 ** (Math.max(failures, 1) - 1), LONGEST)
  return step * (0.8 + 0.4 * random())
}

/**
 * Failures in a row after one more. Of those that were under way together as the receiver went down
 * each would be a step of its own, and a moment's absence a pause of minutes.
 * @param before those before the first of them
 */
export function nextFailureCount(failures: number, before: number): number {
  return Math.min(failures + 1, Math.max(before + 1, MEANS_RECEIVER))
}

/** The receiver is down: it gets one event at a time, until it takes one. */
export function isCircuitOpen(failures: number): boolean {
  return failures >= MEANS_RECEIVER
}

/**
 * How long a receiver is left alone after its n-th failure in a row: not at all at first, then by the steps
 * of an event that begins to fail.
 */
export function receiverPause(failures: number): number {
  return isCircuitOpen(failures) ? retryPause(failures - MEANS_RECEIVER + 1) : 0
}
