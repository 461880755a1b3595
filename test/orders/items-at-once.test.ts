import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { assertConsistent, data, succeed } from '../support/orders.ts'
import { fc } from '../support/random.ts'
import { refusedBy } from '../support/refused.ts'
import { type Sample, sample } from '../support/sample.ts'

// PATCH /orders/{id}/items: several changes, one transaction, one event.

let server: Server
let ids: Sample
before(async () => {
  server = await startServer({ MAX_ITEMS: 5 })
  ids = await sample(server)
})
after(() => server.close())

const line = (fk_id: string, more: object = {}) => ({
  id_item: ids.product,
  quantity: 2,
  fk_id,
  ...more,
})
const create = (...items: object[]) =>
  data(server, 'POST', '/orders', { id_customer: ids.customer, items })
const validation = (at: string[]) => ({ status: 422, code: 'validation_failed', at })

const codesOf = ({ items }: { items: { fk_id: string }[] }) => items.map(({ fk_id }) => fk_id)

test('items are added, changed and removed as one change', async () => {
  const order = await create(line('a'), line('b'), line('c', { id_item: ids.service, price: 1 }))
  const [a, b] = order.items
  const { status, body } = await server.send('PATCH', `/orders/${order.id}/items`, {
    body: {
      add: [{ fk_id_item: 'cafe', quantity: 1, fk_id: 'd' }],
      change: [
        { fk_id: 'a', quantity: 10 },
        { id: b.id, fk_id: 'bb' },
      ],
      remove: [{ fk_id: 'c' }],
    },
  })
  assert.deepEqual([status, body.message], [200, 'Resource updated successfully'])
  assert.deepEqual(codesOf(body.data), ['a', 'bb', 'd'])
  assert.deepEqual(body.data.items[1], { ...b, fk_id: 'bb' })
  assert.deepEqual(
    [body.data.items[0].id, body.data.items[0].created_at, body.data.items[0].total_liq],
    [a.id, a.created_at, 125],
  )
  assert.equal(body.data.total_value, 162.5)
  const history = await data(server, 'GET', `/orders/${order.id}/history`)
  assert.deepEqual(
    history.map(({ type, changed_fields }: Record<string, unknown>) => [type, changed_fields]),
    [
      ['order.created', []],
      ['order.updated', ['items', 'payable_value', 'total_value']],
    ],
  )
})

test('an item that changes keeps what the change does not say', async () => {
  const order = await create(line('a', { id_item: ids.service, price: 3, discount_percentage: 10 }))
  await succeed(server, 'PATCH', `/orders/${order.id}/items/${order.items[0].id}`, {
    recurrency_period: null,
  })
  const after = await data(server, 'PATCH', `/orders/${order.id}/items`, {
    change: [{ fk_id: 'a', quantity: 4 }],
  })
  const { recurrency_period, perc_desc, total_liq } = after.items[0]
  assert.deepEqual([recurrency_period, perc_desc, total_liq], [null, 10, 10.8])
})

test('items may swap their codes, and take one that is just removed', async () => {
  const order = await create(line('a'), line('b'), line('c'))
  const [a, b] = order.items
  const after = await data(server, 'PATCH', `/orders/${order.id}/items`, {
    change: [
      { id: a.id, fk_id: 'b' },
      { id: b.id, fk_id: 'a' },
    ],
    remove: [{ fk_id: 'c' }],
    add: [line('c')],
  })
  assert.deepEqual(codesOf(after), ['b', 'a', 'c'])
})

test('what changes nothing is no change', async () => {
  const order = await create(line('a'))
  const path = `/orders/${order.id}/items`
  for (const body of [{}, { change: [{ fk_id: 'a', quantity: 2 }] }]) {
    assert.deepEqual(await data(server, 'PATCH', path, body), order)
  }
  assert.equal((await data(server, 'GET', `/orders/${order.id}/history`)).length, 1)
})

test('a price that is cleared is the product’s', async () => {
  const order = await create(line('a', { price: 1 }), line('b', { id_item: ids.service, price: 1 }))
  const path = `/orders/${order.id}/items`
  const after = await data(server, 'PATCH', path, { change: [{ fk_id: 'a', price: null }] })
  assert.equal(after.items[0].price, 12.5)
  const body = {
    change: [
      { fk_id: 'a', price: null },
      { fk_id: 'b', price: null },
    ],
  }
  await refusedBy(server, 'PATCH', path, { body }, validation(['/change/1/price']))
})

