#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { AccountError, createAccount, createToken, findAccount } from './accounts/commands.ts'
import { isDateTime, isTimeZone, toInstant } from './base/date-time.ts'
import { scopes } from './base/scopes.ts'
import { type Config, ConfigurationError, readConfig } from './config.ts'
import { connect } from './database/connect.ts'
import type { Database } from './database/database.ts'
import { inTransaction } from './database/database.ts'
import { DataDirInUse } from './database/embedded/data-dir-lock.ts'
import type { Log } from './database/pool.ts'
import { distribute, NotDistributable } from './database/schema/distribute.ts'
import { migrate, NewerSchemaError } from './database/schema/migrate.ts'
import { DatabaseUnavailable } from './database/server/postgres.ts'
import { openSecretBox } from './processes/secret-key.ts'
import { serve } from './processes/serve.ts'
import { NoWorker } from './processes/workers/team.ts'
import { runWorker } from './processes/workers/worker.ts'
import { ResealError, reseal } from './webhooks/reseal.ts'

const HELP = `Pedido, the self-hosted order management service.

  pedido serve                       start the service
      --workers N                    in N processes, default: the setting WORKERS
  pedido migrate                     bring the database up to date (serve does it too)
  pedido database distribute         spread a new database over a Citus cluster, by account
  pedido account create NAME         make an account; prints its id
      --time-zone ZONE               IANA name, default: the setting TIME_ZONE
  pedido token create                make a token; prints it, alone, this once
      --account ACCOUNT              name or id
      --name NAME                    what the token is for
      --scope SCOPE …                one or more of the scopes below, or '*' for all
      --expires-at TIME              RFC 3339; never unless given
  pedido webhooks reseal             encrypt their secrets with the first key of SECRET_KEY

Scopes: ${scopes.join(', ')}.
In a clone of the repository, "pedido" is "npm run --silent pedido --".
Settings are environment variables: docs/configuration.md.
`

/** A command line that can't be understood. */
class UsageError extends Error {}

async function main(words: string[]): Promise<void> {
  const [first, second] = words
  if (words.length === 0 || words.includes('--help') || first === 'help') return print(HELP)
  if (first === '--version') return print(`${version()}\n`)
  if (first === 'serve') return serveCommand(words.slice(1))
  if (first === 'worker') return runWorker()
  if (first === 'migrate') return migrateCommand(words.slice(1))
  if (first === 'database' && second === 'distribute') return distributeCommand(words.slice(2))
  if (first === 'account' && second === 'create') return accountCommand(words.slice(2))
  if (first === 'token' && second === 'create') return tokenCommand(words.slice(2))
  if (first === 'webhooks' && second === 'reseal') return resealCommand(words.slice(2))
  throw new UsageError(`There is no command "${words.slice(0, 2).join(' ')}".`)
}

async function serveCommand(words: string[]): Promise<void> {
  const { values } = parse({ args: words, options: { workers: { type: 'string' } } })
  const { workers } = values
  await serve(readConfig(undefined, workers === undefined ? {} : { WORKERS: workers }))
}

async function migrateCommand(words: string[]): Promise<void> {
  parse({ args: words, options: {} })
  const config = readConfig()
  const database = await connect(config, note)
  try {
    const applied = await migrate(database.pool)
    print(applied.length > 0 ? `Applied ${applied.join(', ')}.\n` : 'The database is up to date.\n')
  } finally {
    await database.close()
  }
}

async function distributeCommand(words: string[]): Promise<void> {
  parse({ args: words, options: {} })
  const config = readConfig()
  if (config.DATABASE_URL === undefined) {
    throw new NotDistributable(
      'The embedded database can’t be distributed: let DATABASE_URL name the coordinator of a Citus cluster.',
    )
  }
  const { tables, workers } = await onMigrated(config, ({ pool }) => distribute(pool))
  if (workers === 0) {
    note.warn('There are no workers: the coordinator keeps the shards itself (docs/scaling.md).')
  }
  print(
    tables.length > 0
      ? `Distributed by account: ${tables.join(', ')}.\n`
      : 'The database is distributed already.\n',
  )
}

