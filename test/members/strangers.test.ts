import assert from 'node:assert/strict'
import { AsyncLocalStorage, createHook } from 'node:async_hooks'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { statementRan } from '../../src/base/telemetry/topics.ts'
import { BEAT_MS } from '../../src/jobs/later.ts'
import { type Answer, type Server, startServer } from '../harness.ts'
import { invited, PASSWORD, type Person, person, registered } from '../support/people.ts'

// Whoever knows a member's e-mail tries it from elsewhere: the member gets in all the same.

/** With it links are sent by mail; nobody answers there. */
const MAILS = { SMTP_URL: 'smtp://127.0.0.1:9' }

let server: Server
let ana: Person
before(async () => {
  server = await startServer({ TRUST_PROXY: 1, FAILED_AUTH_LIMIT: 60, ...MAILS })
  ana = await person(server)
})
after(() => server.close())
beforeEach(async () => {
  await sql`delete from sign_in_attempts`.execute(server.db)
  await sql`delete from sign_in_places`.execute(server.db)
})

let networks = 0
/** An address from which nobody has asked yet. */
const newNetwork = () => `198.51.${(++networks >> 8) & 255}.${networks & 255}`

const open = (path: string, body: object | undefined, from: string, cookie?: string) =>
  server.send('POST', path, {
    token: null,
    body,
    headers: { 'x-forwarded-for': from, ...(cookie && { cookie }) },
  })

const signIn = (email: string, password: string, from: string, cookie?: string) =>
  open('/session', { email, password }, from, cookie)

/** What the browser is known by that has signed in. */
function browserOf({ headers, status, text }: Answer): string {
  assert.equal(status, 201, text)
  const set = [headers['set-cookie'] ?? []].flat().map(String)
  return set.find((one) => one.includes('pedido_browser='))?.split(';')[0] ?? ''
}

/** Signs ana in. → what her browser is known by */
const known = async (from = newNetwork()) => browserOf(await signIn(ana.email, PASSWORD, from))

/** Wrong attempts, after which the next one from there has to wait for longer than a test takes. */
async function attack(email: string, from: string, cookie?: string): Promise<void> {
  for (let n = 0; n < 5; n++) {
    assert.equal((await signIn(email, 'wrong', from, cookie)).status, 401)
  }
  await sql`update sign_in_attempts set next_at = now() + interval '1 hour'`.execute(server.db)
}

async function statuses(times: number, attempt: () => Promise<Answer>): Promise<number[]> {
  const all: number[] = []
  for (let n = 0; n < times; n++) all.push((await attempt()).status)
  return [...new Set(all)]
}

test('who tries a member’s e-mail from three networks does not keep her from signing in', async () => {
  const browser = await known()
  const attackers = [newNetwork(), newNetwork(), newNetwork()]
  for (const network of attackers) await attack(ana.email, network)
  const home = newNetwork()
  assert.deepEqual(await statuses(10, () => signIn(ana.email, PASSWORD, home)), [201])
  // Even at the network of one of them, by the browser that has signed in before.
  const theirs = attackers[0] ?? ''
  assert.deepEqual(await statuses(10, () => signIn(ana.email, PASSWORD, theirs, browser)), [201])
  assert.equal((await signIn(ana.email, PASSWORD, theirs)).status, 429)
})

test('a browser that has signed in has a count of its own, for the e-mail alone', async () => {
  const browser = await known()
  const network = newNetwork()
  await attack(ana.email, network, browser)
  const refused = await signIn(ana.email, PASSWORD, newNetwork(), browser)
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited'])
  assert.equal((await signIn(ana.email, PASSWORD, network)).status, 201, 'another browser')
  const bia = await person(server)
  const other = newNetwork()
  await attack(bia.email, other)
  assert.equal(
    (await signIn(bia.email, PASSWORD, other, browser)).status,
    429,
    'it knows ana alone',
  )
})

test('what is no secret of a browser makes none known', async () => {
  const network = newNetwork()
  await attack(ana.email, network)
  for (const value of ['', 'x', 'A'.repeat(43), `${'A'.repeat(43)}%00`]) {
    const cookie = `__Host-pedido_browser=${value}`
    assert.equal((await signIn(ana.email, PASSWORD, network, cookie)).status, 429, value)
  }
})

test('strangers from everywhere wait for one another, and hold up no place that is known', async () => {
  const home = newNetwork()
  const browser = await known(home)
  const strangers = (attempts: number) =>
    sql`update sign_in_attempts set attempts = ${attempts}, next_at = last_at`.execute(server.db)
  await signIn(ana.email, 'wrong', newNetwork())
  // The next one makes others wait for 32 s: longer than a busy machine takes for it.
  await strangers(304)
  assert.equal((await signIn(ana.email, 'wrong', newNetwork())).status, 401)
  const refused = await signIn(ana.email, PASSWORD, newNetwork())
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited'])
  assert.equal((await signIn(ana.email, PASSWORD, newNetwork(), browser)).status, 201)
  await sql`delete from sign_in_attempts`.execute(server.db)
  await signIn(ana.email, 'wrong', newNetwork())
  await strangers(900)
  assert.equal((await signIn(ana.email, 'wrong', newNetwork())).status, 401)
  const late = await signIn(ana.email, PASSWORD, newNetwork())
  assert.ok(Number(late.headers['retry-after']) <= 60, late.text)
  assert.equal((await signIn(ana.email, PASSWORD, home)).status, 201)
})

