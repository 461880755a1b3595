import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { msg } from '../../texts/message.ts'
import type { Database, Db, Reader } from '../database.ts'
import { CANCELLED, databaseFailure, isConnectionLost } from '../failures.ts'
import { FairPool, type Log } from '../pool.ts'
import { target } from '../server/connect-errors.ts'
import { DatabaseUnavailable, IDLE_TIMEOUT_MS } from '../server/postgres.ts'
import { asPool, openSharedConnection } from '../server/shared-connection.ts'
import { type SharedColumn, type WalPosition, WrittenPositions } from '../wal-positions.ts'
import { replicaClients } from './clients.ts'
import { type Ask, Follower } from './follower.ts'
import { type ReplicaState, reasons } from './state.ts'

export interface ReplicaOptions {
  url: string
  /** At most so many, and at least three. */
  connections: number
  statementTimeoutMs: number
  /** For connecting, and for waiting for a free connection. */
  connectTimeoutMs: number
  /** What is further behind is not used. */
  maxLagMs: number
  /** Where the workers of one service tell each other up to where tokens have written. */
  shared?: SharedColumn
  log: Log
}

/** A streaming replica of the primary, for reads. */
export interface Replica {
  readonly state: ReplicaState
  /** How far it was behind when it was last looked at; undefined where that is not known. */
  readonly lagMs: number | undefined
  /** Like the primary's; what the replica can't answer, the primary does. Single statements only. */
  db: Reader
  pipelined: Reader
  /** Up to where each token has written. */
  written: WrittenPositions
  /** True where what is read holds everything up to the position. */
  covers(position: WalPosition): boolean | Promise<boolean>
  /** Where the primary's log ends now; everything that was committed before is within. */
  logEnd(): Promise<WalPosition>
  close(): Promise<void>
}

/** On a replica only a change of a table that is being replayed holds readers up. */
const LOCK_TIMEOUT_MS = 1000

/**
 * Opens a replica of the database. It need not be there: it is looked for until it comes.
 * @throws DatabaseUnavailable where another database is there, or where the primary has Citus
 */
export async function openReplica(primary: Database, options: ReplicaOptions): Promise<Replica> {
  const connection = {
    connectionString: options.url,
    connectionTimeoutMillis: options.connectTimeoutMs,
    statement_timeout: options.statementTimeoutMs,
    lock_timeout: LOCK_TIMEOUT_MS,
    application_name: 'pedido',
    keepAlive: true,
  }
  const primaryShared = primary.sharedConnection ?? primary.pool
  const askPrimary = askOn(primaryShared)
  await refuseCitus(askPrimary)
  const clients = replicaClients(
    () => follower.server,
    () => follower.alarm('not_a_replica'),
  )
  const { Client } = clients
  const pool = new FairPool(
    {
      ...connection,
      Client: Client as new () => pg.ClientBase,
      // The link that looks at it and the shared connection are the other two.
      max: options.connections - 2,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
    },
    false,
  )
  pool.on('error', () => follower.lookNow())
  const onPool = queryOn(pool)
  const sharedConnection = openSharedConnection(
    () => new Client({ ...connection, pipeline: true }),
    onPool,
    {
      get isDown() {
        return follower.state !== 'used'
      },
      add: () => {},
    },
  )
  const written = new WrittenPositions(options.shared)
  const follower: Follower = new Follower({
    name: target(options.url),
    maxLagMs: options.maxLagMs,
    askPrimary,
    createClient: () => clients.createLink({ ...connection, pipeline: true }),
    cut: clients.cut,
    written,
    log: options.log,
  })
  const close = async () => {
    await follower.close()
    await Promise.all([pool.end(), sharedConnection.end()])
    written.close()
  }
  await follower.start()
  if (follower.state === 'other_database') {
    await close()
    throw new DatabaseUnavailable(
      msg`DATABASE_READ_URL, ${target(options.url)}: ${reasons.other_database}. Correct or unset it.`,
    )
  }
  return {
    get state() {
      return follower.state
    },
    get lagMs() {
      return follower.lagMs
    },
    db: readsOn(follower, onPool, queryOn(primary.reader ?? primary.pool)),
    pipelined: readsOn(follower, queryOn(sharedConnection), queryOn(primaryShared)),
    written,
    covers: (position) => follower.covers(position),
    logEnd: () => follower.logEnd(),
    close,
  }
}

/** There each node has a log of its own, and one position says nothing of the others. */
async function refuseCitus(ask: Ask): Promise<void> {
  const found = await ask('select from pg_extension where extname = $1', ['citus'])
  if (found.length === 0) return
  throw new DatabaseUnavailable(msg`DATABASE_READ_URL can’t be used with Citus. Unset it.`)
}

type Query = (text: string, parameters: unknown[]) => Promise<{ rows: unknown[] }>

/** Single statements on any connection of a pool, or on the one that all share. */
function queryOn(pool: pg.Pool | PostgresPool): Query {
  if (pool instanceof pg.Pool) return (text, parameters) => pool.query(text, parameters)
  return async (text, parameters) => {
    const client = await pool.connect()
    return client.query(text, parameters) as unknown as ReturnType<Query>
  }
}

function askOn(pool: pg.Pool | PostgresPool): Ask {
  const query = queryOn(pool)
  return async <Row>(text: string, parameters: unknown[]) =>
    (await query(text, parameters)).rows as Row[]
}

/** Statements that go to the replica while it is used, and wherever that fails to the primary. */
function readsOn(follower: Follower, replica: Query, primary: Query): Db {
  const query: Query = async (text, parameters) => {
    if (parameters.length === 0 && !/^\s*select\b/i.test(text))
      throw new Error('a replica takes single statements only')
    if (follower.state === 'used') {
      try {
        const result = await replica(text, parameters)
        if (follower.state === 'used') return result
      } catch (error) {
        // What took too long here would take too long there.
        if (databaseFailure(error)?.code === CANCELLED) throw error
        if (!databaseFailure(error) || isConnectionLost(error)) follower.lookNow()
      }
    }
    return primary(text, parameters)
  }
  return new Kysely({ dialect: new PostgresDialect({ pool: asPool(query) }) })
}
