import { LookPauses } from '../../base/pause.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import type { Db } from '../../database/database.ts'
import { databaseProblem } from '../../database/failures.ts'
import type { EventHub } from '../../events/hub.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import { faultPause } from './backoff.ts'
import { deliverUnderLease } from './lease.ts'
import {
  type DueRow,
  type Lease,
  sessions_find,
  type WebhookKey,
  webhook_cursors_due,
  webhook_cursors_dueOf,
  webhook_cursors_lease,
  webhook_cursors_nextDue,
  webhook_cursors_release,
  webhook_cursors_releaseFor,
} from './sql.ts'

/** Webhooks whose receivers answer that one process works on at once. */
const ANSWERING = 50
/** Those of which nothing was heard for so long hold up nobody else. */
const SILENT_MS = 1_000
/** With the silent ones; each keeps a batch in memory and eight connections open. */
const LEASES = 200
/** What is due at once is found at once, unless there is no room for it. */
const SHORTEST_TIMER_MS = 250
/** What is under way is waited for so long when the service stops. */
const GRACE_MS = 5_000

interface Parts {
  hub: EventHub
  /** Under which the database shows the sessions of this process. */
  sessions: string
  secrets: SecretBox | undefined
  outbound: Outbound
  log: {
    warn(fields: object, text: string): void
    error(fields: object, text: string): void
  }
}

interface Running {
  /** When its receiver was last heard of. */
  heardAt: number
  ended: Promise<void>
}

/**
 * Sends events to webhooks. What is to be sent the tables say; a lease, which is a row's, says who
 * sends it. The leases of a process that dies are free as soon as the database has noticed, and a
 * minute later where it can't.
 */
