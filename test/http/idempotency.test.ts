import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answer, type Server, startServer } from '../harness.ts'
import { assertConsistent, data, problemOf, succeed } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'

let server: Server
let ids: Sample
before(async () => {
  server = await startServer()
  ids = await sample(server)
})
after(() => server.close())

const keyed = (key: string, method: string, path: string, body?: unknown, token?: string) =>
  server.send(method, path, {
    headers: { 'idempotency-key': key },
    ...(body === undefined ? {} : { body }),
    ...(token === undefined ? {} : { token }),
  })

const count = async () => (await succeed(server, 'GET', '/orders?limit=1')).body.pagination.total

function assertReplays(answer: Answer, first: Answer): void {
  assert.equal(first.headers['idempotency-replayed'], undefined)
  assert.equal(answer.headers['idempotency-replayed'], 'true')
  assert.equal(answer.text, first.text)
  for (const name of ['etag', 'location', 'content-type']) {
    assert.equal(answer.headers[name], first.headers[name], name)
  }
  assert.equal(answer.status, first.status)
}

test('a repeated request gets the first answer again, and nothing more is done', async () => {
  const before = await count()
  const order = { id_customer: ids.customer, items: [{ id_item: ids.product, quantity: 1 }] }
  const created = await keyed('c1', 'POST', '/orders', order)
  assert.equal(created.status, 201)
  assertReplays(await keyed('c1', 'POST', '/orders', order), created)
  assert.equal(await count(), before + 1)

  const path = `/orders/${created.body.data.id}`
  const requests: [string, string, unknown?][] = [
    ['PATCH', path, { observations: 'a' }],
    ['PUT', '/orders/fk_id/keyed', { id_customer: ids.customer }],
    ['POST', `${path}/items`, { id_item: ids.product, quantity: 2 }],
    ['PATCH', `${path}/items/${created.body.data.items[0].id}`, { quantity: 3 }],
    ['DELETE', `${path}/items/${created.body.data.items[0].id}`],
    ['DELETE', path],
  ]
  for (const [i, request] of requests.entries()) {
    const first = await keyed(`r${i}`, ...request)
    assert.ok(first.status < 300, first.text)
    assertReplays(await keyed(`r${i}`, ...request), first)
  }
  const history = await succeed(server, 'GET', `${path}/history`)
  assert.equal(history.body.data.length, 6)
  assert.equal((await server.send('DELETE', path)).status, 404, 'without the key')
  await assertConsistent(server)
})

test('a key belongs to one request: another body, address or method is refused', async () => {
  const body = { id_customer: ids.customer }
  const first = await keyed('same', 'POST', '/orders', body)
  const path = `/orders/${first.body.data.id}`
  const before = await count()
  for (const [method, at, sent] of [
    ['POST', '/orders', { ...body, observations: 'x' }],
    ['POST', '/orders', {}],
    ['PATCH', path, body],
    ['DELETE', path],
    ['PUT', '/orders/fk_id/x', body],
    ['POST', '/customers', { name: 'x' }],
  ] as [string, string, object?][]) {
    const refused = await keyed('same', method, at, sent)
    const what = `${method} ${at} ${refused.text}`
    assert.equal(refused.status, 422, what)
    if (Object.keys(sent ?? { any: 1 }).length)
      assert.equal(refused.body.code, 'idempotency_mismatch', what)
  }
  assert.equal(await count(), before)
  assertReplays(await keyed('same', 'POST', '/orders', body), first)
})

test('requests with one key that run at once make one order', async () => {
  for (let round = 0; round < 5; round++) {
    const body = { id_customer: ids.customer, observations: `round ${round}` }
    const before = await count()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        keyed(`race ${round}`.replace(' ', '-'), 'POST', '/orders', body),
      ),
    )
    const [first, ...more] = answers.filter(
      ({ status, headers }) => status === 201 && !headers['idempotency-replayed'],
    )
    assert.ok(first)
    assert.equal(more.length, 0)
    for (const answer of answers) {
      if (answer === first) continue
      if (answer.status === 201) assertReplays(answer, first)
      else {
        assert.deepEqual(problemOf(answer), [409, 'idempotency_in_flight', []])
        assert.match(String(answer.headers['retry-after']), /^\d+$/)
      }
    }
    assert.equal(await count(), before + 1)
  }
})

test('a refused request leaves its key free', async () => {
  const wrong = { id_customer: 4_000_000 }
  assert.equal((await keyed('free', 'POST', '/orders', wrong)).status, 422)
  assert.equal((await keyed('free', 'POST', '/orders', wrong)).status, 422)
  assert.equal((await keyed('free', 'POST', '/orders', { nope: 1 })).status, 422)
  const right = { id_customer: ids.customer, fk_id: 'free' }
  const created = await keyed('free', 'POST', '/orders', right)
  assert.equal(created.headers['idempotency-replayed'], undefined)
  assertReplays(await keyed('free', 'POST', '/orders', right), created)

  assert.equal((await keyed('dup', 'POST', '/orders', right)).status, 409)
  await data(server, 'PATCH', `/orders/${created.body.data.id}`, { fk_id: null })
  assert.equal((await keyed('dup', 'POST', '/orders', right)).status, 201)
  const missing = await keyed('gone', 'DELETE', '/orders/9007199254740991')
  assert.equal(missing.status, 404)
  assert.equal((await keyed('gone', 'POST', '/orders', { id_customer: ids.customer })).status, 201)
})

test('a key survives a change of token, but is another account’s own', async () => {
  const body = { id_customer: ids.customer }
  const first = await keyed('mine', 'POST', '/orders', body)
  const replayed = await keyed(
    'mine',
    'POST',
    '/orders',
    body,
    await server.newToken('orders:write'),
  )
  assertReplays(replayed, first)

  const other = await server.newAccount('other')
  const theirs = await sample(server, other.token)
  const own = { id_customer: theirs.customer }
  const created = await keyed('mine', 'POST', '/orders', own, other.token)
  assert.deepEqual([created.status, created.headers['idempotency-replayed']], [201, undefined])
  assert.equal((await keyed('mine', 'POST', '/orders', body, other.token)).status, 422)
  assertReplays(await keyed('mine', 'POST', '/orders', body), first)
})

test('a key needs the scope, and is visible ASCII', async () => {
  const body = { id_customer: ids.customer }
  await keyed('scoped', 'POST', '/orders', body)
  const reader = await server.newToken('orders:read')
  assert.equal((await keyed('scoped', 'POST', '/orders', body, reader)).status, 403)
  for (const key of ['', 'a b', 'é', 'x'.repeat(256)]) {
    const refused = await keyed(key, 'POST', '/orders', body)
    assert.deepEqual([refused.status, refused.body.code], [400, 'invalid_header'], key)
    assert.equal(refused.body.errors[0].header, 'Idempotency-Key')
  }
  assert.equal((await keyed('x'.repeat(255), 'POST', '/orders', body)).status, 201)
})

test('an answer is given again even where the order has changed since', async () => {
  const created = await keyed('old', 'POST', '/orders', { id_customer: ids.customer })
  const path = `/orders/${created.body.data.id}`
  await succeed(server, 'PATCH', path, { observations: 'changed' })
  assertReplays(await keyed('old', 'POST', '/orders', { id_customer: ids.customer }), created)
  await succeed(server, 'DELETE', path)
  assertReplays(await keyed('old', 'POST', '/orders', { id_customer: ids.customer }), created)
  assert.equal((await server.send('GET', path)).status, 404)
})
