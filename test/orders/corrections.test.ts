import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { endOfFeed, pageOf, runJobs } from '../support/feed.ts'
import { assertConsistent, data, problemOf, succeed } from '../support/orders.ts'
import { startRestricted } from '../support/restricted.ts'
import { type Sample, sample } from '../support/sample.ts'

// Locked orders that are corrected for a reason, versions that are restored, and who may do so.

let server: Server
let ids: Sample
let stopJobs: () => Promise<void>
before(async () => {
  server = await startServer()
  ids = await sample(server)
  stopJobs = runJobs(server)
})
after(async () => {
  await stopJobs()
  await server.close()
})

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever comes
type Json = any
interface Options {
  body?: object
  token?: string
  headers?: Record<string, string>
}

const refusal = async (method: string, path: string, options: Options = {}) =>
  problemOf(await server.send(method, path, options))
const WHY = 'correction=Wrong%20price'

async function locked(fields: object = {}): Promise<Json> {
  const made = await data(server, 'POST', '/orders', {
    id_customer: ids.customer,
    id_freight_type: ids.charged_freight,
    freight_value: 10,
    items: [
      { id_item: ids.product, quantity: 2, price: 10 },
      { id_item: ids.service, quantity: 1, price: 50 },
    ],
    ...fields,
  })
  return data(server, 'PATCH', `/orders/${made.id}`, { id_order_status: ids.statuses['Open'] })
    .then(() =>
      data(server, 'PATCH', `/orders/${made.id}`, { id_order_status: ids.statuses['Approved'] }),
    )
    .then(() =>
      data(server, 'PATCH', `/orders/${made.id}`, { id_order_status: ids.statuses['Picking'] }),
    )
    .then(() =>
      data(server, 'PATCH', `/orders/${made.id}`, { id_order_status: ids.statuses['Invoiced'] }),
    )
}

const last = async (id: number) =>
  (await data(server, 'GET', `/orders/${id}/history?limit=100`)).at(-1)

test('a correction changes what is locked, says why, and keeps the names of then', async () => {
  const order = await locked()
  const path = `/orders/${order.id}`
  const [first, second] = order.items
  const renames: [string, object, object][] = [
    [`/products/${ids.product}`, { name: 'Other' }, { name: first.item.name }],
    [`/customers/${ids.customer}`, { name: 'Other' }, { name: order.customer.name }],
    [`/freight-types/${ids.charged_freight}`, { name: 'Other' }, { name: order.freight.name }],
  ]
  for (const [at, body] of renames) await succeed(server, 'PATCH', at, body)
  for (const [method, at, body] of [
    ['PATCH', path, { freight_value: 12, other_expenses: 3 }],
    ['PATCH', `${path}/items/${first.id}`, { price: 11 }],
    ['POST', `${path}/items`, { id_item: ids.product, quantity: 1 }],
    ['PATCH', `${path}/items`, { change: [{ id: first.id, quantity: 5 }] }],
    ['DELETE', `${path}/items/${second.id}`, undefined],
    ['POST', `${path}/changes`, { discount_percentage: 10 }],
  ] as const) {
    const sent = body ? { body } : {}
    assert.equal((await refusal(method, at, sent))[1], 'order_locked', `${method} ${at}`)
    await succeed(server, method, `${at}?${WHY}`, body)
    const event = await last(order.id)
    assert.deepEqual([event.type, event.reason], ['order.corrected', 'Wrong price'])
    const now = await data(server, 'GET', path)
    assert.deepEqual(event.data, now)
    assert.deepEqual(now.customer, order.customer)
    assert.equal(now.freight.name, order.freight.name)
    assert.deepEqual(now.items[0].item, first.item)
    assert.deepEqual(now.status, order.status)
  }
  const now = await data(server, 'GET', path)
  assert.equal(now.freight.value, 12)
  assert.deepEqual(
    now.items.map(({ item, quantity, price }: Json) => [item.name, quantity, price]),
    [
      [first.item.name, 5, 11],
      ['Other', 1, 12.5],
    ],
  )
  assert.equal(now.total_value, 67.5 - 6.75 + 12 + 3)
  const free = await succeed(server, 'PATCH', `${path}?${WHY}`, { observations: 'x' })
  assert.equal(free.status, 200)
  assert.deepEqual(
    [(await last(order.id)).type, (await last(order.id)).reason],
    ['order.updated', 'Wrong price'],
  )
  assert.deepEqual(await refusal('DELETE', path), [409, 'order_locked', []])
  for (const [at, , was] of renames) await succeed(server, 'PATCH', at, was)
  await assertConsistent(server)
})

