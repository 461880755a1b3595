import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type SendOptions, type Server, startServer } from '../harness.ts'

let server: Server
before(async () => {
  server = await startServer()
})
after(() => server.close())

const send = (method: string, path: string, options?: SendOptions) =>
  server.send(method, path, options)
const ok = async (method: string, path: string, body?: object, options: SendOptions = {}) => {
  const answer = await send(method, path, { ...options, ...(body ? { body } : {}) })
  assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body.data
}
const namesEpoch = async () => {
  const { rows } = await sql<{ names_epoch: number }>`
    select names_epoch from accounts where account_id = ${server.account_id}`.execute(server.db)
  return Number(rows[0]?.names_epoch)
}

const written = {
  street: 'Avenida Paulista',
  number: 1578,
  number_text: '1578',
  complement: 'Andar 3',
  zip_code: 1310200,
  postal_code: '01310-200',
  neighborhood: 'Bela Vista',
  city: 'São Paulo',
  state: 'sp',
  latitude: -23.56141412345,
  longitude: -46.655881,
  address_type: 'delivery',
  name: 'Loja',
  fk_id: 'A-1',
  ibge: '3550308',
  country: 1058,
}
const nulls = Object.fromEntries(Object.keys(written).map((name) => [name, null]))
const unset = { ...nulls, country: 1058 }

test('an address is created, read, changed and deleted', async () => {
  const { id: id_customer } = await ok('POST', '/customers', { name: 'Ana', fk_id: 'ana/1 á' })
  const path = `/customers/${encodeURIComponent('ana/1 á')}/address`
  const created = await send('POST', `/v2${path}`, { body: written })
  assert.equal(created.status, 201)
  const { id } = created.body.data
  assert.equal(created.headers['location'], `/v2/customers/address/${id}`)
  assert.deepEqual(created.body.data, { id, ...written, state: 'SP' })
  assert.deepEqual(Object.keys(created.body.data), ['id', ...Object.keys(written)])

  const read = await send('GET', `/customers/address/${id}`)
  assert.deepEqual(read.body.data, created.body.data)
  assert.equal(read.headers['etag'], created.headers['etag'])
  const listed = await send('GET', `/customers/id:${id_customer}/address`)
  assert.deepEqual(listed.body.data, [created.body.data])

  const changed = await ok('PATCH', `/customers/address/${id}`, { city: 'Santos', latitude: null })
  assert.deepEqual(changed, { id, ...written, state: 'SP', city: 'Santos', latitude: null })
  const cleared = await ok('PATCH', `/customers/address/${id}`, nulls)
  assert.deepEqual(cleared, { id, ...unset })
  const gone = await send('DELETE', `/customers/address/${id}`)
  const { meta, ...envelope } = gone.body
  assert.ok(meta.timestamp)
  assert.deepEqual(envelope, {
    success: true,
    message: 'Resource deleted successfully',
    deletedId: id,
  })
  for (const method of ['GET', 'DELETE']) {
    assert.equal((await send(method, `/customers/address/${id}`)).status, 404)
  }
  assert.equal((await send('PATCH', `/customers/address/${id}`, { body: {} })).status, 404)
})

test('nothing of an address is required, and all faults are listed at once', async () => {
  await ok('POST', '/customers', { name: 'Bia', fk_id: 'bia' })
  const { id, ...rest } = await ok('POST', '/customers/bia/address', {})
  assert.deepEqual(rest, unset)
  const wrong = {
    latitude: 90.5,
    longitude: -181,
    zip_code: 100000000,
    number: -1,
    number_text: 'x'.repeat(61),
    postal_code: '1310-20',
    state: 'S1',
    address_type: 'home',
    city: 5,
    id: 7,
    street: 'x'.repeat(201),
  }
  for (const [method, path] of [
    ['POST', '/customers/bia/address'],
    ['PATCH', `/customers/address/${id}`],
  ] as const) {
    const { status, body } = await send(method, path, { body: wrong })
    assert.equal(status, 422)
    const pointers = body.errors.map(({ pointer }: { pointer: string }) => pointer.slice(1))
    assert.deepEqual(pointers.sort(), Object.keys(wrong).sort())
  }
})

