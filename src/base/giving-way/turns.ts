import { AsyncLocalStorage } from 'node:async_hooks'

/** Whose work it is: an account's, by its id, the service's own, or as yet nobody's. */
type Owner = number | 'service' | 'nobody'

const current = new AsyncLocalStorage<Owner>()

/** Runs work that has its turns as this owner's. */
export function onBehalfOf<T>(owner: Owner, work: () => T): T {
  return current.run(owner, work)
}

/**
 * Gives one thing to the owners of work in turn: of those that wait, to the one that has had it for the
 * least time. Who did without it for a while is then level with the others, and not ahead of them.
 */
export class OwnersTurns {
  readonly #longestWaitMs: number
  readonly #late: () => Error
  readonly #waiting = new Map<Owner, (() => void)[]>()
  /** Milliseconds that each owner had of it, as far as that is more than others. */
  readonly #had = new Map<Owner, number>()
  /** What the owner of the last turn had before: nobody counts as having had less. */
  #level = 0
  #isTaken = false

  /** @param late what is thrown where somebody has waited for so long */
  constructor(longestWaitMs: number, late: () => Error) {
    this.#longestWaitMs = longestWaitMs
    this.#late = late
  }

  get waitingCount(): number {
    return [...this.#waiting.values()].reduce((sum, own) => sum + own.length, 0)
  }

  /**
   * Waits for the turn of whoever's work runs.
   * @returns ends the turn; to be called once
   * @throws Error that says that it came too late
   */
  async take(): Promise<() => void> {
    const owner = current.getStore() ?? 'nobody'
    if (this.#isTaken) await this.#called(owner)
    this.#isTaken = true
    const [had, start] = [this.#hadBy(owner), performance.now()]
    this.#level = had
    return () => {
      this.#had.set(owner, had + performance.now() - start)
      this.#callNext()
    }
  }

  #hadBy(owner: Owner): number {
    return Math.max(this.#had.get(owner) ?? 0, this.#level)
  }

  #called(owner: Owner): Promise<void> {
    const own = this.#waiting.get(owner) ?? []
    this.#waiting.set(owner, own)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const begin = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      own.splice(own.indexOf(begin), 1)
      if (own.length === 0) this.#waiting.delete(owner)
      reject(this.#late())
    }, this.#longestWaitMs)
    own.push(begin)
    return promise
  }

  #callNext(): void {
    let next: Owner | undefined
    for (const owner of this.#waiting.keys()) {
      if (next === undefined || this.#hadBy(owner) < this.#hadBy(next)) next = owner
    }
    if (next === undefined) {
      this.#isTaken = false
      this.#had.clear()
      return
    }
    const own = this.#waiting.get(next) ?? []
    const begin = own.shift()
    if (own.length === 0) this.#waiting.delete(next)
    begin?.()
  }
}
