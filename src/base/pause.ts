import { setTimeout as sleep } from 'node:timers/promises'

/** Waits, but no longer than until `stop`. */
export async function pause(ms: number, stop: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: stop }).catch(() => undefined)
}

/** Waits for `promise`, but no longer than until `stop`, or for `ms` where that is given. */
export async function settledWithin(
  promise: Promise<void>,
  stop: AbortSignal,
  ms?: number,
): Promise<void> {
  if (stop.aborted) return
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const end = () => resolve()
  const timer = ms === undefined ? undefined : setTimeout(end, ms)
  stop.addEventListener('abort', end)
  try {
    await Promise.race([promise, over])
  } finally {
    clearTimeout(timer)
    stop.removeEventListener('abort', end)
  }
}

const SHORTEST_MS = 1_000

/** A pause that grows while there is nothing to do, by doubling, from a second on. */
export class GrowingPause {
  readonly #longestMs: number
  #ms = SHORTEST_MS

  constructor(longestMs: number) {
    this.#longestMs = longestMs
  }

  /** The next pause, in milliseconds. */
  after(hasFound: boolean): number {
    const ms = hasFound ? SHORTEST_MS : this.#ms
    this.#ms = Math.min(2 * ms, this.#longestMs)
    return ms
  }
}
