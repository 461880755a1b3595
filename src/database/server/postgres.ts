import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { OperatorError } from '../../base/system/operator-error.ts'
import { msg } from '../../texts/message.ts'
import type { Log, OpenDatabase } from '../pool.ts'
import { PreparedClient } from '../prepared.ts'
import { connectFailure, target } from './connect-errors.ts'
import { ServerPool } from './pool.ts'
import { asPool, openSharedConnection, readerOf } from './shared-connection.ts'
import { ServerWatch } from './watch.ts'

export interface PostgresOptions {
  url: string
  /** As `pg_stat_activity` shows it. */
  applicationName: string
  poolSize: number
  statementTimeoutMs: number
  idleInTransactionTimeoutMs: number
  /** For connecting, and for waiting for a free connection. */
  connectTimeoutMs: number
  /** How long a start waits for a server that is not there yet. */
  startupWaitMs: number
  /** Nobody waits for the server any more once it resolves. */
  stop?: Promise<unknown> | undefined
  log: Log
}

/** The database can't be used. The message says why and what to do, and holds no password. */
export class DatabaseUnavailable extends OperatorError {}

/** The service was told to stop before its database was there. */
export class StartStopped extends Error {}

const OLDEST_VERSION = 150000
const PAUSE_MS = 500
/** After it the kernel asks the other end of an idle connection whether it is there. */
const KEEP_ALIVE_MS = 10_000
/** Prepared statements go with their connection, so idle ones are kept for a while. */
export const IDLE_TIMEOUT_MS = 300_000

/**
 * Connects to a PostgreSQL server, waiting up to `startupWaitMs` for it to come up.
 * @throws DatabaseUnavailable, StartStopped
 */
export async function openPostgres(options: PostgresOptions): Promise<OpenDatabase> {
  const connection = {
    connectionString: withoutName(options.url),
    connectionTimeoutMillis: options.connectTimeoutMs,
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs,
    application_name: options.applicationName,
    keepAlive: true,
    pipeline: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  }
  const isCluster = await waitForDatabase(connection, options)
  const name = `PostgreSQL at ${target(options.url)}`
  const watch = new ServerWatch({
    createClient: () => new PreparedClient(connection),
    name,
    confirmationMs: options.statementTimeoutMs,
    log: options.log,
  })
  const pool = new ServerPool(
    {
      ...connection,
      Client: PreparedClient as new () => pg.ClientBase,
      max: options.poolSize,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
    },
    watch,
  )
  const shared = { ...connection, statement_timeout: sharedTimeout(options) }
  const readOnPool = readerOf(pool)
  const sharedConnection = openSharedConnection(() => new PreparedClient(shared), readOnPool, watch)
  let closing: Promise<void> | undefined
  const close = async () => {
    watch.close()
    await Promise.all([pool.end(), sharedConnection.end()])
  }
  return {
    pool,
    reader: asPool(readOnPool),
    sharedConnection,
    isCluster,
    close: () => (closing ??= close()),
  }
}

/** pg would prefer the address's name to ours, by which the processes know each other's sessions. */
const withoutName = (url: string) => url.replace(/([?&])application_name=[^&]*&?/g, '$1')

/** What takes longer there holds up all reads behind it, and is asked again on the pool. */
const SHARED_TIMEOUT_MS = 1000

const sharedTimeout = ({ statementTimeoutMs }: PostgresOptions) =>
  Math.min(statementTimeoutMs, SHARED_TIMEOUT_MS)

/** @returns whether it is the coordinator of a Citus cluster */
async function waitForDatabase(
  connection: pg.ClientConfig,
  options: PostgresOptions,
): Promise<boolean> {
  const deadline = performance.now() + options.startupWaitMs
  const stopped = options.stop?.then(() => true)
  let lastLogged = ''
  for (;;) {
    try {
      return await checkServer(connection)
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error
      const { reason, waitingHelps } = connectFailure(error, options.url)
      const problem = msg`PostgreSQL at ${target(options.url)}: ${reason}`
      if (!waitingHelps) throw new DatabaseUnavailable(problem)
      if (performance.now() + PAUSE_MS > deadline) {
        throw new DatabaseUnavailable(msg`${problem} Gave up after ${options.startupWaitMs} ms.`)
      }
      const waiting = `${problem} Waiting for it.`
      if (waiting !== lastLogged) options.log.warn(waiting)
      lastLogged = waiting
      const pause = setTimeout(PAUSE_MS, false)
      if (await Promise.race(stopped ? [stopped, pause] : [pause])) throw new StartStopped()
    }
  }
}

async function checkServer(connection: pg.ClientConfig): Promise<boolean> {
  const client = new PreparedClient(connection)
  try {
    await client.connect()
    const { rows } = await client.query<{ number: string; name: string; citus: boolean }>(
      `select current_setting('server_version_num') as number, current_setting('server_version') as name,
              to_regclass('pg_dist_node') is not null as citus`,
    )
    if (Number(rows[0]?.number) < OLDEST_VERSION) {
      throw new DatabaseUnavailable(
        msg`PostgreSQL 15 or newer is needed; this is ${rows[0]?.name}.`,
      )
    }
    return rows[0]?.citus ?? false
  } finally {
    client.end().catch(() => {})
  }
}
