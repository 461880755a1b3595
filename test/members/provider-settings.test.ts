import assert from 'node:assert/strict'
import { createServer, type Server as HttpServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, type Server, startServer } from '../harness.ts'
import { cookieOf, person } from '../support/people.ts'
import { startIssuer } from '../support/servers/issuer.ts'
import {
  CLIENT,
  SCOPE,
  startProvider,
  type TestProvider,
} from '../support/servers/oidc-provider.ts'

// Where members of an account sign in by OpenID Connect: who says so, and what becomes of providers
// that are no good.

let server: Server
let provider: TestProvider
const closing: (() => unknown)[] = []
before(async () => {
  server = await startServer()
  provider = await startProvider(
    [1, 2, 3, 4, 5].map((n) => `http://localhost/console/provider/${n}`),
  )
})
after(async () => {
  await server.close()
  await provider.close()
  for (const close of closing) await close()
})

const settings = (more: object = {}) => ({
  name: 'Aurora',
  issuer: provider.issuer,
  ...CLIENT,
  scope: SCOPE,
  ...more,
})

const put = (body: object, token: string | null = server.token) =>
  server.send('PUT', '/sign-in-provider', { token, body })

function assertRefused({ status, body, text }: Answer, ...expected: unknown[]): void {
  assert.deepEqual([status, body.code], expected, text)
}

const begin = (account = server.account_id) =>
  server.send('POST', '/session/provider/options', { token: null, body: { account } })

/** Signs in at a provider, as far as one comes. */
async function signIn(at: TestProvider, sub: string, account: number): Promise<Answer> {
  const begun = await begin(account)
  assert.equal(begun.status, 200, begun.text)
  const back = await at.visit(begun.body.data.url, sub)
  return server.send('POST', '/session/provider', {
    token: null,
    headers: { cookie: cookieOf(begun) },
    body: { account, answer: back.search.slice(1) },
  })
}

/** Something else than a provider, by its address. */
async function listening(answer: (address: string) => RequestListener): Promise<string> {
  let listener: RequestListener = () => {}
  const other: HttpServer = createServer((...given) => listener(...given))
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  listener = answer(address)
  closing.push(() => {
    other.closeAllConnections()
    other.close()
  })
  return address
}

