import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { type Load, startLoad } from '../support/servers/load.ts'
import { type Stand, startStand } from '../support/servers/stand.ts'
import { type Command, listening, program } from '../support/service.ts'
import { until } from '../support/workers.ts'
import { channels, NEXT, nextProgram, revisedFunctions } from '../upgrade/support/next-version.ts'

// A next version comes while this one serves: no request fails, whatever is killed meanwhile.

const WORKERS = 2
const CLIENTS = 4
/** A worker that goes waits so long for what its silent connections may still ask. */
const SHORT = { KEEP_ALIVE_TIMEOUT_MS: '1000' }

const CHANNELS = channels(20)

let stand: Stand
let admin: pg.Client
before(async () => {
  stand = await startStand({ WORKERS: String(WORKERS), LOG_LEVEL: 'info', ...SHORT })
  admin = new pg.Client({ connectionString: stand.postgres.url, application_name: 'test' })
  await admin.connect()
})
after(async () => {
  await admin.end()
  await stand.close()
})

/** Runs the next version on the stand's database. */
function startNext(bin: string, words: string[], settings: Record<string, string> = {}): Command {
  const { postgres, folder } = stand
  return program([bin, ...words], { DATABASE_URL: postgres.url, DATA_DIR: folder, ...settings })
}

/** Goes on until so many more requests were answered. */
function answered(load: Load, more: number): Promise<void> {
  const from = load.answers()
  return Promise.race([until(() => load.answers() >= from + more), load.failed])
}

async function one(text: string): Promise<unknown> {
  const [row] = await stand.sql(text)
  return Object.values(row ?? {})[0]
}

test('this version and the next serve together through a migration, and no request fails', async () => {
  const bin = nextProgram(join(stand.folder, 'next'), { ...CHANNELS, ...revisedFunctions(1) })
  const { service, token } = stand
  const old = startLoad(service, token, CLIENTS)
  await answered(old, 100)
  const migrating = startNext(bin, ['migrate'])
  const { code, stdout, stderr } = await Promise.race([migrating.ended, old.failed])
  assert.equal(code, 0, stderr)
  assert.equal(stdout, `Applied ${Object.keys(CHANNELS).join(', ')}, functions.sql.\n`)
  // A worker that ends comes back, on the schema of the next version.
  service.child.kill('SIGHUP')
  await Promise.race([service.printedAnew(/all workers are new/), old.failed])
  const settings = { PORT: '0', WORKERS: String(WORKERS), LOG_LEVEL: 'info', ...SHORT }
  const next = await listening(startNext(bin, ['serve'], settings))
  const both = startLoad(next, token, CLIENTS)
  await Promise.all([answered(old, 100), answered(both, 100)])
  await old.stop()
  await answered(both, 50)
  await both.stop()
  assert.equal((await next.stop('SIGTERM')).code, 0)
  const acknowledged = [...old.acknowledged, ...both.acknowledged].sort()
  const rows = await stand.sql('select observations from orders order by observations collate "C"')
  assert.deepEqual(
    rows.map(({ observations }) => observations),
    acknowledged,
  )
  assert.equal(await one('select count(*)::integer from orders where channel is null'), 0)
  assert.equal(await one('select revisions_ahead()'), 1)
})

test('functions whose making is killed are as they were, and are made at the next start', async () => {
  const bin = nextProgram(join(stand.folder, 'functions'), { ...CHANNELS, ...revisedFunctions(2) })
  const waiting = () =>
    one(`select count(*)::integer from pg_stat_activity
          where query like '%function revisions_ahead%' and wait_event_type = 'Lock'`)
  // Another one makes the last of them, too.
  await admin.query('begin')
  await admin.query(
    `create or replace function revisions_ahead() returns integer language sql as 'select -1'`,
  )
  const killed = startNext(bin, ['migrate'])
  await until(async () => (await waiting()) === 1)
  killed.child.kill('SIGKILL')
  await killed.ended
  await admin.query('rollback')
  assert.equal(await one('select revisions_ahead()'), 1)
  const again = await startNext(bin, ['migrate']).ended
  assert.deepEqual([again.code, again.stdout], [0, 'Applied functions.sql.\n'], again.stderr)
  assert.equal(await one('select revisions_ahead()'), 2)
})

test('a migration that is killed while it builds an index goes on at the next start', async () => {
  const column = '9001_nicknames.sql'
  const first = nextProgram(join(stand.folder, 'first'), { ...CHANNELS, [column]: NEXT[column] })
  assert.equal((await startNext(first, ['migrate']).ended).code, 0)
  const bin = nextProgram(join(stand.folder, 'killed'), { ...CHANNELS, ...NEXT })
  const validity = () =>
    one(`select indisvalid from pg_index where indexrelid = to_regclass('customers_nickname')`)
  const building = () =>
    one(`select count(*)::integer from pg_stat_activity
          where query like 'create index concurrently%' and state = 'active'`)
  // The index waits for a writer of the table to end.
  await admin.query('begin')
  await admin.query(`update customers set phone = '1' where id = 1`)
  const killed = startNext(bin, ['migrate'])
  await until(async () => (await validity()) === false)
  killed.child.kill('SIGKILL')
  await until(async () => (await building()) === 0)
  await admin.query('commit')
  assert.equal(await validity(), false)
  const again = await startNext(bin, ['migrate']).ended
  assert.equal(again.code, 0, again.stderr)
  assert.match(again.stderr, /customers_nickname was left unfinished, and is built again/)
  assert.equal(await validity(), true)
})

test('rows that a killed program had begun to fill are filled by the next service', async () => {
  const bin = join(stand.folder, 'killed/bin/pedido.cjs')
  const filled = () => one(`select count(*)::integer from customers where nickname is not null`)
  await admin.query(`delete from migrations where version = 9003`)
  await admin.query('update customers set nickname = null')
  await admin.query(
    `insert into customers (account_id, name) select account_id, n from accounts, generate_series(1, 9) n`,
  )
  await admin.query('begin')
  // In the second batch.
  await admin.query('select from customers where id > 3 order by id limit 1 for update')
  const killed = startNext(bin, ['migrate'])
  await until(async () => (await filled()) === 3)
  killed.child.kill('SIGKILL')
  await killed.ended
  await admin.query('commit')
  const next = await listening(startNext(bin, ['serve'], { PORT: '0' }))
  await until(
    async () => (await one('select count(*)::integer from migrations where version = 9003')) === 1,
  )
  assert.equal(await filled(), 10)
  assert.equal((await next.stop('SIGTERM')).code, 0)
})
