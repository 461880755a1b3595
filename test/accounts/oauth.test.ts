import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { createToken } from '../../src/accounts/commands.ts'
import { scopes } from '../../src/base/scopes.ts'
import { inTransaction } from '../../src/database/database.ts'
import { type Answer, type SendOptions, type Server, startServer } from '../harness.ts'
import { data } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'

// Tokens as clients of OAuth 2.0, and the access tokens that they get.

let server: Server
let ids: Sample
before(async () => {
  // Half of it is longer than the test, so that those of one client stay the same.
  server = await startServer({ ACCESS_TOKEN_MINUTES: 1440 })
  ids = await sample(server)
})
after(() => server.close())

interface Client {
  id: number
  token: string
}

const newClient = (body: object = {}): Promise<Client> =>
  data(server, 'POST', '/tokens', { name: 'ERP', scopes: ['*'], ...body })

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** Asks for an access token with these parameters. */
function ask(form: Record<string, string> | string, options: SendOptions = {}): Promise<Answer> {
  const body = typeof form === 'string' ? form : new URLSearchParams(form).toString()
  const headers = { ...FORM, ...options.headers }
  return server.send('POST', '/oauth/token', { token: null, ...options, body, headers })
}

const grant = { grant_type: 'client_credentials' }

const byForm = ({ id, token }: Client, more = {}) =>
  ask({ ...grant, client_id: String(id), client_secret: token, ...more })

const basic = (id: unknown, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})

const byHeader = ({ id, token }: Client, more = {}) =>
  ask({ ...grant, ...more }, { headers: basic(id, token) })

