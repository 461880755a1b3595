import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { assertConsistent, data, problemOf, succeed } from '../support/orders.ts'
import { UNSAID_OF_LINE } from '../support/records/said.ts'
import { type Sample, sample } from '../support/sample.ts'

let server: Server
let ids: Sample
before(async () => {
  server = await startServer({ MAX_ITEMS: 5 })
  ids = await sample(server)
})
after(() => server.close())

const create = (...items: object[]) =>
  data(server, 'POST', '/orders', { id_customer: ids.customer, items })

/** Figures that agree with each other, as written. */
const written = {
  quantity: 2,
  price: 100.5,
  total_item: 201,
  discount_value: 20.1,
  discount_percentage: 10,
  net_unit_value: 90.45,
  net_value: 180.9,
  base_icms: 180.9,
  aliq_icms: 18,
  value_icms: 32.56,
  base_icms_st: 250,
  aliq_icms_st: 18,
  value_icms_st: 12.44,
  base_ipi: 180.9,
  aliq_ipi: 5,
  value_ipi: 9.05,
}

/** The same as returned: `total_item` is not. */
const returned = {
  quantity: 2,
  price: 100.5,
  vlr_desc: 20.1,
  perc_desc: 10,
  unit_liq: 90.45,
  total_liq: 180.9,
  ...{ base_icms: 180.9, icms: 18, vlr_icms: 32.56 },
  ...{ base_icms_st: 250, icms_st: 18, vlr_icms_st: 12.44 },
  ...{ base_ipi: 180.9, ipi: 5, value_ipi: 9.05 },
  ...{ discount_share: 0, freight_share: 0, insurance_share: 0, other_share: 0 },
  line_total: 202.39,
  taxes: [
    { tax: 'ipi', base: 180.9, rate: 5, value: 9.05, effect: 1, origin: 'given' },
    { tax: 'icms', base: 180.9, rate: 18, value: 32.56, effect: 0, origin: 'given' },
    { tax: 'icms_st', base: 250, rate: 18, value: 12.44, effect: 1, origin: 'given' },
  ],
}

const zeros = Object.fromEntries(Object.keys(returned).map((name) => [name, 0]))
const noFigures = { ...zeros, taxes: [] }

test('every field of an item is returned, in the interface’s shape', async () => {
  const sent = {
    ...written,
    id_item: ids.service,
    description: ' Com montagem\n',
    fk_id: 'L1',
    recurrency_period: 90,
  }
  const order = await create(sent)
  const [{ id, created_at, ...item }] = order.items
  assert.ok(Number.isSafeInteger(id) && id > 0)
  assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.deepEqual(item, {
    ...returned,
    item: { id: ids.service, name: 'Instalação', fk_id: null, type: 'service' },
    description: 'Com montagem',
    fk_id: 'L1',
    ...UNSAID_OF_LINE,
    recurrency_period: 90,
  })
  assert.equal(order.total_value, 202.39)
})

test('what an item leaves out comes from its product, or is unset', async () => {
  const order = await create(
    { id_item: ids.product, quantity: 3 },
    { id_item: ids.service, quantity: 0.5, price: 0 },
    { id_item: ids.product, quantity: 1, price: null, description: null, fk_id: null },
  )
  const items = order.items.map(
    ({ id: _, created_at: __, ...item }: Record<string, unknown>) => item,
  )
  const product = { id: ids.product, name: 'Café 500 g', fk_id: 'cafe', type: 'product' }
  const unset = {
    ...noFigures,
    ...{ ...UNSAID_OF_LINE, description: null, fk_id: null, recurrency_period: null },
  }
  assert.deepEqual(items, [
    {
      ...unset,
      item: product,
      quantity: 3,
      price: 12.5,
      unit_liq: 12.5,
      total_liq: 37.5,
      line_total: 37.5,
    },
    {
      ...unset,
      item: { id: ids.service, name: 'Instalação', fk_id: null, type: 'service' },
      quantity: 0.5,
      recurrency_period: 30,
    },
    {
      ...unset,
      item: product,
      quantity: 1,
      price: 12.5,
      unit_liq: 12.5,
      total_liq: 12.5,
      line_total: 12.5,
    },
  ])
  assert.equal(order.total_value, 50)

  const unpriced = await server.send('POST', '/orders', {
    body: { id_customer: ids.customer, items: [{ id_item: ids.service, quantity: 1 }] },
  })
  assert.deepEqual(problemOf(unpriced), [
    422,
    'validation_failed',
    ['/items/0/price price_required'],
  ])
})

