import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { inTransaction } from '../../src/database/database.ts'
import { inviteNamed, resetNamed } from '../../src/members/commands.ts'
import { type Server, startServer } from '../harness.ts'
import { endOfFeed, type FeedEvent, pageOf, runJobs } from '../support/feed.ts'
import { data, succeed } from '../support/orders.ts'
import { invited, PASSWORD, type Person, person, signedIn } from '../support/people.ts'
import { refusedBy } from '../support/refused.ts'

// The audit: who came in, who may do what, and what was taken out, as events.

let server: Server
let stopJobs: () => Promise<void>
let ana: Person
before(async () => {
  server = await startServer()
  stopJobs = runJobs(server)
  ana = await person(server)
})
after(async () => {
  await stopJobs()
  await server.close()
})

/** What comes into the audit while something is done. */
async function audited(work: () => Promise<unknown>): Promise<FeedEvent[]> {
  const cursor = await endOfFeed(server, server)
  await work()
  await endOfFeed(server, server)
  const { data: events } = await pageOf(server, `limit=100&cursor=${cursor}`)
  return events.filter(({ type }) => type.startsWith('audit.'))
}

const brief = (events: FeedEvent[]) =>
  events.map(({ type, subject, data: { token } }) => [type, subject, token?.name ?? null])

/** The entries of what is done, in their order, and the records in their data. */
async function assertAudited(
  work: () => Promise<unknown>,
  expected: [type: string, subject: string, who: string | null][],
): Promise<FeedEvent[]> {
  const events = await audited(work)
  assert.deepEqual(brief(events), expected)
  return events
}

const recordOf = (event: FeedEvent | undefined) => event?.data.record
const ANA = 'Ana Souza'

describe('signing in', () => {
  test('is told with where from, and so is signing out', async () => {
    const body = { email: ana.email, password: PASSWORD }
    const headers = { 'user-agent': 'Mozilla/5.0 (test)' }
    let browser = ana.send
    const events = await assertAudited(async () => {
      await server.send('POST', '/session', { token: null, body, headers })
      browser = await signedIn(server, ana)
      await browser('DELETE', '/session')
    }, [
      ['audit.session_created', `/members/${ana.id}`, ANA],
      ['audit.session_created', `/members/${ana.id}`, ANA],
      ['audit.session_ended', `/members/${ana.id}`, ANA],
    ])
    const [first, second, end] = events.map(({ data }) => data)
    assert.deepEqual(first?.record, {
      id: first?.token?.id,
      member: { id: ana.id, name: ANA },
      method: 'password',
      address: '127.0.0.1',
      user_agent: 'Mozilla/5.0 (test)',
    })
    const member = { id: ana.id, name: ANA }
    assert.deepEqual(end?.record, { id: second?.token?.id, member })
    assert.equal(end?.token?.id, second?.token?.id)
    assert.equal(first?.version, undefined)
    assert.match(first?.request_id ?? '', /^[0-9a-f-]{36}$/)
  })

  test('with a wrong password is told to the member’s account', async () => {
    const { email, id } = await invited(server)
    const wrong = { email, password: 'quatro caixas de mate' }
    const fail = () => server.send('POST', '/session', { token: null, body: wrong })
    const [event] = await assertAudited(async () => {
      const cursor = await endOfFeed(server, server)
      assert.equal((await fail()).status, 401)
      // It is written beside the answer.
      assert.equal((await pageOf(server, `wait=30&cursor=${cursor}`)).data.length, 1)
    }, [['audit.sign_in_failed', `/members/${id}`, null]])
    assert.deepEqual(recordOf(event), {
      member: { id, name: ANA },
      method: 'password',
      address: '127.0.0.1',
      user_agent: 'lightMyRequest',
    })
    assert.ok(!JSON.stringify(event).includes('mate'))
  })

  test('that has to wait, or of nobody, is told to nobody', async () => {
    const { email } = await invited(server)
    const body = { email, password: 'errada, errada' }
    const statuses: number[] = []
    const attempt = async (one: object) => {
      statuses.push((await server.send('POST', '/session', { token: null, body: one })).status)
    }
    const cursor = await endOfFeed(server, server)
    for (let i = 0; i < 8; i++) await attempt(body)
    const counted = statuses.filter((status) => status === 401).length
    assert.ok(counted < 8, `${statuses}`)
    await attempt({ email: 'ninguem@aurora.example', password: PASSWORD })
    let events: FeedEvent[] = []
    let at = cursor
    while (events.length < counted) {
      const page = await pageOf(server, `wait=30&cursor=${at}`)
      events = [...events, ...page.data]
      at = page.next_cursor
    }
    await endOfFeed(server, server)
    events = [...events, ...(await pageOf(server, `cursor=${at}`)).data]
    assert.equal(events.length, counted)
  })
})

