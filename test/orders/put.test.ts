import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { assertConsistent, data, problemOf, succeed } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'

let server: Server
let ids: Sample
before(async () => {
  server = await startServer()
  ids = await sample(server)
})
after(() => server.close())

const put = (fk_id: string, body: object = {}, headers: Record<string, string> = {}) =>
  server.send('PUT', `/orders/fk_id/${encodeURIComponent(fk_id)}`, {
    body: { id_customer: ids.customer, ...body },
    headers,
  })
const historyOf = async (id: number) =>
  (await succeed(server, 'GET', `/orders/${id}/history`)).body.data

test('PUT creates an order, replaces it, and changes nothing where nothing differs', async () => {
  const body = {
    date: '2026-05-05T12:00:00Z',
    id_user: ids.user,
    id_address: ids.address,
    id_freight_type: ids.charged_freight,
    freight_value: 3,
    observations: 'sync',
    custom_fields: { a: '1', b: '2' },
    items: [
      { id_item: ids.product, quantity: 1, fk_id: '1' },
      { id_item: ids.service, quantity: 2, price: 50 },
    ],
  }
  const created = await put('PED 1/ç', body)
  assert.equal(created.status, 201, created.text)
  const order = created.body.data
  assert.equal(created.body.message, 'Resource created successfully')
  assert.equal(created.headers['location'], `/orders/${order.id}`)
  assert.deepEqual([order.fk_id, order.total_value], ['PED 1/ç', 115.5])

  const again = await put('PED 1/ç', { ...body, fk_id: 'PED 1/ç' })
  assert.deepEqual([again.status, again.body.message], [200, 'Resource updated successfully'])
  assert.deepEqual(again.body.data, order)
  assert.equal(again.headers['etag'], created.headers['etag'])
  assert.equal((await historyOf(order.id)).length, 1)

  const bare = await put('PED 1/ç')
  assert.equal(bare.status, 200)
  const { updated_at, date, ...rest } = bare.body.data
  assert.equal(date, order.date, 'an order always has a date: it stays')
  assert.deepEqual(rest, {
    id: order.id,
    fk_id: 'PED 1/ç',
    status: order.status,
    customer: order.customer,
    insurance_value: 0,
    other_expenses: 0,
    discount_value: 0,
    discount_percentage: 0,
    ...Object.fromEntries(
      [
        'number',
        'reason',
        'freight',
        'user',
        'observations',
        'delivery_date',
        'opportunity',
        'quotation',
        'payment_type',
        'payment_method',
        'category',
        'operation',
        'shipping_company',
        'address',
        'branch_company',
        'tax_date',
        'valid_until',
      ].map((name) => [name, null]),
    ),
    final_consumer: null,
    presence: null,
    intermediary: null,
    customer_order: null,
    contract: null,
    commitment: null,
    internal_observations: null,
    tags: [],
    total_value: 0,
    payable_value: 0,
    taxes_total: {},
    installments: [],
    installments_kept: false,
    installments_estimated: false,
    custom_fields: {},
    items: [],
    created_at: order.created_at,
  })
  assert.deepEqual(
    (await historyOf(order.id)).map(({ type }: { type: string }) => type),
    ['order.created', 'order.updated'],
  )
})

test('items keep their id by fk_id, else by product, and their time', async () => {
  const { product, service } = ids
  const first = await put('items', {
    items: [
      { id_item: product, quantity: 1, fk_id: 'a' },
      { id_item: service, quantity: 1, price: 1, fk_id: 'b' },
      { id_item: product, quantity: 2 },
      { id_item: product, quantity: 3 },
    ],
  })
  const [a, b, c, d] = first.body.data.items
  const second = await put('items', {
    items: [
      { id_item: product, quantity: 9 },
      { id_item: product, quantity: 8, fk_id: 'new' },
      { id_item: product, quantity: 7, fk_id: 'b' },
      { id_item: product, quantity: 1, fk_id: 'a' },
    ],
  })
  const items: Record<string, unknown>[] = second.body.data.items
  const byId = new Map(items.map((item) => [item['id'], item]))
  assert.equal(items.length, 4)
  assert.deepEqual(byId.get(a.id), a)
  assert.deepEqual(
    [byId.get(b.id)?.['quantity'], byId.get(b.id)?.['created_at']],
    [7, b.created_at],
  )
  assert.equal(byId.get(c.id)?.['quantity'], 9)
  assert.equal(byId.has(d.id), false)
  const added = items.filter(({ id }) => ![a.id, b.id, c.id].includes(id))
  assert.deepEqual(
    added.map(({ fk_id, quantity }) => [fk_id, quantity]),
    [['new', 8]],
  )
  await assertConsistent(server)
})

