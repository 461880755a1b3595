import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Server, startServer } from '../harness.ts'
import { listen, runWebhooks, untilQuiet } from '../support/listeners.ts'
import { data } from '../support/orders.ts'
import { kinds } from '../support/records.ts'
import { age, removeOld } from '../support/retention.ts'
import { type Sample, sample } from '../support/sample.ts'
import { place } from '../support/webhooks.ts'
import { until } from '../support/workers.ts'
import {
  faultsOf,
  type Sent,
  takeTrace,
  traceRemoteCommands,
  transactionsOf,
  writes,
} from './trace.ts'

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

async function traced(work: () => Promise<unknown>): Promise<Sent[]> {
  takeTrace()
  await work()
  const all = takeTrace()
  assert.ok(
    all.some(({ remotes }) => remotes.length > 0),
    'the coordinator tells what it sends',
  )
  return all
}

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

/** A job may look at all accounts; what it changes is one account's. */
function changesOf(all: Sent[]): string[] {
  return transactionsOf(all)
    .filter((one) => one.some(writes))
    .flatMap(faultsOf)
}

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
