import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, type Server, startServer } from '../harness.ts'
import { bringIn, importerOf } from '../support/files/imports.ts'
import { data } from '../support/orders.ts'
import { type Person, person, registered } from '../support/people.ts'
import { kinds } from '../support/records/records.ts'
import { type Sample, sample } from '../support/sample.ts'
import { listen, runWebhooks, untilQuiet } from '../support/webhooks/listeners.ts'
import { age, removeOld } from '../support/webhooks/retention.ts'
import { place } from '../support/webhooks/webhooks.ts'
import { until } from '../support/workers.ts'
import { changesOf, faultsOf, traced, traceRemoteCommands } from './trace.ts'

// Whatever is asked is done by the node of the account alone: its commands go nowhere else, and its
// transaction is not prepared, so the other nodes may be down. The coordinator tells what it sends.

traceRemoteCommands()

let server: Server
let some: Sample
before(async () => {
  server = await startServer()
  some = await sample(server)
})
after(() => server.close())

/** What was wrong, by what was asked. */
type Faults = Record<string, string[]>

/** Asks each in turn, and gives what did not stay on one node. */
function asker() {
  const faults: Faults = {}
  const ask = async (method: string, path: string, body?: object, headers = {}) => {
    // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever comes
    let answer: any
    const all = await traced(async () => {
      answer = await data(server, method, path, body, { headers })
    })
    const found = faultsOf(all)
    if (found.length > 0) faults[`${method} ${path}`] = found
    return answer
  }
  return { ask, faults }
}

const order = (more: object = {}) => ({
  id_customer: some.customer,
  id_freight_type: some.charged_freight,
  freight_value: 10,
  items: [1, 2, 3].map((quantity) => ({ id_item: some.product, quantity })),
  ...more,
})

test('an order', async () => {
  const { ask, faults } = asker()
  const { id } = await ask('POST', '/orders', order())
  const key = { 'Idempotency-Key': 'one-order' }
  await ask('POST', '/orders', order(), key)
  await ask('POST', '/orders', order(), key)
  await ask('GET', `/orders/${id}`)
  await ask('GET', '/orders')
  await ask('GET', `/orders?id_customer=${some.customer}&sort=-date`)
  await ask('PATCH', `/orders/${id}`, { observations: 'at the back door' })
  await ask('GET', `/orders/${id}/history`)
  await ask('PUT', '/orders/fk_id/put', order())
  await ask('PUT', '/orders/fk_id/put', order({ items: order().items.slice(1) }))
  await ask('GET', '/orders/fk_id/put')
  const item = await ask('POST', `/orders/${id}/items`, {
    id_item: some.service,
    quantity: 4,
    price: 3,
  })
  await ask('GET', `/orders/${id}/items/${item.id}`)
  await ask('PATCH', `/orders/${id}/items/${item.id}`, { quantity: 7 })
  await ask('DELETE', `/orders/${id}/items/${item.id}`)
  await ask('DELETE', `/orders/${id}`)
  assert.deepEqual(faults, {})
})

test('an order that is locked', async () => {
  const { ask, faults } = asker()
  const { id } = await ask('POST', '/orders', order())
  const locked = await ask('POST', '/order-statuses', { name: 'Sealed', locked: true, next: [1] })
  const { initial } = await initialStatus()
  await ask('PATCH', `/order-statuses/${initial}`, { next: [locked.id] })
  await ask('PATCH', `/orders/${id}`, { id_order_status: locked.id })
  await ask('PATCH', `/orders/${id}`, { id_order_status: initial })
  assert.deepEqual(faults, {})
})

async function initialStatus(): Promise<{ initial: number }> {
  const all = await data(server, 'GET', '/order-statuses?limit=100')
  return { initial: all.find((one: { initial: boolean }) => one.initial).id }
}

for (const { path, written } of kinds) {
  test(`a record of ${path}`, async () => {
    const { ask, faults } = asker()
    const { id } = await ask('POST', path, { name: 'one', ...written, fk_id: 'one' })
    await ask('GET', `${path}/${id}`)
    await ask('GET', path)
    await ask('PATCH', `${path}/${id}`, { name: 'renamed' })
    await ask('PUT', `${path}/fk_id/two`, { name: 'two' })
    await ask('PUT', `${path}/fk_id/two`, { name: 'renamed' })
    await ask('DELETE', `${path}/${id}`)
    assert.deepEqual(faults, {})
  })
}

