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

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever comes
type Event = any

const historyOf = async (id: number): Promise<Event[]> =>
  (await succeed(server, 'GET', `/orders/${id}/history?limit=100`)).body.data

test('every change of an order is one event, and what changes nothing is none', async () => {
  const made = await succeed(server, 'POST', '/orders', { id_customer: ids.customer, fk_id: 'H' })
  const { id } = made.body.data
  const path = `/orders/${id}`
  const expected: [type: string, changed: string[], answer: typeof made][] = [
    ['order.created', [], made],
  ]
  const change = async (
    type: string,
    changed: string[],
    ...request: [string, string, unknown?]
  ) => {
    expected.push([type, changed, await succeed(server, ...request)])
  }
  const nothing = (...request: [string, string, unknown?]) => succeed(server, ...request)
  const items = ['items', 'payable_value', 'total_value']
  const updated = 'order.updated'

  await nothing('PATCH', path, {})
  await nothing('PATCH', path, { fk_id: 'H', observations: null, custom_fields: {} })
  await change(updated, ['observations'], 'PATCH', path, { observations: 'a' })
  await nothing('PATCH', path, { observations: ' a ' })
  const date = '2026-01-01T00:00:00Z'
  await change(updated, ['custom_fields', 'date', 'user'], 'PATCH', path, {
    date,
    id_user: ids.user,
    custom_fields: { a: 'b' },
  })
  await nothing('PATCH', path, { date: '2025-12-31T21:00:00-03:00', id_user: ids.user })
  const line = { id_item: ids.product, quantity: 2 }
  await change(updated, items, 'POST', `${path}/items`, line)
  const item = `${path}/items/${(await data(server, 'GET', path)).items[0].id}`
  await nothing('PATCH', item, { quantity: 2 })
  await change(updated, ['items'], 'PATCH', item, { description: 'x' })
  await change(updated, items, 'PATCH', item, { quantity: 3 })
  await change(updated, items, 'DELETE', item)
  await change(
    'order.status_changed',
    ['freight', 'payable_value', 'status', 'total_value'],
    'PATCH',
    path,
    {
      id_order_status: ids.statuses['Open'],
      id_freight_type: ids.charged_freight,
      freight_value: 2,
    },
  )
  await change(
    updated,
    ['custom_fields', 'freight', 'payable_value', 'total_value', 'user'],
    'PUT',
    '/orders/fk_id/H',
    {
      id_customer: ids.customer,
      observations: 'a',
    },
  )
  await nothing('PUT', '/orders/fk_id/H', { id_customer: ids.customer, observations: 'a' })
  const last = await data(server, 'GET', path)
  await change('order.deleted', [], 'DELETE', path)

  const events = await historyOf(id)
  assert.deepEqual(
    events.map(({ type, version, changed_fields }) => [type, version, changed_fields]),
    expected.map(([type, changed], i) => [type, i + 1, changed]),
  )
  for (const [i, event] of events.entries()) {
    const [, changed, answer] = expected[i] as (typeof expected)[number]
    assert.deepEqual(Object.keys(event).sort(), [
      ...['changed_fields', 'data', 'id', 'previous', 'request_id'],
      ...['time', 'token', 'type', 'version'],
    ])
    assert.equal(event.request_id, answer.headers['x-request-id'])
    assert.ok(event.token.id > 0 && event.token.name.startsWith('test'))
    assert.match(event.time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    if (answer.body.data) assert.deepEqual(event.data, answer.body.data)
    const before = events[i - 1]?.data
    const was = Object.fromEntries(changed.map((field) => [field, before?.[field]]))
    assert.deepEqual(event.previous, changed.length ? was : null)
  }
  assert.deepEqual(events.at(-1).data, last)
  await assertConsistent(server)
})

test('a deleted order is gone, but its history stays and its fk_id is free', async () => {
  const body = { id_customer: ids.customer, fk_id: 'again' }
  const first = await data(server, 'POST', '/orders', body)
  await succeed(server, 'DELETE', `/orders/${first.id}`)
  const second = await data(server, 'POST', '/orders', body)
  assert.notEqual(second.id, first.id)
  const item = { id_item: ids.product, quantity: 1 }
  for (const [method, path, sent] of [
    ['GET', `/orders/${first.id}`],
    ['PATCH', `/orders/${first.id}`, {}],
    ['DELETE', `/orders/${first.id}`],
    ['POST', `/orders/${first.id}/items`, item],
  ] as [string, string, object?][]) {
    const answer = await server.send(method, path, sent ? { body: sent } : {})
    assert.deepEqual(problemOf(answer), [404, 'not_found', []], `${method} ${path}`)
  }
  assert.equal((await data(server, 'GET', '/orders/fk_id/again')).id, second.id)
  assert.deepEqual(
    (await historyOf(first.id)).map(({ type }) => type),
    ['order.created', 'order.deleted'],
  )
  assert.equal((await historyOf(second.id)).length, 1)
})

test('a refused change leaves no event', async () => {
  const { id } = await data(server, 'POST', '/orders', { id_customer: ids.customer })
  for (const [method, path, body] of [
    ['PATCH', `/orders/${id}`, { id_user: 4_000_000 }],
    ['PATCH', `/orders/${id}`, { id_order_status: ids.statuses['Delivered'] }],
    ['POST', `/orders/${id}/items`, { id_item: 4_000_000, quantity: 1, price: 1 }],
  ] as const) {
    assert.ok((await server.send(method, path, { body })).status >= 400)
  }
  assert.equal((await historyOf(id)).length, 1)
})

test('a token is told by its name, whatever becomes of it', async () => {
  const made = await data(server, 'POST', '/tokens', { name: 'ERP', scopes: ['orders:write'] })
  const order = await server.send('POST', '/orders', {
    body: { id_customer: ids.customer },
    token: made.token,
  })
  await succeed(server, 'DELETE', `/tokens/${made.id}`)
  const [event] = await historyOf(order.body.data.id)
  assert.deepEqual(event.token, { id: made.id, name: 'ERP' })
})

test('history is read by cursor, oldest first', async () => {
  const { id } = await data(server, 'POST', '/orders', { id_customer: ids.customer })
  for (let i = 0; i < 6; i++)
    await succeed(server, 'PATCH', `/orders/${id}`, { observations: `${i}` })
  const seen: Event[] = []
  let query = 'limit=3'
  for (;;) {
    const { body } = await succeed(server, 'GET', `/v2/orders/${id}/history?${query}`)
    assert.deepEqual(Object.keys(body).sort(), ['data', 'meta', 'next_cursor', 'size'])
    assert.equal(body.size, body.data.length)
    seen.push(...body.data)
    if (body.next_cursor === null) break
    if (seen.length === 3) await succeed(server, 'PATCH', `/orders/${id}`, { observations: 'new' })
    query = `limit=3&cursor=${body.next_cursor}`
  }
  assert.deepEqual(
    seen.map(({ version }) => version),
    [1, 2, 3, 4, 5, 6, 7, 8],
  )
  const other = await data(server, 'POST', '/orders', { id_customer: ids.customer })
  const { body } = await succeed(server, 'GET', `/orders/${id}/history?limit=1`)
  const foreign = await server.send('GET', `/orders/${other.id}/history?cursor=${body.next_cursor}`)
  assert.deepEqual(problemOf(foreign), [400, 'invalid_cursor', ['cursor invalid_cursor']])
  for (const at of ['/orders/9007199254740991/history', `/orders/${id}0000/history`]) {
    assert.deepEqual(problemOf(await server.send('GET', at)), [404, 'not_found', []])
  }
  for (const query of ['page=1', 'sort=id', 'limit=101']) {
    assert.equal((await server.send('GET', `/orders/${id}/history?${query}`)).status, 400, query)
  }
})
