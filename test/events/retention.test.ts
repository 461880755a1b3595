import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type KyselyPlugin, sql } from 'kysely'
import { UNRESTRICTED } from '../../src/access/row-scope.ts'
import { readFeed } from '../../src/events/feed.ts'
import { type Account, type Answer, type Server, startServer } from '../harness.ts'
import { serverUrl } from '../support/database.ts'
import { endOfFeed, type FeedEvent, pageOf, runJobs } from '../support/feed.ts'
import { data, succeed } from '../support/orders.ts'
import { holdUp } from '../support/records/held.ts'
import { sample } from '../support/sample.ts'
import {
  addDeliveries,
  addPositions,
  age,
  countOf,
  firstPosition,
  removeOld,
} from '../support/webhooks/retention.ts'

// What is older than EVENT_RETENTION_DAYS leaves the feed, and whoever comes too late is told so.

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

let accounts = 0
const numbers = (events: FeedEvent[]) => events.map(({ sequence }) => Number(sequence))
const names = (events: FeedEvent[]) => events.map(({ data }) => data.record.name)

/** A new account with customers of these names, and the cursor after each; the first is before all. */
async function accountWith(
  ...customers: string[]
): Promise<{ account: Account; cursors: string[] }> {
  const account = await server.newAccount(`account ${++accounts}`)
  const cursors = [await endOfFeed(server, account)]
  for (const name of customers) {
    await create(account, name)
    cursors.push(await endOfFeed(server, account))
  }
  return { account, cursors }
}

const create = ({ token }: Account, name: string) =>
  succeed(server, 'POST', '/customers', { name }, { token })

const get = ({ token }: Account, query: string, headers = {}) =>
  server.send('GET', `/events${query}`, { token, headers })

/** The cursor that a 410 says to start again with. */
function restartOf(answer: Answer, oldest: FeedEvent | undefined): string {
  assert.equal(answer.status, 410, answer.text)
  assert.equal(answer.body.code, 'cursor_gone')
  assert.equal(answer.body.oldest_time, oldest?.time ?? null)
  return answer.body.restart_cursor
}

test('old events leave the feed and stay in the history; other accounts keep theirs', async () => {
  const ids = await sample(server)
  const { id } = await data(server, 'POST', '/orders', { id_customer: ids.customer })
  await succeed(server, 'PATCH', `/orders/${id}`, { observations: 'velho' })
  await endOfFeed(server, server)
  const all = await pageOf(server, 'limit=100')
  await succeed(server, 'PATCH', `/orders/${id}`, { observations: 'novo' })
  await endOfFeed(server, server)
  const { account: other } = await accountWith('A', 'B')
  await age(server, server, all.size)
  await removeOld(server)
  const kept = await pageOf(server, '')
  assert.deepEqual(numbers(kept.data), [all.size + 1])
  assert.equal(kept.data[0]?.data.record.observations, 'novo')
  const history = await data(server, 'GET', `/orders/${id}/history`)
  assert.deepEqual(
    history.map(({ version }: { version: number }) => version),
    [1, 2, 3],
  )
  assert.deepEqual(names((await pageOf(server, '', { token: other.token })).data), ['A', 'B'])
  assert.equal(await firstPosition(server, other), 1)
  await removeOld(server)
  assert.deepEqual(numbers((await pageOf(server, '')).data), [all.size + 1])
})

test('entries of the audit leave the database with the feed', async () => {
  const { account } = await accountWith('A')
  const { token, account_id } = account
  const body = { name: 'ERP', scopes: ['orders:read'] }
  for (let i = 0; i < 3; i++) await succeed(server, 'POST', '/tokens', body, { token })
  await create(account, 'B')
  await endOfFeed(server, account)
  const types = async () => {
    const { rows } = await sql<{ type: string }>`
      select type from events where account_id = ${account_id} order by id`.execute(server.db)
    return rows.map(({ type }) => type)
  }
  const made = 'audit.token_created'
  await age(server, account, 3)
  await removeOld(server)
  // The last one that left is the one that cursors are known by.
  assert.deepEqual(await types(), ['customer.created', made, made, 'customer.created'])
  assert.deepEqual(numbers((await pageOf(server, '', { token })).data), [4, 5])
  await age(server, account, 5)
  await removeOld(server)
  assert.deepEqual(await types(), ['customer.created', 'customer.created'])
})

