import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Config } from '../../src/config.ts'
import { EventHub } from '../../src/events/hub.ts'
import { EventStream } from '../../src/events/stream/stream.ts'
import { type Server, startServer } from '../harness.ts'
import { endOfFeed, repeatLastEvent, runJobs, untilAwaited } from '../support/feed.ts'
import { data, succeed } from '../support/orders.ts'
import { openStream } from '../support/wire/sse.ts'
import { listen } from '../support/wire/wire.ts'

/** The whole service with its jobs, listening. */
async function startListening(overrides: Partial<Config> = {}) {
  const server = await startServer(overrides)
  const stopJobs = runJobs(server)
  const address = `http://127.0.0.1:${await listen(server.app)}`
  const open = (query = '', headers: Record<string, string> = {}, token = server.token) =>
    openStream(address, token, { query, headers })
  const close = async () => {
    await stopJobs()
    await server.close()
  }
  return { server, address, open, close }
}

type Listening = Awaited<ReturnType<typeof startListening>>

let at: Listening
before(async () => {
  at = await startListening()
})
after(() => at.close())

const customer = (server: Server, name: string) => data(server, 'POST', '/customers', { name })

const namesOf = (events: { data: { record: { name: string } } }[]) =>
  events.map(({ data }) => data.record.name)

const connections = ({ server }: Listening) =>
  new Promise<number>((resolve, reject) => {
    server.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })

/** Until no stream waits for events any more. */
async function untilForgotten({ server: { app } }: Listening): Promise<void> {
  while (app.eventHub.awaited.length > 0) await new Promise(setImmediate)
}

test('a stream begins now, says where that is, and gives each event as the feed does', async () => {
  const { server, open } = at
  const field = { resource: 'customers', key: 'nota', label: 'Nota', type: 'text' }
  await data(server, 'POST', '/custom-fields', field)
  await customer(server, 'Antes')
  const before = await endOfFeed(server, server)
  const stream = await open()
  assert.equal(stream.status, 200)
  assert.match(stream.headers['content-type'] ?? '', /^text\/event-stream/)
  assert.equal(stream.headers['cache-control'], 'no-store')
  assert.equal(stream.headers['x-accel-buffering'], 'no')
  assert.equal(stream.headers.etag, undefined)
  assert.deepEqual(await stream.next(), { retry: '1000', id: before, isComment: false })
  await untilAwaited(server)
  await data(server, 'POST', '/customers', { name: 'Depois "a"', custom_fields: { nota: 'a\nb' } })
  const frame = await stream.next()
  const feed = await succeed(server, 'GET', `/events?cursor=${before}`)
  const [event] = feed.body.data
  assert.equal(frame?.event, 'customer.created')
  assert.deepEqual(JSON.parse(frame?.data ?? ''), event)
  assert.equal(frame?.id, feed.body.next_cursor)
  stream.leave()
  await untilForgotten(at)
})

test('a stream that is cut again and again goes on without a loss or a repetition', async () => {
  const { server, open } = at
  const count = 60
  const cursor = await endOfFeed(server, server)
  const writing = Promise.all(
    Array.from({ length: 3 }, async (_, writer) => {
      for (let i = 0; i < count / 3; i++) await customer(server, `${writer}.${i}`)
    }),
  )
  const seen: string[] = []
  let id = cursor
  while (seen.length < count) {
    const stream = await open('', { 'Last-Event-ID': id })
    const some = await stream.take(Math.min(randomInt(1, 8), count - seen.length))
    seen.push(...some.map(({ sequence }) => sequence))
    id = stream.lastId()
    stream.leave()
  }
  await writing
  const all = await succeed(server, 'GET', `/events?limit=100&cursor=${cursor}`)
  assert.deepEqual(
    seen,
    all.body.data.map(({ sequence }: { sequence: string }) => sequence),
  )
  assert.equal(seen.length, count)
  await untilForgotten(at)
})

