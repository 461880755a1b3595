import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Actor } from '../../src/access/actor.ts'
import { MAX_ERRORS, Problem } from '../../src/base/problems.ts'
import { LineReader } from '../../src/bulk/lines.ts'
import type { BulkResource } from '../../src/bulk/resources.ts'
import { type BulkRequest, writeAllOrNothing, writeLines } from '../../src/bulk/stream.ts'
import type { Config } from '../../src/config.ts'
import { msg } from '../../src/texts/message.ts'
import { startServer } from '../harness.ts'
import { serverUrl } from '../support/database.ts'
import { untilAwaited } from '../support/feed.ts'
import { turnsDuring } from '../support/files/turns.ts'
import { listen } from '../support/wire/wire.ts'

// A bulk request as it goes on: answers while it is being sent, and how it ends before its time.

interface Result {
  line: number
  id: number | null
  status: string
  code?: string
}

async function startListening(overrides: Partial<Config> = {}) {
  const server = await startServer(overrides)
  return { server, port: await listen(server.app) }
}

type Listening = Awaited<ReturnType<typeof startListening>>

const SILENCE_MS = 3000

let at: Listening
/** Where nobody is in a hurry. */
let calm: Listening
before(async () => {
  at = await startListening({ REQUEST_TIMEOUT_MS: SILENCE_MS, MAX_BULKS: 100 })
  calm = await startListening()
})
after(async () => {
  await at.server.close()
  await calm.server.close()
})

