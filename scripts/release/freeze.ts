import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { newSecretKey } from '../../src/base/secret-box.ts'
import { programVersion } from '../../src/base/system/package.ts'
import { readFunctions, readMigrations } from '../../src/database/schema/migrations.ts'
import { startPostgres } from '../../test/support/servers/postgres.ts'
import { killRunning, run, startService } from '../../test/support/service.ts'
import { packed } from '../../test/upgrade/support/folders.ts'
import { PATHS, type Release, tellsOf } from '../../test/upgrade/support/release.ts'
import { fill } from './fill.ts'

// `npm run freeze`: the fixtures of a release, in `test/releases/<version>/`: a database of this
// version, embedded and as PostgreSQL dumps it, a backup, an account's export, and what the service
// answers about it. Every later version opens them (test/upgrade). Made anew as often as one likes, until the version has its
// tag: what is released stays as it is.

const version = programVersion()
const MOST_BYTES = 2_000_000

refuseReleased()
const work = mkdtempSync(join(tmpdir(), 'pedido-freeze-'))
const made = join(work, 'made')
const secret_key = newSecretKey()
try {
  mkdirSync(made)
  const saved = join(made, 'backup.zip')
  const release = await freezeEmbedded(join(work, 'data'), saved)
  await freezePostgres(saved)
  writeFileSync(join(made, 'release.json'), `${JSON.stringify(release, null, 2)}\n`)
  const folder = fileURLToPath(new URL(`../../test/releases/${version}/`, import.meta.url))
  rmSync(folder, { recursive: true, force: true })
  cpSync(made, folder, { recursive: true })
  console.log(`Made test/releases/${version}.`)
} finally {
  killRunning()
  rmSync(work, { recursive: true, force: true })
}

function refuseReleased(): void {
  const tag = execFileSync('git', ['tag', '--list', `v${version}`], { encoding: 'utf8' })
  if (tag.trim() === '') return
  console.error(`${version} is released: v${version}. Give package.json the next version first.`)
  process.exit(1)
}

/** Fills an embedded database, and saves it while it runs and as it lies on the disk. */
async function freezeEmbedded(data: string, saved: string): Promise<Release> {
  const settings = { DATA_DIR: data, SECRET_KEY: secret_key, WEBHOOK_ALLOW: '127.0.0.1' }
  const service = await startService(settings)
  const token = service.token ?? ''
  await fill(service, token)
  const answers = Object.fromEntries(await tellsOf(service, token, PATHS))
  await runWell(['backup', saved], settings)
  const account = ['account', 'export', '--account', '1', '--with-secrets']
  await runWell([...account, join(made, 'account.zip')], settings)
  await service.stop('SIGTERM')
  const bytes = packed(data)
  if (bytes.length > MOST_BYTES) throw new Error(`embedded.tar.br has ${bytes.length} bytes`)
  writeFileSync(join(made, 'embedded.tar.br'), bytes)
  const migrations = await readMigrations()
  const checksums = migrations.map(({ name, checksum }) => [name, checksum])
  const { revision, checksum } = await readFunctions()
  const functions = { revision, checksum }
  return { token, secret_key, migrations: Object.fromEntries(checksums), functions, answers }
}

async function runWell(words: string[], settings: Record<string, string>): Promise<void> {
  const { code, stderr } = await run(words, settings)
  if (code !== 0) throw new Error(stderr)
}

/** The same rows on PostgreSQL, as statements that any connection runs. */
async function freezePostgres(saved: string): Promise<void> {
  const server = await startPostgres()
  try {
    const settings = { DATABASE_URL: server.url, DATA_DIR: join(work, 'images') }
    await runWell(['restore', saved], settings)
    const words = ['--inserts', '--rows-per-insert=500', '--no-owner', '--no-comments', server.url]
    const dump = execFileSync('pg_dump', words, { encoding: 'utf8', maxBuffer: 1e9 })
    // They are for psql.
    const text = dump.replace(/^\\(un)?restrict .*$/gm, '')
    writeFileSync(join(made, 'postgres.sql.gz'), gzipSync(text, { level: 9 }))
  } finally {
    await server.close()
  }
}
