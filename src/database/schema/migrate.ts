import type { Pool, PoolClient } from 'pg'
import { pause } from '../../base/pause.ts'
import { OperatorError } from '../../base/system/operator-error.ts'
import { msg } from '../../texts/message.ts'
import { databaseFailure } from '../failures.ts'
import { createLedger, lacksFunctions, missingOf, noteApplied, noteRevision } from './ledger.ts'
import { type Functions, type Migration, readFunctions, readMigrations } from './migrations.ts'
import { lackedRight } from './rights.ts'
import {
  accountsToBackfill,
  applyAtOnce,
  backfillBatch,
  buildIndexes,
  type LogLine,
} from './strategies.ts'

/** Any number; the same in every process, so that one migrates and the others wait. */
const LOCK = 7_301_948_211
const LOCK_PAUSE_MS = 200

/** How often a long one is logged. */
const LOG_EVERY_MS = 10_000

export interface MigrateOptions {
  /** The last version to bring the database to; the newest unless given. */
  through?: number
  /** Where the migrations are; the program's own unless given. */
  folder?: URL
  /** Leaves the backfill of rows that nothing waits for to `backfillRows`. */
  backfillsLater?: boolean
  /** Hears of what takes its time. */
  log?: LogLine
}

/**
 * Brings the database up to date, while other processes use it: each migration is carried out as it
 * says, and noted in the ledger; then come the functions. What was interrupted goes on. Safe when
 * several processes start together.
 * @returns the names of the files that were applied
 * @throws NewerSchemaError, ChangedMigrationError, OperatorError
 */
export async function migrate(pool: Pool, options: MigrateOptions = {}): Promise<string[]> {
  const { folder, log = () => {} } = options
  const own = await readOwn(folder)
  const client = await pool.connect()
  try {
    if (namesOf(await dueOf(client, own, options)).length === 0) return []
    return await holdMigrationLock(client, async () => {
      await createLedger(client)
      const due = await dueOf(client, own, options)
      for (const migration of due.migrations) {
        await naming(migration.name, () => apply(client, migration, log))
      }
      const { functions } = due
      if (functions) await naming(functions.name, () => applyFunctions(client, functions, log))
      return namesOf(due)
    })
  } catch (error) {
    throw (await mendable(client, error)) ?? error
  } finally {
    client.release()
  }
}

/**
 * The names of the files that `migrate` would apply.
 * @throws NewerSchemaError, ChangedMigrationError
 */
export async function pendingFiles(client: PoolClient): Promise<string[]> {
  return namesOf(await dueOf(client, await readOwn(), {}))
}

/** What this program brings. */
interface Own {
  migrations: Migration[]
  functions: Functions
}

const readOwn = async (folder?: URL): Promise<Own> => ({
  migrations: await readMigrations(folder),
  functions: await readFunctions(folder),
})

/** What a database is to get. */
interface Due {
  migrations: Migration[]
  /** Undefined where it has them already, and where it is to stay at a version before. */
  functions: Functions | undefined
}

async function dueOf(
  client: PoolClient,
  own: Own,
  { through = Infinity, backfillsLater = false }: MigrateOptions,
): Promise<Due> {
  const missing = await missingOf(client, own.migrations)
  const wanted = missing.filter(({ version }) => version <= through)
  const takesFunctions =
    wanted.length === missing.length && (await lacksFunctions(client, own.functions))
  return {
    migrations: backfillsLater ? withoutLastBackfills(wanted) : wanted,
    functions: takesFunctions ? own.functions : undefined,
  }
}

const namesOf = ({ migrations, functions }: Due) =>
  [...migrations, ...(functions ? [functions] : [])].map(({ name }) => name)

/** All but the backfills at the end, which no other migration builds on. */
function withoutLastBackfills(migrations: Migration[]): Migration[] {
  const last = migrations.findLastIndex(({ mode }) => mode !== 'batches')
  return migrations.slice(0, last + 1)
}

/**
 * Backfills the rows that `migrate` has left, a batch at a time, with as long a pause after each as it took.
 * @param stop ends it after the batch that runs; whoever comes next goes on
 */
