import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { endOfFeed, type FeedEvent, pageOf } from '../support/feed.ts'
import { data, succeed } from '../support/orders.ts'
import { refusedBy } from '../support/refused.ts'
import { type Owned, type Restricted, type Seen, startRestricted } from '../support/restricted.ts'
import { listen, runWebhooks, untilQuiet } from '../support/webhooks/listeners.ts'
import { openStream } from '../support/wire/sse.ts'
import { listen as listenHttp } from '../support/wire/wire.ts'

// What happened to orders is for those who saw them then, wherever events are shown or sent.

let all: Restricted
let stop: () => Promise<void>
/** Events of everything, as an unrestricted token gets them. */
let everything: FeedEvent[]
/** An order that one seller had, then another, and one that is deleted by now. */
let moved: Owned
let deleted: Owned
before(async () => {
  all = await startRestricted()
  const { server, users, orders } = all
  stop = runWebhooks(server)
  moved = orders[0] as Owned
  deleted = orders[4] as Owned
  await succeed(server, 'PATCH', `/orders/${moved.id}`, { observations: 'first' })
  await succeed(server, 'PATCH', `/orders/${moved.id}`, { id_user: users[1] })
  await succeed(server, 'PATCH', `/orders/${moved.id}`, { observations: 'second' })
  await succeed(server, 'DELETE', `/orders/${deleted.id}`)
  await endOfFeed(server, server)
  everything = await walked(server.token)
})
after(async () => {
  await stop()
  await all.server.close()
})

const ofOrder = ({ type }: FeedEvent) => type.startsWith('order.')
/** Whether who sees these orders sees the event. */
const shows =
  ({ sees, only: { id_user: sellers } }: Pick<Seen, 'sees' | 'only'>) =>
  ({ type, data: { record } }: FeedEvent) => {
    if (type.startsWith('order.')) return sees(record)
    if (type === 'audit.export_made') return false
    if (!type.startsWith('customer.') || !sellers) return true
    return record.users.some(({ id }: { id: number }) => sellers.includes(id))
  }
/** Such events as who sees these orders is shown them: nothing of what he did not see before. */
const shownTo = (seen: Pick<Seen, 'sees' | 'only'>) => (events: FeedEvent[]) =>
  events.filter(shows(seen)).map((event) => {
    const { record, previous } = event.data
    const before = { ...event, data: { ...event.data, record: { ...record, ...previous } } }
    return shows(seen)(before) ? event : { ...event, data: { ...event.data, previous: {} } }
  })
const ids = (events: FeedEvent[]) => events.map(({ id }) => id)

/** All events that a token is shown, page by page. */
async function walked(token: string, query = 'limit=3'): Promise<FeedEvent[]> {
  const found: FeedEvent[] = []
  let at = query
  for (let cursor = ''; ; ) {
    const page = await pageOf(all.server, at, { token })
    found.push(...page.data)
    if (page.next_cursor === cursor) return found
    cursor = page.next_cursor
    at = `limit=3&cursor=${cursor}`
  }
}

test('the feed has events of one’s own orders alone, and all others', async () => {
  for (const seen of all.tokens) {
    const { token, name } = seen
    const expected = shownTo(seen)(everything)
    assert.ok(expected.filter(ofOrder).length > 0)
    assert.ok(expected.length < everything.length)
    assert.deepEqual(await walked(token), expected, name)
    assert.deepEqual(
      ids(await walked(token, 'limit=3&type=order.*')),
      ids(expected.filter(ofOrder)),
      name,
    )
    for (const { id } of [moved, deleted, all.orders[1] as Owned]) {
      const own = await walked(token, `limit=3&subject=/orders/${id}`)
      const ofIt = expected.filter(({ subject }) => subject === `/orders/${id}`)
      assert.deepEqual(ids(own), ids(ofIt), `${name} ${id}`)
    }
  }
  for (const seen of all.tokens) {
    const { token, name } = seen
    const { body } = await succeed(all.server, 'GET', '/events?format=ndjson', undefined, { token })
    assert.deepEqual(ids(body as FeedEvent[]), ids(everything.filter(shows(seen))), name)
  }
})

interface History {
  type: string
  data: Owned
  previous: object | null
}

