import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Answer, type Server, startServer } from '../harness.ts'
import { person } from '../support/people.ts'
import { lines, listen, talk } from '../support/wire/wire.ts'

// Requests as clients and proxies send them that know little of HTTP, or much.

let server: Server
let port: number
before(async () => {
  server = await startServer({ RATE_LIMIT: 1000, CORS_ORIGIN: ['https://shop.example'] })
  port = await listen(server.app)
})
after(() => server.close())

/** Over the network: what the harness sends it holds to the operation of the method that is sent. */
async function post(path: string, method: string, body?: object, headers: object = {}) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${server.token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      'x-http-method-override': method,
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const read = (await answer.json()) as Answer['body']
  return { status: answer.status, headers: answer.headers, body: read }
}

describe('a POST that overrides its method', () => {
  test('changes, replaces and deletes', async () => {
    const put = await post('/categories/fk_id/o-1', 'PUT', { name: 'One' })
    assert.deepEqual([put.status, put.body.data.name], [201, 'One'])
    const path = `/v2/categories/${put.body.data.id}`
    const changed = await post(path, 'patch', { name: 'Two' })
    assert.deepEqual([changed.status, changed.body.data.name], [200, 'Two'])
    const patch = { 'content-type': 'application/merge-patch+json' }
    assert.equal((await post(path, 'PATCH', { name: 'Three' }, patch)).status, 200)
    const match = { 'if-match': '"another"' }
    assert.equal((await post(path, 'DELETE', undefined, match)).body.code, 'precondition_failed')
    assert.equal((await post(path, 'DELETE')).body.success, true)
    assert.equal((await server.send('GET', '/categories/fk_id/o-1')).status, 404)
  })

  test('is the same request to Idempotency-Key', async () => {
    const { body } = await server.send('POST', '/categories', { body: { name: 'Key' } })
    const path = `/categories/${body.data.id}`
    const key = { 'idempotency-key': 'overridden' }
    const first = await server.send('PATCH', path, { headers: key, body: { name: 'Once' } })
    const again = await post(path, 'PATCH', { name: 'Once' }, key)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.deepEqual(again.body, first.body)
  })

  test('needs what that method needs', async () => {
    const scoped = { authorization: `Bearer ${await server.newToken('reference:read')}` }
    const refused = await post('/categories/1', 'DELETE', undefined, scoped)
    assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_scope'])
    const nowhere = await post('/orders', 'DELETE')
    assert.deepEqual([nowhere.status, nowhere.headers.get('allow')], [405, 'GET, HEAD, POST'])
    const { cookie } = await person(server)
    const answer = await fetch(`http://127.0.0.1:${port}/categories/1`, {
      method: 'POST',
      headers: { cookie, 'sec-fetch-site': 'cross-site', 'x-http-method-override': 'DELETE' },
    })
    assert.deepEqual(
      [answer.status, ((await answer.json()) as Answer['body']).code],
      [403, 'cross_site'],
    )
  })

  test('names no other method, and does so in a POST alone', async () => {
    for (const other of ['GET', 'POST', 'PURGE', '', 'PATCH, DELETE']) {
      const { status, body } = await post('/categories/1', other, { name: 'x' })
      assert.deepEqual([status, body.code], [400, 'invalid_header'], other)
      assert.equal(body.errors[0].header, 'X-HTTP-Method-Override')
    }
    const headers = { 'x-http-method-override': 'DELETE' }
    assert.equal((await server.send('GET', '/categories', { headers })).status, 200)
    const unknown = { token: null, headers: { ...headers, 'x-http-method-override': 'GET' } }
    assert.equal((await server.send('POST', '/categories', unknown)).status, 401)
  })

  test('may come from pages of other origins that are allowed', async () => {
    const { headers } = await server.app.inject({
      method: 'OPTIONS',
      url: '/orders/1',
      headers: {
        origin: 'https://shop.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,x-http-method-override',
      },
    })
    assert.match(String(headers['access-control-allow-headers']), /x-http-method-override/)
  })
})

test('an address that comes with its host is answered as its path', async () => {
  const get = async (target: string) => {
    const head = ['Host: a.example', `Authorization: Bearer ${server.token}`, 'Connection: close']
    const sent = lines(`GET ${target} HTTP/1.1`, ...head, '')
    const [answer] = await talk(port, (socket) => socket.write(sent))
    assert.ok(answer)
    return answer
  }
  const list = await get('http://a.example/v2/categories?limit=1')
  assert.equal(list.status, 200)
  assert.equal(list.body.pagination.links.first, '/v2/categories?limit=1&page=1')
  const cursor = await get('HTTP://a.example:80/categories?pagination=cursor')
  assert.equal(cursor.status, 200)
  assert.equal((await get('http://a.example')).status, 404)
  const broken = await get('http://a.example/categories?name=%ff')
  assert.deepEqual([broken.status, broken.body.errors[0].parameter], [400, 'name'])
  for (const other of ['http://user@a.example/categories', 'ftp://a.example/categories']) {
    assert.equal((await get(other)).status, 404, other)
  }
})