test('a cursor that missed events is gone, and told where to start; one that missed none goes on', async () => {
  const { account, cursors } = await accountWith('1', '2', '3', '4', '5')
  const { token } = account
  await age(server, account, 3)
  await removeOld(server)
  const { data: kept } = await pageOf(server, '', { token })
  assert.deepEqual(names(kept), ['4', '5'])
  for (const [position, cursor] of cursors.entries()) {
    const answer = await get(account, `?cursor=${cursor}`)
    if (position < 3) {
      assert.match(answer.body.detail, /no longer kept/)
      const restart = restartOf(answer, kept[0])
      assert.deepEqual((await pageOf(server, `cursor=${restart}`, { token })).data, kept)
      const stream = await get(account, '/stream', { 'Last-Event-ID': cursor })
      assert.equal(restartOf(stream, kept[0]), restart)
      assert.equal((await get(account, `/stream?cursor=${restart}`)).status, 200)
    } else {
      assert.equal(answer.status, 200)
      assert.deepEqual(numbers(answer.body.data), [4, 5].slice(position - 3))
    }
  }
})

test('a cursor of another history is told the same, and each keeps its filters', async () => {
  const { account } = await accountWith('1', '2', '3')
  const { token, account_id } = account
  const lost = await pageOf(server, 'type=customer.*', { token })
  await age(server, account, 1)
  await removeOld(server)
  await sql`delete from event_positions where account_id = ${account_id} and position > 2`.execute(
    server.db,
  )
  await sql`update event_heads set position = 2 where account_id = ${account_id}`.execute(server.db)
  const answer = await get(account, `?cursor=${lost.next_cursor}`)
  assert.match(answer.body.detail, /another history/)
  const restart = restartOf(answer, lost.data[1])
  await succeed(server, 'POST', '/products', { name: 'Fora' }, { token })
  await create(account, 'novo')
  await endOfFeed(server, account)
  const page = await pageOf(server, `type=customer.*&cursor=${restart}`, { token })
  assert.deepEqual(names(page.data), ['2', 'novo'])
  const other = await get(account, `?type=product.*&cursor=${restart}`)
  assert.equal(other.status, 400)
})

test('from before what is kept begins at the oldest event', async () => {
  const { account } = await accountWith('1', '2', '3')
  const { token } = account
  const { data: all } = await pageOf(server, '', { token })
  await age(server, account, 2)
  await removeOld(server)
  const old = new Date(Date.parse(all[0]?.time ?? '') - 91 * 86_400_000).toISOString()
  for (const from of ['2001-01-01', old, all[2]?.time ?? '']) {
    assert.deepEqual(names((await pageOf(server, `from=${from}`, { token })).data), ['3'], from)
  }
  assert.deepEqual((await pageOf(server, 'from=2199-01-01', { token })).data, [])
})

test('a feed whose events are all old is empty, and its last cursor goes on', async () => {
  const { account, cursors } = await accountWith('1', '2')
  const { token } = account
  const [start, , last] = cursors
  await age(server, account, 2)
  await removeOld(server)
  const empty = await pageOf(server, '', { token })
  assert.deepEqual([empty.data, empty.next_cursor], [[], last])
  assert.deepEqual((await pageOf(server, 'from=2001-01-01', { token })).data, [])
  const restart = restartOf(await get(account, `?cursor=${start}`), undefined)
  await create(account, '3')
  await endOfFeed(server, account)
  for (const cursor of [last, restart]) {
    const page = await pageOf(server, `cursor=${cursor}`, { token })
    assert.deepEqual([names(page.data), numbers(page.data)], [['3'], [3]])
  }
})

test('what got its place late is as old as its place', async () => {
  const { account } = await accountWith('1', '2', '3')
  const { account_id, token } = account
  await sql`update event_positions set time = now() - interval '91 days'
             where account_id = ${account_id} and position = 2`.execute(server.db)
  await removeOld(server)
  assert.deepEqual(names((await pageOf(server, '', { token })).data), ['1', '2', '3'])
})

