import type { PostgresPool } from 'kysely'
import type pg from 'pg'

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

/** The little of a logger that this folder needs; pino fits. */
export interface Log {
  info(text: string): void
  warn(text: string): void
}