/** A request whose lines are sent one after the other. */
function open({ server, port }: Listening, name: string, token = server.token) {
  const sending = request({
    port,
    method: 'POST',
    path: `/bulk/${name}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
  })
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>
  answered.catch(() => {})
  sending.on('error', () => {})
  let results: AsyncIterator<string> | undefined
  return {
    sending,
    answered,
    send: (record: object) => sending.write(`${JSON.stringify(record)}\n`),
    async next(): Promise<Result | undefined> {
      const [answer] = await answered
      results ??= createInterface({ input: answer })[Symbol.asyncIterator]()
      const { value, done } = await results.next()
      return done ? undefined : JSON.parse(value)
    },
  }
}

test('each line is answered while the next ones are yet to be sent', async () => {
  const stream = open(calm, 'products')
  for (const [i, name] of ['One', 'Two', 'Three'].entries()) {
    stream.send({ fk_id: `s-${i}`, name })
    const result = await stream.next()
    assert.deepEqual([result?.line, result?.status], [i + 1, 'created'])
  }
  stream.sending.end('{"fk_id":"s-3","name":"Without a line end"}')
  assert.equal((await stream.next())?.status, 'created')
  assert.equal(await stream.next(), undefined)
})

test('a request goes on for longer than one may take to arrive, and ends after a silence', async () => {
  const stream = open(at, 'products')
  const start = performance.now()
  let sent = 0
  while (performance.now() - start < 1.3 * SILENCE_MS) {
    stream.send({ fk_id: `long-${sent++}`, name: 'Long' })
    assert.equal((await stream.next())?.line, sent)
  }
  const last = await stream.next()
  assert.deepEqual([last?.line, last?.status, last?.code], [sent + 1, 'failed', 'request_timeout'])
  assert.equal(await stream.next(), undefined)
})

test('silence before anything was answered is a refusal', async () => {
  const stream = open(at, 'products')
  stream.sending.flushHeaders()
  const [answer] = await stream.answered
  assert.equal(answer.statusCode, 408)
  // Nobody looks at the connection any more, so it ends.
  answer.resume()
  await once(answer.socket, 'close')
})

test('so it is of every resource', async () => {
  const { paths } = at.server.app.swagger() as { paths: object }
  const silent = Object.keys(paths)
    .filter((path) => path.startsWith('/bulk/'))
    .map((path) =>
      at.server.send('POST', path, {
        headers: { 'content-type': 'application/x-ndjson' },
        body: new Readable({ read() {} }),
      }),
    )
  const statuses = (await Promise.all(silent)).map(({ status }) => status)
  assert.deepEqual(new Set(statuses), new Set([408]))
})

test('a connection that breaks leaves what was answered, and its place', async () => {
  const stream = open(calm, 'products')
  stream.send({ fk_id: 'cut-1', name: 'One' })
  assert.equal((await stream.next())?.status, 'created')
  stream.sending.write('{"fk_id":"cut-2",')
  stream.sending.destroy()
  const again = open(calm, 'products')
  again.sending.end('{"fk_id":"cut-1","name":"One"}\n{"fk_id":"cut-2","name":"Two"}')
  assert.equal((await again.next())?.status, 'unchanged')
  assert.equal((await again.next())?.status, 'created')
})

test('an account has its share of such requests, and a token its end', async () => {
  const small = await startListening({ MAX_BULKS: 2 })
  const token = await small.server.newToken('products:write')
  const first = open(small, 'products', token)
  first.send({ fk_id: 'share-1', name: 'One' })
  assert.equal((await first.next())?.status, 'created')
  const second = open(small, 'products')
  second.sending.end('{"fk_id":"share-2","name":"Two"}')
  const [refused] = await second.answered
  assert.equal(refused.statusCode, 429)
  const tokens = await small.server.send('GET', '/tokens?limit=100')
  const { id } = tokens.body.data.find(({ name }: { name: string }) => /products:write/.test(name))
  await small.server.send('DELETE', `/tokens/${id}`)
  first.send({ fk_id: 'share-3', name: 'Three' })
  const last = await first.next()
  assert.deepEqual([last?.line, last?.status, last?.code], [2, 'failed', 'unauthorized'])
  const { status } = await small.server.send('GET', '/products/fk_id/share-3')
  assert.equal(status, 404)
  await small.server.close()
})

test('a request that waits for lines ends with its token, and so does one that waits for events', async () => {
  const { server } = calm
  const scopes = ['products:write', 'events:read', 'products:read']
  const { body } = await server.send('POST', '/tokens', { body: { name: 'erp', scopes } })
  const { id, token } = body.data
  const lines = open(calm, 'products', token)
  lines.send({ fk_id: 'wait-1', name: 'One' })
  assert.equal((await lines.next())?.status, 'created')
  const { next_cursor } = (await server.send('GET', '/events', { token })).body
  const events = server.send('GET', `/events?cursor=${next_cursor}&wait=20`, { token })
  await untilAwaited(server)
  await server.send('DELETE', `/tokens/${id}`)
  const last = await lines.next()
  assert.deepEqual([last?.line, last?.status, last?.code], [2, 'failed', 'unauthorized'])
  assert.equal((await events).status, 401)
})

test('a failure in the middle is told in a last line, one before in the answer', async () => {
  const stream = open(calm, 'categories')
  stream.send({ fk_id: 'f-1', name: 'One' })
  assert.equal((await stream.next())?.status, 'created')
  await sql`alter table categories rename to gone`.execute(calm.server.db)
  stream.send({ fk_id: 'f-2', name: 'Two' })
  const last = await stream.next()
  assert.deepEqual([last?.line, last?.status, last?.code], [2, 'failed', 'internal_error'])
  assert.equal(await stream.next(), undefined)
  const next = open(calm, 'categories')
  next.sending.end('{"fk_id":"f-3","name":"Three"}')
  const [{ statusCode }] = await next.answered
  assert.equal(statusCode, 500)
})

test('a batch is short on the embedded database while another account is at work', async () => {
  const { server } = calm
  const other = await server.newAccount('Other')
  const ask = () =>
    server.app.inject({ url: '/products', headers: { authorization: `Bearer ${other.token}` } })
  await ask()
  let isOver = false
  const asking = (async () => {
    while (!isOver) await ask()
  })()
  const stream = open(calm, 'products')
  const lines = Array.from({ length: 8 }, (_, n) => `{"fk_id":"short-${n}","name":"Short ${n}"}\n`)
  // One chunk, so that all of them are there when a batch begins.
  stream.sending.end(lines.join(''))
  while (await stream.next());
  isOver = true
  await asking
  const { rows } = await sql<{ written: number; batches: number }>`
    select count(*)::int as written, count(distinct xmin::text)::int as batches
      from products where fk_id like 'short-%'`.execute(server.db)
  assert.deepEqual(rows, [{ written: 8, batches: serverUrl === undefined ? 2 : 1 }])
})

test('a service that stops finishes the batch and says so', async () => {
  const stopping = await startListening()
  const stream = open(stopping, 'products')
  stream.send({ fk_id: 'stop-1', name: 'One' })
  assert.equal((await stream.next())?.status, 'created')
  const closed = stopping.server.close()
  const last = await stream.next()
  assert.deepEqual([last?.line, last?.status, last?.code], [2, 'failed', 'unavailable'])
  assert.equal(await stream.next(), undefined)
  await closed
})

test('nothing is read while nobody asks for lines, and no more is kept than is asked for', async () => {
  let read = 0
  async function* source() {
    for (;;) {
      read++
      yield Buffer.from('{}\n'.repeat(100))
    }
  }
  const limits = { line: 100, lines: () => 10, bytes: 1000, silence: 1000 }
  const reader = new LineReader(source(), limits, new AbortController().signal)
  for (let i = 1; i <= 10; i++) {
    const { lines, ending } = await reader.read()
    assert.deepEqual([lines.length, lines.at(-1)?.line, ending], [10, 10 * i, 'more'])
    assert.equal(read, 1)
  }
})

test('a line is too long however its bytes come, and the next one is not', async () => {
  async function* source() {
    for (let i = 0; i < 50; i++) yield Buffer.from('x'.repeat(10))
    yield Buffer.from('\n{"a"')
    yield Buffer.from(':1}\r\n\r\n  \n{}')
  }
  const limits = { line: 100, lines: () => 10, bytes: 1000, silence: 1000 }
  const reader = new LineReader(source(), limits, new AbortController().signal)
  const { lines, ending } = await reader.read()
  assert.deepEqual(
    lines.map(({ line, bytes }) => [line, bytes?.toString().trim()]),
    [
      [1, undefined],
      [2, '{"a":1}'],
      [5, '{}'],
    ],
  )
  assert.equal(ending, 'end')
})

const refusing = (payload: string, check: BulkRequest['check']): BulkRequest => {
  async function* source() {
    yield Buffer.from(payload)
  }
  const limits = { line: 100, lines: () => 200, bytes: 100_000, silence: 10_000 }
  return {
    db: calm.server.db,
    actor: {} as Actor,
    resource: {} as BulkResource,
    mode: 'put',
    check,
    reader: new LineReader(source(), limits, new AbortController().signal),
    language: 'en',
    mayGoOn: async () => {},
    onCommitted: async () => {},
    inTurn: (work) => work(),
    onFailure: () => {},
  }
}

/** How often others had their turn until all lines were refused. */
async function turnsUntilRefused(texts: AsyncGenerator<string>, lines: number): Promise<number> {
  let told = ''
  const turns = await turnsDuring(async () => {
    for await (const text of texts) told += text
  })
  assert.equal(told.match(/"status":"refused"/g)?.length, lines)
  return turns
}

test('others are answered while lines are refused one after the other', async () => {
  const notJson = () => assert.fail('a line that is not JSON has no record')
  const request = refusing('x\n'.repeat(5000), notJson)
  let turnsOfAccount = 0
  request.inTurn = (work) => {
    turnsOfAccount++
    return work()
  }
  const turns = await turnsUntilRefused(writeLines(request), 5000)
  assert.ok(turns >= 24, `${turns} turns of the event loop`)
  // Of 200 lines each, though nothing is written.
  assert.ok(turnsOfAccount >= 25, `${turnsOfAccount} turns of the account`)
})

for (const write of [writeLines, writeAllOrNothing]) {
  test(`others are answered between lines of many faults (${write.name})`, async () => {
    const errors = Array.from({ length: MAX_ERRORS }, () => ({
      code: 'required' as const,
      detail: msg`is required.`,
    }))
    const problem = new Problem('validation_failed', msg`is required.`, { errors })
    const request = refusing('{}\n'.repeat(1000), () => ({ problem }))
    const turns = await turnsUntilRefused(write(request, 1_000_000), 1000)
    assert.ok(turns >= 99, `${turns} turns of the event loop`)
  })
}
