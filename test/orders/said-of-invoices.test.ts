import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Server, startServer } from '../harness.ts'
import { assertConsistent, data, problemOf, succeed } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'

// What an invoice says of a sale, of who buys and of each line; and notes and tags for the house alone.

let server: Server
let ids: Sample
before(async () => {
  server = await startServer()
  ids = await sample(server)
})
after(async () => {
  await assertConsistent(server)
  await server.close()
})

const said = {
  final_consumer: true,
  presence: 2,
  intermediary: { document: '11222333000181', id: 'LOJA-88' },
  customer_order: 'PC 4711/26',
  contract: 'CT-9',
  commitment: '2026NE000123',
  internal_observations: 'Cliente atrasa.\nLigar antes.',
  tags: ['feira', 'urgente'],
}
const saidOfLine = {
  cfop: '5102',
  customer_order: 'PC 4711',
  customer_order_item: '10',
  additional_info: 'Lote misto.\nFrágil.',
  lots: [
    { number: 'L1', quantity: 1.5, made_on: '2026-10-01', expires_on: '2027-10-01' },
    { number: 'L2', quantity: 0.5, made_on: null, expires_on: null },
  ],
}
const lineOf = (more: object = {}) => ({
  id_item: ids.product,
  quantity: 2,
  price: 10,
  ...more,
})
const create = (more: object = {}) =>
  data(server, 'POST', '/orders', { id_customer: ids.customer, ...more })
const refused = async (method: string, path: string, body: object) =>
  problemOf(await server.send(method, path, { body }))

test('what is said of an order is there again, is changed and cleared', async () => {
  const sent = { ...said, tags: ['urgente', 'feira', 'urgente'], items: [lineOf(saidOfLine)] }
  const made = await create(sent)
  const shown = (order: Record<string, unknown>, like: object) =>
    Object.fromEntries(Object.keys(like).map((name) => [name, order[name]]))
  assert.deepEqual(shown(made, said), said)
  assert.deepEqual(shown(made.items[0], saidOfLine), saidOfLine)
  const preview = await data(server, 'POST', '/orders/preview', {
    id_customer: ids.customer,
    ...sent,
  })
  assert.deepEqual(shown(preview, said), said)
  assert.deepEqual(shown(preview.items[0], saidOfLine), saidOfLine)
  const path = `/orders/${made.id}`
  const nobody = await data(server, 'PATCH', path, { intermediary: false, final_consumer: false })
  assert.deepEqual([nobody.intermediary, nobody.final_consumer], [false, false])
  const item = `${path}/items/${made.items[0].id}`
  const kept = await data(server, 'PATCH', item, { customer_order_item: '20' })
  assert.deepEqual(shown(kept.items[0], saidOfLine), { ...saidOfLine, customer_order_item: '20' })
  const none = Object.fromEntries(Object.keys(said).map((name) => [name, null]))
  const cleared = await data(server, 'PATCH', path, none)
  assert.deepEqual(shown(cleared, said), { ...none, tags: [] })
  const noneOfLine = Object.fromEntries(Object.keys(saidOfLine).map((name) => [name, null]))
  const bare = await data(server, 'PATCH', item, noneOfLine)
  assert.deepEqual(shown(bare.items[0], saidOfLine), { ...noneOfLine, lots: [] })
  const { order } = await data(server, 'POST', `${path}/versions/1/restore`)
  assert.deepEqual(order, { ...made, updated_at: order.updated_at })
  const few = await data(
    server,
    'GET',
    `/orders?id=${made.id}&fields=id,tags,intermediary,presence`,
  )
  const { tags, intermediary, presence } = said
  assert.deepEqual(few, [{ id: made.id, presence, intermediary, tags }])
  const copy = await data(server, 'POST', `${path}/items`, {
    copy_of: made.items[0].id,
    id_item: ids.product,
    quantity: 2,
  })
  assert.deepEqual(shown(copy.items.at(-1), saidOfLine), saidOfLine)
})

