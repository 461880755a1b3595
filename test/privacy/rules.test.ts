import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { pageOf, runJobs } from '../support/feed.ts'
import { data, problemOf, succeed } from '../support/orders.ts'
import { anonymised, HOME, MARIA, tracesIn, untilDone } from '../support/privacy/person.ts'
import { until } from '../support/workers.ts'

// What becomes of an anonymised customer, and what stays of its orders for how long.

let server: Server
let statuses: Record<string, number>
let product: number
/** Of a customer that each test has for itself. */
let id: number
let fk_id: string
let count = 0

before(async () => {
  server = await startServer()
  const listed = await data(server, 'GET', '/order-statuses?limit=100')
  statuses = Object.fromEntries(
    listed.map((one: { name: string; id: number }) => [one.name, one.id]),
  )
  product = (await data(server, 'POST', '/products', { name: 'Disjuntor', price: 10 })).id
})
after(() => server.close())
beforeEach(async () => {
  fk_id = `ERP-${++count}`
  id = (await data(server, 'POST', '/customers', { ...MARIA, fk_id })).id
})

const order = (more: object = {}) =>
  data(server, 'POST', '/orders', {
    id_customer: id,
    observations: 'portão verde',
    items: [{ id_item: product, quantity: 1 }],
    ...more,
  })
const thisYear = new Date().getUTCFullYear()

test('the record says nothing of the person, and is not written again', async () => {
  const home = await data(server, 'POST', `/customers/${id}/addresses`, { ...HOME, fk_id: null })
  const { headers } = await succeed(server, 'GET', `/customers/${id}`)
  await anonymised(server, id)
  const read = await succeed(server, 'GET', `/customers/${id}`)
  const { anonymised_at, created_at, updated_at, ...rest } = read.body.data
  assert.deepEqual(rest, {
    id,
    name: `Cliente anonimizado ${id}`,
    fk_id,
    document: null,
    email: null,
    phone: null,
    trade_name: null,
    notes: null,
    last_order_at: null,
    orders_12m: 0,
    value_12m: 0,
    order_interval_days: null,
    payment_type: null,
    payment_method: null,
    shipping_company: null,
    freight_type: null,
    contacts: [],
    tags: [],
    active: false,
    legal_name: null,
    ie_kind: null,
    ie: null,
    simples: null,
    suframa: null,
    public_kind: null,
    users: [],
    id_user: null,
    custom_fields: {},
  })
  assert.ok(anonymised_at >= created_at && updated_at >= anonymised_at)
  assert.notEqual(read.headers['etag'], headers['etag'])
  assert.deepEqual(tracesIn((await succeed(server, 'GET', `/customers/${id}/addresses`)).text), [])

  const code = '/customers/fk_id/'
  const writes: [string, string, object][] = [
    ['PATCH', `/customers/${id}`, { name: MARIA.name }],
    ['PATCH', `/customers/${id}`, { phone: MARIA.phone }],
    ['PATCH', `/customers/${id}`, { ie: MARIA.ie }],
    ['PATCH', `/customers/${id}`, { legal_name: MARIA.legal_name }],
    ['PATCH', `/customers/${id}`, { trade_name: MARIA.trade_name }],
    ['PATCH', `/customers/${id}`, { notes: MARIA.notes }],
    ['PATCH', `/customers/${id}`, { contacts: MARIA.contacts }],
    ['PUT', `${code}${fk_id}`, { name: MARIA.name }],
    ['POST', `/customers/${id}/addresses`, HOME],
    ['PUT', `${code}${fk_id}/addresses/fk_id/NEW`, { street: HOME.street }],
    ['PATCH', `/customers/address/${home.id}`, { street: HOME.street }],
  ]
  for (const [method, path, body] of writes) {
    const refused = await server.send(method, path, { body })
    assert.deepEqual(problemOf(refused).slice(0, 2), [409, 'customer_anonymised'], path)
  }
  const line = JSON.stringify({ fk_id, name: MARIA.name, addresses: [{ ...HOME, fk_id: 'N' }] })
  const bulk = await server.send('POST', '/bulk/customers', {
    body: `${line}\n`,
    headers: { 'content-type': 'application/x-ndjson' },
  })
  assert.match(bulk.text, /customer_anonymised/)
  const same = { name: `Cliente anonimizado ${id}`, fk_id: null }
  assert.equal((await data(server, 'PATCH', `/customers/${id}`, same)).fk_id, null)
})

test('lists find it by its new name alone', async () => {
  await anonymised(server, id)
  const found = async (query: string) =>
    (await data(server, 'GET', `/customers?${query}`)).map((one: { id: number }) => one.id)
  assert.ok(!(await found(`document=${MARIA.document}`)).includes(id))
  assert.ok(!(await found('q=zanetti')).includes(id))
  assert.deepEqual(await found(`q=anonimizado ${id}`), [id])
})