/** What says the metadata of a provider, with what a test has it say. */
const metadata = (more: (address: string) => object) =>
  listening((address) => (_request, response) => {
    const said = {
      issuer: address,
      authorization_endpoint: `${address}/auth`,
      token_endpoint: `${address}/token`,
      jwks_uri: `${address}/jwks`,
      ...more(address),
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
  })

describe('the setting', () => {
  test('is read without the secret, changed and removed, and told to the audit', async () => {
    assertRefused(await server.send('GET', '/sign-in-provider'), 404, 'not_found')
    assertRefused(await server.send('DELETE', '/sign-in-provider'), 404, 'not_found')
    assertRefused(await begin(), 404, 'not_found')
    const made = await put(settings())
    assert.equal(made.status, 200, made.text)
    const { created_at, updated_at, ...shown } = made.body.data
    assert.deepEqual(shown, {
      name: 'Aurora',
      issuer: provider.issuer,
      client_id: CLIENT.client_id,
      scope: SCOPE,
      role_claim: 'roles',
      role_map: null,
      creates_members: false,
      trusts_emails: false,
      redirect_uri: `http://localhost/console/provider/${server.account_id}`,
    })
    const read = await server.send('GET', '/sign-in-provider')
    assert.deepEqual(read.body.data, made.body.data)
    assert.ok(!read.text.includes('a secret of the client'))
    const kept = await sql<{ text: string }>`
      select encode(client_secret, 'escape') as text from sign_in_providers`.execute(server.db)
    assert.ok(!kept.rows[0]?.text.includes('secret of'))
    const again = await server.send('GET', '/sign-in-provider', {
      headers: { 'if-none-match': String(read.headers['etag']) },
    })
    assert.equal(again.status, 304)
    const bare = await server.send('GET', '/sign-in-provider', { headers: { 'if-match': 'bare' } })
    assert.equal(bare.status, 400)
    const removed = await server.send('DELETE', '/sign-in-provider')
    assert.equal(removed.body.deletedId, server.account_id)
    const audit = await sql<{ type: string }>`
      select type from events where account_id = ${server.account_id} and type like 'audit.provider%'
       order by id`.execute(server.db)
    assert.deepEqual(
      audit.rows.map(({ type }) => type),
      ['audit.provider_created', 'audit.provider_deleted'],
    )
  })

  test('keeps its secret for the same issuer alone', async () => {
    const { client_secret, ...without } = settings()
    assertRefused(await put(without), 422, 'validation_failed')
    assert.equal((await put(settings())).status, 200)
    assert.equal((await put({ ...without, name: 'Aurora 2' })).status, 200)
    assert.equal((await begin()).status, 200)
    const moved = await put({ ...without, issuer: 'http://127.0.0.1:9' })
    assertRefused(moved, 422, 'validation_failed')
    assert.equal(moved.body.errors[0].pointer, '/client_secret')
  })

  test('is for who may do and see everything', async () => {
    const weak = await server.newToken('members:manage')
    assertRefused(await put(settings(), weak), 403, 'insufficient_scope')
    const removed = await server.send('DELETE', '/sign-in-provider', { token: weak })
    assertRefused(removed, 403, 'insufficient_scope')
    assert.equal((await server.send('GET', '/sign-in-provider', { token: weak })).status, 200)
    const { body: branch } = await server.send('POST', '/branch-companies', {
      body: { name: 'Filial' },
    })
    const only = { id_branch_company: [branch.data.id] }
    const { body: narrow } = await server.send('POST', '/tokens', {
      body: { name: 'restricted', scopes: ['*'], only },
    })
    assertRefused(await put(settings(), narrow.data.token), 403, 'insufficient_scope')
    const manager = await person(server, { role: 'manager' })
    const answer = await manager.send('GET', '/sign-in-provider')
    assertRefused(answer, 403, 'insufficient_scope')
  })

  test('takes no address that is not called, no members without roles, and nothing else wrong', async () => {
    const wrongs: [body: object, pointer: string][] = [
      [{ issuer: 'https://10.0.0.1' }, '/issuer'],
      [{ issuer: 'javascript:alert(1)' }, '/issuer'],
      [{ issuer: 'https://169.254.169.254/latest' }, '/issuer'],
      [{ creates_members: true }, '/creates_members'],
      [{ scope: 'email' }, '/scope'],
      [{ role_map: { a: 'king' } }, '/role_map/a'],
    ]
    for (const [wrong, pointer] of wrongs) {
      const refused = await put(settings(wrong))
      assertRefused(refused, 422, 'validation_failed')
      assert.equal(refused.body.errors[0].pointer, pointer, refused.text)
    }
  })

  test('needs the key of secrets', async () => {
    const keyless = await startServer({ DATABASE_URL: 'postgres://nowhere', SECRET_KEY: undefined })
    closing.push(() => keyless.close())
    const refused = await keyless.send('PUT', '/sign-in-provider', { body: settings() })
    assertRefused(refused, 503, 'secret_key_missing')
  })
})

describe('what the page to sign in offers', () => {
  const ways = async (query = '') =>
    (await server.send('GET', `/session/ways${query}`, { token: null })).body.data.provider

  test('the provider of the only account, and of others for who asks for it', async () => {
    const { account_id } = server
    await put(settings())
    assert.deepEqual(await ways(), { account: account_id, name: 'Aurora' })
    const other = await server.newAccount('another')
    assert.equal(await ways(), null)
    assert.deepEqual(await ways(`?account=${account_id}`), { account: account_id, name: 'Aurora' })
    assert.equal(await ways(`?account=${other.account_id}`), null)
    assert.equal(await ways('?account=999999'), null)
    const wrong = await server.send('GET', '/session/ways?account=x', { token: null })
    assertRefused(wrong, 400, 'invalid_parameter')
  })
})

describe('two accounts', () => {
  test('with providers of their own know nobody of each other', async () => {
    const roles = { role_map: { mesa: 'operator' }, creates_members: true }
    const other = await startProvider(
      [1, 2, 3, 4, 5].map((n) => `http://localhost/console/provider/${n}`),
    )
    closing.push(other.close)
    const { account_id, token } = await server.newAccount('of another provider')
    await put(settings(roles))
    await put({ ...settings(roles), issuer: other.issuer }, token)
    // The same subject and e-mail, and two people.
    for (const one of [provider, other]) {
      one.accounts.set('1', { email: 'eu@x.example', email_verified: true, roles: ['mesa'] })
    }
    const [here, there] = [
      await signIn(provider, '1', server.account_id),
      await signIn(other, '1', account_id),
    ]
    assert.deepEqual([here.status, there.status], [201, 201], there.text)
    assert.equal(here.body.data.account.id, server.account_id)
    assert.equal(there.body.data.account.id, account_id)
    assert.notEqual(here.body.data.member.id, there.body.data.member.id)
    // An answer to one of them is none for the other.
    const begun = await begin(account_id)
    const back = await other.visit(begun.body.data.url, '1')
    const crossed = await server.send('POST', '/session/provider', {
      token: null,
      headers: { cookie: cookieOf(begun) },
      body: { account: server.account_id, answer: back.search.slice(1) },
    })
    assertRefused(crossed, 410, 'challenge_gone')
  })
})

test('nobody comes in by a provider that was removed meanwhile, or by what is no answer', async () => {
  await put(settings())
  provider.accounts.set('4', { email: 'eu@x.example', email_verified: true })
  const begun = await begin()
  const back = await provider.visit(begun.body.data.url, '4')
  await server.send('DELETE', '/sign-in-provider')
  const body = { account: server.account_id, answer: back.search.slice(1) }
  const headers = { cookie: cookieOf(begun) }
  const finish = { token: null, headers, body }
  assertRefused(await server.send('POST', '/session/provider', finish), 404, 'not_found')
  for (const path of ['/session/provider', '/session/provider/options']) {
    const refused = await server.send('POST', path, { token: null, body: { account: 'x' } })
    assertRefused(refused, 422, 'validation_failed')
  }
})

test('what the database does not answer is told without any internals', async () => {
  const broken = await startServer()
  closing.push(() => broken.close())
  const body = { account: broken.account_id }
  await broken.send('PUT', '/sign-in-provider', { body: settings() })
  const begun = await broken.send('POST', '/session/provider/options', { token: null, body })
  const headers = { cookie: cookieOf(begun) }
  const state = new URL(begun.body.data.url).searchParams.get('state')
  const finish = { token: null, headers, body: { ...body, answer: `code=x&state=${state}` } }
  const fail = (sqlstate: string) =>
    sql`create or replace function fail() returns boolean language plpgsql as ${sql.raw(
      `$$ begin raise exception 'secret internals' using errcode = '${sqlstate}'; end $$`,
    )}`.execute(broken.db)
  await fail('XX000')
  await sql`alter table sign_in_providers rename to kept_providers`.execute(broken.db)
  await sql`create view sign_in_providers as select * from kept_providers where fail()`.execute(
    broken.db,
  )
  const ways = () => broken.send('GET', '/session/ways', { token: null })
  assertRefused(await ways(), 500, 'internal_error')
  const answer = await broken.send('POST', '/session/provider', finish)
  assertRefused(answer, 500, 'internal_error')
  assert.doesNotMatch(answer.text, /secret|select/)
  await fail('53300')
  assertRefused(await ways(), 503, 'unavailable')
})

describe('a provider that is no good', () => {
  const pointed = async (issuer: string) => {
    assert.equal((await put(settings({ issuer }))).status, 200)
    return begin()
  }

  test('is down: people are told so, and may try again', async () => {
    const closed = await startProvider(['http://localhost/console/provider/1'])
    await closed.close()
    const refused = await pointed(closed.issuer)
    assertRefused(refused, 503, 'unavailable')
    assert.match(refused.body.detail, /can’t be reached just now \(connection\)/)
    assert.equal(refused.headers['retry-after'], '10')
  })

  test('breaks down while somebody is there', async () => {
    await put(settings())
    provider.accounts.set('2', { email: 'eu@x.example', email_verified: true })
    const begun = await begin()
    const back = await provider.visit(begun.body.data.url, '2')
    provider.broken = 500
    const body = { account: server.account_id, answer: back.search.slice(1) }
    const headers = { cookie: cookieOf(begun) }
    const answer = await server.send('POST', '/session/provider', { token: null, headers, body })
    provider.broken = undefined
    assertRefused(answer, 503, 'unavailable')
  })

  test('answers as something else, or for another issuer', async () => {
    const page = await listening(() => (_request, response) => response.end('<html>'))
    assertRefused(await pointed(page), 503, 'unavailable')
    const foreign = await metadata(() => ({ issuer: provider.issuer }))
    assertRefused(await pointed(foreign), 503, 'unavailable')
    const endless = await listening(() => (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(`"${'x'.repeat(300_000)}"`)
    })
    assertRefused(await pointed(endless), 503, 'unavailable')
  })

  test('sends browsers nowhere but to pages', async () => {
    for (const page of ['javascript:alert(1)//x', 'data:text/html,x', 'ftp://127.0.0.1/']) {
      const evil = await metadata(() => ({ authorization_endpoint: page }))
      assertRefused(await pointed(evil), 503, 'unavailable')
    }
  })

  test('does not have the service call what it must not', async () => {
    const inner = 'http://10.0.0.1/token'
    const evil = await metadata(() => ({ token_endpoint: inner, jwks_uri: inner }))
    const begun = await pointed(evil)
    assert.equal(begun.status, 200, begun.text)
    const state = new URL(begun.body.data.url).searchParams.get('state')
    const answer = await server.send('POST', '/session/provider', {
      token: null,
      headers: { cookie: cookieOf(begun) },
      body: { account: server.account_id, answer: `code=x&state=${state}` },
    })
    assertRefused(answer, 503, 'unavailable')
    assert.match(answer.body.detail, /refused_address/)
  })

  test('does not know this service’s secret', async () => {
    await put(settings({ client_secret: 'another' }))
    const answer = await signIn(provider, '2', server.account_id)
    assertRefused(answer, 403, 'sign_in_refused')
    assert.match(answer.body.detail, /client or secret is wrong/)
  })

  test('gives tokens that are over, for another, of another, or signed by nobody', async () => {
    const forger = await startIssuer()
    closing.push(forger.close)
    await forger.newKey()
    const stranger = await startIssuer()
    closing.push(stranger.close)
    await stranger.newKey()
    forger.tokens = {}
    await put(settings({ issuer: forger.url, trusts_emails: true }))
    const { account_id } = server
    const answered = async (make: (nonce: string) => Promise<string>) => {
      const begun = await begin()
      const { searchParams } = new URL(begun.body.data.url)
      const id_token = await make(searchParams.get('nonce') ?? '')
      forger.tokens = { access_token: 'x', token_type: 'Bearer', id_token }
      return server.send('POST', '/session/provider', {
        token: null,
        headers: { cookie: cookieOf(begun) },
        body: { account: account_id, answer: `code=x&state=${searchParams.get('state')}` },
      })
    }
    const ana = await person(server)
    const claims = { aud: CLIENT.client_id, email: ana.email, iat: Math.floor(Date.now() / 1000) }
    const wrongs: Record<string, (nonce: string) => Promise<string>> = {
      expired: (nonce) => forger.sign({ ...claims, nonce, exp: claims.iat - 3600 }),
      'for another': (nonce) => forger.sign({ ...claims, nonce, aud: 'another' }),
      'of another': (nonce) => forger.sign({ ...claims, nonce, iss: stranger.url }),
      'signed by another': (nonce) => stranger.sign({ ...claims, nonce, iss: forger.url }),
      'without a nonce': () => forger.sign(claims),
      'signed by nobody': async (nonce) => {
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
        const said = { ...claims, nonce, iss: forger.url, sub: 'x', exp: claims.iat + 600 }
        return `${part({ alg: 'none' })}.${part(said)}.`
      },
    }
    for (const [name, make] of Object.entries(wrongs)) {
      const answer = await answered(make)
      assert.equal(answer.body.code, 'sign_in_refused', `${name}: ${answer.text}`)
      assert.match(answer.body.detail, /does not hold/, name)
    }
    const right = await answered((nonce) => forger.sign({ ...claims, nonce }))
    assert.equal(right.status, 201, right.text)
    assert.equal(right.body.data.member.id, ana.id)
  })
})
