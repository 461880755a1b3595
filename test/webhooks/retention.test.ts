import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Account, type Server, startServer } from '../harness.ts'
import { endOfFeed, runJobs } from '../support/feed.ts'
import { succeed } from '../support/orders.ts'
import { addDeliveries, age, countOf, removeOld } from '../support/webhooks/retention.ts'

// What webhooks have sent, and were still to send, goes with age as the feed does.

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

/** A new account with so many events in its feed. */
async function accountWith(name: string, events: number): Promise<Account> {
  const account = await server.newAccount(name)
  for (let i = 0; i < events; i++) {
    await succeed(server, 'POST', '/customers', { name }, { token: account.token })
  }
  await endOfFeed(server, account)
  return account
}

test('attempts of webhooks go when they are old', async () => {
  const [old, mixed, young] = [await server.newAccount('a'), await server.newAccount('b'), server]
  await addDeliveries(server, old, 2_100, 90)
  await addDeliveries(server, mixed, 1_000, 90)
  await addDeliveries(server, mixed, 3, 89)
  await addDeliveries(server, young, 2, 0)
  await removeOld(server)
  const counts = [old, mixed, young].map((account) =>
    countOf(server, account, 'webhook_deliveries'),
  )
  assert.deepEqual(await Promise.all(counts), [0, 3, 2])
})

test('what a webhook was still to send goes with its events, and what waited for it is due', async () => {
  const account = await accountWith('c', 5)
  const { account_id } = account
  const other = await accountWith('d', 1)
  const wait = (id: number, position: number, record: number, next: string, of = account_id) =>
    sql`insert into webhook_retries (account_id, id_webhook, position, resource, id_record, attempts, next_at)
        values (${of}, ${id}, ${position}, 'order', ${record}, 1, ${next})`.execute(server.db)
  const later = '2999-01-01T00:00:00.000Z'
  for (const [id, position, record, next] of [
    // Of record 7 the first goes and frees the next one, but not the last.
    [1, 2, 7, later],
    [1, 4, 7, 'infinity'],
    [1, 5, 7, 'infinity'],
    // Of record 9 one waits for another that stays.
    [2, 1, 7, later],
    [2, 4, 9, later],
    [2, 5, 9, 'infinity'],
    // Of record 8 two go, and free the last.
    [3, 1, 8, later],
    [3, 3, 8, 'infinity'],
    [3, 5, 8, 'infinity'],
  ] as const) {
    await wait(id, position, record, next)
  }
  await wait(1, 1, 7, later, other.account_id)
  for (const until of [2, 3, 4]) {
    await sql`insert into webhook_replays (account_id, id_webhook, position, until_position, types, from_time)
              values (${account_id}, 1, 0, ${until}, '{*}', now())`.execute(server.db)
  }
  await age(server, account, 3)
  await removeOld(server)
  const { rows } = await sql`
    select id_webhook, position, case when next_at <= now() then 'due' else 'waits' end as state
      from webhook_retries where account_id = ${account_id} order by 1, 2`.execute(server.db)
  assert.deepEqual(rows, [
    { id_webhook: 1, position: 4, state: 'due' },
    { id_webhook: 1, position: 5, state: 'waits' },
    { id_webhook: 2, position: 4, state: 'waits' },
    { id_webhook: 2, position: 5, state: 'waits' },
    { id_webhook: 3, position: 5, state: 'due' },
  ])
  assert.equal(await countOf(server, other, 'webhook_retries'), 1)
  assert.equal(await countOf(server, account, 'webhook_replays'), 1)
})