test('a code that tells who the person is goes, and any where that is asked for', async () => {
  const codes = ['52998224725', 'CPF 529.982.247-25', 'maria', 'ZANETTI-1', '98765-4321']
  for (const code of codes) {
    const one = await data(server, 'POST', '/customers', { ...MARIA, fk_id: code })
    await anonymised(server, one.id)
    assert.equal((await data(server, 'GET', `/customers/${one.id}`)).fk_id, null, code)
  }
  await anonymised(server, id)
  await anonymised(server, id, { keep_fk_id: false })
  assert.equal((await data(server, 'GET', `/customers/${id}`)).fk_id, null)
  // The system of the code may send the person anew: as another customer.
  const again = await succeed(server, 'PUT', `/customers/fk_id/${fk_id}`, { name: 'Quem voltou' })
  assert.equal(again.status, 201)
  assert.notEqual(again.body.data.id, id)
})

test('its event and the audit say who did it, and nothing of the person', async () => {
  const asked = await succeed(server, 'POST', `/customers/${id}/anonymise`, {})
  await untilDone(server, id)
  const stop = runJobs(server)
  const eventsOf = async (subject: string, type: string) =>
    (await pageOf(server, `subject=${subject}&type=${type}&limit=100`)).data
  await until(async () => (await eventsOf(`/customers/${id}`, 'customer.anonymised')).length > 0)
  await stop()
  const [event, ...others] = await eventsOf(`/customers/${id}`, 'customer.anonymised')
  assert.deepEqual(others, [])
  assert.equal(event?.data.record.name, `Cliente anonimizado ${id}`)
  assert.equal(event?.data.previous, null)
  assert.equal(event?.data.request_id, asked.headers['x-request-id'])
  const audit = await eventsOf(`/accounts/${server.account_id}`, 'audit.customer_anonymised')
  const record = { id_customer: id, keep_fk_id: true, kept_statuses: null }
  assert.deepEqual(audit.at(-1)?.data.record, record)
  const [created] = await eventsOf(`/customers/${id}`, 'customer.created')
  assert.deepEqual(tracesIn(JSON.stringify(created)), [])
})

test('a repeated request is given what is left of its answer', async () => {
  const keyed = (key: string) => ({
    headers: { 'Idempotency-Key': `${key} ${id}`.replace(' ', '-') },
  })
  const body = { id_customer: id, observations: 'portão verde', items: [] }
  const made = await succeed(server, 'POST', '/orders', body, keyed('order'))
  await succeed(server, 'PATCH', `/customers/${id}`, { name: 'Maria Zanetti' }, keyed('name'))
  await anonymised(server, id)
  const again = await succeed(server, 'POST', '/orders', body, keyed('order'))
  assert.equal(again.headers['idempotency-replayed'], 'true')
  assert.equal(again.status, 201)
  assert.equal(again.body.data.id, made.body.data.id)
  assert.equal(again.headers['etag'], undefined)
  const name = { name: 'Maria Zanetti' }
  const changed = await succeed(server, 'PATCH', `/customers/${id}`, name, keyed('name'))
  assert.deepEqual([...tracesIn(again.text), ...tracesIn(changed.text)], [])
})

test('orders let go but keep what was ordered; documents stay until their day', async () => {
  const open = await order({ custom_fields: { recado: 'Zezinha' } })
  const invoiced = await order({ id_order_status: statuses['Invoiced'] })
  const old = await order({ id_order_status: statuses['Delivered'], date: '2011-03-04T00:00:00Z' })
  await data(server, 'PATCH', `/products/${product}`, { name: 'Disjuntor novo' })
  const { kept_orders, kept_statuses } = await anonymised(server, id)
  assert.deepEqual(kept_orders, {
    count: 1,
    orders: [{ id: invoiced.id, until: `${thisYear + 5}-12-31` }],
  })
  assert.deepEqual(
    kept_statuses,
    ['Invoiced', 'Shipped', 'Delivered', 'Cancelled'].map((name) => statuses[name]),
  )
  assert.deepEqual(await data(server, 'GET', `/orders/${invoiced.id}`), invoiced)

  const anonymous = { id, name: `Cliente anonimizado ${id}`, fk_id }
  const now = await data(server, 'GET', `/orders/${open.id}`)
  assert.deepEqual([now.customer, now.observations, now.custom_fields], [anonymous, null, {}])
  assert.equal(now.items[0].item.name, 'Disjuntor novo')
  const before = { ...old, customer: anonymous, observations: null }
  assert.deepEqual(await data(server, 'GET', `/orders/${old.id}`), before)
})

