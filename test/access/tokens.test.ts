import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { sha256 } from '../../src/access/tokens.ts'
import { AccountError, createToken, findAccount } from '../../src/accounts/commands.ts'
import { createAccount } from '../../src/accounts/creation.ts'
import { writeSecret } from '../../src/base/durable-files.ts'
import { inTransaction } from '../../src/database/database.ts'
import { firstStart } from '../../src/processes/first-start.ts'
import { type SendOptions, type Server, startServer } from '../harness.ts'
import { problemOf } from '../support/orders.ts'

let server: Server
before(async () => {
  server = await startServer()
})
after(() => server.close())

const send = (method: string, path: string, options?: SendOptions) =>
  server.send(method, path, options)
const create = async (body: object, options: SendOptions = {}) => {
  const created = await send('POST', '/tokens', { ...options, body })
  assert.equal(created.status, 201, JSON.stringify(created.body))
  return created.body.data
}

test('a token is shown once, works, is listed, and stops working when revoked', async () => {
  const body = { name: 'Shop', scopes: ['customers:read', 'tokens:manage'] }
  const created = await send('POST', '/v2/tokens', { body })
  assert.equal(created.status, 201)
  const { token, ...record } = created.body.data
  assert.match(token, /^pdo_\d+_[A-Za-z0-9_-]{43}$/)
  assert.equal(created.headers['location'], `/v2/tokens/${record.id}`)
  const { id, created_at, ...rest } = record
  assert.match(created_at, /Z$/)
  assert.deepEqual(rest, {
    ...body,
    only: null,
    addresses: [],
    expires_at: null,
    last_used_at: null,
    old_secret_until: null,
    old_secret_used_at: null,
  })

  assert.equal((await send('GET', '/customers', { token })).status, 200)
  const read = await send('GET', `/tokens/${id}`)
  assert.deepEqual(Object.keys(read.body.data), Object.keys(record))
  assert.match(read.body.data.last_used_at, /Z$/)
  const listed = await send('GET', '/tokens?sort=-id&limit=1')
  assert.deepEqual(listed.body.data, [read.body.data])
  const byCursor = await send('GET', '/tokens?pagination=cursor&sort=-id&limit=1')
  assert.deepEqual(byCursor.body.data, [read.body.data])

  const { rows } = await sql<{ sha256: Buffer; row: string }>`
    select sha256, t::text as row from tokens t where id = ${id}`.execute(server.db)
  assert.ok(rows[0]?.sha256.equals(sha256(token)))
  assert.ok(!rows[0]?.row.includes(token))

  const revoked = await send('DELETE', `/tokens/${id}`)
  assert.deepEqual([revoked.status, revoked.body.deletedId], [200, id])
  const refused = await send('GET', '/customers', { token })
  assert.equal(refused.status, 401)
  assert.equal(refused.headers['www-authenticate'], 'Bearer realm="pedido", error="invalid_token"')
  for (const method of ['DELETE', 'GET'])
    assert.equal((await send(method, `/tokens/${id}`)).status, 404)
  const left = await send('GET', '/tokens?limit=100')
  assert.ok(left.body.data.every((one: { id: number }) => one.id !== id))
})

test('missing, malformed and unknown tokens are 401 as RFC 6750 says, whatever the path', async () => {
  const bearer = (header?: string) => ({
    token: null,
    ...(header ? { headers: { authorization: header } } : {}),
  })
  const unknown = `pdo_${server.account_id}_${'x'.repeat(43)}`
  const challenges: [header: string | undefined, challenge: string][] = [
    [undefined, 'Bearer realm="pedido"'],
    ['Basic YTpi', 'Bearer realm="pedido"'],
    ['Bearer', 'Bearer realm="pedido", error="invalid_request"'],
    ['Bearer a b', 'Bearer realm="pedido", error="invalid_request"'],
    ['Bearer nonsense', 'Bearer realm="pedido", error="invalid_token"'],
    [`Bearer ${unknown}`, 'Bearer realm="pedido", error="invalid_token"'],
    [`Bearer pdo_999999_${'x'.repeat(43)}`, 'Bearer realm="pedido", error="invalid_token"'],
  ]
  for (const [header, challenge] of challenges) {
    for (const path of ['/customers', '/nowhere', '/tokens/x']) {
      const { status, headers, body } = await send('GET', path, bearer(header))
      assert.deepEqual([status, body.code], [401, 'unauthorized'], `${header} ${path}`)
      assert.equal(headers['www-authenticate'], challenge)
    }
  }
  assert.equal((await send('GET', '/customers', bearer(`bearer ${server.token}`))).status, 200)
})

