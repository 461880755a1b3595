import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { LeasedWorker } from '../../src/jobs/leased-worker.ts'
import { type Server, startServer } from '../harness.ts'
import { type Import, importerOf, sendFile, settled } from '../support/files/imports.ts'
import { data } from '../support/orders.ts'
import { file, multipart } from '../support/wire/multipart.ts'
import { until } from '../support/workers.ts'

// What an account keeps of all its imports is bounded: files at the door, what was told by forgetting.

const KEPT = 1_000_000

let server: Server
let importer: LeasedWorker
before(async () => {
  server = await startServer({ IMPORT_KEPT_BYTES: KEPT, IMPORT_MAX_BYTES: KEPT })
  importer = importerOf(server)
})
after(async () => {
  await importer.close()
  await server.close()
})

/** A file of which each row is refused: its code is missing. */
const refusedFile = (rows: number) => `Código;Nome\n${`;${'n'.repeat(1_000)}\n`.repeat(rows)}`

/** Bytes of the refused rows that the database has of the account. */
async function refusedBytes(): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(octet_length(rows) + octet_length(faults)), 0)::bigint as bytes
      from import_refusals where account_id = ${server.account_id}`.execute(server.db)
  return rows[0]?.bytes ?? 0
}

async function imported(content: string, query = ''): Promise<Import> {
  const { id } = await sendFile(server, 'categories', content, query)
  return settled(server, importer, id)
}

test('of more imports than an account keeps, the oldest are listed without their details', async () => {
  const ids: number[] = []
  for (let i = 0; i < 4; i++) ids.push((await imported(refusedFile(200), '&dry_run=false')).id)
  await importer.close()
  importer = importerOf(server)
  assert.ok((await refusedBytes()) <= KEPT, `${await refusedBytes()} bytes`)
  const [oldest, newest] = [ids[0], ids.at(-1)]
  const before = await data(server, 'GET', `/imports/${oldest}`)
  assert.deepEqual(
    [before.state, before.details_kept, before.counts.refused, before.detected],
    ['done', false, 200, null],
  )
  assert.deepEqual([before.first_faults, before.warnings, before.mapping], [[], [], {}])
  const gone = await server.send('GET', `/imports/${oldest}/refused`)
  assert.deepEqual([gone.status, gone.body.code], [410, 'refused_lines_gone'])
  const { details_kept } = await data(server, 'GET', `/imports/${newest}`)
  const { status, text } = await server.send('GET', `/imports/${newest}/refused`)
  assert.deepEqual([details_kept, status, text.split('\r\n').length], [true, 200, 202])
})

test('what was refused counts of imports that are cancelled while they run, too', async () => {
  const good = Array.from({ length: 20_000 }, (_, i) => `G-${i};Nome`).join('\n')
  for (let i = 0; i < 3; i++) {
    const { id } = await sendFile(server, 'categories', refusedFile(300) + good)
    await until(async () => {
      // Taken once the one before has ended.
      await importer.run(server.db)
      return (await data(server, 'GET', `/imports/${id}`)).counts.refused >= 300
    })
    assert.equal((await server.send('POST', `/imports/${id}/cancel`)).status, 200)
  }
  await importer.close()
  importer = importerOf(server)
  assert.ok((await refusedBytes()) <= KEPT, `${await refusedBytes()} bytes`)
})

test('files of imports that wait are refused beyond what an account keeps, until one is over', async () => {
  const rows = Array.from({ length: 15 }, (_, i) => `K-${i};Nome;${'x'.repeat(30_000)}\n`)
  const content = `Código;Nome;Outra\n${rows.join('')}`
  const waiting = [await imported(content), await imported(content)]
  assert.deepEqual(
    waiting.map(({ state }) => state),
    ['checked', 'checked'],
  )
  const part = file(content, { filename: 'a.csv', type: 'text/csv' })
  const send = () => server.send('POST', '/imports?resource=categories', multipart([part]))
  const { status, body } = await send()
  assert.deepEqual([status, body.code], [409, 'limit_reached'])
  assert.match(body.detail, /run or cancel one/)
  const left = await sql`select from imports where state = 'uploading'`.execute(server.db)
  assert.equal(left.rows.length, 0)
  await server.send('POST', `/imports/${waiting[0]?.id}/cancel`)
  assert.equal((await send()).status, 201)
})

test('refused rows are counted anew where an import is run', async () => {
  const { id } = await imported(`Código;Nome\n;um\n;dois\n`)
  const counted = async () => {
    const { rows } = await sql<{ counted: number; there: number }>`
      select refused_bytes as counted,
             (select sum(octet_length(rows) + octet_length(faults))::bigint from import_refusals where id_import = ${id}) as there
        from imports where id = ${id}`.execute(server.db)
    return rows[0]
  }
  const tried = await counted()
  assert.ok(tried && tried.counted > 0 && tried.counted === tried.there, JSON.stringify(tried))
  await server.send('POST', `/imports/${id}/run`)
  await settled(server, importer, id)
  assert.deepEqual(await counted(), tried)
})