test('a history begins and ends with the order being one’s own', async () => {
  const { server, tokens, orders } = all
  for (const seen of tokens) {
    for (const { id, fk_id } of orders) {
      const expected = shownTo(seen)(
        everything.filter(({ subject }) => subject === `/orders/${id}`),
      )
      const path = `/orders/${id}/history`
      const answer = await server.send('GET', path, { token: seen.token })
      if (expected.length === 0) assert.equal(answer.status, 404, path)
      else {
        const shown = answer.body.data.map((one: History) => [one.type, one.data, one.previous])
        assert.deepEqual(
          shown,
          expected.map(({ type, data }) => [type, data.record, data.previous]),
        )
      }
      // By its code only while it is one's own.
      const now = await server.send('GET', `/orders/${id}`, { token: seen.token })
      const byCode = await server.send('GET', `/orders/fk_id/${fk_id}/history`, {
        token: seen.token,
      })
      assert.equal(byCode.status, now.status, `${seen.name} ${fk_id}`)
    }
  }
})

test('a stream shows what the feed does, and a long poll waits for one’s own', async () => {
  const { server, tokens, records, users } = all
  const address = `http://127.0.0.1:${await listenHttp(server.app)}`
  const [seen] = tokens as [Seen]
  const { next_cursor: start } = await pageOf(server, 'limit=1&type=order.*', { token: seen.token })
  const expected = everything.filter(shows(seen)).filter(ofOrder).slice(1)
  const stream = await openStream(address, seen.token, { query: `?cursor=${start}` })
  assert.deepEqual(ids(await stream.take(expected.length)), ids(expected))

  const cursor = await endCursor(seen.token)
  const waiting = pageOf(server, `wait=30&cursor=${cursor}`, { token: seen.token })
  const create = (id_user: number) =>
    data(server, 'POST', '/orders', { id_customer: records.customer, id_user })
  await create(users[1])
  const own = await create(users[0])
  assert.deepEqual(
    (await waiting).data.map(({ subject }) => subject),
    [`/orders/${own.id}`],
  )
  assert.deepEqual(
    (await stream.take(1)).map(({ subject }) => subject),
    [`/orders/${own.id}`],
  )
  stream.leave()
  await endOfFeed(server, server)
  everything = await walked(server.token)
})

/** Where the feed ends for a token. */
async function endCursor(token: string): Promise<string> {
  let cursor = ''
  for (;;) {
    const page = await pageOf(all.server, `limit=100${cursor && `&cursor=${cursor}`}`, { token })
    if (page.next_cursor === cursor) return cursor
    cursor = page.next_cursor
  }
}

test('a cursor that has passed over others’ events is gone for who sees them', async () => {
  const { server, tokens } = all
  const [one, , two] = tokens as [Seen, Seen, Seen]
  const narrow = await endCursor(one.token)
  const gone = { status: 410, code: 'cursor_gone', detail: /passed over: those of order/ }
  for (const token of [server.token, two.token]) {
    for (const path of ['/events', '/events/stream']) {
      await refusedBy(server, 'GET', `${path}?cursor=${narrow}`, { token }, gone)
    }
  }
  const { next_cursor: wide } = await pageOf(server, 'limit=1')
  const page = await pageOf(server, `limit=100&cursor=${wide}`, { token: one.token })
  assert.deepEqual(ids(page.data), ids(everything.slice(1).filter(shows(one))))
  const { next_cursor: audit } = await pageOf(server, 'limit=1&type=audit.*', { token: one.token })
  const exports = { status: 410, code: 'cursor_gone', detail: /passed over: those of audit/ }
  await refusedBy(server, 'GET', `/events?cursor=${audit}`, {}, exports)
  await pageOf(server, `cursor=${audit}`, { token: two.token })
  // Of what is no order or customer nothing was passed over.
  const { next_cursor: other } = await pageOf(server, 'limit=1&type=product.*', {
    token: one.token,
  })
  await pageOf(server, `cursor=${other}`)
})

