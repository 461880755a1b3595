import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Server, startServer } from '../harness.ts'
import { type Person, person } from '../support/people.ts'
import { until } from '../support/workers.ts'

// How many mails an account, and whoever asks for somebody's, can have sent to strangers.

const A_DAY = 12

let server: Server
let ana: Person
before(async () => {
  server = await startServer({
    // Nothing is sent here: no jobs run.
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Pedido <pedido@aurora.example>',
    PUBLIC_URL: 'https://pedidos.aurora.example',
    ACCOUNT_MAILS_PER_DAY: A_DAY,
  })
  ana = await person(server)
})
after(() => server.close())

let guests = 0
const invite = (by: Person) => {
  const body = { email: `c${++guests}@aurora.example`, name: 'Bia', role: 'viewer' }
  return by.send('POST', '/members', { body })
}

const mailsOf = async (id: number) => {
  const { rows } = await sql<{ number: number }>`
    select mail_number as number from members where id = ${id}`.execute(server.db)
  return rows[0]?.number ?? 0
}

/** A day passes, or a part of it. */
const later = (part: number) =>
  sql`update mail_allowances set spent_until = spent_until - interval '1 day' * ${part}`.execute(
    server.db,
  )

test('an account invites so many in a day, whoever is removed meanwhile, and waits then', async () => {
  const { account_id } = await server.newAccount('Other')
  const other = await person(server, { account_id })
  for (let i = 0; i < A_DAY; i++) {
    const { status, body } = await invite(ana)
    assert.equal(status, 201)
    await ana.send('DELETE', `/members/${body.data.id}`)
  }
  const { status, headers, body } = await invite(ana)
  assert.deepEqual([status, body.code], [429, 'rate_limited'])
  const wait = Number(headers['retry-after'])
  assert.ok(wait > 0 && wait <= 86_400 / A_DAY, `${wait}`)
  const { rows } =
    await sql`select from members where email = ${`c${guests}@aurora.example`}`.execute(server.db)
  assert.equal(rows.length, 0)
  assert.equal((await invite(other)).status, 201)
  await later(1 / A_DAY)
  assert.equal((await invite(ana)).status, 201)
  assert.equal((await invite(ana)).status, 429)
})

test('one member gets ten in a day, be they links that others make or that he asks for', async () => {
  await later(1)
  const { id, email } = (await invite(ana)).body.data
  for (let i = 1; i < 8; i++)
    assert.equal((await ana.send('POST', `/members/${id}/link`)).status, 201)
  const ask = async () => {
    await sql`delete from sign_in_attempts`.execute(server.db)
    const { status } = await server.send('POST', '/session/reset', { token: null, body: { email } })
    assert.equal(status, 200)
  }
  await ask()
  await until(async () => (await mailsOf(id)) === 9)
  await ask()
  await until(async () => (await mailsOf(id)) === 10)
  assert.equal((await ana.send('POST', `/members/${id}/link`)).status, 429)
  assert.equal((await invite(ana)).status, 201)
  await ask()
  // What was asked for another member comes behind it.
  const { email: own } = ana
  await server.send('POST', '/session/reset', { token: null, body: { email: own } })
  const { rows } = await sql<{ id: number }>`select id from members where email = ${own}`.execute(
    server.db,
  )
  await until(async () => (await mailsOf(rows[0]?.id ?? 0)) > 0)
  assert.equal(await mailsOf(id), 10)
})

test('who has forgotten his password takes nothing of what the account may send', async () => {
  await later(1)
  for (let i = 0; i < A_DAY; i++) assert.equal((await invite(ana)).status, 201)
  const { rows } = await sql<{ id: number }>`
    select id from members where email = ${ana.email}`.execute(server.db)
  const id = rows[0]?.id ?? 0
  const before = await mailsOf(id)
  await sql`delete from sign_in_attempts`.execute(server.db)
  await server.send('POST', '/session/reset', { token: null, body: { email: ana.email } })
  await until(async () => (await mailsOf(id)) === before + 1)
})
