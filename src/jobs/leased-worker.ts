import { onBehalfOf } from '../base/giving-way/turns.ts'
import { LookPauses } from '../base/pause.ts'
import { jobRan } from '../base/telemetry/topics.ts'
import type { Db } from '../database/database.ts'
import { databaseProblem } from '../database/failures.ts'
import type { AccountQueue } from './account-queue.ts'
import { FAILED, type Job, type Log, type Ran } from './job.ts'
import { type DueRow, type Lease, LeaseLost, type LeaseStatements, type RowKey } from './lease.ts'
import { sessions_find } from './sql.ts'

/** A kind of work of which one process at a time does that of a row. */
export interface LeasedWork {
  name: string
  /** Gets the accounts that may have some. */
  queue: AccountQueue
  statements: LeaseStatements
  limits: Limits
  /**
   * Works on a row for a while, and renews the lease meanwhile.
   * @throws LeaseLost
   */
  work(db: Db, lease: Lease, turn: Turn): Promise<void>
}

/** How much of it one process does at once. */
interface Limits {
  rows: number
  /** Unless given, as many as there are. */
  rowsOfAccount?: number
  /** Rows of which nothing was heard for so long do not count, as long as there are no more in all. */
  silent?: { ms: number; most: number }
}

/** What the work on a row hears while it lasts, and says. */
interface Turn {
  /** Nothing more is begun. */
  stop: AbortSignal
  /** What is under way is broken off. */
  cut: AbortSignal
  /** It gets on. */
  onProgress: () => void
  /** There is more to do than there is room for. */
  othersWait: () => boolean
}

interface Running extends RowKey {
  heardAt: number
  ended: Promise<void>
}

/** What this service failed over. */
interface Failures {
  count: number
  logged: string
}

/** What is due at once is found at once, unless there is no room for it. */
const SHORTEST_TIMER_MS = 250
/** What is under way is waited for so long when the service stops. */
const GRACE_MS = 5_000
/** Rows that one look finds at most, beside those that are under way. */
const FOUND = 200
/** Seconds for which a row is left alone where the database is away, which is not the row's fault. */
const AWAY_S = 1
/** The longest time after a failure over the row itself: 2, 4, 8 s … */
const LONGEST_PAUSE_S = 300
/** In so many seconds a row is worked on again once its pause is over, where there is room. */
const FOUND_AGAIN_S = 15

/**
 * Does leased work. What is to be done the tables say; a lease, which is a row's, says who does it. The
 * leases of a process that dies are free as soon as the database has noticed, and a minute later where
 * it can't.
 */
export class LeasedWorker implements Job {
  readonly name: string
  readonly everyMs = 1_000
  readonly #work: LeasedWork
  readonly #sessions: string
  readonly #log: Log
  readonly #running = new Map<string, Running>()
  /** Of rows over which this process failed last. */
  readonly #failures = new Map<string, Failures>()
  readonly #stop = new AbortController()
  readonly #cut = new AbortController()
  #round: Promise<void> = Promise.resolve()
  /** When all accounts are looked through: for what other processes left, or died over. */
  #nextLook = -Infinity
  readonly #looks = new LookPauses()
  /** When rows that this process worked on have more to be done. */
  readonly #timers = new Map<string, { account_id: number; at: number }>()
  /** Names of processes that lived at the last look. */
  #live: string[] = []
  #hasLeftOut = false
  #lastLogged = ''
  /** A row over which this process failed is tried again before. */
  #failingUntil = -Infinity

  /** @param sessions the name under which the database shows the sessions of this process */
  constructor(work: LeasedWork, { sessions, log }: { sessions: string; log: Log }) {
    this.name = work.name
    this.#work = work
    this.#sessions = sessions
    this.#log = log
  }

