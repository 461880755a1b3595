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

const status = (name: string) => ids.statuses[name] as number

/** Contract section 6: every move of a new account. */
const moves: Record<string, string[]> = {
  Draft: ['Open', 'Cancelled'],
  Open: ['Approved', 'Cancelled'],
  Approved: ['Picking', 'Cancelled'],
  Picking: ['Invoiced', 'Cancelled'],
  Invoiced: ['Shipped', 'Cancelled'],
  Shipped: ['Delivered', 'Cancelled'],
  Delivered: [],
  Cancelled: [],
}
const locked = ['Invoiced', 'Shipped', 'Delivered', 'Cancelled']
const names = Object.keys(moves)

/** Every written field, at its first value. */
const fields = () => ({
  date: '2026-01-01T00:00:00Z',
  id_customer: ids.customer,
  id_user: ids.user,
  id_payment_type: ids.payment_type,
  id_payment_method: ids.payment_method,
  id_category: ids.category,
  id_operation: ids.operation,
  id_freight_type: ids.charged_freight,
  freight_value: 5,
  id_branch_company: ids.branch_company,
  id_opportunity: ids.opportunity,
  id_quotation: ids.quotation,
  id_reason: ids.reason,
  id_shipping_company: ids.shipping_company,
  id_address: ids.address,
  observations: 'first',
  delivery_date: '2026-02-01T00:00:00Z',
  custom_fields: { a: '1' },
})

const create = (name: string, more: object = {}) =>
  data(server, 'POST', '/orders', {
    ...fields(),
    id_order_status: status(name),
    items: [{ id_item: ids.product, quantity: 1, fk_id: 'L1' }],
    ...more,
  })

test('an order is created in any status', async () => {
  for (const name of names) assert.equal((await create(name)).status.name, name)
})

for (const from of names) {
  test(`from ${from} an order moves where it may, and nowhere else`, async () => {
    for (const to of names) {
      const { id, updated_at } = await create(from)
      const body = { id_order_status: status(to) }
      const answer = await server.send('PATCH', `/orders/${id}`, { body })
      if (to === from) {
        assert.equal(answer.status, 200, to)
        assert.equal(answer.body.data.updated_at, updated_at)
      } else if (moves[from]?.includes(to)) {
        assert.equal(answer.status, 200, to)
        assert.equal(answer.body.data.status.name, to)
      } else {
        assert.deepEqual(problemOf(answer), [
          409,
          'move_not_allowed',
          ['/id_order_status move_not_allowed'],
        ])
        assert.deepEqual(
          answer.body.allowed,
          moves[from]?.map((name) => ({ id: status(name), name })),
        )
        assert.equal((await data(server, 'GET', `/orders/${id}`)).status.name, from)
      }
    }
  })
}

/** What changes each field: forbidden ones first. */
async function changes(): Promise<{ settled: object[]; free: object[] }> {
  const another = async (path: string) =>
    (await data(server, 'POST', path, { name: 'Outro' })).id as number
  const other = await another('/customers')
  const address = await data(server, 'POST', '/customers/aurora/address', { city: 'Londrina' })
  return {
    settled: [
      { date: '2026-01-01T00:00:00.001Z' },
      { id_customer: other, id_address: null },
      { id_user: await another('/users') },
      { id_user: null },
      { id_payment_type: await another('/payment-types') },
      { id_payment_method: await another('/payment-methods') },
      { id_category: await another('/categories') },
      { id_operation: await another('/operations') },
      { id_operation: null },
      { id_freight_type: ids.free_freight },
      { freight_value: 5.01 },
      { freight_value: null },
      { id_freight_type: null, freight_value: null },
      { id_branch_company: await another('/branch-companies') },
      { id_opportunity: await another('/opportunities') },
      { id_quotation: await another('/quotations') },
    ],
    free: [
      { observations: 'second' },
      { observations: null },
      { delivery_date: '2026-03-01T00:00:00Z' },
      { delivery_date: null },
      { fk_id: 'renamed' },
      { fk_id: null },
      { custom_fields: { a: '2', b: '3' } },
      { id_shipping_company: await another('/shipping-companies') },
      { id_shipping_company: null },
      { id_reason: await another('/reasons') },
      { id_reason: null },
      { id_address: address.id },
      { id_address: null },
    ],
  }
}

test('a locked order keeps what was agreed, and lets the rest change', async () => {
  const { settled, free } = await changes()
  for (const name of locked) {
    const { id } = await create(name)
    const path = `/orders/${id}`
    const before = await data(server, 'GET', path)
    for (const body of settled) {
      const refused = await server.send('PATCH', path, { body })
      assert.equal(refused.status, 409, `${name} ${JSON.stringify(body)} ${refused.text}`)
      assert.equal(refused.body.code, 'order_locked')
      const places = refused.body.errors.map(({ pointer }: { pointer: string }) => pointer)
      const sent = Object.keys(body).map((field) => `/${field}`)
      assert.ok(places.length > 0 && places.every((place: string) => sent.includes(place)))
    }
    assert.deepEqual(await data(server, 'PATCH', path, fields()), before, 'the same once more')
    const mixed = await server.send('PATCH', path, { body: { ...settled[0], observations: 'x' } })
    assert.deepEqual(problemOf(mixed), [409, 'order_locked', ['/date order_locked']])
    assert.deepEqual(await data(server, 'GET', path), before)
    for (const body of free) await succeed(server, 'PATCH', path, body)
  }
})

