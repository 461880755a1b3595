import { setTimeout as wait } from 'node:timers/promises'
import { type Message, msg } from '../texts/message.ts'
import { nobodyWaits, othersAreAbout } from './giving-way/turns.ts'
import { Problem } from './problems.ts'

export interface QuotaSettings {
  /** What there are so many of, for a person: `streams of events`. */
  what: Message
  /** How many there are at once, for all accounts together. */
  places: number
  /** How many more may wait for a place. */
  queue?: number
  /** Percent of the places, and of the queue, that one account may have; at least one of each. */
  percent: number
  /** Seconds after which it is worth to try again. */
  retryAfter: number
}

/** The longest rest of an account, in milliseconds. */
const LONGEST_REST_MS = 500

/** How much later an account is refused while others are about, and how many requests may wait for that. */
const DELAY_MS = 500
const MOST_DELAYED = 1_000

/** An account, by its id; where nobody has shown yet whose he is, the network or e-mail that he comes with. */
type Holder = number | string

/**
 * What all accounts share in this process, so that one that takes all it can leaves something to
 * the others. Places are held until they are given back, or waited for in a queue that takes the
 * accounts in turn.
 */
export class TenantQuota {
  readonly #settings: QuotaSettings
  readonly #held = new Map<Holder, number>()
  /** Those who wait, by account; the account whose turn is next comes first. */
  readonly #waiting = new Map<Holder, (() => void)[]>()
  #taken = 0
  #queued = 0
  #delayed = 0

  constructor(settings: QuotaSettings) {
    this.#settings = settings
  }

  /**
   * Takes a place at once.
   * @returns gives it back; a second call does nothing
   * @throws Problem `quota_exceeded` where the account has its share, `unavailable` where all is taken
   */
  take(holder: Holder): () => void {
    const { places } = this.#settings
    const held = this.#held.get(holder) ?? 0
    if (this.#taken >= places) throw this.#full()
    if (held >= this.#most(places)) throw this.#usedUp(holder, held, msg`has`)
    return this.#hold(holder)
  }

  /**
   * Does a piece of work in a place, as soon as the account has its turn.
   * @param left as of `turn`; work that has begun goes on
   * @param rests as of `turn`
   * @throws Problem as `turn` does
   */
  async run<T>(
    holder: Holder,
    work: () => Promise<T>,
    left?: AbortSignal,
    rests = false,
  ): Promise<T> {
    const giveBack = await this.turn(holder, left, rests)
    try {
      return await work()
    } finally {
      giveBack()
    }
  }

  /**
   * Takes a place as soon as the account has its turn.
   * @param left whoever wants it has left: a place in the queue is then free at once
   * @param rests the account takes no other place for as long as it had this one, where this process
   *   works for others; they may take the place meanwhile
   * @returns gives it back; a second call does nothing
   * @throws Problem as `take` does, where the account's share of the queue, or all of it, is taken, after half a
   *   second where this process works for others; `unavailable` for whoever has left, which nobody reads
   */
  async turn(holder: Holder, left?: AbortSignal, rests = false): Promise<() => void> {
    if (left?.aborted) throw nobodyWaits()
    if (this.#mayHold(holder)) return this.#hold(holder, rests)
    const problem = this.#queueProblem(holder)
    if (!problem) return this.#wait(holder, left, rests)
    await this.#delay(holder, left)
    throw problem
  }

  #queueProblem(holder: Holder): Problem | undefined {
    const { queue = 0 } = this.#settings
    if (this.#queued >= queue) return this.#full()
    const own = this.#waiting.get(holder)?.length ?? 0
    return own < this.#most(queue) ? undefined : this.#usedUp(holder, own, msg`waits for`)
  }

  /**
   * An account that asks again as soon as it is refused would have the process do little else than refuse:
   * while that works for others, it is refused later.
   */
  async #delay(holder: Holder, left?: AbortSignal): Promise<void> {
    if (typeof holder !== 'number' || !othersAreAbout(holder)) return
    if (this.#delayed >= MOST_DELAYED) return
    this.#delayed++
    const options = left ? { ref: false, signal: left } : { ref: false }
    await wait(DELAY_MS, undefined, options).catch(() => {})
    this.#delayed--
    if (left?.aborted) throw nobodyWaits()
  }

  #wait(holder: Holder, left: AbortSignal | undefined, rests: boolean): Promise<() => void> {
    const own = this.#waiting.get(holder) ?? []
    this.#queued++
    return new Promise((resolve, reject) => {
      const begin = () => {
        left?.removeEventListener('abort', leave)
        resolve(this.#hold(holder, rests))
      }
      const leave = () => {
        this.#queued--
        own.splice(own.indexOf(begin), 1)
        if (own.length === 0) this.#waiting.delete(holder)
        reject(nobodyWaits())
      }
      own.push(begin)
      this.#waiting.set(holder, own)
      left?.addEventListener('abort', leave, { once: true })
    })
  }

  #hold(holder: Holder, rests = false): () => void {
    this.#taken++
    this.#held.set(holder, (this.#held.get(holder) ?? 0) + 1)
    const start = performance.now()
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#taken--
      if (!rests || typeof holder !== 'number' || !othersAreAbout(holder))
        return this.#release(holder)
      const ms = Math.min(performance.now() - start, LONGEST_REST_MS)
      setTimeout(() => this.#release(holder), ms).unref()
      this.#callNext()
    }
  }

  #release(holder: Holder): void {
    const left = (this.#held.get(holder) ?? 1) - 1
    if (left > 0) this.#held.set(holder, left)
    else this.#held.delete(holder)
    this.#callNext()
  }

  #callNext(): void {
    for (const [holder, own] of this.#waiting) {
      if (!this.#mayHold(holder)) continue
      const begin = own.shift()
      this.#queued--
      // Its next one waits behind one of each other account.
      this.#waiting.delete(holder)
      if (own.length > 0) this.#waiting.set(holder, own)
      begin?.()
      return
    }
  }

  #mayHold(holder: Holder): boolean {
    const { places } = this.#settings
    return this.#taken < places && (this.#held.get(holder) ?? 0) < this.#most(places)
  }

  #most(of: number): number {
    return Math.max(1, Math.floor((of * this.#settings.percent) / 100))
  }

  #usedUp(holder: Holder, count: number, verb: Message): Problem {
    const { what, percent, retryAfter } = this.#settings
    const detail =
      typeof holder === 'number'
        ? msg`This account ${verb} ${count} ${what} in this process, as many as one account may: ${percent} % of what all share (ACCOUNT_QUOTA_PERCENT).`
        : msg`There are ${count} ${what} of the same network or person in this process, as many as it may have.`
    return new Problem('quota_exceeded', detail, { retryAfter })
  }

  #full(): Problem {
    const { what, retryAfter } = this.#settings
    const detail = msg`There are as many ${what} in this process as it may have.`
    return new Problem('unavailable', detail, { retryAfter })
  }
}
