import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { newSecretKey } from '../../src/base/secret-box.ts'
import type { Call, Reply } from '../support/call.ts'
import { query } from '../support/servers/postgres.ts'
import { startProxy, type TestProxy } from '../support/servers/proxy.ts'
import { anOrder, assertUnavailable, type Stand, startStand } from '../support/servers/stand.ts'
import { run } from '../support/service.ts'
import { startReceiver } from '../support/webhooks/receiver.ts'
import { until } from '../support/workers.ts'

// A transaction is committed, and its rows are not to be seen yet: so a crash of a cluster's
// coordinator leaves it, prepared on the node of its rows. Whoever looks for what it has written
// finds nothing, writes, and waits for it.

let proxy: TestProxy
let stand: Stand
before(async () => {
  const addressOf = async (url: string) => {
    // On a cluster the locks on names are the coordinator's, and gone with it.
    await query(
      url,
      `create function pg_try_advisory_xact_lock(bigint) returns boolean
      language sql as 'select true'`,
    )
    await query(url, 'alter database postgres set search_path = public, pg_catalog')
    proxy = await startProxy(url)
    return proxy.url
  }
  const settings = { SECRET_KEY: newSecretKey(), WEBHOOK_ALLOW: '127.0.0.1' }
  stand = await startStand(settings, { addressOf, server: { max_prepared_transactions: '10' } })
})
after(async () => {
  await stand.close()
  proxy.close()
})

let key = 0
beforeEach(() => key++)

/** A request that is sent with one key whenever it is sent. */
const keyed = (options: Call = {}): Call => ({
  ...options,
  headers: { ...options.headers, 'Idempotency-Key': `key-${key}` },
})

const isPrepared = async () =>
  (await stand.sql(`select from pg_prepared_xacts where gid = 'first run'`)).length > 0

/** Until somebody waits for what the prepared transaction has written. */
const untilAwaited = () =>
  until(async () => {
    const waiting = await stand.sql(`
      select from pg_prepared_xacts p join pg_locks l on l.transactionid = p.transaction
       where p.gid = 'first run' and not l.granted`)
    return waiting.length > 0
  })

/** Loses the commit of what `work` asks for, and ends it once it is in the way of another run. */
async function lostAndFound<T>(work: () => Promise<T>, end: 'commit' | 'rollback'): Promise<T> {
  proxy.prepareCommit('first run')
  const working = work()
  await untilAwaited()
  await stand.sql(`${end} prepared 'first run'`)
  return working
}

const isReplayed = ({ headers }: Reply) => headers.get('idempotency-replayed') === 'true'

const count = async (table: string) =>
  (await stand.sql(`select count(*)::int as count from ${table}`))[0]?.['count']

test('a request runs again while its first run is not to be seen: one order, the first answer', async () => {
  const before = await count('orders')
  const request = keyed(anOrder())
  const answer = await lostAndFound(() => stand.call('/orders', request), 'commit')
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  assert.equal(await count('orders'), Number(before) + 1)
  assert.ok(isReplayed(answer))
  const again = await stand.call('/orders', request)
  assert.deepEqual([again.status, again.body.data], [201, answer.body.data])
  assert.equal(await count('orders'), Number(before) + 1)
})

test('where the first run comes to nothing, the second one does it', async () => {
  const before = await count('orders')
  const answer = await lostAndFound(() => stand.call('/orders', keyed(anOrder())), 'rollback')
  assert.deepEqual([answer.status, isReplayed(answer)], [201, false])
  assert.equal(await count('orders'), Number(before) + 1)
})

const order = async (more: object = {}): Promise<Reply> => {
  const made = await stand.call('/orders', anOrder(more))
  assert.equal(made.status, 201)
  return made
}