test('a link that is used tells of the password and the session', async () => {
  const { id, link } = await invited(server)
  const body = { link, password: PASSWORD }
  const use = () => server.send('POST', '/session/link', { token: null, body })
  const [changed, began] = await assertAudited(use, [
    ['audit.password_changed', `/members/${id}`, null],
    ['audit.session_created', `/members/${id}`, ANA],
  ])
  const member = { id, name: ANA }
  assert.deepEqual(recordOf(changed), {
    member,
    by: 'link',
    ended_sessions: 0,
    removed_passkeys: 0,
  })
  assert.equal(recordOf(began).method, 'link')
})

test('another password, and another name of one’s own', async () => {
  const bia = await person(server)
  await signedIn(server, bia)
  const password = { current_password: PASSWORD, new_password: 'sete rolos de fita crepe' }
  const subject = `/members/${bia.id}`
  const [changed, renamed] = await assertAudited(async () => {
    await bia.send('PUT', '/session/password', { body: password })
    for (const name of ['Bia', 'Bia'])
      await bia.send('PATCH', '/session/member', { body: { name } })
  }, [
    ['audit.password_changed', subject, ANA],
    ['audit.member_updated', subject, ANA],
  ])
  const member = { id: bia.id, name: ANA }
  assert.deepEqual(recordOf(changed), {
    member,
    by: 'password',
    ended_sessions: 1,
    removed_passkeys: 0,
  })
  assert.deepEqual(renamed?.data.previous, { name: ANA })
})

test('members, their links and sessions as others manage them', async () => {
  const made = { id: 0 }
  const session = { id: 0 }
  const body = { email: 'caio@aurora.example', name: 'Caio', role: 'viewer' }
  const events = await audited(async () => {
    const { data: member } = (await ana.send('POST', '/members', { body })).body
    made.id = member.id
    const path = `/members/${member.id}`
    for (const role of ['operator', 'operator']) await ana.send('PATCH', path, { body: { role } })
    const { url } = (await ana.send('POST', `${path}/link`)).body.data
    const used = { link: url.split('#')[1], password: PASSWORD }
    await server.send('POST', '/session/link', { token: null, body: used })
    const [open] = (await ana.send('GET', `${path}/sessions`)).body.data
    session.id = open.id
    await ana.send('DELETE', `${path}/sessions/${open.id}`)
    await ana.send('DELETE', path)
  })
  const subject = `/members/${made.id}`
  assert.deepEqual(brief(events), [
    ['audit.member_created', subject, ANA],
    ['audit.member_updated', subject, ANA],
    ['audit.link_created', subject, ANA],
    ['audit.password_changed', subject, null],
    ['audit.session_created', subject, 'Caio'],
    ['audit.session_ended', subject, ANA],
    ['audit.member_deleted', subject, ANA],
  ])
  const [created, updated, link, , , ended] = events
  assert.equal(recordOf(created).role, 'viewer')
  assert.deepEqual(updated?.data.changed_fields, ['role'])
  assert.deepEqual(updated?.data.previous, { role: 'viewer' })
  const member = { id: made.id, name: 'Caio' }
  assert.deepEqual(recordOf(link), { member, purpose: 'invitation' })
  assert.deepEqual(recordOf(ended), { id: session.id, member })
  assert.ok(!/pdl_|pds_|argon2/.test(JSON.stringify(events)), 'no secret is told')
})

test('tokens and settings', async () => {
  const token = { name: 'ERP', scopes: ['orders:read'] }
  const made = { id: 0, token: '' }
  const events = await audited(async () => {
    Object.assign(made, await data(server, 'POST', '/tokens', token))
    await succeed(server, 'DELETE', `/tokens/${made.id}`)
    const body = { amounts: 'trust', confirm_moved_totals: false }
    for (let i = 0; i < 2; i++) await succeed(server, 'PATCH', '/account', body)
  })
  assert.deepEqual(brief(events), [
    ['audit.token_created', `/tokens/${made.id}`, 'test *'],
    ['audit.token_deleted', `/tokens/${made.id}`, 'test *'],
    ['audit.account_updated', `/accounts/${server.account_id}`, 'test *'],
  ])
  assert.deepEqual(recordOf(events[0]).scopes, ['orders:read'])
  const before = { amounts: 'verify', confirm_moved_totals: true }
  assert.deepEqual(events[2]?.data.previous, before)
  assert.ok(!JSON.stringify(events).includes(made.token))
})

