import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { bringIn, importerOf } from '../support/files/imports.ts'
import { assertConsistent, data, problemOf, succeed } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'

// Why orders are in their status: reasons, and statuses that require one.

let server: Server
let ids: Sample
/** A status that is reached with a reason only, and one behind it that asks for none. */
let lost: number
let filed: number
before(async () => {
  server = await startServer()
  ids = await sample(server)
  filed = (await data(server, 'POST', '/order-statuses', { name: 'Filed', fk_id: 'filed' })).id
  const body = {
    name: 'Lost',
    fk_id: 'lost',
    locked: true,
    counts: false,
    reason_required: true,
    next: [filed, ids.statuses['Draft']],
  }
  lost = (await data(server, 'POST', '/order-statuses', body)).id
  const next = [lost, ids.statuses['Open'], ids.statuses['Cancelled']]
  for (const name of ['Draft', 'Open'])
    await succeed(server, 'PATCH', `/order-statuses/${ids.statuses[name]}`, { next })
})
after(() => server.close())

const create = (more: object = {}) =>
  data(server, 'POST', '/orders', { id_customer: ids.customer, ...more })
const reasonOf = async (id: number) => (await data(server, 'GET', `/orders/${id}`)).reason
const REQUIRED = [422, 'validation_failed', ['/id_reason reason_required']]

test('an account begins with reasons, and keeps its own', async () => {
  const { token } = await server.newAccount('Boreal')
  const { body } = await server.send('GET', '/reasons?sort=id', { token })
  assert.deepEqual(
    body.data.map(({ fk_id }: { fk_id: string }) => fk_id),
    ['customer_gave_up', 'out_of_stock', 'credit_refused', 'duplicate_order', 'entered_by_mistake'],
  )
  const { id } = await data(server, 'POST', '/reasons', { name: 'Frete caro', fk_id: 'frete' })
  await create({ id_reason: id })
  const used = await server.send('DELETE', `/reasons/${id}`)
  assert.deepEqual(
    [used.status, used.body.code, used.body.used_by],
    [409, 'record_in_use', ['orders']],
  )
})

test('a status that requires a reason is reached with one only, by every door', async () => {
  const { id } = await create({ fk_id: 'doors' })
  const to = { id_order_status: lost }
  const whole = { id_customer: ids.customer, ...to }
  const attempts: [method: string, path: string, body: object][] = [
    ['POST', '/orders', whole],
    ['POST', '/orders/preview', whole],
    ['PUT', '/orders/fk_id/new-lost', whole],
    ['PUT', '/orders/fk_id/doors', whole],
    ['PATCH', `/orders/${id}`, to],
    ['POST', `/orders/${id}/changes`, to],
    ['POST', `/orders/${id}/preview`, to],
  ]
  for (const [method, path, body] of attempts) {
    const refused = await server.send(method, path, { body })
    assert.deepEqual(problemOf(refused), REQUIRED, `${method} ${path}`)
    assert.match(refused.body.errors[0].detail, /"Lost"/)
  }
  const empty = await server.send('PATCH', `/orders/${id}`, { body: { ...to, fk_id_reason: null } })
  assert.deepEqual(problemOf(empty), [422, 'validation_failed', ['/fk_id_reason reason_required']])
  const unknown = await server.send('PATCH', `/orders/${id}`, { body: { ...to, id_reason: 999 } })
  assert.deepEqual(problemOf(unknown), [422, 'validation_failed', ['/id_reason unknown_reference']])
  assert.equal(await reasonOf(id), null)
  const moved = await data(server, 'PATCH', `/orders/${id}`, {
    ...to,
    fk_id_reason: 'out_of_stock',
  })
  assert.equal(moved.status.name, 'Lost')
  assert.equal(moved.reason.name, 'Out of stock')
  await assertConsistent(server)
})

test('all faults of a body are told, a missing reason among them', async () => {
  const body = { id_customer: 999, id_order_status: lost, items: [{ id_item: 999, quantity: 1 }] }
  const places = [
    '/id_customer unknown_reference',
    '/id_reason reason_required',
    '/items/0/id_item unknown_reference',
  ]
  assert.deepEqual(problemOf(await server.send('POST', '/orders', { body })), [
    422,
    'validation_failed',
    places,
  ])
})

test('the initial status requires a reason of orders that name no status', async () => {
  const draft = `/order-statuses/${ids.statuses['Draft']}`
  await succeed(server, 'PATCH', draft, { reason_required: true })
  try {
    const body = { id_customer: ids.customer }
    assert.deepEqual(problemOf(await server.send('POST', '/orders', { body })), REQUIRED)
    assert.equal((await create({ id_reason: ids.reason })).reason.id, ids.reason)
  } finally {
    await succeed(server, 'PATCH', draft, { reason_required: false })
  }
})

