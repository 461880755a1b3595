import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  type ClientCredentials,
  ConnectionError,
  DuplicateFkIdError,
  InsufficientScopeError,
  type Order,
  type Pedido,
  ProblemError,
  RateLimitedError,
  type Retry,
  TimeoutError,
  UnauthorizedError,
  UnexpectedAnswerError,
} from '../../packages/client/src/index.ts'
import { randoms, SEED } from '../support/random.ts'
import type { Fate } from '../support/servers/relay.ts'
import { type ClientStand, startClients } from '../support/wire/client.ts'
import { until } from '../support/workers.ts'

let at: ClientStand
before(async () => {
  at = await startClients()
})
after(() => at.close())

const keysOf = (requests: string[]) =>
  requests.map((one) => /^idempotency-key: (\S+)/im.exec(one)?.[1])

/** The first requests meet these fates, all others pass. */
function inTurn(...fates: Fate[]): () => Fate {
  return () => fates.shift() ?? 'pass'
}

test('a change is sent again with its key, and the same request id, until it is answered', async () => {
  const fates: Fate[] = ['drop', 'refuse', 'lose', 'cut', 'forget']
  const { pedido, relay } = await at.behind(inTurn(...fates))
  const retries: Retry[] = []
  const call = pedido.customers.create({ name: 'Uma vez' }, { onRetry: (one) => retries.push(one) })
  const { data, attempts, response } = await call.withResponse()
  assert.equal(attempts, fates.length + 1)
  assert.equal(response.headers.get('idempotency-replayed'), 'true')
  assert.deepEqual(
    retries.map(({ error, attempt }) => [error.constructor, attempt]),
    [
      [ConnectionError, 1],
      [UnexpectedAnswerError, 2],
      [ConnectionError, 3],
      [ConnectionError, 4],
      [UnexpectedAnswerError, 5],
    ],
  )
  const [key, ...others] = new Set(keysOf(relay.requests))
  assert.ok(key)
  assert.deepEqual(others, [])
  const [id, ...otherIds] = new Set(
    relay.requests.map((one) => /^x-request-id: (\S+)/im.exec(one)?.[1]),
  )
  assert.ok(id)
  assert.deepEqual(otherIds, [])
  const found = await Array.fromAsync(at.pedido.customers.list({ name: 'Uma vez' }))
  assert.deepEqual(found, [data])

  await pedido.customers.create({ name: 'Outra vez' })
  assert.equal(new Set(keysOf(relay.requests)).size, 2, 'each change has its own')
})

test('what is refused for good is not sent again', async () => {
  const { pedido, relay } = await at.behind(() => 'pass')
  await pedido.customers.create({ name: 'Só', fk_id: 'R-1' })
  await assert.rejects(pedido.customers.create({ name: 'Só', fk_id: 'R-1' }), DuplicateFkIdError)
  assert.equal(relay.requests.length, 2)
})

test('a condition and a retry go together: the answer that was lost comes again', async () => {
  const { id } = await at.pedido.customers.create({ name: 'Condição' })
  const read = await at.pedido.customers.read(id)
  const { pedido } = await at.behind(inTurn('lose', 'cut'))
  const changed = await pedido.customers.update(id, { phone: '11' }, { ifMatch: read })
  assert.equal(changed.phone, '11')
})

test('no more is tried than was allowed, and a later process can go on with the key', async () => {
  const { pedido, relay } = await at.behind(() => 'lose', { maxRetries: 2 })
  const call = pedido.customers.create({ name: 'Depois' }, { idempotencyKey: 'depois-1' })
  const error = await call.catch((reason: unknown) => reason)
  assert.ok(error instanceof ConnectionError)
  assert.deepEqual([error.attempts, error.idempotencyKey, error.mayPass], [3, 'depois-1', true])
  assert.equal(relay.requests.length, 3)
  const later = await at.pedido.customers.create({ name: 'Depois' }, { idempotencyKey: 'depois-1' })
  assert.deepEqual(await Array.fromAsync(at.pedido.customers.list({ name: 'Depois' })), [later])

  await assert.rejects(pedido.account.read({ maxRetries: 0 }), ConnectionError)
  assert.equal(relay.requests.length, 4)
})

test('an answer that does not come ends the attempt, and the whole time the call', async () => {
  const { pedido, relay } = await at.behind(inTurn('silence'), { attemptTimeoutMs: 2_000 })
  const { attempts } = await pedido.account.read().withResponse()
  assert.equal(attempts, 2)
  const mute = await at.behind(() => 'silence')
  const error = await mute.pedido.account.read({ timeoutMs: 1_000 }).catch((reason) => reason)
  assert.ok(error instanceof TimeoutError)
  assert.equal(error.code, 'timeout')
  assert.match(error.request_id, /^[0-9a-f]{32}$/)
  assert.equal(mute.relay.requests.length, 1)
  assert.equal(relay.requests.length, 2)
})

