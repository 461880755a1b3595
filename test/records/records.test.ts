import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { type SendOptions, type Server, startServer } from '../harness.ts'
import { fc } from '../support/random.ts'
import { type Kind, kinds } from '../support/records/records.ts'

let server: Server
before(async () => {
  server = await startServer()
})
after(() => server.close())

const send = (method: string, path: string, options?: SendOptions) =>
  server.send(method, path, options)

async function create(
  path: string,
  body: object,
): Promise<Record<string, unknown> & { id: number }> {
  const created = await send('POST', path, { body })
  assert.equal(created.status, 201, JSON.stringify(created.body))
  return created.body.data
}

let serial = 0
/** An fk_id that no other test uses. */
const freshFkId = () => `fk ${++serial}/á%`

async function namesEpoch(): Promise<number> {
  const { rows } = await sql<{ names_epoch: number }>`
    select names_epoch from accounts where account_id = ${server.account_id}`.execute(server.db)
  return Number(rows[0]?.names_epoch)
}

for (const kind of kinds) {
  describe(kind.path, () => {
    test('is created, read, changed and deleted', () => lifeOf(kind))
    test('is written and read by fk_id', () => lifeByFkId(kind))
    test('has one record to an fk_id', () => refusesDuplicates(kind))
    test('is of one account alone', () => isIsolated(kind))
    test('needs its scope', () => needsScope(kind))
    test('writes only what changed and what the ETag allows', () => isConditional(kind))
  })
}

async function lifeOf({ path, written, returned, unset, singular }: Kind): Promise<void> {
  const fk_id = freshFkId()
  const created = await send('POST', path, { body: { name: '  Ação  ', fk_id, ...written } })
  assert.equal(created.status, 201, JSON.stringify(created.body))
  assert.equal(created.body.message, 'Resource created successfully')
  const { id, created_at, updated_at, ...rest } = created.body.data
  assert.deepEqual(rest, { name: 'Ação', fk_id, ...returned })
  assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.equal(updated_at, created_at)
  assert.equal(created.headers['location'], `${path}/${id}`)

  const read = await send('GET', `${path}/${id}`)
  assert.equal(read.status, 200)
  assert.deepEqual(Object.keys(read.body), ['data', 'meta'])
  assert.deepEqual(read.body.data, created.body.data)
  assert.deepEqual(Object.keys(read.body.data).slice(0, 3), ['id', 'name', 'fk_id'])
  assert.equal(read.headers['etag'], created.headers['etag'])

  const nulls = Object.fromEntries(Object.keys({ fk_id, ...written }).map((name) => [name, null]))
  const cleared = await send('PATCH', `${path}/${id}`, { body: nulls })
  assert.equal(cleared.status, 200, JSON.stringify(cleared.body))
  assert.equal(cleared.body.message, 'Resource updated successfully')
  const expected = {
    id,
    name: 'Ação',
    fk_id: null,
    ...unset,
    created_at,
    updated_at: cleared.body.data.updated_at,
  }
  assert.deepEqual(cleared.body.data, expected)

  const gone = await send('DELETE', `${path}/${id}`)
  assert.equal(gone.status, 200)
  const { meta, ...envelope } = gone.body
  assert.equal(meta.version, '1.0.0')
  assert.deepEqual(envelope, {
    success: true,
    message: 'Resource deleted successfully',
    deletedId: id,
  })
  for (const method of ['GET', 'DELETE']) {
    const unknown = await send(method, `${path}/${id}`)
    assert.equal(unknown.status, 404)
    assert.equal(unknown.body.detail, `${singular} ${id} does not exist.`)
  }
  assert.equal((await send('PATCH', `${path}/${id}`, { body: {} })).status, 404)
}

async function lifeByFkId({ path, written, returned, unset }: Kind): Promise<void> {
  const fk_id = freshFkId()
  const at = `${path}/fk_id/${encodeURIComponent(fk_id)}`
  assert.equal((await send('GET', at)).status, 404)
  const refused = await send('PUT', at, { body: { name: 'One' }, headers: { 'if-match': '"x"' } })
  assert.equal(refused.status, 412)
  const created = await send('PUT', `/v2${at}`, { body: { name: 'One', ...written } })
  assert.equal(created.status, 201, JSON.stringify(created.body))
  const { id } = created.body.data
  assert.equal(created.headers['location'], `/v2${path}/${id}`)
  assert.deepEqual((await send('GET', at)).body.data, created.body.data)
  for (const [name, value] of Object.entries({ fk_id, ...returned })) {
    assert.deepEqual(created.body.data[name], value)
  }

  const exists = await send('PUT', at, { body: { name: 'Two' }, headers: { 'if-none-match': '*' } })
  assert.equal(exists.status, 412)
  assert.equal(exists.headers['etag'], created.headers['etag'])
  const replaced = await send('PUT', at, { body: { name: 'Two', fk_id } })
  assert.equal(replaced.status, 200)
  const { created_at, updated_at, ...rest } = replaced.body.data
  assert.deepEqual(rest, { id, name: 'Two', fk_id, ...unset })

  for (const other of ['another', null]) {
    const mismatch = await send('PUT', at, { body: { name: 'Two', fk_id: other } })
    assert.equal(mismatch.status, 422)
    assert.equal(mismatch.body.errors[0].pointer, '/fk_id')
  }
  const nameless = await send('PUT', at, { body: {} })
  assert.deepEqual([nameless.status, nameless.body.errors[0].pointer], [422, '/name'])
}

