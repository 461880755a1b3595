import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { assertConsistent, data, succeed } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'

// The discount of a whole order: of its money and its percentage one is typed, and the other follows.

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

const line = (price: number, quantity = 1) => ({ id_item: ids.product, quantity, price })
const order = () => ({
  id_customer: ids.customer,
  items: [line(33.33), line(33.33), line(33.35)],
})

const create = (body: object) => data(server, 'POST', '/orders', { ...order(), ...body })

interface Shown {
  discount_value: number
  discount_percentage: number
  total_value: number
}
const figuresOf = ({ discount_value, discount_percentage, total_value }: Shown) => [
  discount_value,
  discount_percentage,
  total_value,
]

async function refused(method: string, path: string, body?: object) {
  const answer = await server.send(method, path, body ? { body } : {})
  assert.equal(answer.status, 422, answer.text)
  const { errors, meta } = answer.body
  return {
    errors: errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
    meta: meta.discount_value,
  }
}

test('the money follows the percentage, and the percentage the money', async () => {
  const percent = await create({ discount_percentage: 10 })
  assert.deepEqual(figuresOf(percent), [10, 10, 90.01])
  const money = await create({ discount_value: 10 })
  assert.deepEqual(figuresOf(money), [10, 9.999, 90.01])
  const path = `/orders/${money.id}`
  assert.deepEqual(
    figuresOf(await data(server, 'PATCH', path, { discount_value: 50 })),
    [50, 49.995, 50.01],
  )
  const typed = await data(server, 'PATCH', path, { discount_percentage: 12.5 })
  assert.deepEqual(figuresOf(typed), [12.5, 12.5, 87.51])
  const cleared = await data(server, 'PATCH', path, { discount_value: null })
  assert.deepEqual(figuresOf(cleared), [0, 0, 100.01])
})

test('nothing is said of the discount where a product is unknown', async () => {
  for (const item of [{ id_item: 999_999 }, { fk_id_item: 'nowhere' }]) {
    const items = [{ ...item, quantity: 1 }]
    for (const path of ['/orders', '/orders/preview']) {
      const { errors } = await refused('POST', path, { ...order(), items, discount_value: 5 })
      const pointer = `/items/0/${Object.keys(item)[0]}`
      assert.deepEqual(errors, [[pointer, 'unknown_reference']], path)
    }
  }
})

test('a preview shows it as the write leaves it', async () => {
  const body = { ...order(), discount_percentage: 10, insurance_value: 1 }
  const preview = await data(server, 'POST', '/orders/preview', body)
  const { id, ...created } = await data(server, 'POST', '/orders', body)
  assert.deepEqual(figuresOf(preview), figuresOf(created))
  const change = { discount_value: 3, items: { remove: [{ id: created.items[1].id }] } }
  const changed = await data(server, 'POST', `/orders/${id}/preview`, change)
  assert.deepEqual(figuresOf(changed), [3, 4.4991, 64.68])
  assert.deepEqual(
    figuresOf(await data(server, 'POST', `/orders/${id}/changes`, change)),
    [3, 4.4991, 64.68],
  )
})

test('a percentage that was typed stays, and the money follows the lines', async () => {
  const { id, items } = await create({ discount_percentage: 10 })
  const path = `/orders/${id}`
  await succeed(server, 'DELETE', `${path}/items/${items[1].id}`)
  const without = await data(server, 'GET', path)
  assert.deepEqual(figuresOf(without), [6.67, 10, 60.01])
  const more = await data(server, 'POST', `${path}/items`, line(10))
  assert.deepEqual(figuresOf(more), [7.67, 10, 69.01])
  const first = `${path}/items/${items[0].id}`
  const twice = await data(server, 'PATCH', first, { quantity: 2 })
  assert.deepEqual(figuresOf(twice), [11, 10, 99.01])
  const several = await data(server, 'PATCH', `${path}/items`, {
    add: [line(100)],
    remove: [{ id: items[2].id }],
  })
  assert.deepEqual(figuresOf(several), [17.67, 10, 158.99])
  const taken = await data(server, 'PATCH', `${path}/items`, {
    remove: several.items.map((item: { id: number }) => ({ id: item.id })),
  })
  assert.deepEqual(figuresOf(taken), [0, 10, 0])
  const { body } = await succeed(server, 'GET', `${path}/history`)
  assert.deepEqual(body.data.at(-1).changed_fields.toSorted(), [
    'discount_value',
    'items',
    'payable_value',
    'total_value',
  ])
})

test('money that was typed stays, and refuses lines that come to less', async () => {
  const { id, items } = await create({ discount_value: 40 })
  const path = `/orders/${id}`
  const [first, second, third] = items.map((item: { id: number }) => item.id)
  const dearer = await data(server, 'PATCH', `${path}/items/${first}`, { quantity: 2 })
  assert.deepEqual(figuresOf(dearer), [40, 29.9985, 93.34])
  const before = await data(server, 'GET', path)
  const cheap = { errors: [['', 'discount_exceeds_total']], meta: 40 }
  await succeed(server, 'DELETE', `${path}/items/${first}`)
  assert.deepEqual(await refused('DELETE', `${path}/items/${second}`), cheap)
  assert.deepEqual(await refused('PATCH', `${path}/items/${second}`, { price: 1 }), cheap)
  assert.deepEqual(await refused('PATCH', `${path}/items`, { remove: [{ id: third }] }), cheap)
  const change = { items: { remove: [{ id: third }] } }
  const ofChange = { errors: [['/items', 'discount_exceeds_total']], meta: 40 }
  assert.deepEqual(await refused('POST', `${path}/changes`, change), ofChange)
  assert.deepEqual(await refused('POST', `${path}/preview`, change), ofChange)
  const lowered = { ...change, discount_value: 33.33 }
  assert.deepEqual(
    figuresOf(await data(server, 'POST', `${path}/changes`, lowered)),
    [33.33, 100, 0],
  )
  assert.equal(before.discount_value, 40)
})