test('a signal ends a call at once, with its own reason', async () => {
  const { pedido, relay } = await at.behind(() => 'silence')
  const reason = new Error('closed')
  const stop = new AbortController()
  const call = pedido.customers.create({ name: 'Nunca' }, { signal: stop.signal })
  const ended = assert.rejects(call, reason)
  while (relay.requests.length === 0) await new Promise(setImmediate)
  stop.abort(reason)
  await ended
  await assert.rejects(pedido.account.read({ signal: stop.signal }), reason)
  assert.equal(relay.requests.length, 1)

  const dropping = await at.behind(() => 'drop', { firstPauseMs: 1_000_000 })
  const pausing = new AbortController()
  const paused = dropping.pedido.account.read({
    signal: pausing.signal,
    timeoutMs: Infinity,
    onRetry: () => queueMicrotask(() => pausing.abort(reason)),
  })
  await assert.rejects(paused, reason)
})

test('the same key at the same time waits for the first answer', async () => {
  const options = { idempotencyKey: 'ao-mesmo-tempo', maxRetries: 20 }
  const calls = Array.from({ length: 8 }, () =>
    at.pedido.customers.create({ name: 'Junto' }, options),
  )
  const ids = new Set((await Promise.all(calls)).map(({ id }) => id))
  assert.equal(ids.size, 1)
})

test('a wait that the service asks for is kept, or told where there is no time for it', async () => {
  const limited = await startClients({ RATE_LIMIT: 3 })
  try {
    for (let i = 0; i < 3; i++) await limited.pedido.account.read()
    const error = await limited.pedido.account.read({ timeoutMs: 5_000 }).catch((reason) => reason)
    assert.ok(error instanceof RateLimitedError)
    assert.equal(error.attempts, 1)
    assert.ok(Number(error.headers.get('Retry-After')) > 0)
    const retries: Retry[] = []
    const stop = new AbortController()
    const call = limited.pedido.account.read({
      signal: stop.signal,
      onRetry: (retry) => {
        retries.push(retry)
        stop.abort()
      },
    })
    await assert.rejects(call, { name: 'AbortError' })
    const [{ error: refused, pauseMs } = { error: undefined, pauseMs: 0 }] = retries
    assert.ok(refused instanceof RateLimitedError)
    assert.ok(pauseMs >= Number(refused.headers.get('Retry-After')) * 1000)
  } finally {
    await limited.close()
  }
})

/** What meets a third of the requests in a network that does what it likes. */
const TROUBLES: Fate[] = ['drop', 'lose', 'cut', 'silence', 'refuse', 'forget', 'delay', 'delay']

test(`no order is lost and none is doubled by a bad network (seed ${SEED})`, async () => {
  const random = randoms()
  const pick = (): Fate =>
    random() < 0.35 ? (TROUBLES[Math.floor(random() * TROUBLES.length)] ?? 'pass') : 'pass'
  const { pedido, relay } = await at.behind(pick, {
    maxRetries: 50,
    attemptTimeoutMs: 1_500,
    timeoutMs: 240_000,
  })
  const { id } = await at.pedido.customers.create({ name: 'Rede ruim' })
  const product = await at.pedido.products.create({ name: 'Arroz', price: 7.25 })
  const wanted = Array.from({ length: 90 }, (_, i) => `pedido ${i}`)
  const made = await inLanes(6, wanted, (observations) =>
    createAndMove(pedido, { id_customer: id, observations, id_item: product.id }),
  )
  const stored = await Array.fromAsync(at.pedido.orders.list({ id_customer: id, sort: 'id' }))
  assert.deepEqual(stored.map(({ observations }) => observations).sort(), [...wanted].sort())
  assert.deepEqual(
    stored,
    made.sort((a, b) => a.id - b.id),
    'each as it was answered',
  )
  assert.ok(stored.every(({ items, status }) => items.length === 2 && status.name === 'Open'))
  assert.ok(relay.requests.length > 3 * wanted.length + 20, 'there was trouble')
})

/** Three changes of an order: each would leave its trace if it were made twice. */
async function createAndMove(
  pedido: Pedido,
  { id_item, ...order }: { id_customer: number; observations: string; id_item: number },
): Promise<Order> {
  const { id } = await pedido.orders.create({ ...order, items: [{ id_item, quantity: 1 }] })
  await pedido.orders.createItem(id, { id_item, quantity: 2 })
  // A second move to the same status would be refused.
  return pedido.orders.update(id, { id_order_status: 2 })
}

/** Does the work of all, so many at a time. */
async function inLanes<T, R>(count: number, all: T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const left = all.values()
  const done: R[] = []
  const lane = async () => {
    for (const one of left) done.push(await work(one))
  }
  await Promise.all(Array.from({ length: count }, lane))
  return done
}