async function accountCommand(words: string[]): Promise<void> {
  const { values, positionals } = parse({
    args: words,
    options: { 'time-zone': { type: 'string' } },
    allowPositionals: true,
  })
  const [name, ...more] = positionals
  if (!name || more.length > 0) throw new UsageError('Name one account: pedido account create NAME')
  const config = readConfig()
  const time_zone = values['time-zone'] ?? config.TIME_ZONE
  if (!isTimeZone(time_zone)) throw new UsageError(`"${time_zone}" is no IANA time zone.`)
  const { account_id } = await onMigrated(config, ({ db }) =>
    inTransaction(db, (tx) => createAccount(tx, { name, time_zone })),
  )
  print(`${account_id}\n`)
}

async function tokenCommand(words: string[]): Promise<void> {
  const { values, positionals } = parse({
    args: words,
    options: {
      account: { type: 'string' },
      name: { type: 'string' },
      scope: { type: 'string', multiple: true },
      'expires-at': { type: 'string' },
    },
    allowPositionals: true,
  })
  // --scope a b c: what follows a scope without a name of its own is one more scope.
  const granted = [...new Set([...(values.scope ?? []), ...positionals])]
  const { account, name, 'expires-at': expires } = values
  if (!account || !name || granted.length === 0) {
    throw new UsageError('A token needs --account, --name and at least one --scope.')
  }
  const unknown = granted.filter((one) => one !== '*' && !scopes.some((scope) => scope === one))
  if (unknown.length > 0) throw new UsageError(`There is no scope ${unknown.join(', ')}.`)
  if (expires !== undefined && !isDateTime(expires)) {
    throw new UsageError('--expires-at takes an RFC 3339 date-time such as 2027-01-01T00:00:00Z.')
  }
  const expires_at = expires === undefined ? null : toInstant(expires, 'UTC')
  const { token } = await onMigrated(readConfig(), async ({ db }) => {
    const { account_id } = await findAccount(db, account)
    return inTransaction(db, (tx) =>
      createToken(tx, { account_id, name, scopes: granted, expires_at }),
    )
  })
  print(`${token}\n`)
}

async function resealCommand(words: string[]): Promise<void> {
  parse({ args: words, options: {} })
  const config = readConfig()
  const box = await openSecretBox(config)
  if (!box) throw new ResealError('There is no key: set SECRET_KEY.')
  const resealed = await onMigrated(config, ({ db }) => reseal(db, box))
  print(`Webhooks sealed anew: ${resealed}.\n`)
}

async function onMigrated<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await connect(config, note)
  try {
    await migrate(database.pool)
    return await work(database)
  } finally {
    await database.close()
  }
}

function parse<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function version(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

function print(text: string): void {
  process.stdout.write(text)
}

/** Progress is for people and goes to stderr: stdout is for what was asked for. */
const note: Log = { info: writeLine, warn: writeLine }

function writeLine(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** What a person can put right is told in a sentence; a stack is for what is our fault. */
const sentences = [
  AccountError,
  ConfigurationError,
  DataDirInUse,
  DatabaseUnavailable,
  NewerSchemaError,
  NoWorker,
  NotDistributable,
  ResealError,
]

function explain(error: unknown): string {
  const { code, message, address, port, stack } = error as NodeJS.ErrnoException & {
    address?: string
    port?: number
  }
  if (error instanceof UsageError) return `${message}\nSee: pedido --help`
  if (sentences.some((kind) => error instanceof kind)) return message
  if (code === 'EADDRINUSE') return `${address}:${port} is in use already; choose another PORT.`
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return message
  return stack ?? String(error)
}

main(process.argv.slice(2)).catch((error: unknown) => {
  writeLine(explain(error))
  process.exitCode = 1
})