test('decimals are exact and have no zeros at the end', async () => {
  const body = `{"id_customer":${ids.customer},"items":[
    {"id_item":${ids.product},"quantity":0.0001,"price":0.0000000001},
    {"id_item":${ids.product},"quantity":3,"price":0.3333333333},
    {"id_item":${ids.product},"quantity":99999999999,"price":1},
    {"id_item":${ids.product},"quantity":1.5000,"price":10.10}]}`
  const { text } = await succeed(server, 'POST', '/orders', body)
  const figures = [
    ...text.matchAll(/"(?:quantity|price|unit_liq|total_liq|total_value)":([^,}]+)/g),
  ]
  assert.deepEqual(
    figures.map(([, digits]) => digits),
    [
      ...['100000000015.15'],
      ...['0.0001', '0.0000000001', '0', '0'],
      ...['3', '0.3333333333', '0.3333333333', '1'],
      ...['99999999999', '1', '1', '99999999999'],
      ...['1.5', '10.1', '10.1', '15.15'],
    ],
  )
})

test('an item is added, changed and taken away; answers hold the whole order', async () => {
  const { id } = await create()
  const path = `/orders/${id}/items`
  const added = await succeed(server, 'POST', path, { ...written, id_item: ids.product })
  assert.deepEqual([added.status, added.body.message], [201, 'Resource created successfully'])
  const item = added.body.data.items[0]
  assert.equal(added.headers['location'], `${path}/${item.id}`)
  assert.deepEqual([added.body.data.id, added.body.data.total_value], [id, 202.39])
  assert.deepEqual(await data(server, 'GET', `/orders/${id}`), added.body.data)

  const patched = await succeed(server, 'PATCH', `${path}/${item.id}`, {
    quantity: 4,
    description: 'mais',
    fk_id: 'L9',
    recurrency_period: 7,
    id_item: ids.service,
  })
  assert.deepEqual([patched.status, patched.body.message], [200, 'Resource updated successfully'])
  const [changed] = patched.body.data.items
  assert.deepEqual(
    [changed.id, changed.created_at, changed.item.id, changed.quantity, changed.price],
    [item.id, item.created_at, ids.service, 4, 100.5],
  )
  assert.deepEqual(
    [changed.description, changed.fk_id, changed.recurrency_period],
    ['mais', 'L9', 7],
  )
  assert.equal(
    (await succeed(server, 'GET', `/orders/${id}`)).headers['etag'],
    patched.headers['etag'],
  )

  const cleared = await data(server, 'PATCH', `${path}/${item.id}`, {
    description: null,
    fk_id: null,
    recurrency_period: null,
    discount_value: null,
    discount_percentage: null,
    base_ipi: null,
    aliq_ipi: null,
    value_ipi: null,
  })
  const { description, fk_id, recurrency_period, vlr_desc, value_ipi } = cleared.items[0]
  assert.deepEqual([description, fk_id, vlr_desc, value_ipi], [null, null, 0, 0])
  assert.ok(recurrency_period === null || recurrency_period === 30)

  const deleted = await succeed(server, 'DELETE', `${path}/${item.id}`)
  assert.deepEqual(
    [deleted.body.success, deleted.body.message, deleted.body.deletedId],
    [true, 'Resource deleted successfully', item.id],
  )
  const empty = await data(server, 'GET', `/orders/${id}`)
  assert.deepEqual([empty.items, empty.total_value], [[], 0])
  await assertConsistent(server)
})

test('a changed item takes its taxes along, and remembers the discount that was typed', async () => {
  const sold = { id_item: ids.product, quantity: 10, price: 100, discount_percentage: 10 }
  const made = await create({ ...sold, aliq_ipi: 5, base_icms: 630, aliq_icms: 18 })
  const path = `/orders/${made.id}/items/${made.items[0].id}`
  const shows = async (change: object, expected: Record<string, number>) => {
    const { items, total_value } = await data(server, 'PATCH', path, change)
    const [item] = items
    const shown = Object.keys(expected).map((name) => [name, { ...item, total_value }[name]])
    assert.deepEqual(Object.fromEntries(shown), expected)
  }
  const taxed = { base_ipi: 1800, value_ipi: 90, base_icms: 1260, vlr_icms: 226.8 }
  const was = { vlr_desc: 200, perc_desc: 10, total_liq: 1800, ...taxed, total_value: 1890 }
  await shows({ quantity: 20 }, was)
  // The same money, but typed: it stays from now on.
  await shows({ discount_value: 200 }, was)
  await shows(
    { quantity: 10 },
    { vlr_desc: 200, perc_desc: 20, total_liq: 800, base_ipi: 800, value_ipi: 40, vlr_icms: 100.8 },
  )
  await shows({ base_icms: 0 }, { base_icms: 0, icms: 18, vlr_icms: 0, base_ipi: 800 })
  const refused = await server.send('PATCH', path, { body: { aliq_icms_st: 18 } })
  assert.deepEqual(problemOf(refused), [422, 'validation_failed', ['/base_icms_st base_required']])
  await shows({ aliq_icms_st: 18, base_icms_st: 1120, value_icms_st: 57.6 }, { vlr_icms_st: 57.6 })
  await shows({ quantity: 20 }, { total_liq: 1800, base_icms_st: 2520, vlr_icms_st: 129.6 })
  await assertConsistent(server)
})

