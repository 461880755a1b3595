import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { assertConsistent, data, problemOf, succeed } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'

// Versions of orders with instalments, numbers, operations and amounts of the header, restored and corrected.

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

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever comes
type Json = any

const line = (price: number, more: object = {}) => ({
  id_item: ids.product,
  quantity: 1,
  price,
  ...more,
})
const create = (body: object) =>
  data(server, 'POST', '/orders', { id_customer: ids.customer, ...body })
const change = (id: number, body: object) => data(server, 'PATCH', `/orders/${id}`, body)
const restore = async (id: number, version: number, query = '') =>
  (await data(server, 'POST', `/orders/${id}/versions/${version}/restore${query}`)).order

/** Each version comes back as it was, in this order. */
async function comeBack(id: number, ...turn: number[]): Promise<void> {
  const was = new Map<number, Json>()
  for (const version of turn) {
    was.set(version, await data(server, 'GET', `/orders/${id}/versions/${version}`))
  }
  for (const version of turn) {
    const { number, status, ...before } = await data(server, 'GET', `/orders/${id}`)
    const order = await restore(id, version)
    const { updated_at } = order
    assert.deepEqual(
      order,
      { ...was.get(version), number, status, updated_at },
      `version ${version}`,
    )
    assert.deepEqual(await data(server, 'GET', `/orders/${id}`), order)
    assert.ok(before.updated_at <= updated_at)
  }
}

let types = 0
const typeWith = async (terms: unknown) =>
  (await data(server, 'POST', '/payment-types', { name: `T${++types}`, terms })).id as number

test('instalments that were typed come back with what each keeps of another total', async () => {
  const method = await data(server, 'POST', '/payment-methods', { name: 'Boleto' })
  const installments = [
    { due_date: '2026-12-10', amount: 50, id_payment_method: method.id, down_payment: true },
    { due_date: '2027-01-10', amount: 50 },
  ]
  const { id, items } = await create({ items: [line(100)], installments })
  const path = `/orders/${id}`
  await succeed(server, 'PATCH', `${path}/items/${items[0].id}`, { price: 33.33 })
  await change(id, { id_payment_type: await typeWith('30/60'), installments: null })
  await change(id, { installments: [{ due_date: '2027-03-01', amount: 33.33 }] })
  await comeBack(id, 1, 2, 3, 4, 2, 1, 3, 2)
  // 50 % of each, and not what 16.67 is of 33.33.
  await succeed(server, 'PATCH', `${path}/items/${items[0].id}`, { price: 1000 })
  const { installments: now } = await data(server, 'GET', path)
  assert.deepEqual(
    now.map(({ amount, percentage }: Json) => [amount, percentage]),
    [
      [500, 50],
      [500, 50],
    ],
  )
  const gone = await server.send('DELETE', `/payment-methods/${method.id}`)
  assert.equal(gone.status, 409, gone.text)
})

test('an order that is as it was keeps its instalments, and makes no version', async () => {
  const { id, items } = await create({
    items: [line(100)],
    installments: [
      { due_date: '2026-12-10', amount: 33.33 },
      { due_date: '2027-01-10', amount: 66.67 },
    ],
  })
  await succeed(server, 'PATCH', `/orders/${id}/items/${items[0].id}`, { price: 10.01 })
  const before = await data(server, 'GET', `/orders/${id}`)
  assert.deepEqual(await restore(id, 2), before)
  assert.equal((await data(server, 'GET', `/orders/${id}/versions`)).length, 2)
})

test('instalments that follow from terms follow from them again', async () => {
  const two = await typeWith('30/60')
  const three = await typeWith({
    lines: [{ days: 28, down_payment: true }, { days: 35 }, { days: 42 }],
    from: 'delivery',
    taxes_in_first: true,
  })
  const { id, items } = await create({
    date: '2026-11-25',
    id_payment_type: two,
    items: [line(100), line(7.77, { aliq_ipi: 10 })],
  })
  await change(id, { id_payment_type: three })
  await change(id, { delivery_date: '2026-12-01' })
  await succeed(server, 'DELETE', `/orders/${id}/items/${items[1].id}`)
  await change(id, { id_payment_type: null })
  await comeBack(id, 5, 1, 4, 2, 3, 1, 5, 2)
})

test('an order keeps its number, and another version does not draw one', async () => {
  await succeed(server, 'PATCH', '/order-statuses/fk_id/open', { numbered: true })
  await data(server, 'POST', '/number-series', { name: 'Pedidos', fk_id: 'VP' })
  try {
    const { id, number } = await create({ items: [line(10)] })
    assert.equal(number, null)
    const { number: drawn } = await change(id, { id_order_status: ids.statuses['Open'] })
    assert.ok(drawn)
    await change(id, { observations: 'x' })
    await comeBack(id, 1, 3, 2, 1)
    const next = await create({ id_order_status: ids.statuses['Open'] })
    assert.deepEqual([drawn, next.number].map(Number), [Number(drawn), Number(drawn) + 1])
  } finally {
    await succeed(server, 'PATCH', '/order-statuses/fk_id/open', { numbered: false })
  }
})

