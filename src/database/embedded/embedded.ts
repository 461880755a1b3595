import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { FairPool, type Log, type OpenDatabase } from '../pool.ts'
import { PreparedClient } from '../prepared.ts'
import { Backend } from './backend.ts'
import {
  explainingFiles,
  hasDatabase,
  markMade,
  prepareDataDir,
  refuseLostDatabase,
} from './data-dir.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { createConnector } from './stream.ts'
import { createDirectory } from './template.ts'
import { startUpkeep } from './upkeep.ts'

export interface EmbeddedOptions {
  /** No syncs: a power cut may lose or break the database. For tests and scratch databases. */
  relaxed?: boolean
  /** No vacuum and no checkpoints from time to time. For a database that one job opens for itself. */
  withoutUpkeep?: boolean
  /** A statement that takes longer is cancelled; 0 or none: it takes as long as it takes. */
  statementTimeoutMs?: number
  log?: Log
  /** A new database is made, which takes seconds: this folder may be used, and no other process has it. */
  onCreate?: () => void
  /** PostgreSQL panicked (disk full or broken) or its thread broke: every query fails until the process restarts. */
  onFailure?: (error: Error) => void
}

/**
 * A request that waits longer for the one connection fails, or so much longer than a statement may
 * take; so does a transaction that waits for itself.
 */
const ACQUIRE_TIMEOUT_MS = 15_000
const BESIDE_A_STATEMENT_MS = 5_000

const silent: Log = { info() {}, warn() {} }

/**
 * Opens PostgreSQL in a thread of this process (PGlite), behind the `pg` driver. Its files are in
 * `dataDir/database`, made at the first start; each commit is synced to disk. Without `dataDir` it
 * is in memory and gone at `close`.
 * @throws DataDirInUse when another process has the folder
 */
export async function openEmbedded(
  dataDir: string | undefined,
  options: EmbeddedOptions = {},
): Promise<OpenDatabase> {
  if (dataDir === undefined) return serve(await Backend.open(undefined, options), options)
  prepareDataDir(dataDir)
  const lock = await lockDataDir(dataDir)
  try {
    const backend = await onDisk(dataDir, options)
    return serve(backend, options, dataDir, () => lock.release())
  } catch (error) {
    lock.release()
    throw error
  }
}

async function onDisk(dataDir: string, options: EmbeddedOptions): Promise<Backend> {
  const directory = join(dataDir, 'database')
  const sync = !options.relaxed
  if (!hasDatabase(dataDir)) {
    refuseLostDatabase(dataDir)
    options.onCreate?.()
    rmSync(directory, { recursive: true, force: true })
    await createDirectory(directory, sync, initialise)
  }
  markMade(dataDir)
  return explainingFiles(directory, () => Backend.open({ directory, sync }, options))
}

/** Without the databases that others would be copied from: half of all files. */
async function initialise(directory: string): Promise<void> {
  const backend = await Backend.open({ directory, sync: false })
  const { pool, close } = serve(backend, { withoutUpkeep: true })
  try {
    await pool.query(`update pg_database set datistemplate = false where datistemplate`)
    for (const name of ['template0', 'template1']) await pool.query(`drop database ${name}`)
  } finally {
    await close()
  }
}

function serve(
  backend: Backend,
  options: EmbeddedOptions,
  dataDir?: string,
  release = () => {},
): OpenDatabase {
  const log = options.log ?? silent
  const connector = createConnector(backend)
  const pool = new FairPool({
    Client: PreparedClient as new () => pg.ClientBase,
    stream: connector.connect,
    // Said here, or pg takes them from PGUSER, PGSSLMODE and the like.
    user: 'postgres',
    database: 'postgres',
    host: 'embedded',
    password: '',
    ssl: false,
    application_name: 'pedido',
    max: 1,
    accountsRest: true,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: Math.max(
      ACQUIRE_TIMEOUT_MS,
      (options.statementTimeoutMs ?? 0) + BESIDE_A_STATEMENT_MS,
    ),
  })
  pool.on('error', (error) =>
    log.warn(`The embedded database closed a connection: ${error.message}`),
  )
  const upkeep = options.withoutUpkeep
    ? undefined
    : startUpkeep(pool, log, connector.messages, dataDir)
  let closing: Promise<void> | undefined
  const close = async () => {
    await upkeep?.stop()
    await pool.end()
    await backend.close()
    release()
  }
  return {
    pool,
    isEmbedded: true,
    close: () => (closing ??= close()),
  }
}