test('filters choose the events; a cursor of the feed is where to begin, and Last-Event-ID comes before it', async () => {
  const { server, open } = at
  await endOfFeed(server, server)
  const { body } = await succeed(server, 'GET', '/events?type=product.*&from=2199-01-01')
  const first = await open(`?cursor=${body.next_cursor}`)
  assert.equal(first.status, 200)
  first.leave()
  const cursor = await endOfFeed(server, server)
  const streams = await Promise.all([
    open('?type=product.*'),
    open(`?cursor=${cursor}`),
    open(`?after=${cursor}`),
  ])
  await customer(server, 'Fora')
  const { id } = await data(server, 'POST', '/products', { name: 'Dentro' })
  const [filtered, ...all] = await Promise.all([
    streams[0].take(1),
    streams[1].take(2),
    streams[2].take(2),
  ])
  assert.deepEqual(namesOf(filtered), ['Dentro'])
  for (const events of all) assert.deepEqual(namesOf(events), ['Fora', 'Dentro'])
  const last = { 'Last-Event-ID': streams[0].lastId() }
  const resumed = await open(`?type=product.*&cursor=${cursor}`, last)
  const bySubject = await open(`?subject=/products/${id}`)
  await data(server, 'POST', '/products', { name: 'Outro' })
  await succeed(server, 'PATCH', `/products/${id}`, { name: 'Mudado' })
  assert.deepEqual(namesOf(await resumed.take(2)), ['Outro', 'Mudado'])
  assert.deepEqual(namesOf(await bySubject.take(1)), ['Mudado'])
  for (const stream of [...streams, resumed, bySubject]) stream.leave()
  await untilForgotten(at)
})

test('what can be no stream is refused before it begins', async () => {
  const { server, address, open } = at
  const { token } = await server.newAccount('failed over')
  const read = await server.newToken('orders:read')
  const cursor = await endOfFeed(server, server)
  const { body } = await succeed(server, 'GET', '/events?type=order.*')
  const statusOf = async (...given: Parameters<typeof open>) => {
    const stream = await open(...given)
    stream.leave()
    return stream.status
  }
  assert.equal((await openStream(address, null)).status, 401)
  assert.equal(await statusOf('', {}, read), 403)
  assert.equal(await statusOf('', { Accept: 'application/json' }), 406)
  assert.equal(await statusOf('', { Accept: '*/*' }), 200)
  assert.equal(await statusOf('?type=order.exploded'), 400)
  assert.equal(await statusOf('?limit=1'), 400)
  assert.equal(await statusOf(`?type=customer.*&cursor=${body.next_cursor}`), 400)
  assert.equal(await statusOf('', { 'Last-Event-ID': cursor }, token), 400)
  const answer = await server.send('GET', '/events/stream', { headers: { 'last-event-id': 'x' } })
  assert.deepEqual(answer.body.errors[0].header, 'Last-Event-ID')
  assert.equal(answer.body.code, 'invalid_cursor')
})

test('a place in another history is gone, before the stream begins and in its midst', async () => {
  const { server, open } = at
  const { account_id, token } = await server.newAccount('put back')
  await server.send('POST', '/customers', { body: { name: 'lost' }, token })
  const cursor = await endOfFeed(server, { account_id, token })
  const stream = await open('', {}, token)
  await sql`delete from event_positions where account_id = ${account_id}`.execute(server.db)
  await sql`update event_heads set position = 0 where account_id = ${account_id}`.execute(server.db)
  for (const [query, headers] of [
    [`?cursor=${cursor}`, {}],
    ['', { 'last-event-id': cursor }],
  ] as const) {
    const late = await server.send('GET', `/events/stream${query}`, { headers, token })
    assert.deepEqual([late.status, late.body.code], [410, 'cursor_gone'])
  }
  await server.send('POST', '/customers', { body: { name: 'new' }, token })
  await server.send('POST', '/customers', { body: { name: 'newer' }, token })
  assert.equal(await stream.closing(), 'cursor_gone')
})

test('a silent stream says that it lives, and where it is', async () => {
  const own = await startListening({ STREAM_HEARTBEAT_MS: 20 })
  const stream = await own.open('?type=product.*')
  const start = await stream.next()
  assert.equal((await stream.next())?.isComment, true)
  await customer(own.server, 'Fora')
  while (stream.lastId() === start?.id) assert.equal((await stream.next())?.isComment, true)
  const { body } = await succeed(own.server, 'GET', `/events?cursor=${stream.lastId()}`)
  assert.deepEqual(body.data, [])
  stream.leave()
  await own.close()
})

test('a token that is revoked ends its streams', async () => {
  const own = await startListening({ STREAM_HEARTBEAT_MS: 3_600_000 })
  const { server } = own
  const made = await data(server, 'POST', '/tokens', { name: 'x', scopes: ['events:read'] })
  const stream = await own.open('', {}, made.token)
  assert.equal((await stream.next())?.retry, '1000')
  await succeed(server, 'DELETE', `/tokens/${made.id}`)
  assert.equal(await stream.closing(), 'unauthorized')
  await own.close()
})

