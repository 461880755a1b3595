import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Server, startServer } from '../harness.ts'
import { endOfFeed } from '../support/feed.ts'
import { data, succeed } from '../support/orders.ts'
import {
  firstsOf,
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

// Receivers that refuse some events, or fail for a while, and what requests change meanwhile.

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

let listener: Listener
beforeEach(async () => {
  listener = await listen(server, { types: ['customer.*'] })
})
afterEach(async () => {
  await succeed(server, 'DELETE', listener.path)
  listener.close()
})

const rename = (id: number, name: string) => renameCustomer(server, id, name)

const change = (body: object) => succeed(server, 'PATCH', listener.path, body)

const deliveries = () => data(server, 'GET', `${listener.path}/deliveries?sort=id&limit=100`)

const isFailing = async (count: number) => (await statusOf(server, listener)).failures >= count

/** Until so many attempts failed in a row, and nobody works on it. */
const untilFailed = async (count: number) => {
  await until(() => isFailing(count))
  await until(() => isIdle(server, listener))
}

const deadlocks = async () => {
  const found = sql`select deadlocks from pg_stat_database where datname = current_database()`
  return (await found.execute(server.db)).rows
}

/** Lets the next arrivals wait for their answer, which is `status`, until what it returns is called. */
function hold(status: number): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  listener.answer = async () => {
    await promise
    return status
  }
  return resolve
}

describe('events that wait', () => {
  test('still arrive where a replay has come upon them', async () => {
    const id = await newCustomer(server, 'one')
    await listener.untilTaken(1)
    const { time } = listener.taken[0]?.event ?? {}
    listener.answer = () => 500
    await rename(id, 'two')
    await untilFailed(1)
    await rename(id, 'three')
    await until(async () => (await statusOf(server, listener)).behind === 0)
    await succeed(server, 'POST', `${listener.path}/replay`, { from: time })
    await until(async () => (await statusOf(server, listener)).replays.length === 0)
    listener.answer = () => 204
    await makeDue(server, listener)
    await untilQuiet(server, listener)
    assert.deepEqual([...new Set(namesOf(listener.taken))], ['one', 'two', 'three'])
  })

  test('of some records hold up no others, however many they are', async () => {
    listener.answer = ({ data: { record } }) => (record.name.startsWith('poison') ? 422 : 204)
    await change({ enabled: false })
    for (let i = 0; i < 12; i++) await newCustomer(server, `poison ${i}`)
    await endOfFeed(server, server)
    await change({ enabled: true })
    await untilFailed(5)
    for (let i = 0; i < 3; i++) {
      await newCustomer(server, `good ${i}`)
      await endOfFeed(server, server)
      // Each probe is of one event.
      await until(async () => {
        await makeDue(server, listener)
        return listener.taken.length > i
      })
      // What arrived has ended the failures before others are counted.
      await until(async () => (await statusOf(server, listener)).behind === 0)
      await until(() => isFailing(5))
    }
  })
})

test('deliveries asked for again, many at once: each comes again, and no writer meets another', async () => {
  const id = await newCustomer(server, 'name 0')
  for (let i = 1; i < 10; i++) await rename(id, `name ${i}`)
  await listener.untilTaken(10)
  await untilQuiet(server, listener)
  const paths = (await deliveries()).map(
    (one: { id: number }) => `${listener.path}/deliveries/${one.id}`,
  )
  const before = await deadlocks()
  for (let round = 0; round < 10; round++) {
    const { length } = listener.taken
    await Promise.all(paths.map((path: string) => succeed(server, 'POST', `${path}/retry`)))
    // Some are on their way again when the next are asked for.
    await listener.untilTaken(length + 1)
  }
  await untilQuiet(server, listener)
  assert.equal(firstsOf(listener.taken).length, 10)
  assert.ok(listener.taken.length > 20)
  assert.deepEqual(await deadlocks(), before)
})

describe('a receiver that fails', () => {
  test('in many requests at once rests no longer than after a few', async () => {
    listener.answer = () => 503
    await change({ enabled: false })
    for (let i = 0; i < 30; i++) await newCustomer(server, `customer ${i}`)
    await change({ enabled: true })
    await untilFailed(5)
    assert.equal((await statusOf(server, listener)).failures, 5)
    assert.ok(listener.arrivals.length > 5)
  })

  test('while its address is replaced: what came of the old one no longer counts', async () => {
    const other = await listen(server, { enabled: false })
    other.secret = listener.secret
    listener.answer = () => 500
    for (let i = 0; i < 8; i++) await newCustomer(server, `customer ${i}`)
    await untilFailed(5)
    const release = hold(410)
    const asked = listener.arrivals.length
    await makeDue(server, listener)
    await listener.untilArrived(asked + 1)
    await change({ url: other.url })
    release()
    await other.untilTaken(8)
    await untilQuiet(server, listener)
    assert.equal((await data(server, 'GET', listener.path)).enabled, true)
    await succeed(server, 'DELETE', other.path)
    other.close()
  })

  test('while an event is asked for again: it is sent at once', async () => {
    listener.answer = () => 500
    for (let i = 0; i < 8; i++) await newCustomer(server, `customer ${i}`)
    await untilFailed(5)
    await sql`update webhook_cursors set failures = 15 where id_webhook = ${listener.id}`.execute(
      server.db,
    )
    const release = hold(500)
    const asked = listener.arrivals.length
    await makeDue(server, listener)
    await listener.untilArrived(asked + 1)
    const [first] = await deliveries()
    await succeed(server, 'POST', `${listener.path}/deliveries/${first.id}/retry`)
    listener.answer = () => 204
    release()
    await listener.untilTaken(8)
    await untilQuiet(server, listener)
    const { failures, failing_since } = await statusOf(server, listener)
    assert.deepEqual([failures, failing_since], [0, null])
    assert.equal(firstsOf(listener.taken).length, 8)
  })
})

test('a slow receiver: what has arrived is kept before the others have', async () => {
  const id = await newCustomer(server, 'slow 0')
  await untilQuiet(server, listener)
  await change({ enabled: false })
  const COUNT = 6
  for (let i = 1; i <= COUNT; i++) await rename(id, `slow ${i}`)
  listener.answer = async () => {
    await setTimeout(3_000)
    return 204
  }
  await change({ enabled: true })
  await until(async () => (await deliveries()).length > 1)
  assert.ok(listener.arrivals.length < 1 + COUNT)
  listener.answer = () => 204
  await untilQuiet(server, listener)
  assert.deepEqual(
    namesOf(listener.taken),
    Array.from({ length: 1 + COUNT }, (_, i) => `slow ${i}`),
  )
})