test('a webhook gets what its token sees, also what is sent again', async () => {
  const { server, tokens, records, users } = all
  const [seen] = tokens as [Seen]
  const listener = await listen(server, { types: ['order.*'] }, { token: seen.token })
  const made = await data(server, 'GET', listener.path)
  assert.deepEqual(made.only, { id_user: [users[0]], id_branch_company: null })
  const wide = await listen(server, { types: ['order.*'] })
  assert.equal((await data(server, 'GET', wide.path)).only, null)
  const create = (id_user: number) =>
    data(server, 'POST', '/orders', { id_customer: records.customer, id_user })
  const [others, own] = [await create(users[1]), await create(users[0])]
  await untilQuiet(server, listener)
  await untilQuiet(server, wide)
  const subjects = (from: typeof listener) => from.arrivals.map(({ event }) => event.subject)
  assert.deepEqual(subjects(listener), [`/orders/${own.id}`])
  assert.deepEqual(
    subjects(wide),
    [others, own].map(({ id }) => `/orders/${id}`),
  )

  const expected = (await walked(server.token)).filter(ofOrder).filter(shows(seen))
  const before = listener.arrivals.length
  await succeed(server, 'POST', `${listener.path}/replay`, { from: '2020-01-01' })
  await listener.untilArrived(before + expected.length)
  await untilQuiet(server, listener)
  const again = listener.arrivals.slice(before).map(({ event }) => event)
  assert.deepEqual(ids(again).sort(), ids(expected).sort())

  // Deliveries tell of orders, too.
  const deliveries = await data(server, 'GET', `${wide.path}/deliveries`)
  const hidden = deliveries.find(({ subject }: FeedEvent) => subject === `/orders/${others.id}`)
  const shown = await data(server, 'GET', `${wide.path}/deliveries`, undefined, {
    token: seen.token,
  })
  assert.deepEqual(
    shown.map(({ subject }: FeedEvent) => subject),
    [`/orders/${own.id}`],
  )
  const missing = { status: 404, code: 'not_found' }
  const path = `${wide.path}/deliveries/${hidden.id}`
  await refusedBy(server, 'GET', path, { token: seen.token }, missing)
  await refusedBy(server, 'POST', `${path}/retry`, { token: seen.token }, missing)
  const replay = { body: { from: '2020-01-01' }, token: seen.token }
  const lacks = { status: 403, code: 'insufficient_scope', detail: /does not see/ }
  await refusedBy(server, 'POST', `${wide.path}/replay`, replay, lacks)
  for (const one of [listener, wide]) {
    await succeed(server, 'DELETE', one.path)
    one.close()
  }
})

test('who is handed an order or a customer learns nothing of what it was before', async () => {
  const { server, users, records } = all
  const [ana, bia] = users
  const customer = await data(server, 'POST', '/customers', { name: 'Secret', id_users: [ana] })
  const order = { id_customer: records.customer, id_user: ana, observations: 'Secret' }
  const { id } = await data(server, 'POST', '/orders', order)
  await succeed(server, 'PATCH', `/orders/${id}`, { id_user: bia, observations: 'open' })
  await succeed(server, 'PATCH', `/customers/${customer.id}`, { id_users: [bia], name: 'open' })
  const body = { name: 'Bia', scopes: ['*'], only: { id_user: [bia] } }
  const { token } = await data(server, 'POST', '/tokens', body)
  await endOfFeed(server, server)
  for (const [path, fields] of [
    [`/orders/${id}`, ['observations', 'user']],
    [`/customers/${customer.id}`, ['name', 'users']],
  ] as const) {
    const events = `/events?subject=${path}&type=order.updated,customer.updated`
    const { text, body: page } = await succeed(server, 'GET', events, undefined, { token })
    const [{ data: told }] = page.data
    for (const field of fields) assert.ok(told.changed_fields.includes(field), field)
    assert.deepEqual(told.previous, {})
    assert.ok(!text.includes('Secret'), text)
    const [whole] = await data(server, 'GET', events)
    for (const field of fields) assert.ok(field in whole.data.previous, field)
  }
  const history = await succeed(server, 'GET', `/orders/${id}/history`, undefined, { token })
  assert.deepEqual(history.body.data[0].previous, {})
  assert.ok(!history.text.includes('Secret'))
})

test('a webhook gets whose orders the token sees that changed it last', async () => {
  const { server, tokens, records, users } = all
  const [seen] = tokens as [Seen]
  const listener = await listen(server, { types: ['order.created'] }, { token: seen.token })
  const create = (id_user: number) =>
    data(server, 'POST', '/orders', { id_customer: records.customer, id_user })
  const [others, own] = [await create(users[1]), await create(users[0])]
  await untilQuiet(server, listener)
  const came = listener.arrivals.map(({ event }) => event.subject)
  assert.ok(came.includes(`/orders/${own.id}`))
  assert.ok(!came.includes(`/orders/${others.id}`), String(came))
  const widened = await data(server, 'PATCH', listener.path, { types: ['order.created'] })
  assert.equal(widened.only, null)
  const later = await create(users[1])
  await untilQuiet(server, listener)
  assert.ok(listener.arrivals.some(({ event }) => event.subject === `/orders/${later.id}`))
  await succeed(server, 'DELETE', listener.path)
  listener.close()
})
