import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { programVersion } from '../../src/base/system/package.ts'
import { callService } from '../support/call.ts'
import { openEmptyDatabase, serverUrl } from '../support/database.ts'
import { killRunning, PEDIDO, run, start, startService } from '../support/service.ts'
import { startOnAny } from '../support/telemetry/started.ts'
import { startReceiver } from '../support/webhooks/receiver.ts'
import { livingWorkers, until } from '../support/workers.ts'

// How the service is, in one screen.

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-status-'))
})
after(async () => {
  killRunning()
  await rm(folder, { recursive: true, force: true })
})

async function statusOf(settings: Record<string, string>) {
  const { code, stdout, stderr } = await run(['status', '--json'], settings)
  assert.equal(stderr, '')
  const found = JSON.parse(stdout)
  const faults: string[] = found.faults.map(({ about }: { about: string }) => about)
  return { code, found, faults }
}

const dataDir = () => mkdtemp(join(folder, 'data-'))

describe('beside a service that runs', () => {
  let started: Awaited<ReturnType<typeof startOnAny>>
  let BACKUP_DIR: string
  before(async () => {
    BACKUP_DIR = join(folder, 'backups')
    started = await startOnAny({
      DATA_DIR: await dataDir(),
      BACKUP_DIR,
      WEBHOOK_ALLOW: '127.0.0.1',
    })
  })
  after(() => started.close())

  test('all is told, of the embedded database too, which the service has open', async () => {
    const { settings, service } = started
    await until(async () => (await statusOf(settings)).found.backup !== null)
    const { code, found, faults } = await statusOf(settings)
    assert.deepEqual([code, found.state, faults], [0, 'well', []])
    const [one, ...others] = found.services
    assert.deepEqual(others, [])
    assert.deepEqual(
      [one.version, one.pid, one.workers, one.failing_jobs],
      [programVersion(), service.child.pid, { wanted: 1, ready: 1, died: 0 }, []],
    )
    const { kind, bytes, migrations, waiting } = found.database
    assert.match(kind, serverUrl === undefined ? /^embedded$/ : /^(postgresql|citus)$/)
    assert.ok(bytes > 1_000_000)
    assert.ok(migrations.applied.length >= 2 && migrations.pending.length === 0)
    assert.deepEqual([waiting.imports, waiting.recalculations], [0, 0])
    assert.equal(found.replica, null)
    assert.deepEqual([found.backup.fault, found.backup.orders], [null, '0'])
    const { stdout } = await run(['status'], settings)
    assert.match(stdout, /^ok {5}service {5}Pedido \d.*, one process\nok {5}database {4}/)
    assert.ok(stdout.split('\n').length <= 24, 'it fits a screen')
    const inPortuguese = { ...settings, LANG: 'pt_BR.UTF-8' }
    assert.match(
      (await run(['status'], inPortuguese)).stdout,
      /, um processo\n[\s\S]* importações em andamento: 0, recálculos: 0\n[\s\S]*, íntegro, com 0 p/,
    )
    // Programs read one language.
    const forPrograms = JSON.parse((await run(['status', '--json'], inPortuguese)).stdout)
    assert.deepEqual([forPrograms.state, forPrograms.faults], ['well', []])
  })

  test('what webhooks were not sent, and since when', async () => {
    const { service, token, settings } = started
    const receiver = await startReceiver((response) => response.writeHead(500).end())
    const url = `http://127.0.0.1:${receiver.port}/`
    await callService(service, token, '/webhooks', { body: { url, types: ['product.*'] } })
    await callService(service, token, '/products', { body: { name: 'Mate' } })
    const webhooksNow = async () => (await statusOf(settings)).found.database.waiting.webhooks
    await until(async () => (await webhooksNow()).failing === 1)
    const { behind, retries, oldest_s } = await webhooksNow()
    assert.equal(behind + retries, 1)
    assert.match((await run(['status'], settings)).stdout, / 1 event to be sent, the oldest for /)
    assert.ok(oldest_s > 0)
    receiver.close()
  })

  test('a backup that is damaged, or overdue, is a fault with what to do', async () => {
    const newest = join(BACKUP_DIR, 'pedido-20990101T000000Z.zip')
    await writeFile(newest, 'PK\u0003\u0004 cut off')
    const { code, found, faults } = await statusOf(started.settings)
    assert.deepEqual([code, found.state, faults], [1, 'faulty', ['backup']])
    assert.match(found.backup.fault, /is cut off/)
    assert.match(found.faults[0].remedy, /pedido backup FILE/)
    await rm(newest)
  })

  test('health tells the version of the program', async () => {
    for (const path of ['/health/live', '/health/ready']) {
      const { body } = await callService(started.service, '', path)
      assert.deepEqual([body.release_id, body.meta.version], [programVersion(), '1.0.0'])
    }
  })
})

