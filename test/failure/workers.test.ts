import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { type Load, startLoad } from '../support/load.ts'
import { type Stand, startStand } from '../support/stand.ts'
import { livingWorkers, until } from '../support/workers.ts'

// Several workers behind one port: no client notices that one of them dies or is renewed.

const WORKERS = 3
const CONNECTIONS = 20
const CLIENTS = 8
const KILLS = 12

let stand: Stand
let admin: pg.Client
before(async () => {
  stand = await startStand({
    WORKERS: String(WORKERS),
    DATABASE_POOL_SIZE: String(CONNECTIONS),
    LOG_LEVEL: 'info',
  })
  admin = new pg.Client({ connectionString: stand.postgres.url, application_name: 'test' })
  await admin.connect()
})
after(async () => {
  await admin.end()
  await stand.close()
})

/** Goes on until so many more requests were answered. */
const answered = (load: Load, more: number) => {
  const from = load.answers()
  return Promise.race([until(() => load.answers() >= from + more), load.failed])
}

/** How often each acknowledged order and its seller are there, as the database says. */
async function assertExactlyOnce({ acknowledged }: Load): Promise<void> {
  for (const [table, column] of [
    ['orders', 'observations'],
    ['users', 'name'],
  ] as const) {
    const { rows } = await admin.query<{ wrong: string; found: number }>(
      `select coalesce(a.one, t.${column}) as wrong, count(t.id)::int as found
         from unnest($1::text[]) as a (one) full join ${table} t on t.${column} = a.one
        where t.id is null or t.${column} is not null
        group by 1 having count(t.id) <> 1 or count(a.one) <> 1`,
      [acknowledged],
    )
    assert.deepEqual(rows, [], table)
  }
  await admin.query('delete from orders')
  await admin.query('delete from users')
}

test('workers killed at any moment: every request is answered, each change made once', async () => {
  const { service, token } = stand
  const load = startLoad(service, token, CLIENTS)
  for (let i = 0; i < KILLS; i++) {
    await answered(load, randomInt(100))
    const alive = livingWorkers(service)
    const victim = alive[randomInt(alive.length)] ?? 0
    process.kill(victim, 'SIGKILL')
    await Promise.race([
      until(() => !livingWorkers(service).includes(victim) && livingWorkers(service).length > 1),
      load.failed,
    ])
  }
  await load.stop()
  await until(() => livingWorkers(service).length === WORKERS)
  await assertExactlyOnce(load)
})

test('SIGHUP renews all workers one by one, and no request fails', async () => {
  const { service, token } = stand
  const before = livingWorkers(service)
  const load = startLoad(service, token, CLIENTS)
  await answered(load, 50)
  service.child.kill('SIGHUP')
  await Promise.race([service.printed(/all workers are new/), load.failed])
  await answered(load, 50)
  await load.stop()
  const now = livingWorkers(service).slice(-WORKERS)
  assert.deepEqual(
    now.filter((pid) => before.includes(pid)),
    [],
  )
  await assertExactlyOnce(load)
})