test('a customer is named by fk_id or id, and an unknown one is 404', async () => {
  const { id } = await ok('POST', '/customers', { name: 'Caio', fk_id: 'caio' })
  await ok('POST', `/customers/id:${id}/address`, { city: 'Natal' })
  for (const name of ['caio', `id:${id}`]) {
    const { body } = await send('GET', `/customers/${name}/address`)
    assert.deepEqual(
      body.data.map(({ city }: { city: string }) => city),
      ['Natal'],
    )
  }
  for (const name of ['nobody', 'id:999999', 'CAIO', `${id}`]) {
    assert.equal((await send('GET', `/customers/${name}/address`)).status, 404, name)
    assert.equal((await send('POST', `/customers/${name}/address`, { body: {} })).status, 404, name)
  }
  for (const name of ['id:', 'id:x', 'id:0', 'id:1.5']) {
    const { status, body } = await send('GET', `/customers/${name}/address`)
    assert.deepEqual([status, body.errors[0].parameter], [400, 'customerId'], name)
  }
})

test('customers whose fk_id is a word of the paths are reached', async () => {
  for (const word of ['address', 'fk_id']) {
    const { id } = await ok('POST', '/customers', { name: word, fk_id: word })
    await ok('POST', `/customers/id:${id}/address`, { city: word, fk_id: word })
    const { body } = await send('GET', `/customers/id:${id}/address`)
    assert.deepEqual(
      body.data.map(({ city }: { city: string }) => city),
      [word],
    )
    assert.equal((await ok('GET', `/customers/fk_id/${word}`)).name, word)
  }
  const listed = await send('GET', '/v2/customers/address/address?limit=1')
  assert.deepEqual(
    listed.body.data.map(({ city }: { city: string }) => city),
    ['address'],
  )
  assert.ok(listed.body.pagination.links.self.startsWith('/v2/customers/address/address?'))
  assert.equal((await ok('POST', '/customers/address/address', { city: 'two' })).city, 'two')
  assert.equal((await ok('GET', '/customers/address/address/fk_id/address')).city, 'address')
  assert.equal((await ok('GET', '/customers/fk_id/address/fk_id/fk_id')).city, 'fk_id')
  // This path is the customer with the fk_id `address`, not the addresses of the one named `fk_id`.
  assert.equal((await ok('GET', '/customers/fk_id/address')).name, 'address')
  assert.equal((await send('PATCH', '/customers/address/x', { body: {} })).status, 400)
})

