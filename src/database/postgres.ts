import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { Log, OpenDatabase } from './pool.ts'
import { PreparedClient } from './prepared.ts'
import { openReadLane } from './read-lane.ts'

export interface PostgresOptions {
  url: string
  poolSize: number
  statementTimeoutMs: number
  idleInTransactionTimeoutMs: number
  /** For connecting, and for waiting for a free connection. */
  connectTimeoutMs: number
  /** How long a start waits for a server that is not there yet. */
  startupWaitMs: number
  log: Log
}

/** The database can't be used. The message says why and what to do, and holds no password. */
export class DatabaseUnavailable extends Error {}

const OLDEST_VERSION = 150000
const PAUSE_MS = 500
/** Prepared statements go with their connection, so idle ones are kept for a while. */
const IDLE_TIMEOUT_MS = 300_000

/**
 * Connects to a PostgreSQL server, waiting up to `startupWaitMs` for it to come up.
 * @throws DatabaseUnavailable
 */
export async function openPostgres(options: PostgresOptions): Promise<OpenDatabase> {
  const connection = {
    connectionString: options.url,
    connectionTimeoutMillis: options.connectTimeoutMs,
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs,
    application_name: 'pedido',
    keepAlive: true,
  }
  const pool = new pg.Pool({
    ...connection,
    Client: PreparedClient as new () => pg.ClientBase,
    max: options.poolSize,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
  })
  const readLane = openReadLane(() => new PreparedClient({ ...connection, pipeline: true }))
  // Without a listener an idle connection that the server ends would take the process down.
  pool.on('error', (error) => options.log.warn(`PostgreSQL closed a connection: ${error.message}`))
  let closing: Promise<void> | undefined
  try {
    await waitForDatabase(pool, options)
  } catch (error) {
    await pool.end()
    throw error
  }
  const close = async () => {
    await Promise.all([pool.end(), readLane.end()])
  }
  return { pool, readLane, close: () => (closing ??= close()) }
}

async function waitForDatabase(pool: pg.Pool, options: PostgresOptions): Promise<void> {
  const deadline = performance.now() + options.startupWaitMs
  let told = ''
  for (;;) {
    try {
      return await checkVersion(pool)
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error
      const { reason, waitingHelps } = explain(error as DriverError)
      const problem = `PostgreSQL at ${target(options.url)}: ${reason}`
      if (!waitingHelps) throw new DatabaseUnavailable(problem)
      if (performance.now() + PAUSE_MS > deadline) {
        throw new DatabaseUnavailable(`${problem} Gave up after ${options.startupWaitMs} ms.`)
      }
      if (problem !== told) options.log.warn(`${problem} Waiting for it.`)
      told = problem
      await setTimeout(PAUSE_MS)
    }
  }
}

async function checkVersion(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ number: string; name: string }>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as name`,
  )
  if (Number(rows[0]?.number) < OLDEST_VERSION) {
    throw new DatabaseUnavailable(`PostgreSQL 15 or newer is needed; this is ${rows[0]?.name}.`)
  }
}

interface DriverError extends Error {
  code?: string
}

/** Failures that pass when the server, its network or its name come up; any other is final. */
const PASSING: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there (connection refused).',
  ECONNRESET: 'the connection was reset.',
  EPIPE: 'the connection was reset.',
  ETIMEDOUT: 'no answer.',
  EHOSTUNREACH: 'the host can’t be reached.',
  ENETUNREACH: 'the network can’t be reached.',
  ENOENT: 'there is no such socket.',
  // In a container network a name exists once its container runs.
  ENOTFOUND: 'the host name is unknown.',
  EAI_AGAIN: 'the host name can’t be looked up.',
  '57P01': 'the server is shutting down.',
  '57P02': 'the server crashed and restarts.',
  '57P03': 'the server is starting up.',
  '53300': 'the server has no connection left.',
}

const FINAL: Record<string, string> = {
  '28P01': 'wrong user or password. Correct DATABASE_URL.',
  '28000': 'the server does not let this user in (see its pg_hba.conf). Correct DATABASE_URL.',
  '3D000': 'the database does not exist. Create it (createdb), or correct DATABASE_URL.',
  '42501': 'the user may not connect to this database. Grant CONNECT.',
}

function explain({ code = '', message }: DriverError): { reason: string; waitingHelps: boolean } {
  const passing = PASSING[code]
  if (passing) return { reason: passing, waitingHelps: true }
  if (/timeout|Connection terminated/i.test(message))
    return { reason: 'no answer.', waitingHelps: true }
  const final = FINAL[code]
  if (final) return { reason: final, waitingHelps: false }
  if (message.includes('client password must be a string')) {
    return { reason: 'a password is needed. Add it to DATABASE_URL.', waitingHelps: false }
  }
  return { reason: `${message}${code && ` (${code})`}.`, waitingHelps: false }
}

/** Host, port and database of an address, for messages: user and password stay out. */
function target(url: string): string {
  if (!URL.canParse(url)) return 'DATABASE_URL'
  const { hostname, port, pathname, searchParams } = new URL(url)
  return `${hostname || searchParams.get('host') || 'localhost'}:${port || 5432}${pathname}`
}
