import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type SendOptions, type Server, startServer } from '../harness.ts'

// Addresses by paths that say of which customer they are: by its id, or by its code.

let server: Server
before(async () => {
  server = await startServer()
})
after(() => server.close())

const send = (method: string, path: string, options?: SendOptions) =>
  server.send(method, path, options)
const ok = async (method: string, path: string, body?: object) => {
  const answer = await send(method, path, body ? { body } : {})
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
  return answer.body.data
}

let customers = 0

/** A customer, with both its paths. */
async function newCustomer(fk_id = `C ${++customers}/á`): Promise<{ id: number; paths: string[] }> {
  const { id } = await ok('POST', '/customers', { name: 'Ana', fk_id })
  return {
    id,
    paths: [
      `/customers/${id}/addresses`,
      `/customers/fk_id/${encodeURIComponent(fk_id)}/addresses`,
    ],
  }
}

describe('by id and by code', () => {
  for (const [i, by] of ['id', 'code'].entries()) {
    test(`addresses are listed and created (${by})`, () => lists(i))
    test(`an address is written, read, changed and deleted by its own code (${by})`, () => life(i))
    test(`another customer’s address is none (${by})`, () => isTheirs(i))
    test(`preconditions and keys hold (${by})`, () => isGuarded(i))
  }
})

async function lists(i: number): Promise<void> {
  const path = (await newCustomer()).paths[i] ?? ''
  const created = await send('POST', `/v2${path}`, { body: { city: 'A', state: 'sp' } })
  assert.equal(created.status, 201, created.text)
  assert.equal(created.headers['location'], `/v2/customers/address/${created.body.data.id}`)
  assert.equal(created.body.data.state, 'SP')
  for (const city of ['B', 'C', 'D']) await ok('POST', path, { city, fk_id: `${i} ${city}` })
  const cities = ({ data }: { data: { city: string }[] }) => data.map(({ city }) => city)
  const get = async (query: string) => (await send('GET', `${path}?${query}`)).body
  assert.deepEqual(cities(await get('')), ['A', 'B', 'C', 'D'])
  const second = await get('limit=3&page=2')
  assert.deepEqual([cities(second), second.pagination.total], [['D'], 4])
  assert.deepEqual(cities((await send('GET', second.pagination.links.prev)).body), ['A', 'B', 'C'])
  assert.deepEqual(cities(await get('limit=2&offset=1&sort=-id')), ['C', 'B'])
  assert.deepEqual(cities(await get(`fk_id=${i}%20C`)), ['C'])
  const first = await get('pagination=cursor&limit=3&fields=city')
  assert.deepEqual(first.data, [{ city: 'A' }, { city: 'B' }, { city: 'C' }])
  assert.deepEqual((await get(`cursor=${first.next_cursor}`)).data, [{ city: 'D' }])
  const other = (await newCustomer()).paths[i]
  const elsewhere = await send('GET', `${other}?cursor=${first.next_cursor}`)
  assert.deepEqual([elsewhere.status, elsewhere.body.code], [400, 'invalid_cursor'])
}

async function life(i: number): Promise<void> {
  const { id: id_customer, paths } = await newCustomer()
  const at = `${paths[i]}/fk_id/${encodeURIComponent(`life ${i}/é`)}`
  const fk_id = `life ${i}/é`
  assert.equal((await send('GET', at)).status, 404)
  const put = await send('PUT', at, { body: { street: 'Rua A', city: 'Rio' } })
  assert.equal(put.status, 201, put.text)
  const { id } = put.body.data
  assert.equal(put.headers['location'], `/customers/address/${id}`)
  const replaced = await send('PUT', at, { body: { city: 'Natal', fk_id } })
  assert.equal(replaced.status, 200)
  assert.deepEqual(
    [replaced.body.data.id, replaced.body.data.street, replaced.body.data.city],
    [id, null, 'Natal'],
  )
  assert.equal((await send('PUT', at, { body: { fk_id: 'else' } })).status, 422)
  const changed = await ok('PATCH', at, { street: 'Rua B' })
  assert.deepEqual([changed.street, changed.city], ['Rua B', 'Natal'])
  for (const path of [at, `/customers/address/${id}`]) {
    assert.deepEqual(await ok('GET', path), changed)
  }
  const order = await ok('POST', '/orders', { id_customer, id_address: id })
  const used = await send('DELETE', at)
  assert.deepEqual(
    [used.status, used.body.code, used.body.used_by],
    [409, 'record_in_use', ['orders']],
  )
  await ok('DELETE', `/orders/${order.id}`)
  const gone = await send('DELETE', at)
  assert.deepEqual([gone.status, gone.body.deletedId], [200, id])
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const { status, body } = await send(method, at, method === 'PATCH' ? { body: {} } : {})
    assert.deepEqual([status, body.detail], [404, `Address with fk_id "${fk_id}" does not exist.`])
  }
}

