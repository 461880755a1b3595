import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { issuerKeys } from '../../src/access/machines/issuer-keys.ts'
import { Problem } from '../../src/base/problems.ts'
import { type Server, startServer } from '../harness.ts'
import { data } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'
import { type LocalIssuer, startIssuer } from '../support/servers/issuer.ts'

// JWTs of issuers that an account trusts.

let server: Server
let issuer: LocalIssuer
let ids: Sample
before(async () => {
  issuer = await startIssuer()
  server = await startServer()
  ids = await sample(server)
})
after(async () => {
  await server.close()
  await issuer.close()
})

interface Trusted {
  id: number
  audience: string
}

const trust = (body: object = {}): Promise<Trusted> =>
  data(server, 'POST', '/trusted-issuers', {
    name: 'Login',
    issuer: issuer.url,
    scopes: ['*'],
    ...body,
  })

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

const seconds = (from: number) => Math.floor(Date.now() / 1000) + from

async function refused(token: string, status = 401): Promise<string> {
  const answer = await server.send('GET', '/orders', { token })
  assert.equal(answer.status, status, answer.text)
  if (status === 401)
    assert.equal(answer.headers['www-authenticate'], 'Bearer realm="pedido", error="invalid_token"')
  return answer.body.detail
}

async function accepted(token: string): Promise<void> {
  const { status, text } = await server.send('GET', '/orders', { token })
  assert.equal(status, 200, text)
}

test('a JWT of a trusted issuer is a token, by each algorithm that is taken', async () => {
  const { audience } = await trust()
  assert.match(audience, new RegExp(`^pda_${server.account_id}_`))
  for (const alg of ['RS256', 'PS256', 'ES256', 'EdDSA']) {
    const own = await startIssuer()
    after(() => own.close())
    await own.newKey(alg)
    const { audience: aud } = await trust({ issuer: own.url, jwks_url: `${own.url}/keys` })
    await accepted(await own.sign({ aud, scope: 'orders:read' }))
    await server.send('GET', '/orders', { token: await own.sign({ aud: ['x', aud], scope: '*' }) })
  }
})

test('history names the issuer and the subject', async () => {
  const { id, audience: aud } = await trust({ name: 'Keycloak' })
  const token = await issuer.sign({ aud, sub: 'erp@aurora', scope: 'orders:write' })
  const body = { id_customer: ids.customer }
  const made = await server.send('POST', '/orders', { token, body })
  assert.equal(made.status, 201, made.text)
  const { body: history } = await server.send('GET', `/orders/${made.body.data.id}/history`)
  assert.deepEqual(history.data[0].token, { id, name: 'Keycloak: erp@aurora' })
})

test('a JWT that is not right is refused, and told why', async () => {
  const { audience: aud } = await trust({ subjects: ['erp', 'x'.repeat(255)] })
  const right = { aud, scope: 'orders:read' }
  await accepted(await issuer.sign(right))
  const other = await startIssuer()
  after(() => other.close())
  const wrong: [jwt: string, why: RegExp][] = [
    [await issuer.sign({ ...right, aud: 'pedido' }), /audience/],
    [await issuer.sign({ scope: '*' }), /audience/],
    [await issuer.sign({ ...right, aud: `pda_${server.account_id}_${'x'.repeat(43)}` }), /trusted/],
    [await issuer.sign({ ...right, aud: aud.replace(/^pda_\d+_/, 'pda_999999_') }), /trusted/],
    [await issuer.sign({ ...right, exp: seconds(-120) }), /expired/],
    [await issuer.sign({ ...right, exp: 1e15 }), /exp/],
    [await issuer.sign({ ...right, exp: seconds(1e13) }), /exp/],
    [await issuer.sign({ ...right, nbf: seconds(120) }), /not valid yet/],
    [await issuer.sign({ ...right, iss: `${issuer.url}/` }), /another issuer/],
    [await issuer.sign({ ...right, sub: 'somebody' }), /subject/],
    [await issuer.sign(right, { kid: 'unknown' }), /key/],
    [await other.sign({ ...right, iss: issuer.url }), /signature/],
    [`${await issuer.sign(right)}x`, /signature/],
  ]
  for (const [jwt, why] of wrong) assert.match(await refused(jwt), why)
  await accepted(await issuer.sign({ ...right, exp: seconds(-5), nbf: seconds(-60) }))
})

