import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answer, type Server, startServer } from '../harness.ts'
import { runJobs } from '../support/feed.ts'
import { problemOf, succeed } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'

// What RFC 9110 and its kin say beside the interface: RFC 5789, 6750, 8288 and W3C Trace Context.

let server: Server
let ids: Sample
before(async () => {
  server = await startServer()
  ids = await sample(server)
})
after(() => server.close())

const get = (path: string, headers: Record<string, string> = {}) =>
  server.send('GET', path, { headers })

async function newOrder(items = 1): Promise<{ path: string; items: { id: number }[] }> {
  const item = { id_item: ids.product, quantity: 2 }
  const body = { id_customer: ids.customer, items: Array.from({ length: items }, () => item) }
  const { data } = (await succeed(server, 'POST', '/orders', body)).body
  return { path: `/orders/${data.id}`, items: data.items }
}

test('parameters of a media range beside q do not matter', async () => {
  const accepted = [
    'application/json; charset=utf-8',
    'application/json;q=0.5;charset="utf-8, or so"',
    'text/html, application/*;level=1',
    'Application/JSON',
    'text/csv;header="a;q=0", */*;q=0.001',
  ]
  for (const accept of accepted)
    assert.equal((await get('/webhooks', { accept })).status, 200, accept)
  for (const accept of [
    'text/html',
    'application/json;q=0',
    '*/*;q=0',
    'application/json;q=0.000, */*',
  ]) {
    assert.equal((await get('/webhooks', { accept })).status, 406, accept)
  }
})

const withoutTime = (text: string) => text.replace(/"timestamp":"[^"]*"/, '')

test('long JSON is compressed as Accept-Encoding asks', async () => {
  const { path } = await newOrder(10)
  const plain = await get(path)
  assert.equal(plain.headers['content-encoding'], undefined)
  assert.equal(plain.headers['vary'], 'Cookie, Accept-Encoding')
  const wanted: [accept: string, encoding: string | undefined][] = [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['*', 'br'],
    ['*, br;q=0', 'gzip'],
    ['identity', undefined],
    ['deflate', undefined],
    ['gzip;q=0', undefined],
    ['identity, gzip;q=0.5', undefined],
    ['', undefined],
  ]
  for (const [accept, encoding] of wanted) {
    const { headers, bytes, text } = await get(path, { 'accept-encoding': accept })
    assert.equal(headers['content-encoding'], encoding, accept)
    assert.equal(headers['vary'], 'Cookie, Accept-Encoding')
    assert.equal(headers['content-length'], String(bytes.length))
    assert.equal(withoutTime(text), withoutTime(plain.text))
    const head = await server.send('HEAD', path, { headers: { 'accept-encoding': accept } })
    for (const name of ['etag', 'content-encoding', 'vary', 'content-type']) {
      assert.equal(head.headers[name], headers[name], `${name} of HEAD`)
    }
  }
  const list = await get('/orders', { 'accept-encoding': 'br' })
  assert.equal(list.headers['content-encoding'], 'br')
})

test('a short answer is not compressed, a long refusal is', async () => {
  const { path } = await newOrder(1)
  const short = await get(`${path}/items/1`, { 'accept-encoding': 'br' })
  assert.equal(short.headers['content-encoding'], undefined)
  const body = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`unknown_${i}`, 1]))
  const refused = await server.send('POST', '/orders', {
    body,
    headers: { 'accept-encoding': 'gzip' },
  })
  assert.equal(refused.status, 422)
  assert.equal(refused.headers['content-encoding'], 'gzip')
  assert.equal(refused.body.code, 'validation_failed')
})

test('the entity tag of each encoding is its own, and each names the record', async () => {
  const { path } = await newOrder(10)
  const tags = await Promise.all(
    ['identity', 'br', 'gzip'].map(async (accept) => {
      const answer = await get(path, { 'accept-encoding': accept })
      return String(answer.headers['etag'])
    }),
  )
  assert.equal(new Set(tags).size, 3)
  for (const tag of tags) {
    assert.match(tag, /^"[^"]+"$/)
    for (const accept of ['identity', 'br']) {
      const known = await get(path, {
        'if-none-match': `"other", ${tag}`,
        'accept-encoding': accept,
      })
      assert.equal(known.status, 304)
      assert.equal(known.headers['etag'], tag, 'a cache finds what it stored')
      assert.equal(known.headers['vary'], 'Cookie, Accept-Encoding')
    }
    assert.equal((await get(path, { 'if-match': tag })).status, 200)
  }
  const written = await server.send('PATCH', path, {
    body: { observations: 'written' },
    headers: { 'if-match': tags[1] ?? '' },
  })
  assert.equal(written.status, 200)
  assert.equal((await get(path, { 'if-none-match': tags[1] ?? '' })).status, 200)
})