test('a token ends when it expires, and is still listed', async () => {
  const past = '2020-01-01T00:00:00.000Z'
  const { id, token } = await inTransaction(server.db, (tx) =>
    createToken(tx, {
      account_id: server.account_id,
      name: 'old',
      scopes: ['*'],
      expires_at: past,
    }),
  )
  assert.equal((await send('GET', '/customers', { token })).status, 401)
  const { body } = await send('GET', '/tokens?limit=100')
  const old = body.data.find((one: { id: number }) => one.id === id)
  assert.equal(old.expires_at, past)

  const refused = await send('POST', '/tokens', {
    body: { name: 'old', scopes: ['*'], expires_at: past },
  })
  assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, '/expires_at'])
  const later = await create({
    name: 'new',
    scopes: ['*'],
    expires_at: '2199-01-01T00:00:00-03:00',
  })
  assert.equal(later.expires_at, '2199-01-01T03:00:00.000Z')
  assert.equal((await send('GET', '/customers', { token: later.token })).status, 200)

  await send('PATCH', '/account', { body: { time_zone: 'America/Sao_Paulo' } })
  const local = await create({ name: 'local', scopes: ['*'], expires_at: '2199-01-01T00:00:00' })
  assert.equal(local.expires_at, '2199-01-01T03:00:00.000Z')
})

test('a token grants only scopes that it has', async () => {
  const manager = await server.newToken('tokens:manage', 'orders:read')
  await create({ name: 'reader', scopes: ['orders:read'] }, { token: manager })
  for (const [scopes, foreign] of [
    [['*'], '*'],
    [['orders:read', 'orders:write', 'events:read'], 'orders:write events:read'],
  ] as const) {
    const refused = await send('POST', '/tokens', {
      token: manager,
      body: { name: 'more', scopes },
    })
    assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_scope'])
    const challenge = `Bearer realm="pedido", error="insufficient_scope", scope="${foreign}"`
    assert.equal(refused.headers['www-authenticate'], challenge)
    const places = foreign
      .split(' ')
      .map((scope) => `/scopes/${(scopes as readonly string[]).indexOf(scope)} insufficient_scope`)
    assert.deepEqual(problemOf(refused)[2], places)
  }
})

test('a token makes none that outlives it', async () => {
  const own = '2198-06-01T12:00:00.500Z'
  const scopes = ['tokens:manage', 'orders:read']
  const { token } = await create({ name: 'until 2198', scopes, expires_at: own })
  const make = (expires_at?: string | null) =>
    send('POST', '/tokens', {
      token,
      body: {
        name: 'made',
        scopes: ['orders:read'],
        ...(expires_at !== undefined && { expires_at }),
      },
    })
  for (const later of [undefined, null, '2198-06-01T12:00:00.501Z', '2198-06-01T12:00:01-03:00']) {
    const { status, body } = await make(later)
    assert.deepEqual([status, body.code], [422, 'validation_failed'], String(later))
    const [{ pointer, code, detail }] = body.errors
    assert.deepEqual([pointer, code], ['/expires_at', 'outlives_maker'])
    assert.ok(detail.includes(own), detail)
  }
  for (const fits of [own, '2198-06-01T09:00:00-03:00']) {
    assert.equal((await make(fits)).status, 201, fits)
  }
})

test('a token revokes none that may do or see more', async () => {
  const scopes = ['tokens:manage', 'orders:read']
  const { token } = await create({ name: 'manager', scopes })
  const seller = await send('POST', '/users', { body: { name: 'Ana' } })
  const only = { id_user: [seller.body.data.id] }
  const restricted = await create({ name: 'Ana', scopes: ['*'], only })
  const all = await create({ name: 'more', scopes: ['*'] })
  const equal = await create({ name: 'equal', scopes })
  for (const [by, id] of [
    [token, all.id],
    [token, restricted.id],
    [restricted.token, equal.id],
  ] as const) {
    const refused = await send('DELETE', `/tokens/${id}`, { token: by })
    assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_scope'])
    assert.equal(refused.body.detail, `Token ${id} may do or see more than you.`)
    assert.equal((await send('GET', `/tokens/${id}`, { token: by })).status, 200)
  }
  assert.equal((await send('DELETE', `/tokens/${equal.id}`, { token })).status, 200)
})