test('neither no signature nor one by the public key is taken', async () => {
  const { audience: aud } = await trust()
  const claims = { iss: issuer.url, sub: 'erp', aud, scope: '*', exp: seconds(300) }
  const none = `${base64({ alg: 'none', typ: 'JWT' })}.${base64(claims)}.`
  assert.match(await refused(none), /signature/)
  const [key] = issuer.keys()
  const signed = `${base64({ alg: 'HS256', kid: 'key-0' })}.${base64(claims)}`
  for (const secret of [JSON.stringify(key), Buffer.from(String((key as { x: string }).x))]) {
    const mac = createHmac('sha256', secret).update(signed).digest('base64url')
    assert.match(await refused(`${signed}.${mac}`), /signature/)
  }
  for (const jwt of [
    `eyJ.${base64(claims)}.x`,
    'eyJ.x.x',
    `${base64({ alg: 'ES256' })}.${base64([])}.x`,
  ])
    await refused(jwt)
})

test('a JWT without an end or a subject is refused', async () => {
  const { audience: aud } = await trust()
  assert.match(await refused(await issuer.sign({ aud, sub: '' })), /subject/)
  assert.match(await refused(await issuer.sign({ aud, sub: 'a\nb' })), /subject/)
  assert.match(await refused(await issuer.sign({ aud, sub: 'x'.repeat(256) })), /subject/)
})

test('no account takes the tokens of another, be it by the same issuer', async () => {
  const { audience: aud } = await trust()
  const stranger = await server.newAccount('Stranger')
  const body = { name: 'Login', issuer: issuer.url, scopes: ['*'], audience: aud }
  const squatting = await server.send('POST', '/trusted-issuers', { token: stranger.token, body })
  assert.equal(squatting.status, 422)
  const { audience: _, ...own } = body
  const made = await server.send('POST', '/trusted-issuers', { token: stranger.token, body: own })
  assert.notEqual(made.body.data.audience, aud)
  const order = await data(server, 'POST', '/orders', { id_customer: ids.customer })
  const theirs = await issuer.sign({ aud: made.body.data.audience, scope: '*' })
  assert.equal((await server.send('GET', `/orders/${order.id}`, { token: theirs })).status, 404)
  const ours = await issuer.sign({ aud, scope: '*' })
  assert.equal((await server.send('GET', `/orders/${order.id}`, { token: ours })).status, 200)
})

test('what a JWT may do follows from its claim, and is never more than its issuer may', async () => {
  const statuses = async (aud: string, claims: object) => {
    const token = await issuer.sign({ aud, ...claims })
    const paths = ['/orders', '/customers', '/tokens']
    const answers = await Promise.all(paths.map((path) => server.send('GET', path, { token })))
    return answers.map(({ status }) => status)
  }
  const plain = await trust({ scopes: ['orders:read', 'customers:read'] })
  assert.deepEqual(await statuses(plain.audience, {}), [403, 403, 403])
  const many = { scope: 'openid orders:read tokens:manage' }
  assert.deepEqual(await statuses(plain.audience, many), [200, 403, 403])
  assert.deepEqual(await statuses(plain.audience, { scope: '*' }), [200, 200, 403])
  const mapped = await trust({
    claim: 'realm_access.roles',
    scope_map: { reader: ['orders:read'], chief: ['*'] },
    scopes: ['orders:read', 'tokens:manage'],
  })
  const roles = (...all: unknown[]) => ({ realm_access: { roles: all } })
  assert.deepEqual(await statuses(mapped.audience, roles('reader', 7)), [200, 403, 403])
  assert.deepEqual(await statuses(mapped.audience, roles('chief')), [200, 403, 200])
  assert.deepEqual(
    await statuses(mapped.audience, roles('orders:read', 'toString')),
    [403, 403, 403],
  )
  const named = await trust({ claim: 'https://aurora.example/roles' })
  const claims = { 'https://aurora.example/roles': ['customers:read'] }
  assert.deepEqual(await statuses(named.audience, claims), [403, 200, 403])
})

