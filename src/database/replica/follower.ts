import { awakeTimeout } from '../../base/awake-timeout.ts'
import { databaseFailure } from '../failures.ts'
import type { Log } from '../pool.ts'
import type { PreparedClient } from '../prepared.ts'
import {
  LOG_END,
  type LogEnd,
  positionAt,
  positionOf,
  type WalPosition,
  type WrittenPositions,
} from '../wal-positions.ts'
import {
  ASK_IDENTITY,
  ASK_PRIMARY,
  ASK_REPLAYED,
  ASK_REPLICA,
  type Identity,
  Lag,
  type PrimaryAnswer,
  type ReplicaAnswer,
  type ReplicaState,
  reasons,
  stateOf,
} from './state.ts'

/** One statement on a connection that others share. */
export type Ask = <Row>(text: string, parameters: unknown[]) => Promise<Row[]>

export interface FollowerOptions {
  /** Host, port and database of the replica, for messages. */
  name: string
  maxLagMs: number
  askPrimary: Ask
  /** A new connection to the replica, pipelined and not opened yet. */
  createClient(): PreparedClient
  /** Breaks off every connection to the replica, whatever runs on it. */
  cut(): void
  written: WrittenPositions
  log: Log
}

/** A replica is looked at this often, */
const EVERY_MS = 500
/** and one that does not answer in this time is taken for dead. */
const ANSWER_MS = 2000

const UNDEFINED_TABLE = '42P01'

/**
 * Follows a replica over a connection of its own: whether it can be read from, and up to where it
 * has replayed the primary's log. Tells each change of its state once and finds back by itself.
 */
export class Follower {
  readonly #options: FollowerOptions
  readonly #lag = new Lag()
  #state: ReplicaState | undefined
  #replayed: WalPosition = 0n
  #identity: Identity | undefined
  #primary: PrimaryAnswer | undefined
  #link: { client: PreparedClient; identity: Promise<Identity> } | undefined
  #server: string | undefined
  #asking: Promise<void> | undefined
  #alarms = 0
  #lagMs: number | undefined
  #isClosed = false
  #wake = () => {}
  #running: Promise<void> | undefined

  constructor(options: FollowerOptions) {
    this.#options = options
  }

  get state(): ReplicaState {
    return this.#state ?? 'unreachable'
  }

  /** How far it was behind when it was last looked at; undefined where that is not known. */
  get lagMs(): number | undefined {
    return this.#lagMs
  }

  /** When the server that was looked at was started. */
  get server(): string | undefined {
    return this.#server
  }

  /** Looks for the first time, and from then on until `close`. */
  async start(): Promise<void> {
    await this.#look()
    this.#running = this.#keepLooking()
  }

  /** Looks again at once. */
  lookNow(): void {
    this.#wake()
  }

  /** The server was promoted, or the connection to it is lost: nothing is read there for now. */
  alarm(state: 'not_a_replica' | 'unreachable'): void {
    if (this.#isClosed) return
    this.#alarms++
    this.#dropLink()
    this.#become(state)
    this.#wake()
  }

  /** True where what is read from the replica holds everything up to this position. */
  covers(position: WalPosition): boolean | Promise<boolean> {
    if (this.#state !== 'used') return false
    if (position <= this.#replayed) return true
    this.#asking ??= this.#askReplayed().finally(() => {
      this.#asking = undefined
    })
    return this.#asking.then(
      () => this.#state === 'used' && position <= this.#replayed,
      () => false,
    )
  }

  /** Where the primary's log ends now; everything that was committed before is within. */
  async logEnd(): Promise<WalPosition> {
    const [end] = await this.#options.askPrimary<LogEnd>(LOG_END, ['synchronous_commit'])
    return positionAt(end as LogEnd)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#dropLink()
    this.#wake()
    await this.#running
    // A look that was on its way may have opened another one, which would keep the process alive.
    this.#dropLink()
  }

  async #keepLooking(): Promise<void> {
    while (!this.#isClosed) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, EVERY_MS)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      if (!this.#isClosed) await this.#look()
    }
  }

  async #look(): Promise<void> {
    // While the primary can't be asked its last answer holds; requests tell of its failure.
    await within(ANSWER_MS, this.#lookAtPrimary()).catch(() => {})
    const alarms = this.#alarms
    try {
      const state = await within(ANSWER_MS, this.#lookAtReplica())
      if (alarms === this.#alarms) this.#become(state)
    } catch (error) {
      if (alarms !== this.#alarms) return
      if (databaseFailure(error)?.code === UNDEFINED_TABLE) return this.#become('other_schema')
      this.#dropLink()
      this.#become('unreachable', (error as Error).message)
    }
  }

  async #lookAtPrimary(): Promise<void> {
    const { askPrimary, written } = this.#options
    this.#identity ??= (await askPrimary<Identity>(ASK_IDENTITY, ['server_version_num']))[0]
    await written.settle(async () => {
      const time = performance.now()
      const [answer] = await askPrimary<PrimaryAnswer>(ASK_PRIMARY, ['synchronous_commit'])
      this.#primary = answer as PrimaryAnswer
      const position = positionAt(this.#primary)
      this.#lag.grew(position, time)
      return position
    })
  }

  async #lookAtReplica(): Promise<ReplicaState> {
    this.#link ??= this.#connect()
    const { client, identity } = this.#link
    const { system, database, started } = await identity
    if (system !== this.#identity?.system || database !== this.#identity.database) {
      this.#dropLink()
      return 'other_database'
    }
    this.#server = started
    if (!this.#primary) return 'other_timeline'
    const { rows } = await client.query<ReplicaAnswer>(ASK_REPLICA, [this.#primary.version])
    const looked = stateOf(rows[0] as ReplicaAnswer, this.#primary)
    if (looked.state !== 'used') return looked.state
    this.#replayed = looked.replayed
    const lag = this.#lag.of(looked.replayed, performance.now())
    this.#lagMs = lag
    return lag > this.#options.maxLagMs ? 'behind' : 'used'
  }

  #connect() {
    const client = this.#options.createClient()
    const lost = () => {
      if (this.#link?.client === client) this.alarm('unreachable')
    }
    const identify = async () => {
      await client.connect()
      client.once('end', lost)
      const { rows } = await client.query<Identity>(ASK_IDENTITY, ['server_version_num'])
      return rows[0] as Identity
    }
    const identity = identify()
    identity.catch(() => {})
    return { client, identity }
  }

  #dropLink(): void {
    this.#link = undefined
    this.#replayed = 0n
    this.#lagMs = undefined
    this.#options.cut()
  }

  async #askReplayed(): Promise<void> {
    const client = this.#link?.client
    if (!client) return
    const { rows } = await client.query<{ lsn: string }>(ASK_REPLAYED, [true])
    if (client !== this.#link?.client || !rows[0]) return
    const replayed = positionOf(Number(this.#replayed >> 52n), rows[0].lsn)
    if (replayed > this.#replayed) this.#replayed = replayed
  }

  #become(state: ReplicaState, detail?: string): void {
    if (state === this.#state) return
    this.#state = state
    const { log, name } = this.#options
    if (state === 'used') {
      log.info(`Reads go to the replica at ${name}.`)
      return
    }
    const reason = detail ? `${reasons[state]} (${detail})` : `${reasons[state]}`
    log.warn(`The replica at ${name} is not used: ${reason}. Reads go to the primary.`)
  }
}

/** @throws Error when the work takes longer */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const endTimeout = awakeTimeout(ms, () => late.reject(new Error(`no answer within ${ms} ms`)))
  try {
    return await Promise.race([work, late.promise])
  } finally {
    endTimeout()
  }
}
