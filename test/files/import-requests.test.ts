import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { removeOldImports } from '../../src/files/imports/job/kept.ts'
import type { LeasedWorker } from '../../src/jobs/leased-worker.ts'
import { type Server, startServer } from '../harness.ts'
import { bringIn, importerOf, sendFile, settled } from '../support/files/imports.ts'
import { problemOf } from '../support/orders.ts'
import { file, multipart } from '../support/wire/multipart.ts'
import { until } from '../support/workers.ts'

// What the requests about imports answer, whatever is in the files.

let server: Server
let importer: LeasedWorker
before(async () => {
  server = await startServer({ IMPORT_MAX_BYTES: 100_000 })
  importer = importerOf(server)
})
after(async () => {
  await importer.close()
  await server.close()
})

const FILE = 'Código;Nome\n1;Um\n2;Dois'
const path = '/imports?resource=customers'
const post = (parts: Parameters<typeof multipart>[0], address = path, options = {}) =>
  server.send('POST', address, multipart(parts, undefined, options))
const partCount = async () => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from import_parts`.execute(
    server.db,
  )
  return rows[0]?.count
}

test('an upload needs one file of an allowed size', async () => {
  const before = await partCount()
  const none = await post([{ name: 'resource', content: 'customers' }])
  assert.deepEqual(problemOf(none), [422, 'validation_failed', [' file_required']])
  const empty = await post([file('')])
  assert.deepEqual(problemOf(empty), [422, 'validation_failed', [' file_required']])
  const two = await post([file(FILE), file(FILE)])
  assert.deepEqual(problemOf(two), [422, 'validation_failed', [' several_files']])
  const large = await post([file('x'.repeat(100_001))])
  assert.deepEqual([large.status, large.body.code], [413, 'body_too_large'])
  const json = await server.send('POST', path, { body: { file: FILE } })
  assert.deepEqual([json.status, json.body.code], [415, 'unsupported_media_type'])
  const cut = multipart([file(FILE)])
  const bytes = (cut.body as Buffer).subarray(0, 130)
  const broken = await server.send('POST', path, { ...cut, body: bytes })
  assert.deepEqual([broken.status, broken.body.code], [400, 'bad_request'])
  assert.equal(await partCount(), before)
  const { body } = await server.send('GET', '/imports')
  assert.equal(body.pagination.total, 0)
})

test('what a request says of the file is checked before it is read', async () => {
  const wrong: [string, string[]][] = [
    ['/imports', ['resource required']],
    ['/imports?resource=cats', ['resource enum']],
    [`${path}&mode=merge&dates=ymd`, ['dates enum', 'mode enum']],
    [`${path}&mapping=nobody`, ['mapping format']],
    [`${path}&mapping=${encodeURIComponent('{x')}`, ['mapping format']],
    [`${path}&mapping=${encodeURIComponent('{"columns":{"A":"price"}}')}`, ['mapping enum']],
    [`${path}&mapping=${encodeURIComponent('{"colums":{}}')}`, ['mapping unknown_property']],
  ]
  for (const [address, faults] of wrong) {
    const answer = await post([file(FILE)], address)
    assert.deepEqual(problemOf(answer), [400, 'invalid_parameter', faults], address)
  }
})

test('a repeat with the same key is the same import', async () => {
  const headers = { 'idempotency-key': 'import-1' }
  const first = await post([file(FILE)], path, { headers })
  const again = await post([file(FILE)], path, { headers })
  assert.deepEqual([first.status, again.status], [201, 201])
  assert.equal(again.headers['idempotency-replayed'], 'true')
  assert.equal(again.body.data.id, first.body.data.id)
  const other = await post([file(`${FILE}\n3;Três`)], path, { headers })
  assert.deepEqual([other.status, other.body.code], [422, 'idempotency_mismatch'])
  // The room of one that is refused goes after its answer.
  await until(async () => {
    const { rows } = await sql<{ id: number }>`
      select id from imports where account_id = ${server.account_id}`.execute(server.db)
    return isDeepStrictEqual(rows, [{ id: first.body.data.id }])
  })
  await settled(server, importer, first.body.data.id)
})

test('requests with one key at once are one import; those it waits for are 409', async () => {
  const deadline = Date.now() + 20_000
  for (let round = 0, met = false; !met; round++) {
    assert.ok(Date.now() < deadline, 'no two requests ever met')
    const headers = { 'idempotency-key': `at-once-${round}` }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post([file(FILE)], path, { headers })),
    )
    const begun = answers.filter(({ status }) => status === 201)
    assert.equal(new Set(begun.map(({ body }) => body.data.id)).size, 1)
    for (const { status, headers, body } of answers.filter(({ status }) => status !== 201)) {
      assert.deepEqual([status, body.code], [409, 'idempotency_in_flight'])
      assert.equal(headers['retry-after'], '1')
      met = true
    }
    await server.send('POST', `/imports/${begun[0]?.body.data.id}/cancel`)
  }
})

test('run and cancel go by the state, and by the version', async () => {
  const { id } = await sendFile(server, 'customers', FILE)
  const early = await server.send('POST', `/imports/${id}/run`)
  assert.deepEqual([early.status, early.body.code], [409, 'import_state'])
  await settled(server, importer, id)
  const read = await server.send('GET', `/imports/${id}`)
  const unchanged = { headers: { 'if-none-match': read.headers['etag'] ?? '' } }
  assert.equal((await server.send('GET', `/imports/${id}`, unchanged)).status, 304)
  for (const verb of ['run', 'cancel']) {
    const stale = { headers: { 'if-match': '"other"' } }
    assert.equal((await server.send('POST', `/imports/${id}/${verb}`, stale)).status, 412)
  }
  const cancelled = await server.send('POST', `/imports/${id}/cancel`)
  assert.deepEqual([cancelled.status, cancelled.body.data.state], [200, 'cancelled'])
  for (const verb of ['run', 'cancel']) {
    const late = await server.send('POST', `/imports/${id}/${verb}`)
    assert.deepEqual([late.status, late.body.code], [409, 'import_state'], verb)
  }
  for (const address of ['/imports/99999999', '/imports/99999999/refused']) {
    assert.equal((await server.send('GET', address)).status, 404)
  }
  assert.equal((await server.send('POST', '/imports/99999999/run')).status, 404)
})

test('cancelled while it runs it ends between two batches, and what is written stays', async () => {
  const rows = Array.from({ length: 5_000 }, (_, i) => `c${i};Nome`)
  const { id } = await sendFile(
    server,
    'customers',
    ['Código;Nome', ...rows].join('\n'),
    '&dry_run=false',
  )
  await importer.run(server.db)
  await until(async () => {
    const { body } = await server.send('GET', `/imports/${id}`)
    return body.data.counts.created > 0
  })
  const { status } = await server.send('POST', `/imports/${id}/cancel`)
  assert.equal(status, 200)
  const ended = await settled(server, importer, id)
  await importer.run(server.db)
  const { rows: found } = await sql<{ count: number }>`
    select count(*) as count from customers where fk_id like 'c%'`.execute(server.db)
  assert.equal(ended.state, 'cancelled')
  assert.ok(ended.counts.created < 5_000)
  assert.equal(found[0]?.count, ended.counts.created)
  assert.ok(ended.progress > 0 && ended.progress < 1)
})

test('a token needs the scope of the records, also to see what became of them', async () => {
  const seller = await server.newToken('imports:manage', 'orders:write', 'customers:read')
  const keeper = await server.newToken('imports:manage', 'customers:write')
  const refused = await post([file(FILE)], path, { token: seller })
  assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_scope'])
  const { id } = (await post([file(FILE)], path, { token: keeper })).body.data
  await settled(server, importer, id)
  const requests: [string, string][] = [
    ['GET', `/imports/${id}`],
    ['GET', `/imports/${id}/refused`],
    ['POST', `/imports/${id}/run`],
    ['POST', `/imports/${id}/cancel`],
  ]
  for (const [method, address] of requests) {
    const answer = await server.send(method, address, { token: seller })
    assert.deepEqual([answer.status, answer.body.code], [403, 'insufficient_scope'], address)
  }
  const seen = await server.send('GET', '/imports', { token: seller })
  assert.equal(seen.body.pagination.total, 0)
  const own = await server.send('GET', '/imports?state=checked&resource=customers', {
    token: keeper,
  })
  assert.ok(own.body.data.some((one: { id: number }) => one.id === id))

  const body = { resource: 'customers', columns: { A: 'fk_id' } }
  const address = '/import-mappings/escopo'
  assert.equal((await server.send('PUT', address, { body, token: seller })).status, 403)
  assert.equal((await server.send('PUT', address, { body, token: keeper })).status, 201)
  for (const method of ['GET', 'DELETE']) {
    assert.equal((await server.send(method, address, { token: seller })).status, 403, method)
  }
  const mappings = await server.send('GET', '/import-mappings', { token: seller })
  assert.equal(mappings.body.pagination.total, 0)
})

test('another account sees neither files nor mappings, and its codes are its own', async () => {
  const { id } = (await bringIn(server, importer, 'customers', FILE)).done
  await server.send('PUT', '/import-mappings/deles', { body: { resource: 'customers' } })
  const { token, account_id } = await server.newAccount('other')
  for (const address of [`/imports/${id}`, `/imports/${id}/refused`, '/import-mappings/deles']) {
    assert.equal((await server.send('GET', address, { token })).status, 404, address)
  }
  for (const verb of ['run', 'cancel']) {
    assert.equal((await server.send('POST', `/imports/${id}/${verb}`, { token })).status, 404)
  }
  const answer = await post([file(FILE)], `${path}&dry_run=false`, { token })
  await until(async () => {
    await importer.run(server.db)
    const { body } = await server.send('GET', `/imports/${answer.body.data.id}`, { token })
    return body.data.state === 'done'
  })
  const { rows } = await sql<{ account_id: number }>`
    select account_id from customers where fk_id = '1' order by account_id`.execute(server.db)
  assert.deepEqual(
    rows.map((row) => row.account_id),
    [server.account_id, account_id],
  )
})

test('mappings are saved, replaced, listed and deleted by name', async () => {
  const body = { resource: 'orders', columns: { Rota: 'custom_fields.rota' }, decimal: ',' }
  const address = '/import-mappings/pedidos'
  const created = await server.send('PUT', address, { body })
  assert.equal(created.status, 201, created.text)
  const replaced = await server.send('PUT', address, { body: { ...body, dates: 'mdy' } })
  assert.deepEqual([replaced.status, replaced.body.data.dates], [200, 'mdy'])
  const stale = { body, headers: { 'if-match': created.headers['etag'] ?? '' } }
  assert.equal((await server.send('PUT', address, stale)).status, 412)
  const wrong = await server.send('PUT', address, {
    body: { resource: 'orders', columns: { Cor: 'color', A: 'items.color' }, decimal: ';' },
  })
  assert.deepEqual(problemOf(wrong), [422, 'validation_failed', ['/decimal enum']])
  const unknown = await server.send('PUT', address, {
    body: { resource: 'orders', columns: { Cor: 'color', A: 'items.color' } },
  })
  assert.deepEqual(problemOf(unknown), [
    422,
    'validation_failed',
    ['/columns/A enum', '/columns/Cor enum'],
  ])
  const listed = await server.send('GET', '/import-mappings?resource=orders&pagination=cursor')
  assert.deepEqual(
    listed.body.data.map(({ name }: { name: string }) => name),
    ['pedidos'],
  )
  const read = await server.send('GET', address)
  assert.deepEqual(read.body.data.columns, { Rota: 'custom_fields.rota' })
  const gone = await server.send('DELETE', address)
  assert.deepEqual([gone.status, gone.body.deletedId], [200, read.body.data.id])
  assert.equal((await server.send('GET', address)).status, 404)
  assert.equal((await server.send('DELETE', address)).status, 404)
})

test('two writers of one name make one mapping', async () => {
  const body = { resource: 'users', columns: { A: 'fk_id' } }
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => server.send('PUT', '/import-mappings/juntos', { body })),
  )
  const statuses = answers.map(({ status }) => status).sort()
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 201])
})

test('one account has its turn while another has much to do', async () => {
  const { token } = await server.newAccount('small')
  const rows = Array.from({ length: 3_000 }, (_, i) => `g${i};Nome`)
  const large = ['Código;Nome', ...rows].join('\n')
  const ids = []
  for (let i = 0; i < 3; i++) ids.push((await sendFile(server, 'customers', large)).id)
  const { body } = await post([file(FILE)], path, { token })
  await until(async () => {
    await importer.run(server.db)
    const answer = await server.send('GET', `/imports/${body.data.id}`, { token })
    return answer.body.data.state === 'checked'
  })
  const last = await server.send('GET', `/imports/${ids.at(-1)}`)
  assert.equal(last.body.data.state, 'checking')
  for (const id of ids) await server.send('POST', `/imports/${id}/cancel`)
})

test('what nobody goes on with is removed after its time', async () => {
  const { id } = await sendFile(server, 'customers', FILE)
  await settled(server, importer, id)
  await sql`update imports set updated_at = now() - interval '31 days' where id = ${id}`.execute(
    server.db,
  )
  await removeOldImports(server.db, new AbortController().signal)
  assert.equal((await server.send('GET', `/imports/${id}`)).status, 404)
})
