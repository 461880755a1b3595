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

/** Takes a connection of a pool, and tells how long that took. */
export async function takeTimed<T>(take: () => Promise<T>): Promise<T> {
  if (!connectionTaken.isHeard) return take()
  const start = performance.now()
  let wasInTime = false
  try {
    const taken = await take()
    wasInTime = true
    return taken
  } finally {
    connectionTaken.tell({ ms: performance.now() - start, wasInTime })
  }
}

/** The little of a logger that this folder needs; pino fits. */
export interface Log {
  info(text: string): void
  warn(text: string): void
}