test('the last token that manages tokens stays, whoever is faster', async () => {
  const { account_id, token } = await server.newAccount('Last token')
  const revoke = (id: number, by = token) => send('DELETE', `/tokens/${id}`, { token: by })
  const make = (scopes: string[], more = {}) =>
    create({ name: scopes.join(), scopes, ...more }, { token })
  const own = (await send('GET', '/tokens', { token })).body.data[0].id
  const reader = await make(['orders:read'])
  await inTransaction(server.db, (tx) =>
    createToken(tx, { account_id, name: 'old', scopes: ['*'], expires_at: '2020-01-01T00:00:00Z' }),
  )
  const refused = await revoke(own)
  assert.deepEqual([refused.status, refused.body.code], [409, 'last_token'])
  assert.match(refused.body.detail, /tokens:manage/)
  assert.equal((await revoke(reader.id)).status, 200)

  const others = await Promise.all(Array.from({ length: 5 }, () => make(['*'])))
  const all = [{ id: own, token }, ...others]
  // Each revokes the next one, all at the same time.
  const answers = await Promise.all(
    all.map(({ id }, i) => revoke(id, all[(i + 1) % all.length]?.token)),
  )
  const { rows: left } = await sql`
    select id from tokens
     where account_id = ${account_id} and revoked_at is null and name <> 'old'`.execute(server.db)
  assert.equal(left.length, answers.filter(({ status }) => status !== 200).length)
  assert.ok(left.length >= 1, 'nobody is locked out')
})

test('a start names the kept token only while that works', async () => {
  const { token } = await server.newAccount('First')
  await writeSecret(join(server.config.DATA_DIR, 'admin-token'), token)
  const welcome = async () => (await firstStart(server.config, server.db)).tokenFile
  assert.match((await welcome()) ?? '', /admin-token/)
  await sql`update tokens set revoked_at = now() where sha256 = ${sha256(token)}`.execute(server.db)
  assert.equal(await welcome(), undefined)
  await writeSecret(join(server.config.DATA_DIR, 'admin-token'), 'nonsense')
  assert.equal(await welcome(), undefined)
})

test('tokens and the account need tokens:manage', async () => {
  const token = await server.newToken('orders:read', 'orders:write', 'customers:write')
  for (const [method, path, body] of [
    ['GET', '/tokens'],
    ['GET', '/tokens/1'],
    ['POST', '/tokens', { name: 'x', scopes: ['orders:read'] }],
    ['DELETE', '/tokens/1'],
    ['GET', '/account'],
    ['PATCH', '/account', {}],
  ] as const) {
    const { status, body: problem } = await send(method, path, { token, ...(body ? { body } : {}) })
    assert.equal(status, 403, `${method} ${path}`)
    assert.match(problem.detail, /tokens:manage/)
  }
})

test('all faults of a token are listed at once', async () => {
  const body = { scopes: ['orders:read', 'orders:burn', '*', '*'], expires_at: 'soon', nme: 'x' }
  const { status, body: problem } = await send('POST', '/tokens', { body })
  assert.equal(status, 422)
  const pointers = problem.errors.map(({ pointer }: { pointer: string }) => pointer)
  assert.deepEqual(pointers.sort(), ['/expires_at', '/name', '/nme', '/scopes', '/scopes/1'])
  const none = await send('POST', '/tokens', { body: { name: 'x', scopes: [] } })
  assert.deepEqual([none.status, none.body.errors[0].pointer], [422, '/scopes'])
})