test('lists page by offset, page or cursor', async () => {
  await ok('POST', '/customers', { name: 'Davi', fk_id: 'davi' })
  await ok('POST', '/customers', { name: 'Other', fk_id: 'other' })
  await ok('POST', '/customers/other/address', { fk_id: 'not davi' })
  for (let i = 0; i < 7; i++) await ok('POST', '/customers/davi/address', { fk_id: `d${i}` })
  const fkIds = (body: { data: { fk_id: string }[] }) => body.data.map(({ fk_id }) => fk_id)
  const get = async (query: string) => (await send('GET', `/customers/davi/address?${query}`)).body

  const all = await get('')
  assert.deepEqual([all.pagination.limit, all.pagination.total, all.pagination.page], [25, 7, 1])
  const middle = await get('limit=3&offset=3')
  assert.deepEqual(fkIds(middle), ['d3', 'd4', 'd5'])
  const { page, totalPages, hasNext, hasPrev, links } = middle.pagination
  assert.deepEqual([page, totalPages, hasNext, hasPrev], [2, 3, true, true])
  assert.equal(links.next, '/customers/davi/address?limit=3&page=3')
  assert.deepEqual(fkIds((await send('GET', links.next)).body), ['d6'])
  assert.deepEqual(fkIds((await send('GET', links.prev)).body), ['d0', 'd1', 'd2'])
  assert.deepEqual(fkIds(await get('limit=2&page=2&sort=-created_at')), ['d4', 'd3'])
  assert.equal((await get('limit=3&offset=4')).pagination.page, 2)
  assert.deepEqual(fkIds(await get('offset=100')), [])
  const between = await get('limit=3&offset=4')
  assert.deepEqual(fkIds(between), ['d4', 'd5', 'd6'])
  assert.equal(between.pagination.links.next, null)
  const walked = [between]
  for (let { prev } = between.pagination.links; prev !== null; ) {
    const answer = await send('GET', prev)
    walked.unshift(answer.body)
    prev = answer.body.pagination.links.prev
  }
  assert.deepEqual(walked.map(fkIds), [['d0'], ['d1', 'd2', 'd3'], ['d4', 'd5', 'd6']])
  const onward = await get('limit=3&offset=1')
  assert.equal(onward.pagination.links.next, '/customers/davi/address?limit=3&page=2&offset=4')
  for (const relation of ['next', 'last']) {
    const answer = await send('GET', onward.pagination.links[relation])
    assert.deepEqual(fkIds(answer.body), ['d4', 'd5', 'd6'], relation)
  }
  assert.deepEqual(fkIds((await send('GET', onward.pagination.links.self)).body), fkIds(onward))
  assert.deepEqual(fkIds((await send('GET', onward.pagination.links.prev)).body), ['d0'])
  const beyond = (await get('limit=3&offset=100')).pagination.links
  assert.deepEqual(fkIds((await send('GET', beyond.prev)).body), ['d4', 'd5', 'd6'])
  assert.deepEqual(fkIds(await get('limit=3&page=2&offset=0')), ['d3', 'd4', 'd5'])
  assert.deepEqual(fkIds(await get('fk_id=d4')), ['d4'])
  assert.deepEqual(fkIds(await get('fk_id=not%20davi')), [])

  const first = await get('pagination=cursor&limit=4&sort=-id')
  const second = await get(`cursor=${first.next_cursor}`)
  assert.deepEqual([...fkIds(first), ...fkIds(second)], ['d6', 'd5', 'd4', 'd3', 'd2', 'd1', 'd0'])
  assert.equal(second.next_cursor, null)
  const elsewhere = await send('GET', `/customers/other/address?cursor=${first.next_cursor}`)
  assert.deepEqual([elsewhere.status, elsewhere.body.code], [400, 'invalid_cursor'])
  for (const query of ['offset=-1', 'offset=x', 'limit=101', 'sort=city', 'name=x']) {
    assert.equal((await send('GET', `/customers/davi/address?${query}`)).status, 400, query)
  }
})

test('an fk_id is one address’s in the whole account', async () => {
  await ok('POST', '/customers', { name: 'Eva', fk_id: 'eva' })
  await ok('POST', '/customers', { name: 'Flo', fk_id: 'flo' })
  const { id } = await ok('POST', '/customers/eva/address', { fk_id: 'home' })
  const other = await ok('POST', '/customers/eva/address', {})
  for (const [method, path] of [
    ['POST', '/customers/flo/address'],
    ['PATCH', `/customers/address/${other.id}`],
    ['PUT', '/customers/flo/address/fk_id/home'],
  ] as const) {
    const { status, body } = await send(method, path, { body: { fk_id: 'home' } })
    assert.deepEqual([status, body.code, body.existing_id], [409, 'duplicate_fk_id', id], method)
  }
  assert.equal((await send('GET', '/customers/flo/address/fk_id/home')).status, 404)
  assert.equal((await ok('GET', '/customers/eva/address/fk_id/home')).id, id)

  const at = '/customers/flo/address/fk_id/work'
  const put = await send('PUT', at, { body: { city: 'Rio', state: 'rj' } })
  assert.equal(put.status, 201)
  const replaced = await send('PUT', at, { body: { street: 'Rua A' } })
  assert.equal(replaced.status, 200)
  const expected = { id: put.body.data.id, ...unset, street: 'Rua A', fk_id: 'work' }
  assert.deepEqual(replaced.body.data, expected)
  assert.equal((await send('PUT', at, { body: { fk_id: 'else' } })).status, 422)
  assert.equal(
    (await send('PUT', '/customers/nobody/address/fk_id/work', { body: {} })).status,
    404,
  )
})

