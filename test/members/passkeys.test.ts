import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { buildApp } from '../../src/app.ts'
import { type Answer, type Server, startServer } from '../harness.ts'
import {
  asBrowser,
  cookieOf,
  PASSWORD,
  type Person,
  person,
  registered,
} from '../support/people.ts'
import { type Authenticator, authenticator, type Wrongs } from '../support/wire/authenticator.ts'

// Members who sign in by passkeys. A device that a test is written with answers; one in a browser does in
// test/console/passkeys.test.ts.

let server: Server
let ana: Person
let phone: Authenticator
before(async () => {
  server = await startServer()
  ana = await person(server)
  phone = await registered(ana)
})
after(() => server.close())

function assertRefused({ status, body, text }: Answer, ...expected: unknown[]): void {
  assert.deepEqual([status, body.code], expected, text)
}

const open = (path: string, body?: object, headers: Record<string, string> = {}) =>
  server.send('POST', path, { token: null, headers, ...(body ? { body } : {}) })

async function creationOptions(who: Person, body: object = {}) {
  const options = await who.send('POST', '/session/passkeys/options', { body })
  assert.equal(options.status, 200, options.text)
  return options.body.data
}

async function keep(who: Person, device: Authenticator, wrongs: Wrongs = {}) {
  const credential = device.create(await creationOptions(who), wrongs)
  return who.send('POST', '/session/passkeys', { body: { name: 'Celular', credential } })
}

const signInOptions = async () => (await open('/session/passkey/options')).body.data

async function signIn(device: Authenticator, wrongs: Wrongs = {}): Promise<Answer> {
  const credential = device.get(await signInOptions(), wrongs)
  return open('/session/passkey', { credential })
}

/** As if the member had signed in a while ago. */
const longAgo = (who: Person) =>
  sql`update tokens set created_at = now() - interval '11 minutes'
       where account_id = ${server.account_id} and id_member = ${who.id}`.execute(server.db)

/** What differs from request to request left out. */
function essence({ status, body, headers }: Answer): unknown[] {
  const { request_id, meta, ...rest } = body
  return [status, rest, headers['www-authenticate']]
}

/** A passkey in its form, and of nothing. */
const response = { clientDataJSON: 'AAAA', attestationObject: 'AAAA' }
const nothing = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response }
const garbage = { name: 'x', credential: nothing }

