import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createToken } from '../../src/accounts/commands.ts'
import { buildApp } from '../../src/app.ts'
import type { Config } from '../../src/config.ts'
import { inTransaction } from '../../src/database/database.ts'
import { openResources } from '../../src/processes/serve.ts'
import { type Answer, type SendOptions, type Server, startServer } from '../harness.ts'

// What a request needs to be answered, and how often. Who may ask what: matrix.test.ts. What a token itself is:
// tokens.test.ts.

let server: Server
before(async () => {
  server = await startServer()
})
after(() => server.close())

const CHALLENGE = 'Bearer realm="pedido"'

function assertUnauthorized(answer: Answer, challenge: string, what: string): void {
  assert.deepEqual([answer.status, answer.body.code], [401, 'unauthorized'], what)
  assert.equal(answer.headers['www-authenticate'], challenge, what)
  assert.equal(answer.headers['x-request-id'], answer.body.request_id)
  assert.equal(answer.body.meta.version, '1.0.0')
}

describe('a token comes before everything else', () => {
  test('a token that is no good does not close what is open', async () => {
    for (const path of ['/health/live', '/health/ready', '/session/ways']) {
      for (const token of [null, 'nonsense'])
        assert.equal((await server.send('GET', path, { token })).status, 200, path)
    }
  })

  test('whatever else is wrong with the request', async () => {
    const wrong: [method: string, path: string, options?: SendOptions][] = [
      ['GET', '/nowhere'],
      ['GET', '/'],
      ['GET', '/v2/nowhere?limit=0'],
      ['DELETE', '/orders'],
      ['PROPFIND', '/orders'],
      ['OPTIONS', '/orders'],
      ['POST', '/health/live'],
      ['GET', '/orders/x?limit=%zz'],
      ['GET', '/orders/%ff'],
      ['POST', '/orders', { body: '{' }],
      ['POST', '/orders', { body: 'x', headers: { 'content-type': 'text/plain' } }],
      ['POST', '/orders', { body: 'x'.repeat(2_000_000) }],
      ['GET', '/orders', { headers: { accept: 'text/html' } }],
      ['GET', '/orders', { headers: { 'content-encoding': 'gzip' } }],
    ]
    for (const [method, path, options] of wrong) {
      const answer = await server.send(method, path, { ...options, token: null })
      assertUnauthorized(answer, CHALLENGE, `${method} ${path}`)
    }
    assert.equal((await server.send('HEAD', '/orders', { token: null })).status, 401)
  })

  test('the documents are open', async () => {
    for (const url of ['/openapi.json', '/v2/openapi.json', '/docs', '/docs/errors']) {
      const { statusCode } = await server.app.inject({ url })
      assert.equal(statusCode, 200, url)
    }
  })

  test('malformed, unknown, expired and revoked ones', async () => {
    const made = await inTransaction(server.db, (tx) =>
      createToken(tx, {
        account_id: server.account_id,
        name: 'expired',
        scopes: ['*'],
        expires_at: '2020-01-01T00:00:00.000Z',
      }),
    )
    const created = await server.send('POST', '/tokens', { body: { name: 'gone', scopes: ['*'] } })
    await server.send('DELETE', `/tokens/${created.body.data.id}`)
    const [prefix, account, secret = ''] = server.token.split('_')
    const invalid = `${CHALLENGE}, error="invalid_token"`
    for (const token of [
      made.token,
      created.body.data.token,
      'nonsense',
      `${server.token}x`,
      server.token.slice(0, -1),
      `${prefix}_${Number(account) + 1}_${secret}`,
      `${prefix}_9999999999999999999999_${secret}`,
      `${prefix}_-1_${secret}`,
      `${prefix}_${account}_${secret.toUpperCase()}`,
    ]) {
      assertUnauthorized(await server.send('GET', '/orders', { token }), invalid, token)
    }
    const malformed = `${CHALLENGE}, error="invalid_request"`
    for (const [authorization, challenge] of [
      ['', CHALLENGE],
      ['Basic YTpi', CHALLENGE],
      ['Bearer', malformed],
      [`Bearer ${server.token} x`, malformed],
      ['Bearer é', malformed],
    ] as const) {
      const options = { token: null, headers: { authorization } }
      assertUnauthorized(await server.send('GET', '/orders', options), challenge, authorization)
    }
    const query = await server.send('GET', `/orders?access_token=${server.token}`, { token: null })
    assertUnauthorized(query, CHALLENGE, 'a token in the query')
  })
})