test('made-up e-mails from many networks keep nobody out who has signed in there', async () => {
  const home = newNetwork()
  const browser = await known(home)
  let open = 120
  const flood = Array.from({ length: open }, async (_, n) => {
    await signIn(`pessoa-${n}@outra.example`, 'wrong', newNetwork())
    open--
  })
  const mine = [
    signIn(ana.email, PASSWORD, newNetwork(), browser),
    signIn(ana.email, PASSWORD, home),
  ]
  for (const one of await Promise.all(mine)) assert.equal(one.status, 201, one.text)
  assert.ok(open >= 20, `she came before ${open} of those who were there before her`)
  await Promise.all(flood)
})

test('who asks for links in a member’s name does not keep her from asking', async () => {
  const browser = await known()
  const ask = (cookie?: string) =>
    open('/session/reset', { email: ana.email }, newNetwork(), cookie)
  assert.deepEqual(await statuses(5, ask), [200])
  await sql`update sign_in_attempts set next_at = now() + interval '1 hour'`.execute(server.db)
  assert.equal((await ask()).status, 429)
  assert.equal((await ask(browser)).status, 200)
})

test('failures of a network are no sign-ins that are begun there', async () => {
  const network = newNetwork()
  const begin = (cookie?: string) => open('/session/passkey/options', undefined, network, cookie)
  const fail = () =>
    server.send('GET', '/orders', { token: 'pdo_1_x', headers: { 'x-forwarded-for': network } })
  assert.deepEqual(await statuses(61, fail), [401, 429])
  assert.deepEqual(await statuses(60, begin), [200])
  assert.equal((await begin()).status, 429)
  assert.equal((await fail()).status, 429)
  assert.equal((await begin(await known())).status, 200, 'a browser that is known')
})

test('a network that fails does not hold up who signed in there by a passkey', async () => {
  const network = newNetwork()
  const browser = await known()
  const device = await registered(ana)
  await sql`delete from sign_in_attempts`.execute(server.db)
  await signIn('ninguem@outra.example', 'wrong', network)
  const full = sql`update sign_in_attempts set attempts = 40, next_at = now() + interval '1 hour'`
  await full.execute(server.db)
  const byPasskey = async (cookie?: string) => {
    const { body } = await open('/session/passkey/options', undefined, network, cookie)
    return open('/session/passkey', { credential: device.get(body.data) }, network, cookie)
  }
  assert.equal((await byPasskey()).status, 429)
  assert.equal((await byPasskey(browser)).status, 201)
})

test('a request that fails asks the database the same, whether the e-mail is known or not', async () => {
  const asked = new AsyncLocalStorage<string[]>()
  const stop = statementRan.listen(({ text }) => void asked.getStore()?.push(text))
  const beat = () => Math.floor(performance.now() / BEAT_MS)
  /** Of an attempt between two beats: at one of them is done what was left for later. */
  const asks = async (attempt: () => Promise<Answer>): Promise<string[]> => {
    for (;;) {
      const texts: string[] = []
      const begun = beat()
      await asked.run(texts, async () => {
        await attempt()
        // What was done right after the answer would come before these.
        await server.send('GET', '/health/live', { token: null })
        await sql`select 1`.execute(server.db)
      })
      const all = [...texts]
      if (beat() === begun) return all
    }
  }
  for (const path of ['/session', '/session/reset']) {
    const body = (email: string) => ({ email, ...(path === '/session' && { password: 'wrong' }) })
    const [known, unknown] = [
      await asks(() => open(path, body(ana.email), newNetwork())),
      await asks(() => open(path, body('ninguem@aurora.example'), newNetwork())),
    ]
    assert.ok(known.length > 2, `${known}`)
    assert.deepEqual(known, unknown)
  }
  stop()
})

describe('an e-mail of several accounts', () => {
  // Each hash of a stranger is asked of its thread by a channel, which has two ends.
  let ends = 0
  const counting = createHook({ init: (_, type) => void (type === 'MESSAGEPORT' && ends++) })
  before(() => counting.enable())
  after(() => counting.disable())

  /** How many hashes an attempt costs. */
  async function costOf(attempt: () => Promise<Answer>): Promise<number> {
    const before = ends
    await attempt()
    return (ends - before) / 2
  }
  const guess = (email: string) => () => signIn(email, 'wrong', newNetwork())

  test('costs one hash, as one that nobody has', async () => {
    const { account_id } = await server.newAccount('Outra')
    const bia = await person(server)
    const other = await invited(server, { email: bia.email, account_id })
    const link = { link: other.link, password: 'sete rolos de fita crepe' }
    assert.equal((await open('/session/link', link, newNetwork())).status, 201)
    assert.equal(await costOf(guess(bia.email)), 1)
    assert.equal(await costOf(guess('ninguem@aurora.example')), 1)
    for (const [password, account] of [
      [PASSWORD, server.account_id],
      [link.password, account_id],
    ] as const) {
      const { status, body } = await signIn(bia.email, password, newNetwork())
      assert.deepEqual([status, body.data.account.id], [201, account])
    }
  })

  test('that has hashes of before gets one salt as its passwords are there', async () => {
    const { account_id } = await server.newAccount('Terceira')
    const bia = await person(server)
    const other = await person(server, { account_id })
    await sql`update members set email = ${bia.email} where id = ${other.id} and account_id = ${account_id}`.execute(
      server.db,
    )
    assert.equal(await costOf(guess(bia.email)), 2)
    const both = await signIn(bia.email, PASSWORD, newNetwork())
    assert.equal(both.body.code, 'account_needed')
    assert.equal(await costOf(guess(bia.email)), 1)
    for (const account of [server.account_id, account_id]) {
      const body = { email: bia.email, password: PASSWORD, account }
      assert.equal((await open('/session', body, newNetwork())).status, 201)
    }
  })
})