test('If-Match compares strongly, on reads too', async () => {
  const { path } = await newOrder()
  const etag = String((await get(path)).headers['etag'])
  const send = (method: string, tags: string) =>
    server.send(method, path, {
      headers: { 'if-match': tags },
      ...(method === 'PATCH' ? { body: { observations: tags } } : {}),
    })
  for (const method of ['PATCH', 'DELETE', 'GET', 'HEAD']) {
    const weak = await send(method, `W/${etag}`)
    assert.equal(weak.status, 412, method)
    assert.equal(weak.headers['etag'], etag)
    assert.equal((await send(method, '"other"')).status, 412, method)
  }
  for (const method of ['GET', 'HEAD']) {
    assert.equal((await send(method, etag)).status, 200)
    assert.equal((await send(method, '*')).status, 200)
  }
  const both = await get(path, { 'if-match': '"other"', 'if-none-match': etag })
  assert.equal(both.status, 412, 'If-Match comes first')
  assert.equal((await get('/orders/999999', { 'if-match': '*' })).status, 404)
  assert.equal((await send('PATCH', etag)).status, 200)
})

test('304 says nothing of a length, as an answer to HEAD neither', async () => {
  const { path } = await newOrder()
  const etag = String((await get(path)).headers['etag'])
  for (const method of ['GET', 'HEAD']) {
    const answer = await server.send(method, path, { headers: { 'if-none-match': etag } })
    assert.equal(answer.status, 304)
    assert.equal(answer.headers['content-length'], undefined, method)
  }
  const head = await server.send('HEAD', path)
  assert.ok(Number(head.headers['content-length']) > 100)
})

test('an item is read where its Location says', async () => {
  const { path } = await newOrder()
  const body = { id_item: ids.product, quantity: 3, price: 10.1234567891 }
  const added = await succeed(server, 'POST', `${path}/items`, body)
  const location = String(added.headers['location'])
  const read = await succeed(server, 'GET', location)
  const inOrder = added.body.data.items.find(({ id }: { id: number }) =>
    location.endsWith(`/${id}`),
  )
  assert.deepEqual(read.body.data, inOrder)
  const order = await succeed(server, 'GET', path)
  assert.equal(read.headers['etag'], order.headers['etag'], 'writes of the item compare with it')
  assert.ok(order.text.includes(read.text.slice('{"data":'.length, read.text.indexOf(',"meta"'))))
  assert.equal((await get(location, { 'if-none-match': String(read.headers['etag']) })).status, 304)
  const changed = await server.send('PATCH', location, {
    body: { quantity: 4 },
    headers: { 'if-match': String(read.headers['etag']) },
  })
  assert.equal(changed.status, 200)
  const other = await newOrder()
  assert.equal((await get(`${other.path}/items/${inOrder.id}`)).status, 404)
  assert.equal((await get(`/orders/999999/items/${inOrder.id}`)).status, 404)
  const token = await server.newToken('orders:write')
  assert.equal((await server.send('GET', location, { token })).status, 403)
})

test('415 tells what the address takes', async () => {
  const { path } = await newOrder()
  const headers = { 'content-type': 'text/csv' }
  const send = async (method: string, to: string) => {
    const answer = await server.send(method, to, { body: 'a', headers })
    assert.equal(answer.status, 415)
    const { accept, 'accept-post': post, 'accept-patch': patch } = answer.headers
    // Its text names these types, and none that the address does not take.
    const types = [accept, post, patch].find((one) => one !== undefined)?.split(', ') ?? []
    const named = answer.body.detail.match(/\w+\/[\w+-]+/g)
    assert.deepEqual(named, types, answer.body.detail)
    return { accept, post, patch }
  }
  const none = { accept: undefined, post: undefined, patch: undefined }
  assert.deepEqual(await send('POST', '/orders'), { ...none, post: 'application/json' })
  assert.deepEqual(await send('PUT', '/orders/fk_id/x'), { ...none, accept: 'application/json' })
  assert.deepEqual(await send('PATCH', path), {
    ...none,
    patch: 'application/json, application/merge-patch+json',
  })
  assert.deepEqual(await send('POST', `/products/${ids.product}/image`), {
    ...none,
    post: 'multipart/form-data',
  })
})

test('a challenge names an error only where a Bearer token was sent', async () => {
  const challenge = async (authorization: string | undefined) =>
    (
      await server.send('GET', '/orders', {
        token: null,
        headers: authorization === undefined ? {} : { authorization },
      })
    ).headers['www-authenticate']
  for (const other of [undefined, '', 'Basic dXNlcjpwYXNz', 'Bearerly x']) {
    assert.equal(await challenge(other), 'Bearer realm="pedido"', String(other))
  }
  assert.equal(await challenge('Bearer'), 'Bearer realm="pedido", error="invalid_request"')
  assert.equal(await challenge('bearer pdo_1_x'), 'Bearer realm="pedido", error="invalid_token"')
})

test('answers that show a secret are not stored', async () => {
  const token = { name: 'ERP', scopes: ['orders:read'] }
  const headers = { 'idempotency-key': 'no-store' }
  const first = await server.send('POST', '/tokens', { body: token, headers })
  const again = await server.send('POST', '/tokens', { body: token, headers })
  assert.equal(again.headers['idempotency-replayed'], 'true')
  const hook = { url: 'https://erp.example.com/pedido' }
  const created = await succeed(server, 'POST', '/webhooks', hook)
  const rotated = await succeed(server, 'POST', `/webhooks/${created.body.data.id}/rotate-secret`)
  for (const answer of [first, again, created, rotated]) {
    assert.equal(answer.headers['cache-control'], 'no-store', answer.text)
  }
})