test('what is locked comes back by a correction alone, and moves have their own rules', async () => {
  const order = await locked()
  const restore = `/orders/${order.id}/versions/1/restore`
  await succeed(server, 'PATCH', `/orders/${order.id}?${WHY}`, { freight_value: 1 })
  const body = { items: { remove: [{ id: order.items[1].id }] } }
  await succeed(server, 'POST', `/orders/${order.id}/changes?${WHY}`, body)
  assert.deepEqual(await refusal('POST', restore), [
    409,
    'order_locked',
    ['/freight_value order_locked', '/items order_locked'],
  ])
  assert.equal((await refusal('POST', `${restore}?dry_run=true`))[1], 'order_locked')
  const back = await succeed(server, 'POST', `${restore}?${WHY}`)
  const { order: now, diff, dry_run } = back.body.data
  assert.equal(dry_run, false)
  assert.equal(
    back.headers['etag'],
    (await succeed(server, 'GET', `/orders/${order.id}`)).headers['etag'],
  )
  assert.deepEqual(now, { ...order, updated_at: now.updated_at })
  assert.deepEqual(diff.items.added, [order.items[1]])
  const event = await last(order.id)
  assert.deepEqual(
    [event.type, event.restored_version, event.reason, event.version],
    ['order.corrected', 1, 'Wrong price', diff.to_version],
  )
  const [listed] = (await data(server, 'GET', `/orders/${order.id}/versions?limit=100`)).slice(-1)
  assert.deepEqual([listed.restored_version, listed.reason], [1, 'Wrong price'])
  const again = await data(server, 'POST', `${restore}?${WHY}`)
  assert.deepEqual(
    [again.diff.from_version, again.diff.to_version],
    [diff.to_version, diff.to_version],
  )
  const move = { id_order_status: ids.statuses['Draft'] }
  assert.equal(
    (await refusal('PATCH', `/orders/${order.id}?${WHY}`, { body: move }))[1],
    'move_not_allowed',
  )
})

test('the feed has the reason and what was restored, and nothing where there is neither', async () => {
  const order = await locked()
  await succeed(server, 'PATCH', `/orders/${order.id}?${WHY}`, { freight_value: 1 })
  await succeed(server, 'POST', `/orders/${order.id}/versions/1/restore?${WHY}`)
  await endOfFeed(server, server)
  const { data: events } = await pageOf(server, `subject=/orders/${order.id}&type=order.*`)
  const said = events.map(({ type, data }: Json) => [type, data.reason, data.restored_version])
  assert.deepEqual(said.slice(-3), [
    ['order.status_changed', undefined, undefined],
    ['order.corrected', 'Wrong price', undefined],
    ['order.corrected', 'Wrong price', 1],
  ])
})

test('who may write may not correct, unless a scope says so', async () => {
  const order = await locked()
  const path = `/orders/${order.id}`
  const writer = await server.newToken('orders:read', 'orders:write')
  const corrector = await server.newToken('orders:read', 'orders:write', 'orders:correct')
  const reader = await server.newToken('orders:read', 'orders:correct')
  const body = { freight_value: 3 }
  for (const [method, at, sent] of [
    ['PATCH', path, { body }],
    ['POST', `${path}/versions/1/restore`, {}],
  ] as const) {
    const at_ = `${at}?${WHY}`
    const lacks = [403, 'insufficient_scope', []]
    assert.deepEqual(await refusal(method, at_, { ...sent, token: writer }), lacks)
    assert.deepEqual(await refusal(method, at_, { ...sent, token: reader }), lacks)
    const done = await server.send(method, at_, { ...sent, token: corrector })
    assert.equal(done.status, 200, done.text)
  }
  const long = 'x'.repeat(501)
  for (const [why, code] of [
    ['', 'min_length'],
    [long, 'max_length'],
  ]) {
    assert.deepEqual(await refusal('PATCH', `${path}?correction=${why}`, { body }), [
      400,
      'invalid_parameter',
      [`correction ${code}`],
    ])
  }
})

