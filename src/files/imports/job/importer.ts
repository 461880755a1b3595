import type { AccountQueue } from '../../../base/account-queue.ts'
import { LookPauses } from '../../../base/pause.ts'
import { bulkResources } from '../../../bulk/resources.ts'
import type { Db } from '../../../database/database.ts'
import { databaseProblem } from '../../../database/failures.ts'
import { ImportLeaseLost } from './batch.ts'
import { forgetBeyond } from './kept.ts'
import {
  type DueImport,
  type ImportKey,
  type ImportLease,
  import_sessions_find,
  imports_due,
  imports_dueOf,
  imports_fail,
  imports_forget,
  imports_lease,
  imports_old,
  imports_release,
} from './sql.ts'
import { workOn } from './work.ts'

/** Imports that one process works on at once, each of another account. */
const AT_ONCE = 2
/** Of a file of which more is refused nothing more is read: each refused row is kept, with why. */
const MAX_REFUSED = 100_000
/** The same for the bytes of what is kept of them. */
const MAX_REFUSED_BYTES = 64 * 1024 * 1024
/** After it an import makes room where others wait; going on with it reads its file again. */
const TURN_MS = 20_000
/** Imports that one look finds at most. */
const FOUND = 100
/** Seconds for which an import is left alone after a failure, at first and at most. */
const FIRST_PAUSE_S = 2
const LONGEST_PAUSE_S = 300
/** The same where the database is away. */
const AWAY_PAUSE_S = 5
/** When what nobody goes on with is removed: uploads that broke off, what waits for somebody, what is over. */
const UPLOAD_HOURS = 24
const WAITING_DAYS = 30
const KEPT_DAYS = 90

interface Parts {
  /** Gets the accounts with an import to begin with. */
  due: AccountQueue
  /** Under which the database shows the sessions of this process. */
  sessions: string
  maxItems: number
  /** Of a file of which more is refused nothing more is read; unless given, 100,000. */
  maxRefused?: number
  /** And in bytes; unless given, 64 Mi. */
  maxRefusedBytes?: number
  /** Bytes that an account keeps of what its imports refused and told. */
  keptBytes: number
  onCommitted: (account_id: number) => void
  log: { error(fields: object, text: string): void }
}

/**
 * Works on imports. What is to be done the tables say; a lease, which is a row's, says who does it.
 * The lease of a process that dies is free as soon as the database has noticed, and a minute later
 * where it can't.
 */
