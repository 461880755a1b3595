import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { assertConsistent, data, problemOf, succeed } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'

// The list of taxes of a line: how it is written, what it does to the order, and how it goes with changes.

let server: Server
let ids: Sample
let charged: number
before(async () => {
  server = await startServer()
  ids = await sample(server)
  const freight = { name: 'Por nossa conta', charged: true }
  charged = (await data(server, 'POST', '/freight-types', freight)).id
})
after(async () => {
  await assertConsistent(server)
  await server.close()
})

type Body = Record<string, unknown>

const line = (price: number, more: Body = {}) => ({
  id_item: ids.product,
  quantity: 1,
  price,
  ...more,
})
const create = (items: Body[], more: Body = {}) =>
  data(server, 'POST', '/orders', { id_customer: ids.customer, items, ...more })

interface Tax {
  tax: string
  base: number
  rate: number
  value: number
}
const figuresOf = (taxes: Tax[]) =>
  taxes.map(({ tax, base, rate, value }) => `${tax} ${base} ${rate} ${value}`)

async function refused(items: Body[], more: Body = {}) {
  const body = { id_customer: ids.customer, items, ...more }
  const [status, code, errors] = problemOf(await server.send('POST', '/orders', { body }))
  return [status, code, ...errors]
}

test('the nine fields are shown as a list', async () => {
  const order = await create([line(100, { base_icms: 100, aliq_icms: 18, aliq_ipi: 5 })])
  assert.deepEqual(order.items[0].taxes, [
    { tax: 'ipi', base: 100, rate: 5, value: 5, effect: 1, origin: 'given' },
    { tax: 'icms', base: 100, rate: 18, value: 18, effect: 0, origin: 'given' },
  ])
  assert.deepEqual((await create([line(100)])).items[0].taxes, [])
})

test('a list is shown in the nine fields, and others are in the total', async () => {
  const order = await create([
    line(1000, {
      taxes: [
        { tax: 'fcp_st', base: 1400, rate: 2 },
        { tax: 'icms_st', base: 1400, rate: 18 },
        { tax: 'icms', code: '10', base: 1000, rate: 18 },
      ],
    }),
  ])
  const [item] = order.items
  assert.equal(item.vlr_icms, 180)
  assert.equal(item.vlr_icms_st, 72)
  assert.equal(order.total_value, 1100)
  assert.equal(item.line_total, 1100)
  assert.deepEqual(
    item.taxes.map(({ tax }: Tax) => tax),
    ['icms', 'icms_st', 'fcp_st'],
  )
  assert.equal(item.taxes[0].code, '10')
})

test('fields and list go together, and must agree', async () => {
  const both = [{ tax: 'icms', code: '00' }]
  const [item] = (await create([line(100, { base_icms: 100, aliq_icms: 18, taxes: both })])).items
  assert.deepEqual(figuresOf(item.taxes), ['icms 100 18 18'])
  assert.equal(item.taxes[0].code, '00')
  const other = [{ tax: 'icms', base: 100, rate: 12 }]
  assert.deepEqual(await refused([line(100, { base_icms: 100, aliq_icms: 18, taxes: other })]), [
    422,
    'validation_failed',
    '/items/0/aliq_icms amount_contradiction',
  ])
})

test('what is wrong with taxes is told where it stands, all at once', async () => {
  const st = { tax: 'icms_st', base: 1400, rate: 18, deduction: 120, value: 131 }
  assert.deepEqual(
    await refused([
      line(1000, { taxes: [st] }),
      line(1, {
        taxes: [
          { tax: 'ipi', value: 1 },
          { tax: 'ipi', value: 1 },
        ],
      }),
      line(1, { taxes: [{ tax: 'iof', value: 1 }] }),
      line(1, { taxes: [{ tax: 'is', value: 1 }] }),
      line(1, { aliq_ipi: 5, value_ipi: 3, taxes: [{ tax: 'icms', code: '00' }] }),
      line(1, { taxes: [{ tax: 'icms', code: '99' }] }),
      { id_item: ids.product, quantity: 1, price: 1, discount_value: 2, taxes: [{ tax: 'x' }] },
    ]),
    [
      422,
      'validation_failed',
      '/items/0/taxes/0/value amount_contradiction',
      '/items/1/taxes/1/tax tax_twice',
      '/items/2/taxes/0/tax tax_unknown',
      '/items/3/taxes/0/tax tax_closed',
      '/items/4/value_ipi amount_contradiction',
      '/items/5/taxes/0/code pattern',
      '/items/6/discount_value discount_exceeds_total',
      '/items/6/taxes/0/tax tax_unknown',
    ],
  )
  assert.deepEqual(await refused([line(1, { taxes: [{ tax: 'cbs' }] })], { date: '2027-01-04' }), [
    422,
    'validation_failed',
    '/items/0/taxes/0/rate rate_missing',
  ])
})

