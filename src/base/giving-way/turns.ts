import { AsyncLocalStorage } from 'node:async_hooks'
import { msg } from '../../texts/message.ts'
import { Problem } from '../problems.ts'

/** Whose work it is: an account's, by its id, the service's own, or as yet nobody's. */
type Owner = number | 'service' | 'nobody'

interface Work {
  owner: Owner
  left?: (() => AbortSignal) | undefined
}

const current = new AsyncLocalStorage<Work>()

/**
 * Runs work that has its turns as this owner's. What several requests wait for together is left by none
 * of them, so it is run without `left`.
 * @param left asked where the work has to wait: ends once nobody wants its result any more
 */
export function onBehalfOf<T>(owner: Owner, work: () => T, left?: () => AbortSignal): T {
  if (typeof owner === 'number') noteWorkOf(owner)
  return current.run({ owner, left }, work)
}

/** For so many milliseconds after its last work an account is expected to come again. */
const ABOUT_MS = 2000

/** The two accounts that work was last run for. */
let last: { account_id: number; at: number } | undefined
let lastOther: typeof last

function noteWorkOf(account_id: number): void {
  if (last?.account_id !== account_id) lastOther = last
  last = { account_id, at: performance.now() }
}

/**
 * Whether this process works for other accounts than the one whose work runs. Then long work is cut
 * into shorter pieces, which cost a little more.
 */
export function othersAreAbout(owner = current.getStore()?.owner): boolean {
  const other = last?.account_id === owner ? lastOther : last
  return other !== undefined && performance.now() - other.at < ABOUT_MS
}

/** Milliseconds of a turn after which its account rests, and the longest rest. */
const LONG_MS = 15
const LONGEST_REST_MS = 200

/**
 * Divides places between the owners of work. While there are free ones, nobody waits. Then the next one
 * goes to the owner, of those that wait, that holds the fewest; of several, to the one that has had
 * places for the least time. Who did without for a while is then level with the others, and not ahead
 * of them.
 *
 * Where turns are long and there is one place, whoever comes would wait for the rest of one most of the
 * time: so accounts whose turn was long may have to rest for as long as it took, if others are about.
 */
export class OwnersTurns {
  readonly #longestWaitMs: number
  readonly #late: () => Error
  readonly #waiting = new Map<Owner, (() => void)[]>()
  readonly #held = new Map<Owner, number>()
  /** Milliseconds for which each owner had places, as far as that is more than others. */
  readonly #had = new Map<Owner, number>()
  /** What the owner of the last turn had before: nobody counts as having had less. */
  #level = 0
  /** Accounts that get no place yet, whether they wait for one or not. */
  readonly #resting = new Set<Owner>()
  readonly #accountsRest: boolean
  #places: number
  #taken = 0

  /**
   * @param places how many there are
   * @param late what is thrown where somebody has waited for so long
   * @param accountsRest whether they do after long turns
   */
  constructor(places: number, longestWaitMs: number, late: () => Error, accountsRest = false) {
    this.#accountsRest = accountsRest
    this.#places = places
    this.#longestWaitMs = longestWaitMs
    this.#late = late
  }

  /** Where there are fewer than are taken, nobody is called until they are given back. */
  set places(places: number) {
    this.#places = places
    this.#callNext()
  }

  get waitingCount(): number {
    return [...this.#waiting.values()].reduce((sum, own) => sum + own.length, 0)
  }

  /**
   * Takes a place for whoever's work runs, as soon as it has its turn.
   * @returns gives it back; to be called once
   * @throws Error that says that it came too late; Problem `unavailable` where nobody wants it any more
   */
  async take(): Promise<() => void> {
    const { owner, left } = current.getStore() ?? { owner: 'nobody' }
    if (this.#taken < this.#places && !this.#resting.has(owner)) this.#begin(owner)
    else await this.#called(owner, left?.())
    const start = performance.now()
    return () => this.#end(owner, performance.now() - start)
  }

  #hadBy(owner: Owner): number {
    return Math.max(this.#had.get(owner) ?? 0, this.#level)
  }

  #heldBy(owner: Owner): number {
    return this.#held.get(owner) ?? 0
  }

  #begin(owner: Owner): void {
    this.#taken++
    this.#held.set(owner, this.#heldBy(owner) + 1)
    this.#level = this.#hadBy(owner)
    this.#had.set(owner, this.#level)
  }

  #end(owner: Owner, ms: number): void {
    this.#taken--
    const held = this.#heldBy(owner) - 1
    if (held > 0) this.#held.set(owner, held)
    else this.#held.delete(owner)
    this.#had.set(owner, (this.#had.get(owner) ?? this.#level) + ms)
    if (this.#accountsRest && ms > LONG_MS) this.#rest(owner, ms)
    this.#callNext()
  }

  #rest(owner: Owner, ms: number): void {
    if (typeof owner !== 'number' || !othersAreAbout(owner)) return
    this.#resting.add(owner)
    setTimeout(
      () => {
        this.#resting.delete(owner)
        this.#callNext()
      },
      Math.min(ms, LONGEST_REST_MS),
    )
  }

  #called(owner: Owner, left?: AbortSignal): Promise<void> {
    if (left?.aborted) throw nobodyWaits()
    const own = this.#waiting.get(owner) ?? []
    this.#waiting.set(owner, own)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const stopWaiting = () => {
      clearTimeout(timer)
      left?.removeEventListener('abort', leave)
      own.splice(own.indexOf(begin), 1)
      if (own.length === 0) this.#waiting.delete(owner)
    }
    const begin = () => {
      stopWaiting()
      this.#begin(owner)
      resolve()
    }
    const giveUp = (reason: Error) => {
      stopWaiting()
      reject(reason)
    }
    const leave = () => giveUp(nobodyWaits())
    const timer = setTimeout(() => giveUp(this.#late()), this.#longestWaitMs)
    left?.addEventListener('abort', leave)
    own.push(begin)
    return promise
  }

  #callNext(): void {
    while (this.#taken < this.#places) {
      const next = this.#next()
      if (next === undefined) {
        if (this.#waiting.size === 0) this.#had.clear()
        return
      }
      this.#waiting.get(next)?.[0]?.()
    }
  }

  /** Of several that are level, the one that has waited for longer. */
  #next(): Owner | undefined {
    let next: Owner | undefined
    for (const owner of this.#waiting.keys()) {
      if (this.#resting.has(owner)) continue
      if (next === undefined || this.#isBefore(owner, next)) next = owner
    }
    return next
  }

  #isBefore(one: Owner, other: Owner): boolean {
    const fewer = this.#heldBy(one) - this.#heldBy(other)
    return fewer === 0 ? this.#hadBy(one) < this.#hadBy(other) : fewer < 0
  }
}

/** What whoever has left is told, and nobody reads. */
export function nobodyWaits(): Problem {
  return new Problem('unavailable', msg`Nobody waits for the answer.`)
}
