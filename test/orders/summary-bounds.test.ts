import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { data } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'

// Sums that read orders, and those that read their lines, have a bound; sums that are kept have none.

let server: Server
before(async () => {
  server = await startServer({ MAX_SUMMED_ORDERS: 1 })
  const { customer, product }: Sample = await sample(server)
  for (let day = 1; day <= 11; day++) {
    await data(server, 'POST', '/orders', {
      id_customer: customer,
      date: `2026-11-${String(day).padStart(2, '0')}T12:00:00Z`,
      items: [{ id_item: product, quantity: 1, price: 10 }],
    })
  }
})
after(() => server.close())

const ask = (query: string) => server.send('GET', `/orders/summary?${query}`)

test('more orders than are summed up by product are refused before they are read', async () => {
  const refused = await ask('group_by=product')
  assert.equal(refused.status, 400)
  const [fault] = refused.body.errors
  assert.deepEqual([fault.parameter, fault.code], ['order_date_from', 'too_many_orders'])
  assert.match(fault.detail, /^At most 1 orders are summed up by product .*order_date_from/)

  const one = await ask('group_by=product&order_date_from=2026-11-11')
  assert.deepEqual([one.status, one.body.data.count, one.body.data.sum], [200, 1, 10])
})

test('ten times as many are summed up where nothing is read of their lines', async () => {
  assert.equal((await ask('group_by=user')).status, 400)
  const ten = await ask('group_by=user&order_date_from=2026-11-02')
  assert.deepEqual([ten.status, ten.body.data.count, ten.body.data.sum], [200, 10, 100])
})

test('sums that are kept have no bound', async () => {
  for (const by of ['', 'customer', 'status', 'day', 'week', 'month']) {
    const { status, body } = await ask(by && `group_by=${by}`)
    assert.deepEqual([status, body.data.count, body.data.sum], [200, 11, 110], by)
  }
})
