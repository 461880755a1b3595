import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, type Server, startServer } from '../harness.ts'
import { assertConsistent, data } from '../support/orders.ts'
import { fc } from '../support/random.ts'
import { refusedBy } from '../support/refused.ts'
import { type Sample, sample } from '../support/sample.ts'

// POST /orders/preview, POST /orders/{id}/preview and POST /orders/{id}/changes: what an order would
// become, and the change of an order and its items as one.

let server: Server
let ids: Sample
before(async () => {
  server = await startServer({ MAX_ITEMS: 250 })
  ids = await sample(server)
})
after(() => server.close())

type Json = Record<string, unknown>

const post = (path: string, body: object, headers = {}) =>
  server.send('POST', path, { body, headers })
const validation = (at: string[]) => ({ status: 422, code: 'validation_failed', at })

/** Everything that a write would leave a trace in. */
async function traces(): Promise<object> {
  const { rows } = await sql<object>`
    select (select last_value from orders_id_seq) as orders, (select last_value from events_id_seq) as events,
           (select last_value from order_items_id_seq) as items, (select count(*) from events) as written,
           (select count(*) from idempotency_keys) as keys, (select max(updated_at) from orders) as updated`.execute(
    server.db,
  )
  return rows[0] as object
}

test('a new order is shown whole, with figures and defaults, and nothing is written', async () => {
  const before = await traces()
  const { status, body, headers } = await post('/orders/preview', {
    id_customer: ids.customer,
    id_freight_type: ids.charged_freight,
    freight_value: 10,
    items: [
      { id_item: ids.product, quantity: 2 },
      { id_item: ids.service, quantity: 1, price: 100, aliq_ipi: 5 },
    ],
  })
  assert.equal(status, 200)
  const { id, status: first, items, total_value } = body.data
  assert.deepEqual([id, first.name, total_value], [null, 'Draft', 140])
  assert.deepEqual(
    items.map((one: Json) => [
      one['id'],
      one['total_liq'],
      one['value_ipi'],
      one['recurrency_period'],
    ]),
    [
      [null, 25, 0, null],
      [null, 100, 5, 30],
    ],
  )
  assert.equal(headers['etag'], undefined)
  assert.deepEqual(await traces(), before)
})

test('a change of an order and its items is shown before it is written', async () => {
  const order = await data(server, 'POST', '/orders', {
    id_customer: ids.customer,
    fk_id: 'shown',
    items: [
      { id_item: ids.product, quantity: 2, fk_id: 'a' },
      { id_item: ids.product, quantity: 3, fk_id: 'b' },
    ],
  })
  const before = await traces()
  const changes = {
    observations: 'Doca 3',
    id_order_status: ids.statuses['Open'],
    items: {
      add: [{ id_item: ids.service, quantity: 1, price: 7 }],
      change: [{ fk_id: 'a', quantity: 4 }],
      remove: [{ fk_id: 'b' }],
    },
  }
  const previewed = await data(server, 'POST', `/orders/${order.id}/preview`, changes)
  assert.deepEqual(
    previewed.items.map(({ id }: Json) => id),
    [order.items[0].id, null],
  )
  assert.deepEqual([previewed.id, previewed.total_value], [order.id, 57])
  assert.deepEqual(await traces(), before)
  assert.deepEqual(await data(server, 'GET', `/orders/${order.id}`), order)

  const changed = await post('/orders/fk_id/shown/changes', changes)
  assert.deepEqual([changed.status, changed.body.message], [200, 'Resource updated successfully'])
  assert.deepEqual(timeless(changed.body.data), timeless(previewed))
  const history = await data(server, 'GET', `/orders/${order.id}/history`)
  assert.deepEqual(
    history.map(({ type }: Json) => type),
    ['order.created', 'order.status_changed'],
  )
  assert.deepEqual(history[1].changed_fields.toSorted(), [
    'items',
    'observations',
    'payable_value',
    'status',
    'total_value',
  ])
})

test('what changes nothing writes nothing', async () => {
  const order = await data(server, 'POST', '/orders', {
    id_customer: ids.customer,
    items: [{ id_item: ids.product, quantity: 2, fk_id: 'a' }],
  })
  const before = await traces()
  const same = { observations: null, items: { change: [{ fk_id: 'a', quantity: 2 }] } }
  for (const path of ['changes', 'preview']) {
    assert.deepEqual(await data(server, 'POST', `/orders/${order.id}/${path}`, same), order)
    assert.deepEqual(await data(server, 'POST', `/orders/${order.id}/${path}`, {}), order)
  }
  assert.deepEqual(await traces(), before)
})