test('several orders in a request and rows of a file are refused one by one', async () => {
  const lines = ['a', 'b', 'c'].map((code) => ({
    fk_id: `bulk-${code}`,
    fk_id_customer: 'aurora',
    fk_id_order_status: 'lost',
    ...(code === 'b' ? {} : { fk_id_reason: 'credit_refused' }),
  }))
  const { text } = await server.send('POST', '/bulk/orders', {
    headers: { 'Content-Type': 'application/x-ndjson' },
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
  })
  const results = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    results.slice(0, 3).map(({ status, errors }) => [status, errors?.[0]?.pointer]),
    [
      ['created', undefined],
      ['refused', '/id_reason'],
      ['created', undefined],
    ],
    text,
  )
  const importer = importerOf(server)
  try {
    const file =
      'Pedido;Cliente;Situação;Motivo\nfile-1;aurora;lost;\nfile-2;aurora;lost;out_of_stock\n'
    const { done } = await bringIn(server, importer, 'orders', file)
    assert.deepEqual([done.counts.created, done.counts.refused], [1, 1])
    assert.match(done.first_faults[0].detail, /"Lost"/)
  } finally {
    await importer.close()
  }
  await assertConsistent(server)
})

test('a reason goes with a move, stays with the status, and changes in a locked one', async () => {
  const { id } = await create({ fk_id: 'stays', id_reason: ids.reason })
  const path = `/orders/${id}`
  const moved = await data(server, 'PATCH', path, { id_order_status: ids.statuses['Open'] })
  assert.equal(moved.reason, null)
  await succeed(server, 'PATCH', path, { id_order_status: lost, id_reason: ids.reason })
  // Sent again without it, as a nightly synchronisation does.
  await succeed(server, 'PUT', '/orders/fk_id/stays', { id_customer: ids.customer })
  assert.equal((await reasonOf(id)).id, ids.reason)
  const changed = await data(server, 'PATCH', path, { fk_id_reason: 'duplicate_order' })
  assert.equal(changed.reason.fk_id, 'duplicate_order')
  assert.deepEqual(
    problemOf(await server.send('PATCH', path, { body: { id_reason: null } })),
    REQUIRED,
  )
  const events = await data(server, 'GET', `${path}/history`)
  assert.deepEqual(
    events.map(({ type, changed_fields, previous, data }: never) => [
      type,
      changed_fields,
      (previous as { reason?: { fk_id: string } } | null)?.reason?.fk_id ?? null,
      (data as { reason: { id: number } | null }).reason?.id ?? null,
    ]),
    [
      ['order.created', [], null, ids.reason],
      ['order.status_changed', ['reason', 'status'], null, null],
      ['order.status_changed', ['reason', 'status'], null, ids.reason],
      ['order.updated', ['reason'], null, changed.reason.id],
    ],
  )
  const filedAway = await data(server, 'PATCH', path, { id_order_status: filed })
  assert.equal(filedAway.reason, null)
})

test('orders that were there before a status required a reason stay as they are', async () => {
  const status = `/order-statuses/${filed}`
  const { id } = await create({ id_order_status: filed })
  await succeed(server, 'PATCH', status, { reason_required: true })
  const changed = await data(server, 'PATCH', `/orders/${id}`, { observations: 'portaria 2' })
  assert.deepEqual([changed.reason, changed.observations], [null, 'portaria 2'])
  await succeed(server, 'PATCH', status, { reason_required: false })
})

test('orders are found and summed up by their reason', async () => {
  const { id } = await data(server, 'POST', '/reasons', { name: 'Sem rota', fk_id: 'rota' })
  const line = { id_item: ids.product, quantity: 2, price: 10 }
  for (const more of [{ id_reason: id }, { fk_id_reason: 'rota' }])
    await create({ ...more, id_order_status: lost, items: [line] })
  for (const query of [
    `id_reason=${id}`,
    'fk_id_reason=rota',
    `id_reason=${id}&fields=id,reason`,
  ]) {
    const found = await data(server, 'GET', `/orders?${query}`)
    assert.deepEqual(
      found.map(({ reason }: { reason: object }) => reason),
      [
        { id, name: 'Sem rota', fk_id: 'rota' },
        { id, name: 'Sem rota', fk_id: 'rota' },
      ],
    )
  }
  const { groups } = await data(server, 'GET', `/orders/summary?group_by=reason&status=${lost}`)
  const group = groups.find(({ reason }: { reason: { id: number } | null }) => reason?.id === id)
  assert.deepEqual([group.count, group.sum], [2, 40])
})

test('a locked order keeps the name that its reason had', async () => {
  const { id: reason } = await data(server, 'POST', '/reasons', { name: 'Prazo longo' })
  const locked = await create({ id_order_status: lost, id_reason: reason })
  const open = await create({ id_reason: reason })
  await succeed(server, 'PATCH', `/reasons/${reason}`, { name: 'Prazo de entrega' })
  assert.equal((await reasonOf(locked.id)).name, 'Prazo longo')
  assert.equal((await reasonOf(open.id)).name, 'Prazo de entrega')
})

test('files for people have the reasons that an account began with in their language', async () => {
  await create({ fk_id: 'said', fk_id_reason: 'out_of_stock' })
  const rows = async (query: string) =>
    (await server.send('GET', `/orders?fk_id=said&${query}`)).text
  assert.match(await rows('format=csv&csv=br'), /;Falta de estoque;out_of_stock;/)
  assert.match(await rows('format=csv&csv=br&language=en'), /;Out of stock;out_of_stock;/)
})
