import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { inSnapshot } from '../../src/database/snapshot/snapshot.ts'
import { wholeList } from '../../src/database/snapshot/whole-list.ts'
import { orders } from '../../src/orders/reads/list.ts'
import { type Server, startServer } from '../harness.ts'
import { serverUrl } from '../support/database.ts'
import { recordsOf } from '../support/files/csv.ts'
import { data, succeed } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'
import { listen } from '../support/wire/wire.ts'

/** More than are read at once, several times. */
const ORDERS = 220
const ONE_AT_ONCE = { MAX_EXPORTS: 2, ACCOUNT_QUOTA_PERCENT: 50 }

let server: Server
let records: Sample
let port: number

before(async () => {
  server = await startServer(ONE_AT_ONCE)
  records = await sample(server)
  port = await listen(server.app)
  const text = 'à vista, com entrega pela manhã. '.repeat(100)
  for (let i = 0; i < ORDERS; i++) {
    await data(server, 'POST', '/orders', {
      id_customer: records.customer,
      fk_id: `S-${i}`,
      observations: text,
      items: [{ id_item: records.product, quantity: 1, price: 1 }],
    })
  }
})
after(() => server.close())

/** Waits until it is so. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setTimeout(10)
}

/** Begins an export as a client that may leave; `status` where it is answered. */
function begin(path: string) {
  const headers = { authorization: `Bearer ${server.token}` }
  const asked = request({ port, host: '127.0.0.1', path, headers })
  asked.on('error', () => {})
  asked.end()
  return asked
}

test('an export shows one moment, whatever is written meanwhile', async () => {
  if (serverUrl === undefined) return
  let isOver = false
  let renames = 0
  const rename = async () => {
    // One change that shows in every order.
    while (!isOver) {
      await data(server, 'PATCH', `/customers/${records.customer}`, { name: `Name ${++renames}` })
    }
  }
  const renaming = rename()
  const names = new Set<string>()
  while (names.size < 2) {
    const { text } = await succeed(server, 'GET', '/orders?format=csv&sort=id')
    const rows = recordsOf(text)
    assert.equal(rows.length, ORDERS)
    const shown = new Set(rows.map((row) => row['customer.name'] ?? ''))
    assert.equal(shown.size, 1, `one export shows ${[...shown].join(', ')}`)
    for (const name of shown) names.add(name)
  }
  isOver = true
  await renaming
})