export async function backfillRows(pool: Pool, stop: AbortSignal, folder?: URL): Promise<void> {
  const migrations = await readMigrations(folder)
  const onClient = async <T>(work: (client: PoolClient) => Promise<T>) => {
    const client = await pool.connect()
    try {
      return await work(client)
    } finally {
      client.release()
    }
  }
  for (;;) {
    const [next] = await onClient((client) => missingOf(client, migrations))
    if (next?.mode !== 'batches') return
    const accounts = await onClient(accountsToBackfill)
    for (;;) {
      if (stop.aborted) return
      const start = performance.now()
      const batch = await onClient((client) => backfillBatch(client, next, accounts))
      if (batch === 'done') break
      await pause(batch === 'busy' ? LOCK_PAUSE_MS : performance.now() - start, stop)
    }
  }
}

/** What a person can put right so that the database is brought up to date, with what to run. */
async function mendable(client: PoolClient, error: unknown): Promise<OperatorError | undefined> {
  const failure = databaseFailure(error) ?? databaseFailure((error as Error).cause)
  if (failure?.code === '25006') {
    return new OperatorError(
      msg`The database takes no changes: it is a replica, or read-only. Let DATABASE_URL name the primary.`,
    )
  }
  if (failure?.code === '53100') {
    return new OperatorError(
      msg`The disk of the database is full (${failure.message}). Make room there.`,
    )
  }
  if (failure?.message.includes('"pg_trgm" is not available')) {
    return new OperatorError(
      msg`This PostgreSQL does not have the extension pg_trgm, by which words are searched. Install the contrib modules of its version on its machine (Debian has them in postgresql-15, others in postgresql-contrib), on every node of a cluster.`,
      { cause: error },
    )
  }
  return lackedRight(client, error)
}

/** Runs `work` while no other process changes the schema. */
export async function holdMigrationLock<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  // Not by waiting in the database: an index is built once all who have asked it for something before
  // have their answer, so the one who builds would wait for him who waits for it.
  while (!(await tryLock(client))) await pause(LOCK_PAUSE_MS)
  try {
    return await work()
  } finally {
    await client.query(`select pg_advisory_unlock(${LOCK})`)
  }
}

async function tryLock(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>(
    `select pg_try_advisory_lock(${LOCK}) as mine`,
  )
  return rows[0]?.mine ?? false
}

async function naming(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

function applyFunctions(client: PoolClient, functions: Functions, log: LogLine): Promise<void> {
  return applyAtOnce(client, functions, () => noteRevision(client, functions), log)
}

async function apply(client: PoolClient, migration: Migration, log: LogLine): Promise<void> {
  if (migration.mode === 'transaction') {
    return applyAtOnce(client, migration, () => noteApplied(client, migration), log)
  }
  if (migration.mode === 'batches') return backfillAll(client, migration, log)
  return unhurried(client, () => buildIndexes(client, migration, log))
}

/**
 * Without the limits that requests have: an index of millions of rows takes minutes, and waits for
 * transactions to end. A server ends what it does for a program that was killed, where it can look.
 */
async function unhurried(client: PoolClient, work: () => Promise<void>): Promise<void> {
  await client.query('set statement_timeout = 0')
  await client.query(`set client_connection_check_interval = '1s'`).catch(() => {})
  try {
    await work()
  } finally {
    await client.query('reset statement_timeout')
    await client.query('reset client_connection_check_interval').catch(() => {})
  }
}

async function backfillAll(client: PoolClient, migration: Migration, log: LogLine): Promise<void> {
  let rows = 0
  let loggedAt = performance.now()
  const accounts = await accountsToBackfill(client)
  for (;;) {
    const start = performance.now()
    const batch = await backfillBatch(client, migration, accounts)
    if (batch === 'done') return
    if (batch !== 'busy') rows += batch
    if (performance.now() - loggedAt > LOG_EVERY_MS) {
      loggedAt = performance.now()
      log(`${migration.name}: ${rows} rows so far.`)
    }
    await pause(batch === 'busy' ? LOCK_PAUSE_MS : performance.now() - start)
  }
}
