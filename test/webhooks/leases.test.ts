import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { newSecretKey, readSecretKeys, secretBox } from '../../src/base/secret-box.ts'
import { webhook_cursors_lease } from '../../src/webhooks/delivery/sql.ts'
import { type Server, startServer } from '../harness.ts'
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

/** Seconds by which a machine's clock may be put back meanwhile; it was, by 0.2 ms. */
const CLOCKS_APART = 0.01

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

/** As if another process had it. */
const leave = (holder = 'pedido gone') =>
  sql`update webhook_cursors
         set holder = ${holder}, held_until = now() + interval '1 minute', epoch = epoch + 1
       where id_webhook = ${listener.id}`.execute(server.db)

/** To the millisecond, as the times of webhooks are. */
async function databaseTime(): Promise<string> {
  const asked = sql<{
    now: string
  }>`select date_trunc('milliseconds', clock_timestamp())::text as now`
  const [row] = (await asked.execute(server.db)).rows
  assert.ok(row)
  return row.now
}

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

describe('a process that the database still has sessions of', () => {
  const OTHER = 'pedido other'
  let end: () => Promise<void>
  before(async () => {
    if (server.url === undefined) {
      // There is one session.
      await sql.raw(`set application_name = '${OTHER}'`).execute(server.db)
      end = async () => void (await sql`reset application_name`.execute(server.db))
    } else {
      const client = new pg.Client({ connectionString: server.url, application_name: OTHER })
      await client.connect()
      end = () => client.end()
    }
  })
  after(() => end())

  test('keeps its lease, until it has not renewed it for a minute', async () => {
    await leave(OTHER)
    const others = await listen(server, { types: ['customer.*'] })
    const stop = runWebhooks(server)
    await newCustomer(server, 'held')
    await others.untilTaken(1)
    // All due webhooks were looked at by now, and are once more.
    await renameCustomer(server, others.arrivals[0]?.event.data.record.id, 'still')
    await others.untilTaken(2)
    assert.deepEqual(listener.arrivals, [])
    await sql`update webhook_cursors set held_until = now() where id_webhook = ${listener.id}`.execute(
      server.db,
    )
    await listener.untilTaken(2)
    await untilQuiet(server, listener)
    await stop()
    others.close()
  })
})

test('receivers that are silent hold up no others, however many they are', async () => {
  const silent: Listener[] = []
  while (silent.length < 55) {
    const one = await listen(server, { types: ['product.*'] })
    one.answer = () => new Promise(() => {})
    silent.push(one)
  }
  const stop = runWebhooks(server)
  const tried = async () =>
    (await sql`select from webhook_deliveries where type = 'product.created'`.execute(server.db))
      .rows.length
  const underWay = async () =>
    silent.reduce((sum, { arrivals }) => sum + arrivals.length, -(await tried()))
  // Where the time of some is over meanwhile, nobody can say whether it was waited for.
  for (let round = 1, before = -1; before !== (await tried()); round++) {
    await data(server, 'POST', '/products', { name: 'unanswered' })
    await until(async () => (await underWay()) >= 50)
    before = await tried()
    await newCustomer(server, 'answered')
    await listener.untilTaken(round)
  }
  for (const { path, close } of silent) {
    close()
    await succeed(server, 'DELETE', path)
  }
  await stop()
})

test('a webhook that is left alone by now is not worked on, though it was due when it was found', async () => {
  const { account_id, db, sessions } = server
  await sql`update webhook_cursors set next_at = now() + interval '1 hour' where id_webhook = ${listener.id}`.execute(
    db,
  )
  const lease = () => webhook_cursors_lease(db, [account_id, listener.id, sessions, null])
  assert.deepEqual(await lease(), [])
  await makeDue(server, listener)
  assert.equal((await lease()).length, 1)
})

test('a webhook over which the service fails comes again after a growing time', async () => {
  const { secrets } = server.resources
  const { id, path } = listener
  const broken = secrets?.seal('{', `webhook-headers:${server.account_id}:${id}`)
  await sql`update webhooks set headers = ${broken} where id = ${id}`.execute(server.db)
  const failures: unknown[] = []
  let due = await databaseTime()
  const stop = runWebhooks(server, { log: { error: (fields) => failures.push(fields) } })
  await newCustomer(server, 'broken')
  const pauses: { left: number; asked: number }[] = []
  while (pauses.length < 4) {
    const looked = sql<{ left: number; asked: number }>`
      select extract(epoch from next_at - clock_timestamp())::float8 as left,
             extract(epoch from next_at - ${due}::timestamptz)::float8 as asked
        from webhook_cursors
       where id_webhook = ${id} and holder is null and next_at > clock_timestamp()`
    const [row] = (await looked.execute(server.db)).rows
    if (!row) continue
    pauses.push(row)
    due = await databaseTime()
    await makeDue(server, listener)
  }
  // A pause is no longer than from when it was due until its end, and no shorter than what is left.
  for (const [i, { left, asked }] of pauses.entries()) {
    // Of the lease, not of an event that fails.
    const pause = 2 ** (i + 1)
    assert.ok(
      left - CLOCKS_APART <= pause && pause <= asked + CLOCKS_APART,
      `${i}: ${left} to ${asked} s`,
    )
  }
  assert.equal(failures.length, 1)
  assert.equal((failures[0] as { id: number }).id, id)
  await succeed(server, 'PATCH', path, { headers: {} })
  await makeDue(server, listener)
  await listener.untilTaken(1)
  await untilQuiet(server, listener)
  await stop()
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
