import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Account, type Server, startServer } from '../harness.ts'
import {
  type FeedEvent,
  follow,
  pageOf,
  runJobs,
  endOfFeed as theEnd,
  untilAwaited,
} from '../support/feed.ts'
import { data, problemOf, succeed } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'

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

const order = () => ({ id_customer: ids.customer, items: [{ id_item: ids.product, quantity: 1 }] })

const endOfFeed = (account: Account = server) => theEnd(server, account)

const named = (events: FeedEvent[]) => events.map(({ type, subject }) => `${type} ${subject}`)

test('the feed tells every change in its order, with the record as it was then', async () => {
  const cursor = await endOfFeed()
  const { id } = await data(server, 'POST', '/orders', order())
  const { Open } = ids.statuses
  await succeed(server, 'PATCH', `/orders/${id}`, { observations: 'Portaria 2' })
  await succeed(server, 'PATCH', `/orders/${id}`, { id_order_status: Open, observations: null })
  await succeed(server, 'PATCH', `/orders/${id}`, { observations: null })
  await succeed(server, 'DELETE', `/orders/${id}`)
  const { events } = await follow(server, 4, { cursor })
  const subject = `/orders/${id}`
  assert.deepEqual(
    events.map(({ type, subject, data }) => [type, subject, data.version, data.changed_fields]),
    [
      ['order.created', subject, 1, []],
      ['order.updated', subject, 2, ['observations']],
      ['order.status_changed', subject, 3, ['observations', 'status']],
      ['order.deleted', subject, 4, []],
    ],
  )
  assert.deepEqual(events[1]?.data.previous, { observations: null })
  assert.equal(events[1]?.data.record.observations, 'Portaria 2')
  assert.equal(events[2]?.data.previous?.['observations'], 'Portaria 2')
  assert.equal(events[3]?.data.record.status.id, Open)
  assert.equal(events[0]?.data.token?.name, 'test *')
  assert.equal(new Set(events.map(({ id }) => id)).size, 4)
  assert.equal(new Set(events.map(({ source }) => source)).size, 1)
  const numbers = events.map(({ sequence }) => Number(sequence))
  assert.deepEqual(
    numbers,
    numbers.map((_, i) => (numbers[0] ?? 0) + i),
  )
})

test('a source names one account', async () => {
  const other = await server.newAccount('other')
  await server.send('POST', '/customers', { body: { name: 'Outra' }, token: other.token })
  await endOfFeed(other)
  const [own] = (await pageOf(server, 'limit=1')).data
  const { data: others } = await pageOf(server, '', { token: other.token })
  assert.deepEqual(named(others).length, 1)
  assert.notEqual(others[0]?.source, own?.source)
})

