import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { CAREFUL, type PostgresServer, query, startPostgres } from '../support/servers/postgres.ts'
import { killRunning, run, startService } from '../support/service.ts'
import { until } from '../support/workers.ts'

// Whether the service could run here, told before it does.

interface Found {
  grade: 'ok' | 'note' | 'fault'
  about: string
  text: string
  remedy?: string
}

let folder: string
/** As an operator has it: that of the other tests may lose what it has. */
let database: PostgresServer | undefined
let settings: Record<string, string>
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-doctor-'))
  database = process.env['DATABASE_URL'] ? await startPostgres(CAREFUL) : undefined
  settings = {
    DATA_DIR: join(folder, 'data'),
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    BACKUP_DIR: join(folder, 'backups'),
    ...(database?.url && { DATABASE_URL: database.url }),
  }
})
after(async () => {
  killRunning()
  await database?.close()
  await rm(folder, { recursive: true, force: true })
})

async function examine(more: Record<string, string> = {}) {
  const { code, stdout, stderr } = await run(['doctor', '--json'], { ...settings, ...more })
  assert.equal(stderr, '')
  const found = stdout
    .split('\n')
    .slice(0, -1)
    .map((line): Found => JSON.parse(line))
  const of = (about: string) => found.filter((one) => one.about === about)
  return { code, found, of }
}

test('before the first start nothing is a fault, and nothing is made', async () => {
  const { code, found, of } = await examine()
  assert.equal(code, 0)
  assert.ok(found.every(({ grade }) => grade !== 'fault'))
  assert.match(of('database')[0]?.text ?? '', database ? /^PostgreSQL 1\d/ : /^embedded; the first/)
  await assert.rejects(rm(join(folder, 'data')), /ENOENT/)
})

test('beside the service that runs, all is well once there is a backup', async () => {
  const service = await startService(settings)
  await until(async () => (await examine()).of('backups')[0]?.grade === 'ok')
  const { code, found, of } = await examine()
  assert.equal(code, 0)
  assert.deepEqual(
    found.filter(({ grade }) => grade !== 'ok'),
    [],
  )
  assert.match(of('database')[0]?.text ?? '', database ? /^PostgreSQL/ : /a service has it open/)
  assert.equal(of('schema')[0]?.text, database && 'up to date')
  await service.stop('SIGTERM')
  assert.equal((await examine()).of('schema')[0]?.text, 'up to date')
})

test('what an earlier version let others look into is told, and closed by a start', async () => {
  const data = join(folder, 'data')
  const open = ['images', 'exports', 'history'].map((name) => join(data, name))
  for (const path of open) {
    await mkdir(path, { recursive: true })
    await chmod(path, 0o755)
  }
  const token = join(data, 'admin-token')
  await writeFile(token, 'secret')
  await chmod(token, 0o644)
  // What a link leads to is not the service's to close.
  const elsewhere = join(folder, 'elsewhere')
  await mkdir(elsewhere)
  await chmod(elsewhere, 0o755)
  await rm(join(data, 'exports'), { recursive: true })
  await symlink(elsewhere, join(data, 'exports'))
  const told = (await examine()).of('DATA_DIR').filter(({ grade }) => grade === 'note')
  assert.equal(told.length, 3)
  assert.ok(told.every(({ remedy }) => remedy?.includes('chmod')))
  const service = await startService(settings)
  await service.stop('SIGTERM')
  const modes = [open[0], open[2], token, elsewhere].map(
    (path) => statSync(path ?? '').mode & 0o777,
  )
  assert.deepEqual(modes, [0o700, 0o700, 0o600, 0o755])
  assert.deepEqual(
    (await examine()).of('DATA_DIR').map(({ grade }) => grade),
    ['ok'],
  )
})