test('without a service the exit code is 3, and what a killed one left is cleared away', async () => {
  const { url, close } = await openEmptyDatabase()
  const DATA_DIR = await dataDir()
  const settings = { DATA_DIR, ...(url && { DATABASE_URL: url }) }
  const fresh = await statusOf(settings)
  assert.deepEqual([fresh.code, fresh.found.state, fresh.found.services], [3, 'stopped', []])
  const service = await startService(settings)
  assert.equal((await statusOf(settings)).code, 0)
  assert.equal((await readdir(join(DATA_DIR, 'services'))).length, 1)
  await service.stop('SIGKILL')
  const killed = await statusOf(settings)
  assert.deepEqual([killed.code, killed.found.services], [3, []])
  assert.equal(killed.found.database.migrations.pending.length, 0)
  assert.deepEqual(await readdir(join(DATA_DIR, 'services')), [])
  await close()
})

test('a database that does not answer is a fault', async () => {
  const DATABASE_URL = 'postgres://pedido:hidden@127.0.0.1:9/pedido'
  const { code, found, faults } = await statusOf({ DATA_DIR: await dataDir(), DATABASE_URL })
  assert.deepEqual([code, faults, found.database], [1, ['database'], null])
  assert.match(found.database_fault, /127\.0\.0\.1:9/)
  assert.ok(!JSON.stringify(found).includes('hidden'))
})

test('a service on the embedded database is not told as that of another DATABASE_URL', async () => {
  const DATA_DIR = await dataDir()
  const service = await startService({ DATA_DIR })
  const DATABASE_URL = 'postgres://pedido@127.0.0.1:9/pedido'
  const { code, found, faults } = await statusOf({ DATA_DIR, DATABASE_URL })
  assert.deepEqual([code, found.database.kind, faults], [1, 'embedded', ['database']])
  assert.match(found.faults[0].text, /DATABASE_URL of these settings names another/)
  await service.stop('SIGTERM')
})

// Windows has no such rights.
if (process.platform !== 'win32') {
  test('a database that this user may not look at is not taken for none', async () => {
    await chmod(folder, 0o755)
    const DATA_DIR = await dataDir()
    await mkdir(join(DATA_DIR, 'database'))
    const isRoot = process.getuid?.() === 0
    await chmod(DATA_DIR, isRoot ? 0o700 : 0)
    const other = isRoot ? { uid: 65_534, gid: 65_534 } : {}
    const told = /may not be used by the user \S+: give it the rights/
    for (const words of [['status'], ['doctor'], ['backup', join(folder, 'none.zip')]]) {
      const settings = { DATA_DIR }
      const ended = await start(process.execPath, [PEDIDO, ...words], settings, other).ended
      assert.deepEqual(
        [ended.code, told.test(ended.stdout + ended.stderr)],
        [1, true],
        words.join(' '),
      )
      assert.doesNotMatch(ended.stdout + ended.stderr, /first start makes|is no database/)
    }
    await chmod(DATA_DIR, 0o700)
  })
}

test('workers are counted, and a job that fails is named', async (t) => {
  if (serverUrl === undefined) return t.diagnostic('the embedded database is for one process')
  // Backups can't be made where a file is in the place of their folder.
  const BACKUP_DIR = join(folder, 'file')
  await writeFile(BACKUP_DIR, '')
  const DATA_DIR = await dataDir()
  const { service, settings, close } = await startOnAny({
    DATA_DIR,
    BACKUP_DIR,
    WORKERS: '2',
    LOG_LEVEL: 'info',
  })
  const [pid = 0] = livingWorkers(service)
  process.kill(pid, 'SIGKILL')
  const team = async () => (await statusOf({ ...settings, BACKUP_DIR: '' })).found.services[0]
  await until(async () => {
    const { workers } = await team()
    return workers.died === 1 && workers.ready === 2
  })
  assert.match((await run(['status'], settings)).stdout, /, 2 of 2 workers, 1 has died\n/)
  await until(async () => (await team()).failing_jobs.length > 0)
  const { code, faults, found } = await statusOf({ ...settings, BACKUP_DIR: '' })
  assert.deepEqual([code, faults], [1, ['jobs']])
  assert.equal(found.services[0].failing_jobs[0].name, 'make a backup')
  await close()
})