test('an address', async () => {
  const { ask, faults } = asker()
  const address = { street: 'Rua das Flores', number: 10, city: 'Curitiba', state: 'PR' }
  const { id } = await ask('POST', '/customers/aurora/address', address)
  await ask('PATCH', `/customers/address/${id}`, { street: 'Rua XV' })
  await ask('PUT', '/customers/aurora/address/fk_id/put', address)
  await ask('DELETE', `/customers/address/${id}`)
  assert.deepEqual(faults, {})
})

test('a webhook', async () => {
  const { ask, faults } = asker()
  await place(server)
  const { id } = await ask('POST', '/webhooks', { url: 'https://erp.example.com/' })
  const path = `/webhooks/${id}`
  await ask('PATCH', path, { description: 'ERP' })
  await ask('POST', `${path}/rotate-secret`)
  const { id: delivery } = await ask('POST', `${path}/test`)
  await ask('POST', `${path}/replay`, { from: '2026-01-01' })
  await ask('GET', `${path}/status`)
  await ask('GET', `${path}/deliveries`)
  await ask('GET', `${path}/deliveries/${delivery}`)
  await ask('GET', '/events')
  await ask('DELETE', path)
  assert.deepEqual(faults, {})
})

test('an account and its tokens', async () => {
  const { ask, faults } = asker()
  const { id } = await ask('POST', '/tokens', { name: 'reader', scopes: ['orders:read'] })
  await ask('GET', '/tokens')
  await ask('DELETE', `/tokens/${id}`)
  await ask('PATCH', '/account', { name: 'Aurora' })
  assert.deepEqual(faults, {})
})

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever comes
async function sent({ status, body, text }: Answer): Promise<any> {
  assert.ok(status < 300, text)
  return body.data
}

test('many records at once', async () => {
  const faults: Faults = {}
  const lines = (...records: object[]) => records.map((one) => JSON.stringify(one)).join('\n')
  const headers = { 'content-type': 'application/x-ndjson' }
  const bulk = async (path: string, body: string) => {
    const all = await traced(async () => {
      const { status, text } = await server.send('POST', `/bulk/${path}`, { body, headers })
      assert.ok(status === 200 && !text.includes('refused'), text)
    })
    const found = faultsOf(all)
    if (found.length > 0) faults[path] = [...new Set([...(faults[path] ?? []), ...found])]
  }
  const address = { fk_id: 'BULK-1', street: 'Rua XV' }
  const customers = [
    { fk_id: 'BULK-1', name: 'Mercado', addresses: [address] },
    { fk_id: 'BULK-2', name: 'Empório' },
  ]
  const products = [{ fk_id: 'BULK-P', name: 'Arroz', price: 5 }]
  const items = [{ fk_id_item: 'BULK-P', quantity: 2 }]
  const orders = [1, 2].map((n) => ({ fk_id: `BULK-${n}`, fk_id_customer: 'BULK-1', items }))
  for (const name of ['', ' novo']) {
    const renamed = customers.map((one) => ({ ...one, name: one.name + name }))
    await bulk('customers', lines(...renamed))
    await bulk('products', lines(...products))
    await bulk('users', lines({ fk_id: 'BULK-U', name: `Rui${name}` }))
    await bulk('orders', lines(...orders.map((one) => ({ ...one, observations: name }))))
    await bulk(
      'orders?mode=patch',
      lines(...orders.map(({ fk_id }) => ({ fk_id, observations: 'x' }))),
    )
    await bulk('orders?atomic=true', lines(...orders))
  }
  const { ask, faults: single } = asker()
  const { id, items: made } = await ask('GET', '/orders/fk_id/BULK-1')
  await ask('PATCH', `/orders/${id}/items`, {
    add: [{ id_item: some.product, quantity: 1 }],
    change: [{ id: made[0].id, quantity: 3 }],
  })
  await ask('POST', `/orders/${id}/preview`, { observations: 'seen' })
  await ask('POST', '/orders/preview', order())
  await ask('GET', '/orders/summary?group_by=status,day')
  await ask('GET', '/orders?q=merc')
  assert.deepEqual({ ...faults, ...single }, {})
})

test('files', async () => {
  const importer = importerOf(server)
  const all = await traced(async () => {
    const file = 'Código;Nome;Rua\nF-1;Mercado;Rua XV\nF-2;;Rua XV\n'
    const { done } = await bringIn(server, importer, 'customers', file)
    assert.equal(done.state, 'done')
  })
  assert.deepEqual(changesOf(all), [])
  const { ask, faults } = asker()
  await ask('GET', '/imports')
  await ask('PUT', '/import-mappings/clientes', { resource: 'customers', columns: {} })
  await ask('GET', '/import-mappings')
  await ask('DELETE', '/import-mappings/clientes')
  assert.deepEqual(faults, {})
})