test('more than the lines come to is refused at what was sent', async () => {
  const { id } = await create({})
  const errors = [['/discount_value', 'discount_exceeds_total']]
  const body = { discount_value: 100.02 }
  assert.deepEqual(await refused('POST', '/orders', { ...order(), ...body }), {
    errors,
    meta: undefined,
  })
  assert.deepEqual((await refused('PATCH', `/orders/${id}`, body)).errors, errors)
  assert.deepEqual(
    (await refused('POST', '/orders', { ...body, id_customer: ids.customer })).errors,
    errors,
  )
  assert.deepEqual(
    (await refused('PUT', '/orders/fk_id/D-1', { ...order(), ...body })).errors,
    errors,
  )
  assert.deepEqual(
    (await refused('PATCH', `/orders/${id}`, { discount_percentage: 100.5 })).errors,
    [['/discount_percentage', 'maximum']],
  )
})

test('both at once must agree within 0.01', async () => {
  const path = `/orders/${(await create({ discount_percentage: 10 })).id}`
  const both = { discount_value: 10.01, discount_percentage: 10 }
  assert.deepEqual(figuresOf(await data(server, 'PATCH', path, both)), [10.01, 10, 90])
  const apart = await server.send('PATCH', path, { body: { ...both, discount_value: 10.02 } })
  assert.equal(apart.status, 422)
  assert.deepEqual(
    apart.body.errors.map(({ pointer, code, sent, expected }: Record<string, string>) => [
      pointer,
      code,
      sent,
      expected,
    ]),
    [['/discount_percentage', 'amount_contradiction', '10', '10.019']],
  )
  // Of a large order one step of the percentage is more than 0.01: what was read is taken again.
  const large = await create({ discount_value: 777.77, items: [line(1_000_000)] })
  const { discount_value, discount_percentage } = large
  const again = { ...order(), items: [line(1_000_000)], discount_value, discount_percentage }
  assert.deepEqual(figuresOf(await data(server, 'POST', '/orders', again)), figuresOf(large))
})

test('PUT leaves an order without it, and remembers what was typed where both are sent', async () => {
  const path = '/orders/fk_id/D-2'
  const put = (body: object) => data(server, 'PUT', path, { ...order(), ...body })
  assert.deepEqual(figuresOf(await put({ discount_percentage: 10 })), [10, 10, 90.01])
  const both = await put({ discount_percentage: 10, discount_value: 10 })
  assert.deepEqual(figuresOf(both), [10, 10, 90.01])
  const more = await data(server, 'POST', `${path}/items`, line(100))
  assert.deepEqual(figuresOf(more), [20, 10, 180.01])
  assert.deepEqual(figuresOf(await put({})), [0, 0, 100.01])
})

test('in bulk requests it is as in single ones', async () => {
  const { id, items } = await create({ fk_id: 'D-3', discount_value: 40 })
  const lines = [
    { fk_id: 'D-3', discount_percentage: 10 },
    { fk_id: 'D-4', ...order(), discount_value: 5 },
    { fk_id: 'D-5', ...order(), discount_value: 500 },
  ]
  const { text } = await server.send('POST', '/bulk/orders?mode=patch', {
    headers: { 'content-type': 'application/x-ndjson' },
    body: lines.map((one) => JSON.stringify(one)).join('\n'),
  })
  assert.deepEqual(figuresOf(await data(server, 'GET', `/orders/${id}`)), [10, 10, 90.01])
  assert.deepEqual(figuresOf(await data(server, 'GET', '/orders/fk_id/D-4')), [5, 4.9995, 95.01])
  assert.ok(text.includes('"/discount_value"') && text.includes('discount_exceeds_total'), text)
  assert.equal(items.length, 3)
})

test('an account that trusts its ERP keeps both as they were sent', async () => {
  await succeed(server, 'PATCH', '/account', { amounts: 'trust' })
  const both = await create({ discount_value: 7, discount_percentage: 10 })
  const { body } = await server.send('POST', '/orders', {
    body: { ...order(), discount_value: 100.02, discount_percentage: 1 },
  })
  await succeed(server, 'PATCH', '/account', { amounts: 'verify' })
  assert.deepEqual(figuresOf(both), [7, 10, 93.01])
  assert.equal(body.errors[0].code, 'discount_exceeds_total')
})

test('a locked order keeps it', async () => {
  const { id } = await create({ id_order_status: ids.statuses['Invoiced'], discount_value: 1 })
  const { status, body } = await server.send('PATCH', `/orders/${id}`, {
    body: { discount_percentage: 1 },
  })
  assert.deepEqual([status, body.code], [409, 'order_locked'])
})