describe('scopes', () => {
  test('what is lacking is named, in the challenge too', async () => {
    const token = await server.newToken('orders:write')
    const { status, body, headers } = await server.send('GET', '/orders', { token })
    assert.deepEqual([status, body.code], [403, 'insufficient_scope'])
    assert.match(body.detail, /orders:read/)
    const challenge = `${CHALLENGE}, error="insufficient_scope", scope="orders:read"`
    assert.equal(headers['www-authenticate'], challenge)
  })

  test('an unknown path needs a token and no scope', async () => {
    const token = await server.newToken('events:read')
    assert.equal((await server.send('GET', '/nowhere', { token })).status, 404)
    assert.equal((await server.send('DELETE', '/orders', { token })).status, 405)
  })
})

async function withServer(config: Partial<Config>, use: (limited: Server) => Promise<void>) {
  const limited = await startServer(config)
  try {
    await use(limited)
  } finally {
    await limited.close()
  }
}

function assertLimited(answer: Answer, limit: number, policy = 'token'): void {
  assert.deepEqual([answer.status, answer.body.code], [429, 'rate_limited'])
  const seconds = Number(answer.headers['retry-after'])
  assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60, `${seconds}`)
  assert.equal(answer.headers['ratelimit-policy'], `"${policy}";q=${limit};w=60`)
  assert.equal(answer.headers['ratelimit'], `"${policy}";r=0;t=${seconds}`)
}

describe('limits', () => {
  test('failed authentications are limited by address; good tokens are not', async () => {
    await withServer({ FAILED_AUTH_LIMIT: 3, TRUST_PROXY: 1 }, async (limited) => {
      const from = (address: string, token: string | null) =>
        limited.send('GET', '/customers', { token, headers: { 'x-forwarded-for': address } })
      for (const token of [null, 'nonsense', `${limited.token}x`]) {
        assert.equal((await from('192.0.2.1', token)).status, 401)
      }
      for (const token of [null, 'nonsense', `${limited.token}y`]) {
        assertLimited(await from('192.0.2.1', token), 3, 'address')
      }
      assert.equal((await from('192.0.2.1', limited.token)).status, 200)
      assert.equal((await from('192.0.2.2', 'nonsense')).status, 401)
      for (const end of ['1', '2:3', 'ffff']) {
        assert.equal((await from(`2001:db8:0:1::${end}`, null)).status, 401)
      }
      assertLimited(await from('2001:db8::1:5:6:7:8', null), 3, 'address')
      assert.equal((await from('2001:db8::1', null)).status, 401)
      const open = await limited.send('GET', '/health/live', {
        token: null,
        headers: { 'x-forwarded-for': '192.0.2.1' },
      })
      assert.equal(open.status, 200)
    })
  })

  test('without a trusted proxy the address is the connection’s', async () => {
    await withServer({ FAILED_AUTH_LIMIT: 2 }, async (limited) => {
      for (const [address, status] of [
        ['192.0.2.1', 401],
        ['192.0.2.2', 401],
        ['192.0.2.3', 429],
      ] as const) {
        const headers = { 'x-forwarded-for': address }
        assert.equal((await limited.send('GET', '/', { token: null, headers })).status, status)
      }
    })
  })

  test('what a client forges of X-Forwarded-For is not believed', async () => {
    const proxies: [TRUST_PROXY: Config['TRUST_PROXY'], written: string][] = [
      [1, '192.0.2.9'],
      [2, '192.0.2.9, 10.0.0.2'],
      [['127.0.0.1', '10.0.0.0/8'], '192.0.2.9, 10.0.0.2'],
      [['127.0.0.0/8', '10.0.0.2'], '192.0.2.9,10.0.0.2'],
      // From elsewhere than a proxy, all of it is forged.
      [['10.0.0.0/8'], '192.0.2.9, 10.0.0.2'],
    ]
    for (const [TRUST_PROXY, written] of proxies) {
      await withServer({ FAILED_AUTH_LIMIT: 2, TRUST_PROXY }, async (limited) => {
        const statuses: number[] = []
        for (const forged of ['198.51.100.1, ', 'unknown, ', '127.0.0.1, 10.0.0.7, ', ', , ']) {
          const headers = { 'x-forwarded-for': forged + written }
          statuses.push((await limited.send('GET', '/', { token: null, headers })).status)
        }
        assert.deepEqual(statuses, [401, 401, 429, 429], `${TRUST_PROXY}`)
      })
    }
  })

  test('RATE_LIMIT is for each token, whatever it asks', async () => {
    await withServer({ RATE_LIMIT: 4 }, async (limited) => {
      const other = await limited.newToken('customers:read')
      const paths = ['/customers', '/nowhere', '/customers/0', '/v2/customers']
      for (const [i, path] of paths.entries()) {
        const answer = await limited.send('GET', path)
        assert.notEqual(answer.status, 429, path)
        const left = paths.length - 1 - i
        assert.match(answer.headers['ratelimit'] ?? '', new RegExp(`^"token";r=${left};t=\\d+$`))
        assert.equal(answer.headers['ratelimit-policy'], '"token";q=4;w=60')
      }
      for (const path of paths) assertLimited(await limited.send('GET', path), 4)
      assertLimited(await limited.send('POST', '/customers', { body: { name: 'late' } }), 4)
      const { body, status } = await limited.send('GET', '/customers', { token: other })
      assert.deepEqual([status, body.pagination.total], [200, 0])
      assert.equal((await limited.send('GET', '/health/live')).status, 200)
      const stranger = (await limited.newAccount('Stranger')).token
      assert.equal((await limited.send('GET', '/customers', { token: stranger })).status, 200)
    })
  })

  test('there is no limit unless it is set', async () => {
    const { headers } = await server.send('GET', '/customers')
    assert.equal(headers['ratelimit'], undefined)
  })
})