test('one transaction gives one event for each record that it changes', async () => {
  const { statuses, product, customer, address } = ids
  const created = await data(server, 'POST', '/orders', order())
  const path = `/orders/${created.id}`
  const steps: [string, string, object | undefined, string[]][] = [
    ['POST', `${path}/items`, { id_item: product, quantity: 2 }, [`order.updated ${path}`]],
    ['PATCH', `${path}/items/${created.items[0].id}`, { quantity: 3 }, [`order.updated ${path}`]],
    [
      'PATCH',
      path,
      { id_order_status: statuses['Open'], observations: 'x' },
      [`order.status_changed ${path}`],
    ],
    ['PATCH', path, { observations: 'x' }, []],
    ['DELETE', `${path}/items/${created.items[0].id}`, undefined, [`order.updated ${path}`]],
    ['PUT', '/orders/fk_id/F-1', order(), ['order.created /orders/NEW']],
    [
      'PUT',
      '/orders/fk_id/F-1',
      { ...order(), items: [{ id_item: product, quantity: 9 }], id_order_status: statuses['Open'] },
      ['order.status_changed /orders/NEW'],
    ],
    ['DELETE', path, undefined, [`order.deleted ${path}`]],
    [
      'PATCH',
      `/customers/${customer}`,
      { name: 'Aurora Ltda' },
      [`customer.updated /customers/${customer}`],
    ],
    [
      'PATCH',
      `/customers/address/${address}`,
      { city: 'Londrina' },
      [`address.updated /customers/address/${address}`],
    ],
    ['PUT', '/customers/fk_id/C-9', { name: 'Nova' }, ['customer.created /customers/NEW']],
    ['PUT', '/customers/fk_id/C-9', { name: 'Nova 9' }, ['customer.updated /customers/NEW']],
    [
      'POST',
      '/customers/C-9/address',
      { city: 'Curitiba' },
      ['address.created /customers/address/NEW'],
    ],
    ['PATCH', `/products/${product}`, { price: 13 }, [`product.updated /products/${product}`]],
    ['POST', '/products', { name: 'Chá' }, ['product.created /products/NEW']],
    ['POST', '/categories', { name: 'Nova' }, []],
  ]
  let cursor = await endOfFeed()
  for (const [method, address, body, expected] of steps) {
    const answer = await succeed(server, method, address, body)
    await endOfFeed()
    const page = await pageOf(server, `cursor=${cursor}`)
    const wanted = expected.map((one) => one.replace('NEW', answer.body.data?.id))
    assert.deepEqual(named(page.data), wanted, `${method} ${address}`)
    cursor = page.next_cursor
  }
})

test('filters narrow the feed down, and belong to the cursor', async () => {
  const start = await endOfFeed()
  const first = await data(server, 'POST', '/orders', order())
  const second = await data(server, 'POST', '/orders', order())
  await succeed(server, 'PATCH', `/orders/${first.id}`, { id_order_status: ids.statuses['Open'] })
  const { id: customer } = await data(server, 'POST', '/customers', { name: 'Filtrada' })
  await endOfFeed()
  const { data: all } = await pageOf(server, `cursor=${start}`)
  const [moved] = all.slice(2)
  const since = `from=${encodeURIComponent(all[0]?.time ?? '')}`
  const expected: Record<string, string[]> = {
    'type=order.status_changed': [`order.status_changed /orders/${first.id}`],
    'type=order.*': named(all.slice(0, 3)),
    'type=customer.*,order.status_changed': named(all.slice(2)),
    'type=order.created,*': named(all),
    [`subject=/orders/${second.id}`]: [`order.created /orders/${second.id}`],
    [`subject=/customers/${customer}`]: [`customer.created /customers/${customer}`],
    [`subject=/customers/${customer}&type=order.*`]: [],
    [`to=${moved?.time}&type=customer.*`]: all[3]?.time === moved?.time ? named(all.slice(3)) : [],
  }
  for (const [query, events] of Object.entries(expected)) {
    const page = await pageOf(server, `${since}&${query}`)
    assert.deepEqual(named(page.data), events, query)
    const next = await pageOf(server, `cursor=${page.next_cursor}`)
    assert.deepEqual([next.data, next.next_cursor], [[], page.next_cursor], query)
  }
  const page = await pageOf(server, `${since}&type=order.*&limit=1`)
  assert.deepEqual(named(page.data), named(all.slice(0, 1)))
  const next = await pageOf(server, `limit=1&after=${page.next_cursor}`)
  assert.deepEqual(named(next.data), named(all.slice(1, 2)))
  const same = await pageOf(server, `type=order.*&cursor=${next.next_cursor}`)
  assert.deepEqual(named(same.data), named(all.slice(2, 3)))
})

test('from and to are instants of the change, both included; bare dates are days of the account', async () => {
  const { data: events } = await pageOf(server, 'limit=100')
  const times = events.map(({ time }) => time)
  const middle = times[Math.floor(times.length / 2)] ?? ''
  const from = await pageOf(server, `limit=100&from=${middle}`)
  assert.deepEqual(named(from.data), named(events.filter(({ time }) => time >= middle)))
  const to = await pageOf(server, `limit=100&to=${middle}`)
  assert.deepEqual(named(to.data), named(events.filter(({ time }) => time <= middle)))
  const future = await pageOf(server, 'from=2199-01-01')
  assert.deepEqual(future.data, [])
  const past = await pageOf(server, 'limit=100&to=1999-12-31')
  assert.deepEqual(past.data, [])
  const days = await pageOf(server, `limit=100&from=${middle.slice(0, 10)}`)
  assert.ok(days.data.some(({ time }) => time === middle))
})

