import { awakeTimeout } from '../../base/awake-timeout.ts'
import { DatabaseUnreachable, databaseFailure, TOO_MANY_CONNECTIONS } from '../failures.ts'
import type { Log } from '../pool.ts'
import type { PreparedClient } from '../prepared.ts'
import { connectFailure } from './connect-errors.ts'

/** A look at the server takes no longer: what the network swallowed must not delay the return. */
const LOOK_MS = 1500
/** While the server is known to be gone, requests in this time after a look share its outcome. */
const PAUSE_MS = 250
/** A statement without an answer for so long makes us look whether anybody works on it. */
const SILENCE_MS = 2000
const SWEEP_MS = 500

/** [pids] → the session that asks, and which of the others the server works for. */
const SESSIONS = `
  select pg_backend_pid() as own, array(
    select pid from pg_stat_activity
     where pid = any($1::int[]) and state in ('active', 'disabled')) as working`

/** [pids] Ends those that wait for a standby to confirm what they have committed. */
const END_UNCONFIRMED = `
  select pg_terminate_backend(pid) from pg_stat_activity
   where pid = any($1::int[]) and wait_event = 'SyncRep'`

interface Sessions {
  own: number
  working: number[]
}

interface WatchOptions {
  createClient: () => PreparedClient
  /** Of the server in messages, such as `PostgreSQL at db.internal:5432/pedido`. */
  name: string
  /** How long a commit may wait for a synchronous standby; PostgreSQL itself waits for ever. */
  confirmationMs: number
  log: Log
}

/**
 * Knows whether one server can be reached, and tells when that changes: once, however many requests
 * meet it. Connections whose answers were lost on the way (the network swallows them, or another
 * machine has taken the address over) are found within some seconds and broken off, so that what
 * waits for them fails and their place is free.
 */
export class ServerWatch {
  readonly #clients = new Set<PreparedClient>()
  readonly #createClient: () => PreparedClient
  readonly #name: string
  readonly #confirmationMs: number
  readonly #log: Log
  readonly #sweeping: NodeJS.Timeout
  #failure: unknown
  #downSince: number | undefined
  #lookAgainAt = 0
  #lookedAt = 0
  /** When the last connection was opened. */
  #openedAt = 0
  #looking: Promise<void> | undefined
  #lost: string[] = []

  constructor({ createClient, name, confirmationMs, log }: WatchOptions) {
    this.#createClient = createClient
    this.#name = name
    this.#confirmationMs = confirmationMs
    this.#log = log
    this.#sweeping = setInterval(() => this.#sweep(), SWEEP_MS)
    this.#sweeping.unref()
  }

  /** Whether the last look at it failed. */
  get isDown(): boolean {
    return this.#downSince !== undefined
  }

