import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { createAccount } from '../../src/accounts/creation.ts'
import { readConfig } from '../../src/config.ts'
import { connect } from '../../src/database/connect.ts'
import { type Database, inTransaction } from '../../src/database/database.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import { startPostgres } from '../support/servers/postgres.ts'
import { killRunning, run, startService } from '../support/service.ts'

// The service is killed with -9 again and again while old events go into files.

const EVENTS = 24_000
const KILLS = 5

after(() => killRunning())

type Settings = Record<string, string>

async function onDatabase<T>(settings: Settings, work: (database: Database) => Promise<T>) {
  const database = await connect(readConfig(settings), { info() {}, warn() {} })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const fill = (settings: Settings) =>
  onDatabase(settings, async ({ db, pool }) => {
    await migrate(pool)
    await inTransaction(db, (tx) => createAccount(tx, { name: 'Aurora', time_zone: 'UTC' }))
    await pool.query(
      `insert into events (account_id, type, resource, id_record, version, time, data)
       select 1, 'order.updated', 'order', n, 1, now() - interval '200 days', '{"n":1}'
         from generate_series(1, $1::int) n`,
      [EVENTS],
    )
  })

/** Ids of events that are in the database, and in the files that are noted. */
async function where(settings: Settings) {
  const { stdout } = await run(['history', 'list', '--account', '1', '--json'], settings)
  const archives = stdout
    .split('\n')
    .slice(0, -1)
    .map((line): { state: string; place: string } => JSON.parse(line))
  // A planned one has no file that anybody may trust, and one that is stored has removed nothing.
  const good = archives.filter(({ state }) => state === 'removing' || state === 'done')
  const files = await Promise.all(good.map(({ place }) => readFile(place)))
  const stored = files.flatMap((file) => gunzipSync(file).toString().trimEnd().split('\n'))
  const left = await onDatabase(settings, ({ pool }) =>
    pool.query<{ id: number }>('select id from events order by id'),
  )
  return {
    states: archives.map(({ state }) => state),
    files: archives.map(({ place }) => place),
    stored: stored.map((line): number => JSON.parse(line).id),
    left: left.rows.map(({ id }) => id),
  }
}

async function killAgainAndAgain(settings: Settings): Promise<void> {
  await fill(settings)
  const HISTORY_DIR = await mkdtemp(join(settings['DATA_DIR'] ?? '', 'history-'))
  const given = { ...settings, HISTORY_DIR, HISTORY_DAYS: '90', LOG_LEVEL: 'info' }
  for (let kill = 1; kill <= KILLS; kill++) {
    const service = await startService(given)
    await setTimeout(randomInt(1_500 * kill))
    await service.stop('SIGKILL')
  }
  // What was cut off is gone on with, a file at a time, until there is no more to do.
  for (;;) {
    const { states, files, stored, left } = await where(settings)
    const all = [...stored, ...left]
    // What is being removed is in its file, too.
    if (!states.includes('removing')) assert.equal(all.length, EVENTS)
    assert.deepEqual([...new Set(all)].sort(ascending), ALL)
    // Events go before it is noted that they have gone.
    if (left.length > 0 || states.includes('removing')) {
      const service = await startService(given)
      await service.printed(/events have gone from the database into a file of history/)
      assert.equal((await service.stop('SIGTERM')).code, 0)
      continue
    }
    assert.deepEqual(states, ['done', 'done'])
    const there = await readdir(join(HISTORY_DIR, '1'))
    assert.deepEqual(there.map((name) => join(HISTORY_DIR, '1', name)).sort(), files.sort())
    return
  }
}

const ascending = (one: number, other: number) => one - other
const ALL = Array.from({ length: EVENTS }, (_, i) => i + 1)

test('embedded: no event is lost, and none is in two files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-history-'))
  await killAgainAndAgain({ DATA_DIR: folder })
  await rm(folder, { recursive: true })
})

test('PostgreSQL: no event is lost, and none is in two files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-history-'))
  const postgres = await startPostgres({ synchronous_commit: 'on' })
  await killAgainAndAgain({ DATA_DIR: folder, DATABASE_URL: postgres.url })
  await postgres.close()
  await rm(folder, { recursive: true })
})