describe('making passkeys', () => {
  test('a browser is asked for one that is kept by the device and confirmed by the person', async () => {
    const { challenge, user, rp, excludeCredentials, ...others } = await creationOptions(ana)
    assert.match(challenge, /^[\w-]{43}$/)
    assert.equal(user.name, ana.email)
    assert.equal(user.displayName, 'Ana Souza (default)')
    assert.deepEqual(rp, { id: 'localhost', name: 'Pedido' })
    assert.deepEqual(
      excludeCredentials.map(({ id }: { id: string }) => id),
      [phone.id],
    )
    const { userVerification, residentKey } = others.authenticatorSelection
    assert.deepEqual([userVerification, residentKey], ['required', 'required'])
    const again = await creationOptions(ana)
    assert.notEqual(again.challenge, challenge)
    assert.equal(again.user.id, user.id)
    const bia = await person(server)
    assert.notEqual((await creationOptions(bia)).user.id, user.id)
  })

  test('several are kept by name, renamed and removed, each by its member alone', async () => {
    const bia = await person(server)
    await registered(bia, authenticator(), ' Chave  azul ')
    const laptop = await registered(bia, authenticator(), 'Notebook')
    const [key, book] = (await bia.send('GET', '/session/passkeys')).body.data
    assert.deepEqual([key.name, book.name, key.last_used_at], ['Chave  azul', 'Notebook', null])
    assert.ok(Date.parse(key.created_at) > 0)
    const path = `/session/passkeys/${book.id}`
    for (const [method, body] of [
      ['PATCH', { name: 'Roubado' }],
      ['DELETE', undefined],
    ] as const) {
      const stolen = await ana.send(method, path, body ? { body } : {})
      assertRefused(stolen, 404, 'not_found')
    }
    const renamed = await bia.send('PATCH', path, { body: { name: 'Notebook novo' } })
    assert.equal(renamed.body.data.name, 'Notebook novo')
    assert.equal((await bia.send('PATCH', path, { body: {} })).body.data.name, 'Notebook novo')
    assertRefused(await bia.send('PATCH', path, { body: { name: ' ' } }), 422, 'validation_failed')
    assert.equal((await signIn(laptop)).status, 201)
    const used = (await bia.send('GET', '/session/passkeys')).body.data
    assert.ok(Date.parse(used[1].last_used_at) > 0)
    assert.equal((await bia.send('DELETE', path)).body.deletedId, book.id)
    assertRefused(await bia.send('DELETE', path), 404, 'not_found')
    assertRefused(await signIn(laptop), 401, 'invalid_credentials')
  })

  test('what is not as it was asked for is refused', async () => {
    const refused = async (wrongs: Wrongs) => (await keep(ana, authenticator(), wrongs)).body
    for (const wrongs of [
      { origin: 'https://evil.example' },
      { origin: 'http://localhost:81' },
      { rpId: 'evil.example' },
      { type: 'webauthn.get' },
      { isUnverified: true },
      { crossOrigin: true, topOrigin: 'https://evil.example' },
    ] satisfies Wrongs[]) {
      const { code, errors } = await refused(wrongs)
      const [{ pointer, code: fault }] = errors
      const what = JSON.stringify(wrongs)
      assert.deepEqual(
        [code, pointer, fault],
        ['validation_failed', '/credential', 'passkey'],
        what,
      )
    }
    assert.equal((await refused({ challenge: 'x'.repeat(43) })).code, 'challenge_gone')
    const [one] = (await keep(ana, phone)).body.errors
    assert.deepEqual([one.pointer, one.code], ['/credential', 'duplicate_value'])
    const answer = await ana.send('POST', '/session/passkeys', { body: garbage })
    assertRefused(answer, 422, 'validation_failed')
    assertRefused(await open('/session/passkey', {}), 422, 'validation_failed')
  })

  test('a challenge works once, for who began it, and for five minutes', async () => {
    const bia = await person(server)
    const options = await creationOptions(ana)
    const send = (who: Person, credential: object) =>
      who.send('POST', '/session/passkeys', { body: { name: 'x', credential } })
    assertRefused(await send(bia, authenticator().create(options)), 410, 'challenge_gone')
    assert.equal((await send(ana, authenticator().create(options))).status, 201)
    assertRefused(await send(ana, authenticator().create(options)), 410, 'challenge_gone')
    const late = await creationOptions(ana)
    await sql`update sign_in_challenges set expires_at = now() - interval '1 second'`.execute(
      server.db,
    )
    assertRefused(await send(ana, authenticator().create(late)), 410, 'challenge_gone')
    // One for signing in makes none.
    const { challenge } = await signInOptions()
    const mixed = authenticator().create({ ...options, challenge })
    assertRefused(await send(ana, mixed), 410, 'challenge_gone')
  })

  test('it takes a recent sign-in, or the password', async () => {
    const bia = await person(server)
    await longAgo(bia)
    const begin = (body: object) => bia.send('POST', '/session/passkeys/options', { body })
    assertRefused(await begin({}), 403, 'recent_sign_in_needed')
    const wrong = await begin({ current_password: 'não é esta' })
    assert.deepEqual(wrong.body.errors[0].code, 'wrong_password')
    assert.equal((await begin({ current_password: PASSWORD })).status, 200)
  })

  test('a member has twenty at most', async () => {
    const bia = await person(server)
    await registered(bia)
    await sql`
      insert into passkeys (account_id, id_member, name, credential_id, public_key, counter, transports)
      select account_id, id_member, name, convert_to(n::text, 'UTF8'), public_key, counter, transports
        from passkeys, generate_series(2, 20) n
       where account_id = ${server.account_id} and id_member = ${bia.id}`.execute(server.db)
    const refused = await bia.send('POST', '/session/passkeys/options', { body: {} })
    assertRefused(refused, 409, 'limit_reached')
  })

  test('tokens have none', async () => {
    assertRefused(await server.send('GET', '/session/passkeys'), 403, 'session_required')
  })
})

