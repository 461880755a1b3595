import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { inTransaction } from '../../src/database/database.ts'
import { AccountQueue } from '../../src/jobs/account-queue.ts'
import { startJobs } from '../../src/jobs/job.ts'
import { openMailer } from '../../src/members/mail/mailer.ts'
import { mailLookingJob } from '../../src/members/mail/sending.ts'
import { closeAccount } from '../../src/operations/accounts/deletion.ts'
import { jobsOf } from '../../src/processes/jobs.ts'
import { type Server, startServer } from '../harness.ts'
import { endOfFeed, pageOf, strictLog } from '../support/feed.ts'
import { invited, PASSWORD, type Person, person, signedIn } from '../support/people.ts'
import { until } from '../support/workers.ts'

// Links that are sent by mail, through a real mail server.

const PUBLIC_URL = 'https://pedidos.aurora.example'

/** A mail as it arrived, its parts decoded. */
interface Received {
  to: string
  /** Head and parts as text. */
  message: string
  link: string
}

interface No {
  responseCode: number
  message: string
}

let received: Received[] = []
/** What the mail server says to the next senders and recipients, in place of taking them. */
let ofSenders: No[] = []
let answers: No[] = []
const refuse = (answer?: No) => (answer ? Object.assign(new Error(answer.message), answer) : null)

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  logger: false,
  onMailFrom: (_address, _session, done) => done(refuse(ofSenders.shift())),
  onRcptTo: (_address, _session, done) => done(refuse(answers.shift())),
  onData: (stream, { envelope }, done) => {
    void text(stream).then((raw) => {
      const message = decoded(raw)
      const [, link = ''] = /console\/link#(pdl_\d+_[\w-]{43})/.exec(message) ?? []
      const [to] = envelope.rcptTo.map(({ address }) => address)
      received.push({ to: to ?? '', message, link })
      done()
    })
  },
})

/** Quoted-printable (RFC 2045, 6.7), and the words of a head (RFC 2047). */
function decoded(raw: string): string {
  const bytes = (text: string) =>
    Buffer.from(
      text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
      'latin1',
    ).toString('utf8')
  return bytes(raw.replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/g, '$1').replaceAll('=\r\n', ''))
}

let server: Server
let ana: Person
let stopJobs: () => Promise<void>
const start = () => {
  const { db, app, config, sessions } = server
  const mailer = openMailer(config) ?? assert.fail('a mail server is set')
  const { mailsDue: due, orderMailsDue: ordersDue, documentOf } = app
  const mails = { due, ordersDue, mailer, base: PUBLIC_URL, documentOf }
  const parts = { config, hub: app.eventHub, log: strictLog, sessions, mails }
  return startJobs(jobsOf(parts), db, strictLog)
}
before(async () => {
  await new Promise<void>((done) => void smtp.listen(0, '127.0.0.1', done))
  const { port } = smtp.server.address() as AddressInfo
  const MAIL_FROM = 'Pedido <pedido@aurora.example>'
  server = await startServer({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM, PUBLIC_URL })
  ana = await person(server)
  stopJobs = start()
})
after(async () => {
  await stopJobs()
  await server.close()
  await new Promise<void>((done) => void smtp.close(done))
})
beforeEach(() => {
  received = []
  answers = []
  ofSenders = []
  return sql`delete from sign_in_attempts`.execute(server.db)
})

let guests = 0
const guest = (more: object = {}) => ({
  email: `convidada-${++guests}@aurora.example`,
  name: 'Bia <b>Lima</b>',
  role: 'viewer',
  ...more,
})

async function invite(more: object = {}) {
  const answer = await ana.send('POST', '/members', { body: guest(more) })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}

async function mailOf(id: number) {
  const { data } = (await ana.send('GET', '/members?sort=-id&limit=100')).body
  return data.find((one: { id: number }) => one.id === id).mail
}
const sentTo = (id: number) => until(async () => (await mailOf(id)).sent_at !== null)
const failedTo = (id: number) => until(async () => (await mailOf(id)).error !== null)
const makeDue = (id: number) =>
  sql`update members set mail_next_at = now() - interval '1 second' where id = ${id}`.execute(
    server.db,
  )
const use = (link: string) =>
  server.send('POST', '/session/link', { token: null, body: { link, password: PASSWORD } })
const ask = (email: string, more: object = {}) =>
  server.send('POST', '/session/reset', { token: null, body: { email, ...more } })