test('issuers of JWTs that are trusted', async () => {
  const body = { name: 'Login', issuer: 'https://login.example.com', scopes: ['orders:read'] }
  const made = { id: 0, audience: '' }
  const subject = `/accounts/${server.account_id}`
  const events = await assertAudited(async () => {
    Object.assign(made, await data(server, 'POST', '/trusted-issuers', body))
    const more = { body: { scopes: ['orders:read', 'orders:write'], subjects: ['erp'] } }
    for (let i = 0; i < 2; i++) {
      await server.send('PATCH', `/trusted-issuers/${made.id}`, more)
    }
    await succeed(server, 'DELETE', `/trusted-issuers/${made.id}`)
  }, [
    ['audit.issuer_created', subject, 'test *'],
    ['audit.issuer_updated', subject, 'test *'],
    ['audit.issuer_deleted', subject, 'test *'],
  ])
  const [created, updated, deleted] = events
  assert.deepEqual(recordOf(created), made)
  assert.deepEqual(updated?.data.changed_fields, ['scopes', 'subjects'])
  assert.deepEqual(updated?.data.previous, { subjects: null, scopes: ['orders:read'] })
  assert.deepEqual(recordOf(deleted), recordOf(updated))
})

test('exports with their filters, but not what was refused', async () => {
  const [event] = await assertAudited(async () => {
    await succeed(server, 'GET', '/customers?format=csv&name=Aurora&sort=-id')
    await server.send('GET', '/customers?format=csv&page=2')
    await server.send('GET', '/customers')
    await server.send('HEAD', '/customers?format=csv')
  }, [['audit.export_made', `/accounts/${server.account_id}`, 'test *']])
  const parameters = { name: 'Aurora', sort: '-id' }
  assert.deepEqual(recordOf(event), { resource: 'customers', format: 'csv', parameters })
})

test('what the command line does is of nobody', async () => {
  const member = { email: 'eva@aurora.example', name: 'Eva', role: 'owner', language: 'en' }
  const { account_id } = server
  const events = await audited(async () => {
    await inTransaction(server.db, async (tx) => {
      await inviteNamed(tx, account_id, { ...member, id_user: null })
      await resetNamed(tx, account_id, member.email)
    })
    server.app.onCommitted(account_id)
  })
  const subject = `/members/${recordOf(events[0]).id}`
  assert.deepEqual(brief(events), [
    ['audit.member_created', subject, null],
    ['audit.link_created', subject, null],
  ])
})

describe('it is shown', () => {
  test('to who has audit:read, as one type of many', async () => {
    await endOfFeed(server, server)
    const reader = await server.newToken('events:read', 'audit:read')
    const { data: seen } = await pageOf(server, 'limit=100', { token: reader })
    const { data: typed } = await pageOf(server, 'limit=100&type=audit.*', { token: reader })
    assert.ok(seen.length > 0)
    assert.deepEqual(seen, typed)
    assert.ok(seen.every(({ type }) => type.startsWith('audit.')))
    const { data: ofAna } = await pageOf(server, `limit=100&subject=/members/${ana.id}`)
    assert.ok(ofAna.length > 0 && ofAna.every(({ subject }) => subject === `/members/${ana.id}`))
    const other = await server.newToken('events:read', 'orders:read', 'tokens:manage')
    assert.deepEqual((await pageOf(server, 'limit=100', { token: other })).data, [])
    const expected = { status: 403, code: 'insufficient_scope', detail: /audit:read/ }
    const queries = ['type=audit.*', 'type=audit.export_made', `subject=/members/${ana.id}`]
    for (const query of queries) {
      for (const path of ['/events', '/events/stream']) {
        await refusedBy(server, 'GET', `${path}?${query}`, { token: other }, expected)
      }
    }
  })

  test('to no other account', async () => {
    const other = await server.newAccount('Boreal')
    const cursor = await endOfFeed(server, other)
    await person(server)
    await data(server, 'POST', '/tokens', { name: 'ERP', scopes: ['orders:read'] })
    await endOfFeed(server, other)
    const { token } = other
    assert.deepEqual((await pageOf(server, `cursor=${cursor}`, { token })).data, [])
    const query = `subject=/members/${ana.id}`
    assert.deepEqual((await pageOf(server, query, { token })).data, [])
  })

  test('to webhooks of those who may see it', async () => {
    const url = 'https://erp.example.com/'
    const some = await server.newToken('webhooks:manage', 'orders:read')
    const expected = { status: 403, code: 'insufficient_scope', detail: /audit:read/ }
    const body = { url, types: ['audit.*'] }
    await refusedBy(server, 'POST', '/webhooks', { token: some, body }, expected)
    const reader = await server.newToken('webhooks:manage', 'audit:read')
    const made = await server.send('POST', '/webhooks', { token: reader, body })
    assert.deepEqual(made.body.data.scopes, ['webhooks:manage', 'audit:read'])
  })
})