async function refusesDuplicates({ path }: Kind): Promise<void> {
  const fk_id = freshFkId()
  const first = await create(path, { name: 'First', fk_id })
  const second = await create(path, { name: 'Second' })
  const attempts = [
    await send('POST', path, { body: { name: 'Third', fk_id } }),
    await send('PATCH', `${path}/${second.id}`, { body: { name: 'Changed', fk_id } }),
  ]
  for (const { status, body } of attempts) {
    assert.equal(status, 409)
    assert.equal(body.code, 'duplicate_fk_id')
    assert.equal(body.existing_id, first.id)
    assert.equal(body.errors[0].pointer, '/fk_id')
  }
  assert.equal((await send('GET', `${path}/${second.id}`)).body.data.name, 'Second')

  const racing = await Promise.all(
    Array.from({ length: 4 }, () =>
      send('POST', path, { body: { name: 'Racer', fk_id: `${fk_id} race` } }),
    ),
  )
  assert.deepEqual(racing.map(({ status }) => status).sort(), [201, 409, 409, 409])
  const put = `${path}/fk_id/${encodeURIComponent(`${fk_id} put`)}`
  const putting = await Promise.all(
    Array.from({ length: 4 }, () => send('PUT', put, { body: { name: 'Racer' } })),
  )
  assert.deepEqual(putting.map(({ status }) => status).sort(), [200, 200, 200, 201])
}

async function isIsolated({ path }: Kind): Promise<void> {
  const fk_id = freshFkId()
  const { id } = await create(path, { name: 'Mine', fk_id })
  const { token } = await server.newAccount(`Other ${path}`)
  const requests: [method: string, path: string, body?: object][] = [
    ['GET', `${path}/${id}`],
    ['PATCH', `${path}/${id}`, { name: 'Stolen' }],
    ['DELETE', `${path}/${id}`],
    ['GET', `${path}/fk_id/${encodeURIComponent(fk_id)}`],
  ]
  for (const [method, to, body] of requests) {
    assert.equal((await send(method, to, { token, ...(body ? { body } : {}) })).status, 404)
  }
  const theirs = await send('POST', path, { token, body: { name: 'Theirs', fk_id } })
  assert.equal(theirs.status, 201)
  const listed = await send('GET', `${path}?limit=100`, { token })
  assert.ok(listed.body.data.every((record: { id: number }) => record.id !== id))
  assert.equal((await send('GET', `${path}/${id}`)).body.data.name, 'Mine')
}

async function needsScope({ path, scope }: Kind): Promise<void> {
  const reader = await server.newToken(`${scope}:read`)
  const writer = await server.newToken(`${scope}:write`)
  const { id } = await create(path, { name: 'Scoped' })
  const reads = ['GET', `${path}/${id}`] as const
  const writes = ['PATCH', `${path}/${id}`] as const
  assert.equal((await send(...reads, { token: reader })).status, 200)
  assert.equal((await send(...writes, { token: writer, body: {} })).status, 200)
  const noRead = await send(...reads, { token: writer })
  const noWrite = await send(...writes, { token: reader, body: { wrong: true } })
  for (const [refused, missing] of [
    [noRead, `${scope}:read`],
    [noWrite, `${scope}:write`],
  ] as const) {
    assert.equal(refused.status, 403)
    assert.equal(refused.body.code, 'insufficient_scope')
    assert.match(refused.body.detail, new RegExp(missing))
    assert.match(String(refused.headers['www-authenticate']), new RegExp(`scope="${missing}"`))
  }
}

