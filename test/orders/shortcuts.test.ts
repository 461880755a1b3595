import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addUpCounts } from '../../src/orders/reads/counts.ts'
import { type Server, startServer } from '../harness.ts'
import { assertCounted, data, succeed } from '../support/orders.ts'

// Lists by id that are found by what is kept of hours and of blocks of ids: whatever moves, they are
// what all orders, sorted here, say they are.

let server: Server
let customer: number
before(async () => {
  server = await startServer({}, false)
  customer = (await data(server, 'POST', '/customers', { name: 'A' })).id
})
after(() => server.close())

const addUp = () => addUpCounts(server.db, server.account_id, new AbortController().signal)

interface Row {
  id: number
  date: string
}

const insert = (rows: number, date: string) => `
  insert into orders (account_id, date, id_customer, id_order_status, total_value)
  select ${server.account_id}, ${date}, ${customer}, s.id, 0
    from order_statuses s, generate_series(1, ${rows}) n
   where s.account_id = ${server.account_id} and s.initial`

async function rows(): Promise<Row[]> {
  const found = await server.pool.query<{ id: number; date: Date }>(
    'select id, date from orders order by id',
  )
  return found.rows.map(({ id, date }) => ({ id: Number(id), date: date.toISOString() }))
}

/** An order's date so much later, in a form that Citus takes in an update. */
const later = (interval: string) => `(date at time zone 'UTC' + ${interval}) at time zone 'UTC'`

const idsOf = (body: { data: Row[] }) => body.data.map(({ id }) => id)

/** Pages and cursors of a range, against the model. */
async function assertRange(all: Row[], from: string, to: string): Promise<void> {
  for (const sort of ['-id', 'id']) {
    const within = all.filter(({ date }) => date >= from && date <= to).map(({ id }) => id)
    const expected = sort === 'id' ? within : within.toReversed()
    const query = `/orders?fields=id&order_date_from=${from}&order_date_to=${to}&sort=${sort}&limit=7`
    for (const page of [1, 4]) {
      const { body } = await succeed(server, 'GET', `${query}&page=${page}`)
      assert.deepEqual(idsOf(body), expected.slice((page - 1) * 7, page * 7), `${query} ${page}`)
      assert.equal(body.pagination.total, expected.length)
    }
    const found: number[] = []
    let next: string | null = `${query}&pagination=cursor`
    while (next !== null && found.length < 28) {
      const { body } = await succeed(server, 'GET', next)
      found.push(...idsOf(body))
      next = body.next_cursor && `/orders?cursor=${body.next_cursor}`
    }
    assert.deepEqual(found, expected.slice(0, found.length), query)
    assert.ok(next !== null || found.length === expected.length, query)
  }
}

test('a range by id has its first orders, wherever dates and ids go', async () => {
  const { pool } = server
  const ends = [
    ['2026-03-10T00:00:00.000Z', '2026-03-10T23:59:59.999Z'],
    ['2026-03-10T03:30:00.000Z', '2026-03-10T09:15:00.000Z'],
    ['2026-01-01T00:00:00.000Z', '2026-12-31T23:59:59.999Z'],
    ['2026-03-10T03:10:00.000Z', '2026-03-10T03:20:00.000Z'],
    ['2027-01-01T00:00:00.000Z', '2027-01-31T23:59:59.999Z'],
  ] as const
  // Dates that go with ids, against them, and anywhere.
  await pool.query(insert(60, `timestamptz '2026-03-10 00:10Z' + n * '7 min'::interval`))
  await pool.query(insert(60, `timestamptz '2026-03-10 23:50Z' - n * '7 min'::interval`))
  await pool.query(
    insert(60, `timestamptz '2026-03-09 20:00Z' + (n * 37 % 60) * '41 min'::interval`),
  )
  const steps = [
    'select',
    `update orders set date = ${later("'3 hours'")} where id % 5 = 0`,
    `update orders set date = '2026-03-10 03:15Z' where id % 11 = 0`,
    'delete from orders where id % 7 = 0',
    'delete from orders where id > (select max(id) - 20 from orders)',
    insert(30, `timestamptz '2026-03-10 04:00Z'`),
    // One takes another one's place: the number of the hour stays.
    `delete from orders where id = (select max(id) from orders)`,
    insert(1, `timestamptz '2026-03-10 04:00Z'`),
  ]
  for (const step of steps) {
    await pool.query(step)
    const all = await rows()
    for (const [from, to] of ends) await assertRange(all, from, to)
    await assertCounted(server)
    // The last two are added up together.
    if (!step.startsWith('delete from orders where id = ')) await addUp()
  }
  const all = await rows()
  for (const [from, to] of ends) await assertRange(all, from, to)
})

test('deep pages begin where they should, in blocks with gaps, with deltas that wait', async () => {
  const { pool } = server
  const off = 'begin; set local session_replication_role = replica'
  await pool.query(`${off}; ${insert(6_000, 'now()')}; commit`)
  await pool.query(`select setval(pg_get_serial_sequence('orders', 'id'), 100000)`)
  await pool.query(`${off}; ${insert(9_000, 'now()')}; select recount_orders(); commit`)
  const steps = ['select', 'delete from orders where id % 97 = 0', insert(200, 'now()')]
  for (const step of steps) {
    await pool.query(step)
    for (let round = 0; round < 2; round++) {
      const ids = (await rows()).map(({ id }) => id)
      for (const sort of ['-id', 'id']) {
        const expected = sort === 'id' ? ids : ids.toReversed()
        const last = Math.ceil(ids.length / 100)
        for (const page of [100, 101, 125, last, last + 1]) {
          const query = `/orders?fields=id&limit=100&sort=${sort}&page=${page}`
          const { body } = await succeed(server, 'GET', query)
          assert.deepEqual(idsOf(body), expected.slice((page - 1) * 100, page * 100), query)
          assert.equal(body.pagination.total, ids.length)
        }
      }
      await addUp()
    }
  }
  await assertCounted(server)
})
