import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { Client } from 'pg'
import { needed } from '../support/house/operations.ts'
import {
  caughtUp,
  pauseReplay,
  type ReplicaStand,
  resumeReplay,
  startReplicaStand,
} from '../support/servers/replica-stand.ts'
import { openStream } from '../support/wire/sse.ts'
import { until } from '../support/workers.ts'

// Reads from a streaming replica. It is held where it is (`pg_wal_replay_pause`), so that what a
// reader sees tells which server answered.

let stand: ReplicaStand
before(async () => {
  stand = await startReplicaStand()
  await stand.until('used')
})
after(() => stand.close())
afterEach(async () => {
  await resumeReplay(stand.standby)
  await caughtUp(stand.primary, stand.standby)
})

const STRONG = { headers: { Prefer: 'consistency=strong' } }

async function createOrder(token: string, more: object = {}): Promise<number> {
  const body = { id_customer: 1, items: [{ id_item: 1, quantity: 2 }], ...more }
  const created = await stand.call('/orders', { token, body })
  assert.equal(created.status, 201)
  return created.body.data.id
}

const status = async (path: string, options = {}) => (await stand.call(path, options)).status
const total = async (path: string, options = {}) =>
  (await stand.call(path, options)).body.pagination.total

test('a token sees what it wrote; others when the replica has it, or when they ask for it', async () => {
  const { writer, standby } = stand
  await pauseReplay(standby)
  const before = await total('/orders')
  const id = await createOrder(writer)
  assert.equal(await status(`/orders/${id}`, { token: writer }), 200)
  assert.equal(await total('/orders', { token: writer }), before + 1)
  assert.equal(await status(`/orders/${id}`), 404)
  assert.equal(await total('/orders'), before)
  const strong = await stand.call(`/orders/${id}`, STRONG)
  assert.equal(strong.status, 200)
  assert.equal(strong.headers.get('preference-applied'), 'consistency=strong')
  assert.equal(await total('/orders', STRONG), before + 1)
  // Strong consistency was that one request's.
  assert.equal(await status(`/orders/${id}`), 404)
  await resumeReplay(standby)
  await caughtUp(stand.primary, standby)
  assert.equal(await status(`/orders/${id}`), 200)
})

test('once the replica has what a token wrote, it serves that token too', async () => {
  const { writer, standby, primary } = stand
  const own = await createOrder(writer)
  await caughtUp(primary, standby)
  await pauseReplay(standby)
  const others = await createOrder(await stand.newToken())
  assert.equal(await status(`/orders/${own}`, { token: writer }), 200)
  assert.equal(await status(`/orders/${others}`, { token: writer }), 404)
})

test('a replica that is behind calls no cursor gone', async () => {
  const { writer, standby } = stand
  const from = `from=${new Date().toISOString()}`
  await pauseReplay(standby)
  const id = await createOrder(writer)
  const ahead = await stand.call(`/events?wait=30&${from}`, STRONG)
  const subjects = ahead.body.data.map(({ subject }: { subject: string }) => subject)
  assert.deepEqual(subjects, [`/orders/${id}`])
  // The replica has no such event yet, which looks like another history.
  assert.deepEqual((await stand.call(`/events?${from}`)).body.data, [])
  const cursor = `cursor=${ahead.body.next_cursor}`
  const { status, body } = await stand.call(`/events?${cursor}`)
  assert.deepEqual([status, body.data], [200, []])
})

