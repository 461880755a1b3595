import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answer, type Server, startServer } from '../harness.ts'
import { serverUrl } from '../support/database.ts'
import { data, succeed } from '../support/orders.ts'

// What takes the database too long is refused, with what to ask for in its place. A lock that another
// session holds makes any look at the orders as slow as that; the embedded database has one session
// alone (test/database/long-statements.test.ts).

if (serverUrl !== undefined) {
  let server: Server
  before(async () => {
    server = await startServer({ DATABASE_STATEMENT_TIMEOUT_MS: 1_000 }, false)
    const { id } = await data(server, 'POST', '/customers', { name: 'Mercado' })
    await succeed(server, 'POST', '/orders', { id_customer: id })
  })
  after(() => server.close())

  const send = (path: string) => server.send('GET', path)

  function assertTookTooLong({ status, body, headers }: Answer, says: RegExp, not: RegExp): void {
    assert.deepEqual([status, body.code], [503, 'unavailable'])
    assert.match(body.detail, /^The database took too long/)
    assert.match(body.detail, says)
    assert.doesNotMatch(body.detail, not)
    assert.match(String(headers['retry-after']), /^\d+$/)
  }

  test('a list that takes too long says how to narrow it, and goes on afterwards', async () => {
    const filters = [
      '',
      'id_payment_type=1',
      'id_item=1,2',
      'update_date_from=2020-01-01',
      'q=mercado',
    ]
    const [lists, cursors, sums] = [
      filters.map((filter) => `/orders?${filter}`),
      filters.map((filter) => `/orders?pagination=cursor&${filter}`),
      filters.map((filter) => `/orders/summary?group_by=product,user&${filter}`),
    ]
    const holder = await server.pool.connect()
    // Those of a product are found among its lines, those changed since a day among the documents.
    await holder.query('begin; lock table orders, order_items, order_documents')
    try {
      const answers = async (paths: string[]) => Promise.all(paths.map(send))
      for (const one of await answers(lists))
        assertTookTooLong(one, /by dates.*cursor mode/, /sum up/)
      for (const one of await answers(cursors)) assertTookTooLong(one, /by dates/, /cursor mode/)
      for (const one of await answers(sums))
        assertTookTooLong(one, /sum up.*order_date_from/, /cursor/)
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    for (const path of [...lists, ...cursors, ...sums]) await succeed(server, 'GET', path)
  })
}
