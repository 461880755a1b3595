const MINUTE_MS = 60_000
/** What further kinds there are pass together. */
const MOST_KINDS = 100
const OTHERS = ''

/** Lets one message of each kind pass in a minute, and reports at its end how many it held back. */
export class OncePerMinute {
  readonly #heldBack = new Map<string, number>()

  /** @param logHeldBack gets at the end of the minute how many were held back, where some were */
  mayPass(kind: string, logHeldBack: (count: number) => void): boolean {
    const known = this.#heldBack.size < MOST_KINDS || this.#heldBack.has(kind) ? kind : OTHERS
    const count = this.#heldBack.get(known)
    if (count !== undefined) {
      this.#heldBack.set(known, count + 1)
      return false
    }
    this.#heldBack.set(known, 0)
    setTimeout(() => {
      const held = this.#heldBack.get(known) ?? 0
      this.#heldBack.delete(known)
      if (held > 0) logHeldBack(held)
    }, MINUTE_MS).unref()
    return true
  }
}
