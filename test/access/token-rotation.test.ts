import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type SendOptions, type Server, startServer } from '../harness.ts'
import { data } from '../support/orders.ts'
import { refusedBy } from '../support/refused.ts'

// A token gets another secret, and works with both for a while.

let server: Server
before(async () => {
  server = await startServer()
})
after(() => server.close())

const make = (body: object = {}) =>
  data(server, 'POST', '/tokens', { name: 'ERP', scopes: ['customers:read'], ...body })
const rotate = (id: number, body: object = {}, options: SendOptions = {}) =>
  data(server, 'POST', `/tokens/${id}/rotate-secret`, body, options)
const statusOf = async (token: string) => (await server.send('GET', '/customers', { token })).status

test('both secrets work until the old one ends, and its use is told', async () => {
  const { token, ...record } = await make()
  assert.equal(await statusOf(token), 200)
  const before = Date.now()
  const { token: next, ...rotated } = await rotate(record.id)
  assert.match(next, /^pdo_\d+_[A-Za-z0-9_-]{43}$/)
  assert.notEqual(next, token)
  const { old_secret_until, old_secret_used_at, last_used_at } = rotated
  assert.deepEqual(
    { ...rotated, old_secret_until: null, old_secret_used_at: null, last_used_at: null },
    record,
  )
  const seconds = (Date.parse(old_secret_until) - before) / 1000
  assert.ok(Math.abs(seconds - 86_400) < 60, `${seconds}`)
  assert.equal(old_secret_used_at, last_used_at)
  assert.deepEqual([await statusOf(next), await statusOf(token)], [200, 200])
  const used = (await data(server, 'GET', `/tokens/${record.id}`)).old_secret_used_at
  assert.ok(Date.parse(used) >= Date.parse(old_secret_used_at))
})

test('the old one ends by its time, early, or at once', async () => {
  const { id, token: first } = await make()
  const { token: second } = await rotate(id, { old_secret_expires_in: 3600 })
  await sql`update tokens set old_secret_until = now() - interval '1 second' where id = ${id}`.execute(
    server.db,
  )
  assert.deepEqual([await statusOf(first), await statusOf(second)], [401, 200])
  const gone = { status: 404, code: 'not_found' }
  await refusedBy(server, 'DELETE', `/tokens/${id}/old-secret`, {}, gone)

  const { token: third } = await rotate(id, { old_secret_expires_in: 2_592_000 })
  assert.deepEqual([await statusOf(second), await statusOf(third)], [200, 200])
  const ended = await server.send('DELETE', `/tokens/${id}/old-secret`)
  assert.deepEqual([ended.status, ended.body.deletedId], [200, id])
  assert.deepEqual([await statusOf(second), await statusOf(third)], [401, 200])
  assert.equal((await data(server, 'GET', `/tokens/${id}`)).old_secret_until, null)

  const { token: fourth, old_secret_until } = await rotate(id, { old_secret_expires_in: 0 })
  assert.ok(Date.parse(old_secret_until) <= Date.now() + 1000)
  assert.deepEqual([await statusOf(third), await statusOf(fourth)], [401, 200])
})

test('another rotation ends the oldest, and a revoked token has none that works', async () => {
  const { id, token: first } = await make()
  const { token: second } = await rotate(id)
  const { token: third } = await rotate(id)
  assert.deepEqual(
    [await statusOf(first), await statusOf(second), await statusOf(third)],
    [401, 200, 200],
  )
  await data(server, 'DELETE', `/tokens/${id}`)
  assert.deepEqual([await statusOf(second), await statusOf(third)], [401, 401])
  await refusedBy(
    server,
    'POST',
    `/tokens/${id}/rotate-secret`,
    { body: {} },
    {
      status: 404,
      code: 'not_found',
    },
  )
})

test('what is sent by the old secret ends with it', async () => {
  const { id, token } = await make({ scopes: ['tokens:manage', 'customers:read'] })
  await rotate(id, { old_secret_expires_in: 3600 })
  const body = { name: 'Longer', scopes: ['customers:read'] }
  const late = { status: 422, code: 'validation_failed', at: ['/expires_at'] }
  await refusedBy(server, 'POST', '/tokens', { token, body }, late)
})

test('a token rotates itself, but none that may do more', async () => {
  const own = await make({ scopes: ['tokens:manage', 'customers:read'] })
  const { token } = await rotate(own.id, {}, { token: own.token })
  assert.equal(await statusOf(token), 200)
  const greater = await make({ scopes: ['*'] })
  const options = { token, body: {} }
  const forbidden = { status: 403, code: 'insufficient_scope' }
  await refusedBy(server, 'POST', `/tokens/${greater.id}/rotate-secret`, options, forbidden)
  await refusedBy(server, 'DELETE', `/tokens/${greater.id}/old-secret`, { token }, forbidden)
  for (const wrong of [-1, 2_592_001, 1.5, '60', null]) {
    const sent = { body: { old_secret_expires_in: wrong } }
    const expected = { status: 422, code: 'validation_failed', at: ['/old_secret_expires_in'] }
    await refusedBy(server, 'POST', `/tokens/${own.id}/rotate-secret`, sent, expected)
  }
})

test('access tokens end with the secret that asked for them', async () => {
  const { id, token: first } = await make()
  const access = async (secret: string) => {
    const answer = await server.send('POST', '/oauth/token', {
      token: null,
      body: `grant_type=client_credentials&client_id=${id}&client_secret=${secret}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    return [answer.status, answer.body.access_token, answer.body.expires_in] as const
  }
  const [, before] = await access(first)
  const { token: second } = await rotate(id, { old_secret_expires_in: 60 })
  const [status, again, expires_in] = await access(first)
  assert.deepEqual([status, again], [200, before])
  assert.ok(expires_in <= 60, `${expires_in}`)
  const [, mine] = await access(second)
  assert.notEqual(mine, before)
  assert.deepEqual([await statusOf(before), await statusOf(mine)], [200, 200])
  await data(server, 'DELETE', `/tokens/${id}/old-secret`)
  assert.deepEqual([await statusOf(before), await statusOf(mine)], [401, 401])
  assert.equal((await access(first))[0], 401)
  const [, anew] = await access(second)
  assert.equal(await statusOf(anew), 200)
})

test('a rotation is in the audit, and its answer is given again to the same key', async () => {
  const { id } = await make({ name: 'Audited' })
  const options = { headers: { 'idempotency-key': 'rotated-once' } }
  const first = await rotate(id, {}, options)
  assert.deepEqual(await rotate(id, {}, options), first)
  const { rows } = await sql<{ type: string; record: string }>`
    select type, data::text as record from events
     where id_record = ${id} and type like 'audit.token%' order by version`.execute(server.db)
  assert.deepEqual(
    rows.map(({ type }) => type),
    ['audit.token_created', 'audit.token_rotated'],
  )
  assert.ok(!rows.some(({ record }) => record.includes(first.token)))
})
