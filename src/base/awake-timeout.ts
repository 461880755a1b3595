/** In so many steps the time is counted: one of them is all that a blocked event loop can add. */
const STEPS = 20

/**
 * Calls `expire` once after `ms` milliseconds in which this process could have heard an answer. Time
 * in which its event loop was blocked (a slow start, a busy machine) counts as one step, so that
 * nothing is called late which only was not read yet.
 * @returns ends it
 */
export function awakeTimeout(ms: number, expire: () => void): () => void {
  let left = STEPS
  const timer = setInterval(() => {
    left--
    if (left > 0) return
    clearInterval(timer)
    expire()
  }, ms / STEPS)
  return () => clearInterval(timer)
}