/** An event of some 200 KB that stands in the feed so many times; the cursor before them. */
async function writeMuch(server: Server, count: number): Promise<string> {
  const { pool, account_id } = server
  const { id: id_customer } = await customer(server, 'Cliente')
  const { id: id_item } = await data(server, 'POST', '/products', { name: 'Item', price: 1 })
  const start = await endOfFeed(server, server)
  const items = Array.from({ length: 700 }, () => ({ id_item, quantity: 1 }))
  await data(server, 'POST', '/orders', { id_customer, items })
  await endOfFeed(server, server)
  await repeatLastEvent((text, values) => pool.query(text, values), account_id, count)
  return start
}

test('a client that takes nothing is cut off; its stream is not read for it and goes on later', async () => {
  const own = await startListening({ STREAM_STALL_MS: 300 })
  const { server, open } = own
  const count = 150
  const start = await writeMuch(server, count)
  const slow = await open(`?cursor=${start}`)
  slow.response.pause()
  assert.equal(await connections(own), 1)
  while ((await connections(own)) > 0) await new Promise(setImmediate)
  let sent = 0
  for (let frame = await slow.next(); frame; frame = await slow.next()) {
    if (frame.event === 'order.created') sent++
  }
  assert.ok(sent < count, `all ${count} events were sent to a client that took none`)
  const { body } = await succeed(server, 'GET', `/events?limit=1&cursor=${start}`)
  const first = Number(body.data[0].sequence)
  const resumed = await open('', { 'Last-Event-ID': slow.lastId() || start })
  const [next] = await resumed.take(1)
  assert.equal(Number(next?.sequence), first + sent)
  resumed.leave()
  await own.close()
})

test('what a slow client finds behind what waits for it is why its stream ended', async () => {
  const cut = Promise.withResolvers<void>()
  const pace = { STREAM_HEARTBEAT_MS: 60_000, STREAM_STALL_MS: 3 }
  const stream = new EventStream(new EventHub(), pace, cut.resolve)
  const frames = stream.frames({
    account_id: 1,
    start: { position: 1 },
    read: async (cursor) => ({ frames: ['data: 1\n\n'], cursor, hasMore: true }),
    idOf: () => 'x',
  })
  assert.equal((await frames.next()).value, 'retry: 1000\nid: x\n\n')
  await cut.promise
  assert.equal((await frames.next()).value, 'event: closing\ndata: {"reason":"slow"}\n\n')
  assert.equal((await frames.next()).done, true)
})

test('more streams than are allowed wait their turn', async () => {
  const own = await startListening({ MAX_STREAMS: 2, ACCOUNT_QUOTA_PERCENT: 100 })
  const streams = [await own.open(), await own.open()]
  const refused = await own.open()
  assert.deepEqual([refused.status, refused.headers['retry-after']], [503, '5'])
  streams[0]?.leave()
  let next = await own.open()
  while (next.status === 503) next = await own.open()
  assert.equal(next.status, 200)
  await own.close()
})

test('an account that takes all the streams it can leaves some to another', async () => {
  const own = await startListening({ MAX_STREAMS: 4 })
  const other = await own.server.newAccount('Other')
  const greedy = [await own.open(), await own.open()]
  for (const refused of [await own.open(), await own.open()]) {
    assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '5'])
  }
  const { body } = await own.server.send('GET', '/events/stream')
  assert.equal(body.code, 'quota_exceeded')
  assert.match(body.detail, /This account has 2 streams of events .*ACCOUNT_QUOTA_PERCENT/)
  const served = await own.open('', {}, other.token)
  assert.equal(served.status, 200)
  greedy[0]?.leave()
  let next = await own.open()
  while (next.status === 429) next = await own.open()
  assert.equal(next.status, 200)
  await own.close()
})

test('the service stops at once, and tells its streams', async () => {
  const own = await startListening()
  const streams = await Promise.all([own.open(), own.open('?type=order.*')])
  await untilAwaited(own.server)
  const [reasons] = await Promise.all([
    Promise.all(streams.map((stream) => stream.closing())),
    own.close(),
  ])
  assert.deepEqual(reasons, ['shutdown', 'shutdown'])
})