test('an event that was written long before its place is still found by from', async () => {
  const account = await server.newAccount('late')
  const { account_id, token } = account
  const names = ['first', 'second', 'third']
  for (const name of names) await server.send('POST', '/customers', { body: { name }, token })
  await endOfFeed(account)
  // As if the third had waited in an open transaction since before the first: old time, late place.
  // (Citus takes `time - interval` only where no session's time zone can matter.)
  const dayBefore = sql`(time at time zone 'UTC' - interval '1 day') at time zone 'UTC'`
  await sql`update event_positions set time = ${dayBefore} where account_id = ${account_id} and position = 3`.execute(
    server.db,
  )
  await sql`update events set time = ${dayBefore} where account_id = ${account_id}
            and id = (select id_event from event_positions where account_id = ${account_id} and position = 3)`.execute(
    server.db,
  )
  const { data: events } = await pageOf(server, '', { token })
  const [, second, third] = events
  const read = async (query: string) =>
    (await pageOf(server, query, { token })).data.map(({ data }) => data.record.name)
  assert.deepEqual(await read(`from=${third?.time}`), names)
  assert.deepEqual(await read(`from=${third?.time}&to=${third?.time}`), ['third'])
  const exact = events
    .filter(({ time }) => time >= (second?.time ?? ''))
    .map(({ data }) => data.record.name)
  assert.deepEqual(await read(`from=${second?.time}`), exact)
})

test('a rare type does not read through the whole feed at once, and is not missed', async () => {
  const account = await server.newAccount('busy')
  const { account_id, token } = account
  await server.send('POST', '/customers', { body: { name: 'Muito' }, token })
  await endOfFeed(account)
  await sql`insert into event_positions (account_id, position, id_event, type, resource, id_record, time, latest)
            select account_id, n, id_event, type, resource, id_record, time, latest
              from event_positions, generate_series(2, 4500) n where account_id = ${account_id}`.execute(
    server.db,
  )
  await sql`update event_heads set position = 4500 where account_id = ${account_id}`.execute(
    server.db,
  )
  await server.send('POST', '/products', { body: { name: 'Raro' }, token })
  await endOfFeed(account)
  let page = await pageOf(server, 'type=product.created', { token })
  const cursors = [page.next_cursor]
  while (page.size === 0) {
    page = await pageOf(server, `cursor=${page.next_cursor}`, { token })
    cursors.push(page.next_cursor)
  }
  assert.equal(cursors.length, 3)
  assert.deepEqual(
    page.data.map(({ sequence }) => Number(sequence)),
    [4501],
  )
  const waited = await pageOf(server, 'type=product.created&wait=30', { token })
  assert.deepEqual(
    waited.data.map(({ id }) => id),
    page.data.map(({ id }) => id),
  )
})

