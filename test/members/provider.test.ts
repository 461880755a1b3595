import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, type Server, startServer } from '../harness.ts'
import { endOfFeed, pageOf, runJobs } from '../support/feed.ts'
import { asBrowser, cookieOf, invited, PASSWORD, person } from '../support/people.ts'
import {
  type Account,
  CLIENT,
  SCOPE,
  startProvider,
  type TestProvider,
} from '../support/servers/oidc-provider.ts'

// Members who sign in by OpenID Connect, at a real provider in this process.

let server: Server
let provider: TestProvider
let stopJobs: () => Promise<void>
before(async () => {
  server = await startServer()
  stopJobs = runJobs(server)
  provider = await startProvider(
    [1, 2, 3, 4, 5].map((n) => `http://localhost/console/provider/${n}`),
  )
  assert.equal((await configure()).status, 200)
})
after(async () => {
  await stopJobs()
  await server.close()
  await provider.close()
})

const settings = () => ({
  name: 'Aurora',
  issuer: provider.issuer,
  ...CLIENT,
  scope: SCOPE,
  role_claim: 'roles',
  role_map: { vendas: 'seller', mesa: 'operator', chefia: 'owner' },
  creates_members: true,
})

const configure = (body: object = {}, token = server.token) =>
  server.send('PUT', '/sign-in-provider', { token, body: { ...settings(), ...body } })

function assertRefused({ status, body, text }: Answer, ...expected: unknown[]): void {
  assert.deepEqual([status, body.code], expected, text)
}

/** A way to the provider that has begun. */
interface Begun {
  url: string
  cookie: string
  account: number
}

async function begin(account = server.account_id): Promise<Begun> {
  const answer = await server.send('POST', '/session/provider/options', {
    token: null,
    body: { account },
  })
  assert.equal(answer.status, 200, answer.text)
  return { url: answer.body.data.url, cookie: cookieOf(answer), account }
}

/** What the page of the console sends that the provider leads back to. */
const finish = ({ cookie, account }: Omit<Begun, 'url'>, back: URL | string): Promise<Answer> =>
  server.send('POST', '/session/provider', {
    token: null,
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
    body: { account, answer: typeof back === 'string' ? back : back.search.slice(1) },
  })

let subjects = 0

/** Somebody at the provider. */
function known(account: Account): string {
  const sub = `sub-${++subjects}`
  provider.accounts.set(sub, { email_verified: true, ...account })
  return sub
}

async function signIn(sub: string | null, account = server.account_id): Promise<Answer> {
  const begun = await begin(account)
  return finish(begun, await provider.visit(begun.url, sub))
}

async function signedIn(sub: string, account?: number) {
  const answer = await signIn(sub, account)
  assert.equal(answer.status, 201, answer.text)
  return { ...answer.body.data, send: asBrowser(server, cookieOf(answer)) }
}

const memberOf = async (id: number) => (await server.send('GET', `/members/${id}`)).body.data

/** The records in the entries of the audit of this kind about a member. */
async function audited(type: string, member: number): Promise<Record<string, unknown>[]> {
  await endOfFeed(server, server)
  const { data } = await pageOf(server, `limit=100&type=audit.${type}&subject=/members/${member}`)
  return data.map((event) => event.data.record)
}

