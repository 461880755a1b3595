/** The longest pause that the service did not ask for. */
const LONGEST_PAUSE_MS = 8_000

/**
 * How long to wait before a request is sent again, in milliseconds: twice as long each time, at
 * random between half and all of it, so that many clients don't come back at the same moment.
 * @param asked what the service asked for: it is never less than that
 */
export function pauseBefore(attempt: number, first: number, asked: number): number {
  const longest = Math.min(LONGEST_PAUSE_MS, first * 2 ** (attempt - 1))
  return asked + longest * (0.5 + Math.random() / 2)
}

/** A longer timer fires at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Waits; the signal ends it with its reason. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      if (signal?.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(end, Math.min(ms, LONGEST_TIMER_MS))
    signal?.addEventListener('abort', end)
    if (signal?.aborted) end()
  })
}