test('a PUT of what was read keeps which discount was typed', async () => {
  const item = { id_item: ids.product, quantity: 2, price: 50, discount_percentage: 10 }
  const made = (await put('typed', { items: [item] })).body.data
  const whole = { items: [{ ...item, discount_value: 10 }] }
  assert.equal((await put('typed', whole)).status, 200)
  assert.equal((await historyOf(made.id)).length, 1)
  const path = `/orders/${made.id}/items/${made.items[0].id}`
  const patched = await succeed(server, 'PATCH', path, { quantity: 4 })
  assert.equal(patched.body.data.items[0].vlr_desc, 20)
  await put('typed', { items: [{ ...item, discount_value: 10, discount_percentage: undefined }] })
  const again = await succeed(server, 'PATCH', path, { quantity: 4 })
  assert.equal(again.body.data.items[0].vlr_desc, 10)
})

test('items may swap their fk_ids and shrink to one', async () => {
  const line = (fk_id: string, quantity: number) => ({ id_item: ids.product, quantity, fk_id })
  await put('swap', { items: [line('1', 1), line('2', 2), line('3', 3)] })
  const swapped = await put('swap', { items: [line('2', 1), line('1', 2)] })
  const quantities = swapped.body.data.items.map(
    ({ fk_id, quantity }: Record<string, unknown>) => `${fk_id}: ${quantity}`,
  )
  assert.deepEqual(quantities.sort(), ['1: 2', '2: 1'])
  assert.equal(swapped.body.data.total_value, 37.5)
  const one = await put('swap', { items: [line('3', 4)] })
  assert.deepEqual([one.body.data.items.length, one.body.data.total_value], [1, 50])
  await assertConsistent(server)
})

test('items that come in another order are the same items', async () => {
  const line = (fk_id: string) => ({ id_item: ids.product, quantity: 1, fk_id })
  await put('mixed', { items: [line('1'), line('3')] })
  const inserted = await put('mixed', { items: [line('1'), line('2'), line('3')] })
  for (const items of [
    [line('1'), line('2'), line('3')],
    [line('3'), line('2'), line('1')],
  ]) {
    const again = await put('mixed', { items })
    assert.deepEqual(again.body.data, inserted.body.data)
  }
  assert.equal((await historyOf(inserted.body.data.id)).length, 2)
})

test('PUT takes conditions: only if new, only if unchanged', async () => {
  const anything = { 'if-match': '*' }
  const isNew = { 'if-none-match': '*' }
  assert.deepEqual(problemOf(await put('cond', {}, anything)), [412, 'precondition_failed', []])
  const created = await put('cond', {}, isNew)
  assert.equal(created.status, 201)
  const etag = String(created.headers['etag'])
  const refused = await put('cond', { observations: 'x' }, isNew)
  assert.deepEqual([refused.status, refused.headers['etag']], [412, etag])
  assert.equal((await put('cond', { observations: 'x' }, { 'if-match': etag })).status, 200)
  assert.equal((await put('cond', { observations: 'y' }, { 'if-match': etag })).status, 412)
  assert.equal((await put('cond', { observations: 'y' }, anything)).status, 200)
})

test('PUT refuses another fk_id in its body, and an fk_id that is none', async () => {
  for (const fk_id of ['b', null]) {
    const refused = await put('a', { fk_id })
    assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, '/fk_id'])
  }
  for (const fk_id of ['x'.repeat(101), ' ', '\u0000', 'a\nb\u0001', 'id:1']) {
    const refused = await put(fk_id)
    assert.deepEqual([refused.status, refused.body.code], [400, 'invalid_parameter'], fk_id)
  }
  const noCustomer = await server.send('PUT', '/orders/fk_id/a', { body: {} })
  assert.deepEqual(problemOf(noCustomer), [422, 'validation_failed', ['/id_customer required']])
})

test('an fk_id that moved away, or whose order is gone, is free for PUT', async () => {
  const first = (await put('moving')).body.data
  await data(server, 'PATCH', `/orders/${first.id}`, { fk_id: 'moved' })
  const second = await put('moving')
  assert.equal(second.status, 201)
  await succeed(server, 'DELETE', `/orders/${second.body.data.id}`)
  const third = await put('moving')
  assert.equal(third.status, 201)
  assert.notEqual(third.body.data.id, second.body.data.id)
})
