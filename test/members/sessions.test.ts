import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { buildApp } from '../../src/app.ts'
import { type Answer, type Server, startServer } from '../harness.ts'
import {
  asBrowser,
  cookieOf,
  invited,
  PASSWORD,
  type Person,
  person,
  signedIn,
} from '../support/people.ts'

// Who signs in, with what, and how long. What browsers do with it: test/members/browsers.test.ts.

let server: Server
let ana: Person
before(async () => {
  server = await startServer()
  ana = await person(server)
})
after(() => server.close())

const open = (path: string, body: object, headers: Record<string, string> = {}) =>
  server.send('POST', path, { token: null, body, headers })
const signIn = (body: object, headers = {}) => open('/session', body, headers)

function assertRefused({ status, body, text }: Answer, ...expected: unknown[]): void {
  assert.deepEqual([status, body.code], expected, text)
}

describe('signing in', () => {
  test('an invitation lets a member choose a password, and he is signed in', async () => {
    const { id, email, link } = await invited(server, { role: 'viewer' })
    const read = await open('/session/link/read', { link })
    assert.deepEqual(read.body.data, {
      purpose: 'invitation',
      email,
      name: 'Ana Souza',
      account: { name: 'default' },
      passkeys: [],
    })
    const used = await open('/session/link', { link, password: PASSWORD, name: 'Bia' })
    assert.equal(used.status, 201, used.text)
    assert.equal(used.headers['location'], '/session')
    assert.equal(used.headers['cache-control'], 'no-store')
    const { member, account, scopes } = used.body.data
    const viewer = { id, name: 'Bia', email, role: 'viewer', language: 'pt-BR', id_user: null }
    assert.deepEqual(member, viewer)
    assert.deepEqual(account, {
      id: server.account_id,
      name: 'default',
      time_zone: 'UTC',
      amounts: 'verify',
      logo: null,
      test: false,
    })
    assert.ok(scopes.includes('orders:read') && !scopes.includes('orders:write'))
    const bia = asBrowser(server, cookieOf(used))
    assert.deepEqual((await bia('GET', '/session')).body.data, used.body.data)
    assert.equal((await bia('GET', '/orders')).status, 200)
    assertRefused(
      await bia('POST', '/customers', { body: { name: 'x' } }),
      403,
      'insufficient_scope',
    )
  })

  test('a link works once, for both who use it at once, and not after its time', async () => {
    const { link } = await invited(server)
    const both = await Promise.all(
      [1, 2].map(() => open('/session/link', { link, password: PASSWORD })),
    )
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 410])
    assertRefused(await open('/session/link', { link, password: PASSWORD }), 410, 'link_gone')
    assertRefused(await open('/session/link/read', { link }), 410, 'link_gone')
    const late = await invited(server)
    await sql`update links set expires_at = now() - interval '1 second' where account_id = ${server.account_id}`.execute(
      server.db,
    )
    for (const path of ['/session/link', '/session/link/read']) {
      const body = { link: late.link, ...(path.endsWith('read') ? {} : { password: PASSWORD }) }
      assertRefused(await open(path, body), 410, 'link_gone')
    }
    assertRefused(await open('/session/link/read', { link: 'pdl_1_x' }), 410, 'link_gone')
    assertRefused(await open('/session/link/read', {}), 422, 'validation_failed')
  })

  test('by e-mail and password, in whatever letters, on and on', async () => {
    const { email } = ana
    const answer = await signIn({ email: ` ${email.toUpperCase()} `, password: PASSWORD })
    assert.equal(answer.status, 201, answer.text)
    assert.equal(answer.body.data.member.id, ana.id)
    assert.ok(!answer.text.includes('pds_'), 'no script sees the secret')
    const v2 = await server.send('POST', '/v2/session', {
      token: null,
      body: { email, password: PASSWORD, account: server.account_id },
    })
    assert.deepEqual([v2.status, v2.headers['location']], [201, '/v2/session'])
  })

  test('a wrong password is refused as an unknown e-mail is', async () => {
    const { email: waiting } = await invited(server)
    const essence = ({ status, body, headers }: Answer) => {
      const { request_id, meta, ...rest } = body
      return [status, rest, headers['www-authenticate']]
    }
    const wrong = await signIn({ email: ana.email, password: 'wrong' })
    assertRefused(wrong, 401, 'invalid_credentials')
    for (const body of [
      { email: 'nobody@aurora.example', password: 'wrong' },
      { email: 'no address', password: PASSWORD },
      { email: waiting, password: PASSWORD },
      { email: ana.email, password: PASSWORD, account: server.account_id + 999 },
    ]) {
      assert.deepEqual(essence(await signIn(body)), essence(wrong), JSON.stringify(body))
    }
  })

  test('who has one e-mail and password in two accounts says which', async () => {
    const other = await server.newAccount('Outra')
    const { email } = await person(server)
    await person(server, { email, account_id: other.account_id })
    const refused = await signIn({ email, password: PASSWORD })
    assertRefused(refused, 409, 'account_needed')
    assert.deepEqual(refused.body.accounts, [
      { id: server.account_id, name: 'default' },
      { id: other.account_id, name: 'Outra' },
    ])
    for (const { id } of refused.body.accounts) {
      const { status, body } = await signIn({ email, password: PASSWORD, account: id })
      assert.deepEqual([status, body.data.account.id], [201, id])
    }
  })

  test('a password is long, not what others try first, and kept as a hash alone', async () => {
    const { link } = await invited(server)
    for (const [password, code] of [
      ['elevenchars', 'min_length'],
      ['x'.repeat(201), 'max_length'],
      ['qwertyuiop123', 'common_password'],
      ['Password2026!', 'common_password'],
      ['123456789012', 'common_password'],
      ['senhasenhasenha', 'common_password'],
      ['aaaaaaaaaaaa', 'common_password'],
      ['Ana-Souza-2026', 'common_password'],
    ] as const) {
      const { status, body } = await open('/session/link', { link, password })
      assert.deepEqual(
        [status, body.errors?.[0].pointer, body.errors?.[0].code],
        [422, '/password', code],
        password,
      )
    }
    const spaced = '  erva-mate e café  '
    assert.equal((await open('/session/link', { link, password: spaced })).status, 201)
    const { rows } = await sql<{ password_hash: string }>`
      select max(password_hash) as password_hash from members
       where password_hash is not null group by email`.execute(server.db)
    for (const { password_hash } of rows) {
      const [, m = 0, t = 0] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(password_hash) ?? []
      assert.ok(Number(m) >= 19 * 1024 && Number(t) >= 2, 'as OWASP has it')
    }
    assert.equal(new Set(rows.map(({ password_hash }) => password_hash)).size, rows.length)
  })

  test('a hash by other parameters is renewed when its password is there', async () => {
    const weak = '$argon2id$v=19$m=8,t=1,p=1$'
    const { id, email } = await person(server)
    const { argon2Sync } = await import('node:crypto')
    const nonce = Buffer.alloc(16, 1)
    const hash = argon2Sync('argon2id', {
      message: PASSWORD,
      nonce,
      parallelism: 1,
      tagLength: 32,
      memory: 8,
      passes: 1,
    })
    const phc = `${weak}${[nonce, hash].map((b) => b.toString('base64').replace(/=+$/, '')).join('$')}`
    await sql`update members set password_hash = ${phc} where id = ${id}`.execute(server.db)
    const kept = async () => {
      const { rows } = await sql<{ password_hash: string }>`
        select password_hash from members where id = ${id}`.execute(server.db)
      return rows[0]?.password_hash ?? ''
    }
    assert.equal((await signIn({ email, password: 'wrong' })).status, 401)
    assert.equal(await kept(), phc)
    assert.equal((await signIn({ email, password: PASSWORD })).status, 201)
    assert.ok(!(await kept()).startsWith(weak))
    assert.equal((await signIn({ email, password: PASSWORD })).status, 201)
  })

  test('the link of a first start makes the owner', async () => {
    const { makeLink } = await import('../../src/members/links.ts')
    const { inTransaction } = await import('../../src/database/database.ts')
    const { account_id, token } = await server.newAccount('Nova')
    const link = await inTransaction(server.db, (tx) => makeLink(tx, account_id, 'owner', null))
    const { body } = await open('/session/link/read', { link })
    assert.deepEqual(body.data, {
      purpose: 'owner',
      email: null,
      name: null,
      account: { name: 'Nova' },
      passkeys: [],
    })
    const nameless = await open('/session/link', { link, password: PASSWORD })
    assert.deepEqual(
      nameless.body.errors.map(({ pointer }: { pointer: string }) => pointer),
      ['/email', '/name'],
    )
    const whole = {
      link,
      password: PASSWORD,
      email: 'Dona@Nova.Example',
      name: 'Dona',
      language: 'en',
    }
    const made = await open('/session/link', whole)
    assert.equal(made.status, 201, made.text)
    const { email, role, language } = made.body.data.member
    assert.deepEqual([email, role, language], ['dona@nova.example', 'owner', 'en'])
    const second = await inTransaction(server.db, (tx) => makeLink(tx, account_id, 'owner', null))
    assertRefused(await open('/session/link', { ...whole, link: second }), 409, 'duplicate_email')
    // Now that somebody can make another, the last token can go.
    const [{ id }] = (await server.send('GET', '/tokens', { token })).body.data
    assert.equal((await server.send('DELETE', `/tokens/${id}`, { token })).status, 200)
  })
})