test('only a real change counts: ETag, epoch and events', async () => {
  await ok('POST', '/customers', { name: 'Gil', fk_id: 'gil' })
  const created = await send('POST', '/customers/gil/address', {
    body: { ...written, fk_id: 'gil' },
  })
  const etag = String(created.headers['etag'])
  const path = `/customers/address/${created.body.data.id}`
  const epoch = await namesEpoch()
  const same = await send('PATCH', path, { body: { state: 'SP', latitude: written.latitude } })
  assert.equal(same.headers['etag'], etag)
  assert.equal(await namesEpoch(), epoch)
  assert.equal((await send('GET', path, { headers: { 'if-none-match': etag } })).status, 304)

  const changed = await send('PATCH', path, { body: { number: 2 }, headers: { 'if-match': etag } })
  assert.equal(changed.status, 200)
  assert.equal(await namesEpoch(), epoch + 1)
  const late = await send('DELETE', path, { headers: { 'if-match': etag } })
  assert.deepEqual([late.status, late.headers['etag']], [412, changed.headers['etag']])
  await ok('DELETE', path)

  const { rows } = await sql<{ type: string; previous: object | null }>`
    select type, previous from events where account_id = ${server.account_id}
       and resource = 'address' and id_record = ${created.body.data.id} order by id`.execute(
    server.db,
  )
  assert.deepEqual(
    rows.map(({ type, previous }) => [type, previous]),
    [
      ['address.created', null],
      ['address.updated', { number: 1578, number_text: '1578' }],
      ['address.deleted', null],
    ],
  )
})

test('a request with an Idempotency-Key adds one address', async () => {
  await ok('POST', '/customers', { name: 'Hal', fk_id: 'hal' })
  const add = () =>
    send('POST', '/customers/hal/address', { body: {}, headers: { 'idempotency-key': 'address' } })
  const first = await add()
  assert.deepEqual((await add()).body, first.body)
  assert.equal((await send('GET', '/customers/hal/address')).body.pagination.total, 1)
})

test('another account neither sees nor reaches an address', async () => {
  await ok('POST', '/customers', { name: 'Ivo', fk_id: 'ivo' })
  const { id } = await ok('POST', '/customers/ivo/address', { fk_id: 'ivo' })
  const { token } = await server.newAccount('Address thief')
  await ok('POST', '/customers', { name: 'Ivo', fk_id: 'ivo' }, { token })
  const paths: [method: string, path: string][] = [
    ['GET', `/customers/address/${id}`],
    ['PATCH', `/customers/address/${id}`],
    ['DELETE', `/customers/address/${id}`],
    ['GET', '/customers/ivo/address/fk_id/ivo'],
  ]
  for (const [method, path] of paths) {
    const body = method === 'PATCH' ? { body: {} } : {}
    assert.equal((await send(method, path, { token, ...body })).status, 404)
  }
  assert.deepEqual((await send('GET', '/customers/ivo/address', { token })).body.data, [])
  assert.equal(
    (await send('POST', '/customers/ivo/address', { token, body: { fk_id: 'ivo' } })).status,
    201,
  )
})

test('addresses need the scopes of customers', async () => {
  await ok('POST', '/customers', { name: 'Jo', fk_id: 'jo' })
  const reader = await server.newToken('customers:read', 'orders:write')
  assert.equal((await send('GET', '/customers/jo/address', { token: reader })).status, 200)
  assert.equal(
    (await send('POST', '/customers/jo/address', { token: reader, body: {} })).status,
    403,
  )
  assert.equal((await send('GET', '/customers/jo/address', { token: null })).status, 401)
})
