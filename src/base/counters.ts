/** How often something happened within a window of time that began with its first time. */
export interface Hit {
  count: number
  /** Milliseconds until the window ends. */
  resetMs: number
}

interface Window {
  count: number
  until: number
}

/** As many as callers are counted at once; the longest known gives way. */
const MOST = 100_000

/** Counts for all workers: the parent holds one. */
export class Counters {
  readonly #windows = new Map<string, Window>()

  /** Counts one more, in a new window where the last one is over. */
  hit(key: string, windowMs: number): Hit {
    const now = Date.now()
    let window = this.#windows.get(key)
    if (!window || window.until <= now) {
      window = { count: 0, until: now + windowMs }
      this.#windows.delete(key)
      this.#makeRoom()
      this.#windows.set(key, window)
    }
    window.count++
    return { count: window.count, resetMs: window.until - now }
  }

  #makeRoom(): void {
    if (this.#windows.size < MOST) return
    const [oldest] = this.#windows.keys()
    if (oldest !== undefined) this.#windows.delete(oldest)
  }
}
