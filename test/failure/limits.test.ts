import assert from 'node:assert/strict'
import { rename, symlink } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { anOrder, assertUnavailable, type Stand, startStand } from '../support/servers/stand.ts'

// PostgreSQL is there, but refuses: no connection left, too slow, locked, read-only, full.

/** Of the server. */
const MAX_CONNECTIONS = 16

let stand: Stand
before(async () => {
  const settings = { DATABASE_STATEMENT_TIMEOUT_MS: '2000', DATABASE_POOL_SIZE: '8' }
  stand = await startStand(settings, { server: { max_connections: String(MAX_CONNECTIONS) } })
  await stand.call('/orders', anOrder())
})
after(() => stand.close())

/** Runs `work` while another session holds a lock that this statement takes. */
async function whileLocked(statement: string, work: () => Promise<void>): Promise<void> {
  const holder = new Client({ connectionString: stand.postgres.url })
  await holder.connect()
  await holder.query('begin')
  await holder.query(statement)
  try {
    await work()
  } finally {
    await holder.end()
  }
}

const endSessions = () =>
  stand.sql(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name like 'pedido%'`)

const patch = () => stand.call('/orders/1', { method: 'PATCH', body: { observations: 'x' } })

test('a statement that runs into its time-out is 503, whichever way it went', async () => {
  await whileLocked('lock table orders, order_documents', async () => {
    const answers = await Promise.all([
      stand.call('/orders/1'),
      stand.call('/orders/1'),
      stand.call('/orders'),
      stand.call('/orders', anOrder()),
      patch(),
    ])
    for (const answer of answers) assertUnavailable(answer)
    // What does not touch the table is not held up.
    assert.equal((await stand.call('/products/1')).status, 200)
  })
  assert.equal((await stand.call('/orders/1')).status, 200)
  assert.equal((await patch()).status, 200)
})

test('a lock time-out is 503', async () => {
  await stand.sql(`alter role postgres set lock_timeout = '50ms'`)
  await endSessions()
  await whileLocked('select from orders where id = 1 for update', async () => {
    assertUnavailable(await patch())
    assert.equal((await stand.call('/orders/1')).status, 200)
  })
  await stand.sql('alter role postgres reset lock_timeout')
  await endSessions()
  assert.equal((await patch()).status, 200)
})

/** Takes every connection that the server has left: many at once, to be faster than the service. */
async function takeAll(): Promise<Client[]> {
  const taken: Client[] = []
  for (;;) {
    const more = await Promise.all(Array.from({ length: 10 }, takeOne))
    const got = more.filter((client) => client !== undefined)
    taken.push(...got)
    if (got.length === 0) return taken
  }
}

async function takeOne(): Promise<Client | undefined> {
  const client = new Client({ connectionString: stand.postgres.url })
  try {
    await client.connect()
    return client
  } catch (error) {
    assert.equal((error as { code?: string }).code, '53300')
    return undefined
  }
}

const release = (clients: Client[]) => Promise.all(clients.map((client) => client.end()))

test('too many connections: where the service has some, it makes do with them', async () => {
  await endSessions()
  assert.equal((await stand.call('/orders', anOrder())).status, 201)
  const taken = await takeAll()
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      i % 2 ? stand.call('/orders', anOrder()) : stand.call(i % 4 ? '/orders' : '/orders/1'),
    ),
  )
  await release(taken)
  for (const { status, body } of answers) assert.ok(status < 300, JSON.stringify(body))
})

test('too many connections: where it has none, requests get 503 until there is one', async () => {
  const taken = await takeAll()
  const admin = taken[0] as Client
  // Also what jobs and requests take again in between; a session that begins is not to be seen yet.
  while (taken.length < MAX_CONNECTIONS) {
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like 'pedido%'`)
    taken.push(...(await takeAll()))
  }
  const answers = [
    await stand.call('/orders', anOrder()),
    await stand.call('/orders/1'),
    await stand.call('/health/ready'),
  ]
  await release(taken)
  for (const answer of answers) assertUnavailable(answer)
  await stand.ready()
  assert.equal((await stand.call('/orders', anOrder())).status, 201)
})

test('a primary that takes no changes is read and not ready', async () => {
  await stand.sql('alter role postgres set default_transaction_read_only = on')
  await endSessions()
  assertUnavailable(await stand.call('/orders', anOrder()))
  assertUnavailable(await stand.call('/health/ready'))
  assert.equal((await stand.call('/health/live')).status, 200)
  assert.equal((await stand.call('/orders/1')).status, 200)
  assert.equal((await stand.call('/orders')).status, 200)
  await stand.sql('begin read write; alter role postgres reset all; commit')
  await endSessions()
  await stand.ready()
  assert.equal((await stand.call('/orders', anOrder())).status, 201)
})

test('a full disk is 503 for what needs room, and nothing of it is there', async () => {
  const { postgres, sql, call } = stand
  const [row] = await sql(
    `select current_setting('data_directory') || '/' || pg_relation_filepath('idempotency_keys') as file`,
  )
  const file = String(row?.['file'])
  const request = {
    ...anOrder({ fk_id: 'disk full' }),
    headers: { 'Idempotency-Key': 'disk-full' },
  }
  // An empty table on the device whose every write says that there is no room.
  await postgres.halt('SIGINT')
  await rename(file, `${file}.kept`)
  await symlink('/dev/full', file)
  await postgres.start()
  await stand.ready()
  const answer = await call('/orders', request)
  assertUnavailable(answer)
  assert.match(answer.body.detail, /disk .* full/)
  assert.deepEqual(await sql(`select id from orders where fk_id = 'disk full'`), [])
  assert.equal((await call('/orders/1')).status, 200)

  await postgres.halt('SIGINT')
  await rename(`${file}.kept`, file)
  await postgres.start()
  await stand.ready()
  assert.equal((await call('/orders', request)).status, 201)
})