test('operations of an order and of its lines come back, and what is paid with them', async () => {
  const operation = (name: string, payable: boolean) =>
    data(server, 'POST', '/operations', { name, payable })
  const [sale, bonus] = [await operation('Venda', true), await operation('Bônus', false)]
  const { id, items } = await create({
    id_operation: sale.id,
    items: [line(100), line(20, { id_operation: bonus.id })],
    installments: [{ due_date: '2027-01-10', amount: 100 }],
  })
  const path = `/orders/${id}`
  await data(server, 'POST', `${path}/changes`, {
    installments: null,
    items: { change: [{ id: items[1].id, id_operation: null }] },
  })
  await change(id, { id_operation: bonus.id })
  await data(server, 'POST', `${path}/changes`, {
    id_operation: null,
    items: { change: [{ id: items[0].id, id_operation: sale.id }], remove: [{ id: items[1].id }] },
  })
  await comeBack(id, 1, 4, 2, 3, 1, 3)
  // What an operation is for new orders is no matter of this one, unless a line comes back to it.
  await change(id, { observations: 'x' })
  await succeed(server, 'PATCH', `/operations/${bonus.id}`, { payable: true })
  const { payable_value } = await data(server, 'GET', path)
  assert.equal((await restore(id, 3)).payable_value, payable_value)
})

test('amounts of the header come back, whichever discount was typed', async () => {
  const { id, items } = await create({
    items: [line(100), line(50)],
    discount_percentage: 3.3333,
    insurance_value: 1.01,
    id_freight_type: ids.charged_freight,
    freight_value: 9.99,
  })
  await change(id, { discount_value: 12.34, other_expenses: 0.05 })
  await succeed(server, 'DELETE', `/orders/${id}/items/${items[0].id}`)
  await change(id, { discount_value: 0, insurance_value: 0, id_freight_type: ids.free_freight })
  await comeBack(id, 1, 4, 3, 2, 1, 3)
})

test('lists of taxes come back with what they add', async () => {
  const icms_st = { tax: 'icms_st', base: 150, rate: 18, deduction: 12, margin: 50 }
  const { id, items } = await create({
    date: '2026-11-25',
    items: [
      line(100, {
        taxes: [{ tax: 'icms', code: '10', rate: 12 }, icms_st, { tax: 'fcp_st', value: 3 }],
      }),
      line(50, { aliq_icms: 18, aliq_ipi: 5 }),
    ],
  })
  const path = `/orders/${id}/items/${items[0].id}`
  await succeed(server, 'PATCH', path, { taxes: null })
  await succeed(server, 'PATCH', path, { taxes: [{ tax: 'pis', rate: 1.65 }], quantity: 2 })
  const was = []
  for (const version of [1, 2, 3]) {
    was.push(await data(server, 'GET', `/orders/${id}/versions/${version}`))
  }
  const figuresOf = ({ items, total_value }: Json) => [
    total_value,
    items.map(({ taxes, ...item }: Json) => [
      item,
      taxes
        .map(({ origin: _, ...tax }: Json) => tax)
        .sort((a: Json, b: Json) => (a.tax < b.tax ? -1 : 1)),
    ]),
  ]
  for (const version of [1, 3, 2, 1]) {
    assert.deepEqual(
      figuresOf(await restore(id, version)),
      figuresOf(was[version - 1]),
      `${version}`,
    )
  }
})

test('a locked order that is corrected pays by what it comes to then', async () => {
  const terms = await create({
    date: '2026-11-25',
    id_payment_type: await typeWith('30/60'),
    items: [line(100)],
    id_order_status: ids.statuses['Invoiced'],
  })
  const kept = await create({
    items: [line(100)],
    id_order_status: ids.statuses['Invoiced'],
    installments: [
      { due_date: '2026-12-10', amount: 25 },
      { due_date: '2027-01-10', amount: 75 },
    ],
  })
  for (const [order, amounts] of [
    [terms, [100, 100]],
    [kept, [50, 150]],
  ] as const) {
    const item = `/orders/${order.id}/items/${order.items[0].id}`
    assert.equal(problemOf(await server.send('PATCH', item, { body: { price: 200 } }))[0], 409)
    await succeed(server, 'PATCH', `${item}?correction=Wrong%20price`, { price: 200 })
    const now = await data(server, 'GET', `/orders/${order.id}`)
    assert.deepEqual(
      now.installments.map(({ amount }: Json) => amount),
      amounts,
    )
    const back = await restore(order.id, 1, '?correction=It%20was%20right')
    assert.deepEqual(back, { ...order, updated_at: back.updated_at })
  }
  const sum = { body: { installments: [{ due_date: '2027-01-10', amount: 1 }] } }
  const wrong = await server.send('PATCH', `/orders/${kept.id}?correction=x`, sum)
  assert.deepEqual(problemOf(wrong), [422, 'validation_failed', ['/installments installments_sum']])
})