test('a list replaces a list, an empty one and null take it away', async () => {
  const order = await create([line(100, { taxes: [{ tax: 'pis', rate: 1.65 }], aliq_ipi: 5 })])
  const path = `/orders/${order.id}/items/${order.items[0].id}`
  assert.equal(order.total_value, 105)
  const patched = await data(server, 'PATCH', path, { taxes: [{ tax: 'cofins', rate: 7.6 }] })
  assert.deepEqual(figuresOf(patched.items[0].taxes), ['cofins 100 7.6 7.6'])
  assert.equal(patched.total_value, 100)
  for (const taxes of [[], null]) {
    await succeed(server, 'PATCH', path, { taxes: [{ tax: 'fcp_st', base: 100, rate: 2 }] })
    const emptied = await data(server, 'PATCH', path, { taxes })
    assert.deepEqual(emptied.items[0].taxes, [])
    assert.equal(emptied.total_value, 100)
  }
})

test('a list goes with its line, and the fields are laid over it', async () => {
  const order = await create([
    line(1000, {
      taxes: [
        { tax: 'ipi', per_unit: 2.5 },
        { tax: 'icms', code: '20', rate: 18, reduction: 50 },
        { tax: 'icms_st', base: 1400, rate: 18 },
        { tax: 'fcp_st', base: 1400, rate: 2, deduction: 3 },
        { tax: 'icms_deson', value: 10, reason: '7', deducts: true },
        { tax: 'pis', value: 1.65 },
      ],
    }),
  ])
  const path = `/orders/${order.id}/items/${order.items[0].id}`
  assert.deepEqual(figuresOf(order.items[0].taxes), [
    'ipi 1000 0 2.5',
    'icms 500 18 90',
    'icms_deson 0 0 10',
    'icms_st 1400 18 162',
    'fcp_st 1400 2 25',
    'pis 0 0 1.65',
  ])
  assert.equal(order.total_value, 1000 + 2.5 - 10 + 162 + 25)
  const twice = await data(server, 'PATCH', path, { quantity: 2 })
  assert.deepEqual(figuresOf(twice.items[0].taxes), [
    'ipi 2000 0 5',
    'icms 1000 18 180',
    'icms_deson 0 0 20',
    'icms_st 2800 18 324',
    'fcp_st 2800 2 50',
    'pis 0 0 3.3',
  ])
  const other = await data(server, 'PATCH', path, { aliq_icms: 12 })
  assert.equal(other.items[0].vlr_icms, 120)
  assert.equal(other.items[0].vlr_icms_st, 384)
  assert.equal(other.items[0].taxes[1].code, '20')
  const back = await data(server, 'PATCH', path, { quantity: 1, aliq_icms: 18 })
  assert.deepEqual(back.items[0].taxes, order.items[0].taxes)
})

test('shares are in the base, where the order has them', async () => {
  const header = {
    freight_value: 10,
    id_freight_type: charged,
    insurance_value: 2,
    other_expenses: 3,
    discount_value: 5,
  }
  const order = await create(
    [line(100, { taxes: [{ tax: 'icms', code: '00', rate: 18 }] })],
    header,
  )
  assert.deepEqual(figuresOf(order.items[0].taxes), ['icms 110 18 19.8'])
  assert.equal(order.total_value, 110)
  const two = await create(
    [
      line(18.37, {
        quantity: 24,
        taxes: [
          { tax: 'ipi', code: '50', rate: 3.25 },
          { tax: 'icms', code: '10', rate: 12 },
          { tax: 'icms_st', margin: 55.61, margin_kind: 'adjusted', rate: 18 },
        ],
      }),
      line(99.9, { quantity: 6, taxes: [{ tax: 'icms', code: '00', rate: 12 }] }),
    ],
    { freight_value: 37.5, id_freight_type: charged, discount_percentage: 5 },
  )
  assert.deepEqual(
    two.items.flatMap((item: { taxes: Tax[] }) => figuresOf(item.taxes)),
    [
      'ipi 434.73 3.25 14.13',
      'icms 434.73 12 52.17',
      'icms_st 698.47 18 73.55',
      'icms 591.04 12 70.92',
    ],
  )
  assert.equal(two.total_value, 1113.45)
})

