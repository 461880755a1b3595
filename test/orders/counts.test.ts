import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import type { Db } from '../../src/database/database.ts'
import { addUpCounts } from '../../src/orders/reads/counts.ts'
import { type Server, startServer } from '../harness.ts'
import { serverUrl } from '../support/database.ts'
import { assertCounted, data, succeed } from '../support/orders.ts'

// The total of a list is kept by the database and not counted. Whoever writes, and whatever fails,
// it is what count(*) says in the same snapshot.

let server: Server
let customers: number[]
let statuses: number[]
/** What an order without items comes to. */
const WORTH = { insurance_value: 18.9 }
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

const pick = <T>(from: T[], n: number) => from[n % from.length] as T
const never = new AbortController().signal
const addUp = (db: Db) => addUpCounts(db, server.account_id, never)

/** Around hours, for the database keeps the numbers of those. */
const instants = [
  '2026-03-10T02:15:00.000Z',
  '2026-03-10T02:59:59.999Z',
  '2026-03-10T03:00:00.000Z',
  '2026-03-10T03:00:00.001Z',
  '2026-03-10T03:40:00.000Z',
  '2026-03-10T04:59:59.999Z',
  '2026-03-10T05:00:00.000Z',
  '2026-03-11T00:00:00.000Z',
]

/** The query for the orders of a range, open where an end is missing. */
const within = (from?: string, to?: string) =>
  [from && `order_date_from=${from}`, to && `order_date_to=${to}`].filter(Boolean).join('&')

/** The total of a list that fits on one page is the page's length: both are of one snapshot. */
async function assertListed(query: string): Promise<number> {
  const { body } = await succeed(server, 'GET', `/orders?limit=100&${query}`)
  assert.equal(body.pagination.total, body.data.length, query)
  return body.pagination.total
}

const create = async (id_customer: number, id_order_status?: number, date?: string) =>
  (await data(server, 'POST', '/orders', { id_customer, id_order_status, date, ...WORTH }))
    .id as number

const insert = (account: number, customer: number, rows: number, date = 'now()') => `
  insert into orders (account_id, date, id_customer, id_order_status, total_value)
  select ${account}, ${date}, ${customer}, s.id, 0
    from order_statuses s, generate_series(1, ${rows}) n
   where s.account_id = ${account} and s.initial`

/** An order's date so much later, in a form that Citus takes in an update: no session's time zone matters. */
const later = (interval: string) => `(date at time zone 'UTC' + ${interval}) at time zone 'UTC'`

/** What each customer bought is what its orders say that count as sales, of twelve months. */
async function assertBought(): Promise<void> {
  const since = new Date()
  since.setUTCFullYear(since.getUTCFullYear() - 1)
  since.setUTCHours(0, 0, 0, 0)
  for (const id of customers) {
    const { body } = await succeed(server, 'GET', `/orders?limit=100&counts=true&id_customer=${id}`)
    const orders = body.data as { date: string; total_value: number }[]
    const recent = orders.filter(({ date }) => new Date(date) >= since)
    const last = orders.map(({ date }) => date).sort()
    const { orders_12m, value_12m, last_order_at } = await data(server, 'GET', `/customers/${id}`)
    assert.deepEqual(
      { orders_12m, value_12m, last_order_at },
      {
        orders_12m: recent.length,
        value_12m: recent.reduce((sum, one) => sum + Math.round(one.total_value * 100), 0) / 100,
        last_order_at: last.at(-1) ?? null,
      },
    )
  }
}

