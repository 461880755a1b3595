import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { openCursor, sealCursor } from '../../src/http/lists/cursor.ts'
import { type Server, startServer } from '../harness.ts'
import { endOfFeed, type FeedEvent, pageOf, runJobs, untilAwaited } from '../support/feed.ts'
import { attach } from '../support/files/attachments.ts'
import { data, succeed } from '../support/orders.ts'
import { refusedBy } from '../support/refused.ts'
import { openStream } from '../support/wire/sse.ts'
import { listen } from '../support/wire/wire.ts'

// A token sees the events of the resources that it may read, wherever events are shown.

const WEBHOOK = { url: 'https://erp.example.com/' }

let server: Server
let stopJobs: () => Promise<void>
let address: string
/** What has an event of each resource, by resource. */
const subjects: Record<string, string> = {}
before(async () => {
  server = await startServer()
  stopJobs = runJobs(server)
  address = `http://127.0.0.1:${await listen(server.app)}`
  const customer = await data(server, 'POST', '/customers', { name: 'Aurora', fk_id: 'aurora' })
  const product = await data(server, 'POST', '/products', { name: 'Café', price: 12 })
  const at = await data(server, 'POST', '/customers/aurora/address', { city: 'Curitiba' })
  const items = [{ id_item: product.id, quantity: 1 }]
  const order = await data(server, 'POST', '/orders', { id_customer: customer.id, items })
  const comment = await data(server, 'POST', `/orders/${order.id}/comments`, { text: 'x' })
  const attachment = await attach(server, `/orders/${order.id}`)
  const series = await data(server, 'POST', '/number-series', { name: 'Pedidos' })
  const webhook = await data(server, 'POST', '/webhooks', WEBHOOK)
  const made = await data(server, 'POST', '/tokens', { name: 'ERP', scopes: ['orders:read'] })
  Object.assign(subjects, {
    order: `/orders/${order.id}`,
    comment: `/orders/comments/${comment.id}`,
    attachment: `/orders/attachments/${attachment.id}`,
    customer: `/customers/${customer.id}`,
    product: `/products/${product.id}`,
    address: `/customers/address/${at.id}`,
    number_series: `/number-series/${series.id}`,
    webhook: `/webhooks/${webhook.id}`,
    audit: `/tokens/${made.id}`,
  })
})
after(async () => {
  await stopJobs()
  await server.close()
})

const resourcesOf = (events: FeedEvent[]) =>
  [...new Set(events.map(({ type }) => type.slice(0, type.indexOf('.'))))].sort()

/** The scope that shows each resource, and all that it shows. */
const shown = {
  'orders:read': ['attachment', 'comment', 'order'],
  'customers:read': ['address', 'customer'],
  'products:read': ['product'],
  'reference:read': ['number_series'],
  'webhooks:manage': ['webhook'],
  'audit:read': ['audit'],
}
type Shows = keyof typeof shown
const scopes = Object.keys(shown) as Shows[]

/** The scope that shows this resource. */
const scopeOf = (resource: string) =>
  scopes.find((scope) => shown[scope].includes(resource)) ?? assert.fail(resource)

for (const scope of scopes) {
  test(`${scope} shows the events of ${shown[scope].join(', ')} and no others`, async () => {
    await endOfFeed(server, server)
    const token = await server.newToken('events:read', scope)
    const allowed = shown[scope].map((one) => `${one}.*`).join(',')
    for (const query of ['', 'type=*', `type=${allowed}`, `type=*,${allowed}`]) {
      const { data: events } = await pageOf(server, `limit=100&${query}`, { token })
      assert.deepEqual(resourcesOf(events), shown[scope], query)
    }
    for (const [resource, subject] of Object.entries(subjects)) {
      const needed = scopeOf(resource)
      const type = `${resource}.${resource === 'audit' ? 'token_created' : 'created'}`
      const queries = [`type=${resource}.*`, `type=*,${type}`, `subject=${subject}`]
      for (const query of queries) {
        if (needed === scope) {
          const { data: events } = await pageOf(server, query, { token })
          assert.ok(events.length > 0, query)
          continue
        }
        const expected = { status: 403, code: 'insufficient_scope', detail: new RegExp(needed) }
        for (const path of ['/events', '/events/stream']) {
          const { headers } = await refusedBy(
            server,
            'GET',
            `${path}?${query}`,
            { token },
            expected,
          )
          assert.ok(headers['www-authenticate']?.endsWith(`scope="${needed}"`), query)
        }
      }
    }
  })
}

