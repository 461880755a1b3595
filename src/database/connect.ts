import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type { Config } from '../config.ts'
import type { Database, Db } from './database.ts'
import { type EmbeddedOptions, openEmbedded } from './embedded/embedded.ts'
import type { Log, OpenDatabase } from './pool.ts'
import { openReplica, type Replica } from './replica/replica.ts'
import { openPostgres, type PostgresOptions } from './server/postgres.ts'
import type { SharedColumn } from './wal-positions.ts'

type When = Pick<EmbeddedOptions, 'onCreate' | 'onFailure'> & Pick<PostgresOptions, 'stop'>

/**
 * Opens the database that the settings name: a PostgreSQL server, or the embedded one in
 * `DATA_DIR`. It runs nothing: the schema may be missing.
 * @param when what the embedded database tells, that it is new or gave up; and `stop`, after which
 *   a server is not waited for any more
 * @throws DatabaseUnavailable, DataDirInUse, StartStopped
 */
export async function connect(config: Config, log: Log, when: When = {}): Promise<Database> {
  const sessions = applicationName(randomBytes(6).toString('hex'))
  return withBuilder(await open(config, log, when, sessions), sessions)
}

/**
 * Opens the replica that the settings name; undefined where they name none.
 * @param shared where several processes note together what their tokens have written
 * @throws DatabaseUnavailable where another database is there
 */
export async function connectReplica(
  config: Config,
  primary: Database,
  log: Log,
  shared?: SharedColumn,
): Promise<Replica | undefined> {
  if (config.DATABASE_READ_URL === undefined) return undefined
  return openReplica(primary, {
    url: config.DATABASE_READ_URL,
    connections: config.DATABASE_READ_POOL_SIZE ?? config.DATABASE_POOL_SIZE,
    statementTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS,
    connectTimeoutMs: config.DATABASE_CONNECT_TIMEOUT_MS,
    maxLagMs: config.DATABASE_READ_MAX_LAG_MS,
    log,
    ...(shared ? { shared } : {}),
  })
}

/** The query builder over a pool that is open already. */
export function withBuilder(database: OpenDatabase, sessions = applicationName('')): Database {
  // The pool stays the caller's: closing it is the database's own close.
  const { pool, reader, sharedConnection } = database
  const over = (one: PostgresPool): Db =>
    new Kysely({ dialect: new PostgresDialect({ pool: one }) })
  const db = over(pool)
  const reads = reader ? over(reader) : db
  return {
    ...database,
    sessions,
    db,
    reads,
    pipelined: sharedConnection ? over(sharedConnection) : reads,
  }
}

function open(
  config: Config,
  log: Log,
  { stop, ...embedded }: When,
  sessions: string,
): Promise<OpenDatabase> {
  if (config.DATABASE_URL === undefined) {
    const statementTimeoutMs = config.DATABASE_STATEMENT_TIMEOUT_MS
    return openEmbedded(config.DATA_DIR, { log, statementTimeoutMs, ...embedded })
  }
  return openPostgres({
    url: config.DATABASE_URL,
    applicationName: sessions,
    // The others: the shared connection, and what looks whether the server is there.
    poolSize: config.DATABASE_POOL_SIZE - 2,
    statementTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS,
    idleInTransactionTimeoutMs: config.DATABASE_IDLE_TRANSACTION_TIMEOUT_MS,
    connectTimeoutMs: config.DATABASE_CONNECT_TIMEOUT_MS,
    startupWaitMs: config.DATABASE_STARTUP_WAIT_MS,
    stop,
    log,
  })
}

/** Under which PostgreSQL shows the connections of a process, by its name. */
function applicationName(name: string): string {
  return `pedido ${name}`
}
