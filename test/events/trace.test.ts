import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { endOfFeed, type FeedEvent, follow } from '../support/feed.ts'
import { data } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'
import { type Listener, listen as listenAt, runWebhooks } from '../support/webhooks/listeners.ts'
import { openStream } from '../support/wire/sse.ts'
import { listen } from '../support/wire/wire.ts'

// CloudEvents' Distributed Tracing extension: the `traceparent` of a change stands in its event.

let server: Server
let ids: Sample
let webhook: Listener
let address: string
let stop: () => Promise<void>
before(async () => {
  server = await startServer()
  ids = await sample(server)
  stop = runWebhooks(server)
  address = `http://127.0.0.1:${await listen(server.app)}`
  await endOfFeed(server, server)
  webhook = await listenAt(server, { types: ['order.*', 'customer.*'] })
})
after(async () => {
  webhook.close()
  await stop()
  await server.close()
})

const parentOf = (span: string) =>
  `00-4bf92f3577b34da6a3ce929d0e0e4736-${span.padStart(16, '0')}-01`

const change = (method: string, path: string, body: object, traceparent?: string) =>
  data(server, method, path, body, { headers: traceparent === undefined ? {} : { traceparent } })

/** Whether it is there at all, and what it is. */
const traceOf = (event: object) =>
  'traceparent' in event ? [event.traceparent] : ['has none of its own']

test('an event has the trace of its change in feed, stream, webhook and history, else none', async () => {
  const cursor = await endOfFeed(server, server)
  const stream = await openStream(address, server.token, { query: `?cursor=${cursor}` })
  const locked = { id_customer: ids.customer, id_order_status: ids.statuses['Invoiced'] }
  const { id } = await change('POST', '/orders', locked, parentOf('1'))
  const path = `/orders/${id}`
  await change('PATCH', path, { observations: 'a' })
  await change('PATCH', path, { observations: 'b' }, parentOf('2'))
  await change('PATCH', path, { observations: 'c' })
  const customer = `/customers/${ids.customer}`
  await change('PATCH', customer, { name: 'a' }, parentOf('3'))
  await change('PATCH', customer, { name: 'b' })
  // One that is not of the standard's form is none, and a later version's is cut to what is known.
  await change('PATCH', customer, { name: 'c' }, parentOf('X'))
  await change('PATCH', customer, { name: 'd' }, `cc${parentOf('5').slice(2)}-what-ever`)

  const none = ['has none of its own']
  const orders = [[parentOf('1')], none, [parentOf('2')], none]
  const customers = [[parentOf('3')], none, none, [`cc${parentOf('5').slice(2)}`]]
  const { events } = await follow(server, 8, { cursor })
  assert.deepEqual(events.map(traceOf), [...orders, ...customers])
  assert.deepEqual(await stream.take(8), events)
  stream.leave()
  const arrived = (await webhook.untilTaken(8)).map(({ event }) => event)
  const bySequence = (a: FeedEvent, b: FeedEvent) => Number(a.sequence) - Number(b.sequence)
  assert.deepEqual(arrived.toSorted(bySequence), events)
  const history = await data(server, 'GET', `${path}/history`)
  assert.deepEqual(history.map(traceOf), orders)
})

test('a repeated request leaves the trace of the first one', async () => {
  const cursor = await endOfFeed(server, server)
  for (const span of ['6', '7']) {
    const headers = { traceparent: parentOf(span), 'idempotency-key': 'traced' }
    await data(server, 'POST', '/customers', { name: 'once' }, { headers })
  }
  const { events } = await follow(server, 1, { cursor })
  assert.deepEqual(events.map(traceOf), [[parentOf('6')]])
})

test('the test of a webhook has the trace of its request', async () => {
  const arrivals = webhook.arrivals.length
  for (const headers of [{ traceparent: parentOf('8') }, {}] as Record<string, string>[]) {
    const answer = await server.send('POST', `${webhook.path}/test`, { headers })
    assert.equal(answer.status, 201, answer.text)
  }
  const tests = webhook.arrivals
    .slice(arrivals)
    .map(({ event }) => event)
    .filter(({ type }) => type === 'webhook.test')
  assert.deepEqual(tests.map(traceOf), [[parentOf('8')], ['has none of its own']])
})
