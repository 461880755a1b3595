import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { buildApp } from '../../src/app.ts'
import { type Answer, type Server, startServer } from '../harness.ts'
import { asBrowser, cookieOf, invited, PASSWORD, type Person, person } from '../support/people.ts'

// What browsers, and pages of others in them, can do with a session.

let server: Server
let ana: Person
before(async () => {
  server = await startServer()
  ana = await person(server)
})
after(() => server.close())

const open = (path: string, body: object, headers: Record<string, string> = {}) =>
  server.send('POST', path, { token: null, body, headers })
const signIn = (body: object, headers = {}) => open('/session', body, headers)

function assertRefused({ status, body, text }: Answer, ...expected: unknown[]): void {
  assert.deepEqual([status, body.code], expected, text)
}

describe('the cookie', () => {
  const body = () => ({ email: ana.email, password: PASSWORD })
  const setCookie = ({ headers }: Answer) => String(headers['set-cookie'])

  test('is for TLS and this machine alone, and no script reads it', async () => {
    for (const host of [
      'localhost',
      'localhost:3000',
      '127.0.0.1:3000',
      '[::1]:3000',
      'pedido.localhost',
    ]) {
      assert.match(
        setCookie(await signIn(body(), { host })),
        /^__Host-pedido_session=pds_\d+_[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000; Secure,__Host-pedido_browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=15552000; Secure$/,
        host,
      )
    }
  })

  test('is not given over plain http on a network, unless that is allowed', async () => {
    for (const host of [
      '192.168.0.7:3000',
      'pedido.example',
      'localhost.example',
      '127.0.0.1.example',
    ]) {
      assertRefused(await signIn(body(), { host }), 403, 'insecure_connection')
      const { link } = await invited(server)
      const used = await open('/session/link', { link, password: PASSWORD }, { host })
      assertRefused(used, 403, 'insecure_connection')
    }
    const { config, db, resources } = server
    const lax = await buildApp({
      config: { ...config, ALLOW_INSECURE_SIGN_IN: true, TRUST_PROXY: 1 },
      database: { db, reads: db, pipelined: db, isCluster: false, isEmbedded: false },
      ...resources,
    })
    const headers = { host: '192.168.0.7:3000' }
    const plain = await lax.inject({ method: 'POST', url: '/session', headers, payload: body() })
    const cookie = String(plain.headers['set-cookie'])
    assert.match(
      cookie,
      /^pedido_session=pds_[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+,pedido_browser=/,
    )
    const sent = { ...headers, cookie: cookie.split(';')[0] ?? '' }
    assert.equal((await lax.inject({ url: '/session', headers: sent })).statusCode, 200)
    const tls = { ...headers, 'x-forwarded-proto': 'https' }
    const secure = await lax.inject({
      method: 'POST',
      url: '/session',
      headers: tls,
      payload: body(),
    })
    assert.match(String(secure.headers['set-cookie']), /^__Host-.*; Secure$/)
    await lax.close()
    // The name for plain http counts only where that is allowed.
    assert.equal((await server.send('GET', '/session', { token: null, headers: sent })).status, 401)
  })

  test('never comes with a token, and is none', async () => {
    const both = await ana.send('GET', '/orders', { token: server.token })
    assertRefused(both, 400, 'bad_request')
    const secret = ana.cookie.split('=')[1] ?? ''
    const bearer = await server.send('GET', '/orders', { token: secret })
    assertRefused(bearer, 401, 'unauthorized')
    const asCookie = asBrowser(server, `__Host-pedido_session=${server.token}`)
    assertRefused(await asCookie('GET', '/orders'), 401, 'unauthorized')
    assertRefused(await server.send('GET', '/session'), 403, 'session_required')
  })

  test('is another one at each sign-in, and the one before ends', async () => {
    const first = await signIn(body())
    const browser = asBrowser(server, cookieOf(first))
    assert.equal((await browser('GET', '/session')).status, 200)
    const second = await signIn(body(), { cookie: cookieOf(first) })
    assert.notEqual(cookieOf(second), cookieOf(first))
    assert.equal((await browser('GET', '/session')).status, 401)
    assert.equal((await asBrowser(server, cookieOf(second))('GET', '/session')).status, 200)
    // Whatever somebody planted is not taken over.
    const planted = `__Host-pedido_session=pds_${server.account_id}_${'A'.repeat(43)}`
    const own = await signIn(body(), { cookie: planted })
    assert.notEqual(cookieOf(own), planted)
  })
})

describe('pages of others', () => {
  const change = (headers: Record<string, string>, method = 'POST', path = '/customers') =>
    server.send(method, path, {
      token: null,
      headers: { cookie: ana.cookie, host: 'pedido.example', ...headers },
      ...(method === 'POST' ? { body: { name: 'Forjada' } } : {}),
    })

  test('can’t have a browser change anything', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site', origin: 'https://pedido.example' },
      { origin: 'https://evil.example' },
      { origin: 'https://pedido.example.evil.example' },
      { origin: 'null' },
      {},
    ] as Record<string, string>[]) {
      assertRefused(await change(headers), 403, 'cross_site')
      for (const path of ['/session', '/nowhere', `/customers/1`]) {
        assertRefused(await change(headers, 'DELETE', path), 403, 'cross_site')
      }
    }
    const found = await server.send('GET', '/customers?name=Forjada')
    assert.equal(found.body.pagination.total, 0)
    for (const headers of [
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://pedido.example' },
      { origin: 'http://pedido.example' },
    ] as Record<string, string>[]) {
      assert.equal((await change(headers)).status, 201, JSON.stringify(headers))
    }
  })

  test('sign nobody in', async () => {
    const body = { email: ana.email, password: PASSWORD }
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
    ] as Record<string, string>[]) {
      assertRefused(await signIn(body, headers), 403, 'cross_site')
      const { link } = await invited(server)
      assertRefused(
        await open('/session/link', { link, password: PASSWORD }, headers),
        403,
        'cross_site',
      )
    }
  })

  test('read nothing, wherever tokens of others’ pages do', async () => {
    const shop = await startServer({ CORS_ORIGIN: ['https://shop.example'] })
    const { cookie } = await person(shop)
    const answer = await shop.send('GET', '/session', {
      token: null,
      headers: { cookie, origin: 'https://shop.example' },
    })
    assert.equal(answer.headers['access-control-allow-credentials'], undefined)
    await shop.close()
  })
})
