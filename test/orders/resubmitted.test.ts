import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { data, succeed } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'

// Sent again is the same: a line that an order has keeps its price and its recurrence where it is named
// again without them, whatever its product has become.

let server: Server
let ids: Sample
before(async () => {
  server = await startServer()
  ids = await sample(server)
})
after(() => server.close())

let product: number
let number = 0
beforeEach(async () => {
  const body = { name: 'Filtro', price: 10, recurrency_period: 30 }
  product = (await data(server, 'POST', '/products', body)).id
  number++
})

const raise = () =>
  succeed(server, 'PATCH', `/products/${product}`, { price: 99, recurrency_period: 90 })

interface Item {
  id: number
  fk_id: string | null
  quantity: number
  price: number
  recurrency_period: number
  total_liq: number
}
const linesOf = (order: { items: Item[] }) =>
  order.items
    .toSorted((a, b) => a.id - b.id)
    .map(({ quantity, price, recurrency_period }) => [quantity, price, recurrency_period])

const put = (items: object[]) =>
  succeed(server, 'PUT', `/orders/fk_id/again-${number}`, { id_customer: ids.customer, items })

async function bulk(items: object[], mode: string): Promise<string> {
  const line = { fk_id: `again-${number}`, id_customer: ids.customer, items }
  const headers = { 'content-type': 'application/x-ndjson' }
  const body = `${JSON.stringify(line)}\n`
  const answer = await server.send('POST', `/bulk/orders?mode=${mode}`, { body, headers })
  return answer.body[0].status
}

test('the same order again is unchanged after its product has another price', async () => {
  const items = [
    { id_item: product, quantity: 2, fk_id: 'a' },
    { id_item: product, quantity: 3 },
  ]
  const first = (await put(items)).body.data
  await raise()
  const again = (await put(items)).body.data
  assert.deepEqual(again, first)
  assert.deepEqual(linesOf(again), [
    [2, 10, 30],
    [3, 10, 30],
  ])
  for (const mode of ['put', 'patch']) assert.equal(await bulk(items, mode), 'unchanged')
})

test('what changes of a line leaves its price; a line that is new has the product’s', async () => {
  await put([
    { id_item: product, quantity: 2, fk_id: 'a', price: 7.5 },
    { id_item: product, quantity: 3 },
    { id_item: product, quantity: 4 },
  ])
  await raise()
  const order = (
    await put([
      { id_item: product, quantity: 30 },
      { id_item: product, quantity: 20, fk_id: 'a' },
      { id_item: product, quantity: 40, price: 11 },
      { id_item: product, quantity: 1, fk_id: 'new' },
    ])
  ).body.data
  assert.deepEqual(linesOf(order), [
    [20, 7.5, 30],
    [30, 10, 30],
    [40, 11, 30],
    [1, 99, 90],
  ])
})

test('a code that has another product now has that one’s price', async () => {
  await put([{ id_item: product, quantity: 2, fk_id: 'a' }])
  await raise()
  const other = await data(server, 'POST', '/products', { name: 'Vela', price: 5 })
  const order = (await put([{ id_item: other.id, quantity: 2, fk_id: 'a' }])).body.data
  assert.deepEqual(linesOf(order), [[2, 5, null]])
})

test('a product that has lost its price is no reason to refuse the same order', async () => {
  const items = [{ id_item: product, quantity: 2 }]
  await put(items)
  await succeed(server, 'PATCH', `/products/${product}`, { price: null })
  assert.equal(await bulk(items, 'put'), 'unchanged')
})

test('a line without a code is rather one that had none, and keeps what it has', async () => {
  await put([
    { id_item: product, quantity: 2, fk_id: 'a', price: 7.5 },
    { id_item: product, quantity: 3 },
  ])
  await raise()
  const order = (await put([{ id_item: product, quantity: 3 }])).body.data
  assert.deepEqual(linesOf(order), [[3, 10, 30]])
  assert.equal(order.items[0].fk_id, null)
})

test('reordered, removed and added lines keep to their codes', async () => {
  const line = (fk_id: string, price?: number) => ({
    id_item: product,
    quantity: 1,
    fk_id,
    ...(price === undefined ? {} : { price }),
  })
  await put([line('a', 1), line('b', 2), line('c', 3)])
  await raise()
  const order = (await put([line('c'), line('d'), line('a')])).body.data
  assert.deepEqual(order.items.map(({ fk_id, price }: Item) => [fk_id, price]).sort(), [
    ['a', 1],
    ['c', 3],
    ['d', 99],
  ])
})

test('price null is no price sent', async () => {
  await put([{ id_item: product, quantity: 2, price: 7.5 }])
  await raise()
  const order = (await put([{ id_item: product, quantity: 4, price: null }])).body.data
  assert.deepEqual(linesOf(order), [[4, 7.5, 30]])
})

test('a locked order that is sent again is unchanged', async () => {
  const items = [{ id_item: product, quantity: 2 }]
  const statuses = (await succeed(server, 'GET', '/order-statuses')).body.data
  const locked = statuses.find((status: { locked: boolean }) => status.locked)
  const { id } = (await put(items)).body.data
  await succeed(server, 'DELETE', `/orders/${id}`)
  const body = { id_customer: ids.customer, id_order_status: locked.id, items }
  await succeed(server, 'PUT', `/orders/fk_id/again-${number}`, body)
  await raise()
  assert.equal(await bulk(items, 'put'), 'unchanged')
  assert.equal(await bulk(items, 'patch'), 'unchanged')
})