describe('several processes', () => {
  test('a token revoked by one stops working in the other within two seconds', async () => {
    const { config, db } = server
    const other = await buildApp({
      config,
      database: { db, reads: db, pipelined: db },
      ...(await openResources(config)),
    })
    const { body } = await server.send('POST', '/tokens', {
      body: { name: 'leaked', scopes: ['customers:read'] },
    })
    const { id, token } = body.data
    const ask = async () => {
      const headers = { authorization: `Bearer ${token}` }
      return (await other.inject({ url: '/customers', headers })).statusCode
    }
    assert.equal(await ask(), 200)
    const revoked = Date.now()
    assert.equal((await server.send('DELETE', `/tokens/${id}`)).status, 200)
    assert.equal((await server.send('GET', '/customers', { token })).status, 401)
    for (let asked = revoked; (await ask()) === 200; asked = Date.now()) {
      assert.ok(asked - revoked < 2000, 'it still works after two seconds')
    }
    assert.equal(await ask(), 401)
    await other.close()
  })
})

describe('pages of another origin', () => {
  const ORIGIN = 'https://shop.example'

  test('CORS_ORIGIN lets its pages ask with a token, and is asked without one', async () => {
    await withServer({ CORS_ORIGIN: [ORIGIN] }, async (open) => {
      const preflight = await open.app.inject({
        method: 'OPTIONS',
        url: '/v2/orders/1',
        headers: {
          origin: ORIGIN,
          'access-control-request-method': 'PATCH',
          'access-control-request-headers': 'authorization,idempotency-key,if-match',
        },
      })
      assert.equal(preflight.statusCode, 204)
      assert.equal(preflight.headers['access-control-allow-origin'], ORIGIN)
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const allowed = String(preflight.headers['access-control-allow-methods']).split(', ')
        assert.ok(allowed.includes(method), method)
      }
      const allowed = String(preflight.headers['access-control-allow-headers'])
      assert.match(allowed, /authorization.*idempotency-key.*if-match/)

      const answer = await open.send('GET', '/customers', { headers: { origin: ORIGIN } })
      assert.equal(answer.headers['access-control-allow-origin'], ORIGIN)
      assert.match(answer.headers['access-control-expose-headers'] ?? '', /ETag.*Location/)
      const page = { token: null, headers: { origin: ORIGIN } }
      const refused = await open.send('GET', '/customers', page)
      assert.equal(refused.headers['access-control-allow-origin'], ORIGIN)
      const stranger = { headers: { origin: 'https://elsewhere.example' } }
      const strange = await open.send('GET', '/customers', stranger)
      assert.equal(strange.headers['access-control-allow-origin'], undefined)
      assert.equal((await open.send('GET', '/nowhere')).status, 404)
      assert.equal((await open.send('PUT', '/orders')).status, 405)
    })
  })

  test('without it no page of another origin is told anything', async () => {
    const headers = { origin: ORIGIN, 'access-control-request-method': 'GET' }
    const preflight = await server.send('OPTIONS', '/orders', { token: null, headers })
    assert.equal(preflight.status, 401)
    for (const answer of [preflight, await server.send('GET', '/orders', { headers })]) {
      assert.equal(answer.headers['access-control-allow-origin'], undefined)
    }
  })
})
