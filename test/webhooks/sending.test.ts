import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { type Server, startServer } from '../harness.ts'
import { endOfFeed, follow } from '../support/feed.ts'
import { data, succeed } from '../support/orders.ts'
import {
  isIdle,
  type Listener,
  listen,
  makeDue,
  namesOf,
  newCustomer,
  renameCustomer,
  runWebhooks,
  statusOf,
  untilQuiet,
} from '../support/webhooks/listeners.ts'
import { until } from '../support/workers.ts'

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

const listeners: Listener[] = []
const listenTo = async (body: object = {}) => {
  const listener = await listen(server, { types: ['customer.*'], ...body })
  listeners.push(listener)
  return listener
}
afterEach(async () => {
  for (const { path, close } of listeners.splice(0)) {
    await succeed(server, 'DELETE', path)
    close()
  }
})

const rename = (id: number, name: string) => renameCustomer(server, id, name)

const deliveriesOf = ({ path }: Listener, query = '') =>
  data(server, 'GET', `${path}/deliveries?sort=id&limit=100${query}`)

/** Until nobody works on it, and nobody begins to: its own time is far off. */
const untilAtRest = ({ id }: Listener) =>
  until(async () => {
    const { rows } = await sql`
      update webhook_cursors set next_at = now() + interval '1 hour'
       where id_webhook = ${id} and holder is null returning id_webhook`.execute(server.db)
    return rows.length > 0
  })

describe('what is sent', () => {
  test('is the event as the feed has it, signed, with the extra headers', async () => {
    const listener = await listenTo({ headers: { 'X-Key': 'secret' } })
    const id = await newCustomer(server, 'Aurora')
    const [arrival] = await listener.untilTaken(1)
    assert.ok(arrival)
    const { method, path, headers, event } = arrival
    assert.deepEqual([method, path], ['POST', '/events'])
    assert.equal(headers['content-type'], 'application/cloudevents+json; charset=utf-8')
    assert.equal(headers['x-key'], 'secret')
    assert.equal(headers['webhook-id'], event.id)
    const feed = await follow(server, 1, { query: `subject=/customers/${id}` })
    assert.deepEqual([event], feed.events)
  })

  test('is of the types that the webhook names, from when it was made', async () => {
    await newCustomer(server, 'before')
    await endOfFeed(server, server)
    const orders = await listenTo({ types: ['order.*', 'customer.deleted'] })
    const all = await listenTo({ types: ['*'] })
    const id = await newCustomer(server, 'created')
    await rename(id, 'renamed')
    await succeed(server, 'DELETE', `/customers/${id}`)
    await orders.untilTaken(1)
    const types = (listener: Listener) => listener.taken.map(({ event }) => event.type)
    assert.deepEqual(types(orders), ['customer.deleted'])
    await until(() => types(all).includes('customer.deleted'))
    assert.ok(!namesOf(all.taken).includes('before'))
    assert.deepEqual(
      types(all).filter((type) => type.startsWith('customer')),
      ['customer.created', 'customer.updated', 'customer.deleted'],
    )
  })

  test('is each a delivery that says what came of it', async () => {
    const listener = await listenTo()
    listener.answer = () => 500
    await newCustomer(server, 'refused')
    await listener.untilArrived(1)
    await until(async () => (await deliveriesOf(listener)).length > 0)
    const [failed] = await deliveriesOf(listener)
    assert.deepEqual(
      [failed.outcome, failed.status, failed.attempt, failed.response],
      ['failed', 500, 1, 'answer 500'],
    )
    assert.ok(Date.parse(failed.next_attempt_at) > Date.parse(failed.time))
    listener.answer = () => 204
    await makeDue(server, listener)
    await untilQuiet(server, listener)
    // The second, unless the next one was due by itself before it was told to be.
    const all = await deliveriesOf(listener)
    const [first, last] = [all[0], all.at(-1)]
    assert.equal(first.next_attempt_at, null)
    assert.deepEqual(
      [last.outcome, last.status, last.attempt, last.event_id],
      ['delivered', 204, all.length, first.event_id],
    )
  })

  test('after a rotation both secrets verify', async () => {
    const listener = await listenTo()
    const { secret } = await data(server, 'POST', `${listener.path}/rotate-secret`)
    assert.notEqual(secret, listener.secret)
    await newCustomer(server, 'rotated')
    const [arrival] = await listener.untilTaken(1)
    assert.ok(arrival)
    new Webhook(secret).verify(arrival.body, arrival.headers as Record<string, string>)
  })
})