test('places go in batches, from the oldest, a thousand at a time', async () => {
  const own = await startServer({}, false)
  const stop = runJobs(own)
  await succeed(own, 'POST', '/customers', { name: 'Muito' })
  await endOfFeed(own, own)
  await addPositions(own, own, 2_599)
  await age(own, own, 2_500)
  for (const text of [
    'create table seen (first_position bigint, oldest bigint)',
    `create function see() returns trigger language plpgsql as $$ begin
       insert into seen select new.first_position, min(position) from event_positions where account_id = new.account_id;
       return null;
     end $$`,
    'create trigger see after update of first_position on event_heads for each row execute function see()',
  ]) {
    await own.pool.query(text)
  }
  await removeOld(own)
  const { rows } = await own.pool.query('select * from seen order by first_position')
  // The row before the first one stays, so that a cursor there is known.
  assert.deepEqual(
    rows,
    [1001, 2001, 2501].map((first_position) => ({ first_position, oldest: first_position - 1 })),
  )
  const page = await pageOf(own, 'limit=100')
  assert.deepEqual([page.size, numbers(page.data)[0]], [100, 2501])
  await stop()
  await own.close()
})

/** Keeps a row in the midst of what the job removes locked. */
const holdUpJob = ({ account_id }: Account, position: number) =>
  holdUp(
    server,
    `select from event_positions where account_id = ${account_id} and position = ${position} for update`,
    'forget_positions',
  )

test('writers, the order of the feed and its readers go on while the job is at it', async () => {
  const { account, cursors } = await accountWith('old')
  await addPositions(server, account, 4_999)
  await age(server, account, 5_000)
  const { untilThere, release } = await holdUpJob(account, 2_500)
  const removing = removeOld(server)
  await untilThere()
  const written = Array.from({ length: 20 }, (_, i) => `${i}`)
  for (const name of written) await create(account, name)
  // Each has got its place, though the job has not come to its end where it is held up.
  if (serverUrl !== undefined) assert.equal(await firstPosition(server, account), 2_001)
  const seen: string[] = []
  for (let cursor = cursors[1]; seen.length < written.length; ) {
    const { status, body } = await get(account, `?limit=100&cursor=${cursor}`)
    assert.ok(status === 200 || status === 410, body.detail)
    cursor = status === 200 ? body.next_cursor : body.restart_cursor
    if (status === 410) continue
    seen.push(...names(body.data.filter(({ sequence }: FeedEvent) => Number(sequence) > 5_000)))
  }
  assert.deepEqual(seen, written)
  await release()
  await removing
  assert.deepEqual(names((await pageOf(server, 'limit=100', account)).data), written)
  assert.equal((await get(account, `?cursor=${cursors[1]}`)).status, 410)
})

test('a writer that keeps its transaction open does not stop the job', async () => {
  const { account } = await accountWith('1', '2')
  const { account_id, token } = account
  await age(server, account, 1)
  const { id } = await data(server, 'POST', '/customers', { name: '3' }, { token })
  const holder = serverUrl === undefined ? undefined : await server.pool.connect()
  await holder?.query('begin')
  await holder?.query('update customers set name = $2 where account_id = $1 and id = $3', [
    account_id,
    'held',
    id,
  ])
  await holder?.query(
    `update events set token_name = 'held' where account_id = $1 and id in
       (select id_event from event_positions where account_id = $1)`,
    [account_id],
  )
  await removeOld(server)
  assert.equal(await firstPosition(server, account), 2)
  await holder?.query('rollback')
  holder?.release()
})

test('a reader whose events go between its two statements is told, not led past them', async () => {
  const everything = { types: null, record: null, only: UNRESTRICTED, from: null, to: null }
  const start = { position: 0, historyTag: '' }
  for (const types of [null, ['customer.created'], ['product.created']]) {
    const { account } = await accountWith('1', '2', '3')
    const { account_id } = account
    const wanted = { ...everything, types }
    assert.ok(await readFeed(server.db, account_id, start, wanted, 100))
    await age(server, account, 2)
    let statements = 0
    const meanwhile: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (++statements === 1) await removeOld(server)
        return result
      },
    }
    const db = server.db.withPlugin(meanwhile)
    assert.equal(await readFeed(db, account_id, start, wanted, 100), undefined)
    assert.equal(statements, 2)
  }
})

test('EVENT_RETENTION_DAYS says how long the service keeps events', async () => {
  for (const days of [91, 90]) {
    const own = await startServer({ EVENT_RETENTION_DAYS: days })
    const place = runJobs(own)
    for (const name of ['1', '2']) await succeed(own, 'POST', '/customers', { name })
    await endOfFeed(own, own)
    await place()
    await age(own, own, 1)
    // What comes last in the job: it has passed the places when this is gone.
    await addDeliveries(own, own, 1, days)
    const stop = runJobs(own)
    while (await countOf(own, own, 'webhook_deliveries'));
    assert.equal((await pageOf(own, '')).size, days > 90 ? 2 : 1)
    await stop()
    await own.close()
  }
})