async function isTheirs(i: number): Promise<void> {
  const [mine, theirs] = [await newCustomer(), await newCustomer()]
  const own = (path: string | undefined) => `${path}/fk_id/theirs${i}`
  const address = await ok('PUT', own(theirs.paths[i]), { city: 'Rio' })
  const second = await ok('POST', mine.paths[i] ?? '', { fk_id: `mine${i}` })
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const body = method === 'PATCH' ? { body: { city: 'Taken' } } : {}
    assert.equal((await send(method, own(mine.paths[i]), body)).status, 404, method)
  }
  for (const [method, path] of [
    ['PUT', own(mine.paths[i])],
    ['POST', mine.paths[i]],
    ['PATCH', `${mine.paths[i]}/fk_id/${second.fk_id}`],
  ] as const) {
    const { status, body } = await send(method, path ?? '', { body: { fk_id: `theirs${i}` } })
    assert.deepEqual(
      [status, body.code, body.existing_id],
      [409, 'duplicate_fk_id', address.id],
      method,
    )
  }
  assert.equal((await ok('GET', own(theirs.paths[i]))).city, 'Rio')
}

async function isGuarded(i: number): Promise<void> {
  const path = (await newCustomer()).paths[i] ?? ''
  const at = `${path}/fk_id/guard${i}`
  const created = await send('PUT', at, { body: {}, headers: { 'if-none-match': '*' } })
  const etag = String(created.headers['etag'])
  assert.equal((await send('GET', at, { headers: { 'if-none-match': etag } })).status, 304)
  const changed = await send('PATCH', at, { body: { number: 2 }, headers: { 'if-match': etag } })
  assert.equal(changed.status, 200, changed.text)
  for (const method of ['PATCH', 'PUT', 'DELETE']) {
    const body = method === 'DELETE' ? {} : { body: { number: 3 } }
    const late = await send(method, at, { ...body, headers: { 'if-match': etag } })
    assert.deepEqual([late.status, late.headers['etag']], [412, changed.headers['etag']], method)
  }
  const add = () => send('POST', path, { body: {}, headers: { 'idempotency-key': `address-${i}` } })
  const first = await add()
  assert.deepEqual((await add()).body, first.body)
  assert.equal((await send('GET', path)).body.pagination.total, 2)
}

test('a number is an id in one path and a code in the other, and never both', async () => {
  const { id } = await newCustomer()
  const named = await newCustomer(String(id))
  await ok('POST', `/customers/${id}/addresses`, { city: 'of the id' })
  await ok('POST', `/customers/fk_id/${id}/addresses`, { city: 'of the code' })
  const cities = async (path: string) =>
    (await ok('GET', path)).map(({ city }: { city: string }) => city)
  assert.deepEqual(await cities(`/customers/${id}/addresses`), ['of the id'])
  assert.deepEqual(await cities(`/customers/${named.id}/addresses`), ['of the code'])
  assert.deepEqual(await cities(`/customers/fk_id/${id}/addresses`), ['of the code'])
  assert.deepEqual(await cities(`/customers/${id}/address`), ['of the code'])
})

test('an unknown customer is 404, and no id is 400', async () => {
  for (const path of ['/customers/999999/addresses', '/customers/fk_id/nobody/addresses']) {
    const named = path.includes('fk_id') ? 'Customer with fk_id "nobody"' : 'Customer 999999'
    for (const [method, to] of [
      ['GET', path],
      ['POST', path],
      ...['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => [method, `${path}/fk_id/x`] as const),
    ] as const) {
      const body = ['GET', 'DELETE'].includes(method) ? {} : { body: {} }
      const answer = await send(method, to, body)
      assert.deepEqual([answer.status, answer.body.detail], [404, `${named} does not exist.`], to)
    }
  }
  const { body } = await send('GET', '/customers/fk_id/12345/addresses')
  assert.match(body.detail, /an id is written \/customers\/12345\/addresses/)
  for (const path of ['/customers/x/addresses', '/customers/address/addresses']) {
    assert.equal((await send('GET', path)).status, 400, path)
  }
})

test('customers whose fk_id is a word of the paths are reached', async () => {
  for (const word of ['address', 'addresses', 'fk_id']) {
    const { id } = await newCustomer(word)
    const path = `/customers/fk_id/${word}/addresses`
    await ok('POST', path, { city: word, fk_id: word })
    for (const to of [path, `/customers/${id}/addresses`]) {
      assert.deepEqual(
        (await ok('GET', to)).map(({ city }: { city: string }) => city),
        [word],
        to,
      )
    }
    for (const to of [`${path}/fk_id/${word}`, `/customers/${id}/addresses/fk_id/${word}`]) {
      assert.equal((await ok('GET', to)).city, word, to)
    }
    assert.equal((await ok('GET', `/customers/fk_id/${word}`)).id, id)
    assert.equal((await ok('PATCH', `/customers/fk_id/${word}`, { name: word })).id, id)
  }
})

test('another account neither sees nor reaches them', async () => {
  const { id, paths } = await newCustomer('alien')
  await ok('PUT', `${paths[0]}/fk_id/alien`, { city: 'Rio' })
  const { token } = await server.newAccount('Address thief')
  for (const path of paths) {
    assert.equal((await send('GET', path, { token })).status, 404)
    assert.equal((await send('POST', path, { token, body: {} })).status, 404)
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const body = ['PUT', 'PATCH'].includes(method) ? { body: {} } : {}
      assert.equal((await send(method, `${path}/fk_id/alien`, { token, ...body })).status, 404)
    }
  }
  assert.equal((await ok('GET', `/customers/${id}/addresses`)).length, 1)
})