test('what needs a token or a session is kept by no cache that others share', async () => {
  for (const answer of [await get('/tokens'), await get('/orders/9999'), await get('/nowhere')]) {
    assert.equal(answer.headers['cache-control'], 'private, no-cache')
    assert.match(String(answer.headers['vary']), /^Cookie\b/)
  }
  const refused = await server.send('GET', '/orders', { token: null })
  assert.deepEqual([refused.status, refused.headers['cache-control']], [401, 'private, no-cache'])
  const open = await server.send('GET', '/health/live', { token: null })
  assert.deepEqual([open.status, open.headers['cache-control']], [200, undefined])
})

/** `Link` by relation. */
function linksOf({ headers }: Answer): Record<string, string> {
  const links = String(headers['link'] ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)
  return Object.fromEntries(Array.from(links, ([, link = '', relation = '']) => [relation, link]))
}

test('lists have a Link header with the pages around', async () => {
  const first = await succeed(server, 'GET', '/v2/order-statuses?limit=3&sort=name')
  const { links } = first.body.pagination
  assert.deepEqual(linksOf(first), { first: links.first, next: links.next, last: links.last })
  const second = await succeed(server, 'GET', links.next)
  assert.equal(linksOf(second)['prev'], second.body.pagination.links.prev)
  assert.equal(linksOf(second)['prev'], links.self)

  const seen: number[] = []
  let next: string | undefined = '/order-statuses?pagination=cursor&limit=3'
  while (next !== undefined) {
    const page: Answer = await succeed(server, 'GET', next)
    seen.push(...page.body.data.map(({ id }: { id: number }) => id))
    const around = linksOf(page)
    assert.deepEqual(Object.keys(around), page.body.next_cursor === null ? [] : ['next'])
    next = around['next']
  }
  assert.equal(seen.length, Object.keys(ids.statuses).length)
  const stop = runJobs(server)
  after(stop)
  const events = await succeed(server, 'GET', '/events?limit=2&wait=30')
  const more = await succeed(server, 'GET', linksOf(events)['next'] ?? '')
  const sequences = [...events.body.data, ...more.body.data].map((one) => Number(one.sequence))
  assert.deepEqual(sequences.slice(0, 3), [1, 2, 3])
})

test('a path that a Link header can’t hold is encoded in it', async () => {
  await succeed(server, 'PUT', `/customers/fk_id/${encodeURIComponent('a>b')}`, { name: 'A' })
  const answer = await succeed(server, 'GET', '/customers/a%3Eb/address')
  assert.match(linksOf(answer)['first'] ?? '', /^\/customers\/a%3Eb\/address\?/)
  const long = `/customers?name=${encodeURIComponent('😀'.repeat(200))}`
  assert.equal((await succeed(server, 'GET', long)).headers['link'], undefined)
})

test('a caller’s request id and trace go with the request', async () => {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const sent = { 'x-request-id': 'erp/7:ab@c.d~e+f=', traceparent }
  const refused = await get('/orders/999999', sent)
  assert.equal(refused.headers['x-request-id'], sent['x-request-id'])
  assert.equal(refused.body.request_id, sent['x-request-id'])
  assert.equal(refused.body.traceparent, traceparent)
  const isNew = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
  for (const id of ['', 'a b', 'a\tb', 'ü', '"', 'x'.repeat(101), '<script>']) {
    const answer = await get('/orders/999999', { 'x-request-id': id })
    assert.match(answer.body.request_id, isNew, id)
  }
  const broken = [
    'x',
    traceparent.toUpperCase(),
    traceparent.replace('00-', 'ff-'),
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-4bf92f3577b34da6a3ce929d0e0e4736-${'0'.repeat(16)}-01`,
  ]
  for (const text of broken) {
    const answer = await get('/orders/999999', { traceparent: text })
    assert.equal(answer.body.traceparent, undefined, text)
  }
  const later = await get('/orders/999999', { traceparent: `cc${traceparent.slice(2)}-what-ever` })
  assert.equal(later.body.traceparent, `cc${traceparent.slice(2)}`)
})

test('a repeated request is the same one with another request id and trace', async () => {
  const body = { id_customer: ids.customer }
  const send = (id: string) =>
    server.send('POST', '/orders', {
      body,
      headers: { 'idempotency-key': 'traced', 'x-request-id': id },
    })
  const [first, again] = [await send('one'), await send('two')]
  assert.equal(again.text, first.text)
  assert.equal(again.headers['idempotency-replayed'], 'true')
  assert.equal(again.headers['x-request-id'], 'two')
  const { data } = (await get(`/orders/${first.body.data.id}/history`)).body
  assert.deepEqual(
    data.map(({ request_id }: { request_id: string }) => request_id),
    ['one'],
  )
  assert.deepEqual(problemOf(await get('/orders/0')), [400, 'invalid_parameter', ['id minimum']])
})
