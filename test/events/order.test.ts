import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Actor } from '../../src/access/actor.ts'
import { UNRESTRICTED } from '../../src/access/row-scope.ts'
import { inTransaction } from '../../src/database/database.ts'
import { EventHub } from '../../src/events/hub.ts'
import { placeAll } from '../../src/events/sequencer.ts'
import { createRecord } from '../../src/records/commands.ts'
import { definitions } from '../../src/records/definitions.ts'
import { type Server, startServer } from '../harness.ts'
import { serverUrl } from '../support/database.ts'
import { endOfFeed, type FeedEvent, pageOf, runJobs, untilAwaited } from '../support/feed.ts'
import { data, succeed } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'

// No event is ever skipped, whatever order transactions commit in, and whoever places them.

let server: Server
let ids: Sample
before(async () => {
  server = await startServer()
  ids = await sample(server)
})
after(() => server.close())

const idsOf = (events: FeedEvent[]) => events.map(({ id }) => id)
const names = (events: FeedEvent[]) => events.map(({ data }) => data.record.name)
const customers = definitions.find(({ path }) => path === '/customers')

/**
 * Creates a customer in a transaction that stays open until what it returns is called. The embedded
 * database has one connection and so no second transaction beside it: there the event is what an
 * uncommitted one would be to others, not in the queue.
 */
async function createHeld(name: string): Promise<() => Promise<unknown>> {
  const { account_id, db } = server
  if (serverUrl === undefined) {
    const { id } = await data(server, 'POST', '/customers', { name })
    const held = sql`select id from events
      where account_id = ${account_id} and resource = 'customer' and id_record = ${id}`
    await sql`delete from event_queue where account_id = ${account_id} and id_event = (${held})`.execute(
      db,
    )
    return () =>
      sql`insert into event_queue select ${account_id}, h.id from (${held}) h`.execute(db)
  }
  const actor = {
    account_id,
    only: UNRESTRICTED,
    id_token: null,
    token_name: null,
    request_id: null,
    traceparent: null,
  }
  const written = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const done = inTransaction(db, async (tx) => {
    assert.ok(customers)
    await createRecord(tx, actor as unknown as Actor, customers, { name })
    written.resolve()
    await release.promise
  })
  await Promise.race([written.promise, done])
  return () => {
    release.resolve()
    return done
  }
}

test('an event whose transaction is held open comes later, and nobody misses it', async () => {
  const place = () => placeAll(server.db, new EventHub(), server.account_id, AbortSignal.abort())
  await place()
  const start = await endOfFeed(server, server)
  const release = await createHeld('held')
  await succeed(server, 'POST', '/customers', { name: 'fast' })
  await place()
  const early = await pageOf(server, `cursor=${start}`)
  assert.deepEqual(names(early.data), ['fast'])
  await succeed(server, 'POST', '/customers', { name: 'faster' })
  await release()
  await place()
  const late = await pageOf(server, `cursor=${early.next_cursor}`)
  assert.deepEqual(names(late.data).toSorted(), ['faster', 'held'])
  const again = await pageOf(server, `cursor=${start}`)
  assert.deepEqual(names(again.data), ['fast', ...names(late.data)])
  const { rows } = await sql<{ name: string }>`
    select data::json ->> 'name' as name from events where account_id = ${server.account_id}
     order by id desc limit 3`.execute(server.db)
  assert.deepEqual(rows.map(({ name }) => name).toReversed(), ['held', 'fast', 'faster'])
})

const WRITERS = 16
const ROUNDS = 6

