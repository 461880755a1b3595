import { readdir, readFile } from 'node:fs/promises'
import type { Pool, PoolClient } from 'pg'
import { OperatorError } from '../../base/system/operator-error.ts'
import { packageFile } from '../../base/system/package.ts'
import { databaseFailure } from '../failures.ts'
import { delegateFunctions, isDistributed } from './delegate.ts'

const FOLDER = new URL('migrations/', packageFile)

/** Any number; the same in every process, so that one migrates and the others wait. */
const LOCK = 7_301_948_211

interface Migration extends AppliedMigration {
  text: string
}

/** Thrown when the database was migrated by a newer program than this one. */
export class NewerSchemaError extends OperatorError {}

/** A row of the ledger. */
export interface AppliedMigration {
  version: number
  name: string
}

/** Which migrations a database has, in their order; none where it has no ledger. */
export async function appliedMigrations(client: PoolClient): Promise<AppliedMigration[]> {
  const { rowCount } = await client.query(`select where to_regclass('migrations') is not null`)
  if (!rowCount) return []
  const { rows } = await client.query<AppliedMigration>(
    'select version, name from migrations order by version',
  )
  return rows
}

/** @throws NewerSchemaError where one of these is none of this program's */
export async function refuseNewer(applied: AppliedMigration[], what: string): Promise<void> {
  const known = new Set((await readMigrations()).map(({ version }) => version))
  const newer = applied.filter(({ version }) => !known.has(version))
  if (newer.length === 0) return
  const names = newer.map(({ name }) => name).join(', ')
  throw new NewerSchemaError(`${what} by a newer Pedido (${names}); start that one.`)
}

/**
 * Brings the database up to date: each migration in a transaction of its own together with its
 * row in the ledger. Safe when several processes start together.
 * @param through the last version to bring it to; the newest unless given
 * @returns the names of the migrations that were applied
 * @throws NewerSchemaError, OperatorError
 */
export async function migrate(pool: Pool, through = Infinity): Promise<string[]> {
  const migrations = (await readMigrations()).filter(({ version }) => version <= through)
  const client = await pool.connect()
  try {
    return await holdMigrationLock(client, () => applyMissing(client, migrations))
  } catch (error) {
    throw (await mendable(client, error)) ?? error
  } finally {
    client.release()
  }
}

/** What a person can put right so that the database is brought up to date, with what to run. */
async function mendable(client: PoolClient, error: unknown): Promise<OperatorError | undefined> {
  const failure = databaseFailure(error) ?? databaseFailure((error as Error).cause)
  if (failure?.code === '25006') {
    return new OperatorError(
      'The database takes no changes: it is a replica, or read-only. Let DATABASE_URL name the primary.',
    )
  }
  if (failure?.code === '53100') {
    return new OperatorError(
      `The disk of the database is full (${failure.message}). Make room there.`,
    )
  }
  if (failure?.message.includes('"pg_trgm" is not available')) {
    return new OperatorError(
      'This PostgreSQL does not have the extension pg_trgm, by which words are searched. Install the contrib modules of its version on its machine (Debian has them in postgresql-15, others in postgresql-contrib), on every node of a cluster.',
      { cause: error },
    )
  }
  if (failure?.code !== '42501') return undefined
  const { rows } = await client.query<{ user: string; database: string; owner: string | null }>(`
    select quote_ident(current_user) as user, quote_ident(current_database()) as database,
           (select quote_ident(tableowner) from pg_tables
             where schemaname = 'public' and tablename = 'migrations') as owner`)
  const { user, database, owner } = rows[0] as (typeof rows)[0]
  const grant = /for database|to create extension/.test(failure.message)
    ? `grant create on database ${database} to ${user};`
    : owner === null || owner === user
      ? `grant usage, create on schema public to ${user};`
      : `grant ${owner} to ${user};`
  return new OperatorError(
    `The user ${user} lacks a right in the database ${database} (${failure.message}). As an owner run there: ${grant}`,
    { cause: error },
  )
}

/** Runs `work` while no other process changes the schema. */
export async function holdMigrationLock<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query(`select pg_advisory_lock(${LOCK})`)
  try {
    return await work()
  } finally {
    await client.query(`select pg_advisory_unlock(${LOCK})`)
  }
}

async function applyMissing(client: PoolClient, migrations: Migration[]): Promise<string[]> {
  await client.query(`
    create table if not exists migrations (
      version integer primary key,
      name text not null,
      applied_at timestamptz not null default now()
    )`)
  const rows = await appliedMigrations(client)
  await refuseNewer(rows, 'The database was migrated')
  const applied = new Set(rows.map(({ version }) => version))
  const missing = migrations.filter(({ version }) => !applied.has(version))
  for (const migration of missing) await apply(client, migration)
  if (missing.length > 0 && (await isDistributed(client))) await delegateFunctions(client)
  return missing.map(({ name }) => name)
}

async function apply(client: PoolClient, { version, name, text }: Migration): Promise<void> {
  try {
    await inOneTransaction(client, async () => {
      await client.query(text)
      await client.query('insert into migrations (version, name) values ($1, $2)', [version, name])
    })
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

/** Runs `work`, which uses this client, wholly or not at all. */
export async function inOneTransaction(
  client: PoolClient,
  work: () => Promise<void>,
): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => ({
      version: Number(name.slice(0, 4)),
      name,
      text: await readFile(new URL(name, FOLDER), 'utf8'),
    })),
  )
}
