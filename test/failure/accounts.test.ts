import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { readConfig } from '../../src/config.ts'
import { connect } from '../../src/database/connect.ts'
import { query, startPostgres } from '../support/servers/postgres.ts'
import { type Ended, killRunning, pedido, run, startService } from '../support/service.ts'
import { assertRestored, Load } from './load.ts'

// Accounts that move under load, while the commands are killed with -9 at any moment.

after(() => killRunning())

function assertDone(ended: Ended): void {
  assert.equal(ended.code, 0, ended.stderr)
}

/** A service with an account of this name, under load. */
async function loaded(name: string, settings: Record<string, string>): Promise<Load> {
  assertDone(await run(['account', 'create', name], settings))
  const words = ['token', 'create', '--account', name, '--name', 'test', '--scope', '*']
  const { stdout } = await run(words, settings)
  const load = new Load(await startService(settings), stdout.trim(), settings)
  await load.start()
  return load
}

/** Kills the command at any moment of its first seconds. */
async function killed(words: string[], settings: Record<string, string>): Promise<Ended> {
  const halfway = pedido(words, settings)
  await setTimeout(randomInt(2000))
  halfway.child.kill('SIGKILL')
  return halfway.ended
}

async function accounts(settings: Record<string, string>): Promise<{ id: number; name: string }[]> {
  const { stdout } = await run(['account', 'list', '--json'], settings)
  const lines = stdout.split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line))
}

test('embedded: an account is exported under load, and comes in whole or not at all', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-accounts-'))
  const settings = { DATA_DIR: join(folder, 'data') }
  const load = await loaded('Aurora', settings)
  const words = (file: string) => ['account', 'export', '--account', 'Aurora', join(folder, file)]

  await killed(words('killed.zip'), settings)
  const before = new Map(load.created)
  const saving = pedido(words('saved.zip'), settings)
  await setTimeout(randomInt(1000))
  await load.killAndRestart()
  assertDone(await saving.ended)
  await load.end()
  const target = { DATA_DIR: join(folder, 'other') }
  await killed(['account', 'import', join(folder, 'saved.zip')], target)
  // It may have been killed when all was done.
  if ((await accounts(target)).length === 0) {
    assertDone(await run(['account', 'import', join(folder, 'saved.zip')], target))
  }
  await assertRestored(target, before)
  await rm(folder, { recursive: true })
})

test('PostgreSQL: an account comes in beside others that are written to', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-accounts-'))
  const from = await startPostgres({ synchronous_commit: 'on' })
  const to = await startPostgres({ synchronous_commit: 'on' })
  const settings = { DATA_DIR: join(folder, 'data'), DATABASE_URL: from.url }
  const load = await loaded('Aurora', settings)
  const file = join(folder, 'saved.zip')
  const before = new Map(load.created)
  assertDone(await run(['account', 'export', '--account', 'Aurora', file], settings))
  await load.end()

  const target = { DATA_DIR: join(folder, 'other'), DATABASE_URL: to.url }
  const others = await loaded('Boreal', target)
  await killed(['account', 'import', file], target)
  await others.more()
  const again = run(['account', 'import', file], target)
  await others.more()
  const { code, stderr } = await again
  // It may have been killed when all was done.
  if (code !== 0) assert.match(stderr, /"Aurora" exists already|came in meanwhile/)
  const moved = (await accounts(target)).find(({ name }) => name === 'Aurora')
  await assertRestored(target, before, moved?.id)
  await others.more()
  await others.end()
  await assertRestored(target, others.created, 1)
  await from.close()
  await to.close()
  await rm(folder, { recursive: true })
})

/** Gives an account, which has events, so many more places in its feed that removing them takes a while. */
const MANY = `
  insert into event_positions (account_id, position, id_event, type, resource, id_record, time, latest)
  select account_id, 1000000 + n, 1, 'order.created', 'orders', 1, now(), now()
    from accounts, generate_series(1, 20000) n where name = 'Aurora'`

/** What is left of the account 1, by table. */
async function leftOf(settings: Record<string, string>): Promise<Record<string, number>> {
  const database = await connect(readConfig(settings), { info() {}, warn() {} })
  try {
    const { rows: tables } = await database.pool.query<{ name: string }>(`
      select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'account_id' and table_name <> 'account_deletions'`)
    const left: Record<string, number> = {}
    for (const { name } of tables) {
      const { rows } = await database.pool.query(
        `select count(*)::int as count from ${name} where account_id = 1`,
      )
      if (rows[0].count > 0) left[name] = rows[0].count
    }
    return left
  } finally {
    await database.close()
  }
}

const DELETE = ['account', 'delete', 'Aurora', '--confirm', 'Aurora', '--after', '0']
const DELETED = /an account was deleted/

async function onDatabaseOf(settings: Record<string, string>, text: string): Promise<void> {
  const database = await connect(readConfig(settings), { info() {}, warn() {} })
  await database.pool.query(text).finally(() => database.close())
}

test('embedded: a removal that is killed goes on at the next start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-accounts-'))
  const settings = { DATA_DIR: join(folder, 'data') }
  const load = await loaded('Aurora', settings)
  await load.end()
  await onDatabaseOf(settings, MANY)
  assertDone(await run(DELETE, settings))
  for (let i = 0; i < 2; i++) {
    const service = await startService(settings)
    await setTimeout(randomInt(1500))
    await service.stop('SIGKILL')
  }
  const service = await startService({ ...settings, LOG_LEVEL: 'info' })
  // It may have ended before it was killed.
  const isOver = run(['account', 'show', '1'], settings).then(({ code }) => code === 1)
  await Promise.race([service.printed(DELETED), isOver.then((is) => is || new Promise(() => {}))])
  await service.stop('SIGTERM')
  assert.deepEqual(await leftOf(settings), {})
  await rm(folder, { recursive: true })
})

test('PostgreSQL: an account is removed while others write and the service is killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-accounts-'))
  const postgres = await startPostgres({ synchronous_commit: 'on' })
  const settings = { DATA_DIR: join(folder, 'data'), DATABASE_URL: postgres.url }
  const load = await loaded('Aurora', settings)
  await load.end()
  await query(postgres.url, MANY)
  const others = await loaded('Boreal', settings)
  assertDone(await run(DELETE, settings))
  const is = async (what: string) =>
    (await query(postgres.url, `select from account_deletions where ${what}`)).length > 0
  while (!(await is('begun_at is not null'))) await setTimeout(20)
  for (let i = 0; i < 2; i++) {
    await others.killAndRestart()
    await others.more()
  }
  while (!(await is('ended_at is not null'))) await setTimeout(50)
  await others.more()
  await others.end()
  assert.deepEqual(await leftOf(settings), {})
  await assertRestored(settings, others.created, 2)
  await postgres.close()
  await rm(folder, { recursive: true })
})