test('nor does a primary that shows a commit later than its replica', async () => {
  const { primary, writer } = stand
  const from = `from=${new Date().toISOString()}`
  // Notes that the token was used, which nobody can while a commit waits.
  assert.equal(await status('/orders'), 200)
  const admin = new Client({ connectionString: primary.url })
  await admin.connect()
  const waitFor = async (servers: string) => {
    await admin.query(`alter system set synchronous_standby_names = '${servers}'`)
    await admin.query('select pg_reload_conf()')
  }
  try {
    // The order is committed while nobody can give its event a position. Then that is done, and
    // waits for a server that there is not: the replica has it, the primary shows it to nobody.
    const holder = new Client({ connectionString: primary.url })
    await holder.connect()
    await holder.query('begin')
    await holder.query('select from event_heads for update')
    const id = await createOrder(writer)
    await waitFor('nobody')
    await holder.end()
    let page = { data: [] as { subject: string }[], next_cursor: '' }
    await until(async () => {
      page = (await stand.call(`/events?${from}`)).body
      return page.data.length > 0
    })
    assert.deepEqual(
      page.data.map(({ subject }) => subject),
      [`/orders/${id}`],
    )
    let answered = false
    const strong = stand.call(`/events?cursor=${page.next_cursor}`, STRONG)
    void strong.then(() => {
      answered = true
    })
    const waiting = `select from pg_stat_activity where query like '%event_heads%for share' and wait_event_type = 'Lock'`
    await until(async () => answered || ((await admin.query(waiting)).rowCount ?? 0) > 0)
    await waitFor('')
    const { status, body } = await strong
    assert.deepEqual([status, body.data], [200, []])
  } finally {
    await waitFor('')
    await admin.end()
  }
})

test('a stream tells what the replica has not got yet', async () => {
  const { writer, reader, service, standby } = stand
  await pauseReplay(standby)
  const stream = await openStream(service.address, reader)
  const id = await createOrder(writer)
  const [event] = await stream.take(1)
  assert.equal(event?.subject, `/orders/${id}`)
  assert.equal(await status(`/orders/${id}`), 404)
  stream.leave()
})

test('what a refusal tells of can be read', async () => {
  const [first, second] = [await stand.newToken(), await stand.newToken()]
  await pauseReplay(stand.standby)
  const existing = await createOrder(first, { fk_id: 'ERP-1' })
  const body = { id_customer: 1, fk_id: 'ERP-1' }
  const refused = await stand.call('/orders', { token: second, body })
  assert.deepEqual([refused.status, refused.body.existing_id], [409, existing])
  assert.equal(await status(`/orders/${existing}`, { token: second }), 200)
  assert.equal(await status(`/orders/${existing}`), 404)
})

test('an answer that is repeated for an Idempotency-Key can be read', async () => {
  const [first, second] = [await stand.newToken(), await stand.newToken()]
  await pauseReplay(stand.standby)
  const headers = { 'Idempotency-Key': 'order-1' }
  const body = { name: 'Atacado' }
  const created = await stand.call('/categories', { token: first, body, headers })
  const path = `/categories/${created.body.data.id}`
  assert.equal(await status(path, { token: second }), 404)
  const again = await stand.call('/categories', { token: second, body, headers })
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
  assert.equal(await status(path, { token: second }), 200)
})

test('every endpoint that reads goes to the replica', async () => {
  const { primary, standby, writer } = stand
  const { body: document } = await stand.call('/openapi.json')
  const reads = Object.entries<{ get?: { security: object[] } }>(document.paths)
    .filter(([, { get }]) => get?.security.some((scheme) => 'bearer' in scheme))
    .map(([path]) => {
      const filled = path.replace('{customerId}', 'id:1').replace(/\{\w+\}/g, '1')
      return filled + (needed[`GET ${path}`] ?? '')
    })
  assert.ok(reads.length > 40)
  const ofAccess = reads.filter((path) =>
    /^\/(account|tokens|trusted-issuers|members|roles)\b/.test(path),
  )
  const ofPrimary = ['/events/stream']
  await pauseReplay(standby)
  // Whoever reads another table on the primary now waits for ever.
  const locker = new Client({ connectionString: primary.url })
  await locker.connect()
  const { rows } = await locker.query<{ tables: string }>(
    `select string_agg(tablename, ', ') as tables from pg_tables
      where schemaname = 'public' and tablename not in ('accounts', 'tokens', 'members', 'migrations')`,
  )
  await locker.query(`begin; lock table ${rows[0]?.tables}`)
  try {
    for (const path of reads.filter((path) => ![...ofAccess, ...ofPrimary].includes(path))) {
      const found = await status(path)
      assert.ok([200, 404].includes(found), `${path} ${found}`)
    }
  } finally {
    await locker.end()
  }
  // These are what a request's token is looked up in.
  const body = { time_zone: 'America/Sao_Paulo' }
  await stand.call('/account', { token: writer, method: 'PATCH', body })
  const { data } = (await stand.call('/account', STRONG)).body
  const before = (await stand.call('/account')).body.data
  assert.deepEqual([before.time_zone, data.time_zone], ['UTC', 'America/Sao_Paulo'])
  await stand.newToken()
  assert.equal(await total('/tokens'), (await total('/tokens', STRONG)) - 1)
  assert.deepEqual(ofAccess.sort(), [
    '/account',
    '/account/logo',
    '/members',
    '/members/1',
    '/members/1/passkeys',
    '/members/1/sessions',
    '/roles',
    '/tokens',
    '/tokens/1',
    '/trusted-issuers',
    '/trusted-issuers/1',
  ])
})

