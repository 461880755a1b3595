import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { imports_lease } from '../../src/files/imports/job/sql.ts'
import type { LeasedWorker } from '../../src/jobs/leased-worker.ts'
import { type Account, type Server, startServer } from '../harness.ts'
import { type Import, importerOf, sendFile, settled } from '../support/files/imports.ts'
import { rawWorkbook } from '../support/files/raw-workbook.ts'
import { data } from '../support/orders.ts'
import { type Person, person } from '../support/people.ts'
import { file, multipart } from '../support/wire/multipart.ts'
import { until } from '../support/workers.ts'

// How the work on an import ends before the file does: with its process, over failures of the service, when
// it is cancelled, and when whoever asked for it may no longer do so.

let server: Server
let importer: LeasedWorker
/** A small file that is read for much longer than anybody waits. */
let endless: Buffer
before(async () => {
  server = await startServer()
  importer = importerOf(server)
  const xml = '<x/>'.repeat(15_000_000)
  endless = await rawWorkbook([{ name: 'P', rows: [['Código', 'Nome'], [{ xml }]] }])
})
after(async () => {
  await importer.close()
  await server.close()
})

const FILE = 'Código;Nome\n1;Um\n2;Dois'
const DONE = '&dry_run=false'

/** A file of many batches. */
const longFile = (letter: string) =>
  ['Código;Nome', ...Array.from({ length: 5_000 }, (_, i) => `${letter}${i};Nome`)].join('\n')

/** Another process takes the import, and is never heard of again. */
async function die(id: number, name: string): Promise<void> {
  const { rows } = await sql<{ holder: string | null }>`
    select holder from imports where account_id = ${server.account_id} and id = ${id}`.execute(
    server.db,
  )
  const lease = [server.account_id, id, name, rows[0]?.holder ?? null] as const
  const taken = await imports_lease(server.db, [...lease])
  assert.equal(taken.length, 1)
}

test('an import with which two processes have died in the same place has failed', async () => {
  for (const [language, why] of [
    ['en', /^The service stopped 2 times while it worked on this file behind line 0/],
    ['pt-BR', /^O serviço parou 2 vezes enquanto trabalhava neste arquivo, depois da linha 0/],
  ] as const) {
    const headers = { 'accept-language': language }
    const { id } = await sendFile(server, 'customers', FILE, '', { headers })
    await die(id, 'died-1')
    await die(id, 'died-2')
    const { state, failure } = await settled(server, importer, id)
    assert.deepEqual([state, why.test(failure)], ['failed', true], failure)
  }
})

test('one death ends no import, nor do two with progress between them', async () => {
  const { id } = await sendFile(server, 'customers', longFile('a'), DONE)
  await die(id, 'died-1')
  const first = importerOf(server)
  await first.run(server.db)
  await until(async () => (await data(server, 'GET', `/imports/${id}`)).counts.created > 0)
  await first.close()
  await die(id, 'died-2')
  const { state, counts } = await settled(server, importer, id)
  assert.deepEqual([state, counts.created], ['done', 5_000])
})

test('a failure of the service is logged once, and the eighth ends the import', async () => {
  const told: string[] = []
  const failing = importerOf(server, {}, (text) => told.push(text))
  await sql`alter table categories rename to gone`.execute(server.db)
  const { id } = await sendFile(server, 'categories', FILE)
  let found: Import
  await until(async () => {
    // Nobody waits for the time between two tries here, which doubles.
    await sql`update imports set next_at = now() - interval '1 second' where id = ${id}`.execute(
      server.db,
    )
    await failing.run(server.db)
    found = await data(server, 'GET', `/imports/${id}`)
    return found.state !== 'checking'
  })
  await failing.close()
  await sql`alter table gone rename to categories`.execute(server.db)
  assert.equal(found.state, 'failed')
  assert.match(found.failure, /^Something failed on our side 8 times, each time behind line 0/)
  assert.deepEqual(told, ['a job failed; it will run again'])
})

/** An import of the endless file that is being read, by another token or member. */
async function reading(send: Person['send']): Promise<number> {
  const part = file(endless, { filename: 'p.xlsx' })
  const sent = await send('POST', '/imports?resource=customers', multipart([part]))
  assert.equal(sent.status, 201, sent.text)
  await importer.run(server.db)
  return sent.body.data.id
}

const asAccount =
  ({ token }: Pick<Account, 'token'>): Person['send'] =>
  (method, path, options) =>
    server.send(method, path, { ...options, token })

test('cancelled while it is read it is over, also where no row comes', async () => {
  const other = asAccount(await server.newAccount('another'))
  const beside = await reading(other)
  const id = await reading(asAccount(server))
  await data(server, 'POST', `/imports/${id}/cancel`)
  // The next one of the account begins when the work on this one is over.
  const next = await sendFile(server, 'customers', FILE)
  assert.equal((await settled(server, importer, next.id)).state, 'checked')
  const read = async () => (await other('GET', `/imports/${beside}`)).body.data
  assert.equal((await read()).state, 'checking')
  await other('POST', `/imports/${beside}/cancel`)
  assert.equal((await read()).state, 'cancelled')
})

test('an import ends with the token that asked for it', async () => {
  const token = await server.newToken('imports:manage', 'customers:write')
  const id = await reading(asAccount({ token }))
  const tokens = await data(server, 'GET', '/tokens?limit=100')
  const [{ id: id_token, name }] = tokens.slice(-1)
  await server.send('DELETE', `/tokens/${id_token}`)
  const { state, failure } = await settled(server, importer, id)
  assert.equal(state, 'failed')
  assert.equal(
    failure,
    `The token was revoked, or the member removed. “${name}” had asked for this import, which ends here. What was written stays.`,
  )
})

test('it ends with the rights of its member, and not with his session', async () => {
  const { send, id: id_member } = await person(server, { role: 'manager' })
  const begun = await reading(send)
  await server.send('PATCH', `/members/${id_member}`, { body: { role: 'viewer' } })
  const ended = await settled(server, importer, begun)
  assert.equal(ended.state, 'failed')
  assert.match(ended.failure, /^The token lacks the scopes imports:manage/)

  const leaver = await person(server, { role: 'manager' })
  const part = file(FILE, { filename: 'p.csv' })
  const sent = await leaver.send('POST', '/imports?resource=customers', multipart([part]))
  await leaver.send('DELETE', '/session')
  assert.equal((await settled(server, importer, sent.body.data.id)).state, 'checked')

  const removed = await person(server, { role: 'manager' })
  const again = await removed.send('POST', '/imports?resource=customers', multipart([part]))
  await server.send('DELETE', `/members/${removed.id}`)
  const { state, failure } = await settled(server, importer, again.body.data.id)
  assert.deepEqual([state, /the member removed/.test(failure)], ['failed', true], failure)
})
