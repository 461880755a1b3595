import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { data, makerOf } from '../support/orders.ts'

// What a customer paid last, for who sells the same again.

let server: Server
const ids: Record<string, number> = {}
const make = makerOf(() => server, ids)
before(async () => {
  server = await startServer()
  await make('customer', '/customers', { name: 'Alfa', fk_id: 'C-1' })
  await make('other', '/customers', { name: 'Beta' })
  await make('rice', '/products', { name: 'Arroz', price: 10 })
  await make('beans', '/products', { name: 'Feijão', price: 8 })
  await make('salt', '/products', { name: 'Sal', price: 2 })
  await make('seller', '/users', { name: 'Marina' })
  await make('sold', '/order-statuses', { name: 'Vendido', counts: true })
  await make('quoted', '/order-statuses', { name: 'Orçamento enviado', counts: false })
})
after(async () => server.close())

const order = async (date: string, items: object[], more: object = {}): Promise<number> => {
  const sold = { id_customer: ids['customer'], id_order_status: ids['sold'], date, items }
  const body = { ...sold, ...more }
  return (await data(server, 'POST', '/orders', body)).id
}
const pricesOf = (query: string, token?: string) =>
  data(
    server,
    'GET',
    `/customers/${ids['customer']}/last-prices?id_item=${ids['rice']},${ids['beans']},${ids['salt']}${query}`,
    undefined,
    token ? { token } : {},
  )

test('of each product the newest sale counts, by the order’s date', async () => {
  const late = await order('2026-10-02', [
    { id_item: ids['rice'], quantity: 2, price: 9, discount_percentage: 10 },
  ])
  const early = await order('2026-10-01', [
    { id_item: ids['rice'], quantity: 1, price: 7 },
    { id_item: ids['beans'], quantity: 5, price: 6 },
  ])
  await order('2026-10-03', [{ id_item: ids['rice'], quantity: 1, price: 1 }], {
    id_order_status: ids['quoted'],
  })
  await order('2026-10-03', [{ id_item: ids['salt'], quantity: 1 }], { id_customer: ids['other'] })
  const date = (day: string) => `${day}T00:00:00.000Z`
  const rice = {
    id_item: ids['rice'],
    price: 9,
    unit_liq: 8.1,
    quantity: 2,
    date: date('2026-10-02'),
    order: { id: late, number: null },
  }
  const beans = {
    id_item: ids['beans'],
    price: 6,
    unit_liq: 6,
    quantity: 5,
    date: date('2026-10-01'),
    order: { id: early, number: null },
  }
  assert.deepEqual(await pricesOf(''), [rice, beans])
  const [without] = await pricesOf(`&except_order=${late}`)
  assert.deepEqual([without.price, without.order.id], [7, early])
  const byCode = await data(
    server,
    'GET',
    `/customers/fk_id/C-1/last-prices?id_item=${ids['rice']}`,
  )
  assert.deepEqual(byCode, [rice])
})

test('who is restricted gets the prices of their own orders, and those of no hidden customer', async () => {
  const own = await order('2026-09-01', [{ id_item: ids['rice'], quantity: 1, price: 5 }], {
    id_user: ids['seller'],
  })
  const made = await data(server, 'POST', '/tokens', {
    name: 'Marina',
    scopes: ['orders:read', 'customers:read'],
    only: { id_user: [ids['seller']] },
  })
  const hidden = await server.send(
    'GET',
    `/customers/${ids['customer']}/last-prices?id_item=${ids['rice']}`,
    { token: made.token },
  )
  assert.equal(hidden.status, 404)
  await data(server, 'PATCH', `/customers/${ids['customer']}`, { id_user: ids['seller'] })
  const seen = await pricesOf('', made.token)
  assert.deepEqual(
    seen.map(({ price, order }: { price: number; order: { id: number } }) => [price, order.id]),
    [[5, own]],
  )
})

test('products have to be named, at most 500 of them', async () => {
  for (const query of [
    '',
    '?id_item=',
    `?id_item=${Array.from({ length: 501 }, (_, i) => i + 1)}`,
  ]) {
    const answer = await server.send('GET', `/customers/${ids['customer']}/last-prices${query}`)
    assert.equal(answer.status, 400, query)
  }
  for (const key of ['fk_id/NONE', '999999999']) {
    const unknown = await server.send('GET', `/customers/${key}/last-prices?id_item=1`)
    assert.equal(unknown.status, 404, key)
  }
})
