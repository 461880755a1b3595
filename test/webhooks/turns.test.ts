import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { newSecretKey, readSecretKeys, secretBox } from '../../src/base/secret-box.ts'
import { type Server, startServer } from '../harness.ts'
import {
  isIdle,
  type Listener,
  listen,
  makeDue,
  namesOf,
  newCustomer,
  runWebhooks,
  statusOf,
  untilQuiet,
} from '../support/listeners.ts'
import { data } from '../support/orders.ts'
import { until } from '../support/workers.ts'

// Who sends, and when: one process at a time for each webhook, also where one dies or is too late.

let server: Server
before(async () => {
  server = await startServer()
})
after(() => server.close())

let listener: Listener
beforeEach(async () => {
  listener = await listen(server, { types: ['customer.*'] })
})
afterEach(() => listener.close())

/** Lets the next arrivals wait until what it returns is called. */
function hold(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  listener.answer = async () => {
    await promise
    return 204
  }
  return () => {
    listener.answer = () => 204
    resolve()
  }
}

const attempts = async () => (await data(server, 'GET', `${listener.path}/deliveries`)).length

/** As if a process that is gone had it. */
const leave = () =>
  sql`update webhook_lanes
         set holder = 'pedido gone', job = coalesce(job, ${randomUUID()}), epoch = epoch + 1
       where id_webhook = ${listener.id}`.execute(server.db)

test('what a process that is gone was working on goes on', async () => {
  await leave()
  const stop = runWebhooks(server)
  await newCustomer(server, 'orphan')
  await listener.untilTaken(1)
  await untilQuiet(server, listener)
  await stop()
})

test('a process that was taken for dead writes nothing any more', async () => {
  const release = hold()
  const stop = runWebhooks(server)
  await newCustomer(server, 'twice')
  await listener.untilArrived(1)
  await leave()
  await listener.untilArrived(2)
  release()
  await untilQuiet(server, listener)
  await stop()
  const [first, second] = listener.arrivals
  assert.deepEqual(first?.event, second?.event)
  assert.equal(listener.arrivals.length, 2)
  assert.equal(await attempts(), 1)
})

test('a service that stops lets what is under way end, and sends nothing twice', async () => {
  const release = hold()
  let stop = runWebhooks(server)
  await newCustomer(server, 'under way')
  await listener.untilArrived(1)
  const stopping = stop()
  await newCustomer(server, 'after the stop')
  release()
  await stopping
  assert.equal(await attempts(), 1)
  stop = runWebhooks(server)
  await untilQuiet(server, listener)
  await stop()
  assert.deepEqual(namesOf(listener.arrivals), ['under way', 'after the stop'])
})

for (const [what, secrets] of [
  ['no key', undefined],
  ['another key', secretBox(readSecretKeys(newSecretKey()))],
] as const) {
  test(`with ${what} for the secrets webhooks wait, which is no failure of theirs`, async () => {
    let stop = runWebhooks(server, { secrets })
    await newCustomer(server, what)
    await until(async () => {
      const { next_attempt_at } = await statusOf(server, listener)
      return next_attempt_at !== null && Date.parse(next_attempt_at) > Date.now()
    })
    await until(() => isIdle(server, listener))
    const { failures, behind } = await statusOf(server, listener)
    assert.deepEqual([failures, behind > 0], [0, true])
    await stop()
    await makeDue(server, listener)
    stop = runWebhooks(server)
    await listener.untilTaken(1)
    await stop()
    assert.deepEqual(namesOf(listener.arrivals), [what])
  })
}