/** Requests whose second run meets what the first one did, and would be refused for it. */
const repeated: Record<string, () => Promise<[path: string, options: Call]>> = {
  'an order by its fk_id': async () => ['/orders', anOrder({ fk_id: 'once' })],
  'a customer by its fk_id': async () => ['/customers', { body: { name: 'A', fk_id: 'once' } }],
  'the creation of what must not be there': async () => [
    '/orders/fk_id/new',
    { method: 'PUT', body: { id_customer: 1 }, headers: { 'If-None-Match': '*' } },
  ],
  'a change of what must be as it was': async () => {
    const { body, headers } = await order()
    const condition = { 'If-Match': headers.get('etag') ?? '' }
    return [
      `/orders/${body.data.id}`,
      { method: 'PATCH', body: { observations: 'x' }, headers: condition },
    ]
  },
  'a deletion': async () => {
    const { body } = await order()
    return [`/orders/${body.data.id}`, { method: 'DELETE' }]
  },
  'the deletion of a customer': async () => {
    const { body } = await stand.call('/customers', { body: { name: 'B' } })
    return [`/customers/${body.data.id}`, { method: 'DELETE' }]
  },
}

for (const [what, requestFor] of Object.entries(repeated)) {
  test(`the first answer is given, and no refusal of what it did itself: ${what}`, async () => {
    const [path, options] = await requestFor()
    const answer = await lostAndFound(() => stand.call(path, keyed(options)), 'commit')
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    assert.ok(isReplayed(answer))
  })
}

test('a request that is refused for another’s work is refused still', async () => {
  await order({ fk_id: 'taken' })
  const refused = await stand.call('/orders', keyed(anOrder({ fk_id: 'taken' })))
  assert.deepEqual([refused.status, refused.body.code], [409, 'duplicate_fk_id'])
})

test('what was sent to a webhook is not sent again, though that is not to be seen yet', async () => {
  const ids: string[] = []
  const receiver = await startReceiver((response, { headers }) => {
    // The next commit is the one that keeps what became of it.
    if (ids.length === 0) proxy.prepareCommit('first run')
    ids.push(String(headers['webhook-id']))
    response.writeHead(204).end()
  })
  const url = `http://127.0.0.1:${receiver.port}/`
  await stand.call('/webhooks', { body: { url, types: ['customer.*'] } })
  await stand.call('/customers', { body: { name: 'first' } })
  await until(isPrepared)
  await untilAwaited()
  await stand.sql(`commit prepared 'first run'`)
  await stand.call('/customers', { body: { name: 'second' } })
  await until(async () => {
    const [event] = await stand.sql(`select uid from events where data::json->>'name' = 'second'`)
    return ids.includes(String(event?.['uid']))
  })
  assert.deepEqual([...new Set(ids)], ids)
  receiver.close()
})

test('a command that can’t know says so, and its repetition makes no second account', async () => {
  const ownProxy = await startProxy(stand.postgres.url)
  const create = () => run(['account', 'create', 'Twice'], { DATABASE_URL: ownProxy.url })
  ownProxy.prepareCommit('first run')
  const first = await create()
  assert.equal(first.code, 1)
  assert.match(
    first.stderr,
    /^The connection to the database broke off .* Look whether it was made .*\n/,
  )
  const again = create()
  await untilAwaitedTable()
  await stand.sql(`commit prepared 'first run'`)
  const { code, stderr } = await again
  ownProxy.close()
  assert.equal(code, 1)
  assert.match(stderr, /^The account "Twice" exists already \(id \d+\)\.\n$/)
})

/** A whole table is locked under its own name, and not under the transaction's. */
const untilAwaitedTable = () =>
  until(async () => {
    const waiting = await stand.sql(`
      select from pg_locks where relation = 'accounts'::regclass and not granted`)
    return waiting.length > 0
  })

test('without a key the caller is told that nobody knows', async () => {
  // An order of long ago: the commit of whoever is told of a new one would be lost in place of this.
  proxy.prepareCommit('first run')
  const change = { method: 'PATCH', body: { observations: 'changed' } }
  assertUnavailable(await stand.call('/orders/1', change), 'outcome_unknown')
  await stand.sql(`rollback prepared 'first run'`)
})