function refused(answer: Answer, status: number, error: string): void {
  assert.deepEqual([answer.status, answer.body.error], [status, error], answer.text)
  assert.match(answer.body.error_description, /^[ !#-[\]-~]+$/)
  assert.equal(answer.headers['cache-control'], 'no-store')
  const challenge = status === 401 ? 'Basic realm="pedido"' : undefined
  assert.equal(answer.headers['www-authenticate'], challenge)
}

test('a client gets an access token by its header or its form, and asks with it', async () => {
  const client = await newClient({ scopes: ['customers:read', 'orders:read'] })
  for (const answer of [await byHeader(client), await byForm(client)]) {
    assert.equal(answer.status, 200, answer.text)
    const { access_token: token, token_type, expires_in, scope } = answer.body
    assert.deepEqual([token_type, scope], ['Bearer', 'orders:read customers:read'])
    assert.ok(expires_in >= 43_200 && expires_in <= 86_400, expires_in)
    assert.notEqual(token, client.token)
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.equal((await server.send('GET', '/customers', { token })).status, 200)
    assert.equal((await server.send('GET', '/products', { token })).status, 403)
  }
})

test('who asks again gets the same one, and other scopes are another', async () => {
  const client = await newClient({ scopes: ['orders:read', 'orders:write'] })
  const tokens = async (more = {}) => (await byForm(client, more)).body.access_token
  const all = await tokens()
  assert.equal(await tokens(), all)
  assert.equal(await tokens({ scope: 'orders:write orders:read orders:read' }), all)
  const narrow = await tokens({ scope: 'orders:read' })
  assert.notEqual(narrow, all)
  const body = { id_customer: 1 }
  assert.equal((await server.send('POST', '/orders', { token: narrow, body })).status, 403)
  const { rows } = await sql`select from tokens where id_client = ${client.id}`.execute(server.db)
  assert.equal(rows.length, 2)
})

test('a client has so many access tokens at a time, and keeps those that it has', async () => {
  const client = await newClient()
  const sets = Array.from({ length: 100 }, (_, i) =>
    scopes.filter((_, bit) => ((i + 1) >> bit) & 1).join(' '),
  )
  for (const scope of sets) assert.equal((await byForm(client, { scope })).status, 200, scope)
  const more = await byForm(client, { scope: '*' })
  assert.deepEqual([more.status, more.body.code], [429, 'rate_limited'], more.text)
  assert.ok(Number(more.headers['retry-after']) > 0)
  assert.equal((await byForm(client, { scope: sets[7] })).status, 200)
})

test('what an access token does, its client does', async () => {
  const { customer } = ids
  const client = await newClient({ name: 'Integrador' })
  const { access_token: token } = (await byForm(client)).body
  const body = { id_customer: customer }
  const made = await server.send('POST', '/orders', { token, body })
  const { body: history } = await server.send('GET', `/orders/${made.body.data.id}/history`)
  assert.deepEqual(history.data[0].token, { id: client.id, name: 'Integrador' })
  const read = await server.send('GET', `/tokens/${client.id}`)
  assert.match(read.body.data.last_used_at, /Z$/)
})

test('it sees the orders that its client sees', async () => {
  const { customer, user } = ids
  const order = await data(server, 'POST', '/orders', { id_customer: customer })
  const own = await data(server, 'POST', '/orders', { id_customer: customer, id_user: user })
  const client = await newClient({ only: { id_user: [user] } })
  const { access_token: token } = (await byForm(client)).body
  assert.equal((await server.send('GET', `/orders/${order.id}`, { token })).status, 404)
  assert.equal((await server.send('GET', `/orders/${own.id}`, { token })).status, 200)
})

test('it ends with its client', async () => {
  const client = await newClient()
  const { access_token: token } = (await byForm(client)).body
  assert.equal((await server.send('GET', '/customers', { token })).status, 200)
  await server.send('DELETE', `/tokens/${client.id}`)
  assert.equal((await server.send('GET', '/customers', { token })).status, 401)
  refused(await byForm(client), 401, 'invalid_client')
})

test('the tokens that it made end with its client, and those that these made', async () => {
  const client = await newClient()
  const other = await newClient()
  const make = (token: string, minutes = 60) => {
    const expires_at = new Date(Date.now() + minutes * 60_000).toISOString()
    return data(server, 'POST', '/tokens', { name: 'made', scopes: ['*'], expires_at }, { token })
  }
  const access = async (of: Client) => (await byForm(of)).body.access_token
  const made = await make(await access(client))
  const next = await make(made.token, 50)
  const byClient = await make(await access(next), 40)
  // A token is replaced by one that it makes itself.
  const successor = await make(client.token)
  const ofOther = await make(await access(other))
  assert.equal((await server.send('DELETE', `/tokens/${client.id}`)).status, 200)
  for (const { id, token } of [made, next, byClient]) {
    assert.equal((await server.send('GET', '/customers', { token })).status, 401)
    assert.equal((await server.send('GET', `/tokens/${id}`)).status, 404)
  }
  for (const { token } of [successor, ofOther]) {
    assert.equal((await server.send('GET', '/customers', { token })).status, 200)
  }
})

test('it lasts no longer than its client, and makes none that lasts longer than itself', async () => {
  const expires_at = new Date(Date.now() + 60_000).toISOString()
  const brief = await byForm(await newClient({ expires_at }))
  assert.ok(brief.body.expires_in > 0 && brief.body.expires_in <= 60, brief.text)
  const { access_token: token } = (await byForm(await newClient())).body
  const body = { name: 'longer', scopes: ['orders:read'] }
  const made = await server.send('POST', '/tokens', { token, body })
  assert.deepEqual([made.status, made.body.errors[0].code], [422, 'outlives_maker'])
})

test('access tokens are not listed, nor clients themselves', async () => {
  const client = await newClient()
  const { access_token: token } = (await byForm(client)).body
  const { rows } = await sql<{ id: number }>`
    select id from tokens where id_client = ${client.id}`.execute(server.db)
  const [{ id } = { id: 0 }] = rows
  const listed = await server.send('GET', '/tokens?limit=100&sort=-id')
  assert.ok(!listed.body.data.some((one: { id: number }) => one.id === id))
  assert.equal((await server.send('GET', `/tokens/${id}`)).status, 404)
  refused(await byForm({ id, token }), 401, 'invalid_client')
})

test('unknown clients are refused, with a challenge', async () => {
  const client = await newClient()
  const other = await newClient()
  const stranger = await server.newAccount('Stranger')
  const ended = await inTransaction(server.db, (tx) =>
    createToken(tx, {
      account_id: server.account_id,
      name: 'ended',
      scopes: ['*'],
      expires_at: '2020-01-01T00:00:00.000Z',
    }),
  )
  const wrong: Client[] = [
    { ...client, id: other.id },
    { ...client, token: other.token },
    { ...client, token: stranger.token },
    { ...client, token: `pdo_${server.account_id}_${'x'.repeat(43)}` },
    { ...client, token: 'nonsense' },
    { ...client, id: 2 ** 53 },
    ended,
  ]
  for (const one of wrong) {
    refused(await byForm(one), 401, 'invalid_client')
    refused(await byHeader(one), 401, 'invalid_client')
  }
  refused(await ask(grant), 401, 'invalid_client')
  refused(await ask({ ...grant, client_id: '1' }), 401, 'invalid_client')
  for (const authorization of ['Basic', 'Basic %%', 'Basic JTo=', `Bearer ${client.token}`])
    refused(await ask(grant, { headers: { authorization } }), 401, 'invalid_client')
})

test('what is wrong with a request is said as RFC 6749 has it', async () => {
  const { id, token } = await newClient({ scopes: ['orders:read'] })
  const headers = basic(id, token)
  const wrong: [form: Record<string, string> | string, error: string][] = [
    [{}, 'invalid_request'],
    [{ grant_type: '' }, 'invalid_request'],
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
    [{ ...grant, scope: 'orders:write' }, 'invalid_scope'],
    [{ ...grant, scope: '*' }, 'invalid_scope'],
    [{ ...grant, scope: 'orders:read  orders:read' }, 'invalid_scope'],
    [{ ...grant, scope: 'naïve "\\' }, 'invalid_scope'],
    [{ ...grant, client_secret: token }, 'invalid_request'],
    [{ ...grant, client_id: '999' }, 'invalid_request'],
    ['grant_type=client_credentials&grant_type=client_credentials', 'invalid_request'],
  ]
  for (const [form, error] of wrong) refused(await ask(form, { headers }), 400, error)
  const json = { ...headers, 'content-type': 'application/json' }
  refused(await ask(JSON.stringify(grant), { headers: json }), 400, 'invalid_request')
  const gzip = { ...headers, 'content-encoding': 'gzip' }
  refused(await ask(grant, { headers: gzip }), 400, 'invalid_request')
  const latin = {
    token: null,
    headers: { ...FORM, ...headers },
    body: Buffer.from('a=\xe9', 'latin1'),
  }
  refused(await server.send('POST', '/oauth/token', latin), 400, 'invalid_request')
  // What stands twice with the same meaning, and parameters that are not known, do no harm.
  const fine = { ...grant, client_id: String(id), audience: 'x', scope: '' }
  assert.equal((await ask(fine, { headers })).status, 200)
  const long = await ask(`a=${'x'.repeat(2 ** 20)}`, { headers })
  assert.deepEqual([long.status, long.body.code], [413, 'body_too_large'])
})

test('guesses are counted by address, requests by client', async () => {
  const limited = await startServer({ FAILED_AUTH_LIMIT: 2, RATE_LIMIT: 3 })
  after(() => limited.close())
  const made = await limited.send('POST', '/tokens', { body: { name: 'ERP', scopes: ['*'] } })
  const { id, token } = made.body.data
  const send = (client_secret: string) => {
    const form = { ...grant, client_id: String(id), client_secret }
    const body = new URLSearchParams(form).toString()
    return limited.send('POST', '/oauth/token', { token: null, body, headers: FORM })
  }
  const first = await send(token)
  assert.equal(first.headers['ratelimit'], '"token";r=2;t=60')
  const use = { token: first.body.access_token }
  assert.equal(
    (await limited.send('GET', '/customers', use)).headers['ratelimit'],
    '"token";r=1;t=60',
  )
  assert.equal((await send(token)).status, 200)
  assert.equal((await send(token)).status, 429)
  assert.equal((await limited.send('GET', '/customers', use)).status, 429)
  const guesses = [await send('x'), await send('x'), await send('x')]
  assert.deepEqual(
    guesses.map(({ status }) => status),
    [401, 401, 429],
  )
})

test('programs that speak OAuth find the endpoint by its metadata', async () => {
  const path = '/.well-known/oauth-authorization-server'
  const get = async (app: Server['app']) => (await app.inject(path)).json()
  const here = await get(server.app)
  assert.equal(here.issuer, 'http://localhost:80')
  assert.equal(here.token_endpoint, 'http://localhost:80/oauth/token')
  assert.deepEqual(here.grant_types_supported, ['client_credentials'])
  const known = ['client_secret_basic', 'client_secret_post']
  assert.deepEqual(here.token_endpoint_auth_methods_supported, known)
  const other = await startServer({ PUBLIC_URL: 'https://pedido.example.com' })
  after(() => other.close())
  assert.equal((await get(other.app)).issuer, 'https://pedido.example.com')
})

test('a client behind a proxy can’t write another host into the metadata', async () => {
  const behind = await startServer({ TRUST_PROXY: 1 })
  after(() => behind.close())
  const path = '/.well-known/oauth-authorization-server'
  const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
  const answer = await behind.app.inject({ url: path, headers })
  assert.equal(answer.json().issuer, 'https://localhost:80')
  assert.equal(answer.headers['cache-control'], 'no-store')
})