test('a token that may read nothing gets an empty feed', async () => {
  const token = await server.newToken('events:read', 'orders:write', 'reference:write')
  assert.deepEqual((await pageOf(server, 'limit=100', { token })).data, [])
})

test('a refusal names all scopes that are lacking', async () => {
  const token = await server.newToken('events:read', 'orders:read')
  const query = 'type=order.*,customer.created,address.*,product.*'
  const expected = {
    status: 403,
    code: 'insufficient_scope',
    detail: /lacks the scopes customers:read, products:read\.$/,
  }
  await refusedBy(server, 'GET', `/events?${query}`, { token }, expected)
})

test('the history of an order needs to read orders', async () => {
  const history = `${subjects['order']}/history`
  const reader = await server.newToken('orders:read')
  assert.equal((await server.send('GET', history, { token: reader })).status, 200)
  const follower = await server.newToken('events:read', 'customers:read')
  const expected = { status: 403, code: 'insufficient_scope', detail: /orders:read/ }
  await refusedBy(server, 'GET', history, { token: follower }, expected)
})

test('a long poll is not ended by events that its token may not see', async () => {
  const cursor = await endOfFeed(server, server)
  const token = await server.newToken('events:read', 'products:read')
  const query = `wait=30&cursor=${cursor}`
  const waiting = pageOf(server, query, { token })
  await untilAwaited(server)
  await data(server, 'POST', '/customers', { name: 'hidden' })
  await data(server, 'POST', '/products', { name: 'seen' })
  const { data: events } = await waiting
  assert.deepEqual(
    events.map(({ data }) => data.record.name),
    ['seen'],
  )
})

test('streams of different tokens that stand at the same place show each its own', async () => {
  const cursor = await endOfFeed(server, server)
  const query = `?cursor=${cursor}`
  const tokens = [server.token, await server.newToken('events:read', 'products:read')]
  const [all, some] = await Promise.all(
    tokens.map((token) => openStream(address, token, { query })),
  )
  await data(server, 'POST', '/customers', { name: 'one' })
  await data(server, 'POST', '/products', { name: 'two' })
  await data(server, 'POST', '/customers', { name: 'three' })
  await data(server, 'POST', '/products', { name: 'four' })
  const names = (events: FeedEvent[]) => events.map(({ data }) => data.record.name)
  assert.deepEqual(names((await all?.take(4)) ?? []), ['one', 'two', 'three', 'four'])
  assert.deepEqual(names((await some?.take(2)) ?? []), ['two', 'four'])
  for (const stream of [all, some]) stream?.leave()
})

