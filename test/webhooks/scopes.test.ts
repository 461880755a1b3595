import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { data, succeed } from '../support/orders.ts'
import { refusedBy } from '../support/refused.ts'
import {
  type Listener,
  listen,
  namesOf,
  runWebhooks,
  untilQuiet,
} from '../support/webhooks/listeners.ts'
import { EXAMPLE, register, rowOf } from '../support/webhooks/webhooks.ts'
import { until } from '../support/workers.ts'

// A webhook gets the events of what the token that made it, or changed it last, may read.

let server: Server
let stop: () => Promise<void>
before(async () => {
  server = await startServer()
  stop = runWebhooks(server)
})
after(async () => {
  await stop()
  await server.close()
})

const lacks = (scope: string) => ({
  status: 403,
  code: 'insufficient_scope',
  detail: new RegExp(`lacks .*${scope}`),
})

/** A token that manages webhooks and has these scopes. */
const manager = (...scopes: string[]) => server.newToken('webhooks:manage', ...scopes)

const customer = (name: string) => data(server, 'POST', '/customers', { name })
const product = (name: string) => data(server, 'POST', '/products', { name })

const change = (listener: Listener, body: object, token: string) =>
  succeed(server, 'PATCH', listener.path, body, { token })

/** The first delivery that failed, as soon as it is written down. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever comes
async function firstFailed({ path }: Listener): Promise<any> {
  let found: object | undefined
  await until(async () => {
    const { body } = await succeed(server, 'GET', `${path}/deliveries?limit=100`)
    found = body.data.find(({ outcome }: { outcome: string }) => outcome === 'failed')
    return found !== undefined
  })
  return found
}

test('types that its token may not read are refused, by the scope', async () => {
  const token = await manager('products:read')
  const made = await register(server, { types: ['product.*', 'webhook.updated', '*'] }, { token })
  for (const types of [['customer.created'], ['product.*', 'address.*'], ['*', 'customer.*']]) {
    const body = { url: EXAMPLE, types }
    await refusedBy(server, 'POST', '/webhooks', { body, token }, lacks('customers:read'))
    const path = `/webhooks/${made.id}`
    await refusedBy(server, 'PATCH', path, { body: { types }, token }, lacks('customers:read'))
  }
})

test('it tells which token that was, and what that one could read', async () => {
  const token = await manager('products:read', 'orders:write', 'events:read')
  const made = await register(server, {}, { token })
  assert.deepEqual(made.scopes, ['products:read', 'webhooks:manage'])
  assert.match(made.token.name, /products:read/)
  const path = `/webhooks/${made.id}`
  const unchanged = await succeed(server, 'PATCH', path, { url: EXAMPLE })
  assert.deepEqual(unchanged.body.data.scopes, made.scopes)
  const types = { types: ['*'] }
  const changed = await succeed(server, 'PATCH', path, types)
  assert.deepEqual([changed.body.data.scopes, changed.body.data.token.name], [['*'], 'test *'])
  const again = await succeed(server, 'PATCH', path, types)
  assert.equal(again.body.data.updated_at, changed.body.data.updated_at)
})

test('it gets nothing else, also after the token has ended', async () => {
  const granted = { name: 'shop', scopes: ['webhooks:manage', 'products:read'] }
  const { id, token } = await data(server, 'POST', '/tokens', granted)
  const listener = await listen(server, { types: ['*'] }, { token })
  await succeed(server, 'DELETE', `/tokens/${id}`)
  await customer('hidden')
  await product('seen')
  await untilQuiet(server, listener)
  // What the tests before this one did to their webhooks may get its position after this one was made.
  const own = listener.arrivals
    .map(({ event }) => event)
    .filter(({ type, subject }) => !type.startsWith('webhook.') || subject === listener.path)
  assert.deepEqual(own.map(({ type }) => type).sort(), ['product.created', 'webhook.created'])
  assert.equal((await data(server, 'GET', listener.path)).token.name, 'shop')
  await succeed(server, 'DELETE', listener.path)
  listener.close()
})

test('nobody changes, renews or deletes one that gets more than he may read', async () => {
  const made = await register(server, { types: ['product.*'] })
  const path = `/webhooks/${made.id}`
  const seller = await data(server, 'POST', '/users', { name: 'Ana' })
  const restricted = { name: 'Ana', scopes: ['*'], only: { id_user: [seller.id] } }
  const tokens = [
    await manager('products:read'),
    (await data(server, 'POST', '/tokens', restricted)).token,
  ]
  const url = 'https://another.example.com/taken'
  const wanted: [string, string, object?][] = [
    ['PATCH', path, { url }],
    ['PATCH', path, { enabled: false }],
    ['PATCH', path, { description: 'x' }],
    ['PATCH', path, { types: ['product.*'] }],
    ['POST', `${path}/rotate-secret`],
    ['DELETE', path],
  ]
  for (const token of tokens) {
    for (const [method, at, body] of wanted) {
      const options = { token, ...(body && { body }) }
      const refused = await refusedBy(server, method, at, options, {
        status: 403,
        code: 'insufficient_scope',
        detail: /^Webhook \d+ may do or see more than you\.$/,
      })
      assert.ok(!refused.text.includes('whsec_'))
    }
    assert.equal((await data(server, 'GET', path, undefined, { token })).url, EXAMPLE)
  }
  assert.equal((await rowOf(server, 'webhooks', made.id))?.['version'], 1)
})

test('whoever may read all events looks after every webhook', async () => {
  const made = await register(server)
  const path = `/webhooks/${made.id}`
  const all = ['orders', 'customers', 'products', 'taxes', 'reference', 'audit'].map(
    (one) => `${one}:read`,
  )
  const token = await manager(...all)
  await succeed(server, 'PATCH', path, { description: 'x' }, { token })
  await succeed(server, 'POST', `${path}/rotate-secret`, undefined, { token })
  await succeed(server, 'DELETE', path, undefined, { token })
})

test('what waits or comes again is only what the token that changed it last may read', async () => {
  const token = await manager('products:read')
  const listener = await listen(server, { types: ['*'] }, { token })
  await customer('hidden')
  await product('seen')
  await succeed(server, 'POST', `${listener.path}/replay`, { from: '2020-01-01' })
  await untilQuiet(server, listener)
  assert.ok(listener.arrivals.every(({ event }) => !event.type.startsWith('customer.')))
  assert.ok(namesOf(listener.arrivals).includes('seen'))

  const replay = `${listener.path}/replay`
  const both = { from: '2020-01-01', types: ['customer.*'] }
  await refusedBy(server, 'POST', replay, { body: both, token }, lacks('customers:read'))
  await refusedBy(server, 'POST', replay, { body: both }, lacks('customers:read'))
  await change(listener, { types: ['*'] }, server.token)
  await succeed(server, 'POST', replay, both)
  await listener.untilArrived(listener.arrivals.length + 1)
  await untilQuiet(server, listener)
  assert.ok(namesOf(listener.arrivals).includes('hidden'))
  await succeed(server, 'DELETE', listener.path)
  listener.close()
})

test('deliveries show what the token that asks may read', async () => {
  const token = await manager('products:read')
  const listener = await listen(server, { types: ['*'] })
  listener.answer = ({ type }) => (type === 'customer.created' ? 500 : 204)
  await customer('waits')
  await listener.untilArrived(2)
  await product('arrives')
  await listener.untilTaken(2)
  const refused = await firstFailed(listener)
  const types = new Set<string>()
  await until(async () => {
    const path = `${listener.path}/deliveries?limit=100`
    for (const { type } of await data(server, 'GET', path, undefined, { token }))
      types.add(type.split('.')[0])
    return types.has('product')
  })
  assert.deepEqual([...types].sort(), ['product', 'webhook'])
  const at = `${listener.path}/deliveries/${refused.id}`
  assert.equal((await server.send('GET', at, { token })).status, 404)
  assert.equal((await server.send('POST', `${at}/retry`, { token })).status, 404)
  assert.equal((await server.send('GET', at)).status, 200)
  await succeed(server, 'DELETE', listener.path)
  listener.close()
})

test('a test can be sent by whoever manages webhooks', async () => {
  const token = await manager()
  const listener = await listen(server, {}, { token })
  const sent = await data(server, 'POST', `${listener.path}/test`, undefined, { token })
  assert.deepEqual([sent.type, sent.outcome], ['webhook.test', 'delivered'])
  const at = `${listener.path}/deliveries`
  const all = await data(server, 'GET', at, undefined, { token })
  assert.ok(all.some(({ id }: { id: number }) => id === sent.id))
  await succeed(server, 'DELETE', listener.path)
  listener.close()
})
