import { createHash, randomUUID } from 'node:crypto'
import { openAsBlob, readdirSync, readFileSync } from 'node:fs'
import { rename, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { type Config, readConfig } from '../../src/config.ts'
import { connect, type Database, withBuilder } from '../../src/database/connect.ts'
import { openEmbedded } from '../../src/database/embedded.ts'
import { migrate } from '../../src/database/migrate.ts'

/** The real server that the tests run on, where one is given; else they run on PGlite. */
export const serverUrl = process.env['DATABASE_URL']

export interface TestDatabase extends Database {
  /** Address of the database, for processes; undefined on PGlite. */
  url: string | undefined
}

const silent = { info() {}, warn() {} }

/**
 * A database of its own with the whole schema and no rows, gone after `close`. On a server it is a
 * copy of a migrated template, on PGlite one in memory from a dump (0.5 s against 3 s).
 */
export async function openDatabase(config: Config = readConfig({})): Promise<TestDatabase> {
  if (serverUrl === undefined) {
    const embedded = await openEmbedded(undefined, { loadDataDir: await migratedDump() })
    return { ...withBuilder(embedded), url: undefined }
  }
  return openOnServer(await copyOf(await migratedTemplate()), config)
}

/** A database of its own without any table. */
export async function openEmptyDatabase(): Promise<TestDatabase> {
  if (serverUrl === undefined)
    return { ...withBuilder(await openEmbedded(undefined)), url: undefined }
  return openOnServer(await copyOf('template0'), readConfig({}))
}

async function openOnServer(name: string, config: Config): Promise<TestDatabase> {
  const url = urlOf(name)
  const database = await connect({ ...config, DATABASE_URL: url }, silent)
  const close = async () => {
    await database.close()
    await asAdmin((admin) => admin.query(`drop database ${name} with (force)`))
  }
  return { ...database, url, close }
}

async function copyOf(template: string): Promise<string> {
  const name = `pedido_test_${randomUUID().replaceAll('-', '')}`
  await asAdmin((admin) => admin.query(`create database ${name} template ${template}`))
  return name
}

function urlOf(name: string): string {
  const url = new URL(serverUrl ?? '')
  url.pathname = name
  return url.href
}

async function asAdmin<T>(work: (admin: Client) => Promise<T>): Promise<T> {
  const admin = new Client({ connectionString: serverUrl })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

/** Made once for each state of the migrations; test files that start together make it once. */
async function migratedTemplate(): Promise<string> {
  const name = `pedido_template_${schemaDigest()}`
  await asAdmin(async (admin) => {
    await admin.query('select pg_advisory_lock(7301948212)')
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
    if (rowCount) return
    await admin.query(`drop database if exists ${name}_new`)
    await admin.query(`create database ${name}_new template template0`)
    const database = await connect(
      { ...readConfig({}), DATABASE_URL: urlOf(`${name}_new`) },
      silent,
    )
    await migrate(database.pool)
    await database.close()
    await admin.query(`alter database ${name}_new rename to ${name}`)
  })
  return name
}

/** A dump of a migrated PGlite, kept between runs; whoever comes first makes it. */
async function migratedDump(): Promise<Blob> {
  const path = join(tmpdir(), `pedido-test-${schemaDigest()}.tar`)
  const exists = await stat(path).then(
    () => true,
    () => false,
  )
  if (!exists) {
    const embedded = await openEmbedded(undefined)
    await migrate(embedded.pool)
    const dump = await embedded.dumpDataDir()
    await embedded.close()
    const partial = `${path}.${process.pid}`
    await writeFile(partial, Buffer.from(await dump.arrayBuffer()))
    await rename(partial, path)
  }
  return openAsBlob(path)
}

/** Changes whenever a migration or PGlite does. */
function schemaDigest(): string {
  const root = new URL('../../', import.meta.url)
  const digest = createHash('sha256')
  const migrations = new URL('migrations/', root)
  for (const name of readdirSync(migrations).sort())
    digest.update(readFileSync(new URL(name, migrations)))
  digest.update(readFileSync(new URL('node_modules/@electric-sql/pglite/package.json', root)))
  return digest.digest('hex').slice(0, 16)
}
