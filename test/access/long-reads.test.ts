import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, test } from 'node:test'
import { type Account, type Answer, type Server, startServer } from '../harness.ts'
import { serverUrl } from '../support/database.ts'
import { listen } from '../support/wire/wire.ts'
import { until } from '../support/workers.ts'

// Two accounts: one searches, sums up and exports all that it can, the other is still served.

let server: Server
let other: Account
before(async () => {
  // What one of two workers has by default, or fewer; two of these are for other things.
  server = await startServer({ DATABASE_POOL_SIZE: 6, DATABASE_STATEMENT_TIMEOUT_MS: 120_000 })
  other = await server.newAccount('Other')
  for (const { token } of [server, other]) {
    const { body } = await server.send('POST', '/customers', { body: { name: 'Cafe Ouro' }, token })
    const order = { id_customer: body.data.id, observations: 'entrega pela manhã' }
    await server.send('POST', '/orders', { body: order, token })
  }
})
after(() => server.close())

/** Of one account, in one place and half of the queue. */
const AT_WORK_OR_IN_QUEUE = 33

const reads = [
  '/orders?q=entrega',
  '/orders?q=entrega&pagination=cursor',
  '/customers?q=ouro',
  '/orders?total_to=1000',
  '/orders/summary?group_by=user',
]

/** Does work while those reads wait that have their turn. */
async function whileTheyWait<T>(work: () => Promise<T>): Promise<T> {
  const holder = await server.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('lock table orders, customers in access exclusive mode')
    return await work()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

/** More reads than an account may have in its place and in the queue, once so many are refused. */
async function askALot(
  path: string,
  token = server.token,
): Promise<{ answers: Promise<Answer>[]; done: Answer[] }> {
  const done: Answer[] = []
  const answers = Array.from({ length: 50 }, () => server.send('GET', path, { token }))
  for (const one of answers) void one.then((answer) => done.push(answer))
  await until(() => done.length >= 50 - AT_WORK_OR_IN_QUEUE)
  for (const { status, body, headers } of done) {
    assert.deepEqual([status, body.code, headers['retry-after']], [429, 'quota_exceeded', '5'])
  }
  return { answers, done }
}

for (const path of reads) {
  test(`${path}: the other account is next in turn, whatever the first has asked`, async () => {
    if (serverUrl === undefined) return
    // It has read nothing yet after which it would rest.
    const { token } = await server.newAccount(path)
    // So that their tokens are known.
    for (const known of [token, other.token])
      assert.equal((await server.send('GET', '/products', { token: known })).status, 200)
    const { answers, done, waiting } = await whileTheyWait(async () => ({
      ...(await askALot(path, token)),
      waiting: server.send('GET', path, { token: other.token }),
    }))
    const before = done.length
    assert.equal((await waiting).status, 200)
    assert.ok(done.length - before <= 8, `after ${done.length - before} others`)
    const served = (await Promise.all(answers)).filter(({ status }) => status === 200)
    assert.equal(served.length, AT_WORK_OR_IN_QUEUE)
  })
}

test('a cursor of a search waits for its turn as the search does', async () => {
  if (serverUrl === undefined) return
  await server.send('POST', '/customers', { body: { name: 'Cafe Prata' } })
  const first = await server.send('GET', '/customers?q=cafe&pagination=cursor&limit=1')
  assert.ok(first.body.next_cursor)
  const path = `/customers?cursor=${first.body.next_cursor}`
  const { answers } = await whileTheyWait(() => askALot(path))
  await Promise.all(answers)
})

test('no search waits for an export of its account that is still read', async () => {
  if (serverUrl === undefined) return
  const holder = await server.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('lock table orders in access exclusive mode')
    const exported = server.send('GET', '/orders?format=csv')
    await untilOneWaits()
    // Of what the export has nothing to do with: customers show what they bought.
    assert.equal((await server.send('GET', '/products?q=ouro')).status, 200)
    await holder.query('rollback')
    assert.equal((await exported).status, 200)
  } finally {
    holder.release(true)
  }
})

/** Until a statement waits for a lock. */
function untilOneWaits(): Promise<void> {
  return until(async () => {
    const { rows } = await server.pool.query(
      `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0].n > 0
  })
}

test('as many exports as there may be leave connections to the others', async () => {
  if (serverUrl === undefined) return
  const port = await listen(server.app)
  const begin = ({ token }: Account) => {
    const headers = { authorization: `Bearer ${token}` }
    const asked = request({ port, host: '127.0.0.1', path: '/orders?format=csv', headers })
    asked.on('error', () => {})
    asked.end()
    return asked
  }
  await whileTheyWait(async () => {
    const most = Array.from({ length: server.config.MAX_EXPORTS }, (_, i) =>
      begin(i % 2 ? other : server),
    )
    await untilOneWaits()
    for (const { token } of [server, other, server, other]) {
      assert.equal((await server.send('GET', '/products', { token })).status, 200)
      const sent = { body: { name: 'Café' }, token }
      assert.equal((await server.send('POST', '/products', sent)).status, 201)
    }
    for (const one of most) one.destroy()
  })
})