test('an account that trusts keeps what is sent with a change, and derives the rest', async () => {
  await succeed(server, 'PATCH', '/account', { amounts: 'trust' })
  const made = await create({ id_item: ids.product, quantity: 1, price: 100, aliq_ipi: 10 })
  const path = `/orders/${made.id}/items/${made.items[0].id}`
  const change = { quantity: 2, value_ipi: 7, aliq_icms_st: 18 }
  const [item] = (await data(server, 'PATCH', path, change)).items
  const { base_ipi, ipi, value_ipi, base_icms_st, icms_st, vlr_icms_st } = item
  assert.deepEqual([base_ipi, ipi, value_ipi], [200, 10, 7])
  assert.deepEqual([base_icms_st, icms_st, vlr_icms_st], [0, 18, 0])
  await succeed(server, 'PATCH', '/account', { amounts: 'verify' })
  await assertConsistent(server)
})

test('a cleared price is the product’s again', async () => {
  const order = await create({ id_item: ids.product, quantity: 2, price: 7 })
  const path = `/orders/${order.id}/items/${order.items[0].id}`
  const patched = await data(server, 'PATCH', path, { price: null })
  assert.deepEqual([patched.items[0].price, patched.total_value], [12.5, 25])
  const refused = await server.send('PATCH', path, { body: { price: null, id_item: ids.service } })
  assert.deepEqual(problemOf(refused), [422, 'validation_failed', ['/price price_required']])
})

test('an item is found only in its own order', async () => {
  const mine = await create({ id_item: ids.product, quantity: 1 })
  const other = await create({ id_item: ids.product, quantity: 1 })
  for (const path of [
    `/orders/${mine.id}/items/${other.items[0].id}`,
    `/orders/${mine.id}/items/9007199254740991`,
    `/orders/9007199254740991/items/${mine.items[0].id}`,
  ]) {
    const patched = await server.send('PATCH', path, { body: { quantity: 9 } })
    assert.deepEqual(problemOf(patched), [404, 'not_found', []], path)
    assert.deepEqual(problemOf(await server.send('DELETE', path)), [404, 'not_found', []], path)
  }
  const body = { id_item: ids.product, quantity: 1 }
  const added = await server.send('POST', '/orders/9007199254740991/items', { body })
  assert.deepEqual(problemOf(added), [404, 'not_found', []])
  for (const path of [`/orders/x/items/1`, `/orders/${mine.id}/items/0`]) {
    assert.equal((await server.send('DELETE', path)).status, 400, path)
  }
})

test('an item’s faults are told all at once, by name', async () => {
  const order = await create({ id_item: ids.product, quantity: 1, fk_id: 'a' })
  const path = `/orders/${order.id}/items`
  const required = await server.send('POST', path, { body: { qty: 1, price: '1' } })
  assert.deepEqual(problemOf(required)[2], [
    '/id_item required',
    '/price type',
    '/qty unknown_property',
    '/quantity required',
  ])
  const wrong = { ...written, id_item: 4_000_000, net_value: 181.9, value_ipi: 10 }
  for (const [method, at] of [
    ['POST', path],
    ['PATCH', `${path}/${order.items[0].id}`],
  ] as const) {
    const refused = await server.send(method, at, { body: wrong })
    const [status, code, places] = problemOf(refused)
    assert.deepEqual([status, code], [422, 'validation_failed'])
    assert.ok(places.includes('/id_item unknown_reference'), `${method} ${places}`)
    assert.ok(places.some((place) => /^\/(net_value|discount_value) amount/.test(place)))
    assert.ok(places.includes('/value_ipi amount_contradiction'), `${places}`)
    const [fault] = refused.body.errors.filter(
      ({ pointer }: { pointer: string }) => pointer === '/value_ipi',
    )
    assert.deepEqual([fault.sent, fault.expected], ['10', '9.05'])
  }
  const unknown = await server.send('PATCH', `${path}/${order.items[0].id}`, {
    body: { id_item: 4_000_000 },
  })
  assert.deepEqual(problemOf(unknown), [422, 'validation_failed', ['/id_item unknown_reference']])
})