describe('a session', () => {
  test('shows in what its member changes', async () => {
    const made = await ana.send('POST', '/customers', { body: { name: 'Feita por Ana' } })
    const { rows } = await sql<{ token_name: string; id_token: number }>`
      select token_name, id_token from events
       where account_id = ${server.account_id} and resource = 'customer' and id_record = ${made.body.data.id}
    `.execute(server.db)
    const { id } = (await ana.send('GET', '/session')).body.data
    assert.deepEqual(rows, [{ token_name: 'Ana Souza', id_token: id }])
  })

  test('is listed to its member, and ended from another one', async () => {
    const bia = await person(server)
    const phone = await signedIn(server, bia)
    const [first, second] = (await bia.send('GET', '/sessions')).body.data
    assert.deepEqual([first.current, second.current], [false, true])
    assert.deepEqual(Object.keys(first), [
      'id',
      'created_at',
      'last_used_at',
      'expires_at',
      'address',
      'user_agent',
      'current',
    ])
    assert.equal(first.address, '127.0.0.1')
    const foreign = await ana.send('DELETE', `/sessions/${first.id}`)
    assertRefused(foreign, 404, 'not_found')
    assert.equal((await phone('GET', '/orders')).status, 200)
    assert.equal((await bia.send('DELETE', `/sessions/${first.id}`)).status, 200)
    assert.equal((await phone('GET', '/orders')).status, 401)
    assert.equal((await bia.send('DELETE', `/sessions/${first.id}`)).status, 404)
    assert.equal((await bia.send('GET', '/sessions')).body.data.length, 1)
    const tokens = (await server.send('GET', '/tokens?limit=100')).body.data
    assert.ok(
      tokens.every(({ name }: { name: string }) => name !== 'Ana Souza'),
      'they are no tokens',
    )
    assert.equal((await server.send('GET', `/tokens/${second.id}`)).status, 404)
    assert.equal((await server.send('DELETE', `/tokens/${second.id}`)).status, 404)
  })

  test('ends when its member signs out', async () => {
    const bia = await person(server)
    const out = await bia.send('DELETE', '/session')
    assert.equal(out.status, 200)
    assert.match(String(out.headers['set-cookie']), /^__Host-pedido_session=; .*Max-Age=0; Secure$/)
    const again = await bia.send('GET', '/session')
    assertRefused(again, 401, 'unauthorized')
  })

  test('ends unused, lasts longer while it is used, and not for ever', async () => {
    const bia = await person(server)
    const { id } = (await bia.send('GET', '/session')).body.data
    const age = (used: string, begun: string, left: string) =>
      sql`update tokens set last_used_at = now() - ${used}::interval, created_at = now() - ${begun}::interval,
                 expires_at = now() + ${left}::interval where id = ${id}`.execute(server.db)
    const other = await appOf(server)
    const hoursLeft = async () => {
      await other('GET', '/orders', bia.cookie)
      const { rows } = await sql<{ hours: number }>`
        select extract(epoch from expires_at - now())::float8 / 3600 as hours from tokens where id = ${id}`.execute(
        server.db,
      )
      return rows[0]?.hours ?? 0
    }
    await age('2 minutes', '1 hour', '1 hour')
    assert.ok((await hoursLeft()) > 11.9, 'it is used')
    await other.forget()
    await age('2 minutes', '29 days 22 hours', '1 hour')
    const left = await hoursLeft()
    assert.ok(left < 2.1 && left > 1.9, 'thirty days in all')
    await other.forget()
    await age('13 hours', '1 day', '-1 second')
    assert.equal(await other('GET', '/orders', bia.cookie), 401)
    await other.close()
  })

  test('other sessions end with the password', async () => {
    const bia = await person(server)
    const phone = await signedIn(server, bia)
    const path = '/session/password'
    const change = (current_password: string, new_password: string) =>
      bia.send('PUT', path, { body: { current_password, new_password } })
    const wrong = await change('wrong', 'sete rolos de fita crepe')
    assert.deepEqual([wrong.status, wrong.body.errors[0].code], [422, 'wrong_password'])
    const common = await change(PASSWORD, 'password12345')
    assert.deepEqual([common.status, common.body.errors[0].pointer], [422, '/new_password'])
    assert.equal((await phone('GET', '/session')).status, 200)
    const changed = await change(PASSWORD, 'sete rolos de fita crepe')
    assert.equal(changed.status, 200, changed.text)
    assert.equal((await phone('GET', '/session')).status, 401)
    assert.equal((await bia.send('GET', '/session')).status, 200)
    assert.equal((await signIn(bia)).status, 422, 'more than credentials')
    const { email } = bia
    assert.equal((await signIn({ email, password: PASSWORD })).status, 401)
    assert.equal((await signIn({ email, password: 'sete rolos de fita crepe' })).status, 201)
  })

  test('has what its member’s role has now, and nothing when he is gone', async () => {
    const bia = await person(server, { role: 'operator' })
    const other = await appOf(server)
    const ask = () => other('DELETE', '/products/999', bia.cookie)
    assert.equal(await ask(), 404)
    await sql`update members set role = 'viewer' where id = ${bia.id}`.execute(server.db)
    const untilOther = async (status: number) => {
      const since = Date.now()
      for (let asked = since; (await ask()) === status; asked = Date.now()) {
        assert.ok(asked - since < 2000, 'still after two seconds')
      }
    }
    await untilOther(404)
    assert.equal(await ask(), 403)
    await sql`delete from members where id = ${bia.id}`.execute(server.db)
    await untilOther(403)
    assert.equal(await ask(), 401)
    await other.close()
  })

  test('sees orders of what its member is restricted to, and no others', async () => {
    const { id: seller } = (await server.send('POST', '/users', { body: { name: 'Rui' } })).body
      .data
    const customer = (await server.send('POST', '/customers', { body: { name: 'Mercado' } })).body
    const order = { id_customer: customer.data.id }
    await server.send('POST', '/orders', { body: order })
    const own = await server.send('POST', '/orders', { body: { ...order, id_user: seller } })
    const rui = await person(server, { role: 'seller' })
    await sql`update members set only_users = array[${seller}::bigint] where id = ${rui.id}`.execute(
      server.db,
    )
    const again = await signedIn(server, rui)
    const { only } = (await again('GET', '/session')).body.data
    assert.deepEqual(only, { id_user: [seller], id_branch_company: null })
    const seen = (await again('GET', '/orders')).body.data.map(({ id }: { id: number }) => id)
    assert.deepEqual(seen, [own.body.data.id])
  })

  test('makes tokens that outlive it', async () => {
    const body = { name: 'ERP', scopes: ['orders:read'] }
    const made = await ana.send('POST', '/tokens', { body })
    assert.deepEqual([made.status, made.body.data.expires_at], [201, null])
  })
})

/** Another process of the service: it answers with the status. */
async function appOf({ config, db, resources }: Server) {
  const start = () =>
    buildApp({
      config,
      database: { db, reads: db, pipelined: db, isCluster: false, isEmbedded: false },
      ...resources,
    })
  let app = await start()
  const ask = async (method: 'GET' | 'DELETE', url: string, cookie: string) => {
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    return (await app.inject({ method, url, headers })).statusCode
  }
  const forget = async () => {
    await app.close()
    app = await start()
  }
  return Object.assign(ask, { close: () => app.close(), forget })
}