describe('signing in by a passkey', () => {
  test('begins a session like any other, with no e-mail', async () => {
    const options = await signInOptions()
    assert.deepEqual(
      { ...options, challenge: '' },
      { challenge: '', timeout: 300_000, rpId: 'localhost', userVerification: 'required' },
    )
    const answer = await open('/session/passkey', { credential: phone.get(options) })
    assert.equal(answer.status, 201, answer.text)
    assert.equal(answer.headers['location'], '/session')
    assert.match(String(answer.headers['set-cookie']), /^__Host-pedido_session=.*HttpOnly/)
    const send = asBrowser(server, cookieOf(answer))
    const { data } = (await send('GET', '/session')).body
    assert.deepEqual([data.member.id, data.account.id], [ana.id, server.account_id])
    // What proved it just now does for another passkey.
    const bia = await person(server)
    const device = await registered(bia)
    await longAgo(bia)
    const fresh = asBrowser(server, cookieOf(await signIn(device)))
    const again = await fresh('POST', '/session/passkeys/options', { body: {} })
    assert.equal(again.status, 200, again.text)
  })

  test('by one that is kept on several devices, which counts nothing', async () => {
    const synced = await registered(ana, authenticator(false))
    for (let n = 0; n < 2; n++) assert.equal((await signIn(synced)).status, 201)
  })

  test('each way in which it is not that of the member is refused alike', async () => {
    const bia = await person(server)
    const other = await server.newAccount('Outra')
    const stranger = await person(server, { account_id: other.account_id })
    const theirs = await registered(stranger)
    const handle = async (who: Person) => (await creationOptions(who)).user.id
    const unknown = authenticator()
    unknown.create(await creationOptions(ana))
    const problem = essence(await signIn(unknown))
    assert.deepEqual(problem[0], 401)
    for (const [device, wrongs] of [
      [phone, { isForged: true }],
      [phone, { isUnverified: true }],
      [phone, { origin: 'https://evil.example' }],
      [phone, { rpId: 'evil.example' }],
      [phone, { type: 'webauthn.create' }],
      [phone, { crossOrigin: true }],
      [phone, { counter: 1 }],
      [phone, { userHandle: null }],
      [phone, { userHandle: 'AAAA' }],
      [phone, { userHandle: await handle(bia) }],
      [phone, { userHandle: await handle(stranger) }],
      [theirs, { userHandle: await handle(ana) }],
    ] satisfies [Authenticator, Wrongs][]) {
      assert.deepEqual(essence(await signIn(device, wrongs)), problem, JSON.stringify(wrongs))
      await sql`delete from sign_in_attempts`.execute(server.db)
    }
    assert.equal((await signIn(phone)).status, 201)
    assert.equal((await signIn(theirs)).body.data.account.id, other.account_id)
  })

  test('a challenge is answered once, by none that was begun for something else', async () => {
    const credential = phone.get(await signInOptions())
    assert.equal((await open('/session/passkey', { credential })).status, 201)
    assertRefused(await open('/session/passkey', { credential }), 410, 'challenge_gone')
    const { challenge } = await creationOptions(ana)
    assertRefused(await signIn(phone, { challenge }), 410, 'challenge_gone')
    const late = phone.get(await signInOptions())
    await sql`update sign_in_challenges set expires_at = now() - interval '1 second'`.execute(
      server.db,
    )
    assertRefused(await open('/session/passkey', { credential: late }), 410, 'challenge_gone')
    // Even one that fails uses it up.
    const options = await signInOptions()
    const forged = phone.get(options, { isForged: true })
    assertRefused(
      await open('/session/passkey', { credential: forged }),
      401,
      'invalid_credentials',
    )
    const right = phone.get(options)
    assertRefused(await open('/session/passkey', { credential: right }), 410, 'challenge_gone')
    await sql`delete from sign_in_attempts`.execute(server.db)
  })

  test('two answers at once with one count begin one session', async () => {
    const credentials = []
    for (let n = 0; n < 2; n++) credentials.push(phone.get(await signInOptions(), { counter: 900 }))
    const both = await Promise.all(
      credentials.map((credential) => open('/session/passkey', { credential })),
    )
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 401])
    phone = await registered(ana)
  })

  test('stands in the audit, as do passkeys that are made and removed, and answers that fail', async () => {
    const bia = await person(server)
    const device = await registered(bia)
    assert.equal((await signIn(device)).status, 201)
    await signIn(device, { isForged: true })
    const [{ id }] = (await bia.send('GET', '/session/passkeys')).body.data
    await bia.send('DELETE', `/session/passkeys/${id}`)
    const member = { id: bia.id, name: 'Ana Souza' }
    const entries = async () => {
      const { rows } = await sql<{ type: string; data: string }>`
        select type, data from events
         where account_id = ${server.account_id} and resource = 'member' and id_record = ${bia.id}
         order by id`.execute(server.db)
      return rows
        .filter(({ type }) => /passkey|session_created|failed/.test(type))
        .map(({ type, data }) => ({ type, data: JSON.parse(data) }))
        .slice(1)
    }
    // That of a failure is written beside the answer.
    while ((await entries()).length < 4) await setImmediate()
    const told = (await entries()).map(({ type, data }) => [type, data['method'] ?? data['name']])
    assert.deepEqual(told.sort(), [
      ['audit.passkey_created', 'Celular'],
      ['audit.passkey_deleted', 'Celular'],
      ['audit.session_created', 'passkey'],
      ['audit.sign_in_failed', 'passkey'],
    ])
    for (const { data } of await entries()) assert.deepEqual(data['member'], member)
  })

  test('who is removed signs in no more', async () => {
    const bia = await person(server)
    const device = await registered(bia)
    assert.equal((await server.send('DELETE', `/members/${bia.id}`)).status, 200)
    assertRefused(await signIn(device), 401, 'invalid_credentials')
  })

  test('failures wait as those of passwords do, and success forgets them', async () => {
    await sql`delete from sign_in_attempts`.execute(server.db)
    for (let n = 0; n < 5; n++) {
      assertRefused(await signIn(phone, { isForged: true }), 401, 'invalid_credentials')
    }
    const waiting = await signIn(phone)
    assertRefused(waiting, 429, 'rate_limited')
    assert.ok(Number(waiting.headers['retry-after']) > 0)
    await sql`update sign_in_attempts set next_at = last_at`.execute(server.db)
    assert.equal((await signIn(phone)).status, 201)
    const { rows } = await sql<{ attempts: number }>`
      select attempts from sign_in_attempts order by attempts`.execute(server.db)
    assert.deepEqual(rows, [{ attempts: 5 }], 'those of the network stay')
    await sql`delete from sign_in_attempts`.execute(server.db)
  })
})