export class Importer {
  readonly #parts: Parts
  readonly #resources: Map<string, ReturnType<typeof bulkResources>[number]>
  readonly #running = new Map<number, { since: number; ended: Promise<void> }>()
  readonly #stop = new AbortController()
  readonly #looks = new LookPauses()
  #round: Promise<void> = Promise.resolve()
  #nextLook = -Infinity
  #hasLeftOut = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#resources = new Map(bulkResources(parts.maxItems).map((one) => [one.name, one]))
  }

  /** Begins with what is due, as far as there is room. */
  run(db: Db): Promise<void> {
    if (!this.#stop.signal.aborted) this.#round = this.#beginDue(db)
    return this.#round
  }

  /** Waits until there may be something to do. */
  async untilDue(stop: AbortSignal): Promise<void> {
    await this.#parts.due.untilFilled(stop, Math.max(this.#nextLook - performance.now(), 0))
  }

  /** Lets the batches under way come to an end, and begins nothing more. */
  async close(): Promise<void> {
    this.#stop.abort()
    await this.#round.catch(() => {})
    await Promise.all(Array.from(this.#running.values(), ({ ended }) => ended))
  }

  async #beginDue(db: Db): Promise<void> {
    await this.#parts.due.forEach(this.#stop.signal, async (account_id) => {
      await this.#beginAll(db, await this.#findDue(db, account_id))
    })
    if (performance.now() >= this.#nextLook) await this.#lookAtAll(db)
  }

  async #lookAtAll(db: Db): Promise<void> {
    const start = performance.now()
    const found = await this.#findDue(db)
    for (const { account_id, id } of await imports_old(db, [
      UPLOAD_HOURS,
      WAITING_DAYS,
      KEPT_DAYS,
      FOUND,
    ])) {
      await imports_forget(db, [account_id, id])
    }
    this.#nextLook = start + this.#looks.after(found.length > 0, performance.now() - start)
    await this.#beginAll(db, found)
  }

  /** @param account_id all, unless given */
  async #findDue(db: Db, account_id?: number): Promise<DueImport[]> {
    const live: string[] = []
    for (;;) {
      const due =
        account_id === undefined
          ? await imports_due(db, [live, FOUND])
          : await imports_dueOf(db, [live, FOUND, account_id])
      const { sessions } = this.#parts
      const holders = due.flatMap(({ holder }) => holder ?? []).filter((one) => one !== sessions)
      // Behind the holders, and apart: as with the leases of webhooks.
      const asked = holders.filter((one) => !live.includes(one))
      const found = asked.length > 0 ? await import_sessions_find(db, [asked]) : []
      // A lease that is over is taken from a process that lives only if that does not renew it.
      if (found.length === 0) {
        return due.map((one) => (live.includes(one.holder ?? '') ? { ...one, holder: null } : one))
      }
      live.push(...found.map(({ name }) => name))
    }
  }

  async #beginAll(db: Db, due: DueImport[]): Promise<void> {
    for (const one of due) {
      if (this.#stop.signal.aborted) return
      if (this.#running.has(one.account_id)) continue
      if (this.#running.size >= AT_ONCE) {
        this.#hasLeftOut = true
        return
      }
      const { account_id, id, holder } = one
      const { sessions } = this.#parts
      const [taken] = await imports_lease(db, [account_id, id, sessions, holder])
      if (taken) this.#begin(db, { account_id, id, ...taken })
    }
  }

  #begin(db: Db, lease: ImportLease): void {
    const since = performance.now()
    const { maxItems, keptBytes, onCommitted } = this.#parts
    const { maxRefused = MAX_REFUSED, maxRefusedBytes = MAX_REFUSED_BYTES } = this.#parts
    const shouldYield = () => this.#hasLeftOut && performance.now() - since > TURN_MS
    const ended = workOn(lease, {
      db,
      resources: this.#resources,
      maxItems,
      maxRefused,
      // One file forgets no more than half of what the others have told.
      maxRefusedBytes: Math.min(maxRefusedBytes, keptBytes / 2),
      onCommitted,
      stop: this.#stop.signal,
      shouldYield,
    })
      .then(async () => {
        await imports_release(db, [lease.account_id, lease.id, lease.epoch, 0])
      })
      .catch((error: unknown) => this.#failed(db, lease, error))
      // Whatever it came to: what it had refused by then is kept of one that was cancelled, too.
      .then(() => forgetBeyond(db, lease.account_id, keptBytes))
      .catch((error: unknown) => this.#tell(error, lease))
      .finally(() => {
        this.#running.delete(lease.account_id)
        if (this.#hasLeftOut) this.#nextLook = -Infinity
        this.#hasLeftOut = false
        this.#parts.due.add(lease.account_id)
      })
    this.#running.set(lease.account_id, { since, ended })
  }

  /**
   * An import over which the service fails comes again after a growing time, and ends where it fails too
   * often. A database that is away is not the import's fault.
   */
  async #failed(db: Db, lease: ImportLease, error: unknown): Promise<void> {
    if (error instanceof ImportLeaseLost) return
    this.#tell(error, lease)
    const { account_id, id, epoch } = lease
    if (isAway(error)) await imports_release(db, [account_id, id, epoch, AWAY_PAUSE_S])
    else await imports_fail(db, [account_id, id, epoch, FIRST_PAUSE_S, LONGEST_PAUSE_S])
  }

  #tell(error: unknown, { account_id, id }: ImportKey): void {
    const fields = { err: error, account_id, import: id }
    this.#parts.log.error(fields, 'an import failed; it will be tried again')
  }
}

function isAway(error: unknown): boolean {
  const code = databaseProblem(error)?.code
  return code === 'unavailable' || code === 'outcome_unknown'
}
