import { setTimeout as sleep } from 'node:timers/promises'

// Times that are computed are waited for here alone: a clock that jumps makes days of them, of which a
// timer would make 1 ms over and over, beyond its 2^31 - 1.

/** Whoever waits looks again then, whatever a clock says. */
const LONGEST_MS = 3_600_000

/** Waits, but for an hour at most, and no longer than until `stop`. */
export async function pause(ms: number, stop?: AbortSignal): Promise<void> {
  const options = stop && { signal: stop }
  await sleep(Math.min(ms, LONGEST_MS), undefined, options).catch(() => undefined)
}

/** Waits for `promise`, but no longer than until `stop`, or for `ms` where that is given: an hour at most. */
export async function settledWithin(
  promise: Promise<void>,
  stop: AbortSignal,
  ms?: number,
): Promise<void> {
  if (stop.aborted) return
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const end = () => resolve()
  const timer = ms === undefined ? undefined : setTimeout(end, Math.min(ms, LONGEST_MS))
  stop.addEventListener('abort', end)
  try {
    await Promise.race([promise, over])
  } finally {
    clearTimeout(timer)
    stop.removeEventListener('abort', end)
  }
}

const SHORTEST_LOOK_MS = 1_000
/** A look asks every node of a cluster, so it is rare while it finds nothing. */
const LONGEST_LOOK_MS = 10_000
/** Looking takes a tenth of the time at most. */
const LOOK_SHARE = 10

/** The pauses between looks: they grow while nothing is found, by doubling, from a second on. */
export class LookPauses {
  #ms = SHORTEST_LOOK_MS

  /**
   * The next pause, in milliseconds.
   * @param tookMs how long the look took
   */
  after(hasFound: boolean, tookMs: number): number {
    const ms = hasFound ? SHORTEST_LOOK_MS : this.#ms
    this.#ms = Math.min(2 * ms, LONGEST_LOOK_MS)
    return Math.min(Math.max(ms, LOOK_SHARE * tookMs), LONGEST_MS)
  }
}
