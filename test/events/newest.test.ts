import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Account, type Server, startServer } from '../harness.ts'
import { endOfFeed, type FeedEvent, pageOf, runJobs } from '../support/feed.ts'

let server: Server
let stopJobs: () => Promise<void>
before(async () => {
  server = await startServer()
  stopJobs = runJobs(server)
})
after(async () => {
  await stopJobs()
  await server.close()
})

const NEWEST = 'sort=-sequence'

/** Everything from the newest event on, until the cursor stays as it is. */
async function backwards({ token }: Account, query: string): Promise<FeedEvent[]> {
  const events: FeedEvent[] = []
  let page = await pageOf(server, `${NEWEST}&${query}`, { token })
  for (;;) {
    events.push(...page.data)
    const next = await pageOf(server, `cursor=${page.next_cursor}&limit=7`, { token })
    if (next.next_cursor === page.next_cursor) return events
    page = next
  }
}

async function forwards({ token }: Account, query: string): Promise<FeedEvent[]> {
  const events: FeedEvent[] = []
  for (let cursor = ''; ; ) {
    const page = await pageOf(server, cursor ? `cursor=${cursor}` : query, { token })
    if (page.next_cursor === cursor) return events
    events.push(...page.data)
    cursor = page.next_cursor
  }
}

let accounts = 0

/** An account with customers, and a product after each tenth; their events have their places. */
async function accountWith(customers: number): Promise<Account> {
  const account = await server.newAccount(`account ${++accounts} with ${customers}`)
  const { token } = account
  for (let i = 1; i <= customers; i++) {
    await server.send('POST', '/customers', { body: { name: `Mercado ${i}` }, token })
    if (i % 10 === 0) await server.send('POST', '/products', { body: { name: `Café ${i}` }, token })
  }
  await endOfFeed(server, account)
  return account
}

test('from the newest on, the feed is what it is from the oldest on', async () => {
  const account = await accountWith(25)
  for (const query of [
    'limit=7',
    'limit=100',
    'limit=1&type=product.*',
    'limit=7&subject=/products/999999999',
    'limit=7&from=2026-01-01',
    'limit=7&to=2026-01-01',
    'limit=7&from=2199-01-01',
  ]) {
    assert.deepEqual(
      await backwards(account, query),
      (await forwards(account, query)).reverse(),
      query,
    )
  }
})

test('an account without events has none of them from either end', async () => {
  const account = await server.newAccount('without events')
  assert.deepEqual(await backwards(account, 'limit=7'), [])
})

test('what happens meanwhile is not repeated and skips nothing', async () => {
  const account = await accountWith(9)
  const { token } = account
  const all = (await forwards(account, 'limit=100')).reverse()
  const first = await pageOf(server, `${NEWEST}&limit=4`, { token })
  await server.send('POST', '/customers', { body: { name: 'Mais um' }, token })
  await endOfFeed(server, account)
  const rest = await pageOf(server, `cursor=${first.next_cursor}&limit=100`, { token })
  assert.deepEqual([...first.data, ...rest.data], all)
})

test('a rare type is found behind more events than one page looks at', async () => {
  const account = await server.newAccount('rare')
  const { account_id, token } = account
  await server.send('POST', '/products', { body: { name: 'Café' }, token })
  const lines = Array.from({ length: 4_100 }, (_, i) =>
    JSON.stringify({ fk_id: `C-${i}`, name: `Mercado ${i}` }),
  )
  for (let at = 0; at < lines.length; at += 1_000) {
    const headers = { 'content-type': 'application/x-ndjson' }
    const answer = await server.send('POST', '/bulk/customers', {
      body: lines.slice(at, at + 1_000).join('\n'),
      headers,
      token,
    })
    assert.equal(answer.status, 200)
  }
  await endOfFeed(server, account)
  const { rows } = await sql<{ position: number }>`
    select position from event_heads where account_id = ${account_id}`.execute(server.db)
  assert.equal(Number(rows[0]?.position), 4_101)
  const found = await backwards(account, 'type=product.*&limit=10')
  assert.deepEqual(
    found.map(({ type }) => type),
    ['product.created'],
  )
  // The first page found nothing, and is not the end.
  const first = await pageOf(server, `${NEWEST}&type=product.*`, { token })
  assert.deepEqual(first.data, [])
})

test('events that are removed meanwhile end it, and are no error', async () => {
  const account = await accountWith(9)
  const { account_id, token } = account
  const first = await pageOf(server, `${NEWEST}&limit=4`, { token })
  await sql`delete from event_positions where account_id = ${account_id} and position <= 7`.execute(
    server.db,
  )
  await sql`update event_heads set first_position = 8 where account_id = ${account_id}`.execute(
    server.db,
  )
  const rest = await pageOf(server, `cursor=${first.next_cursor}`, { token })
  assert.deepEqual(rest.data, [])
  assert.equal(rest.next_cursor, first.next_cursor)
})

test('a cursor of another history is told to start again at the newest event', async () => {
  const account = await accountWith(5)
  const { account_id, token } = account
  const page = await pageOf(server, `${NEWEST}&limit=2`, { token })
  await sql`delete from event_positions where account_id = ${account_id} and position > 1`.execute(
    server.db,
  )
  await sql`update event_heads set position = 1 where account_id = ${account_id}`.execute(server.db)
  for (const name of ['new', 'newer', 'newest', 'the newest']) {
    await server.send('POST', '/customers', { body: { name }, token })
  }
  await endOfFeed(server, account)
  const gone = await server.send('GET', `/events?cursor=${page.next_cursor}`, { token })
  assert.deepEqual([gone.status, gone.body.code], [410, 'cursor_gone'])
  const again = await pageOf(server, `cursor=${gone.body.restart_cursor}&limit=1`, { token })
  assert.equal(again.data[0]?.data.record.name, 'the newest')
})

test('a cursor keeps its direction', async () => {
  const account = await accountWith(3)
  const { token } = account
  const { next_cursor } = await pageOf(server, `${NEWEST}&limit=1`, { token })
  const ask = (query: string) => server.send('GET', query, { token })
  const onward = await ask(`/events?sort=sequence&cursor=${next_cursor}`)
  assert.deepEqual([onward.status, onward.body.code], [400, 'invalid_cursor'])
  const stream = await ask(`/events/stream?cursor=${next_cursor}`)
  assert.deepEqual([stream.status, stream.body.code], [400, 'invalid_cursor'])
  const wrong = await ask('/events?sort=time')
  assert.deepEqual([wrong.status, wrong.body.errors[0].parameter], [400, 'sort'])
})

test('an export gives the newest event first where it is asked to', async () => {
  const account = await accountWith(3)
  const { token } = account
  const all = (await forwards(account, 'type=customer.*&limit=100')).reverse()
  // The export itself is an event of the audit.
  const query = `${NEWEST}&type=customer.*&format=ndjson`
  const answer = await server.send('GET', `/events?${query}`, { token })
  const events = answer.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as FeedEvent)
  assert.deepEqual(events, all)
})
