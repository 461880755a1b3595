import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { query, startPostgres } from '../support/servers/postgres.ts'
import { type Ended, killRunning, pedido, run, startService } from '../support/service.ts'
import { assertRestored, Load } from './load.ts'

// Backups under load, while the service and the backup itself are killed with -9 at any moment.

after(() => killRunning())

const backup = (file: string, settings: Record<string, string>) =>
  pedido(['backup', file], settings)

function assertDone(ended: Ended): void {
  assert.equal(ended.code, 0, ended.stderr)
}

test('embedded: backups while the service and they themselves are killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-backup-'))
  const settings = { DATA_DIR: join(folder, 'data') }
  const service = await startService(settings)
  const load = new Load(service, service.token ?? '', settings)
  await load.start()

  // The backup is killed: nothing is where its file would be, and the next one clears away its rest.
  const killed = backup(join(folder, 'killed.zip'), settings)
  await load.more()
  await setTimeout(randomInt(2000))
  killed.child.kill('SIGKILL')
  await killed.ended

  // The service is killed while its files are copied, or a little later.
  const file = join(folder, 'saved.zip')
  const before = new Map(load.created)
  const saving = backup(file, settings)
  await setTimeout(randomInt(1000))
  await load.killAndRestart()
  assertDone(await saving.ended)
  await load.more()
  await load.end()
  const rest = (await readdir(folder)).filter((name) => name.startsWith('.pedido-scratch'))
  assert.deepEqual(rest, [])

  // The restore is killed: there is no database, and it can be done again.
  const restored = { DATA_DIR: join(folder, 'restored') }
  const halfway = pedido(['restore', file], restored)
  await setTimeout(randomInt(2000))
  halfway.child.kill('SIGKILL')
  const { code } = await halfway.ended
  if (code !== 0) assertDone(await run(['restore', file], restored))
  await assertRestored(restored, before)
  const again = await run(['restore', file], restored)
  assert.equal(again.code, 1)
  assert.match(again.stderr, /There is a database in .*restored already\. Nothing was changed/)
  await rm(folder, { recursive: true })
})

test('PostgreSQL: a backup while the service is killed, restored into the embedded database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-backup-'))
  const postgres = await startPostgres({ synchronous_commit: 'on' })
  const settings = { DATA_DIR: join(folder, 'data'), DATABASE_URL: postgres.url }
  assertDone(await run(['account', 'create', 'Aurora'], settings))
  const words = ['token', 'create', '--account', 'Aurora', '--name', 'test', '--scope', '*']
  const { stdout: token } = await run(words, settings)
  const service = await startService(settings)
  const load = new Load(service, token.trim(), settings)
  await load.start()

  // The backup's connection is ended: it says so, and leaves nothing.
  const cut = backup(join(folder, 'cut.zip'), settings)
  const backend = `from pg_stat_activity where xact_start is not null and query ilike '%pedido_rows%' and pid <> pg_backend_pid()`
  while ((await query(postgres.url, `select pg_terminate_backend(pid) ${backend}`)).length === 0) {
    if (cut.child.exitCode !== null) break
  }
  const ended = await cut.ended
  if (ended.code !== 0) {
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.startsWith('cut.zip')),
      [],
    )
  }

  const file = join(folder, 'saved.zip')
  const before = new Map(load.created)
  const saving = backup(file, settings)
  await setTimeout(randomInt(1000))
  await load.killAndRestart()
  assertDone(await saving.ended)
  await load.more()
  await load.end()
  assertDone(await run(['backup', 'verify', file]))
  const restored = { DATA_DIR: join(folder, 'restored') }
  assertDone(await run(['restore', file], restored))
  await assertRestored(restored, before)
  await postgres.close()
  await rm(folder, { recursive: true })
})
