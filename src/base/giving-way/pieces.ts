import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate, setTimeout } from 'node:timers/promises'

/** Milliseconds for which a piece of work may have the event loop. */
const PIECE_MS = 5
/** After which a turn of the event loop has had something else to do. */
const OTHERS_MS = 0.5

const mayRest = new AsyncLocalStorage<boolean>()

/**
 * Runs work for whose end others wait, such as a transaction that has locks and a connection: its pieces
 * let others have the event loop, and never rest.
 */
export function withoutRests<T>(work: () => T): T {
  return mayRest.run(false, work)
}

/**
 * For work that would have the event loop to itself for long: to be called after each part of it. Once
 * the parts since the last turn took 5 ms others have theirs, and where there were such the work rests
 * for as long as it took: a request takes several turns, and would wait for a piece in each.
 */
export function inPieces(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    const took = performance.now() - since
    if (took < PIECE_MS) return
    const before = performance.now()
    await setImmediate()
    const rests = performance.now() - before > OTHERS_MS && mayRest.getStore() !== false
    if (rests) await setTimeout(Math.min(took, 2 * PIECE_MS))
    since = performance.now()
  }
}