test('references that went since are told by field, and nothing is written', async () => {
  const user = (await data(server, 'POST', '/users', { name: 'Gone' })).id
  const product = (await data(server, 'POST', '/products', { name: 'Gone', price: 1 })).id
  const { id, items } = await data(server, 'POST', '/orders', {
    id_customer: ids.customer,
    id_user: user,
    fk_id: 'taken',
    items: [
      { id_item: ids.product, quantity: 1 },
      { id_item: product, quantity: 1 },
    ],
  })
  const path = `/orders/${id}`
  await succeed(server, 'DELETE', `${path}/items/${items[1].id}`)
  await succeed(server, 'PATCH', path, { id_user: null, fk_id: null })
  await succeed(server, 'DELETE', `/users/${user}`)
  await succeed(server, 'DELETE', `/products/${product}`)
  const before = await data(server, 'GET', path)
  for (const query of ['', '?dry_run=true']) {
    assert.deepEqual(await refusal('POST', `${path}/versions/1/restore${query}`), [
      422,
      'validation_failed',
      ['/id_user unknown_reference', '/items/1/id_item unknown_reference'],
    ])
  }
  assert.deepEqual(await data(server, 'GET', path), before)
})

test('a code that another order has by now is a conflict', async () => {
  const body = { id_customer: ids.customer, fk_id: 'code' }
  const { id } = await data(server, 'POST', '/orders', body)
  await succeed(server, 'PATCH', `/orders/${id}`, { fk_id: null })
  await succeed(server, 'POST', '/orders', body)
  assert.deepEqual(await refusal('POST', `/orders/${id}/versions/1/restore`), [
    409,
    'duplicate_fk_id',
    ['/fk_id duplicate_fk_id'],
  ])
})

test('preconditions and keys hold as for any change, and writers at once lose nothing', async () => {
  const { id } = await data(server, 'POST', '/orders', { id_customer: ids.customer })
  const path = `/orders/${id}`
  await succeed(server, 'PATCH', path, { observations: 'a' })
  const restore = `${path}/versions/1/restore`
  const stale = { 'If-Match': '"stale"' }
  const failed = [412, 'precondition_failed', []]
  assert.deepEqual(await refusal('POST', restore, { headers: stale }), failed)
  assert.deepEqual(await refusal('POST', `${restore}?dry_run=true`, { headers: stale }), failed)
  const headers = { 'Idempotency-Key': `restore-${id}` }
  const once = await server.send('POST', restore, { headers })
  const twice = await server.send('POST', restore, { headers })
  assert.deepEqual(twice.body, once.body)
  const other = `${path}/versions/2/restore`
  assert.deepEqual((await refusal('POST', other, { headers }))[1], 'idempotency_mismatch')
  // Only the three versions above are there, whichever writer comes first.
  const writers = Array.from({ length: 12 }, (_, i) =>
    i % 2
      ? server.send('POST', `${path}/versions/${1 + (i % 3)}/restore`)
      : server.send('POST', `${path}/items`, {
          body: { id_item: ids.product, quantity: 1 + i },
        }),
  )
  for (const { status, text } of await Promise.all(writers)) assert.ok(status < 300, text)
  await assertConsistent(server)
})

test('who is restricted sees and restores versions of orders that were his', async () => {
  const all = await startRestricted()
  try {
    const { server: own, users, orders } = all
    const [order] = orders
    const path = `/orders/${order?.id}`
    const seller = all.tokens[0]?.token as string
    await succeed(own, 'PATCH', path, { observations: 'of the first' })
    await succeed(own, 'PATCH', path, { id_user: users[1] })
    await succeed(own, 'PATCH', path, { observations: 'of the second' })
    const ask = (at: string) => own.send('GET', `${path}/${at}`, { token: seller })
    const { body } = await ask('versions')
    assert.deepEqual(
      body.data.map(({ version }: Json) => version),
      [1, 2],
    )
    assert.equal((await ask('versions/2')).status, 200)
    assert.equal((await ask('versions/1/diff?with=2')).status, 200)
    const hidden = [404, 'not_found', []]
    for (const at of ['versions/3', 'versions/4', 'versions/2/diff', 'versions/2/diff?with=3']) {
      assert.deepEqual(problemOf(await ask(at)), hidden, at)
    }
    const restore = await own.send('POST', `${path}/versions/1/restore`, { token: seller })
    assert.deepEqual(problemOf(restore), hidden)
    await succeed(own, 'PATCH', path, { id_user: users[0] })
    const again = await own.send('POST', `${path}/versions/4/restore`, { token: seller })
    assert.deepEqual(problemOf(again), hidden)
    const back = await own.send('POST', `${path}/versions/2/restore`, { token: seller })
    assert.equal(back.body.data.order.observations, 'of the first')
    const both = await own.send('POST', `${path}/versions/3/restore`, { token: own.token })
    assert.equal(both.status, 200, both.text)
  } finally {
    await all.server.close()
  }
})