test('documents let go by themselves when their time has passed', async () => {
  const { id: kept } = await order({ id_order_status: statuses['Shipped'] })
  await anonymised(server, id)
  const at = `select next_at::text as at from anonymisations where id_customer = ${id}`
  const { rows } = await server.pool.query(at)
  assert.match(rows[0].at, new RegExp(`^${thisYear + 6}-01-01 00:00:00`))
  // Years go by.
  await server.pool.query(
    `update orders set date = (date at time zone 'UTC' - interval '6 years') at time zone 'UTC' where id = ${kept}`,
  )
  await server.pool.query(
    `update anonymisations set next_at = now() - interval '1 second' where id_customer = ${id}`,
  )
  const stop = runJobs(server)
  server.app.onCommitted(server.account_id)
  const read = () => data(server, 'GET', `/orders/${kept}`)
  await until(async () => (await read()).customer.name === `Cliente anonimizado ${id}`)
  await stop()
  await untilDone(server, id)
  const done = await data(server, 'GET', `/customers/${id}/anonymisation`)
  assert.deepEqual(done.kept_orders, { count: 0, orders: [] })
})

test('who asks says which statuses are fiscal documents', async () => {
  const cancelled = await order({ id_order_status: statuses['Cancelled'] })
  const invoiced = await order({ id_order_status: statuses['Invoiced'] })
  const open = { kept_statuses: [statuses['Invoiced'], statuses['Open'], 999_999] }
  const refused = await server.send('POST', `/customers/${id}/anonymise`, { body: open })
  assert.deepEqual(problemOf(refused), [
    422,
    'validation_failed',
    ['/kept_statuses/1 unknown_reference', '/kept_statuses/2 unknown_reference'],
  ])
  const first = await anonymised(server, id, { kept_statuses: [statuses['Invoiced']] })
  assert.deepEqual(
    first.kept_orders.orders.map((one: { id: number }) => one.id),
    [invoiced.id],
  )
  assert.equal((await data(server, 'GET', `/orders/${cancelled.id}`)).observations, null)
  const none = await anonymised(server, id, { kept_statuses: [] })
  assert.equal(none.kept_orders.count, 0)
  assert.equal((await data(server, 'GET', `/orders/${invoiced.id}`)).observations, null)
})

test('required custom fields hold what says nothing', async () => {
  const field = { resource: 'customers', required: true }
  const fields = [
    { ...field, key: 'rg', type: 'text', unique: true },
    { ...field, key: 'filhos', type: 'integer' },
    { ...field, key: 'nascimento', type: 'date' },
    { ...field, key: 'sexo', type: 'choice', choices: ['-', 'F', 'M'] },
  ]
  const other = await startServer()
  try {
    for (const body of fields) await data(other, 'POST', '/custom-fields', body)
    const custom_fields = { rg: 'RG-1', filhos: '3', nascimento: '1980-01-02', sexo: 'F' }
    const made = await data(other, 'POST', '/customers', { ...MARIA, custom_fields })
    await anonymised(other, made.id)
    const read = await data(other, 'GET', `/customers/${made.id}`)
    assert.deepEqual(read.custom_fields, {
      rg: `anonymised-${made.id}`,
      filhos: '0',
      nascimento: '1900-01-01',
      sexo: '-',
    })
  } finally {
    await other.close()
  }
})

test('it takes a scope of its own, and no token that sees some orders only', async () => {
  const path = `/customers/${id}/anonymise`
  const writer = await server.newToken('customers:write', 'orders:write')
  const lacking = await server.send('POST', path, { body: {}, token: writer })
  assert.deepEqual(problemOf(lacking).slice(0, 2), [403, 'insufficient_scope'])
  const user = await data(server, 'POST', '/users', { name: 'Ana' })
  const only = { id_user: [user.id] }
  const restricted = { name: 'Ana', scopes: ['privacy:manage'], only }
  const { token } = await data(server, 'POST', '/tokens', restricted)
  for (const [method, address] of [
    ['POST', path],
    ['GET', `/customers/${id}/anonymisation`],
  ] as const) {
    const refused = await server.send(method, address, {
      token,
      ...(method === 'POST' ? { body: {} } : {}),
    })
    assert.deepEqual(problemOf(refused).slice(0, 2), [403, 'insufficient_scope'], address)
  }
  const { token: stranger } = await server.newAccount('another')
  const unknown = await server.send('POST', path, { body: {}, token: stranger })
  assert.equal(unknown.status, 404)
  assert.equal((await server.send('GET', `/customers/${id}/anonymisation`)).status, 404)
})
