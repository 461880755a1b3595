import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { type Answer, type SendOptions, type Server, startServer } from '../harness.ts'
import { type Operation, readOperations } from '../support/house/operations.ts'
import { invited, person } from '../support/people.ts'

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

/** Sends as the operation is asked: with a token unless it is for members, or public. */
function ask(
  { method, as }: Operation,
  path: string,
  { headers, ...options }: SendOptions = {},
): Promise<Answer> {
  return server.send(method, path, { ...as, ...options, headers: { ...as.headers, ...headers } })
}

/** It needs neither token nor session. */
const isPublic = ({ as }: Operation) => as.token === null && as.headers === undefined

/** A form by OAuth 2.0, refused in its own words: test/accounts/oauth.test.ts. */
const isOfOAuth = ({ path }: Operation) => path === '/oauth/token'

/** It asks nothing of the database, or is not asked as here: test/members/provider-settings.test.ts. */
const isFixed = ({ path }: Operation) =>
  path.startsWith('/health') || path === '/session/ways' || path === '/session/provider'

/** An account has one or none: test/members/provider-settings.test.ts. */
const isOfProvider = ({ path }: Operation) => /^\/(session\/provider|sign-in-provider)/.test(path)

/** Nothing to guess: it has limits of its own, test/members/mails.test.ts. */
const isReset = ({ path }: Operation) => path === '/session/reset'

/** With it, links are sent by mail; nobody answers there. */
const MAILS = { SMTP_URL: 'smtp://127.0.0.1:9' }

/** It is about members who sign in: test/members/sessions.test.ts. */
const isOfSessions = ({ path }: Operation) => /^\/sessions?\b/.test(path)

const withJson = ({ body }: Operation) => body !== undefined

/**
 * They take multipart bodies: test/products/product-images.test.ts, test/accounts/logo.test.ts,
 * test/orders/attachments.test.ts,
 * test/files/import-requests.test.ts.
 */
const noUpload = ({ method, path }: Operation) =>
  !(method !== 'DELETE' && /\/image$|^\/account\/logo$/.test(path)) &&
  !(method === 'POST' && path.endsWith('/attachments')) &&
  !(method === 'POST' && path.startsWith('/imports?'))

/**
 * Previews and the check before the invoice, which write nothing, streams of records
 * (test/bulk/bulk.test.ts) and what is about sessions take no key.
 */
const takesKey = (one: Operation) =>
  one.method !== 'GET' &&
  noUpload(one) &&
  !/\/(preview|invoice-check)$|^\/bulk\//.test(one.path) &&
  !isOfSessions(one)

test('304 for what the caller has already', () =>
  each(304, (one) => ask(one, one.path, { headers: { 'if-none-match': '*' } }), noUpload))

/** A logo and a provider are not there; test/accounts and test/members ask for those with wrong tags. */
const hasWhatIsTagged = ({ method, path }: Operation) =>
  !/^GET \/(account\/logo|sign-in-provider)$/.test(`${method} ${path}`)

test('400 for a wrong parameter, or for a body that is not JSON, or for a wrong key', () =>
  each(
    400,
    (one) => {
      if (one.wrong !== one.path) return ask(one, one.wrong, { body: one.body })
      // Those of a session are wrong with a token beside it.
      if (isOfSessions(one) && !one.body) return ask(one, one.path, { token: server.token })
      if (one.method === 'GET') return ask(one, one.path, { headers: { 'if-match': 'no quotes' } })
      const headers = { 'idempotency-key': 'x'.repeat(300) }
      return ask(one, one.path, one.method === 'DELETE' ? { headers } : { body: '{' })
    },
    hasWhatIsTagged,
  ))

// 401 and 403 for who may not ask: test/access/matrix.test.ts.

test('403 for pages of others, also where it is public', () => {
  const headers = { 'sec-fetch-site': 'cross-site' }
  return each(403, (one) => ask(one, one.path, { body: one.body, headers }), isPublic)
})

/** It is there: test/operate/test-accounts.test.ts asks for those that are not. */
const isOfTestAccount = ({ path }: Operation) => path.endsWith('/test-account')

test('404 for what does not exist', () =>
  each(
    404,
    (one) => ask(one, one.unknown, { body: one.body }),
    (one) => !isOfProvider(one) && !isOfTestAccount(one),
  ))

test('406 for another media type', () =>
  each(406, (one) => ask(one, one.path, { headers: { accept: 'audio/ogg' } })))

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
  return each(409, ask, takesKey)
})

test('412 where the entity tag is another', async () => {
  await server.send('POST', '/test-account')
  const { path, body } = operations.find((one) => one.method === 'PUT' && isOfProvider(one)) ?? {}
  await server.send('PUT', path ?? '', { body })
  await each(
    412,
    (one) => ask(one, one.path, { body: one.body, headers: { 'if-match': '"another"' } }),
    noUpload,
  )
})

test('413 for a body above the limit', () =>
  each(413, (one) => ask(one, one.path, { body: `"${'x'.repeat(2 ** 20)}"` }), withJson))

test('415 for a body of another type', () =>
  each(
    415,
    (one) => ask(one, one.path, { body: 'name=x', headers: { 'content-type': 'text/plain' } }),
    withJson,
  ))

