import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { data } from '../support/orders.ts'

// A change of what no index of orders has writes to none of them (docs/decisions/0141): PostgreSQL
// counts such an update as heap-only. An index with a column that every change writes ends that for all.

let server: Server
let id: number
before(async () => {
  server = await startServer()
  const { id: id_customer } = await data(server, 'POST', '/customers', { name: 'Ana' })
  id = (await data(server, 'POST', '/orders', { id_customer })).id
})
after(() => server.close())

/** How many rows of orders a change of these fields writes, and how many of them heap-only. */
async function updatesOf(fields: object): Promise<[updated: number, heapOnly: number]> {
  const client = await server.pool.connect()
  // Of this transaction, and of what the session has not reported yet.
  const counted = async () => {
    const { rows } = await client.query<{ updated: number; hot: number }>(
      `select pg_stat_get_xact_tuples_updated('orders'::regclass)::int as updated,
              pg_stat_get_xact_tuples_hot_updated('orders'::regclass)::int as hot`,
    )
    return rows[0] ?? { updated: 0, hot: 0 }
  }
  try {
    await client.query('begin')
    const start = await counted()
    const values = [server.account_id, id, JSON.stringify(fields)]
    await client.query('select update_order($1, $2, 2, $3, false)', values)
    const { updated, hot } = await counted()
    return [updated - start.updated, hot - start.hot]
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('a change of what no index has writes to no index', async () => {
  assert.deepEqual(await updatesOf({ observations: 'Portaria 2' }), [1, 1])
  assert.deepEqual(await updatesOf({ custom_fields: { cost_centre: 'B-204' } }), [1, 1])
})

test('a change of what an index has writes to the indexes', async () => {
  assert.deepEqual(await updatesOf({ date: '2026-11-21T12:00:00Z' }), [1, 0])
})