test('declared fields', async () => {
  const { ask, faults } = asker()
  const field = { resource: 'orders', key: 'rota', label: 'Rota', type: 'integer' }
  const { id } = await ask('POST', '/custom-fields', { ...field, filterable: true })
  await ask('PATCH', `/custom-fields/${id}`, { unique: true })
  await ask('POST', '/orders', order({ custom_fields: { rota: '12' } }))
  await ask('GET', '/orders?custom.rota=12&sort=-custom.rota')
  await ask('GET', '/custom-fields')
  await ask('DELETE', `/custom-fields/${id}`)
  assert.deepEqual(faults, {})
})

test('people and programs', async () => {
  const faults: Faults = {}
  const owner = await person(server)
  const by = (send: Person['send']) => async (method: string, path: string, body?: object) => {
    let answer: Awaited<ReturnType<typeof sent>>
    const all = await traced(async () => {
      answer = await sent(await send(method, path, body ? { body } : {}))
    })
    const found = faultsOf(all)
    if (found.length > 0) faults[`${method} ${path}`] = found
    return answer
  }
  const ask = by(owner.send)
  const view = { resource: 'orders', name: 'A faturar', query: { status: '3' } }
  const { id } = await ask('POST', '/views', { ...view, shared: true })
  await ask('GET', '/views')
  await ask('PATCH', `/views/${id}`, { name: 'Faturar' })
  await ask('DELETE', `/views/${id}`)
  await ask('GET', '/session')
  await ask('GET', '/sessions')
  const invited = { email: 'rui@aurora.example', name: 'Rui', role: 'operator' }
  const { id: member } = await ask('POST', '/members', invited)
  await ask('GET', '/members')
  await ask('PATCH', `/members/${member}`, { role: 'manager' })
  await ask('DELETE', `/members/${member}`)
  const all = await traced(() => registered(owner))
  if (faultsOf(all).length > 0) faults['passkeys'] = faultsOf(all)
  await ask('GET', '/session/passkeys')
  const issuer = { name: 'Login', issuer: 'https://login.example.com', scopes: ['orders:read'] }
  const { id: trusted } = await ask('POST', '/trusted-issuers', issuer)
  await ask('PATCH', `/trusted-issuers/${trusted}`, { scopes: ['customers:read'] })
  await ask('DELETE', `/trusted-issuers/${trusted}`)
  const { name: called, issuer: at } = issuer
  const provider = { name: called, issuer: at, client_id: 'pedido', client_secret: 'x' }
  await ask('PUT', '/sign-in-provider', provider)
  await ask('PUT', '/sign-in-provider', { ...provider, name: 'Another' })
  await ask('GET', '/sign-in-provider')
  await ask('DELETE', '/sign-in-provider')
  const client = await ask('POST', '/tokens', { name: 'ERP', scopes: ['orders:read'] })
  const grant = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: String(client.id),
    client_secret: client.token,
  })
  const granted = await traced(async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const options = { token: null, body: grant.toString(), headers }
    await sent(await server.send('POST', '/oauth/token', options))
  })
  if (faultsOf(granted).length > 0) faults['oauth'] = faultsOf(granted)
  await place(server)
  await ask('GET', '/events?type=audit.*')
  assert.deepEqual(faults, {})
})

test('the jobs', async () => {
  await data(server, 'POST', '/orders', order())
  await data(server, 'PATCH', `/customers/${some.customer}`, { name: 'renamed' })
  const listener = await listen(server, { types: ['customer.*'] })
  await data(server, 'POST', '/customers', { name: 'told of' })
  const all = await traced(async () => {
    const end = runWebhooks(server)
    await listener.untilTaken(1)
    await untilQuiet(server, listener)
    await until(async () => !(await isCounting()))
    await end()
  })
  listener.close()
  assert.deepEqual(changesOf(all), [])
  await age(server, server, 3)
  assert.deepEqual(changesOf(await traced(() => removeOld(server))), [])
})

async function isCounting(): Promise<boolean> {
  const deltas = sql`select from order_count_deltas where account_id = ${server.account_id} limit 1`
  return (await deltas.execute(server.db)).rows.length > 0
}