export class Deliverer {
  readonly #parts: Parts
  readonly #running = new Map<string, Running>()
  /** How often in a row this process failed over a webhook. */
  readonly #faults = new Map<string, number>()
  readonly #stop = new AbortController()
  readonly #cut = new AbortController()
  #round: Promise<void> = Promise.resolve()
  /** When all webhooks are looked through: for what other processes left, or died over. */
  #nextLook = -Infinity
  readonly #looks = new LookPauses()
  /** When webhooks that this process sent to have something to send next. */
  readonly #timers = new Map<string, { account_id: number; at: number }>()
  /** Names of processes that lived at the last look. */
  #live: string[] = []
  /** There was more to do than there was room for. */
  #hasLeftOut = false
  #lastLogged = ''

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Begins with what is due, as far as there is room. */
  run(db: Db): Promise<void> {
    if (!this.#stop.signal.aborted) this.#round = this.#beginDue(db)
    return this.#round
  }

  /** Waits until there may be something to send. */
  async untilDue(stop: AbortSignal): Promise<void> {
    let next = this.#nextLook
    for (const { at } of this.#timers.values()) next = Math.min(next, at)
    await this.#parts.hub.due.untilFilled(stop, Math.max(next - performance.now(), 0))
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
    const { due } = this.#parts.hub
    const start = performance.now()
    for (const [key, { account_id, at }] of this.#timers) {
      if (at > start) continue
      this.#timers.delete(key)
      due.add(account_id)
    }
    // Account by account: what is known to be due does not depend on every node of a cluster.
    await due.forEach(this.#stop.signal, async (account_id) => {
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

  async #beginAll(db: Db, due: DueRow[]): Promise<void> {
    for (const one of due) {
      if (this.#stop.signal.aborted) return
      if (!this.#hasRoom()) {
        this.#hasLeftOut = true
        return
      }
      const lease = await this.#take(db, one)
      if (lease) this.#begin(db, lease)
    }
  }

  /** @param account_id all, unless given */
  async #findDue(db: Db, account_id?: number): Promise<DueRow[]> {
    const { sessions } = this.#parts
    const limit = LEASES + this.#running.size
    for (;;) {
      const due =
        account_id === undefined
          ? await webhook_cursors_due(db, [this.#live, limit])
          : await webhook_cursors_dueOf(db, [this.#live, limit, account_id])
      const known = [null, sessions, ...this.#live]
      const holders = new Set(due.map(({ holder }) => holder).filter((one) => !known.includes(one)))
      // Read behind the holders: who has taken a lease meanwhile is not among them. And apart, as
      // Citus would look for sessions on the nodes where the rows are.
      const live = holders.size > 0 ? await sessions_find(db, [[...holders] as string[]]) : []
      if (live.length === 0) return due.filter((one) => !this.#running.has(leaseKey(one)))
      this.#live.push(...live.map(({ name }) => name))
    }
  }

  /** Undefined where somebody else was faster. */
  async #take(db: Db, { account_id, id_webhook, holder }: DueRow): Promise<Lease | undefined> {
    const gone = holder !== null && this.#live.includes(holder) ? null : holder
    const { sessions } = this.#parts
    const [taken] = await webhook_cursors_lease(db, [account_id, id_webhook, sessions, gone])
    return taken && { account_id, id_webhook, ...taken }
  }

  #hasRoom(): boolean {
    const now = performance.now()
    const answering = [...this.#running.values()].filter(
      ({ heardAt }) => now - heardAt < SILENT_MS,
    ).length
    return answering < ANSWERING && this.#running.size < LEASES
  }

  #begin(db: Db, lease: Lease): void {
    const { secrets, outbound, log, hub } = this.#parts
    const key = leaseKey(lease)
    const running: Running = { heardAt: performance.now(), ended: Promise.resolve() }
    const onProgress = () => {
      running.heardAt = performance.now()
    }
    const signals = { stop: this.#stop.signal, cut: this.#cut.signal }
    const parts = { db, secrets, log, outbound, onProgress, ...signals }
    running.ended = deliverUnderLease(lease, parts)
      .then(() => this.#release(db, lease))
      .catch((error: unknown) => this.#releaseAfter(error, db, lease))
      .catch((error: unknown) => this.#tell(error))
      .finally(() => {
        this.#running.delete(key)
        if (this.#hasLeftOut) this.#nextLook = -Infinity
        this.#hasLeftOut = false
        // What came while it was ending.
        hub.due.add(lease.account_id)
      })
    this.#running.set(key, running)
  }

  async #release(db: Db, { account_id, id_webhook, epoch }: Lease): Promise<void> {
    await webhook_cursors_release(db, [account_id, id_webhook, epoch])
    this.#faults.delete(keyOf({ account_id, id_webhook }))
    this.#tell()
    await this.#setTimer(db, { account_id, id_webhook })
  }

  /** So that it need not be looked for. */
  async #setTimer(db: Db, { account_id, id_webhook }: WebhookKey): Promise<void> {
    const [next] = await webhook_cursors_nextDue(db, [account_id, id_webhook])
    if (!next) return
    const at = performance.now() + Math.max(1000 * next.seconds, SHORTEST_TIMER_MS)
    this.#timers.set(keyOf({ account_id, id_webhook }), { account_id, at })
  }

  /** A webhook over which this service fails comes again after a growing time. */
  async #releaseAfter(error: unknown, db: Db, lease: Lease): Promise<void> {
    const { account_id, id_webhook, epoch } = lease
    if (OF_DATABASE.includes(databaseProblem(error)?.code ?? '')) {
      this.#tell(error)
      await webhook_cursors_release(db, [account_id, id_webhook, epoch])
      return
    }
    const faults = (this.#faults.get(keyOf(lease)) ?? 0) + 1
    this.#faults.set(keyOf(lease), faults)
    if (faults === 1) {
      const fields = { err: error, account_id, webhook: id_webhook }
      this.#parts.log.error(fields, 'sending to a webhook failed; it will be tried again')
    }
    await webhook_cursors_releaseFor(db, [account_id, id_webhook, epoch, faultPause(faults)])
    await this.#setTimer(db, lease)
  }

  /** Once, however often it happens. */
  #tell(error?: unknown): void {
    const what = error === undefined ? '' : String(error)
    if (error !== undefined && what !== this.#lastLogged) {
      this.#parts.log.error({ err: error }, 'sending to webhooks failed; it will go on')
    }
    this.#lastLogged = what
  }
}

/** Failures that are not about the webhook. */
const OF_DATABASE = ['unavailable', 'conflict', 'outcome_unknown']

const keyOf = ({ account_id, id_webhook }: WebhookKey) => `${account_id} ${id_webhook}`

const leaseKey = (lease: Lease) => `${keyOf(lease)} ${lease.epoch}`
