import type { PoolClient } from 'pg'
import { OperatorError } from '../../base/system/operator-error.ts'
import { type Message, msg } from '../../texts/message.ts'
import { databaseFailure } from '../failures.ts'
import { type Functions, type Migration, readMigrations } from './migrations.ts'

// What a database has: of the migrations in the table `migrations`, as they were then, and of their
// functions in the table `function_revisions`.

/** Thrown when the database was migrated by a newer program than this one. */
export class NewerSchemaError extends OperatorError {}

/** Thrown when the database got a migration, or functions, with another text than this program has. */
export class ChangedMigrationError extends OperatorError {}

/** As backups name it. */
export interface AppliedMigration {
  version: number
  name: string
}

/** A row of the ledger. */
interface Entry extends AppliedMigration {
  checksum: string
  compatible_with: number
}

export async function createLedger(client: PoolClient): Promise<void> {
  await client.query(`
    create table if not exists migrations (
      version integer primary key,
      name text not null,
      checksum text not null,
      compatible_with integer not null,
      applied_at timestamptz not null default now()
    )`)
  await client.query(`
    create table if not exists function_revisions (
      revision integer primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
}

/** Notes a migration, in the transaction in which it is done. */
export async function noteApplied(client: PoolClient, migration: Migration): Promise<void> {
  const { version, name, checksum, compatibleWith } = migration
  await client.query(
    `insert into migrations (version, name, checksum, compatible_with) values ($1, $2, $3, $4)
       on conflict (version) do nothing`,
    [version, name, checksum, compatibleWith],
  )
}

/** Notes functions, in the transaction in which they are made. */
export async function noteRevision(client: PoolClient, functions: Functions): Promise<void> {
  const { revision, checksum } = functions
  await client.query('insert into function_revisions (revision, checksum) values ($1, $2)', [
    revision,
    checksum,
  ])
}

/**
 * Whether the database lacks this program's functions. It keeps those of a later revision: that
 * program left this one room (docs/upgrading.md).
 * @throws ChangedMigrationError
 */
export async function lacksFunctions(client: PoolClient, own: Functions): Promise<boolean> {
  const { rowCount } = await client.query(
    `select where to_regclass('function_revisions') is not null`,
  )
  if (!rowCount) return true
  const { rows } = await client.query<Pick<Functions, 'revision' | 'checksum'>>(
    'select revision, checksum from function_revisions order by revision desc limit 1',
  )
  const [newest] = rows
  if (!newest || newest.revision < own.revision) return true
  if (newest.revision === own.revision && newest.checksum !== own.checksum) throw otherText(own)
  return false
}

/** Which migrations a database has, in their order; none where it has no ledger. */
export async function appliedMigrations(client: PoolClient): Promise<AppliedMigration[]> {
  const entries = await readLedger(client)
  return entries.map(({ version, name }) => ({ version, name }))
}

async function readLedger(client: PoolClient): Promise<Entry[]> {
  const { rowCount } = await client.query(`select where to_regclass('migrations') is not null`)
  if (!rowCount) return []
  try {
    const { rows } = await client.query<Entry>(
      'select version, name, checksum, compatible_with from migrations order by version',
    )
    return rows
  } catch (error) {
    if (databaseFailure(error)?.code !== UNDEFINED_COLUMN) throw error
    throw new OperatorError(
      msg`The database was made before 1.0.0, when migrations still changed, and no release reads it. Name an empty one (DATABASE_URL or DATA_DIR). Files that the Pedido of then exports (pedido export) come in there (pedido import).`,
      { cause: error },
    )
  }
}

const UNDEFINED_COLUMN = '42703'

/**
 * Those of this program's migrations that the database lacks, in their order.
 * @throws NewerSchemaError, ChangedMigrationError
 */
export async function missingOf(client: PoolClient, migrations: Migration[]): Promise<Migration[]> {
  const entries = await readLedger(client)
  const known = new Map(migrations.map((migration) => [migration.version, migration]))
  refuseForeign(entries, known)
  for (const { version, name, checksum } of entries) {
    const own = known.get(version)
    if (own && own.checksum !== checksum) throw changed(name, own)
  }
  const applied = new Set(entries.map(({ version }) => version))
  return migrations.filter(({ version }) => !applied.has(version))
}

/** A newer program's migrations may leave this one room to serve beside it. */
function refuseForeign(entries: Entry[], known: Map<number, Migration>): void {
  const newest = Math.max(0, ...known.keys())
  const foreign = entries.filter(
    ({ version, compatible_with }) => !known.has(version) && compatible_with > newest,
  )
  if (foreign.length > 0) throw newer(msg`The database was migrated`, foreign)
}

/**
 * @param what was made with these migrations: a backup, or an account's export
 * @throws NewerSchemaError where one of them is none of this program's
 */
export async function refuseNewerArchive(
  what: Message,
  applied: AppliedMigration[],
): Promise<void> {
  const known = new Set((await readMigrations()).map(({ version }) => version))
  const foreign = applied.filter(({ version }) => !known.has(version))
  if (foreign.length > 0) throw newer(msg`The ${what} was made`, foreign)
}

/** Whether what was made with these migrations has the tables that this program's make. */
export async function isUpToDate(applied: AppliedMigration[]): Promise<boolean> {
  const known = new Set(applied.map(({ version }) => version))
  return (await readMigrations()).every(({ version }) => known.has(version))
}

function newer(what: Message, foreign: AppliedMigration[]): NewerSchemaError {
  const names = foreign.map(({ name }) => name).join(', ')
  return new NewerSchemaError(msg`${what} by a newer Pedido (${names}); start that one.`)
}

function changed(name: string, own: Migration): ChangedMigrationError {
  return new ChangedMigrationError(
    msg`The database has the migration ${name} with another text than migrations/${own.name} has here, and nothing was changed. What is released stays as it is: start the Pedido that this database was migrated by, or a later release of it. Where the file was edited, take it back (git checkout migrations) and write the change as a migration of its own (docs/upgrading.md).`,
  )
}

function otherText({ name, revision }: Functions): ChangedMigrationError {
  return new ChangedMigrationError(
    msg`The database has revision ${revision} of its functions with another text than migrations/${name} has here, and nothing was changed. Start the Pedido that this database was brought up to date by, or a later release of it. Where the file was edited, take it back (git checkout migrations): "npm run generate" writes it, with the next revision.`,
  )
}
