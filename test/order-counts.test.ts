import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { countingJob } from '../src/orders/counts.ts'
import { type Server, startServer } from './harness.ts'
import { serverUrl } from './support/database.ts'
import { assertCounted, data, succeed } from './support/orders.ts'

// The total of a list is kept by the database and not counted. Whoever writes, and whatever fails,
// it is what count(*) says in the same snapshot.

let server: Server
let customers: number[]
let statuses: number[]
before(async () => {
  server = await startServer()
  const create = async (name: string) => (await data(server, 'POST', '/customers', { name })).id
  customers = [await create('A'), await create('B'), await create('C')]
  const { body } = await succeed(server, 'GET', '/order-statuses?limit=100')
  const open = body.data.filter(({ locked }: { locked: boolean }) => !locked)
  statuses = open.map(({ id }: { id: number }) => id)
  // From each to each.
  for (const id of statuses)
    await succeed(server, 'PATCH', `/order-statuses/${id}`, { next: statuses })
})
after(() => server.close())
beforeEach(async () => {
  await server.pool.query('truncate orders cascade')
  await assertCounted(server)
})

const pick = (from: number[], n: number) => from[n % from.length] as number
const never = new AbortController().signal
const addUp = countingJob()

/** The total of a list that fits on one page is the page's length: both are of one snapshot. */
async function assertListed(query: string): Promise<number> {
  const { body } = await succeed(server, 'GET', `/orders?limit=100&${query}`)
  assert.equal(body.pagination.total, body.data.length, query)
  return body.pagination.total
}

const create = async (id_customer: number, id_order_status?: number): Promise<number> =>
  (await data(server, 'POST', '/orders', { id_customer, id_order_status })).id

const insert = (account: number, customer: number, rows: number) => `
  insert into orders (account_id, date, id_customer, id_order_status, total_value)
  select ${account}, now(), ${customer}, s.id, 0
    from order_statuses s, generate_series(1, ${rows})
   where s.account_id = ${account} and s.initial`

test('totals hold while sixteen write and two add up', async () => {
  let writing = true
  const seen = { read: 0, added: 0 }
  const write = async (writer: number) => {
    const own: number[] = []
    for (let i = writer; i < writer + 20; i++) {
      const path = `/orders/${pick(own, i)}`
      if (own.length < 2 || i % 5 === 0) {
        own.push(await create(pick(customers, i), pick(statuses, writer)))
      } else if (i % 5 === 1) {
        await succeed(server, 'PATCH', path, { id_customer: pick(customers, writer) })
      } else if (i % 5 === 2) {
        await succeed(server, 'PATCH', path, { id_order_status: pick(statuses, i) })
      } else {
        own.splice(i % own.length, 1)
        await succeed(server, 'DELETE', path)
      }
    }
  }
  const read = async () => {
    while (writing) {
      await assertListed('')
      for (const id of customers) await assertListed(`id_customer=${id}`)
      for (const id of statuses.slice(0, 3)) await assertListed(`id_order_status=${id}`)
      await assertCounted(server)
      seen.read++
    }
  }
  const add = async () => {
    const job = countingJob()
    while (writing) {
      await job(server.db, never)
      seen.added++
    }
  }
  const beside = [read(), add(), add()]
  try {
    await Promise.all(Array.from({ length: 16 }, (_, i) => write(i)))
  } finally {
    writing = false
    await Promise.all(beside)
  }
  assert.ok(seen.read > 0 && seen.added > 0)
  await addUp(server.db, never)
  assert.equal((await server.pool.query('select from order_count_deltas')).rowCount, 0)
  await assertCounted(server)
})

test('the total is kept with the filters it is kept for, and counted with all others', async () => {
  const [first = 0, second = 0] = statuses
  const [a = 0, b = 0, c = 0] = customers
  for (const customer of [a, a, a, b]) await create(customer, first)
  await create(a, second)
  const other = await server.newAccount('other')
  const expected: [string, number][] = [
    ['', 5],
    [`id_customer=${a}`, 4],
    [`id_customer=${b}`, 1],
    [`id_customer=${c}`, 0],
    ['id_customer=9007199254740991', 0],
    [`id_order_status=${first}`, 4],
    [`id_order_status=${second}`, 1],
    [`id_customer=${a}&id_order_status=${first}`, 3],
    [`id_customer=${a}&order_date_from=2020-01-01`, 4],
    [`id_customer=${a}&order_date_to=2020-01-01`, 0],
  ]
  for (let round = 0; round < 2; round++) {
    for (const [query, total] of expected) assert.equal(await assertListed(query), total, query)
    const foreign = await server.send('GET', '/orders', { token: other.token })
    assert.equal(foreign.body.pagination.total, 0)
    const { body } = await succeed(server, 'GET', '/orders?limit=2&page=2')
    assert.deepEqual([body.pagination.total, body.data.length], [5, 2])
    await addUp(server.db, never)
  }
})