test('taxes follow shares, whatever changes them', async () => {
  const taxes = [{ tax: 'icms', base: 1000, rate: 12, value: 120 }]
  const order = await create([line(1000, { taxes })])
  const freight = { freight_value: 100, id_freight_type: charged }
  const patched = await data(server, 'PATCH', `/orders/${order.id}`, freight)
  assert.equal(patched.items[0].base_icms, 1100)
  assert.equal(patched.items[0].vlr_icms, 132)
  assert.equal(patched.total_value, 1100)
  // Another line takes half of the freight.
  const path = `/orders/${order.id}/items`
  const added = await data(server, 'POST', path, line(1000))
  assert.equal(added.items[0].base_icms, 1050)
  const removed = added.items[1].id
  await succeed(server, 'DELETE', `${path}/${removed}`)
  const [after] = (await data(server, 'GET', `/orders/${order.id}`)).items
  assert.equal(after.base_icms, 1100)
  assert.equal(after.id, order.items[0].id)
  const changes = { fk_id: 'bulk-1', freight_value: 50, items: { add: [line(4000)] } }
  const both = await data(server, 'POST', `/orders/${order.id}/changes`, changes)
  assert.equal(both.items[0].base_icms, 1010)
  const bulk = await server.send('POST', '/bulk/orders?mode=patch', {
    body: `${JSON.stringify({ fk_id: 'bulk-1', freight_value: 0 })}\n`,
    headers: { 'content-type': 'application/x-ndjson' },
  })
  assert.equal(bulk.status, 200, bulk.text)
  const last = await data(server, 'GET', `/orders/${order.id}`)
  assert.equal(last.items[0].base_icms, 1000, bulk.text)
})

test('in trust what is sent stays', async () => {
  const { token } = await server.newAccount('trusting')
  await succeed(server, 'PATCH', '/account', { amounts: 'trust' }, { token })
  const own = await sample(server, token)
  const taxes = [{ tax: 'cbs', base: 100, rate: 0.9, value: 7 }]
  const body = { id_customer: own.customer, items: [{ ...line(100), id_item: own.product, taxes }] }
  const order = await data(server, 'POST', '/orders', body, { token })
  assert.deepEqual(figuresOf(order.items[0].taxes), ['cbs 100 0.9 7'])
})

test('the database adds the list up, whoever writes', async () => {
  const taxes = [{ tax: 'fcp_st', base: 100, rate: 2 }]
  const order = await create([line(100, { taxes })])
  assert.equal(order.total_value, 102)
  for (const change of [
    'outside_other = 3',
    "taxes = '[]'",
    `taxes = '[{"tax":"fcp_st","value":3,"effect":1}]'`,
    `taxes = '[{"tax":"fcp_st","value":2,"effect":0}]'`,
  ]) {
    const sql = `update order_items set ${change} where id = ${order.items[0].id}`
    await assert.rejects(server.pool.query(sql), /order_items_taxes_add_up/)
  }
  const whole = `update order_items set taxes = '[]', outside_other = 0 where id = ${order.items[0].id}`
  await assert.rejects(server.pool.query(whole), /total_value/)
})

test('writers at once leave sums that are right', async () => {
  const order = await create([line(100, { taxes: [{ tax: 'fcp_st', base: 100, rate: 2 }] })], {
    discount_percentage: 10,
    freight_value: 16,
    id_freight_type: charged,
  })
  const path = `/orders/${order.id}/items`
  const taxes = [
    { tax: 'icms', rate: 18 },
    { tax: 'icms_st', margin: 40, rate: 18 },
    { tax: 'cbs', rate: 0.9 },
  ]
  await Promise.all(
    Array.from({ length: 16 }, async (_, i) => {
      const added = await data(server, 'POST', path, line(10 + i, { fk_id: `w${i}`, taxes }))
      const own = added.items.find(({ fk_id }: { fk_id: string }) => fk_id === `w${i}`)
      await succeed(server, 'PATCH', `${path}/${own.id}`, { quantity: 3 })
    }),
  )
  const after = await data(server, 'GET', `/orders/${order.id}`)
  assert.equal(after.items.length, 17)
  const sum = after.items.reduce(
    (total: number, item: { line_total: number }) => total + Math.round(item.line_total * 100),
    0,
  )
  assert.equal(sum, Math.round(after.total_value * 100))
  // Each is what one write of all lines comes to.
  const items = after.items.map(({ taxes: list, ...item }: Body & { taxes: Tax[] }) => {
    const sent = list.map(({ tax, rate }) =>
      tax === 'fcp_st'
        ? { tax, rate, base: 100 }
        : { tax, rate, ...(tax === 'icms_st' ? { margin: 40 } : {}) },
    )
    return line(Number(item['price']), { quantity: item['quantity'], taxes: sent })
  })
  const { discount_percentage } = after
  const once = await create(items, {
    discount_percentage,
    freight_value: 16,
    id_freight_type: charged,
  })
  assert.ok(Math.abs(once.total_value - after.total_value) < 1)
})
