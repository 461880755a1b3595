import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { latestDue } from '../../src/processes/backups/schedule.ts'
import { openDatabase } from '../support/database.ts'
import { killRunning, run, startService } from '../support/service.ts'

after(() => killRunning())

test('a backup is due at the latest of its times that has passed, in the time zone', () => {
  const due = (now: string, times: string[], zone = 'America/Sao_Paulo') =>
    new Date(latestDue(times, zone, Date.parse(now))).toISOString()
  assert.equal(due('2026-11-22T05:29:59Z', ['02:30']), '2026-11-21T05:30:00.000Z')
  assert.equal(due('2026-11-22T05:30:00Z', ['02:30']), '2026-11-22T05:30:00.000Z')
  assert.equal(due('2026-11-22T20:00:00Z', ['14:00', '02:30']), '2026-11-22T17:00:00.000Z')
  assert.equal(due('2026-11-22T00:10:00Z', ['23:59'], 'UTC'), '2026-11-21T23:59:00.000Z')
})

test('a backup that is due is made by the service itself, and the oldest go', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-schedule-'))
  const BACKUP_DIR = join(folder, 'backups')
  await mkdir(BACKUP_DIR)
  const old = ['pedido-20200101T000000Z.zip', 'pedido-20200102T000000Z.zip']
  const others = ['my-own.zip']
  for (const name of [...old, ...others]) await writeFile(join(BACKUP_DIR, name), '')
  const database = await openDatabase(undefined, false)
  const settings = {
    DATA_DIR: join(folder, 'data'),
    BACKUP_DIR,
    BACKUP_KEEP: '2',
    ...(database.url === undefined ? {} : { DATABASE_URL: database.url }),
  }
  const service = await startService(settings)
  // The oldest goes when the new one is whole.
  let names = await readdir(BACKUP_DIR)
  while (names.includes(old[0] ?? '')) {
    await setTimeout(50)
    names = await readdir(BACKUP_DIR)
  }
  const [made = '', ...more] = names.filter(
    (name) => /^pedido-.*\.zip$/.test(name) && !old.includes(name),
  )
  assert.deepEqual(more, [])
  assert.ok(names.includes(old[1] ?? '') && names.includes('my-own.zip'))
  const verified = await run(['backup', 'verify', join(BACKUP_DIR, made)])
  assert.equal(verified.code, 0, verified.stderr)
  assert.equal((await service.stop('SIGTERM')).code, 0)
  await database.close()
  await rm(folder, { recursive: true })
})
