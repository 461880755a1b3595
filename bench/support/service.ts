import { sql } from 'kysely'
import { createToken } from '../../src/accounts/commands.ts'
import { newSecretKey } from '../../src/base/secret-box.ts'
import { readConfig } from '../../src/config.ts'
import { connect } from '../../src/database/connect.ts'
import { type Db, inTransaction } from '../../src/database/database.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import { type Call, callService } from '../../test/support/call.ts'
import { startService } from '../../test/support/service.ts'
import { accountOf } from '../seed/account.ts'
import type { Records } from '../seed/records.ts'
import { type SeedOptions, seed } from '../seed/seed.ts'
import { familyCpu } from './cpu.ts'
import { type DatabaseHost, inFolder, type Settings } from './database-host.ts'
import type { Request, Target } from './load.ts'
import { type References, referencesOf } from './order.ts'

/** A running service. */
export interface Service extends Target {
  /** Of its process, whose children its workers are. */
  pid: number
  /** What tells where its database is. */
  settings: Settings
}

export interface Account {
  account_id: number
  token: string
}

export interface Seeded extends Account {
  records: Records
  /** The first record of each kind. */
  references: References
  /** Ids of the orders. */
  orders: number[]
}

type Seeding = Omit<SeedOptions, 'account_id'>

/** Of the account that a scenario measures. */
export const ACCOUNT = 'bench'

/** As in production, whatever this process was given; but seeded events are as old as their orders. */
export const SETTINGS = {
  LOG_LEVEL: 'info',
  EVENT_RETENTION_DAYS: '3650',
  SECRET_KEY: newSecretKey(),
  WEBHOOK_ALLOW: '127.0.0.1',
}

/** Opens a database past the service; an embedded one must have no service. */
export async function inDatabase<T>(settings: Settings, use: (db: Db) => Promise<T>): Promise<T> {
  const config = { ...readConfig(settings), DATABASE_STATEMENT_TIMEOUT_MS: 0 }
  const database = await connect(config, { info() {}, warn() {} })
  try {
    await migrate(database.pool)
    return await use(database.db)
  } finally {
    await database.close()
  }
}

/** Fills the account of this name, made where there is none. */
export async function fillAccount(db: Db, name: string, seeding: Seeding): Promise<Seeded> {
  const account_id = await accountOf(db, name)
  const { records, firstOrder } = await seed(db, { ...seeding, account_id })
  const orders = Array.from({ length: seeding.orders }, (_, i) => firstOrder + i)
  const { token } = await newToken(db, account_id)
  return { account_id, token, records, references: referencesOf(records), orders }
}

export function newToken(db: Db, account_id: number): Promise<{ id: number; token: string }> {
  const wanted = { account_id, name: 'bench', scopes: ['*'], expires_at: null }
  return inTransaction(db, (tx) => createToken(tx, wanted))
}

/** Starts a service on a database, and ends it. */
export async function serving<T>(
  host: Pick<DatabaseHost, 'cpu'>,
  settings: Settings,
  use: (service: Service) => Promise<T>,
): Promise<T> {
  const { address, child, stop } = await startService({ ...SETTINGS, ...settings })
  const pid = child.pid ?? 0
  const cpu = () => ({ node: familyCpu(pid), postgres: host.cpu() })
  try {
    return await use({ address, pid, cpu, settings })
  } finally {
    await stop('SIGTERM')
  }
}

/** Serves an account with such orders, in a database of its own. */
export async function onSeeded<T>(
  host: DatabaseHost,
  seeding: Seeding,
  use: (service: Service & Seeded) => Promise<T>,
  settings: Settings = {},
): Promise<T> {
  const own = await host.createDatabase()
  const connections = host.kind === 'postgres' ? 2 : 1
  const account = await inDatabase(own, (db) =>
    fillAccount(db, ACCOUNT, { ...seeding, connections }),
  )
  return serving(host, { ...own, ...settings }, (service) => use({ ...service, ...account }))
}

/** Serves the account in a database that `npm run seed` has filled, and leaves it there. */
export function onFilled<T>(
  host: DatabaseHost,
  DATABASE_URL: string,
  use: (service: Service & Account) => Promise<T>,
): Promise<T> {
  return inFolder(async (DATA_DIR) => {
    const settings = { DATABASE_URL, DATA_DIR }
    const account = await inDatabase(settings, async (db) => {
      const account_id = await accountOf(db, ACCOUNT)
      return { account_id, made: await newToken(db, account_id) }
    })
    const { account_id, made } = account
    try {
      return await serving(host, settings, (service) =>
        use({ ...service, account_id, token: made.token }),
      )
    } finally {
      await inDatabase(settings, (db) =>
        sql`delete from tokens where account_id = ${account_id} and id = ${made.id}`.execute(db),
      )
    }
  })
}

/** How many processes serve a PostgreSQL; the embedded database has one. */
export const withWorkers = ({ kind }: DatabaseHost, workers: number): Settings =>
  kind === 'postgres' ? { WORKERS: String(workers) } : {}

/** A request for the load: a POST where it has a body. */
export function requestOf(token: string, path: string, body?: object): Request {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
  if (body === undefined) return { method: 'GET', path, headers }
  return {
    method: 'POST',
    path,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}

/**
 * Asks what a scenario needs besides its load.
 * @returns the body
 * @throws Error unless the answer is a 2xx
 */
export async function ask(
  service: { address: string; token: string },
  path: string,
  call?: Call,
  // biome-ignore lint/suspicious/noExplicitAny: scenarios look into whatever comes
): Promise<any> {
  const { status, body } = await callService(service, service.token, path, call)
  if (status < 200 || status > 299) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
  return body
}