test('an order that is not locked lets everything change', async () => {
  const { settled, free } = await changes()
  for (const name of names.filter((one) => !locked.includes(one))) {
    const { id } = await create(name)
    for (const body of [...free, ...settled]) await succeed(server, 'PATCH', `/orders/${id}`, body)
    await succeed(server, 'DELETE', `/orders/${id}`)
  }
  await assertConsistent(server)
})

test('a locked order keeps its items, and can’t be deleted', async () => {
  for (const name of names) {
    const { id, items } = await create(name)
    const path = `/orders/${id}`
    const item = `${path}/items/${items[0].id}`
    const problem = [409, 'order_locked', []]
    const add = { body: { id_item: ids.product, quantity: 1 } }
    const unlocked = !locked.includes(name)
    const requests = [
      () => server.send('PATCH', item, { body: { quantity: 2 } }),
      () => server.send('PATCH', item, { body: { description: 'x' } }),
      () => server.send('POST', `${path}/items`, add),
      () => server.send('DELETE', item),
      () => server.send('DELETE', path),
    ]
    if (!unlocked) {
      const before = await data(server, 'GET', path)
      assert.deepEqual(await data(server, 'PATCH', item, { quantity: 1, price: 12.5 }), before)
      assert.deepEqual(await data(server, 'PATCH', item, {}), before)
    }
    for (const request of requests) {
      const answer = await request()
      if (unlocked) assert.ok(answer.status < 300, `${name}: ${answer.text}`)
      else assert.deepEqual(problemOf(answer), problem, `${name}: ${answer.text}`)
    }
  }
})

test('PUT is held to the same locks and moves', async () => {
  const item = { id_item: ids.product, quantity: 1, fk_id: 'L1' }
  const same = { ...fields(), items: [item] }
  const order = await create('Invoiced', { fk_id: 'put' })
  const put = (body: object) => server.send('PUT', '/orders/fk_id/put', { body })
  const again = await put(same)
  assert.equal(again.status, 200)
  assert.equal(again.body.data.updated_at, order.updated_at)
  for (const [body, places] of [
    [{ ...same, freight_value: 6 }, ['/freight_value order_locked']],
    [{ ...same, items: [{ ...item, quantity: 2 }] }, ['/items order_locked']],
    [{ ...fields() }, ['/items order_locked']],
    [{ ...same, id_user: null, items: [] }, ['/id_user order_locked', '/items order_locked']],
  ] as [object, string[]][]) {
    assert.deepEqual(problemOf(await put(body)), [409, 'order_locked', places])
  }
  const move = await put({ ...same, id_order_status: status('Draft') })
  assert.deepEqual(problemOf(move).slice(0, 2), [409, 'move_not_allowed'])
  const shipped = await put({ ...same, observations: 'x', id_order_status: status('Shipped') })
  assert.equal(shipped.body.data.status.name, 'Shipped')
})

test('what counts is the status before the change', async () => {
  const order = await create('Picking')
  const both = { id_order_status: status('Invoiced'), freight_value: 9 }
  const invoiced = await data(server, 'PATCH', `/orders/${order.id}`, both)
  assert.deepEqual([invoiced.status.name, invoiced.freight.value], ['Invoiced', 9])
  const cancel = { id_order_status: status('Cancelled'), freight_value: 1 }
  const refused = await server.send('PATCH', `/orders/${order.id}`, { body: cancel })
  assert.deepEqual(problemOf(refused), [409, 'order_locked', ['/freight_value order_locked']])
})

test('a locked order says so before what is wrong with a freight it can’t have', async () => {
  const { id } = await create('Invoiced')
  const freight = { freight_value: 7, id_freight_type: null }
  const refused = await server.send('PATCH', `/orders/${id}`, { body: freight })
  const places = ['/freight_value order_locked', '/id_freight_type order_locked']
  assert.deepEqual(problemOf(refused), [409, 'order_locked', places])
})

test('the lifecycle is data: what is changed through /order-statuses is obeyed', async () => {
  const path = (name: string) => `/order-statuses/${status(name)}`
  const order = await create('Delivered')
  const move = (to: number) =>
    server.send('PATCH', `/orders/${order.id}`, { body: { id_order_status: to } })
  const back = await data(server, 'POST', '/order-statuses', {
    name: 'Returned',
    next: [status('Draft')],
  })
  assert.equal((await move(back.id)).status, 409)
  await succeed(server, 'PATCH', path('Delivered'), { next: [back.id] })
  const refused = await move(status('Draft'))
  assert.deepEqual(refused.body.allowed, [{ id: back.id, name: 'Returned' }])
  assert.equal((await move(back.id)).body.data.status.name, 'Returned')
  await succeed(server, 'PATCH', `/orders/${order.id}`, { freight_value: 1 })
  await succeed(server, 'PATCH', `/order-statuses/${back.id}`, { locked: true })
  const kept = await server.send('PATCH', `/orders/${order.id}`, { body: { freight_value: 2 } })
  assert.equal(kept.body.code, 'order_locked')
  await succeed(server, 'PATCH', `/order-statuses/${back.id}`, { locked: false, initial: true })
  await succeed(server, 'PATCH', `/orders/${order.id}`, { freight_value: 2 })
  const fresh = await data(server, 'POST', '/orders', { id_customer: ids.customer })
  assert.equal(fresh.status.name, 'Returned')
  assert.equal((await server.send('DELETE', `/order-statuses/${back.id}`)).status, 409)
  await succeed(server, 'PATCH', path('Draft'), { initial: true })
})