describe('a cursor', () => {
  /** The cursor at the end of what a token with these scopes sees. */
  const cursorFor = async (...given: string[]) => {
    const token = await server.newToken('events:read', ...given)
    await endOfFeed(server, server)
    return (await pageOf(server, 'limit=100', { token })).next_cursor
  }
  const nameOfNext = async (cursor: string, token: string) =>
    (await pageOf(server, `cursor=${cursor}`, { token })).data.map(({ data }) => data.record.name)

  test('of a token that sees more goes on with what this one sees', async () => {
    const token = await server.newToken('events:read', 'products:read')
    for (const more of [['*'], ['products:read', 'customers:read']]) {
      const cursor = await cursorFor(...more)
      await data(server, 'POST', '/customers', { name: 'hidden' })
      await data(server, 'POST', '/products', { name: 'seen' })
      await endOfFeed(server, server)
      assert.deepEqual(await nameOfNext(cursor, token), ['seen'])
    }
  })

  test('of a token that sees less is gone: it has passed over what this one sees', async () => {
    const cursor = await cursorFor('products:read')
    const token = await server.newToken('events:read', 'products:read', 'customers:read')
    for (const path of ['/events', '/events/stream']) {
      for (const one of [token, server.token]) {
        const expected = { status: 410, code: 'cursor_gone', detail: /those of .*customer/ }
        const options = { token: one }
        const gone = await refusedBy(server, 'GET', `${path}?cursor=${cursor}`, options, expected)
        const again = `limit=100&cursor=${gone.body.restart_cursor}`
        const { data: events } = await pageOf(server, again, { token: one })
        assert.ok(resourcesOf(events).includes('customer'))
      }
    }
    const last = { 'last-event-id': cursor }
    const stream = await server.send('GET', '/events/stream', { token, headers: last })
    assert.equal(stream.status, 410)
    const same = await server.newToken('events:read', 'products:read')
    assert.deepEqual(await nameOfNext(cursor, same), [])
  })

  test('from before there were events of series goes on with a token that sees them', async () => {
    const token = await server.newToken('events:read', 'products:read', 'reference:read')
    const { rows } = await sql<{ cursor_secret: Buffer }>`
      select cursor_secret from accounts where account_id = ${server.account_id}`.execute(server.db)
    const secret = rows[0]?.cursor_secret as Buffer
    const now = await cursorFor('products:read')
    const { filters, ...rest } = openCursor(now, '/events', secret)
    const older = { ...rest, filters: { ...filters, resources: 'product' } }
    const before = sealCursor(older, '/events', secret)
    await data(server, 'POST', '/number-series', { name: 'since' })
    await endOfFeed(server, server)
    assert.deepEqual(await nameOfNext(before, token), ['since'])
    const expected = { status: 410, code: 'cursor_gone', detail: /those of number_series/ }
    await refusedBy(server, 'GET', `/events?cursor=${now}`, { token }, expected)
  })

  test('narrows with the tokens that it goes through', async () => {
    const wide = await cursorFor('*')
    const narrow = await server.newToken('events:read', 'products:read')
    const { next_cursor: passed } = await pageOf(server, `cursor=${wide}`, { token: narrow })
    const expected = { status: 410, code: 'cursor_gone' }
    await refusedBy(server, 'GET', `/events?cursor=${passed}`, {}, expected)
  })

  test('for types that it names is good for whoever may see those, and no one else', async () => {
    const { next_cursor } = await pageOf(server, 'type=product.*&limit=100')
    const token = await server.newToken('events:read', 'products:read')
    assert.equal((await server.send('GET', `/events?cursor=${next_cursor}`, { token })).status, 200)
    const { next_cursor: back } = await pageOf(server, `cursor=${next_cursor}`, { token })
    assert.equal((await server.send('GET', `/events?cursor=${back}`)).status, 200)
    const other = await server.newToken('events:read', 'customers:read')
    const expected = { status: 403, code: 'insufficient_scope', detail: /products:read/ }
    await refusedBy(server, 'GET', `/events?cursor=${back}`, { token: other }, expected)
  })

  test('does not let filters be sent beside it that are none', async () => {
    const cursor = await cursorFor('products:read')
    const answer = await server.send('GET', `/events?cursor=${cursor}&resources=customer`)
    assert.equal(answer.status, 400)
  })
})

test('a stream ends when its token loses what it saw', async () => {
  const made = await data(server, 'POST', '/tokens', {
    name: 'shrinking',
    scopes: ['events:read', 'products:read'],
  })
  const stream = await openStream(address, made.token)
  await stream.next()
  await succeed(server, 'DELETE', `/tokens/${made.id}`)
  await data(server, 'POST', '/products', { name: 'after' })
  assert.equal(await stream.closing(), 'unauthorized')
})
