import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createToken } from '../../src/accounts/commands.ts'
import { readConfig } from '../../src/config.ts'
import { connect } from '../../src/database/connect.ts'
import { type Db, inTransaction } from '../../src/database/database.ts'
import { inviteMember } from '../../src/members/commands.ts'
import { type Service, startService } from '../../test/support/service.ts'
import { accountOf } from '../seed/account.ts'
import { seed } from '../seed/seed.ts'
import { type References, referencesOf } from '../support/order.ts'
import { onServer } from '../support/server.ts'
import { SETTINGS } from '../support/service.ts'

/** An account with orders, and one person who signs in. */
export interface Account {
  token: string
  references: References
  /** Ids of its orders. */
  orders: number[]
  email: string
  password: string
}

/** A service with two accounts. */
export interface Stand {
  database: string
  address: string
  /** Of the process whose children the workers are. */
  pid: number
  quiet: Account
  noisy: Account
}

export interface Sizes {
  quiet: number
  noisy: number
}

const PASSWORD = 'quatro caixas de erva-mate'

/** Benches two workers on a server; without an address, on a throw-away one. */
export function onPostgres<T>(
  given: string | undefined,
  sizes: Sizes,
  use: (stand: Stand) => Promise<T>,
): Promise<T> {
  return onServer(given, async (server) => {
    const DATABASE_URL = await server.createDatabase('neighbours')
    return onService(server.title, { DATABASE_URL, WORKERS: '2' }, sizes, use)
  })
}

export function onEmbedded<T>(sizes: Sizes, use: (stand: Stand) => Promise<T>): Promise<T> {
  return onService('embedded', {}, sizes, use)
}

async function onService<T>(
  database: string,
  place: Record<string, string>,
  sizes: Sizes,
  use: (stand: Stand) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-bench-'))
  const settings = { ...SETTINGS, ...place, DATA_DIR: folder }
  // The first start makes the schema.
  await (await startService(settings)).stop('SIGTERM')
  const invited = await inDatabase(settings, async (db) => ({
    quiet: await fill(db, 'quiet', sizes.quiet),
    noisy: await fill(db, 'noisy', sizes.noisy),
  }))
  const service = await startService(settings)
  try {
    const { address, child } = service
    const quiet = await accepted(service, invited.quiet)
    const noisy = await accepted(service, invited.noisy)
    return await use({ database, address, pid: child.pid ?? 0, quiet, noisy })
  } finally {
    await service.stop('SIGTERM')
    await rm(folder, { recursive: true })
  }
}

async function inDatabase<T>(
  settings: Record<string, string>,
  use: (db: Db) => Promise<T>,
): Promise<T> {
  const config = { ...readConfig(settings), DATABASE_STATEMENT_TIMEOUT_MS: 0 }
  const { db, close } = await connect(config, { info() {}, warn() {} })
  try {
    return await use(db)
  } finally {
    await close()
  }
}

type Invited = Omit<Account, 'password'> & { link: string }

async function fill(db: Db, name: string, orders: number): Promise<Invited> {
  const account_id = await accountOf(db, name)
  const seeding = { account_id, orders, itemsMax: 10, events: true }
  const { records, firstOrder } = await seed(db, seeding)
  const email = `ana@${name}.example`
  return inTransaction(db, async (tx) => {
    const token = await createToken(tx, { account_id, name, scopes: ['*'], expires_at: null })
    const member = { email, name: 'Ana Souza', role: 'owner', language: 'pt-BR', id_user: null }
    const { link } = await inviteMember(tx, account_id, member)
    const ids = Array.from({ length: orders }, (_, i) => firstOrder + i)
    return { token: token.token, references: referencesOf(records), orders: ids, email, link }
  })
}

async function accepted({ address }: Service, { link, ...account }: Invited): Promise<Account> {
  const answer = await fetch(`${address}/session/link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ link, password: PASSWORD }),
  })
  if (answer.status !== 201) throw new Error(await answer.text())
  return { ...account, password: PASSWORD }
}