describe('where the service is', () => {
  test('decides what passkeys are for: PUBLIC_URL, else the host of the request', async () => {
    const { config, db, resources } = server
    const app = await buildApp({
      config: { ...config, PUBLIC_URL: 'https://pedido.aurora.example:8443/desk' },
      database: { db, reads: db, pipelined: db, isCluster: false, isEmbedded: false },
      ...resources,
    })
    const begin = await app.inject({ method: 'POST', url: '/session/passkey/options' })
    assert.equal(begin.json().data.rpId, 'pedido.aurora.example')
    const made = await app.inject({
      method: 'POST',
      url: '/session/passkeys/options',
      headers: { cookie: ana.cookie, 'sec-fetch-site': 'same-origin' },
      payload: {},
    })
    const origin = 'https://pedido.aurora.example:8443'
    const device = authenticator()
    const keeping = await app.inject({
      method: 'POST',
      url: '/session/passkeys',
      headers: { cookie: ana.cookie, 'sec-fetch-site': 'same-origin' },
      payload: { name: 'x', credential: device.create(made.json().data, { origin }) },
    })
    assert.equal(keeping.statusCode, 201, keeping.body)
    const credential = device.get(begin.json().data, { origin })
    const signedIn = await app.inject({
      method: 'POST',
      url: '/session/passkey',
      payload: { credential },
    })
    assert.equal(signedIn.statusCode, 201, signedIn.body)
    await app.close()
  })

  test('browsers take none for an address of numbers, or by plain http', async () => {
    for (const host of ['127.0.0.1:3000', '[::1]:3000']) {
      assertRefused(
        await open('/session/passkey/options', undefined, { host }),
        409,
        'passkeys_unavailable',
      )
      const credential = phone.get({ challenge: 'x', rpId: 'x' })
      const answers = [
        await open('/session/passkey', { credential }, { host }),
        await ana.send('POST', '/session/passkeys/options', { body: {}, headers: { host } }),
        await ana.send('POST', '/session/passkeys', { body: garbage, headers: { host } }),
      ]
      for (const answer of answers) assertRefused(answer, 409, 'passkeys_unavailable')
    }
    const plain = await open('/session/passkey/options', undefined, { host: 'pedido.example' })
    assertRefused(plain, 403, 'insecure_connection')
  })

  test('pages of others sign nobody in', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    assertRefused(await open('/session/passkey/options', undefined, headers), 403, 'cross_site')
    const credential = phone.get(await signInOptions())
    assertRefused(await open('/session/passkey', { credential }, headers), 403, 'cross_site')
  })
})
