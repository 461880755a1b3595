import { parseArgs } from 'node:util'
import { AccountError } from '../../src/accounts/commands.ts'
import { ConfigurationError, readConfig } from '../../src/config.ts'
import { connect } from '../../src/database/connect.ts'
import type { Database } from '../../src/database/database.ts'
import { NewerSchemaError } from '../../src/database/schema/ledger.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import { DatabaseUnavailable } from '../../src/database/server/postgres.ts'
import { accountOf } from './account.ts'
import { SeedError, seed } from './seed.ts'

const HELP = `npm run seed -- --orders N [flags]: fills an account, see docs/performance.md

  --orders N            spread over the three years before --until
  --database-url URL    default: DATABASE_URL; of a superuser
  --data-dir FOLDER     in place of it: the embedded database there, its service stopped
  --account bench       name or id; made where no account has the name
  --items-min 1         items of an order, mostly few:
  --items-max 40        from so many to so many
  --events              with the event of each order's creation
  --seed 1              the same seed makes the same orders
  --until YYYY-MM-DD    default: today
  --connections 2       that load at once
  --append              into an account that has orders, too
`

const PROGRESS_MS = 5_000

const options = {
  orders: { type: 'string', default: '' },
  'database-url': { type: 'string' },
  'data-dir': { type: 'string' },
  account: { type: 'string', default: 'bench' },
  'items-min': { type: 'string', default: '1' },
  'items-max': { type: 'string', default: '40' },
  events: { type: 'boolean', default: false },
  seed: { type: 'string', default: '1' },
  until: { type: 'string', default: new Date().toISOString().slice(0, 10) },
  connections: { type: 'string', default: '2' },
  append: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

function parse() {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    throw new SeedError((error as Error).message)
  }
}

type Flags = ReturnType<typeof parse>

async function main(): Promise<void> {
  const flags = parse()
  if (flags.help) return print(HELP.trimEnd())
  const wanted = {
    orders: integer(flags, 'orders', 1, 1_000_000_000),
    itemsMin: integer(flags, 'items-min', 1, 1_000),
    itemsMax: integer(flags, 'items-max', 1, 1_000),
    seed: integer(flags, 'seed', 0, Number.MAX_SAFE_INTEGER),
    until: dateOf(flags.until),
    connections: integer(flags, 'connections', 1, 64),
    events: flags.events,
    append: flags.append,
  }
  if (wanted.itemsMin > wanted.itemsMax) throw new SeedError('--items-min is above --items-max.')
  const database = await open(flags, wanted.connections)
  try {
    await migrate(database.pool)
    const account_id = await accountOf(database.db, flags.account)
    await seed(database.db, { ...wanted, account_id, onProgress: reportTo(wanted.orders) })
    print('The database is vacuumed and analyzed.')
  } finally {
    await database.close()
  }
}

function open(flags: Flags, connections: number): Promise<Database> {
  const { 'data-dir': folder, 'database-url': url } = flags
  const given = folder
    ? { ...process.env, DATA_DIR: folder, DATABASE_URL: '' }
    : { ...process.env, ...(url && { DATABASE_URL: url }) }
  if (!folder && !given.DATABASE_URL) {
    throw new SeedError('Name the database: --database-url, DATABASE_URL or --data-dir.')
  }
  const config = {
    ...readConfig(given),
    // Two of them are for other things than loading.
    DATABASE_POOL_SIZE: connections + 2,
    // A vacuum of millions of orders takes minutes.
    DATABASE_STATEMENT_TIMEOUT_MS: 0,
  }
  return connect(config, { info: print, warn: print })
}

/** Tells now and then how far it is, and at the end how fast it went. */
function reportTo(orders: number): (done: number) => void {
  const start = performance.now()
  let lastShown = start
  return (done) => {
    const now = performance.now()
    if (done < orders && now - lastShown < PROGRESS_MS) return
    lastShown = now
    const rate = (done / (now - start)) * 1000
    const left = done < orders ? `, ${Math.ceil((orders - done) / rate)} s to go` : ''
    print(
      `${done.toLocaleString('en')} orders, ${Math.round(rate).toLocaleString('en')} a second${left}`,
    )
  }
}

function integer(
  flags: Flags,
  flag: 'orders' | 'items-min' | 'items-max' | 'seed' | 'connections',
  minimum: number,
  maximum: number,
): number {
  const value = Number(flags[flag])
  if (/^\d+$/.test(flags[flag]) && value >= minimum && value <= maximum) return value
  throw new SeedError(`--${flag} takes a whole number from ${minimum} to ${maximum}.`)
}

function dateOf(text: string): string {
  const day = new Date(`${text}T00:00:00Z`)
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && day.getUTCDate() === Number(text.slice(-2))
  if (isDay) return text
  throw new SeedError('--until takes a date such as 2026-11-21.')
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** What a person can put right is told in a sentence. */
const sentences = [
  AccountError,
  ConfigurationError,
  DatabaseUnavailable,
  NewerSchemaError,
  SeedError,
]

main().catch((error: Error) => {
  const isPlain = sentences.some((kind) => error instanceof kind)
  process.stderr.write(`${isPlain ? error.message : error.stack}\n`)
  process.exitCode = 1
})