/** Changes that meet: orders and customers of one's own and shared ones, some of them refused. */
async function write(writer: number, shared: { order: number; customer: number }): Promise<void> {
  const order = () => ({
    id_customer: ids.customer,
    items: [{ id_item: ids.product, quantity: 1 }],
  })
  const own = await data(server, 'POST', '/orders', order())
  for (let round = 0; round < ROUNDS; round++) {
    const text = `${writer} ${round}`
    await succeed(server, 'PATCH', `/orders/${shared.order}`, { observations: text })
    await succeed(server, 'PATCH', `/customers/${shared.customer}`, { name: text })
    await succeed(server, 'POST', `/orders/${own.id}/items`, { id_item: ids.product, quantity: 2 })
    const refused = await server.send('PATCH', `/orders/${own.id}`, {
      body: { id_customer: 999_999 },
    })
    assert.equal(refused.status, 422)
    await succeed(server, 'PUT', `/customers/fk_id/W-${round}`, { name: text })
  }
  await succeed(server, 'DELETE', `/orders/${own.id}`)
}

/** Follows the feed with `wait` until it has an event of this subject's deletion. */
async function read(cursor: string, query: string, last: string): Promise<FeedEvent[]> {
  const events: FeedEvent[] = []
  let at = cursor
  while (!events.some(({ type, subject }) => type.endsWith('.deleted') && subject === last)) {
    const page = await pageOf(server, `wait=30&${query}&cursor=${at}`)
    events.push(...page.data)
    at = page.next_cursor
  }
  return events
}

test('readers see every event of 16 writers exactly once, and each record in its order', async () => {
  // As two processes: only one of them hears of commits, and only one wakes those who wait.
  const stops = [runJobs(server), runJobs(server, new EventHub())]
  const start = await endOfFeed(server, server)
  const shared = {
    customer: (await data(server, 'POST', '/customers', { name: 'Shared' })).id,
    order: (await data(server, 'POST', '/orders', { id_customer: ids.customer })).id,
  }
  const { id: last } = await data(server, 'POST', '/customers', { name: 'Last' })
  const reading = ['limit=100', 'limit=7'].map((query) => read(start, query, `/customers/${last}`))
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer, shared)))
  await succeed(server, 'DELETE', `/customers/${last}`)
  const [events = [], others = []] = await Promise.all(reading)
  await Promise.all(stops.map((stop) => stop()))
  assert.deepEqual(idsOf(others), idsOf(events))
  const sequences = events.map(({ sequence }) => Number(sequence))
  assert.deepEqual(
    sequences,
    sequences.map((_, i) => (sequences[0] ?? 0) + i),
  )
  const written = await sql<{ uid: string }>`
    select e.uid from events e
     where e.account_id = ${server.account_id}
       and e.id >= (select id from events where account_id = ${server.account_id} and uid = ${events[0]?.id})`.execute(
    server.db,
  )
  assert.equal(events.length, 4 + WRITERS * (2 + 4 * ROUNDS))
  assert.deepEqual(
    events.map(({ id }) => id).toSorted(),
    written.rows.map(({ uid }) => uid).toSorted(),
  )
  for (const [subject, ofRecord] of Map.groupBy(events, ({ subject }) => subject)) {
    assert.deepEqual(
      ofRecord.map(({ data }) => data.version),
      ofRecord.map((_, i) => i + 1),
      subject,
    )
  }
})

test('a client that leaves ends its wait, and so does the service when it closes', async () => {
  const own = await startServer()
  const { app, token } = own
  const address = await app.listen({ port: 0 })
  const leaving = new AbortController()
  const headers = { Authorization: `Bearer ${token}` }
  const left = fetch(`${address}/events?wait=30`, { headers, signal: leaving.signal })
  await untilAwaited(own)
  leaving.abort()
  await assert.rejects(left, { name: 'AbortError' })
  while (app.eventHub.awaited.length > 0) await new Promise(setImmediate)
  const staying = fetch(`${address}/events?wait=30`, { headers })
  await untilAwaited(own)
  const closed = own.close()
  const answer = await staying
  assert.equal(answer.status, 200)
  assert.deepEqual(((await answer.json()) as { data: unknown[] }).data, [])
  app.server.closeAllConnections()
  await closed
})