test('a restricted issuer’s JWTs see and write its orders', async () => {
  const order = await data(server, 'POST', '/orders', { id_customer: ids.customer })
  const own = { id_customer: ids.customer, id_user: ids.user }
  const seen = await data(server, 'POST', '/orders', own)
  const { audience: aud } = await trust({ only: { id_user: [ids.user] } })
  const token = await issuer.sign({ aud, scope: '*' })
  assert.equal((await server.send('GET', `/orders/${order.id}`, { token })).status, 404)
  assert.equal((await server.send('GET', `/orders/${seen.id}`, { token })).status, 200)
})

test('changing or removing an issuer is felt by its JWTs, and shown', async () => {
  const made = await trust()
  const path = `/trusted-issuers/${made.id}`
  const token = await issuer.sign({ aud: made.audience, scope: 'orders:read' })
  await accepted(token)
  const read = await server.send('GET', path)
  const headers = { 'if-match': read.headers['etag'] ?? '' }
  const narrow = { body: { scopes: ['customers:read'] }, headers }
  const changed = await server.send('PATCH', path, narrow)
  assert.deepEqual(changed.body.data, { ...read.body.data, scopes: ['customers:read'] })
  assert.equal((await server.send('GET', '/orders', { token })).status, 403)
  await server.send('PATCH', path, { body: { scopes: ['*'], subjects: ['another'] } })
  assert.match(await refused(token), /subject/)
  await server.send('PATCH', path, { body: { subjects: null } })
  await accepted(token)
  assert.equal((await server.send('DELETE', path)).status, 200)
  assert.match(await refused(token), /no longer trusted/)
  assert.equal((await server.send('GET', path)).status, 404)
  const listed = await server.send('GET', '/trusted-issuers?limit=100')
  assert.ok(!listed.body.data.some(({ id }: Trusted) => id === made.id))
  assert.ok(
    (await server.send('GET', '/tokens?limit=100')).body.data.every(
      (one: Trusted) => one.id !== made.id,
    ),
  )
})

test('a JWT makes no token that outlives it, and nobody makes an issuer of more than himself', async () => {
  const { id, audience: aud } = await trust()
  const token = await issuer.sign({ aud, scope: '*' })
  const body = { name: 'longer', scopes: ['*'] }
  const made = await server.send('POST', '/tokens', { token, body })
  assert.deepEqual([made.status, made.body.errors[0].code], [422, 'outlives_maker'])
  const issuerOf = { name: 'x', issuer: issuer.url, scopes: ['orders:read'] }
  const more = await server.send('POST', '/trusted-issuers', { token, body: issuerOf })
  assert.deepEqual([more.status, more.body.errors[0].code], [422, 'outlives_maker'])
  const manager = await server.newToken('tokens:manage')
  const asManager = { token: manager, body: issuerOf }
  assert.equal((await server.send('POST', '/trusted-issuers', asManager)).status, 403)
  // Whoever chooses the keys can sign what he likes.
  const keys = { token: manager, body: { jwks_url: `${issuer.url}/others` } }
  assert.equal((await server.send('PATCH', `/trusted-issuers/${id}`, keys)).status, 403)
  const narrower = { token: manager, body: { scopes: ['tokens:manage'] } }
  assert.equal((await server.send('PATCH', `/trusted-issuers/${id}`, narrower)).status, 403)
  assert.equal(
    (await server.send('DELETE', `/trusted-issuers/${id}`, { token: manager })).status,
    403,
  )
})