test('an item’s fk_id is its own within the order', async () => {
  const order = await create({ id_item: ids.product, quantity: 1, fk_id: '1' })
  await create({ id_item: ids.product, quantity: 1, fk_id: '1' })
  const path = `/orders/${order.id}/items`
  const second = await data(server, 'POST', path, { id_item: ids.product, quantity: 1, fk_id: '2' })
  const problem = [409, 'duplicate_fk_id', ['/fk_id duplicate_fk_id']]
  const added = await server.send('POST', path, {
    body: { id_item: ids.product, quantity: 1, fk_id: '1' },
  })
  assert.deepEqual(problemOf(added), problem)
  const patched = await server.send('PATCH', `${path}/${second.items[1].id}`, {
    body: { fk_id: '1' },
  })
  assert.deepEqual(problemOf(patched), problem)
  const twice = { id_item: ids.product, quantity: 1, fk_id: 'x' }
  const created = await server.send('POST', '/orders', {
    body: { id_customer: ids.customer, items: [twice, { ...twice, fk_id: 'y' }, twice] },
  })
  assert.deepEqual(problemOf(created), [
    422,
    'validation_failed',
    ['/items/2/fk_id duplicate_fk_id'],
  ])
})

test('an order holds so many items and no more, however they come', async () => {
  const item = { id_item: ids.product, quantity: 1 }
  const five = Array.from({ length: 5 }, () => item)
  const order = await create(...five)
  const path = `/orders/${order.id}/items`
  const six = { id_customer: ids.customer, items: [...five, item] }
  for (const [method, at] of [
    ['POST', '/orders'],
    ['PUT', '/orders/fk_id/six'],
  ] as const) {
    const refused = await server.send(method, at, { body: six })
    assert.deepEqual(problemOf(refused), [422, 'validation_failed', ['/items max_items']])
  }
  const added = await server.send('POST', path, { body: item })
  assert.deepEqual(problemOf(added).slice(0, 2), [422, 'validation_failed'])
  assert.match(added.body.detail, /5 items/)
  await succeed(server, 'DELETE', `${path}/${order.items[0].id}`)
  await succeed(server, 'POST', path, item)
})

test('an order that comes to more than an amount can hold is refused', async () => {
  const big = { id_item: ids.product, quantity: 1, price: 99999999999, base_ipi: 0 }
  const full = { ...big, quantity: 90, fk_id: 'full' }
  const order = await create(full)
  const path = `/orders/${order.id}/items`
  assert.equal(order.total_value, 8999999999910)
  const refused = [
    await server.send('POST', '/orders', {
      body: { id_customer: ids.customer, items: [full, { ...full, fk_id: 'too' }] },
    }),
    await server.send('POST', path, { body: { ...full, fk_id: 'too' } }),
    await server.send('PATCH', `${path}/${order.items[0].id}`, { body: { quantity: 101 } }),
  ]
  for (const answer of refused) {
    assert.deepEqual(problemOf(answer).slice(0, 2), [422, 'validation_failed'], answer.text)
    assert.equal(answer.body.errors.length, 1)
  }
  const freight = await server.send('PATCH', `/orders/${order.id}`, {
    body: { id_freight_type: ids.charged_freight, freight_value: 9999999999999 },
  })
  assert.deepEqual(problemOf(freight).slice(0, 2), [422, 'validation_failed'])
  assert.match(freight.body.errors[0].pointer, /^\/(freight_value|total_value|items)?$/)
  await assertConsistent(server)
})

test('entity tags of items are those of the order', async () => {
  const order = await create({ id_item: ids.product, quantity: 1 })
  const { headers } = await succeed(server, 'GET', `/orders/${order.id}`)
  const path = `/orders/${order.id}/items/${order.items[0].id}`
  const fresh = { 'if-match': String(headers['etag']) }
  const [stale, body] = [{ 'if-match': '"stale"' }, { quantity: 2 }]
  assert.equal((await server.send('PATCH', path, { body, headers: stale })).status, 412)
  assert.equal((await server.send('DELETE', path, { headers: stale })).status, 412)
  const add = { body: { id_item: ids.product, quantity: 1 }, headers: stale }
  assert.equal((await server.send('POST', `/orders/${order.id}/items`, add)).status, 412)
  assert.equal((await server.send('PATCH', path, { body, headers: fresh })).status, 200)
  assert.equal((await server.send('DELETE', path, { headers: fresh })).status, 412)
})