describe('events that are refused', () => {
  test('hold up the later ones of their record, and no others', async () => {
    const listener = await listenTo()
    const bad = await newCustomer(server, 'bad')
    await listener.untilTaken(1)
    listener.answer = ({ subject }) => (subject === `/customers/${bad}` ? 422 : 204)
    await rename(bad, 'bad 2')
    await listener.untilArrived(2)
    await rename(bad, 'bad 3')
    await newCustomer(server, 'good')
    await rename(bad, 'bad 4')
    await listener.untilTaken(2)
    assert.deepEqual(namesOf(listener.taken), ['bad', 'good'])
    await until(async () => (await statusOf(server, listener)).waiting === 3)
    assert.deepEqual(namesOf(listener.arrivals), ['bad', 'bad 2', 'good'])
    listener.answer = () => 204
    await makeDue(server, listener)
    await untilQuiet(server, listener)
    assert.deepEqual(namesOf(listener.taken), ['bad', 'good', 'bad 2', 'bad 3', 'bad 4'])
  })

  test('are given up after three days, and the next one of the record goes', async () => {
    const listener = await listenTo()
    listener.answer = ({ data: { record } }) => (record.name === 'poison' ? 400 : 204)
    const id = await newCustomer(server, 'poison')
    await listener.untilArrived(1)
    await rename(id, 'antidote')
    await newCustomer(server, 'other')
    await listener.untilTaken(1)
    await until(async () => (await statusOf(server, listener)).waiting === 2)
    await sql`update webhook_retries set since = now() - interval '73 hours' where next_at < 'infinity'`.execute(
      server.db,
    )
    await makeDue(server, listener)
    await untilQuiet(server, listener)
    assert.deepEqual(namesOf(listener.taken), ['other', 'antidote'])
    assert.equal((await data(server, 'GET', listener.path)).enabled, true)
    const failed = await deliveriesOf(listener, '&outcome=failed')
    assert.deepEqual(
      failed.map((one: { attempt: number; next_attempt_at: unknown }) => [
        one.attempt,
        one.next_attempt_at,
      ]),
      [
        [1, null],
        [2, null],
      ],
    )
  })

  test('with Retry-After hold up the whole webhook, but no other', async () => {
    const [busy, other] = [await listenTo(), await listenTo()]
    busy.answer = () => ({ status: 503, headers: { 'Retry-After': '600' } })
    const before = Date.now()
    await newCustomer(server, 'first')
    await busy.untilArrived(1)
    await newCustomer(server, 'second')
    await other.untilTaken(2)
    await until(() => isIdle(server, busy))
    const { next_attempt_at } = await statusOf(server, busy)
    assert.ok(Date.parse(next_attempt_at) >= before + 600_000, next_attempt_at)
    busy.answer = () => 204
    await makeDue(server, busy)
    await busy.untilTaken(2)
    assert.deepEqual(namesOf(busy.arrivals).sort(), ['first', 'first', 'second'])
  })
})