describe('an invitation', () => {
  test('is sent in the member’s language, with a link of its own', async () => {
    const { id, email, invitation_url } = await invite()
    await sentTo(id)
    const { purpose, error, next_attempt_at } = await mailOf(id)
    assert.deepEqual([purpose, error, next_attempt_at], ['invitation', null, null])
    const [one, ...others] = received
    assert.deepEqual([one?.to, others], [email, []])
    assert.match(one?.message ?? '', /^From: Pedido <pedido@aurora\.example>/m)
    assert.match(one?.message ?? '', /^Subject: Convite para default no Pedido/m)
    assert.match(one?.message ?? '', /Olá, Bia <b>Lima<\/b>!/)
    assert.match(one?.message ?? '', /Olá, Bia &lt;b&gt;Lima&lt;\/b&gt;!/)
    assert.ok(one?.message.includes(`href="${PUBLIC_URL}/console/link#${one.link}"`))
    const handed = invitation_url.split('#')[1]
    assert.notEqual(one?.link, handed)
    assert.equal((await use(one?.link ?? '')).status, 201)
    // The first that is used ends the other.
    assert.equal((await use(handed)).status, 410)
  })

  test('is in English for who reads that, and links are nowhere but in the mail', async () => {
    const { id } = await invite({ language: 'en' })
    await sentTo(id)
    assert.match(received[0]?.message ?? '', /^Subject: Invitation to default on Pedido/m)
    const { rows } = await sql<{
      all: string
    }>`select to_jsonb(m)::text as all from members m`.execute(server.db)
    assert.ok(rows.every((row) => !row.all.includes('pdl_')))
  })

  test('to an address that there is not says so, and is not tried again', async () => {
    answers = [{ responseCode: 550, message: 'No such mailbox' }]
    const { id } = await invite()
    await failedTo(id)
    const { error, sent_at, next_attempt_at } = await mailOf(id)
    assert.match(error, /550 No such mailbox/)
    assert.deepEqual([sent_at, next_attempt_at], [null, null])
  })

  test('that is not taken just now is tried again, also by another process', async () => {
    answers = [{ responseCode: 451, message: 'Try again later' }]
    const { id } = await invite()
    await failedTo(id)
    assert.ok((await mailOf(id)).next_attempt_at)
    await stopJobs()
    await makeDue(id)
    stopJobs = start()
    await sentTo(id)
    const { error, next_attempt_at } = await mailOf(id)
    assert.deepEqual([error, next_attempt_at, received.length], [null, null, 1])
    assert.equal((await use(received[0]?.link ?? '')).status, 201)
  })

  test('is tried again where the sender is refused, whom the operator can put right', async () => {
    ofSenders = [{ responseCode: 530, message: 'Authentication required' }]
    const { id } = await invite()
    await failedTo(id)
    const { error, next_attempt_at } = await mailOf(id)
    assert.match(error, /530 Authentication required/)
    assert.ok(next_attempt_at)
    assert.equal((await ana.send('DELETE', `/members/${id}`)).status, 200)
  })

  test('is tried for a day, and no longer', async () => {
    await stopJobs()
    const { id } = await invite()
    await sql`update members set mail_since = now() - interval '25 hours' where id = ${id}`.execute(
      server.db,
    )
    answers = [{ responseCode: 451, message: 'Try again later' }]
    stopJobs = start()
    await failedTo(id)
    assert.equal((await mailOf(id)).next_attempt_at, null)
  })

  test('is not tried again once another link was used', async () => {
    answers = [{ responseCode: 451, message: 'Try again later' }]
    const { id, invitation_url } = await invite()
    await failedTo(id)
    assert.equal((await use(invitation_url.split('#')[1])).status, 201)
    assert.equal((await mailOf(id)).next_attempt_at, null)
  })

  test('is not sent to an address that the member has no more', async () => {
    await stopJobs()
    const { id } = await invite()
    const { email } = guest()
    await ana.send('PATCH', `/members/${id}`, { body: { email } })
    assert.equal(await mailOf(id), null)
    stopJobs = start()
    await ana.send('POST', `/members/${id}/link`)
    await sentTo(id)
    assert.deepEqual(
      received.map(({ to }) => to),
      [email],
    )
  })
})

