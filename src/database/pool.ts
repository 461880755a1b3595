import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import { connectionTaken } from '../base/telemetry/topics.ts'

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

/** The `connect` of a pool, in both of pg's forms, which emits how long it took. */
export function connecting(take: () => Promise<pg.PoolClient>): pg.Pool['connect'] {
  return ((callback?: ConnectCallback) => {
    const taking = takeTimed(take)
    if (!callback) return taking
    taking.then(
      // Out of the promise, so that an exception of the callback is not swallowed.
      (client) => process.nextTick(callback, undefined, client, client.release),
      (error: Error) => process.nextTick(callback, error, undefined, () => {}),
    )
    return undefined
  }) as pg.Pool['connect']
}

async function takeTimed<T>(take: () => Promise<T>): Promise<T> {
  if (holding.getStore()?.isOver === false) {
    throw new Error('a transaction takes a second connection: its statements run in it, or before')
  }
  if (!connectionTaken.hasListeners) return take()
  const start = performance.now()
  let wasInTime = false
  try {
    const taken = await take()
    wasInTime = true
    return taken
  } finally {
    connectionTaken.emit({ ms: performance.now() - start, wasInTime })
  }
}

/** The little of a logger that this folder needs; pino fits. */
export interface Log {
  info(text: string): void
  warn(text: string): void
}