test('a cursor and an ETag of one server hold on the other', async () => {
  const { writer, standby } = stand
  for (let i = 0; i < 3; i++) await createOrder(writer)
  await caughtUp(stand.primary, standby)
  await pauseReplay(standby)
  const ids: number[] = []
  let cursor = ''
  for (const [i, { headers }] of [{ headers: {} }, STRONG, { headers: {} }].entries()) {
    const query = i === 0 ? 'pagination=cursor' : `cursor=${encodeURIComponent(cursor)}`
    const { body } = await stand.call(`/orders?limit=1&${query}`, { headers })
    cursor = body.next_cursor
    ids.push(body.data[0].id)
  }
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => b - a),
  )
  assert.equal(new Set(ids).size, 3)
  const path = `/orders/${ids[0]}`
  const { headers } = await stand.call(path)
  const known = { 'If-None-Match': headers.get('etag') ?? '' }
  const response = await fetch(stand.service.address + path, {
    headers: { Authorization: `Bearer ${stand.reader}`, Prefer: 'consistency=strong', ...known },
  })
  assert.equal(response.status, 304)
  assert.equal(response.headers.get('preference-applied'), 'consistency=strong')
})

test('names that a rename has made stale are right for the moment that the replica shows', async () => {
  const { writer, standby } = stand
  const id = await createOrder(writer)
  await caughtUp(stand.primary, standby)
  await pauseReplay(standby)
  const body = { name: 'Mercado Boreal' }
  await stand.call('/customers/1', { token: writer, method: 'PATCH', body })
  const nameIn = async (options = {}) =>
    (await stand.call(`/orders/${id}`, options)).body.data.customer.name
  assert.equal(await nameIn(), 'Mercado Aurora')
  assert.equal(await nameIn({ token: writer }), 'Mercado Boreal')
  await resumeReplay(standby)
  await caughtUp(stand.primary, standby)
  assert.equal(await nameIn(), 'Mercado Boreal')
})

test('what a token wrote by one worker it sees by the others, and by those that replace them', async () => {
  await stand.restart({ WORKERS: '2', LOG_LEVEL: 'info', KEEP_ALIVE_TIMEOUT_MS: '1000' })
  const { writer, standby, service } = stand
  await stand.until('used')
  await pauseReplay(standby)
  const paths: string[] = []
  for (let i = 0; i < 5; i++) paths.push(`/orders/${await createOrder(writer)}`)
  const seen = (options = {}) => Promise.all(paths.map((path) => status(path, options)))
  const all = (status: number) => paths.map(() => status)
  for (let i = 0; i < 5; i++) {
    paths.push(`/orders/${await createOrder(writer)}`)
    assert.deepEqual(await seen({ token: writer }), all(200))
  }
  assert.deepEqual(await seen(), all(404))
  service.child.kill('SIGHUP')
  await service.printed(/all workers are new/)
  for (let i = 0; i < 5; i++) assert.deepEqual(await seen({ token: writer }), all(200))
  assert.deepEqual(await seen(), all(404))
})