test('422 where the Idempotency-Key belongs to another request', async () => {
  const headers = { 'idempotency-key': 'taken' }
  const first = await server.send('POST', '/categories', { body: { name: 'x' }, headers })
  assert.equal(first.status, 201)
  await each(
    422,
    ({ method, path, body }) => server.send(method, path, { body, headers }),
    takesKey,
  )
})

test('429 beyond the limit of the token, or of guesses at a secret', async () => {
  const limited = await startServer({ RATE_LIMIT: 1, FAILED_AUTH_LIMIT: 1 })
  after(() => limited.close())
  const { cookie } = await person(limited)
  const page = { token: null, headers: { cookie, 'sec-fetch-site': 'same-origin' } }
  await limited.send('GET', '/orders')
  await limited.send('GET', '/orders', page)
  await limited.send('GET', '/orders', { token: null })
  await limited.send('POST', '/session/passkey/options', { token: null })
  await each(
    429,
    async ({ method, path, body, as }) => {
      const options = as.headers ? page : { ...as, ...(as.token === null ? { body } : {}) }
      const answer = await limited.send(method, path, options)
      assert.ok(Number(answer.headers['retry-after']) > 0)
      return answer
    },
    (one) => !isReset(one),
  )
})

/**
 * Lets every look-up of a token, of a link, of attempts to sign in and of challenges that are over
 * fail in the database with this SQLSTATE.
 * @returns what there is to look up
 */
async function breakTokens(server: Server, sqlstate: string): Promise<object> {
  const { db } = server
  const { link, email } = await invited(server)
  const client = { client_id: 'pedido', client_secret: 'x' }
  const provider = { name: 'Aurora', issuer: 'https://login.example.com', ...client }
  const token = await server.newToken('*')
  await server.send('PUT', '/sign-in-provider', { token, body: provider })
  const credentials = { email, password: 'wrong' }
  await server.send('POST', '/session', { token: null, body: credentials })
  await server.send('POST', '/session/reset', { token: null, body: { email } })
  await server.send('POST', '/session/passkey/options', { token: null })
  const begin = { token: null, body: { account: server.account_id } }
  await server.send('POST', '/session/provider/options', begin)
  await sql`update sign_in_challenges set expires_at = now() - interval '1 second'`.execute(db)
  await sql`alter table tokens rename to kept_tokens`.execute(db)
  await sql`create function fail() returns boolean language plpgsql as ${sql.raw(
    `$$ begin raise exception 'secret internals' using errcode = '${sqlstate}'; end $$`,
  )}`.execute(db)
  await sql`create view tokens as select * from kept_tokens where fail()`.execute(db)
  await sql`alter table links rename to kept_links`.execute(db)
  await sql`create view links as select * from kept_links where fail()`.execute(db)
  await sql`alter table sign_in_attempts rename to kept_attempts`.execute(db)
  await sql`create view sign_in_attempts as select * from kept_attempts where fail()`.execute(db)
  // Rows of a view are not to be changed on a Citus cluster.
  await sql`create function refuse() returns trigger language plpgsql as $$ begin perform fail(); end $$`.execute(
    db,
  )
  await sql`create trigger refuses before insert or update or delete on sign_in_challenges
    for each row execute function refuse()`.execute(db)
  return { link, email, account: server.account_id }
}

/** Asks another server, that knows no session, of a link or a member that it has. */
function askOf(other: Server, one: Operation, known: object): Promise<Answer> {
  if (!isPublic(one)) return other.send(one.method, one.path)
  if (isOfOAuth(one)) {
    const body = `client_id=1&client_secret=${other.token}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return other.send(one.method, one.path, { token: null, body, headers })
  }
  const given = Object.entries({ ...one.body, ...known })
  const body = Object.fromEntries(given.filter(([name]) => name in (one.body ?? {})))
  return other.send(one.method, one.path, { token: null, body })
}

test('500 without any internals, should the database answer something unforeseen', async () => {
  const broken = await startServer(MAILS)
  after(() => broken.close())
  const known = await breakTokens(broken, 'XX000')
  await each(
    500,
    async (one) => {
      const answer = await askOf(broken, one, known)
      assert.doesNotMatch(answer.text, /secret|internals|select|\.ts/)
      return answer
    },
    (one) => !isFixed(one),
  )
})

test('503 with Retry-After while the database has no room', async () => {
  const full = await startServer(MAILS)
  after(() => full.close())
  const known = await breakTokens(full, '53300')
  await each(
    503,
    async (one) => {
      const answer = await askOf(full, one, known)
      assert.ok(Number(answer.headers['retry-after']) > 0, `${one.path}: ${answer.text}`)
      return answer
    },
    (one) => !isFixed(one),
  )
})

test('not ready while no connection to the database is to be had', async () => {
  const busy = await startServer({ DATABASE_CONNECT_TIMEOUT_MS: 500 })
  after(() => busy.close())
  const held: PoolClient[] = []
  try {
    // One after the other, so that each has the time for itself.
    while (held.length < busy.pool.options.max) held.push(await busy.pool.connect())
    assert.equal((await busy.send('GET', '/health/live')).status, 200)
    assert.equal((await busy.send('GET', '/health/ready')).status, 503)
  } finally {
    for (const client of held) client.release()
  }
  assert.equal((await busy.send('GET', '/health/ready')).status, 200)
})
