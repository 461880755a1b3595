import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Answer, type Server, startServer } from '../harness.ts'
import { type Operation, readOperations } from '../support/operations.ts'

// Every operation of the OpenAPI document is asked in each way that it declares to refuse or to
// answer briefly, so that none behaves differently from the others.

let server: Server
let operations: Operation[]

before(async () => {
  server = await startServer()
  operations = await readOperations(server)
})
after(() => server.close())

async function each(
  status: number,
  ask: (operation: Operation) => Promise<Answer>,
  which: (operation: Operation) => boolean = () => true,
): Promise<void> {
  const asked = operations.filter((one) => one.statuses.has(status) && which(one))
  assert.ok(asked.length > 0)
  for (const operation of asked) {
    const answer = await ask(operation)
    assert.equal(answer.status, status, `${operation.method} ${operation.path}: ${answer.text}`)
  }
}

const withJson = ({ body }: Operation) => body !== undefined

/** They take multipart bodies: test/products/product-images.test.ts, test/files/import-requests.test.ts. */
const noUpload = ({ method, path }: Operation) =>
  !path.endsWith('/image') && !(method === 'POST' && path.startsWith('/imports?'))

test('304 for what the caller has already', () =>
  each(
    304,
    ({ method, path }) => server.send(method, path, { headers: { 'if-none-match': '*' } }),
    noUpload,
  ))

test('400 for a wrong parameter, or for a body that is not JSON', () =>
  each(400, ({ method, path, wrong, body }) =>
    wrong === path
      ? server.send(method, path, { body: '{' })
      : server.send(method, wrong, { body }),
  ))

test('401 without a token', () =>
  each(401, ({ method, path }) => server.send(method, path, { token: null })))

test('403 without the scope', async () => {
  const token = await server.newToken()
  await each(403, ({ method, path }) => server.send(method, path, { token }))
})

test('404 for what does not exist', () =>
  each(404, ({ method, unknown, body }) => server.send(method, unknown, { body })))

test('406 for another media type', () =>
  each(406, ({ method, path }) => server.send(method, path, { headers: { accept: 'audio/ogg' } })))

/** Resolves once both of two requests wait for a connection, or the second is answered already. */
async function bothHaveCome(second: Promise<Answer>): Promise<void> {
  let isAnswered = false
  void second.then(() => {
    isAnswered = true
  })
  while (!isAnswered && server.pool.waitingCount < 2) await setImmediate()
}

test('409 while the first request with the same Idempotency-Key runs', () => {
  let n = 0
  const ask = async ({ method, path, unknown, body }: Operation) => {
    const options = {
      body,
      headers: { 'idempotency-key': `running-${++n}` },
      token: await server.newToken('*'),
    }
    const to = method === 'DELETE' ? unknown : path
    // Its token is known from here on, so that the first request waits only inside its change.
    await server.send('GET', '/account', { token: options.token })
    const all = Array.from({ length: server.pool.options.max }, () => server.pool.connect())
    const held = await Promise.all(all)
    const first = server.send(method, to, options)
    const second = server.send(method, to, options)
    await bothHaveCome(second)
    // One connection for both: what the first asks for next comes after what the second waits for.
    held.pop()?.release()
    const refused = await second
    for (const client of held) client.release()
    await first
    assert.equal(refused.body.code, 'idempotency_in_flight')
    assert.equal(refused.headers['retry-after'], '1')
    return refused
  }
  // Streams of records take no key: test/bulk/bulk.test.ts.
  return each(409, ask, (one) => noUpload(one) && !one.path.startsWith('/bulk/'))
})

test('412 where the entity tag is another', () =>
  each(
    412,
    ({ method, path, body }) =>
      server.send(method, path, { body, headers: { 'if-match': '"another"' } }),
    noUpload,
  ))

test('413 for a body above the limit', () =>
  each(
    413,
    ({ method, path }) => server.send(method, path, { body: `"${'x'.repeat(2 ** 20)}"` }),
    withJson,
  ))

test('415 for a body of another type', () =>
  each(
    415,
    ({ method, path }) =>
      server.send(method, path, { body: 'name=x', headers: { 'content-type': 'text/plain' } }),
    withJson,
  ))

test('422 where the Idempotency-Key belongs to another request', async () => {
  const headers = { 'idempotency-key': 'taken' }
  const first = await server.send('POST', '/categories', { body: { name: 'x' }, headers })
  assert.equal(first.status, 201)
  await each(
    422,
    ({ method, path, body }) => server.send(method, path, { body, headers }),
    noUpload,
  )
})

test('429 beyond the limit of the token', async () => {
  const limited = await startServer({ RATE_LIMIT: 1 })
  after(() => limited.close())
  await limited.send('GET', '/orders')
  await each(429, async ({ method, path }) => {
    const answer = await limited.send(method, path)
    assert.ok(Number(answer.headers['retry-after']) > 0)
    return answer
  })
})

/** Lets every look-up of a token fail in the database with this SQLSTATE. */
async function breakTokens({ db }: Server, sqlstate: string): Promise<void> {
  await sql`alter table tokens rename to kept_tokens`.execute(db)
  await sql`create function fail() returns boolean language plpgsql as ${sql.raw(
    `$$ begin raise exception 'secret internals' using errcode = '${sqlstate}'; end $$`,
  )}`.execute(db)
  await sql`create view tokens as select * from kept_tokens where fail()`.execute(db)
}

test('500 without any internals, should the database answer something unforeseen', async () => {
  const broken = await startServer()
  after(() => broken.close())
  await breakTokens(broken, 'XX000')
  await each(
    500,
    async ({ method, path }) => {
      const answer = await broken.send(method, path)
      assert.doesNotMatch(answer.text, /secret|internals|select|\.ts/)
      return answer
    },
    ({ path }) => !path.startsWith('/health'),
  )
})

test('503 with Retry-After while the database has no room', async () => {
  const full = await startServer()
  after(() => full.close())
  await breakTokens(full, '53300')
  await each(
    503,
    async ({ method, path }) => {
      const answer = await full.send(method, path)
      assert.ok(Number(answer.headers['retry-after']) > 0)
      return answer
    },
    ({ path }) => !path.startsWith('/health'),
  )
})

test('not ready while no connection to the database is to be had', async () => {
  const busy = await startServer({ REQUEST_TIMEOUT_MS: 500 })
  after(() => busy.close())
  const all = Array.from({ length: busy.pool.options.max }, () => busy.pool.connect())
  const held = await Promise.all(all)
  assert.equal((await busy.send('GET', '/health/live')).status, 200)
  assert.equal((await busy.send('GET', '/health/ready')).status, 503)
  for (const client of held) client.release()
  assert.equal((await busy.send('GET', '/health/ready')).status, 200)
})