test('an Idempotency-Key gives the same token again, to the same caller, and it is not stored', async () => {
  const body = { name: 'Once', scopes: ['orders:read'] }
  const headers = { 'idempotency-key': 'token' }
  const first = await send('POST', '/tokens', { body, headers })
  const again = await send('POST', '/tokens', { body, headers })
  assert.deepEqual(again.body, first.body)
  assert.equal(again.headers['idempotency-replayed'], 'true')
  const { rows } = await sql<{
    body: string
  }>`select body from idempotency_keys where key = 'token'`.execute(server.db)
  assert.equal(rows.length, 1)
  assert.ok(!rows[0]?.body.includes('pdo_'))

  const other = await server.newToken('*')
  const foreign = await send('POST', '/tokens', { body, headers, token: other })
  assert.deepEqual([foreign.status, foreign.body.code], [422, 'idempotency_mismatch'])
})

test('the account’s settings are read and changed', async () => {
  const { account_id, token } = await server.newAccount('Settings')
  const read = await send('GET', '/account', { token })
  const { created_at, updated_at, ...rest } = read.body.data
  assert.equal(created_at, updated_at)
  const settings = { name: 'Settings', time_zone: 'UTC', amounts: 'verify', logo: null }
  const others = {
    restricted_read_all_customers: false,
    test: false,
    tax_base_includes_shares: true,
    confirm_moved_totals: true,
    missing_rate: 'warn',
    order_message: null,
    derived_taxes: ['icms', 'ipi', 'ibs_cbs'],
  }
  assert.deepEqual(rest, { id: account_id, ...settings, ...others })
  const etag = String(read.headers['etag'])
  assert.equal(
    (await send('GET', '/account', { token, headers: { 'if-none-match': etag } })).status,
    304,
  )
  const noop = await send('PATCH', '/account', {
    token,
    body: { name: 'Settings', amounts: 'verify' },
  })
  assert.equal(noop.headers['etag'], etag)

  const changes = { name: 'Aurora', time_zone: 'America/Sao_Paulo', amounts: 'trust' }
  const changed = await send('PATCH', '/account', {
    token,
    body: changes,
    headers: { 'if-match': etag },
  })
  assert.equal(changed.status, 200)
  const { id, name, time_zone, amounts } = changed.body.data
  assert.deepEqual({ id, name, time_zone, amounts }, { id: account_id, ...changes })
  const late = await send('PATCH', '/account', { token, body: {}, headers: { 'if-match': etag } })
  assert.deepEqual([late.status, late.headers['etag']], [412, changed.headers['etag']])

  for (const wrong of ['local', 'UTC+3', 'America/Nowhere', '', null]) {
    const { status, body } = await send('PATCH', '/account', {
      token,
      body: { time_zone: wrong, amounts: null, x: 1 },
    })
    const pointers = body.errors.map(({ pointer }: { pointer: string }) => pointer)
    assert.deepEqual(
      [status, [...new Set(pointers)].sort()],
      [422, ['/amounts', '/time_zone', '/x']],
      String(wrong),
    )
  }
})

test('tokens of another account are out of reach', async () => {
  const { token } = await server.newAccount('Token thief')
  const { id } = await create({ name: 'Mine', scopes: ['orders:read'] })
  for (const method of ['GET', 'DELETE'])
    assert.equal((await send(method, `/tokens/${id}`, { token })).status, 404)
  const listed = await send('GET', '/tokens', { token })
  assert.deepEqual(
    listed.body.data.map(({ name }: { name: string }) => name),
    ['test *'],
  )
})

test('the command line finds an account by name or id, and makes no second of a name', async () => {
  const { account_id } = await server.newAccount('Found')
  assert.deepEqual(await findAccount(server.db, 'Found'), { account_id })
  assert.deepEqual(await findAccount(server.db, String(account_id)), { account_id })
  for (const name of ['found', 'Lost', '999999']) {
    await assert.rejects(findAccount(server.db, name), AccountError)
  }
  const again = (name: string) =>
    inTransaction(server.db, (tx) => createAccount(tx, { name, time_zone: 'UTC' }))
  await assert.rejects(again('Found'), AccountError)
  const race = await Promise.allSettled(['Race', 'Race', 'Race'].map(again))
  assert.deepEqual(race.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected'])

  // Its name is an account's own to change over HTTP, where no other account may be inferred.
  const { token } = await server.newAccount('Namesake')
  const renamed = await send('PATCH', '/account', { token, body: { name: 'Found' } })
  assert.equal(renamed.status, 200)
  await assert.rejects(findAccount(server.db, 'Found'), /by its id/)
})
