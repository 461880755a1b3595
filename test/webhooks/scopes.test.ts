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
  const { id } = await register(server, { types: ['order.*'] })
  const body = { description: 'x' }
  await refusedBy(server, 'PATCH', `/webhooks/${id}`, { body, token }, lacks('orders:read'))
  assert.equal((await rowOf(server, 'webhooks', id))?.['version'], 1)
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

test('who changes it decides what it gets from then on, also of what waits or comes again', async () => {
  const listener = await listen(server, { types: ['*'] })
  listener.answer = ({ type }) => (type === 'customer.created' ? 500 : 204)
  await customer('waits')
  await listener.untilArrived(2)
  await product('arrives')
  await listener.untilTaken(2)
  const refused = await firstFailed(listener)

  const token = await manager('products:read')
  listener.answer = () => 204
  await change(listener, { url: `${listener.url}/moved` }, token)
  await customer('hidden')
  await product('seen')
  await succeed(server, 'POST', `${listener.path}/replay`, { from: '2020-01-01' })
  await untilQuiet(server, listener)
  // What failed may have come once more before.
  const later = listener.arrivals.filter(({ path }) => path?.endsWith('/moved'))
  assert.ok(later.every(({ event }) => !event.type.startsWith('customer.')))
  assert.ok(namesOf(later).includes('seen'))

  const replay = `${listener.path}/replay`
  const both = { from: '2020-01-01', types: ['customer.*'] }
  await refusedBy(server, 'POST', replay, { body: both, token }, lacks('customers:read'))
  await refusedBy(server, 'POST', replay, { body: both }, lacks('customers:read'))

  const seen = await data(server, 'GET', `${listener.path}/deliveries?limit=100`, undefined, {
    token,
  })
  const types = new Set(seen.map(({ type }: { type: string }) => type.split('.')[0]))
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