test('what would keep it from starting is a fault with what to do, and the exit code 1', async () => {
  await writeFile(join(folder, 'file'), '')
  const nobody = 'postgres://pedido:secret@127.0.0.1:9/pedido'
  const { code, found, of } = await examine({
    DATA_DIR: join(folder, 'file'),
    DATABASE_URL: nobody,
    IMAGE_STORAGE: 's3',
    S3_BUCKET: 'imagens',
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'hidden-secret',
    SECRET_KEY: '',
    ALLOW_INSECURE_SIGN_IN: 'true',
    TRUST_PROXY: '1',
  })
  assert.equal(code, 1)
  const faults = found.filter(({ grade }) => grade === 'fault')
  assert.deepEqual(
    faults.map(({ about }) => about),
    ['DATA_DIR', 'database', 'images'],
  )
  assert.ok(faults.every(({ remedy }) => remedy))
  assert.match(of('database')[0]?.text ?? '', /127\.0\.0\.1:9/)
  assert.equal(of('settings').length, 3)
  assert.ok(!JSON.stringify(found).includes('secret@'))
  assert.ok(!JSON.stringify(found).includes('hidden-secret'))
})

test('a file in the place of DATA_DIR, or of a folder above it, is told by all that look there', async () => {
  const file = join(folder, 'in-the-way')
  await writeFile(file, '')
  const told = `${file} is a file, where a folder should be: move it, or set another DATA_DIR.`
  for (const DATA_DIR of [file, join(file, 'data')]) {
    const { code, of } = await examine({ DATA_DIR, DATABASE_URL: '' })
    assert.deepEqual([code, of('DATA_DIR')[0]?.text, of('database')[0]?.text], [1, told, told])
    const status = await run(['status'], { DATA_DIR })
    assert.equal(status.code, 1)
    const inPortuguese = await run(['doctor'], { DATA_DIR, LANG: 'pt_BR.UTF-8' })
    assert.match(inPortuguese.stdout, /\nFAULT {2}DATA_DIR {4}\S+ é um arquivo, onde deveria haver/)
    assert.ok(status.stdout.includes(`FAULT  database    ${told}\n`), status.stdout)
  }
  const { code, of } = await examine({ BACKUP_DIR: file })
  assert.deepEqual([code, of('backups')[0]?.text], [1, told.replace('DATA_DIR', 'BACKUP_DIR')])
})

test('people read it in columns, the remedy below what it is for', async () => {
  const { stdout } = await run(['doctor'], { ...settings, BACKUP_DIR: join(folder, 'empty') })
  assert.match(stdout, /^ok {5}machine {5}Node\.js \d+/)
  assert.match(stdout, /\nNOTE {3}backups {5}there is none yet\n {19}→ A running service/)
})

if (process.env['DATABASE_URL']) {
  test('a server that loses what was answered is a fault, one that is set for less is told', async () => {
    const off = {
      autovacuum: 'off',
      track_counts: 'off',
      shared_buffers: '128kB',
      max_wal_size: '32MB',
    }
    // It syncs nothing, as servers of tests do.
    const server = await startPostgres(off)
    after(() => server.close())
    for (let i = 0; i < 12; i++) await query(server.url, 'checkpoint')
    const { code, of } = await examine({ DATABASE_URL: server.url })
    assert.equal(code, 1)
    const told = (about: string) => of(about).map(({ grade, text }) => `${grade} ${text}`)
    for (const [i, name] of ['fsync', 'full_page_writes', 'synchronous_commit'].entries())
      assert.match(told('durability')[i] ?? '', new RegExp(`^fault ${name} is off: `))
    for (const [i, name] of ['autovacuum', 'track_counts'].entries())
      assert.match(told('upkeep')[i] ?? '', new RegExp(`^note ${name} is off: `))
    assert.match(
      told('memory').join(),
      /^note shared_buffers is 0 MiB, and the database has \d+ MiB$/,
    )
    assert.match(
      told('checkpoints').join(),
      /^note 1\d checkpoints were forced by a full log, \d+ came/,
    )
    const { stdout } = await run(['doctor'], {
      ...settings,
      DATABASE_URL: server.url,
      LANG: 'pt_BR.UTF-8',
    })
    assert.match(stdout, /\nFAULT {2}durability {2}fsync está off: uma queda perde pedidos/)
  })
}