describe('signing in', () => {
  test('somebody new becomes a member with the role of the claim', async () => {
    const sub = known({ email: 'Rui@Aurora.example', name: 'Rui Lopes', roles: ['x', 'mesa'] })
    const { member, scopes, only, send } = await signedIn(sub)
    assert.deepEqual(
      [member.email, member.name, member.role, member.language, only],
      ['rui@aurora.example', 'Rui Lopes', 'operator', 'pt-BR', null],
    )
    assert.ok(scopes.includes('orders:write'))
    assert.equal((await send('GET', '/orders')).status, 200)
    const { linked, status } = await memberOf(member.id)
    assert.deepEqual([linked, status], [true, 'active'])
    const again = await signedIn(sub)
    assert.equal(again.member.id, member.id)
    const entries = await audited('session_created', member.id)
    assert.deepEqual(
      entries.map((entry) => entry?.['method']),
      ['provider', 'provider'],
    )
    assert.equal((await audited('member_created', member.id)).length, 1)
  })

  test('who was invited is found by a verified e-mail, and linked for good', async () => {
    const { id, email } = await invited(server, { role: 'operator' })
    const sub = known({ email, roles: ['mesa'] })
    assert.equal((await signedIn(sub)).member.id, id)
    assert.equal((await memberOf(id)).linked, true)
    const [entry] = await audited('member_updated', id)
    assert.equal(entry?.['linked'], true)
    // The link is by the subject from then on, whatever the e-mail becomes.
    provider.accounts.set(sub, { email: 'outro@x.example', email_verified: false, roles: ['mesa'] })
    assert.equal((await signedIn(sub)).member.email, email)
  })

  test('the session is one as of a password, and the browser’s former one ends', async () => {
    const ana = await person(server)
    const sub = known({ email: ana.email, roles: ['chefia'] })
    const begun = await begin()
    const cookie = `${begun.cookie}; ${ana.cookie}`
    const answer = await finish({ ...begun, cookie }, await provider.visit(begun.url, sub))
    assert.equal(answer.status, 201, answer.text)
    assert.match(String(answer.headers['set-cookie']), /^__Host-pedido_session=pds_.*HttpOnly/)
    assertRefused(await ana.send('GET', '/session'), 401, 'unauthorized')
    const body = { email: ana.email, password: PASSWORD }
    const byPassword = await server.send('POST', '/session', { token: null, body })
    assert.equal(byPassword.status, 201, byPassword.text)
  })

  test('only who began comes in, once, and soon', async () => {
    const sub = known({ email: 'eva@aurora.example', roles: ['mesa'] })
    const [mine, other] = [await begin(), await begin()]
    const back = await provider.visit(mine.url, sub)
    const wrongs: [name: string, Promise<Answer>][] = [
      ['no cookie', finish({ ...mine, cookie: 'a=b' }, back)],
      ['another browser', finish(other, back)],
      ['no state', finish(mine, `code=${back.searchParams.get('code')}`)],
      ['another state', finish(mine, back.search.slice(1).replace(/state=[^&]+/, 'state=x'))],
      ['another account', finish({ ...mine, account: server.account_id + 1 }, back)],
    ]
    for (const [name, answer] of wrongs) {
      assert.equal((await answer).body.code, 'challenge_gone', name)
    }
    // None of that has used it up.
    assert.equal((await finish(mine, back)).status, 201)
    assertRefused(await finish(mine, back), 410, 'challenge_gone')
    const late = await begin()
    const lateBack = await provider.visit(late.url, sub)
    await sql`update sign_in_challenges set expires_at = now() - interval '1 second'`.execute(
      server.db,
    )
    assertRefused(await finish(late, lateBack), 410, 'challenge_gone')
  })

  test('a code is taken once, and for its own way only', async () => {
    const sub = known({ email: 'ivo@aurora.example', roles: ['mesa'] })
    const first = await begin()
    const back = await provider.visit(first.url, sub)
    const second = await begin()
    const state = new URL(second.url).searchParams.get('state') ?? ''
    const injected = new URL(back)
    injected.searchParams.set('state', state)
    const refused = await finish(second, injected)
    assertRefused(refused, 403, 'sign_in_refused')
    assert.match(refused.body.detail, /takes this answer no more/)
  })

  test('a nonce of another way, and another issuer’s answer, are refused', async () => {
    const sub = known({ email: 'noe@aurora.example', roles: ['mesa'] })
    const begun = await begin()
    const url = new URL(begun.url)
    url.searchParams.set('nonce', 'another')
    const refused = await finish(begun, await provider.visit(url.href, sub))
    assertRefused(refused, 403, 'sign_in_refused')
    assert.match(refused.body.detail, /does not hold/)
    const mixed = await begin()
    const back = await provider.visit(mixed.url, sub)
    back.searchParams.set('iss', 'https://evil.example.com')
    const asked = provider.exchanges
    assertRefused(await finish(mixed, back), 403, 'sign_in_refused')
    assert.equal(provider.exchanges, asked, 'the code is sent to nobody')
  })

  test('whoever declines, or comes with an error, is told so', async () => {
    const declined = await signIn(null)
    assertRefused(declined, 403, 'sign_in_refused')
    assert.equal(declined.body.detail, 'The sign-in provider let nobody in.')
    const begun = await begin()
    const state = new URL(begun.url).searchParams.get('state')
    const iss = encodeURIComponent(provider.issuer)
    const script = encodeURIComponent('<script>alert(1)</script>')
    const refused = await finish(begun, `error=${script}&state=${state}&iss=${iss}`)
    assertRefused(refused, 403, 'sign_in_refused')
    assert.doesNotMatch(refused.text, /[<>]/)
  })

  test('the refusal is in the language of the person', async () => {
    const begun = await begin()
    const back = await provider.visit(begun.url, null)
    const answer = await server.send('POST', '/session/provider', {
      token: null,
      headers: { cookie: begun.cookie, 'accept-language': 'pt-BR' },
      body: { account: begun.account, answer: back.search.slice(1) },
    })
    assert.equal(answer.body.detail, 'O provedor de login não deixou ninguém entrar.')
  })
})

