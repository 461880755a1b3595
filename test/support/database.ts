import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, readConfig } from '../../src/config.ts'
import { connect, withBuilder } from '../../src/database/connect.ts'
import type { Database } from '../../src/database/database.ts'
import { openEmbedded } from '../../src/database/embedded/embedded.ts'
import { distribute } from '../../src/database/schema/distribute.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import { databaseAt, findNodes, type Nodes, onServer } from './servers/nodes.ts'

/** The real server that the tests run on, where one is given; else they run on PGlite. */
export const serverUrl = process.env['DATABASE_URL']

export interface TestDatabase extends Database {
  /** Address of the database, for processes; undefined on PGlite. */
  url: string | undefined
}

const silent = { info() {}, warn() {} }

/**
 * A database of its own with the whole schema and no rows, gone after `close`. On a server it is a
 * copy of a migrated template, on PGlite of a prepared folder.
 * @param isDistributed false for what is about plain PostgreSQL, on a Citus cluster too
 */
export async function openDatabase(config?: Config, isDistributed = true): Promise<TestDatabase> {
  if (serverUrl === undefined) return onDisk(undefined, config?.DATABASE_STATEMENT_TIMEOUT_MS)
  const name = await copyOf(await migratedTemplate(isDistributed))
  if (isDistributed && (await serverNodes()).isCluster) await setUp(name)
  return openOnServer(name, config ?? readConfig({}))
}

/** Gives a copy of a distributed database the settings of its template, which PostgreSQL does not copy. */
async function setUp(name: string): Promise<void> {
  const url = databaseAt(serverUrl ?? '', name)
  const { pool, close } = await connect({ ...readConfig({}), DATABASE_URL: url }, silent)
  await distribute(pool)
  await close()
}

/** A database of its own without any table. */
export async function openEmptyDatabase(): Promise<TestDatabase> {
  if (serverUrl === undefined) return onDisk(await emptyFolder())
  return openOnServer(await copyOf('template0'), readConfig({}))
}

/** A database of its own of the Citus cluster in `DATABASE_URL`, without any table, and its nodes' addresses. */
export async function openEmptyCluster(): Promise<TestDatabase & { nodes: string[] }> {
  const { addresses, addExtension } = await serverNodes()
  const name = await copyOf('template0')
  await addExtension(name)
  const nodes = addresses.map((address) => databaseAt(address, name))
  return { ...(await openOnServer(name, readConfig({}))), nodes }
}

async function openOnServer(name: string, config: Config): Promise<TestDatabase> {
  const url = databaseAt(serverUrl ?? '', name)
  const database = await connect({ ...config, DATABASE_URL: url }, silent)
  const close = async () => {
    await database.close()
    await (await serverNodes()).dropDatabase(name)
  }
  return { ...database, url, close }
}

let nodes: Promise<Nodes> | undefined

function serverNodes(): Promise<Nodes> {
  nodes ??= findNodes(serverUrl ?? '')
  return nodes
}

async function copyOf(template: string): Promise<string> {
  const name = `pedido_test_${randomUUID().replaceAll('-', '')}`
  await (await serverNodes()).createDatabase(name, template)
  return name
}

/**
 * Made once for each state of the migrations; test files that start together make it once. In a
 * Citus cluster it is distributed, so that tests run on shards.
 */
async function migratedTemplate(isDistributed: boolean): Promise<string> {
  const { isCluster, createDatabase, addExtension, seal, dropDatabase } = await serverNodes()
  const onShards = isCluster && isDistributed
  const name = `pedido_template_${schemaDigest()}${onShards ? '_distributed' : ''}`
  const unfinished = `${name}_new`
  await onServer(serverUrl ?? '', async (admin) => {
    await admin.query('select pg_advisory_lock(7301948212)')
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
    if (rowCount) return
    await dropDatabase(unfinished)
    await createDatabase(unfinished, 'template0')
    if (onShards) await addExtension(unfinished)
    const url = databaseAt(serverUrl ?? '', unfinished)
    const database = await connect({ ...readConfig({}), DATABASE_URL: url }, silent)
    await migrate(database.pool)
    if (onShards) await distribute(database.pool)
    await database.close()
    await seal(unfinished, name)
  })
  return name
}

let empty: Promise<string> | undefined

/** What initdb makes, which takes it two seconds of CPU: once in a process. */
function emptyFolder(): Promise<string> {
  const make = async () => {
    // Loaded here: few tests need it.
    const { PGlite } = await import('@electric-sql/pglite')
    const { extensions } = await import('../../src/database/embedded/pglite.ts')
    const folder = await mkdtemp(join(tmpdir(), 'pedido-test-empty-'))
    const pglite = await PGlite.create(join(folder, 'database'), { extensions })
    await pglite.close()
    return folder
  }
  empty ??= make()
  return empty
}

/** A copy of a folder, or of the one that `npm install` prepares, on the disk and without syncs. */
async function onDisk(copied?: string, statementTimeoutMs = 0): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-test-database-'))
  if (copied !== undefined) await cp(copied, folder, { recursive: true })
  const opened = await openEmbedded(folder, { relaxed: true, statementTimeoutMs })
  const { close, ...database } = withBuilder(opened)
  const closeAndRemove = async () => {
    await close()
    await rm(folder, { recursive: true, force: true })
  }
  return { ...database, url: undefined, close: closeAndRemove }
}

/** Changes whenever a migration does, or how it is distributed. */
function schemaDigest(): string {
  const root = new URL('../../', import.meta.url)
  const digest = createHash('sha256')
  const migrations = new URL('migrations/', root)
  for (const name of readdirSync(migrations).sort())
    digest.update(readFileSync(new URL(name, migrations)))
  for (const name of ['delegate.ts', 'distribute.ts'])
    digest.update(readFileSync(new URL(`src/database/schema/${name}`, root)))
  return digest.digest('hex').slice(0, 16)
}