/** A session of its own that works and is then lost before it commits. */
async function lost(work: (client: PoolClient) => Promise<unknown>): Promise<void> {
  const client = await server.pool.connect()
  await client.query('begin')
  await work(client)
  if (serverUrl === undefined) return client.release(true)
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const ended = new Promise((resolve) => client.once('end', resolve))
  await server.pool.query(`select pg_terminate_backend(${rows[0]?.pid})`)
  await ended
  client.release(true)
}

test('what is rolled back is not counted', async () => {
  const { account_id, pool } = server
  const [a = 0, b = 0] = customers
  const id = await create(a)
  const client = await pool.connect()
  await client.query('begin')
  await client.query(insert(account_id, a, 3))
  await client.query('savepoint s')
  await client.query(insert(account_id, b, 2))
  await client.query(`delete from orders where id = ${id}`)
  await client.query('rollback to s')
  await client.query('commit')
  await client.query('begin')
  await client.query(`update orders set id_customer = ${b}`)
  await client.query('rollback')
  client.release()
  await assertCounted(server)
  assert.equal(await assertListed(''), 4)
  assert.equal(await assertListed(`id_customer=${b}`), 0)
})

test('a session that is lost leaves the counts as they were', async () => {
  const { account_id } = server
  const [a = 0, b = 0] = customers
  await create(a)
  await create(b)
  await addUp(server.db, never)
  await create(a)
  await lost((client) => client.query(insert(account_id, a, 5)))
  await lost((client) => client.query('delete from orders'))
  await assertCounted(server)
  // Adding up itself, cut off between its work and its commit.
  const cut = server.db.transaction().execute(async (tx) => {
    await addUp(tx, never)
    const { rows } = await sql`select from order_count_deltas`.execute(tx)
    assert.equal(rows.length, 0)
    throw new Error('cut off')
  })
  await assert.rejects(cut, /cut off/)
  await assertCounted(server)
  assert.equal(await assertListed(''), 3)
  await addUp(server.db, never)
  await assertCounted(server)
  assert.equal(await assertListed(''), 3)
})

test('whoever writes, in whatever numbers, is counted', async () => {
  const { account_id, pool } = server
  const [a = 0, b = 0] = customers
  await succeed(server, 'POST', '/products', { name: 'Café', price: 1, fk_id: 'counts' })
  const product = (await data(server, 'GET', '/products/fk_id/counts')).id
  for (const customer of [a, b])
    await data(server, 'POST', '/orders', {
      id_customer: customer,
      items: [{ id_item: product, quantity: 2 }],
    })
  const steps = [
    insert(account_id, a, 300),
    `update orders set id_customer = ${b} where id_customer = ${a} and id % 2 = 0`,
    `update orders set id_order_status = ${statuses[1]} where id % 3 = 0`,
    `update orders set id_customer = ${a}, id_order_status = ${statuses[2]} where id % 5 = 0`,
    'update orders set observations = id::text',
    'delete from orders where id % 7 = 0',
    `with gone as (delete from orders where id_customer = ${b} returning id) select from gone`,
    'delete from orders',
  ]
  for (const step of steps) {
    await pool.query(step)
    await assertCounted(server)
    await addUp(server.db, never)
    await assertCounted(server)
  }
  assert.equal(await assertListed(''), 0)
})

test('orders loaded with triggers off are counted on demand', async () => {
  const { account_id, pool } = server
  const [a = 0, b = 0] = customers
  await create(a)
  await pool.query(insert(account_id, b, 40))
  // As if no trigger had fired: Citus does not let one turn them off.
  await pool.query('delete from order_count_deltas')
  await assert.rejects(assertCounted(server))
  await pool.query('select recount_orders()')
  await assertCounted(server)
  assert.equal(await assertListed(''), 41)
  assert.equal(await assertListed(`id_customer=${b}`), 40)
})