test('totals hold while sixteen write and two add up', async () => {
  let writing = true
  const seen = { read: 0, added: 0 }
  const write = async (writer: number) => {
    const own: number[] = []
    for (let i = writer; i < writer + 20; i++) {
      const path = `/orders/${pick(own, i)}`
      if (own.length < 2 || i % 5 === 0) {
        own.push(await create(pick(customers, i), pick(statuses, writer), pick(instants, i)))
      } else if (i % 5 === 1) {
        const date = pick(instants, i + writer)
        await succeed(server, 'PATCH', path, { id_customer: pick(customers, writer), date })
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
      await assertListed(within('2026-03-10T03:00:00Z', '2026-03-10T04:59:59.999Z'))
      await assertListed(within('2026-03-10T02:30:00Z', '2026-03-10T05:00:00Z'))
      await assertListed(within(undefined, '2026-03-10T03:30:00Z'))
      await assertCounted(server)
      seen.read++
    }
  }
  const add = async () => {
    while (writing) {
      await addUp(server.db)
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
  await addUp(server.db)
  assert.equal((await server.pool.query('select from order_count_deltas')).rowCount, 0)
  await assertCounted(server)
  await assertBought()
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
    await addUp(server.db)
  }
})

test('the total of a range is that of its whole hours and its ends, whatever moves', async () => {
  const { account_id, pool } = server
  const [a = 0, b = 0] = customers
  // With the first hour that can be said and the last one.
  const edges = [
    '1900-01-01T00:00:00.000Z',
    '1900-01-01T00:59:59.999Z',
    ...instants,
    '2199-12-31T23:00:00.000Z',
    '2199-12-31T23:59:59.999Z',
  ]
  const ends = [undefined, ...edges, '2026-03-10T03:30:00.000Z', '2199-12-31T23:30:00.000Z']
  const pairs = ends
    .flatMap((from) => ends.map((to) => [from, to] as const))
    .filter(([from = '', to = 'X']) => from <= to)
  const assertRanges = async () => {
    const { rows } = await pool.query<{ date: Date }>('select date from orders')
    const dates = rows.map(({ date }) => date.toISOString())
    for (const [from, to] of pairs) {
      const expected = dates.filter((date) => date >= (from ?? '') && date <= (to ?? 'X'))
      assert.equal(await assertListed(within(from, to)), expected.length, within(from, to))
    }
    await assertCounted(server)
  }
  for (const date of edges) await pool.query(insert(account_id, a, 2, `'${date}'`))
  await pool.query(
    insert(account_id, b, 50, `timestamptz '2026-03-10 00:10Z' + n * '7 min'::interval`),
  )
  const steps = [
    'select',
    `update orders set date = ${later("'1 hour'")} where id % 5 = 0 and date < '9000-01-01'`,
    `update orders set date = ${later("'1 minute'")} where id % 3 = 0 and date < '9000-01-01'`,
    `update orders set id_customer = ${b}, date = '2026-03-10 03:00Z' where id % 4 = 0`,
    'delete from orders where id % 7 = 0',
  ]
  for (const step of steps) {
    await pool.query(step)
    await assertRanges()
    await addUp(server.db)
  }
  await assertRanges()
})

test('days that begin within an hour are counted to the millisecond', async () => {
  const [a = 0] = customers
  // 5:30 and 5:45 before UTC, and 2:30 after it.
  for (const [time_zone, first, last] of [
    ['Asia/Kolkata', '2026-03-09T18:30:00.000Z', '2026-03-10T18:29:59.999Z'],
    ['Asia/Kathmandu', '2026-03-09T18:15:00.000Z', '2026-03-10T18:14:59.999Z'],
    ['America/St_Johns', '2026-03-10T02:30:00.000Z', '2026-03-11T02:29:59.999Z'],
  ] as const) {
    await succeed(server, 'PATCH', '/account', { time_zone })
    const [start, end] = [Date.parse(first), Date.parse(last)]
    const made: number[] = []
    for (const at of [start - 1, start, start + 1, start + 3_600_000, end - 1, end, end + 1])
      made.push(await create(a, undefined, new Date(at).toISOString()))
    for (let round = 0; round < 2; round++) {
      assert.equal(await assertListed(within('2026-03-10', '2026-03-10')), 5, time_zone)
      assert.equal(await assertListed(within('2026-03-10')), 6, time_zone)
      assert.equal(await assertListed(within(undefined, '2026-03-10')), 6, time_zone)
      await addUp(server.db)
    }
    for (const id of made) await succeed(server, 'DELETE', `/orders/${id}`)
  }
  await succeed(server, 'PATCH', '/account', { time_zone: 'UTC' })
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
  await client.query(`update orders set id_customer = ${b}, date = '2026-03-10 03:00Z'`)
  await client.query('rollback')
  client.release()
  await assertCounted(server)
  assert.equal(await assertListed(''), 4)
  assert.equal(await assertListed(`id_customer=${b}`), 0)
  assert.equal(await assertListed(within('2026-03-10', '2026-03-10')), 0)
})

test('a session that is lost leaves the counts as they were', async () => {
  const { account_id } = server
  const [a = 0, b = 0] = customers
  await create(a)
  await create(b)
  await addUp(server.db)
  await create(a)
  await lost((client) => client.query(insert(account_id, a, 5)))
  await lost((client) => client.query('delete from orders'))
  await assertCounted(server)
  // Adding up itself, cut off between its work and its commit.
  const cut = server.db.transaction().execute(async (tx) => {
    await addUp(tx)
    const { rows } = await sql`select from order_count_deltas`.execute(tx)
    assert.equal(rows.length, 0)
    throw new Error('cut off')
  })
  await assert.rejects(cut, /cut off/)
  await assertCounted(server)
  assert.equal(await assertListed(''), 3)
  await addUp(server.db)
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
    `update orders set date = ${later("-id * '1 hour'::interval")} where id % 2 = 1`,
    'delete from orders where id % 7 = 0',
    `with gone as (delete from orders where id_customer = ${b} returning id) select from gone`,
    'delete from orders',
  ]
  for (const step of steps) {
    await pool.query(step)
    await assertCounted(server)
    await addUp(server.db)
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
  const now = Date.now()
  const [from, to] = [now - 86_400_000, now + 86_400_000].map((at) => new Date(at).toISOString())
  assert.equal(await assertListed(within(from, to)), 41)
})