async function isConditional({ path, written }: Kind): Promise<void> {
  const body = { name: 'Kept', fk_id: freshFkId(), ...written }
  const { id, updated_at } = await create(path, body)
  const at = `${path}/${id}`
  const etag = String((await send('GET', at)).headers['etag'])
  const epoch = await namesEpoch()

  const unchanged = await send('GET', at, { headers: { 'if-none-match': etag } })
  assert.deepEqual([unchanged.status, unchanged.body], [304, ''])
  for (const same of [{}, body]) {
    const noop = await send('PATCH', at, { body: same, headers: { 'if-match': etag } })
    assert.equal(noop.status, 200)
    assert.equal(noop.headers['etag'], etag)
    assert.equal(noop.body.data.updated_at, updated_at)
  }
  const { fk_id, ...rest } = body
  const put = await send('PUT', `${path}/fk_id/${encodeURIComponent(fk_id)}`, { body: rest })
  assert.equal(put.headers['etag'], etag)
  assert.equal(await namesEpoch(), epoch)

  const changed = await send('PATCH', at, {
    body: { name: 'Changed' },
    headers: { 'if-match': etag },
  })
  assert.equal(changed.status, 200)
  assert.notEqual(changed.headers['etag'], etag)
  assert.equal(await namesEpoch(), epoch + 1)
  for (const method of ['PATCH', 'DELETE']) {
    const late = await send(method, at, {
      ...(method === 'PATCH' ? { body: { name: 'Late' } } : {}),
      headers: { 'if-match': etag },
    })
    assert.equal(late.status, 412)
    assert.equal(late.headers['etag'], changed.headers['etag'])
  }
  assert.equal((await send('GET', at, { headers: { 'if-none-match': etag } })).status, 200)
}

test('all faults of a body are listed at once', async () => {
  const { status, body } = await send('POST', '/customers', {
    body: { nome: 'Ana', fk_id: 'id:7', document: '111.111.111-11', email: 'ana@', phone: 5 },
  })
  assert.equal(status, 422)
  const faults = body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [
    pointer,
    code,
  ])
  const expected = [
    ['/document', 'format'],
    ['/email', 'format'],
    ['/fk_id', 'pattern'],
    ['/name', 'required'],
    ['/nome', 'unknown_property'],
    ['/phone', 'type'],
  ]
  assert.deepEqual(faults.sort(), expected)
})

test('texts have limits, without control characters, and a name is needed', async () => {
  const bad = ['', '   ', 'x'.repeat(201), 'a\u0000b', 'a\u001bb', null, 5]
  for (const name of bad) {
    const { status, body } = await send('POST', '/categories', { body: { name } })
    assert.deepEqual([status, body.errors?.[0]?.pointer], [422, '/name'], JSON.stringify(name))
  }
  const blank = await send('POST', '/categories', { body: { name: '   ' } })
  assert.match(blank.body.errors[0].detail, /must have a visible character: white space around/)
  const { name } = await create('/categories', { name: ` ${'x'.repeat(200)} ` })
  assert.equal(name, 'x'.repeat(200))
})

test('a price has 11 digits before and 10 after its point, and is never rounded', async () => {
  const { price } = await create('/products', { name: 'Fine', price: 0.0000000001 })
  assert.equal(price, 0.0000000001)
  for (const wrong of ['0.00000000001', '100000000000', '-1', '1234567890.1234567', '"10"']) {
    const { status, body } = await send('POST', '/products', {
      body: `{"name":"P","price":${wrong}}`,
    })
    assert.deepEqual([status, body.errors?.[0]?.pointer], [422, '/price'], wrong)
  }
})

test('a product’s image is not written here', async () => {
  const { status, body } = await send('POST', '/products', { body: { name: 'P', image: 'x.webp' } })
  assert.deepEqual([status, body.errors[0].pointer], [422, '/image'])
})

test('a type that does not come from a product makes documents stale; a price does not', async () => {
  const { id } = await create('/products', { name: 'Typed', price: 1 })
  const epoch = await namesEpoch()
  await send('PATCH', `/products/${id}`, { body: { price: 2, description: 'other' } })
  assert.equal(await namesEpoch(), epoch)
  await send('PATCH', `/products/${id}`, { body: { type: 'service' } })
  assert.equal(await namesEpoch(), epoch + 1)
})

test('a path that names no id is 400', async () => {
  for (const id of ['x', '0', '-1', '1.5', '01', '9007199254740993']) {
    const { status, body } = await send('GET', `/users/${id}`)
    assert.deepEqual([status, body.errors[0].parameter], [400, 'id'], id)
  }
})

test('any text that can be seen can be an fk_id, and its path leads back to it', async () => {
  const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
  const fkIds = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .map((text) => text.trim())
    .filter((text) => text !== '' && !text.startsWith('id:') && !/^\.{1,2}$/.test(text))
    .filter((text) => !unseen.test(text))
  await fc.assert(
    fc.asyncProperty(fkIds, async (fk_id) => {
      const at = `/quotations/fk_id/${encodeURIComponent(fk_id)}`
      const put = await send('PUT', at, { body: { name: 'Q', fk_id } })
      assert.ok(put.status < 300, JSON.stringify(put.body))
      const read = await send('GET', at)
      assert.deepEqual([read.status, read.body.data.fk_id], [200, fk_id.normalize('NFC')])
      const listed = await send('GET', `/quotations?fk_id=${encodeURIComponent(fk_id)}`)
      assert.equal(listed.body.data.length, 1)
    }),
    {
      numRuns: 100,
      examples: [['a/'], ['/'], ['%2F'], ['%'], ['?#&=+ ;'], ['\'"\\'], ['ａ'], ['💡'.repeat(40)]],
    },
  )
})