describe('who is let in', () => {
  test('nobody by an e-mail that is not verified', async () => {
    const { id, email } = await invited(server, { role: 'operator' })
    const sub = known({ email, email_verified: false, roles: ['mesa'] })
    assertRefused(await signIn(sub), 403, 'sign_in_refused')
    provider.accounts.set(sub, { email, roles: ['mesa'] })
    const refused = await signIn(sub)
    assertRefused(refused, 403, 'sign_in_refused')
    assert.match(refused.body.detail, /verified/)
    assert.equal((await memberOf(id)).linked, false)
    // Where the account vouches for what the provider does not say; never against what it says.
    await configure({ trusts_emails: true })
    provider.accounts.set(sub, { email, email_verified: false, roles: ['mesa'] })
    assertRefused(await signIn(sub), 403, 'sign_in_refused')
    provider.accounts.set(sub, { email, roles: ['mesa'] })
    assert.equal((await signedIn(sub)).member.id, id)
    await configure()
  })

  test('nobody by the e-mail of one source that another source verifies', async () => {
    const owner = await invited(server, { role: 'owner' })
    const own = 'eu@x.example'
    const said = { email: own, email_verified: true, roles: ['chefia'] }
    for (const id_token of [
      { email: owner.email },
      { email: owner.email, email_verified: false },
      { email: owner.email, roles: ['chefia'] },
    ]) {
      const { member } = await signedIn(known({ ...said, id_token }))
      assert.deepEqual([member.email, member.id === owner.id], [own, false])
      await server.send('DELETE', `/members/${member.id}`)
    }
    const claimed = { email: owner.email, email_verified: false, roles: ['chefia'] }
    const verified = { email: own, email_verified: true }
    const { member } = await signedIn(known({ ...claimed, id_token: verified }))
    assert.equal(member.email, own)
    const sub = known({ ...claimed, id_token: { email_verified: true } })
    assertRefused(await signIn(sub), 403, 'sign_in_refused')
    assert.equal((await memberOf(owner.id)).linked, false)
  })

  test('nobody takes over a member who is linked to another', async () => {
    const { id, email } = await invited(server, { role: 'operator' })
    await signedIn(known({ email, roles: ['mesa'] }))
    const thief = known({ email, roles: ['chefia'] })
    const refused = await signIn(thief)
    assertRefused(refused, 403, 'sign_in_refused')
    assert.match(refused.body.detail, /somebody else/)
    const [failure] = await audited('sign_in_failed', id)
    assert.equal(failure?.['method'], 'provider')
    // Whoever manages the members undoes the link: the person has another account there now.
    const undone = await server.send('DELETE', `/members/${id}/provider`)
    assert.equal(undone.body.data.linked, false, undone.text)
    assert.equal((await signedIn(thief)).member.id, id)
  })

  test('no new member where only who was invited signs in, nor roles where they are not its', async () => {
    await configure({ creates_members: false })
    const sub = known({ email: 'novo@aurora.example', roles: ['mesa'] })
    const refused = await signIn(sub)
    assertRefused(refused, 403, 'sign_in_refused')
    assert.match(refused.body.detail, /novo@aurora\.example has been invited/)
    await configure({ creates_members: false, role_map: null })
    const { email } = await invited(server, { role: 'viewer' })
    assert.equal((await signedIn(known({ email, roles: ['chefia'] }))).member.role, 'viewer')
    await configure()
  })

  test('the role follows the claim at each sign-in, and its end ends the sessions', async () => {
    const sub = known({ email: 'leo@aurora.example', roles: ['mesa'] })
    const { member, send } = await signedIn(sub)
    provider.accounts.set(sub, { email: 'leo@aurora.example', roles: ['vendas', 'chefia'] })
    assert.equal((await signedIn(sub)).member.role, 'owner')
    const [changed] = await audited('member_updated', member.id)
    assert.equal(changed?.['role'], 'owner')
    provider.accounts.set(sub, { email: 'leo@aurora.example', roles: ['fora'] })
    assertRefused(await signIn(sub), 403, 'sign_in_refused')
    assertRefused(await send('GET', '/session'), 401, 'unauthorized')
    assert.equal((await audited('session_ended', member.id)).length, 2)
    assert.equal((await memberOf(member.id)).role, 'owner')
  })

  test('a seller sees no order until it is said which one he is', async () => {
    const { body: seller } = await server.send('POST', '/users', { body: { name: 'Vendedor' } })
    const { body: customer } = await server.send('POST', '/customers', { body: { name: 'Loja' } })
    const order = { id_customer: customer.data.id, id_user: seller.data.id }
    const made = await server.send('POST', '/orders', { body: order })
    assert.equal(made.status, 201, made.text)
    const sub = known({ email: 'zeca@aurora.example', roles: ['vendas'] })
    const { member, only, send } = await signedIn(sub)
    assert.deepEqual(only, { id_user: [], id_branch_company: null })
    const shown = async () => {
      const answer = await send('GET', '/orders')
      assert.equal(answer.status, 200, answer.text)
      return answer.body.data.length
    }
    assert.equal(await shown(), 0)
    for (const path of [
      '/orders/summary',
      '/orders?fields=id',
      '/orders?format=csv',
      '/events?type=order.*',
    ])
      assert.doesNotMatch((await send('GET', path)).text, /Loja|total_value":[1-9]/, path)
    const own = await send('POST', '/orders', { body: order })
    assertRefused(own, 422, 'validation_failed')
    assertRefused(await send('GET', `/orders/${made.body.data.id}`), 404, 'not_found')
    const path = `/members/${member.id}`
    await server.send('PATCH', path, { body: { name: 'Zeca' } })
    assert.equal(await shown(), 0)
    await server.send('PATCH', path, { body: { id_user: seller.data.id } })
    assert.equal(await shown(), 1)
    // Who is promoted sees the others, and who is a seller again his own.
    provider.accounts.set(sub, { email: 'zeca@aurora.example', roles: ['mesa'] })
    assert.equal((await signedIn(sub)).only, null)
    provider.accounts.set(sub, { email: 'zeca@aurora.example', roles: ['vendas'] })
    assert.deepEqual((await signedIn(sub)).only.id_user, [seller.data.id])
  })

  test('the last who manages the members keeps his role', async () => {
    const { account_id, token } = await server.newAccount('one owner')
    await configure({}, token)
    const sub = known({ email: 'dono@aurora.example', roles: ['chefia'] })
    const other = known({ email: 'outro@aurora.example', roles: ['chefia'] })
    assert.equal((await signedIn(sub, account_id)).member.role, 'owner')
    provider.accounts.set(sub, { email: 'dono@aurora.example', roles: ['mesa'] })
    assert.equal((await signedIn(sub, account_id)).member.role, 'owner')
    await signedIn(other, account_id)
    assert.equal((await signedIn(sub, account_id)).member.role, 'operator')
  })
})