  /** Watches a connection that was just opened, by which the server is known to be there, until it ends. */
  add(client: PreparedClient): void {
    this.#openedAt = performance.now()
    if (this.isDown) this.#found()
    this.#clients.add(client)
    client.once('end', () => this.#clients.delete(client))
    client.once('error', (error: Error) => {
      this.#lost.push(error.message)
      this.look().catch(() => {})
    })
  }

  /**
   * Looks whether the server can be reached; many callers at once share one look.
   * @throws DatabaseUnreachable where not; at once where that was found out a moment ago
   */
  async look(): Promise<void> {
    if (!this.isDown || performance.now() >= this.#lookAgainAt) {
      this.#looking ??= this.#look().finally(() => {
        this.#looking = undefined
      })
      await this.#looking
    }
    if (this.isDown) throw new DatabaseUnreachable('known to be gone', { cause: this.#failure })
  }

  close(): void {
    clearInterval(this.#sweeping)
  }

  async #look(): Promise<void> {
    this.#lookedAt = performance.now()
    const silent = new Map(this.#silent().map((client) => [client, client.silentSince]))
    try {
      const isForgotten = await this.#ask([...silent.keys()])
      this.#found()
      for (const [client, since] of silent) {
        if (client.silentSince === since && isForgotten(client)) client.cut()
      }
    } catch (error) {
      // A server that says why it refuses is there.
      if (databaseFailure(error)?.code === TOO_MANY_CONNECTIONS) this.#found()
      else if (!this.#isHeard()) this.#missed(error, silent)
    }
  }

  /**
   * Asks the server on a connection of its own which of these it works for; once more where that
   * connection is ended, as all are when an administrator ends them.
   * @returns true for a client to which no answer will come, as the server does nothing for it.
   *   Behind a connection pooler sessions have other numbers, which say nothing.
   */
  async #ask(silent: PreparedClient[], isAgain = false): Promise<(one: PreparedClient) => boolean> {
    const client = this.#createClient()
    let isConnected = false
    const endTimeout = awakeTimeout(LOOK_MS, () => {
      isConnected = false
      client.cut()
    })
    try {
      await client.connect()
      isConnected = true
      const { rows } = await client.query<Sessions>(SESSIONS, [silent.map(({ pid }) => pid)])
      const { own, working } = rows[0] as Sessions
      await this.#endUnconfirmed(client, silent)
      return ({ pid }) => own === client.pid && !working.includes(pid)
    } catch (error) {
      if (!isConnected || isAgain) throw error
      return await this.#ask(silent, true)
    } finally {
      endTimeout()
      client.end().catch(() => {})
    }
  }

  /**
   * Ends sessions whose commits no standby confirms: they hold their locks and a connection until one is
   * back. What they have committed stays.
   */
  async #endUnconfirmed(asking: PreparedClient, silent: PreparedClient[]): Promise<void> {
    const before = performance.now() - this.#confirmationMs
    const late = silent.filter(({ silentSince = Infinity }) => silentSince < before)
    if (late.length === 0) return
    await asking.query(END_UNCONFIRMED, [late.map(({ pid }) => pid)])
  }

  #found(): void {
    const lost = this.#lost.length
    if (this.#downSince !== undefined) {
      const seconds = (performance.now() - this.#downSince) / 1000
      this.#log.warn(`${this.#name} is back after ${seconds.toFixed(1)} s.`)
    } else if (lost > 0) {
      this.#log.warn(`${this.#name}: connections lost: ${lost} (${this.#lost[0]})`)
    }
    this.#lost = []
    this.#downSince = undefined
  }

  #missed(error: unknown, silent: Map<PreparedClient, number | undefined>): void {
    this.#failure = error
    this.#lookAgainAt = performance.now() + PAUSE_MS
    this.#lost = []
    if (!this.isDown) {
      this.#downSince = performance.now()
      this.#log.warn(
        `${this.#name}: ${connectFailure(error).reason} Requests get 503 until it is back.`,
      )
    }
    for (const [client, since] of silent) if (client.silentSince === since) client.cut()
    if (databaseFailure(error) || (error as { code?: string }).code === 'ECONNREFUSED') return
    // Nothing answers at all: what lies ready is dead too, though no one has told.
    for (const client of this.#clients) if (client.idleSince !== undefined) client.cut()
  }

  /**
   * Whether the server has let a connection in or answered on one since the last look began: then it is
   * there, and too busy to answer a look in time.
   */
  #isHeard(): boolean {
    const answers = this.#clients.values().map(({ answeredAt }) => answeredAt)
    return Math.max(this.#openedAt, ...answers) >= this.#lookedAt
  }

  #silent(): PreparedClient[] {
    const before = performance.now() - SILENCE_MS
    return [...this.#clients].filter(({ silentSince = Infinity }) => silentSince < before)
  }

  #sweep(): void {
    const lately = performance.now() - this.#lookedAt < SILENCE_MS
    if (this.isDown || (!lately && this.#silent().length > 0)) this.look().catch(() => {})
  }
}