test('faults of the order and of its items are told together', async () => {
  const order = await data(server, 'POST', '/orders', { id_customer: ids.customer })
  const wrong = {
    fk_id_user: 'nobody',
    id_category: 999_999_999,
    custom_fields: {},
    items: {
      add: [
        { id_item: ids.product, quantity: 1, discount_value: 99 },
        { fk_id_item: 'nobody', quantity: 1, price: 1 },
      ],
      change: [{ fk_id: 'none', quantity: 1 }],
      remove: [{ id: 999_999_999 }],
    },
  }
  for (const path of ['changes', 'preview']) {
    await refusedBy(
      server,
      'POST',
      `/orders/${order.id}/${path}`,
      { body: wrong },
      validation([
        '/fk_id_user',
        '/id_category',
        '/items/add/0/discount_value',
        '/items/add/1/fk_id_item',
        '/items/change/0/fk_id',
        '/items/remove/0/id',
      ]),
    )
  }
})

const isLocked = { status: 409, code: 'order_locked' }
const freight = ['/freight_value', '/id_freight_type']

test('a conflict, a locked order and an unknown one are refused before anything is sent', async () => {
  const order = await data(server, 'POST', '/orders', { id_customer: ids.customer })
  const add = { items: { add: [{ id_item: ids.product, quantity: 1 }] } }
  for (const path of ['changes', 'preview']) {
    const at = `/orders/${order.id}/${path}`
    const stale = { body: add, headers: { 'if-match': '"stale"' } }
    await refusedBy(server, 'POST', at, stale, { status: 412, code: 'precondition_failed' })
    const unknown = `/orders/999999999/${path}`
    await refusedBy(server, 'POST', unknown, { body: add }, { status: 404, code: 'not_found' })
  }
  const locked = await data(server, 'POST', '/orders', {
    id_customer: ids.customer,
    id_order_status: ids.statuses['Invoiced'],
    fk_id: 'faturado',
    items: [{ id_item: ids.product, quantity: 1, fk_id: 'a' }],
  })
  const before = await traces()
  for (const order of [`/orders/${locked.id}`, '/orders/fk_id/faturado']) {
    for (const path of ['changes', 'preview']) {
      const refuse = (body: object, ...at: string[]) =>
        refusedBy(server, 'POST', `${order}/${path}`, { body }, { ...isLocked, at })
      await refuse(add, '/items')
      await refuse({ items: { change: [{ fk_id: 'a', quantity: 2 }] } }, '/items')
      await refuse({ items: { remove: [{ fk_id: 'a' }] } }, '/items')
      await refuse({ freight_value: 3, id_freight_type: ids.charged_freight }, ...freight)
      const nothing = { body: { nothing: 1 } }
      await refusedBy(server, 'POST', `${order}/${path}`, nothing, validation(['/nothing']))
    }
    // What is free in it is shown, and nothing else has changed.
    const { status, body } = await post(`${order}/preview`, { observations: 'Nota 7' })
    assert.equal(status, 200, JSON.stringify(body))
    const { updated_at } = body.data
    assert.deepEqual(body.data, { ...locked, observations: 'Nota 7', updated_at })
  }
  assert.deepEqual(await traces(), before)
})

