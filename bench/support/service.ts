import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createToken } from '../../src/accounts/commands.ts'
import { newSecretKey } from '../../src/base/secret-box.ts'
import { readConfig } from '../../src/config.ts'
import { connect } from '../../src/database/connect.ts'
import { type Database, inTransaction } from '../../src/database/database.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import { startService } from '../../test/support/service.ts'
import { accountOf } from '../seed/account.ts'
import { type Seeded, type SeedOptions, seed } from '../seed/seed.ts'
import { familyCpu } from './cpu.ts'
import type { Target } from './load.ts'
import type { Server } from './server.ts'

/** A service on PostgreSQL with a filled account, and the bench's own way into its database. */
export interface Service extends Target {
  database: Database
  account_id: number
  token: string
  /** Of its process. */
  pid: number
}

const ACCOUNT = 'bench'
const SCOPES = ['*']

/** As in production, whatever this process was given; but seeded events are as old as their orders. */
export const SETTINGS = {
  LOG_LEVEL: 'info',
  EVENT_RETENTION_DAYS: '3650',
  SECRET_KEY: newSecretKey(),
  WEBHOOK_ALLOW: '127.0.0.1',
}

/** Serves an account that has been filled before. */
export function onFilled<T>(
  server: Server,
  url: string,
  use: (service: Service) => Promise<T>,
): Promise<T> {
  return onDatabase(url, async (database) => {
    const account_id = await accountOf(database.db, ACCOUNT)
    return serve(server, { url, database, account_id }, use)
  })
}

/** Serves an account with such orders, in a database of its own. */
export async function onSeeded<T>(
  server: Server,
  { workers, ...options }: Omit<SeedOptions, 'account_id'> & { workers?: number },
  use: (service: Service & { seeded: Seeded; url: string }) => Promise<T>,
): Promise<T> {
  const url = await server.createDatabase(`${options.orders}`)
  return onDatabase(url, async (database) => {
    const account_id = await accountOf(database.db, ACCOUNT)
    const seeded = await seed(database.db, { ...options, account_id, connections: 2 })
    return serve(server, { url, database, account_id, workers }, (service) =>
      use({ ...service, seeded, url }),
    )
  })
}

async function onDatabase<T>(url: string, use: (database: Database) => Promise<T>): Promise<T> {
  const silent = { info() {}, warn() {} }
  const config = { ...readConfig({ DATABASE_URL: url }), DATABASE_STATEMENT_TIMEOUT_MS: 0 }
  const database = await connect(config, silent)
  try {
    await migrate(database.pool)
    return await use(database)
  } finally {
    await database.close()
  }
}

interface Place {
  url: string
  database: Database
  account_id: number
  /** How many processes serve. */
  workers?: number | undefined
}

async function serve<T>(
  { postmaster }: Server,
  { url, database, account_id, workers = 1 }: Place,
  use: (service: Service) => Promise<T>,
): Promise<T> {
  const { db } = database
  const { id, token } = await inTransaction(db, (tx) =>
    createToken(tx, { account_id, name: 'bench', scopes: SCOPES, expires_at: null }),
  )
  const folder = await mkdtemp(join(tmpdir(), 'pedido-bench-'))
  const { address, child, stop } = await startService({
    ...SETTINGS,
    DATABASE_URL: url,
    DATA_DIR: folder,
    WORKERS: String(workers),
  })
  const cpu = () => ({
    node: familyCpu(child.pid ?? 0),
    postgres: postmaster === undefined ? undefined : familyCpu(postmaster),
  })
  try {
    return await use({ database, account_id, token, address, cpu, pid: child.pid ?? 0 })
  } finally {
    await stop('SIGTERM')
    await rm(folder, { recursive: true })
    await sql`delete from tokens where account_id = ${account_id} and id = ${id}`.execute(db)
  }
}