test('all faults are told at once, and nothing is written', async () => {
  const order = await create(line('a'), line('b'), line('c'))
  const path = `/orders/${order.id}/items`
  const body = {
    remove: [{ fk_id: 'a' }, { id: 999999 }],
    change: [
      { fk_id: 'a', quantity: 5 },
      { fk_id: 'nobody', quantity: 5 },
      { fk_id: 'b', total_item: 1 },
      { fk_id: 'c', fk_id_item: 'nothing' },
    ],
    add: [line('b'), line('x', { id_item: 999999 }), { fk_id_item: 'nothing', quantity: 1 }],
  }
  const at = [
    '/remove/1/id',
    '/change/0/fk_id',
    '/change/1/fk_id',
    '/change/2/total_item',
    '/change/3/fk_id_item',
    '/add',
    '/add/0/fk_id',
    '/add/1/id_item',
    '/add/2/fk_id_item',
  ]
  await refusedBy(server, 'PATCH', path, { body }, validation(at))
  const form = { change: [{ quantity: 1 }], remove: [{}], add: [{ quantity: 1 }], more: 1 }
  const places = ['/change/0/id', '/remove/0/id', '/add/0/id_item', '/more']
  await refusedBy(server, 'PATCH', path, { body: form }, validation(places))
  assert.deepEqual(await data(server, 'GET', `/orders/${order.id}`), order)
})

test('a locked order, another state and an unknown order refuse it', async () => {
  for (const by of ['id', 'fk_id'] as const) {
    const order = await create(line('a'))
    await succeed(server, 'PATCH', `/orders/${order.id}`, { fk_id: `of ${by}` })
    const path = by === 'id' ? `/orders/${order.id}/items` : '/orders/fk_id/of fk_id/items'
    const body = { change: [{ fk_id: 'a', quantity: 3 }] }
    const headers = { 'if-match': '"old"' }
    const changed = { status: 412, code: 'precondition_failed' }
    await refusedBy(server, 'PATCH', path, { body, headers }, changed)
    assert.equal((await data(server, 'PATCH', path, body)).total_value, 37.5)
    await succeed(server, 'PATCH', `/orders/${order.id}`, { fk_id_order_status: 'cancelled' })
    const locked = { status: 409, code: 'order_locked' }
    const removal = { ...locked, at: ['/remove'] }
    await refusedBy(server, 'PATCH', path, { body: { remove: [{ fk_id: 'a' }] } }, removal)
    const change = { change: [{ fk_id: 'a', quantity: 9 }] }
    await refusedBy(server, 'PATCH', path, { body: change }, { ...locked, at: ['/change'] })
    // Before what is wrong with a line that it could not take anyhow.
    const add = { add: [{ fk_id_item: 'nobody’s', quantity: 1 }] }
    await refusedBy(server, 'PATCH', path, { body: add }, { ...locked, at: ['/add'] })
    assert.equal((await data(server, 'PATCH', path, body)).items[0].quantity, 3)
  }
})

test('a batch leaves what its single changes would leave', async () => {
  const figures = fc.record(
    {
      quantity: fc.integer({ min: 1, max: 9 }),
      price: fc.integer({ min: 0, max: 99 }),
      discount_percentage: fc.integer({ min: 0, max: 50 }),
      aliq_ipi: fc.integer({ min: 0, max: 10 }),
    },
    { requiredKeys: [] },
  )
  const plan = fc.record({
    add: fc.array(figures, { maxLength: 2 }),
    change: fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b'), figures), {
      selector: ([code]) => code,
    }),
    removesLast: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(plan, async ({ add, change, removesLast }) => {
      const lines = [line('a'), line('b', { price: 7, discount_value: 1 }), line('c')]
      const [one, other] = [await create(...lines), await create(...lines)]
      const [path, at] = [`/orders/${one.id}/items`, `/orders/${other.id}/items`]
      const added = add.map((item, i) => line(`new ${i}`, item))
      const batch = await data(server, 'PATCH', path, {
        add: added,
        change: change.map(([fk_id, patch]) => ({ fk_id, ...patch })),
        remove: removesLast ? [{ fk_id: 'c' }] : [],
      })
      if (removesLast) await succeed(server, 'DELETE', `${at}/${other.items[2].id}`)
      for (const [code, patch] of change) {
        const { id } = other.items.find(({ fk_id }: { fk_id: string }) => fk_id === code)
        await succeed(server, 'PATCH', `${at}/${id}`, patch)
      }
      for (const item of added) await succeed(server, 'POST', at, item)
      const single = await data(server, 'GET', `/orders/${other.id}`)
      assert.deepEqual(bare(batch), bare(single))
    }),
    { numRuns: 25 },
  )
  await assertConsistent(server)
})

/** What does not follow from when and under which ids the items were made. */
function bare({ total_value, items }: { total_value: number; items: Record<string, unknown>[] }) {
  return { total_value, items: items.map(({ id: _, created_at: __, ...item }) => item) }
}
