import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { sha256 } from '../../src/access/tokens.ts'
import { buildApp } from '../../src/app.ts'
import { inTransaction } from '../../src/database/database.ts'
import { resetNamed } from '../../src/members/commands.ts'
import { removeEnded } from '../../src/members/sign-in/upkeep.ts'
import { type Answer, type Server, startServer } from '../harness.ts'
import { data } from '../support/orders.ts'
import { invited, PASSWORD, type Person, person, signedIn } from '../support/people.ts'

// Who guesses passwords waits, longer each time. The time that a wait takes is not spent here: the
// database is told that it is over.

let server: Server
let ana: Person
before(async () => {
  server = await startServer({ TRUST_PROXY: 1 })
  ana = await person(server)
})
after(() => server.close())
beforeEach(() => sql`delete from sign_in_attempts`.execute(server.db))

let networks = 0
/** An address from which nobody has asked yet. */
const newNetwork = () => `198.51.100.${++networks}`

const signIn = (email: string, password: string, from = newNetwork()) =>
  server.send('POST', '/session', {
    token: null,
    body: { email, password },
    headers: { 'x-forwarded-for': from },
  })

/** Ends all waits. */
const waited = () => sql`update sign_in_attempts set next_at = last_at`.execute(server.db)

/** Attempts that are counted, the most and the longest first, and the seconds that the next one waits. */
async function counted(): Promise<{ attempts: number; wait: number }[]> {
  const { rows } = await sql<{ attempts: number; wait: number }>`
    select attempts::int as attempts, greatest(0, extract(epoch from next_at - last_at))::float8 as wait
      from sign_in_attempts order by attempts desc, wait desc`.execute(server.db)
  return rows
}

/** Wrong attempts, each after the wait that it has. → the seconds that each made the next one wait */
async function fail(times: number, attempt: () => Promise<Answer>): Promise<number[]> {
  const waits: number[] = []
  for (let n = 0; n < times; n++) {
    await waited()
    const { status, body, text } = await attempt()
    assert.deepEqual([status, body.code], [401, 'invalid_credentials'], text)
    waits.push(Math.max(...(await counted()).map(({ wait }) => wait)))
  }
  return waits
}

/** An answer but for what differs from request to request. */
function essence({ status, body, headers }: Answer): unknown[] {
  const { request_id, meta, ...rest } = body
  const text = JSON.stringify(rest).replaceAll(String(headers['retry-after']), 'N')
  return [status, text, headers['www-authenticate']]
}

/** Holds a refusal to what a wait of these seconds may be by now. */
function assertWaits({ status, body, headers, text }: Answer, most: number): void {
  assert.deepEqual([status, body.code], [429, 'rate_limited'], text)
  const seconds = Number(headers['retry-after'])
  assert.ok(Number.isInteger(seconds) && seconds > 0 && seconds <= most, text)
  assert.ok(body.detail.includes(`${seconds} seconds`), body.detail)
}