test('a preview does not stand in the way of others, nor they in its', async () => {
  const body = { id_customer: ids.customer, fk_id: 'twice', items: [] }
  const answers = await Promise.all(Array.from({ length: 4 }, () => post('/orders/preview', body)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  assert.equal((await post('/orders', body)).status, 201)
  const taken = { status: 409, code: 'duplicate_fk_id', at: ['/fk_id'] }
  await refusedBy(server, 'POST', '/orders/preview', { body }, taken)
})

/** Lines of all kinds, more than are shown by one statement. */
const manyLines = () =>
  Array.from({ length: 230 }, (_, i) => ({
    id_item: i % 3 ? ids.product : ids.service,
    quantity: i + 0.5,
    fk_id: `line-${i}`,
    ...[{}, { price: 3.333 }, { price: 10, discount_percentage: 33.3333, aliq_ipi: 3.25 }][i % 3],
    ...(i % 3 === 0 ? { price: 7 } : {}),
    ...(i % 2 ? { description: `"${i}" \\ ção`, recurrency_period: i } : {}),
  }))

test('an order of many lines is shown as it is then made, and a fault of any line is told', async () => {
  const date = '2026-03-01T10:00:00-03:00'
  const body = { id_customer: ids.customer, date, items: manyLines() }
  const shown = await post('/orders/preview', body)
  assert.deepEqual(essence(shown), essence(await post('/orders', body)))
  const { created_at, items } = shown.body.data
  assert.deepEqual(new Set(items.map((one: Json) => one['created_at'])), new Set([created_at]))

  const unknown = { id_item: 999_999_999, quantity: 1, price: 1 }
  const faults: [object, string[]][] = [
    [{ items: [...manyLines(), unknown] }, ['/items/230/id_item']],
    [
      { items: [...manyLines(), unknown], id_user: 999_999_999 },
      ['/id_user', '/items/230/id_item'],
    ],
    [
      { items: [...manyLines(), { ...unknown, fk_id: 'line-3' }] },
      ['/items/230/fk_id', '/items/230/id_item'],
    ],
  ]
  for (const [wrong, at] of faults) {
    const refused = { ...body, ...wrong }
    await refusedBy(server, 'POST', '/orders/preview', { body: refused }, validation(at))
    const answers = [await post('/orders/preview', refused), await post('/orders', refused)]
    assert.deepEqual(...(answers.map(essence) as [unknown, unknown]))
  }
  await data(server, 'POST', '/orders', { id_customer: ids.customer, fk_id: 'many' })
  const taken = { ...body, fk_id: 'many', items: [...manyLines(), unknown] }
  const answers = [await post('/orders/preview', taken), await post('/orders', taken)]
  assert.deepEqual(...(answers.map(essence) as [unknown, unknown]))
  assert.equal(answers[0]?.body.code, 'duplicate_fk_id')
})

test('the lines of a new order are shown without being written', async () => {
  const { pool } = server
  await pool.query(`
    create function refuse_lines() returns trigger language plpgsql as $$ begin raise 'a line is written'; end $$`)
  await pool.query(
    'create trigger refuse_lines before insert on order_items for each row execute function refuse_lines()',
  )
  try {
    const body = { id_customer: ids.customer, items: [{ id_item: ids.product, quantity: 1 }] }
    assert.equal((await post('/orders/preview', body)).status, 200)
  } finally {
    await pool.query('drop function refuse_lines cascade')
  }
})

const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined })
const among = (...values: unknown[]) => fc.constantFrom(...values)

function sparse(shape: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Json> {
  return fc
    .record(shape)
    .map((record) =>
      Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)),
    )
}

const figures = {
  quantity: among(1, 2.5, 12),
  price: maybe(among(1, 19.9, null)),
  discount_percentage: maybe(among(0, 5, 33.3333)),
  discount_value: maybe(among(1, 500)),
  aliq_ipi: maybe(among(3.25)),
  aliq_icms: maybe(among(18)),
  description: maybe(among('One', null)),
}
const item = sparse({ ...figures, fk_id_item: among('cafe', 'cafe', 'cafe', 'nobody') })
const header = {
  date: fc.constant('2026-03-01T10:00:00-03:00'),
  fk_id_order_status: maybe(among('open', 'approved', 'invoiced')),
  fk_id_user: maybe(among('ana', 'ana', null, 'nobody')),
  freight_value: maybe(among(0, 35.5)),
  observations: maybe(among('Doca 3', null)),
  custom_fields: maybe(fc.constant({ canal: 'loja' })),
}
const created = sparse({
  ...header,
  fk_id_customer: fc.constant('aurora'),
  items: fc.array(item, { maxLength: 4 }),
})
const changedItems = sparse({
  add: maybe(fc.array(item, { maxLength: 2 })),
  change: maybe(
    fc.array(
      sparse({ ...figures, quantity: maybe(figures.quantity), fk_id: among('a', 'b', 'x') }),
      {
        maxLength: 2,
      },
    ),
  ),
  remove: maybe(fc.constant([{ fk_id: 'c' }])),
})
const changes = sparse({ ...header, items: maybe(changedItems) })

test('a preview is what the write then answers', async () => {
  const check = fc.asyncProperty(created, changes, async (body, change) => {
    const before = await traces()
    const shown = await post('/orders/preview', body)
    assert.deepEqual(await traces(), before)
    assert.deepEqual(essence(shown), essence(await post('/orders', body)))

    const line = (fk_id: string) => ({ fk_id_item: 'cafe', quantity: 2, fk_id })
    const items = ['a', 'b', 'c'].map(line)
    const { id } = await data(server, 'POST', '/orders', { fk_id_customer: 'aurora', items })
    const known = await traces()
    const preview = await post(`/orders/${id}/preview`, change)
    assert.deepEqual(await traces(), known)
    assert.deepEqual(essence(preview), essence(await post(`/orders/${id}/changes`, change)))
  })
  await fc.assert(check, { numRuns: 40 })
  await assertConsistent(server)
})

/** What an answer says, but for new ids and the time. */
function essence({ status, body }: Answer): unknown[] {
  if (status < 300) return [200, timeless(body.data)]
  return [status, body.code, body.detail, body.errors, body.allowed]
}

function timeless({ id: _, created_at: __, updated_at: ___, items, ...order }: Json): Json {
  const bare = (items as Json[]).map(({ id: _, created_at: __, ...one }) => one)
  return { ...order, items: bare }
}
