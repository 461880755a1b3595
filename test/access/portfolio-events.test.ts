import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Server } from '../harness.ts'
import { endOfFeed, type FeedEvent, pageOf } from '../support/feed.ts'
import { data, problemOf, succeed } from '../support/orders.ts'
import {
  type Customer,
  essenceOf,
  openAll,
  type Portfolios,
  startPortfolios,
} from '../support/records/portfolios.ts'
import { refusedBy } from '../support/refused.ts'
import { listen, runWebhooks, untilQuiet } from '../support/webhooks/listeners.ts'

// Customers of others in orders and events; and what says whose a customer is.

const NEVER = '8999999999999999'

let all: Portfolios
let server: Server
let ana: number
let bia: number
let own: Customer
let others: Customer
let nobodys: Customer
let token: string
let stop: () => Promise<void>
before(async () => {
  all = await startPortfolios()
  ;({ server, ana, bia, own, others, nobodys, token } = all)
  stop = runWebhooks(server)
})
after(async () => {
  await stop()
  await server.close()
})

test('an order names no customer of others, by whatever route', async () => {
  const [address] = await data(server, 'GET', `/customers/${others.id}/addresses`)
  const order = await data(
    server,
    'POST',
    '/orders',
    { id_customer: own.id, fk_id: 'o' },
    { token },
  )
  const requests: [string, string][] = [
    ['POST', '/orders'],
    ['POST', '/orders/preview'],
    ['PUT', '/orders/fk_id/p'],
    ['PUT', '/orders/fk_id/o'],
    ['PATCH', `/orders/${order.id}`],
    ['POST', `/orders/${order.id}/changes`],
    ['POST', `/orders/${order.id}/preview`],
  ]
  const bodies = (id: string, fk_id: string) => [
    { id_customer: Number(id) },
    { fk_id_customer: fk_id },
    { id_customer: Number(id), id_address: address.id, id_category: Number(NEVER) - 1 },
    { fk_id_customer: fk_id, fk_id_address: 'end-hidden' },
    { fk_id_customer: fk_id, id_customer: own.id },
  ]
  const unknown = [NEVER, 'never'] as const
  for (const [method, path] of requests) {
    const expected = bodies(...unknown)
    for (const [i, body] of bodies(String(others.id), 'hidden').entries()) {
      const answer = await server.send(method, path, { token, body })
      const never = await server.send(method, path, { token, body: expected[i] as object })
      const what = `${method} ${path} ${JSON.stringify(body)}`
      assert.equal(answer.status, 422, what)
      const asked = [String(others.id), 'hidden']
      assert.deepEqual(essenceOf(answer, asked), essenceOf(never, [...unknown, 'hidden']), what)
    }
  }
  const lines = bodies(String(others.id), 'hidden').map((body, i) => ({ fk_id: `l-${i}`, ...body }))
  const answer = await server.send('POST', '/bulk/orders', {
    body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    headers: { 'content-type': 'application/x-ndjson' },
    token,
  })
  for (const { code } of answer.body as { code?: string }[]) assert.equal(code, 'validation_failed')

  // An order that was made goes on, and names its customer again, whose that is by now.
  const sent = { id_customer: others.id, id_user: ana, fk_id: 'kept' }
  const kept = await data(server, 'POST', '/orders', sent)
  const again = { fk_id_customer: 'hidden', observations: 'mais' }
  for (const [method, path] of [
    ['PATCH', `/orders/${kept.id}`],
    ['PUT', '/orders/fk_id/kept'],
  ] as const) {
    assert.equal((await data(server, method, path, again, { token })).observations, 'mais')
  }
})

const subjects = (events: FeedEvent[]) => events.map(({ type, subject }) => `${type} ${subject}`)

async function eventsFor(token: string, query = ''): Promise<FeedEvent[]> {
  const found: FeedEvent[] = []
  const types = 'type=customer.*,address.*'
  for (let at = `${types}&limit=50${query}`; ; ) {
    const page = await pageOf(server, at, { token })
    found.push(...page.data)
    if (page.data.length === 0) return found
    at = `${types}&limit=50&cursor=${page.next_cursor}`
  }
}