test('tokens that a JWT made end with its issuer', async () => {
  const { id, audience: aud } = await trust()
  const expires_at = new Date(Date.now() + 10_000).toISOString()
  const made = await server.send('POST', '/tokens', {
    token: await issuer.sign({ aud, scope: '*' }),
    body: { name: 'made', scopes: ['orders:read'], expires_at },
  })
  const { token } = made.body.data
  assert.equal((await server.send('GET', '/orders', { token })).status, 200)
  await server.send('DELETE', `/trusted-issuers/${id}`)
  assert.equal((await server.send('GET', '/orders', { token })).status, 401)
})

test('addresses of keys are those that may be called', async () => {
  const ask = async (body: object) => {
    const whole = { name: 'x', scopes: ['*'], issuer: issuer.url, ...body }
    const { status, body: said } = await server.send('POST', '/trusted-issuers', { body: whole })
    return [status, said.errors?.[0]?.pointer]
  }
  assert.deepEqual(await ask({ issuer: 'accounts.example.com' }), [422, '/issuer'])
  assert.deepEqual(await ask({ issuer: 'http://10.0.0.1/' }), [422, '/issuer'])
  assert.deepEqual(await ask({ jwks_url: 'https://169.254.169.254/' }), [422, '/jwks_url'])
  const { id } = await trust()
  const at = { body: { jwks_url: 'https://nowhere.example.org/' } }
  assert.equal((await server.send('PATCH', `/trusted-issuers/${id}`, at)).status, 422)
})

test('an account trusts so many issuers', async () => {
  const { token } = await server.newAccount('Many')
  const body = { name: 'x', issuer: issuer.url, scopes: ['*'] }
  for (let i = 0; i < 20; i++)
    assert.equal((await server.send('POST', '/trusted-issuers', { token, body })).status, 201)
  const more = await server.send('POST', '/trusted-issuers', { token, body })
  assert.deepEqual([more.status, more.body.code], [409, 'limit_reached'])
})

test('an issuer that does not answer is 503, and not asked by each request', async () => {
  const silent = await startIssuer()
  after(() => silent.close())
  silent.answer = { status: 500, text: '' }
  const { audience: aud } = await trust({ issuer: silent.url })
  for (let i = 0; i < 3; i++) await refused(await silent.sign({ aud, scope: String(i) }), 503)
  assert.equal(silent.asked, 1)
})

test('keys are read once, again for a new one, and not for each that is unknown', async () => {
  const own = await startIssuer()
  after(() => own.close())
  const { audience: aud } = await trust({ issuer: own.url })
  const ask = async () => accepted(await own.sign({ aud, scope: 'orders:read' }))
  await Promise.all([ask(), ask(), ask()])
  assert.equal(own.asked, 1)
  await own.newKey()
  await ask()
  assert.equal(own.asked, 2)
  for (const kid of ['a', 'b', 'c'])
    assert.match(await refused(await own.sign({ aud }, { kid })), /key/)
  assert.equal(own.asked, 2)
})

test('keys are renewed beside the requests, and go by while the issuer fails, for an hour', async () => {
  const own = await startIssuer()
  after(() => own.close())
  let now = 0
  const keys = issuerKeys(server.resources.outbound, () => now)
  const source = { issuer: own.url, jwks_url: null }
  const minutes = 60_000
  const first = await keys.of(source)
  now = 11 * minutes
  assert.equal(await keys.of(source), first)
  const renewed = async () => (await keys.of(source)) !== first
  while (!(await renewed())) await new Promise(setImmediate)
  assert.equal(own.asked, 2)
  own.answer = { status: 200, text: 'x'.repeat(300_000) }
  now = 60 * minutes
  await keys.of(source)
  now = 72 * minutes
  await assert.rejects(
    keys.of(source),
    (error) => error instanceof Problem && error.code === 'unavailable',
  )
  own.answer = undefined
  await assert.rejects(keys.of(source))
  now += 31_000
  await keys.of(source)
})