test('orders are found by the customer’s number and by any of some tags', async () => {
  const one = await create({ customer_order: 'OC-1', tags: ['a', 'b'] })
  const other = await create({ customer_order: 'OC-2', tags: ['b', 'c'] })
  await create({})
  const found = async (query: string) =>
    (await data(server, 'GET', `/orders?sort=id&${query}`)).map(({ id }: { id: number }) => id)
  assert.deepEqual(await found('customer_order=OC-2'), [other.id])
  assert.deepEqual(await found('tags=a'), [one.id])
  assert.deepEqual(await found('tags=b'), [one.id, other.id])
  assert.deepEqual(await found('tags=a,c'), [one.id, other.id])
  assert.deepEqual(await found('tags=A'), [])
})

test('what is in no form of the invoice is refused, each at its place', async () => {
  const bad = {
    id_customer: ids.customer,
    final_consumer: 'yes',
    presence: 6,
    intermediary: true,
    customer_order: 'x'.repeat(61),
    contract: '',
    commitment: 'x'.repeat(23),
    tags: ['two words'],
    items: [lineOf({ cfop: '8102', customer_order_item: '1234567', lots: [{ number: 'L' }] })],
  }
  const [status, code, errors] = await refused('POST', '/orders', bad)
  assert.deepEqual([status, code], [422, 'validation_failed'])
  const places = new Set(errors.map((one: string) => one.split(' ')[0]))
  assert.deepEqual([...places].sort(), [
    '/commitment',
    '/contract',
    '/customer_order',
    '/final_consumer',
    '/intermediary',
    '/items/0/cfop',
    '/items/0/customer_order_item',
    '/items/0/lots/0/quantity',
    '/presence',
    '/tags/0',
  ])
})

test('an intermediary that is none says what it may be, and one that is wrong says where', async () => {
  const detailsOf = async (intermediary: unknown) => {
    const { body } = await server.send('POST', '/orders', {
      body: { id_customer: ids.customer, intermediary },
    })
    return body.errors.map((one: Record<string, string>) => `${one['pointer']} ${one['detail']}`)
  }
  assert.deepEqual(await detailsOf('LOJA-88'), [
    '/intermediary must be object or false or null, not string.',
  ])
  assert.deepEqual(await detailsOf(true), [
    '/intermediary must be object or false or null, not boolean.',
  ])
  const [document, unknown, ...others] = await detailsOf({ document: '1', loja: 'x' })
  assert.match(document, /^\/intermediary\/(document|loja) /)
  assert.match(unknown, /^\/intermediary\/(document|loja) /)
  assert.deepEqual(others, [])
})

test('the lots of a line are all of it, whoever writes', async () => {
  const lots = [{ number: 'L1', quantity: 1 }]
  const wrong = await refused('POST', '/orders', {
    id_customer: ids.customer,
    items: [lineOf(), lineOf({ lots })],
  })
  assert.deepEqual(wrong, [422, 'validation_failed', ['/items/1/lots lots_sum']])
  const made = await create({ items: [lineOf({ lots: [{ number: 'L1', quantity: 2 }] })] })
  const item = `/orders/${made.id}/items/${made.items[0].id}`
  assert.deepEqual(await refused('PATCH', item, { quantity: 3 }), [
    422,
    'validation_failed',
    ['/quantity lots_sum'],
  ])
  await succeed(server, 'PATCH', item, { quantity: 3, lots: [{ number: 'L2', quantity: 3 }] })
  const raw = sql`update order_items set quantity = 4 where id = ${made.items[0].id}`
  await assert.rejects(raw.execute(server.db), /order_items_lots_are_all/)
})

test('notes of the house and tags may change in a locked order, what the invoice says may not', async () => {
  const made = await create({ id_order_status: ids.statuses['Invoiced'], items: [lineOf()] })
  const path = `/orders/${made.id}`
  const free = await data(server, 'PATCH', path, { internal_observations: 'x', tags: ['y'] })
  assert.deepEqual([free.internal_observations, free.tags], ['x', ['y']])
  assert.deepEqual(await refused('PATCH', path, { presence: 1, contract: 'x' }), [
    409,
    'order_locked',
    ['/contract order_locked', '/presence order_locked'],
  ])
})