describe('a receiver that is down', () => {
  test('is asked by one event at a time until it takes one; the others get theirs', async () => {
    const [dead, alive] = [await listenTo(), await listenTo()]
    dead.answer = () => 500
    const names = Array.from({ length: 30 }, (_, i) => `customer ${i}`)
    for (const name of names) await newCustomer(server, name)
    await alive.untilTaken(names.length)
    assert.deepEqual(namesOf(alive.taken).sort(), names.sort())
    await until(async () => (await statusOf(server, dead)).failures >= 5)
    await untilAtRest(dead)
    // Those that were under way when the fifth failed.
    const { failures, next_attempt_at } = await statusOf(server, dead)
    assert.ok(failures < 5 + 8, `${failures} failures`)
    const [last] = await data(server, 'GET', `${dead.path}/deliveries?limit=1`)
    assert.ok(Date.parse(next_attempt_at) > Date.parse(last.time))
    const asked = dead.arrivals.length
    await makeDue(server, dead)
    await dead.untilArrived(asked + 1)
    await until(async () => (await statusOf(server, dead)).failures === failures + 1)
    assert.equal(dead.arrivals.length, asked + 1)
    dead.answer = () => 204
    await makeDue(server, dead)
    await untilQuiet(server, dead)
    assert.deepEqual(namesOf(dead.taken).sort(), names)
  })

  test('for three days is disabled, which is an event; enabled again it gets all', async () => {
    const listener = await listenTo()
    const watcher = await listenTo({ types: ['webhook.disabled'] })
    listener.answer = () => 500
    await newCustomer(server, 'first')
    await until(async () => (await statusOf(server, listener)).failures > 0)
    await sql`update webhook_cursors set failing_since = now() - interval '73 hours' where id_webhook = ${listener.id}`.execute(
      server.db,
    )
    await makeDue(server, listener)
    const [told] = await watcher.untilTaken(1)
    const webhook = await data(server, 'GET', listener.path)
    assert.deepEqual([webhook.enabled, webhook.disabled_reason], [false, 'failing'])
    assert.equal(told?.event.subject, listener.path)
    assert.equal(told?.event.data.token, null)
    assert.deepEqual(told?.event.data.record, webhook)
    assert.deepEqual(told?.event.data.changed_fields.slice(0, 2), [
      'disabled_at',
      'disabled_reason',
    ])
    await newCustomer(server, 'second')
    listener.answer = () => 204
    await succeed(server, 'PATCH', listener.path, { enabled: true })
    await untilQuiet(server, listener)
    assert.deepEqual(namesOf(listener.taken).sort(), ['first', 'second'])
    assert.equal((await statusOf(server, listener)).failing_since, null)
  })

  test('that answers 410 is disabled at once', async () => {
    const listener = await listenTo()
    listener.answer = () => 410
    await newCustomer(server, 'gone')
    await until(async () => !(await data(server, 'GET', listener.path)).enabled)
    assert.equal((await data(server, 'GET', listener.path)).disabled_reason, 'gone')
    assert.equal(listener.arrivals.length, 1)
    listener.answer = () => 204
    await succeed(server, 'PATCH', listener.path, { enabled: true })
    await listener.untilTaken(1)
    assert.deepEqual(namesOf(listener.taken), ['gone'])
  })
})

describe('on demand', () => {
  test('a delivery is sent again, with the same id', async () => {
    const listener = await listenTo()
    await newCustomer(server, 'once more')
    await untilQuiet(server, listener)
    const [delivery] = await deliveriesOf(listener)
    await succeed(server, 'POST', `${listener.path}/deliveries/${delivery.id}/retry`)
    const [first, second] = await listener.untilTaken(2)
    assert.deepEqual(second?.event, first?.event)
    assert.equal(second?.headers['webhook-id'], first?.headers['webhook-id'])
  })

  test('a part of the feed is sent again, before anything newer', async () => {
    const listener = await listenTo({ types: ['customer.created'] })
    const id = await newCustomer(server, 'one')
    await newCustomer(server, 'two')
    await rename(id, 'one renamed')
    await untilQuiet(server, listener)
    const { time } = (await listener.untilTaken(2))[1]?.event ?? {}
    await succeed(server, 'PATCH', listener.path, { enabled: false })
    await newCustomer(server, 'three')
    await succeed(server, 'PATCH', listener.path, { enabled: true })
    await listener.untilTaken(3)
    await untilQuiet(server, listener)
    const replay = { from: time, types: ['customer.*'] }
    await succeed(server, 'POST', `${listener.path}/replay`, replay)
    await newCustomer(server, 'four')
    await listener.untilTaken(7)
    const sent = listener.taken
      .slice(3)
      .map(({ event }) => `${event.type} ${event.data.record.name}`)
    assert.equal(sent.at(-1), 'customer.created four')
    assert.deepEqual(sent.sort(), [
      'customer.created four',
      'customer.created three',
      'customer.created two',
      'customer.updated one renamed',
    ])
    assert.deepEqual((await statusOf(server, listener)).replays, [])
  })
})
