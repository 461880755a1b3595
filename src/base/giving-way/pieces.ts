import { setImmediate, setTimeout } from 'node:timers/promises'

/** Milliseconds for which a piece of work may have the event loop. */
const PIECE_MS = 5
/** After which a turn of the event loop has had something else to do. */
const OTHERS_MS = 0.5

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
    if (performance.now() - before > OTHERS_MS) await setTimeout(Math.min(took, 2 * PIECE_MS))
    since = performance.now()
  }
}
