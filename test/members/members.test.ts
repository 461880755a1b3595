import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Answer, type Server, startServer } from '../harness.ts'
import { data } from '../support/orders.ts'
import {
  asBrowser,
  cookieOf,
  invited,
  PASSWORD,
  type Person,
  person,
  signedIn,
} from '../support/people.ts'

// Who manages the members, and what for.

let server: Server
let ana: Person
before(async () => {
  server = await startServer({ PUBLIC_URL: 'https://pedido.aurora.example' })
  ana = await person(server)
})
after(() => server.close())

let invitations = 0
const guest = (more: object = {}) => ({
  email: `convidada-${++invitations}@aurora.example`,
  name: 'Bia Lima',
  role: 'viewer',
  ...more,
})

const invite = (body: object, by: Person['send'] = ana.send) => by('POST', '/members', { body })

function assertRefused({ status, body, text }: Answer, ...expected: unknown[]): void {
  assert.deepEqual([status, body.code], expected, text)
}

const secretOf = (address: string) => address.split('#')[1] ?? ''

async function use(address: string): Promise<Answer> {
  const body = { link: secretOf(address), password: PASSWORD }
  return server.send('POST', '/session/link', { token: null, body })
}

describe('an invitation', () => {
  test('makes a member by a link that is shown once', async () => {
    const body = guest({ email: ' Bia@Aurora.Example ', language: 'en' })
    const made = await invite(body)
    assert.equal(made.status, 201, made.text)
    const { invitation_url, ...member } = made.body.data
    assert.equal(made.headers['location'], `/members/${member.id}`)
    assert.equal(made.headers['cache-control'], 'no-store')
    assert.match(invitation_url, /^https:\/\/pedido\.aurora\.example\/console\/link#pdl_/)
    const { id, created_at, updated_at, ...rest } = member
    assert.deepEqual(rest, {
      email: 'bia@aurora.example',
      name: 'Bia Lima',
      role: 'viewer',
      language: 'en',
      id_user: null,
      only: null,
      status: 'invited',
      linked: false,
    })
    const read = await ana.send('GET', `/members/${id}`)
    assert.deepEqual(read.body.data, member)
    const used = await use(invitation_url)
    assert.equal(used.status, 201, used.text)
    assert.equal((await ana.send('GET', `/members/${id}`)).body.data.status, 'active')
    assertRefused(await use(invitation_url), 410, 'link_gone')
    // When a member was last seen, and his mail, are the list's: they would change the ETag that changes refer to.
    const { data } = (await ana.send('GET', '/members?sort=-id&limit=1')).body
    assert.equal(data[0].id, id)
    assert.notEqual(data[0].last_seen_at, null)
    assert.equal(data[0].mail, null)
    for (const field of ['last_seen_at', 'mail']) assert.equal(field in read.body.data, false)
  })

  test('is for an e-mail that no member has', async () => {
    const refused = await invite(guest({ email: ana.email.toUpperCase() }))
    assertRefused(refused, 409, 'duplicate_email')
    assert.equal(refused.body.existing_id, ana.id)
    const other = (await invite(guest())).body.data
    const taken = await ana.send('PATCH', `/members/${other.id}`, { body: { email: ana.email } })
    assertRefused(taken, 409, 'duplicate_email')
  })

  test('of a seller is for his own orders unless something else is said', async () => {
    const seller = await data(server, 'POST', '/users', { name: 'Vendedor' })
    const branch = await data(server, 'POST', '/branch-companies', { name: 'Filial' })
    const onlyOf = async (more: object) => (await invite(guest(more))).body.data.only
    const id_user = seller.id
    const own = { id_user: [id_user], id_branch_company: null }
    assert.deepEqual(await onlyOf({ role: 'seller', id_user }), own)
    assert.equal(await onlyOf({ role: 'seller', id_user, only: null }), null)
    assert.equal(await onlyOf({ role: 'seller' }), null)
    assert.equal(await onlyOf({ role: 'operator', id_user }), null)
    const only = { id_user: null, id_branch_company: [branch.id] }
    assert.deepEqual(await onlyOf({ role: 'seller', id_user, only }), only)
    // Also who becomes a seller, and what he is shown.
    const { id, invitation_url } = (await invite(guest({ id_user }))).body.data
    const become = await ana.send('PATCH', `/members/${id}`, { body: { role: 'seller' } })
    assert.deepEqual(become.body.data.only, own)
    const bia = asBrowser(server, cookieOf(await use(invitation_url)))
    const customer = await data(server, 'POST', '/customers', { name: 'Mercado' })
    const mine = await data(server, 'POST', '/orders', { id_customer: customer.id, id_user })
    await data(server, 'POST', '/orders', { id_customer: customer.id })
    const seen = (await bia('GET', '/orders')).body.data
    assert.deepEqual(
      seen.map((order: { id: number }) => order.id),
      [mine.id],
    )
    // Who deletes the seller is told that a member is he.
    const used = await server.send('DELETE', `/users/${id_user}`)
    assertRefused(used, 409, 'record_in_use')
    assert.deepEqual(used.body.used_by, ['orders', 'members'])
  })

  test('names sellers and branches that there are', async () => {
    const never = 999_999_999
    for (const [body, pointer] of [
      [{ id_user: never }, '/id_user'],
      [{ only: { id_user: [never] } }, '/only/id_user/0'],
      [{ only: { id_branch_company: [never] } }, '/only/id_branch_company/0'],
      [{ role: 'boss' }, '/role'],
      [{ email: 'nobody' }, '/email'],
    ] as const) {
      const refused = await invite(guest(body))
      assertRefused(refused, 422, 'validation_failed')
      assert.equal(refused.body.errors[0].pointer, pointer, refused.text)
    }
    const refused = await ana.send('POST', '/members', {
      body: guest({ id_user: never }),
      headers: { 'accept-language': 'pt-BR' },
    })
    assert.equal(refused.body.errors[0].detail, `O vendedor ${never} não existe.`)
  })
})

describe('nobody gives more than he has', () => {
  test('no role with scopes that he lacks, neither by a link', async () => {
    const token = await server.newToken('members:manage', 'orders:read')
    const send: Person['send'] = (method, path, options) =>
      server.send(method, path, { ...options, token })
    const refused = await invite(guest({ role: 'owner' }), send)
    assertRefused(refused, 403, 'insufficient_scope')
    assert.equal(refused.body.errors[0].pointer, '/role')
    const path = `/members/${ana.id}`
    const [session] = (await send('GET', `${path}/sessions`)).body.data
    for (const answer of [
      await send('POST', `${path}/link`),
      await send('PATCH', path, { body: { name: 'Eu' } }),
      await send('DELETE', path),
      await send('DELETE', `${path}/sessions/${session.id}`),
    ]) {
      assertRefused(answer, 403, 'insufficient_scope')
    }
    assert.equal((await ana.send('GET', '/session')).status, 200)
  })

  test('no more orders than he sees', async () => {
    const [mine, others] = [
      await data(server, 'POST', '/users', { name: 'Um' }),
      await data(server, 'POST', '/users', { name: 'Outro' }),
    ]
    const restricted = { name: 'x', scopes: ['*'], only: { id_user: [mine.id] } }
    const { token } = await data(server, 'POST', '/tokens', restricted)
    const send: Person['send'] = (method, path, options) =>
      server.send(method, path, { ...options, token })
    for (const only of [null, { id_user: [others.id] }, { id_user: [mine.id, others.id] }]) {
      const refused = await invite(guest({ only }), send)
      assertRefused(refused, 422, 'validation_failed')
      assert.equal(refused.body.errors[0].code, 'outside_restriction')
    }
    const made = await invite(guest({ only: { id_user: [mine.id] } }), send)
    assert.equal(made.status, 201, made.text)
    const path = `/members/${made.body.data.id}`
    const wider = await send('PATCH', path, { body: { only: null } })
    assertRefused(wider, 422, 'validation_failed')
    assertRefused(await send('POST', `/members/${ana.id}/link`), 403, 'insufficient_scope')
    assert.equal((await send('POST', `${path}/link`)).status, 201)
  })
})

describe('a member', () => {
  test('is changed, and his session follows', async () => {
    const bia = await person(server, { role: 'operator' })
    const path = `/members/${bia.id}`
    const read = await ana.send('GET', path)
    const etag = String(read.headers['etag'])
    const body = { role: 'viewer', name: 'Beatriz' }
    const changed = await ana.send('PATCH', path, { body, headers: { 'if-match': etag } })
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual([changed.body.data.role, changed.body.data.name], ['viewer', 'Beatriz'])
    assertRefused(
      await bia.send('POST', '/customers', { body: { name: 'x' } }),
      403,
      'insufficient_scope',
    )
    for (const method of ['PATCH', 'DELETE', 'GET']) {
      const options = { ...(method === 'PATCH' ? { body } : {}), headers: { 'if-match': etag } }
      assertRefused(await ana.send(method, path, options), 412, 'precondition_failed')
    }
    const same = await ana.send('PATCH', path, { body })
    assert.equal(same.headers['etag'], changed.headers['etag'], 'nothing has changed')
  })

  test('is removed, with his sessions and links', async () => {
    const bia = await person(server)
    const { body } = await ana.send('POST', `/members/${bia.id}/link`)
    assert.equal((await ana.send('DELETE', `/members/${bia.id}`)).status, 200)
    assertRefused(await bia.send('GET', '/session'), 401, 'unauthorized')
    assertRefused(await use(body.data.url), 410, 'link_gone')
    assertRefused(await ana.send('GET', `/members/${bia.id}`), 404, 'not_found')
  })

  test('gets another link: an invitation, or one to choose another password', async () => {
    const { id, invitation_url } = (await invite(guest())).body.data
    const again = await ana.send('POST', `/members/${id}/link`)
    assert.equal(again.status, 201, again.text)
    assert.equal(again.headers['cache-control'], 'no-store')
    assert.equal(again.body.data.purpose, 'invitation')
    assertRefused(await use(invitation_url), 410, 'link_gone')
    const first = asBrowser(server, cookieOf(await use(again.body.data.url)))
    const reset = (await ana.send('POST', `/members/${id}/link`)).body.data
    assert.equal(reset.purpose, 'reset')
    assert.equal((await use(reset.url)).status, 201)
    assertRefused(await first('GET', '/session'), 401, 'unauthorized')
  })

  test('has no link at an e-mail that is not his any more', async () => {
    const { id, invitation_url } = (await invite(guest())).body.data
    await ana.send('PATCH', `/members/${id}`, { body: { email: 'certa@aurora.example' } })
    assertRefused(await use(invitation_url), 410, 'link_gone')
  })

  test('has sessions that who manages the members sees and ends', async () => {
    const bia = await person(server, { role: 'viewer' })
    const phone = await signedIn(server, bia)
    const path = `/members/${bia.id}/sessions`
    const open = (await ana.send('GET', path)).body.data
    assert.deepEqual(
      open.map(({ current }: { current: boolean }) => current),
      [false, false],
    )
    assert.equal((await ana.send('DELETE', `${path}/${open[0].id}`)).status, 200)
    assertRefused(await phone('GET', '/session'), 401, 'unauthorized')
    assert.equal((await bia.send('GET', '/session')).status, 200)
    assertRefused(await ana.send('DELETE', `${path}/${open[0].id}`), 404, 'not_found')
    const foreign = `/members/${ana.id}/sessions/${open[1].id}`
    assertRefused(await ana.send('DELETE', foreign), 404, 'not_found')
    assertRefused(await bia.send('GET', path), 403, 'insufficient_scope')
  })

  test('says how he is called, and in which language', async () => {
    const bia = await person(server, { role: 'viewer' })
    const body = { name: 'Beatriz', language: 'en' }
    const changed = await bia.send('PATCH', '/session/member', { body })
    assert.equal(changed.status, 200, changed.text)
    const { name, language, role } = changed.body.data.member
    assert.deepEqual([name, language, role], ['Beatriz', 'en', 'viewer'])
    const shown = (await ana.send('GET', `/members/${bia.id}`)).body.data
    assert.deepEqual([shown.name, shown.language], ['Beatriz', 'en'])
    const more = await bia.send('PATCH', '/session/member', { body: { role: 'owner' } })
    assertRefused(more, 422, 'validation_failed')
  })
})

describe('the last owner', () => {
  test('stays one', async () => {
    const { account_id } = await server.newAccount('Dona')
    const dona = await person(server, { account_id })
    const path = `/members/${dona.id}`
    const seller = (await dona.send('POST', '/users', { body: { name: 'Dona' } })).body.data
    const refusedAll = async () => {
      for (const body of [{ role: 'manager' }, { only: { id_user: [seller.id] } }])
        assertRefused(await dona.send('PATCH', path, { body }), 409, 'last_owner')
      assertRefused(await dona.send('DELETE', path), 409, 'last_owner')
    }
    await refusedAll()
    assert.equal((await dona.send('PATCH', path, { body: { name: 'A dona' } })).status, 200)
    // One who is invited can't sign in yet.
    const { link } = await invited(server, { account_id })
    await refusedAll()
    const body = { link, password: PASSWORD }
    const other = await server.send('POST', '/session/link', { token: null, body })
    const second = asBrowser(server, cookieOf(other))
    // Of two who step back at once one stays.
    const { id } = other.body.data.member
    const both = await Promise.all([
      dona.send('PATCH', path, { body: { role: 'manager' } }),
      second('PATCH', `/members/${id}`, { body: { role: 'manager' } }),
    ])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
  })
})

describe('lists', () => {
  test('of members are read in pages and by cursors', async () => {
    const { account_id } = await server.newAccount('Lista')
    const dona = await person(server, { account_id })
    for (const name of ['Caio', 'Bia']) await invite(guest({ name }), dona.send)
    const { body } = await dona.send('GET', '/members?sort=name&limit=2')
    assert.equal(body.pagination.total, 3)
    assert.deepEqual(
      body.data.map(({ name }: { name: string }) => name),
      ['Ana Souza', 'Bia'],
    )
    assert.ok(!JSON.stringify(body).includes('argon2'))
    const first = (await dona.send('GET', '/members?pagination=cursor&limit=2')).body
    const rest = await dona.send('GET', `/members?limit=2&cursor=${first.next_cursor}`)
    assert.equal(rest.body.data.length, 1)
    assertRefused(await dona.send('GET', '/members?cursor=x'), 400, 'invalid_cursor')
  })

  test('of roles say what each may do', async () => {
    const answer = await ana.send('GET', '/roles')
    const roles = answer.body.data as { name: string; scopes: string[] }[]
    assert.deepEqual(
      roles.map(({ name }) => name),
      ['owner', 'manager', 'operator', 'seller', 'viewer'],
    )
    assert.deepEqual(roles[0]?.scopes, ['*'])
    assert.ok(!roles[1]?.scopes.includes('members:manage'))
    const headers = { 'if-none-match': String(answer.headers['etag']) }
    assert.equal((await ana.send('GET', '/roles', { headers })).status, 304)
    const other = await ana.send('GET', '/roles', { headers: { 'if-match': '"x"' } })
    assertRefused(other, 412, 'precondition_failed')
  })
})