test('parameters that say nothing are refused', async () => {
  const { next_cursor: cursor } = await pageOf(server, 'limit=1&type=order.*')
  const other = await server.newAccount('stranger')
  const refused: Record<string, [number, string, string[]]> = {
    'type=order.exploded': [400, 'invalid_parameter', ['type type']],
    'type=orders.*,order.*': [400, 'invalid_parameter', ['type type']],
    'type=': [400, 'invalid_parameter', ['type pattern']],
    'subject=/categories/1': [400, 'invalid_parameter', ['subject subject']],
    'subject=orders/1': [400, 'invalid_parameter', ['subject pattern']],
    'from=2026-02-02&to=2026-02-01': [400, 'invalid_parameter', ['from empty_range']],
    'from=yesterday': [400, 'invalid_parameter', ['from format']],
    'wait=31': [400, 'invalid_parameter', ['wait maximum']],
    'limit=101': [400, 'invalid_parameter', ['limit maximum']],
    'page=1': [400, 'invalid_parameter', ['page unknown_parameter']],
    [`cursor=${cursor}&after=${cursor}`]: [400, 'invalid_parameter', ['after not_with_cursor']],
    [`cursor=${cursor}&type=customer.*`]: [400, 'invalid_cursor', ['cursor invalid_cursor']],
    [`cursor=${cursor}&subject=/orders/1`]: [400, 'invalid_cursor', ['cursor invalid_cursor']],
    [`cursor=${cursor.slice(0, -2)}`]: [400, 'invalid_cursor', ['cursor invalid_cursor']],
    'cursor=1': [400, 'invalid_cursor', ['cursor invalid_cursor']],
  }
  for (const [query, expected] of Object.entries(refused)) {
    const answer = await server.send('GET', `/events?${query}`)
    assert.deepEqual(problemOf(answer), expected, query)
    assert.doesNotMatch(answer.body.detail, /\^/, 'no regular expression')
  }
  const stolen = await server.send('GET', `/events?cursor=${cursor}`, { token: other.token })
  assert.equal(stolen.status, 400)
  const list = (await server.send('GET', '/customers?pagination=cursor&limit=1')).body.next_cursor
  assert.equal((await server.send('GET', `/events?cursor=${list}`)).status, 400)
  const token = await server.newToken('orders:read')
  assert.equal((await server.send('GET', '/events', { token })).status, 403)
  assert.equal((await server.send('GET', '/events', { token: null })).status, 401)
})

test('a cursor of another history is told to start again', async () => {
  const account = await server.newAccount('failed over')
  const { account_id, token } = account
  for (const name of ['kept', 'lost', 'lost too']) {
    await server.send('POST', '/customers', { body: { name }, token })
  }
  const known = await endOfFeed(account)
  const first = await pageOf(server, 'limit=1', { token })
  // What a replica that was behind has, once it is the primary: less, and then other events.
  await sql`delete from event_positions where account_id = ${account_id} and position > 1`.execute(
    server.db,
  )
  await sql`update event_heads set position = 1 where account_id = ${account_id}`.execute(server.db)
  const gone = async () => {
    const answer = await server.send('GET', `/events?cursor=${known}`, { token })
    assert.equal(answer.status, 410)
    assert.equal(answer.body.code, 'cursor_gone')
  }
  await gone()
  for (const name of ['new', 'newer', 'newest']) {
    await server.send('POST', '/customers', { body: { name }, token })
  }
  await endOfFeed(account)
  await gone()
  const { data: events } = await pageOf(server, `cursor=${first.next_cursor}`, { token })
  assert.deepEqual(
    events.map(({ data }) => data.record.name),
    ['new', 'newer', 'newest'],
  )
})

test('wait answers with the first event, and at its end with none', async () => {
  const cursor = await endOfFeed()
  const waiting = pageOf(server, `wait=30&cursor=${cursor}`)
  await untilAwaited(server)
  const { id } = await data(server, 'POST', '/orders', order())
  const page = await waiting
  assert.deepEqual(named(page.data), [`order.created /orders/${id}`])
  const none = await pageOf(server, `wait=1&cursor=${page.next_cursor}`)
  assert.deepEqual([none.data, none.next_cursor], [[], page.next_cursor])
})

test('wait goes on where the filters leave out what comes', async () => {
  await endOfFeed()
  const { next_cursor } = await pageOf(server, 'limit=100&type=product.*')
  const later = pageOf(server, `wait=30&cursor=${next_cursor}`)
  await untilAwaited(server)
  await data(server, 'POST', '/orders', order())
  await endOfFeed()
  const { id } = await data(server, 'POST', '/products', { name: 'Mate' })
  assert.deepEqual(named((await later).data), [`product.created /products/${id}`])
})