  /** Begins with what is due, as far as there is room. */
  async run(db: Db): Promise<Ran> {
    if (!this.#stop.signal.aborted) this.#round = this.#beginDue(db)
    await this.#round
    // The job has not come to its end as long as a row fails.
    return performance.now() < this.#failingUntil ? 'idle' : undefined
  }

  /** Waits until there may be something to do. */
  async untilDue(stop: AbortSignal): Promise<void> {
    let next = this.#nextLook
    for (const { at } of this.#timers.values()) next = Math.min(next, at)
    await this.#work.queue.untilFilled(stop, Math.max(next - performance.now(), 0))
  }

  /** Lets what is under way come to an end, for some seconds, and begins nothing more. */
  async close(): Promise<void> {
    this.#stop.abort()
    const timer = setTimeout(() => this.#cut.abort(), GRACE_MS)
    // It may take leases just now.
    await this.#round.catch(() => {})
    await Promise.all(Array.from(this.#running.values(), ({ ended }) => ended))
    clearTimeout(timer)
  }

  async #beginDue(db: Db): Promise<void> {
    const { queue } = this.#work
    const start = performance.now()
    for (const [key, { account_id, at }] of this.#timers) {
      if (at > start) continue
      this.#timers.delete(key)
      queue.add(account_id)
    }
    // Account by account: what is known to be due does not depend on every node of a cluster.
    await queue.forEach(this.#stop.signal, async (account_id) => {
      await this.#beginAll(db, await this.#findDue(db, account_id))
    })
    if (start >= this.#nextLook) await this.#lookAtAll(db)
  }

  async #lookAtAll(db: Db): Promise<void> {
    const start = performance.now()
    this.#live = []
    const found = await this.#findDue(db)
    this.#nextLook = start + this.#looks.after(found.length > 0, performance.now() - start)
    await this.#beginAll(db, found)
  }

  /** @param account_id all, unless given */
  async #findDue(db: Db, account_id?: number): Promise<DueRow[]> {
    const { due, dueOf } = this.#work.statements
    const limit = FOUND + this.#running.size
    for (;;) {
      const rows =
        account_id === undefined
          ? await due(db, [this.#live, limit])
          : await dueOf(db, [this.#live, limit, account_id])
      const known = [null, this.#sessions, ...this.#live]
      const holders = new Set(
        rows.map(({ holder }) => holder).filter((one) => !known.includes(one)),
      )
      // Read behind the holders: who has taken a lease meanwhile is not among them. And apart, as
      // Citus would look for sessions on the nodes where the rows are.
      const live = holders.size > 0 ? await sessions_find(db, [[...holders] as string[]]) : []
      if (live.length === 0) return rows.filter((one) => !this.#running.has(leaseKey(one)))
      this.#live.push(...live.map(({ name }) => name))
    }
  }

  async #beginAll(db: Db, due: DueRow[]): Promise<void> {
    for (const one of due) {
      if (this.#stop.signal.aborted) return
      if (!this.#hasRoomFor(one)) continue
      if (!this.#hasRoom()) {
        this.#hasLeftOut = true
        return
      }
      const lease = await this.#take(db, one)
      if (lease) this.#begin(db, lease)
    }
  }

  #hasRoomFor({ account_id }: RowKey): boolean {
    const { rowsOfAccount } = this.#work.limits
    if (rowsOfAccount === undefined) return true
    const own = [...this.#running.values()].filter((one) => one.account_id === account_id)
    return own.length < rowsOfAccount
  }

  #hasRoom(): boolean {
    const { rows, silent } = this.#work.limits
    if (!silent) return this.#running.size < rows
    const since = performance.now() - silent.ms
    const heard = [...this.#running.values()].filter(({ heardAt }) => heardAt > since)
    return heard.length < rows && this.#running.size < silent.most
  }

  /** Undefined where somebody else was faster. */
  async #take(db: Db, { account_id, id, holder }: DueRow): Promise<Lease | undefined> {
    const gone = holder !== null && this.#live.includes(holder) ? null : holder
    const { take } = this.#work.statements
    const [taken] = await take(db, [account_id, id, this.#sessions, gone])
    return taken && { account_id, id, ...taken }
  }

  #begin(db: Db, lease: Lease): void {
    const { account_id, id } = lease
    const start = performance.now()
    const running = { account_id, id, heardAt: start, ended: Promise.resolve() }
    const turn = {
      stop: this.#stop.signal,
      cut: this.#cut.signal,
      onProgress: () => {
        running.heardAt = performance.now()
      },
      othersWait: () => this.#hasLeftOut,
    }
    running.ended = onBehalfOf(account_id, () => this.#work.work(db, lease, turn))
      .then(() => this.#release(db, lease))
      .catch((error: unknown) => this.#releaseAfter(error, db, lease, start))
      .catch((error: unknown) => this.#report(error))
      .finally(() => {
        this.#running.delete(leaseKey(lease))
        if (this.#hasLeftOut) this.#nextLook = -Infinity
        this.#hasLeftOut = false
        // What came while it was ending.
        this.#work.queue.add(account_id)
      })
    this.#running.set(leaseKey(lease), running)
  }

  async #release(db: Db, lease: Lease): Promise<void> {
    const { account_id, id, epoch } = lease
    await this.#work.statements.release(db, [account_id, id, epoch, 0])
    this.#failures.delete(keyOf(lease))
    this.#lastLogged = ''
    await this.#setTimer(db, lease)
  }

  /** A row over which this service fails comes again after a growing time. */
  async #releaseAfter(error: unknown, db: Db, lease: Lease, start: number): Promise<void> {
    if (error instanceof LeaseLost) return
    const { account_id, id, epoch } = lease
    const { release, fail = release } = this.#work.statements
    if (OF_DATABASE.includes(databaseProblem(error)?.code ?? '')) {
      this.#report(error)
      await release(db, [account_id, id, epoch, AWAY_S])
      await this.#setTimer(db, lease, AWAY_S)
      return
    }
    const { count, logged } = this.#failures.get(keyOf(lease)) ?? { count: 0, logged: '' }
    const text = String(error)
    this.#failures.set(keyOf(lease), { count: count + 1, logged: text })
    if (text !== logged) this.#log.error({ err: error, job: this.name, account_id, id }, FAILED)
    const now = performance.now()
    jobRan.emit({ job: this.name, ms: now - start, hasFailed: true })
    const seconds = Math.min(2 ** (count + 1), LONGEST_PAUSE_S)
    this.#failingUntil = Math.max(this.#failingUntil, now + 1000 * (seconds + FOUND_AGAIN_S))
    await fail(db, [account_id, id, epoch, seconds])
    await this.#setTimer(db, lease, seconds)
  }

  /**
   * So that the row need not be looked for.
   * @param seconds for which it is left alone; unknown unless given
   */
  async #setTimer(db: Db, lease: Lease, seconds?: number): Promise<void> {
    const { account_id, id } = lease
    const { nextDue } = this.#work.statements
    const wait = nextDue ? (await nextDue(db, [account_id, id]))[0]?.seconds : seconds
    if (wait === undefined) return
    const at = performance.now() + Math.max(1000 * wait, SHORTEST_TIMER_MS)
    this.#timers.set(keyOf(lease), { account_id, at })
  }

  /** Once, however many rows it is about. */
  #report(error: unknown): void {
    const text = String(error)
    if (text !== this.#lastLogged) this.#log.error({ err: error, job: this.name }, FAILED)
    this.#lastLogged = text
  }
}

/** Failures that are not about a row. */
const OF_DATABASE = ['unavailable', 'conflict', 'outcome_unknown']

const keyOf = ({ account_id, id }: RowKey) => `${account_id} ${id}`

const leaseKey = (lease: Lease) => `${keyOf(lease)} ${lease.epoch}`
