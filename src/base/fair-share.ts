import { say, type Text } from '../texts/text.ts'
import { Refusal } from './refusals.ts'

export interface ShareSettings {
  /** What there are so many of, for a person: `streams of events`. */
  what: Text
  /** How many there are at once, for all accounts together. */
  places: number
  /** How many more may wait for a place. */
  queue?: number
  /** Percent of the places, and of the queue, that one account may have; at least one of each. */
  percent: number
  /** Seconds after which it is worth to try again. */
  retryAfter: number
}

/**
 * What all accounts share in this process, so that one that takes all it can leaves something to
 * the others. Places are held until they are given back, or waited for in a queue that takes the
 * accounts in turn.
 */
export class FairShare {
  readonly #settings: ShareSettings
  readonly #held = new Map<number, number>()
  /** Those who wait, by account; the account whose turn is next comes first. */
  readonly #waiting = new Map<number, (() => void)[]>()
  #taken = 0
  #queued = 0

  constructor(settings: ShareSettings) {
    this.#settings = settings
  }

  /**
   * Takes a place at once.
   * @returns gives it back; a second call does nothing
   * @throws Refusal `share_used_up` where the account has its share, `unavailable` where all is taken
   */
  take(account_id: number): () => void {
    const { places } = this.#settings
    const held = this.#held.get(account_id) ?? 0
    if (this.#taken >= places) throw this.#full()
    if (held >= this.#most(places)) throw this.#usedUp(held, say`has`)
    return this.#hold(account_id)
  }

  /**
   * Does a piece of work in a place, as soon as the account has its turn.
   * @throws Refusal as `take` does, where the account's share of the queue, or all of it, is taken
   */
  async run<T>(account_id: number, work: () => Promise<T>): Promise<T> {
    const giveBack = await this.turn(account_id)
    try {
      return await work()
    } finally {
      giveBack()
    }
  }

  /**
   * Takes a place as soon as the account has its turn.
   * @returns gives it back; a second call does nothing
   * @throws Refusal as `run` does
   */
  async turn(account_id: number): Promise<() => void> {
    return this.#mayHold(account_id) ? this.#hold(account_id) : this.#wait(account_id)
  }

  #wait(account_id: number): Promise<() => void> {
    const { queue = 0 } = this.#settings
    const own = this.#waiting.get(account_id) ?? []
    if (this.#queued >= queue) throw this.#full()
    if (own.length >= this.#most(queue)) throw this.#usedUp(own.length, say`waits for`)
    this.#queued++
    return new Promise((resolve) => {
      own.push(() => resolve(this.#hold(account_id)))
      this.#waiting.set(account_id, own)
    })
  }

  #hold(account_id: number): () => void {
    this.#taken++
    this.#held.set(account_id, (this.#held.get(account_id) ?? 0) + 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#taken--
      const left = (this.#held.get(account_id) ?? 1) - 1
      if (left > 0) this.#held.set(account_id, left)
      else this.#held.delete(account_id)
      this.#callNext()
    }
  }

  #callNext(): void {
    for (const [account_id, own] of this.#waiting) {
      if (!this.#mayHold(account_id)) continue
      const begin = own.shift()
      this.#queued--
      // Its next one waits behind one of each other account.
      this.#waiting.delete(account_id)
      if (own.length > 0) this.#waiting.set(account_id, own)
      begin?.()
      return
    }
  }

  #mayHold(account_id: number): boolean {
    const { places } = this.#settings
    return this.#taken < places && (this.#held.get(account_id) ?? 0) < this.#most(places)
  }

  #most(of: number): number {
    return Math.max(1, Math.floor((of * this.#settings.percent) / 100))
  }

  #usedUp(count: number, verb: Text): Refusal {
    const { what, percent, retryAfter } = this.#settings
    const detail = say`This account ${verb} ${count} ${what} in this process, as many as one account may: ${percent} % of what all share (ACCOUNT_SHARE_PERCENT).`
    return new Refusal('share_used_up', detail, { retryAfter })
  }

  #full(): Refusal {
    const { what, retryAfter } = this.#settings
    const detail = say`There are as many ${what} in this process as it may have.`
    return new Refusal('unavailable', detail, { retryAfter })
  }
}