// Access tokens by OAuth 2.0.

/** A token of the account, as a client. */
async function newClient(): Promise<ClientCredentials> {
  const { id, token } = await at.pedido.tokens.create({ name: 'ERP', scopes: ['*'] })
  return { id, secret: token }
}
const asksToken = (request: string) => request.startsWith('POST /oauth/token ')

test('a client gets its access token once, for all calls that wait for it', async () => {
  const client = await newClient()
  const { pedido, relay } = await at.behind(() => 'pass', { client })
  const calls = Array.from({ length: 10 }, () => pedido.account.read())
  assert.equal(new Set((await Promise.all(calls)).map(({ id }) => id)).size, 1)
  await pedido.account.read()
  assert.equal(relay.requests.filter(asksToken).length, 1)
  assert.equal(relay.requests.length, 12)
  assert.ok(!relay.requests.some((one) => !asksToken(one) && one.includes(client.secret)))
  // History names the client.
  const { id } = await pedido.customers.create({ name: 'Por OAuth' })
  const changes = () => Array.fromAsync(at.pedido.events.list({ subject: `/customers/${id}` }))
  await until(async () => (await changes()).length > 0)
  assert.equal((await changes())[0]?.data.token?.id, client.id)
  const narrow = at.client({ client: { ...client, scopes: ['orders:read'] } })
  await narrow.orders.list().page()
  await assert.rejects(narrow.customers.list().page(), InsufficientScopeError)
})

test('an access token is renewed before its end', async () => {
  // As if each token that the service gives were at its end.
  const ending: typeof fetch = async (url, init) => {
    const response = await fetch(url, init)
    if (!String(url).endsWith('/oauth/token')) return response
    return Response.json({ ...Object(await response.json()), expires_in: 0 })
  }
  const settings = { client: await newClient(), fetch: ending }
  const { pedido, relay } = await at.behind(() => 'pass', settings)
  for (let n = 0; n < 3; n++) await pedido.account.read()
  assert.equal(relay.requests.filter(asksToken).length, 3)
})

test('an access token that is refused is renewed once, and the change made once', async () => {
  const client = await newClient()
  // The first one is none that the service knows.
  let isFirst = true
  const mistaken: typeof fetch = async (url, init) => {
    const response = await fetch(url, init)
    if (!String(url).endsWith('/oauth/token') || !isFirst || !response.ok) return response
    isFirst = false
    return Response.json({ ...Object(await response.json()), access_token: 'pdo_1_unknown' })
  }
  const { pedido, relay } = await at.behind(() => 'pass', { client, fetch: mistaken })
  const { id } = await pedido.customers.create({ name: 'De novo' })
  const [first, second] = relay.requests.filter((one) => one.startsWith('POST /customers '))
  assert.deepEqual(keysOf([first ?? '']), keysOf([second ?? '']))
  assert.equal(relay.requests.filter(asksToken).length, 2)
  assert.equal((await pedido.customers.read(id)).name, 'De novo')

  await at.pedido.tokens.delete(Number(client.id))
  const before = relay.requests.length
  const ended = await pedido.account.read().catch((reason: unknown) => reason)
  assert.ok(ended instanceof ProblemError)
  assert.deepEqual([ended.status, ended.code], [401, 'invalid_client'])
  // The call, and the token that it asked for in vain.
  assert.equal(relay.requests.length, before + 2)
})

test('a token that could not be had is asked for again, as long as the call has time', async () => {
  const fates: Fate[] = ['refuse', 'lose']
  const client = await newClient()
  const fateOf = (request: string) => (asksToken(request) ? (fates.shift() ?? 'pass') : 'pass')
  const { pedido } = await at.behind(fateOf, { client })
  assert.equal((await pedido.account.read().withResponse()).attempts, 3)

  const silent = await at.behind((one) => (asksToken(one) ? 'silence' : 'pass'), { client })
  const stop = new AbortController()
  const call = silent.pedido.account.read({ signal: stop.signal })
  const late = silent.pedido.account.read({ timeoutMs: 50 })
  await assert.rejects(late, TimeoutError)
  stop.abort(new Error('enough'))
  await assert.rejects(call, /enough/)
})

test('tokens come from elsewhere, too, and another is asked for where one is refused', async () => {
  const refused: unknown[] = []
  const token = (wrong?: string) => {
    refused.push(wrong)
    return wrong === undefined ? 'pdo_1_old' : at.server.token
  }
  await at.client({ token }).account.read()
  assert.deepEqual(refused, [undefined, 'pdo_1_old'])
  await assert.rejects(
    at.client({ token: async () => 'pdo_1_old' }).account.read(),
    UnauthorizedError,
  )
})
