import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import {
  type CloudEvent,
  CursorGoneError,
  type Pedido,
  UnauthorizedError,
  verifyWebhook,
  WebhookVerificationError,
} from '../../packages/client/src/index.ts'
import { randoms, SEED } from '../support/random.ts'
import { type ClientStand, startClients } from '../support/wire/client.ts'
import { until } from '../support/workers.ts'

let at: ClientStand
before(async () => {
  at = await startClients()
})
after(() => at.close())

const make = async (names: string[], pedido: Pedido = at.pedido) => {
  for (const name of names) await pedido.customers.create({ name })
}

/** The name in an event of a customer; the types know what else an event could be. */
function nameIn(event: CloudEvent): string {
  return event.type === 'customer.created' ? event.data.record.name : event.type
}

/** Takes events until this one came. */
async function takeUntil(events: AsyncIterable<CloudEvent>, last: string): Promise<string[]> {
  const names: string[] = []
  for await (const event of events) {
    names.push(nameIn(event))
    if (names.at(-1) === last) break
  }
  return names
}

const numbered = (word: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${word} ${i}`)

test('the feed is read to its end, and from where one was', async () => {
  const { pedido } = at
  const names = numbered('Feed', 25)
  await make(names)
  const feed = pedido.events.list({ type: 'customer.*', limit: 10 })
  await until(async () => (await Array.fromAsync(feed)).length >= names.length)
  assert.deepEqual((await Array.fromAsync(feed)).map(nameIn), names)

  const [first] = await Array.fromAsync(feed.pages())
  const rest = pedido.events.list({ cursor: first?.next_cursor ?? '', type: 'customer.*' })
  assert.deepEqual((await Array.fromAsync(rest)).map(nameIn), names.slice(10))
  const since = pedido.events.list({ from: '2020-01-01', type: 'customer.*', limit: 10 })
  assert.deepEqual((await Array.fromAsync(since)).map(nameIn), names)

  // An answer that waits for an event may take longer than attempts do.
  const end = (await Array.fromAsync(feed.pages())).at(-1)?.next_cursor ?? ''
  const waiting = pedido.events.list({ cursor: end }).page({ wait: 30 })
  await make(['Esperado'])
  assert.deepEqual((await waiting).data.map(nameIn), ['Esperado'])
})

test('a stream gives what happens, until the loop is left', async () => {
  const { pedido, server } = at
  const stream = pedido.events.stream({ type: 'customer.*' })
  assert.equal(stream.cursor, undefined)
  const names = numbered('Agora', 3)
  const taken = takeUntil(stream, names.at(-1) ?? '')
  await until(() => stream.cursor !== undefined)
  await make(names)
  assert.deepEqual(await taken, names)
  await until(() => server.app.eventHub.awaited.length === 0)

  await make(['Depois'])
  const later = pedido.events.stream({ cursor: stream.cursor ?? '' })
  assert.deepEqual(await takeUntil(later, 'Depois'), ['Depois'])
})

test(`a stream that is cut off again and again misses and repeats nothing (seed ${SEED})`, async () => {
  const random = randoms()
  const { pedido, relay } = await at.behind(() => (random() < 0.3 ? 'drop' : 'pass'))
  const stream = pedido.events.stream({ type: 'customer.*' })
  const names = numbered('Corte', 60)
  const taken = takeUntil(stream, names.at(-1) ?? '')
  await until(() => stream.cursor !== undefined)
  for (const [i, name] of names.entries()) {
    await make([name])
    if (i % 20 === 10) relay.cut()
  }
  assert.deepEqual(await taken, names)
})

test('a signal ends a stream, and so does a refusal that does not pass', async () => {
  const { pedido, server, client } = at
  const reason = new Error('enough')
  const stop = new AbortController()
  const stream = pedido.events.stream({}, { signal: stop.signal })
  const ended = assert.rejects(Array.fromAsync(stream), reason)
  await until(() => stream.cursor !== undefined)
  stop.abort(reason)
  await ended

  const token = await pedido.tokens.create({ name: 'Curto', scopes: ['*'] })
  const short = client({ token: token.token }).events.stream()
  const revoked = assert.rejects(Array.fromAsync(short), UnauthorizedError)
  await until(() => short.cursor !== undefined)
  await pedido.tokens.delete(token.id)
  // In silence it is noticed at the next comment.
  await make(['Revogado'])
  await revoked
  await assert.rejects(
    Array.fromAsync(client({ token: 'pdo_1_x' }).events.stream()),
    UnauthorizedError,
  )

  const other = await server.newToken('events:read', 'customers:read')
  const [page] = await Array.fromAsync(client({ token: other }).events.list().pages())
  const gone = pedido.events.list({ cursor: page?.next_cursor ?? '' }).page()
  const error = await gone.catch((thrown: unknown) => thrown)
  assert.ok(error instanceof CursorGoneError)
  assert.ok(error.restart_cursor)
})

/** A request as the service sends it. */
function signed(secrets: string[], time = new Date()) {
  const event = { id: '0b1f5c5e-5a0e-4d57-9e65-6a3f0b6f8f5c', type: 'customer.created', data: {} }
  const body = JSON.stringify(event)
  const headers = {
    'webhook-id': event.id,
    'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
    'webhook-signature': secrets
      .map((one) => new Webhook(one).sign(event.id, time, body))
      .join(' '),
  }
  return { event, body, headers }
}

const OLD = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const NEW = 'whsec_9mXq0ZlTg0i1v7m3s5B2Q8wYk4uJ6nHd'

test('a webhook is verified with either secret while one is replaced', async () => {
  const { event, body, headers } = signed([NEW, OLD])
  const bytes = new TextEncoder().encode(body)
  for (const secrets of [OLD, NEW, [NEW, OLD]]) {
    assert.deepEqual(await verifyWebhook(body, headers, secrets), event)
    assert.deepEqual(await verifyWebhook(bytes, new Headers(headers), secrets), event)
  }
  const byOld = signed([OLD])
  assert.deepEqual(await verifyWebhook(byOld.body, byOld.headers, [NEW, OLD]), event)
})

test('what is forged, changed, old or not signed is refused', async () => {
  const { body, headers } = signed([OLD])
  const at = (seconds: number) => signed([OLD], new Date(Date.now() + seconds * 1000)).headers
  const refused: [string, string, Record<string, string>, string | string[]][] = [
    ['signature', body, headers, NEW],
    ['signature', `${body} `, headers, OLD],
    ['signature', body, { ...headers, 'webhook-id': 'another' }, OLD],
    ['signature', body, { ...headers, 'webhook-signature': 'v1,!! v1, v2,AAAA x' }, OLD],
    ['signature', body, headers, []],
    ['time', body, at(-310), OLD],
    ['time', body, at(310), OLD],
    ['time', body, { ...headers, 'webhook-timestamp': '1e9' }, OLD],
    ['headers', body, { ...headers, 'webhook-signature': '' }, OLD],
  ]
  for (const [reason, content, given, secrets] of refused) {
    const error = await verifyWebhook(content, given, secrets).catch((thrown: unknown) => thrown)
    assert.ok(error instanceof WebhookVerificationError, `${error}`)
    assert.equal(error.reason, reason)
  }
  await verifyWebhook(body, at(-310), OLD, { toleranceSeconds: 600 })
  await assert.rejects(verifyWebhook(body, headers, 'not base64!'), TypeError)
})