describe('who has forgotten the password', () => {
  test('is offered a link, by an answer that tells nothing', async () => {
    const ways = await server.send('GET', '/session/ways', { token: null })
    assert.deepEqual(ways.body.data, { password_reset: true, provider: null })
    const cursor = await endOfFeed(server, server)
    const [known, unknown] = [await ask(ana.email.toUpperCase()), await ask('x@aurora.example')]
    assert.deepEqual([known.status, known.body.data], [200, { email: ana.email }])
    assert.deepEqual([unknown.status, unknown.body.message], [200, known.body.message])
    await until(async () => received.length > 0)
    assert.match(received[0]?.message ?? '', /^Subject: Nova senha para default no Pedido/m)
    assert.equal(received[0]?.to, ana.email)
    const used = await use(received[0]?.link ?? '')
    assert.equal(used.status, 201)
    ana = await person(server)
    await endOfFeed(server, server)
    const page = await pageOf(server, `cursor=${cursor}`)
    const [event] = page.data.filter(({ type }) => type === 'audit.link_created')
    assert.deepEqual([event?.data.token, event?.data.record.purpose], [null, 'reset'])
  })

  test('waits where it is asked for often, whoever it is', async () => {
    for (const email of [ana.email, 'ninguem@aurora.example']) {
      const statuses: number[] = []
      for (let i = 0; i < 8; i++) statuses.push((await ask(email)).status)
      assert.deepEqual([statuses[0], statuses.includes(429)], [200, true], `${statuses}`)
    }
    // Who remembers it after all signs in without a wait.
    await signedIn(server, ana)
  })

  test('gets a link of one account where that is said, else of each', async () => {
    const { account_id } = await server.newAccount('Outra')
    const { email } = await person(server)
    await invited(server, { email, account_id })
    const accounts = () =>
      received.filter(({ to }) => to === email).map(({ link }) => Number(link.split('_')[1]))
    await ask(email, { account: account_id })
    await until(() => accounts().length > 0)
    assert.deepEqual(accounts(), [account_id])
    received = []
    await ask(email)
    await until(() => accounts().length > 1)
    assert.deepEqual(accounts().sort(), [server.account_id, account_id].sort())
  })

  test('gets none of an account that is closed, neither what waits there', async () => {
    const [closed, open] = [await server.newAccount('Closed'), await server.newAccount('Open')]
    const { email } = await person(server, closed)
    await invited(server, { email, account_id: open.account_id })
    const waiting = await invited(server, { account_id: closed.account_id })
    await inTransaction(server.db, (tx) => closeAccount(tx, { ...closed, seconds: 60, by: 'test' }))
    await sql`update members set mail_purpose = 'invitation', mail_since = now(), mail_next_at = now() - interval '1 second'
               where id = ${waiting.id}`.execute(server.db)
    const due = new AccountQueue()
    await mailLookingJob(due)(server.db)
    server.app.mailsDue.add(closed.account_id)
    await ask(email)
    // Accounts in their order: the other one is the last.
    await until(() => received.length > 0)
    assert.deepEqual(
      received.map(({ link }) => Number(link.split('_')[1])),
      [open.account_id],
    )
    assert.ok(!due.take().includes(closed.account_id))
    const { rows } = await sql`select mail_attempts, mail_purpose from members
      where account_id = ${closed.account_id} order by id`.execute(server.db)
    assert.deepEqual(rows, [
      { mail_attempts: 0, mail_purpose: null },
      { mail_attempts: 0, mail_purpose: 'invitation' },
    ])
  })

  test('is told what is wrong with the request', async () => {
    const wrong = await ask('ana.aurora.example')
    assert.deepEqual([wrong.status, wrong.body.errors[0].pointer], [422, '/email'])
    const send = (headers: Record<string, string>) =>
      server.send('POST', '/session/reset', { token: null, body: { email: ana.email }, headers })
    const foreign = await send({ 'sec-fetch-site': 'cross-site' })
    assert.deepEqual([foreign.status, foreign.body.code], [403, 'cross_site'])
    const open = await send({ host: 'pedidos.aurora.example' })
    assert.deepEqual([open.status, open.body.code], [403, 'insecure_connection'])
  })
})

test('without a mail server nothing is offered, and nothing waits to be sent', async () => {
  const silent = await startServer()
  after(() => silent.close())
  const { email, send } = await person(silent)
  const ways = await silent.send('GET', '/session/ways', { token: null })
  assert.deepEqual(ways.body.data, { password_reset: false, provider: null })
  const asked = await silent.send('POST', '/session/reset', { token: null, body: { email } })
  assert.deepEqual([asked.status, asked.body.code], [404, 'not_found'])
  const { id } = (await send('POST', '/members', { body: guest() })).body.data
  assert.equal((await send('POST', `/members/${id}/link`)).status, 201)
  const { data } = (await send('GET', '/members')).body
  assert.deepEqual(
    data.map(({ mail }: { mail: unknown }) => mail),
    [null, null],
  )
})