test('the statement of a client that has left ends, and its transaction', async () => {
  if (serverUrl === undefined) return
  const holder = await server.pool.connect()
  const running = async () => {
    const { rows } = await server.pool.query(
      `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0].n > 0
  }
  try {
    await holder.query('begin')
    await holder.query('lock table orders in access exclusive mode')
    const asked = begin('/orders?format=csv')
    await until(running)
    asked.destroy()
    // The lock is still held: nothing but a cancellation ends the statement.
    await until(async () => !(await running()))
    const { rows } = await holder.query(
      `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`,
    )
    assert.ok(rows[0].n <= 1)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  await until(async () => {
    const { rows } = await server.pool.query(
      `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`,
    )
    return rows[0].n === 0
  })
})

test('an account has its share of exports, which a client that leaves gives back', async () => {
  const answer = await server.app.inject({
    url: '/orders?format=csv&rows=items',
    headers: { authorization: `Bearer ${server.token}` },
    payloadAsStream: true,
  })
  assert.equal(answer.statusCode, 200)
  const refused = await server.send('GET', '/orders?format=csv')
  assert.equal(refused.status, 429)
  assert.equal(refused.body.code, 'quota_exceeded')
  const other = await server.newAccount('other')
  await succeed(server, 'GET', '/orders?format=csv', undefined, other)
  answer.raw.res.destroy()
  await until(async () => (await server.send('GET', '/orders?format=csv')).status === 200)
})

test('an export breaks off with the token that asked for it, and gives its place back', async () => {
  const scopes = ['orders:read']
  const made = await data(server, 'POST', '/tokens', { name: 'leitor', scopes })
  const answer = await server.app.inject({
    url: '/orders?format=csv&rows=items',
    headers: { authorization: `Bearer ${made.token}` },
    payloadAsStream: true,
  })
  assert.equal(answer.statusCode, 200)
  const broken = once(answer.raw.res, 'close')
  await succeed(server, 'DELETE', `/tokens/${made.id}`)
  await broken
  assert.equal(answer.raw.res.writableFinished, false)
  await until(async () => (await server.send('GET', '/orders?format=csv')).status === 200)
})

test('whoever takes an export slowly holds up no writer', async () => {
  const answer = await server.app.inject({
    url: '/orders?format=ndjson',
    headers: { authorization: `Bearer ${server.token}` },
    payloadAsStream: true,
  })
  const stream = answer.stream()
  const name = 'while somebody reads'
  await data(server, 'PATCH', `/customers/${records.customer}`, { name })
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  const lines = Buffer.concat(chunks).toString().trimEnd().split('\n')
  assert.equal(lines.length, ORDERS)
  if (serverUrl !== undefined) assert.ok(!lines.some((line) => line.includes(name)))
})

test('what fails in the middle breaks the answer off', async () => {
  const [{ id }] = await data(server, 'GET', '/orders?fk_id=S-10')
  const broken = (document: string) =>
    server.pool.query(
      // Without an epoch it is a document, which nothing makes anew.
      'update order_documents set document = $3, names_epoch = null where account_id = $1 and id_order = $2',
      [server.account_id, id, document],
    )
  const whole = await server.send('GET', `/orders/${id}`)
  await broken('{')
  for (const format of ['csv', 'xlsx']) {
    const answer = await fetch(`http://127.0.0.1:${port}/orders?format=${format}`, {
      headers: { authorization: `Bearer ${server.token}` },
    })
    assert.equal(answer.status, 200)
    await assert.rejects(answer.arrayBuffer(), format)
  }
  await broken(JSON.stringify(whole.body.data))
  await succeed(server, 'GET', '/orders?format=csv')
})

test('a snapshot that takes too long is refused before anything is sent', async () => {
  if (serverUrl === undefined) return
  const impatient = await startServer({ EXPORT_SNAPSHOT_TIMEOUT_MS: 100 })
  const lock = await impatient.pool.connect()
  try {
    await lock.query('begin')
    await lock.query('lock table orders in access exclusive mode')
    const answer = await impatient.send('GET', '/orders?format=csv')
    assert.equal(answer.status, 503)
    assert.equal(answer.body.code, 'unavailable')
    assert.match(answer.body.detail, /longer than 100 ms/)
  } finally {
    await lock.query('rollback')
    lock.release()
    await impatient.close()
  }
})

test('on the embedded database others have their turn between the parts of an export', async () => {
  if (serverUrl !== undefined) return
  const { account_id } = server
  const idOf = async (fk_id: string) =>
    (await data(server, 'GET', `/orders?fk_id=${fk_id}`))[0].id as number
  const [changed, renamed, deleted] = await Promise.all(['S-217', 'S-218', 'S-219'].map(idOf))
  const shown: { fk_id: string; observations: string }[] = []
  const write = async () => {
    await data(server, 'PATCH', `/orders/${changed}`, { observations: 'amanhã' })
    await data(server, 'PATCH', `/orders/${renamed}`, { fk_id: 'T-218' })
    await succeed(server, 'DELETE', `/orders/${deleted}`)
  }
  await inSnapshot({ ...server, pipelined: server.db, isEmbedded: true }, async (snapshot) => {
    const conditions = [sql`r.account_id = ${account_id}`, sql`r.fk_id like 'S-%'`]
    const sort = [{ field: 'id', descending: false }]
    for await (const part of wholeList(snapshot, orders, account_id, conditions, sort)) {
      if (shown.length === 0) await write()
      shown.push(...part.map((document) => JSON.parse(document)))
    }
  })
  assert.equal(shown.length, ORDERS - 2)
  const last = shown.at(-1)
  assert.deepEqual([last?.fk_id, last?.observations], ['S-217', 'amanhã'])
})
