import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { statementRan } from '../../src/base/telemetry/topics.ts'
import { type Server, startServer } from '../harness.ts'
import { endOfFeed, runJobs } from '../support/feed.ts'
import { data, problemOf, succeed } from '../support/orders.ts'
import { refusedBy } from '../support/refused.ts'

// What a read adds of an order's customer, as it is at that moment.

let server: Server
let ana: Record<string, unknown>
let bia: Record<string, unknown>
before(async () => {
  server = await startServer()
  ana = await data(server, 'POST', '/customers', {
    name: 'Mercado Ana',
    trade_name: 'Ana',
    fk_id: 'C-1',
    document: '11444777000161',
    email: 'compras@ana.example',
    phone: '11 3333-4444',
  })
  bia = await data(server, 'POST', '/customers', { name: 'Bia' })
})
after(() => server.close())

const orderOf = (customer: Record<string, unknown>, more: object = {}) =>
  data(server, 'POST', '/orders', { id_customer: customer['id'], ...more })
const shown = ({
  id,
  name,
  trade_name,
  fk_id,
  document,
  email,
  phone,
}: Record<string, unknown>) => ({
  id,
  name,
  trade_name,
  fk_id,
  document,
  email,
  phone,
})

test('an order is read with its customer, and a list with all of them', async () => {
  const product = await data(server, 'POST', '/products', { name: 'Café', price: 33.3333333333 })
  const line = { id_item: product.id, quantity: 3 }
  const first = await orderOf(ana, { fk_id: 'PED-1', items: [line] })
  const second = await orderOf(bia)
  const one = await succeed(server, 'GET', `/orders/${first.id}?expand=customer`)
  const plain = await succeed(server, 'GET', `/orders/${first.id}`)
  // All else is as without it, to the last digit.
  assert.equal(
    one.text.replace(/,"expanded":\{"customer":\{[^}]*\}\}/, '').replace(/"meta".*/, ''),
    plain.text.replace(/"meta".*/, ''),
  )
  assert.deepEqual(one.body.data.expanded, { customer: shown(ana) })
  const byCode = await data(server, 'GET', '/orders/fk_id/PED-1?expand=customer&fields=id')
  assert.deepEqual(byCode, { id: first.id, expanded: { customer: shown(ana) } })
  for (const mode of ['', '&pagination=cursor', '&fields=id,customer']) {
    const orders = await data(server, 'GET', `/orders?sort=id&expand=customer${mode}`)
    assert.deepEqual(
      orders.map((order: Record<string, unknown>) => [order['id'], order['expanded']]),
      [
        [first.id, { customer: shown(ana) }],
        [second.id, { customer: shown(bia) }],
      ],
    )
  }
  const etag = String(one.headers['etag'])
  const headers = { 'if-none-match': etag }
  const path = `/orders/${first.id}?expand=customer`
  assert.equal((await server.send('GET', path, { headers })).status, 304)
  await data(server, 'PATCH', `/customers/${ana['id']}`, { phone: '11 9999-0000' })
  const again = await server.send('GET', path, { headers })
  assert.deepEqual([again.status, again.body.data.expanded.customer.phone], [200, '11 9999-0000'])
})

test('events of orders have it, others not', async () => {
  const cursor = (await succeed(server, 'GET', '/events?limit=1&sort=-sequence')).body.next_cursor
  assert.ok(cursor)
  const { id } = await orderOf(bia)
  await data(server, 'PATCH', `/customers/${bia['id']}`, { name: 'Bia e Filhos' })
  const stop = runJobs(server)
  await endOfFeed(server, server)
  await stop()
  const orders = await data(server, 'GET', `/events?subject=/orders/${id}&expand=customer`)
  assert.equal(orders[0].data.record.customer.name, 'Bia')
  assert.equal(orders[0].data.record.expanded.customer.name, 'Bia e Filhos')
  const customers = await data(server, 'GET', '/events?type=customer.*&expand=customer')
  assert.ok(customers.length > 0)
  for (const event of customers) assert.equal('expanded' in event.data.record, false)
})

test('it needs the scope, keeps to whose customers they are, and is one word', async () => {
  const token = await server.newToken('orders:read', 'events:read')
  const lacking = { status: 403, code: 'insufficient_scope', detail: /customers:read/ }
  const { id } = await orderOf(bia)
  for (const path of ['/orders', `/orders/${id}`, '/events'])
    await refusedBy(server, 'GET', `${path}?expand=customer`, { token }, lacking)
  const user = await data(server, 'POST', '/users', { name: 'Vendedor' })
  const theirs = await orderOf(bia, { id_user: user.id })
  const wanted = {
    name: 'v',
    scopes: ['orders:read', 'customers:read'],
    only: { id_user: [user.id] },
  }
  const seller = await data(server, 'POST', '/tokens', wanted)
  const asSeller = { token: seller.token }
  const path = `/orders/${theirs.id}?expand=customer`
  const seen = async () => (await data(server, 'GET', path, undefined, asSeller)).expanded.customer
  assert.equal(await seen(), null)
  await data(server, 'PATCH', `/customers/${bia['id']}`, { id_user: user.id })
  assert.equal((await seen()).id, bia['id'])
  for (const one of [
    '/orders?expand=custmer',
    `/orders/${id}?expand=custmer`,
    '/events?expand=custmer',
  ]) {
    const { status, body } = await server.send('GET', one)
    assert.deepEqual(
      [status, body.errors[0].parameter, body.errors[0].code],
      [400, 'expand', 'enum'],
    )
    assert.match(body.errors[0].detail, /customer/)
  }
  const file = await server.send('GET', '/orders?expand=customer&format=csv')
  assert.deepEqual(problemOf(file)[2], ['expand unknown_parameter'])
  const without = await server.send('GET', '/orders?expand=customer&fields=id')
  assert.deepEqual(problemOf(without)[2], ['expand fields'])
})

test('a page asks for all customers at once', async () => {
  let asked = 0
  const stop = statementRan.listen(({ text }) => {
    if (text.includes('r.trade_name, r.fk_id, r.document')) asked++
  })
  const orders = await data(server, 'GET', '/orders?expand=customer&limit=100')
  stop()
  assert.ok(orders.length > 2)
  assert.equal(asked, 1)
})