test('of an e-mail, known or not, each attempt from the fifth on of a network makes the next wait longer', async () => {
  const problems = []
  for (const email of [ana.email, 'nobody@aurora.example']) {
    const network = newNetwork()
    const waits = await fail(15, () => signIn(email, 'wrong', network))
    assert.deepEqual(waits, [0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
    const refused = await signIn(email, 'wrong', network)
    assertWaits(refused, 300)
    // What waits is not counted: it could else be made to wait for ever.
    assert.equal((await counted())[0]?.attempts, 15)
    // In capital letters it is the same e-mail.
    assertWaits(await signIn(` ${email.toUpperCase()} `, PASSWORD, network), 300)
    problems.push(essence(refused))
    await sql`delete from sign_in_attempts`.execute(server.db)
  }
  assert.deepEqual(problems[0], problems[1])
})

test('the right password waits, too, and is then forgiven all', async () => {
  const network = newNetwork()
  await fail(10, () => signIn(ana.email, 'wrong', network))
  assertWaits(await signIn(ana.email, PASSWORD, network), 32)
  // Whoever is signed in goes on.
  assert.equal((await ana.send('GET', '/session')).status, 200)
  await waited()
  assert.equal((await signIn(ana.email, PASSWORD, network)).status, 201)
  assert.deepEqual(await fail(5, () => signIn(ana.email, 'wrong', network)), [0, 0, 0, 0, 1])
})

test('of a network, whatever the e-mails, from the twentieth attempt on', async () => {
  for (const [network, same, other] of [
    ['203.0.113.7', '203.0.113.7', '203.0.113.8'],
    ['2001:db8:1:2::7', '2001:db8:1:2:ffff::1', '2001:db8:1:3::7'],
  ] as const) {
    let n = 0
    const attempt = () => signIn(`pessoa-${++n}@outra.example`, 'wrong', network)
    const waits = await fail(26, attempt)
    assert.deepEqual(waits, [...Array(19).fill(0), 1, 2, 4, 8, 16, 32, 64])
    assertWaits(await signIn(ana.email, PASSWORD, same), 64)
    assert.equal((await signIn(ana.email, PASSWORD, other)).status, 201)
    // Who knows the password is no guesser: it counts for the network as if it had not been.
    await waited()
    assert.equal((await signIn(ana.email, PASSWORD, same)).status, 201)
    assert.equal((await counted())[0]?.attempts, 26)
    await sql`delete from sign_in_attempts`.execute(server.db)
  }
})

test('two processes count as one, and so does a process that starts anew', async () => {
  const { config, db, resources } = server
  const start = () =>
    buildApp({
      config,
      database: { db, reads: db, pipelined: db, isCluster: false, isEmbedded: false },
      ...resources,
    })
  const network = newNetwork()
  const ask = async (app: Awaited<ReturnType<typeof start>>, password: string) =>
    app.inject({
      method: 'POST',
      url: '/session',
      headers: { 'x-forwarded-for': network },
      payload: { email: ana.email, password },
    })
  const [one, two] = [await start(), await start()]
  for (let n = 0; n < 10; n++) {
    await waited()
    assert.equal((await ask(n % 2 ? one : two, 'wrong')).statusCode, 401)
  }
  assert.deepEqual((await counted())[0], { attempts: 10, wait: 32 })
  await Promise.all([one.close(), two.close()])
  const anew = await start()
  for (const app of [anew, server.app]) {
    const { statusCode, headers } = await ask(app, PASSWORD)
    assert.equal(statusCode, 429)
    assert.ok(Number(headers['retry-after']) > 0)
  }
  await anew.close()
})

test('of many attempts at once none is passed over', async () => {
  const attempt = () => signIn(ana.email, 'wrong', '203.0.113.9')
  await fail(9, attempt)
  await waited()
  const answers = await Promise.all(Array.from({ length: 8 }, attempt))
  // The tenth attempt makes all that come after it wait for half a minute.
  assert.deepEqual(answers.map(({ status }) => status).sort(), [401, ...Array(7).fill(429)])
  assert.equal((await counted())[0]?.attempts, 10)
})

test('attempts are forgotten after a day', async () => {
  const network = newNetwork()
  await fail(8, () => signIn(ana.email, 'wrong', network))
  await sql`update sign_in_attempts set last_at = now() - interval '25 hours', next_at = now() - interval '25 hours'`.execute(
    server.db,
  )
  assert.equal((await signIn(ana.email, 'wrong', network)).status, 401)
  assert.deepEqual((await counted())[0], { attempts: 1, wait: 0 })
})

test('a reset link lets one in at once, and the next sign-in waits for nothing', async () => {
  const bia = await person(server)
  const network = newNetwork()
  await fail(12, () => signIn(bia.email, 'wrong', network))
  assertWaits(await signIn(bia.email, PASSWORD, network), 128)
  const link = await inTransaction(server.db, (tx) => resetNamed(tx, server.account_id, bia.email))
  const password = 'sete rolos de fita crepe'
  const headers = { 'x-forwarded-for': network }
  const use = { token: null, body: { link, password }, headers }
  const used = await server.send('POST', '/session/link', use)
  assert.equal(used.status, 201, used.text)
  assert.equal((await signIn(bia.email, password, network)).status, 201)
})

test('a signed-in member who guesses at the password waits as well', async () => {
  const bia = await person(server)
  const change = (current_password: string) =>
    bia.send('PUT', '/session/password', {
      body: { current_password, new_password: 'sete rolos de fita crepe' },
      headers: { 'x-forwarded-for': newNetwork() },
    })
  for (let n = 0; n < 10; n++) {
    await waited()
    assert.equal((await change('wrong')).status, 422)
  }
  assertWaits(await change(PASSWORD), 32)
  await waited()
  assert.equal((await change(PASSWORD)).status, 200)
})

test('what is over for a day is removed, and nothing that works', async () => {
  const eva = await person(server)
  const { link } = await invited(server)
  const { link: late } = await invited(server)
  await signedIn(server, eva)
  await signIn('ninguem@aurora.example', 'nada disso aqui')
  await data(server, 'POST', '/tokens', {
    name: 'ERP',
    scopes: ['orders:read'],
    expires_at: '2099-01-01T00:00:00Z',
  })
  const over = sql`now() - interval '25 hours'`
  const ofEva = sql`account_id = ${server.account_id} and id_member = ${eva.id}`
  for (const statement of [
    sql`update tokens set expires_at = ${over} where ${ofEva} and id < (select max(id) from tokens where ${ofEva})`,
    sql`update tokens set expires_at = ${over} where account_id = ${server.account_id} and kind = 'token' and name = 'ERP'`,
    sql`update tokens set kind = 'oauth', expires_at = ${over}, id_client = id, id_member = null
         where account_id = ${server.account_id} and id = (select max(id) from tokens where ${ofEva})`,
    sql`update links set expires_at = now() - interval '1 second' where account_id = ${server.account_id} and sha256 = ${sha256(late)}`,
    sql`update sign_in_attempts set last_at = ${over}, next_at = ${over}`,
    sql`update sign_in_places set expires_at = now() - interval '1 second'`,
  ]) {
    await statement.execute(server.db)
  }
  const again = await signedIn(server, eva)
  await signIn('outra@aurora.example', 'nada disso aqui')
  const readLink = () => server.send('POST', '/session/link/read', { token: null, body: { link } })
  await removeEnded(server.db, new AbortController().signal)
  const { rows } = await sql<{ what: string; count: number }>`
    select kind as what, count(*)::int from tokens
     where account_id = ${server.account_id} and (id_member = ${eva.id} or kind = 'oauth' or name = 'ERP') group by kind
    union all select 'attempts', count(*)::int from sign_in_attempts
    union all select 'places', count(*)::int from sign_in_places
    order by 1`.execute(server.db)
  assert.deepEqual(rows, [
    // Of the e-mail that failed just now, there and anywhere, of its network, and of the member's.
    { what: 'attempts', count: 5 },
    // Her browser, by itself and with the e-mail, and the network.
    { what: 'places', count: 3 },
    { what: 'session', count: 1 },
    { what: 'token', count: 1 },
  ])
  assert.equal((await again('GET', '/session')).status, 200)
  assert.equal((await readLink()).status, 200)
  const links = await sql`select from links where sha256 = ${sha256(late)}`.execute(server.db)
  assert.equal(links.rows.length, 0)
})
