import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool } from 'kysely'
import pg from 'pg'
import { OwnersTurns } from '../base/giving-way/turns.ts'
import { Problem } from '../base/problems.ts'
import { connectionTaken } from '../base/telemetry/topics.ts'
import { NO_CONNECTION_IN_TIME } from './failures.ts'

/** A database in use: the embedded one and a PostgreSQL server look the same from here on. */
export interface OpenDatabase {
  pool: pg.Pool
  /** For single statements that only read, where those can be asked again; else they use the pool. */
  reader?: PostgresPool
  /** For reads by key, where many can share one connection; else they use the pool. */
  sharedConnection?: PostgresPool
  /** It is in this process, with one connection; not, unless given. */
  isEmbedded?: boolean
  /** It is the coordinator of a Citus cluster; not, unless given. */
  isCluster?: boolean
  /** Waits for the connections in use, then lets go of the database. May be called twice. */
  close(): Promise<void>
}

const holding = new AsyncLocalStorage<{ isOver: boolean }>()

/**
 * Runs work that has a connection until it ends, such as a transaction. It takes no second one: those
 * that each have one and wait for another would wait for each other as soon as the pool is theirs.
 */
export async function holdingConnection<T>(work: () => Promise<T>): Promise<T> {
  const held = { isOver: false }
  try {
    return await holding.run(held, work)
  } finally {
    held.isOver = true
  }
}

type ConnectCallback = (error: Error | undefined, client: unknown, done: unknown) => void

/** Both times are needed: how long to wait for a connection in use, and for a new one. */
type FairPoolConfig = pg.PoolConfig & {
  max: number
  connectionTimeoutMillis: number
  /** Accounts rest after long turns; not, unless given. */
  accountsRest?: boolean
}

/**
 * A pool whose connections, once all are in use, go to the accounts in turn, whoever asked first.
 */
export class FairPool extends pg.Pool {
  readonly #turns: OwnersTurns
  readonly #isMeasured: boolean
  /** What ends the turn of whoever has the connection. */
  readonly #endings = new Map<unknown, () => void>()

  /** @param isMeasured whether it emits how long each connection was waited for */
  constructor(config: FairPoolConfig, isMeasured = true) {
    super(config)
    this.#isMeasured = isMeasured
    const { max, connectionTimeoutMillis, accountsRest } = config
    const late = () => new Error(NO_CONNECTION_IN_TIME)
    const turns = new OwnersTurns(max, connectionTimeoutMillis, late, accountsRest)
    this.#turns = turns
    Object.defineProperty(this, 'waitingCount', { get: () => turns.waitingCount })
    this.on('release', (_, client) => {
      this.#endings.get(client)?.()
      this.#endings.delete(client)
    })
  }

  override connect = connecting(() => (this.#isMeasured ? timed(() => this.#take()) : this.#take()))

  /** A connection for whoever has the turn. */
  protected connected(): Promise<pg.PoolClient> {
    return super.connect()
  }

  /** How many connections there may be from now on. */
  protected resize(max: number): void {
    this.options.max = max
    this.#turns.places = max
  }

  async #take(): Promise<pg.PoolClient> {
    const endTurn = await this.#turns.take()
    try {
      const client = await this.connected()
      this.#endings.set(client, endTurn)
      return client
    } catch (error) {
      endTurn()
      throw error
    }
  }
}

/** The `connect` of a pool, in both of pg's forms. */
function connecting(take: () => Promise<pg.PoolClient>): pg.Pool['connect'] {
  return ((callback?: ConnectCallback) => {
    const taking = takeOnly(take)
    if (!callback) return taking
    taking.then(
      // Out of the promise, so that an exception of the callback is not swallowed.
      (client) => process.nextTick(callback, undefined, client, client.release),
      (error: Error) => process.nextTick(callback, error, undefined, () => {}),
    )
    return undefined
  }) as pg.Pool['connect']
}

async function takeOnly<T>(take: () => Promise<T>): Promise<T> {
  if (holding.getStore()?.isOver === false) {
    throw new Error('a transaction takes a second connection: its statements run in it, or before')
  }
  return take()
}

async function timed<T>(take: () => Promise<T>): Promise<T> {
  if (!connectionTaken.hasListeners) return take()
  const start = performance.now()
  const emit = (wasInTime: boolean) =>
    connectionTaken.emit({ ms: performance.now() - start, wasInTime })
  try {
    const taken = await take()
    emit(true)
    return taken
  } catch (error) {
    // Whoever has left could not wait until it was there.
    if (!(error instanceof Problem)) emit(false)
    throw error
  }
}

/** The little of a logger that this folder needs; pino fits. */
export interface Log {
  info(text: string): void
  warn(text: string): void
}