test('events of customers and addresses are for who has the customer', async () => {
  const listener = await listen(server, { types: ['customer.*'] }, { token })
  const moving = await data(server, 'POST', '/customers', { name: 'Vai e vem', id_user: bia })
  const at = `/customers/${moving.id}`
  const change = (body: object) => succeed(server, 'PATCH', at, body)
  const address = await data(server, 'POST', `${at}/addresses`, { city: 'Bauru' })
  await change({ name: 'De Bia' })
  await change({ id_user: ana })
  await change({ name: 'De Ana' })
  await succeed(server, 'DELETE', `/customers/address/${address.id}`)
  await change({ id_user: bia })
  await endOfFeed(server, server)
  // Of an address it counts whose the customer is now.
  const seen = ['customer.updated', 'customer.updated'].map((type) => `${type} ${at}`)
  assert.deepEqual(subjects(await eventsFor(token, `&subject=${at}`)), seen)
  assert.deepEqual(await eventsFor(token, `&subject=/customers/address/${address.id}`), [])
  const shown = subjects(await eventsFor(token))
  assert.ok(shown.includes(`customer.created /customers/${own.id}`))
  for (const { id } of [others, nobodys]) assert.ok(!shown.some((one) => one.endsWith(`/${id}`)))
  await untilQuiet(server, listener)
  assert.deepEqual(
    listener.arrivals.map(({ event }) => `${event.type} ${event.subject}`),
    seen,
  )
  await succeed(server, 'PATCH', at, { id_user: ana })
  await endOfFeed(server, server)
  const ofAddress = await eventsFor(token, `&subject=/customers/address/${address.id}`)
  assert.deepEqual(
    ofAddress.map(({ type }) => type),
    ['address.created', 'address.deleted'],
  )

  const deliveries = await data(server, 'GET', `${listener.path}/deliveries`, undefined, { token })
  assert.ok(deliveries.length > 0)
  const wide = await listen(server, { types: ['customer.*'] })
  await change({ id_user: bia })
  await untilQuiet(server, wide)
  const hidden = await data(server, 'GET', `${wide.path}/deliveries`, undefined, { token })
  assert.deepEqual(hidden, [])
  const replay = { body: { from: '2020-01-01' }, token }
  const lacks = { status: 403, code: 'insufficient_scope', detail: /does not see/ }
  await refusedBy(server, 'POST', `${wide.path}/replay`, replay, lacks)

  const { next_cursor } = await pageOf(server, 'limit=1&type=customer.*', { token })
  const gone = { status: 410, code: 'cursor_gone' }
  await refusedBy(server, 'GET', `/events?cursor=${next_cursor}`, {}, gone)
  await openAll(all, true)
  // Who sees more by now begins again, too.
  await refusedBy(server, 'GET', `/events?cursor=${next_cursor}`, { token }, gone)
  assert.deepEqual(await eventsFor(token), await eventsFor(server.token))
  await openAll(all, false)
  for (const one of [listener, wide]) {
    await succeed(server, 'DELETE', one.path)
    one.close()
  }
})

test('what names sellers must agree, and they must exist', async () => {
  const at = `/customers/${nobodys.id}`
  const faults = async (body: object) => problemOf(await server.send('PATCH', at, { body }))
  const invalid = (...places: string[]) => [422, 'validation_failed', places.sort()]
  assert.deepEqual(
    await faults({ id_users: [ana, Number(NEVER)], fk_id_user: 'never' }),
    invalid('/id_users/1 unknown_reference', '/fk_id_user unknown_reference'),
  )
  assert.deepEqual(
    await faults({ id_user: ana, fk_id_users: ['ana', 'bia'] }),
    invalid('/fk_id_users reference_contradiction'),
  )
  assert.deepEqual(await faults({ id_users: [ana, ana] }), invalid('/id_users unique_items'))
  const agreed = { id_user: ana, fk_id_user: 'ana', id_users: [ana], fk_id_users: ['ana'] }
  const { users, id_user } = await data(server, 'PATCH', at, agreed)
  assert.deepEqual([users, id_user], [[{ id: ana, name: 'Ana', fk_id: 'ana' }], ana])
  const etag = (await server.send('GET', at)).headers['etag']
  const unchanged = await server.send('PATCH', at, { body: { id_users: [ana] } })
  assert.equal(unchanged.headers['etag'], etag)
  assert.equal((await data(server, 'PUT', '/customers/fk_id/address', { name: 'A' })).id_user, ana)
  const cleared = await data(server, 'PATCH', at, { fk_id_users: null })
  assert.deepEqual([cleared.users, cleared.id_user], [[], null])

  // A seller who has customers stays, as one who has orders.
  const carla = await data(server, 'POST', '/users', { name: 'Carla' })
  await succeed(server, 'PATCH', at, { id_user: carla.id })
  const inUse = { status: 409, code: 'record_in_use', detail: /customers/ }
  await refusedBy(server, 'DELETE', `/users/${carla.id}`, {}, inUse)
  await succeed(server, 'PATCH', at, { id_user: null })
  await succeed(server, 'DELETE', `/users/${carla.id}`)
  const last = await data(server, 'POST', '/customers', { name: 'Sai', id_user: ana })
  await succeed(server, 'DELETE', `/customers/${last.id}`)
})
