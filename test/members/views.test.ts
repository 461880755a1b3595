import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { type Person, person } from '../support/people.ts'

// Lists that people have saved: whose they are, who sees them, and what they may ask for.

let server: Server
let owner: Person
let seller: Person
let other: Person
before(async () => {
  server = await startServer()
  owner = await person(server, { role: 'owner' })
  seller = await person(server, { role: 'seller' })
  other = await person(server, { role: 'viewer' })
})
after(() => server.close())

let views = 0
const wanted = (more: object = {}) => ({
  resource: 'orders',
  name: `A faturar ${++views}`,
  query: { status: '3,4', date: 'this_month', sort: '-total_value' },
  ...more,
})

async function saved(by: Person, more: object = {}) {
  const { status, body, text, headers } = await by.send('POST', '/views', { body: wanted(more) })
  assert.equal(status, 201, text)
  assert.equal(headers['location'], `/views/${body.data.id}`)
  return body.data
}

const idsSeenBy = async (who: Person): Promise<number[]> => {
  const { status, body, text } = await who.send('GET', '/views?limit=100&resource=orders')
  assert.equal(status, 200, text)
  return body.data.map(({ id }: { id: number }) => id)
}

describe('a saved view', () => {
  test('is of the member who saved it, and of nobody else', async () => {
    const view = await saved(seller, { name: ' Meus  ', columns: ['fk_id', 'custom.rota'] })
    const { id, created_at, updated_at, ...rest } = view
    assert.deepEqual(rest, {
      resource: 'orders',
      name: 'Meus',
      query: { status: '3,4', date: 'this_month', sort: '-total_value' },
      columns: ['fk_id', 'custom.rota'],
      shared: false,
      saved_by: 'Ana Souza',
    })
    assert.equal((await idsSeenBy(seller)).includes(id), true)
    for (const who of [owner, other, server]) {
      for (const [method, body] of [['GET'], ['PATCH', { name: 'x' }], ['DELETE']] as const) {
        const { status } = await who.send(method, `/views/${id}`, body ? { body } : {})
        assert.equal(status, 404, method)
      }
    }
    assert.equal((await idsSeenBy(owner)).includes(id), false)
  })

  test('that is shared is seen by all, and changed by those who look after what all share', async () => {
    const { id } = await saved(owner, { shared: true })
    for (const who of [owner, seller, other]) assert.ok((await idsSeenBy(who)).includes(id))
    const options = { body: { name: 'taken' } }
    assert.equal((await seller.send('PATCH', `/views/${id}`, options)).status, 403)
    assert.equal((await seller.send('DELETE', `/views/${id}`)).status, 403)
    assert.equal(
      (await seller.send('POST', '/views', { body: wanted({ shared: true }) })).status,
      403,
    )
    const own = await saved(seller)
    const sharing = await seller.send('PATCH', `/views/${own.id}`, { body: { shared: true } })
    assert.deepEqual([sharing.status, sharing.body.code], [403, 'insufficient_scope'])
    // The owner takes it back: it is his own.
    const back = await owner.send('PATCH', `/views/${id}`, { body: { shared: false } })
    assert.deepEqual([back.status, back.body.data.shared], [200, false])
    assert.equal((await idsSeenBy(seller)).includes(id), false)
  })

  test('of a program is shared, since a token is no member', async () => {
    const refused = await server.send('POST', '/views', { body: wanted() })
    assert.deepEqual([refused.status, refused.body.code], [403, 'session_required'])
    const made = await server.send('POST', '/views', { body: wanted({ shared: true }) })
    assert.equal(made.status, 201, made.text)
    const path = `/views/${made.body.data.id}`
    const own = await server.send('PATCH', path, { body: { shared: false } })
    assert.deepEqual([own.status, own.body.code], [403, 'session_required'])
    assert.equal((await server.send('DELETE', path)).status, 200)
    assert.equal((await server.send('GET', path)).status, 404)
  })

  test('is changed by If-Match, whole properties at a time', async () => {
    const { id } = await saved(seller, { columns: ['fk_id'] })
    const read = await seller.send('GET', `/views/${id}`)
    const etag = String(read.headers['etag'])
    const unchanged = await seller.send('GET', `/views/${id}`, {
      headers: { 'if-none-match': etag },
    })
    assert.equal(unchanged.status, 304)
    const change = (body: object) =>
      seller.send('PATCH', `/views/${id}`, { body, headers: { 'if-match': etag } })
    const changed = await change({ query: { q: 'padaria' }, columns: null })
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual(changed.body.data.query, { q: 'padaria' })
    assert.equal(changed.body.data.columns, null)
    assert.equal(changed.body.data.name, read.body.data.name)
    assert.equal((await change({ name: 'late' })).status, 412)
    const gone = await seller.send('DELETE', `/views/${id}`, { headers: { 'if-match': etag } })
    assert.equal(gone.status, 412)
    assert.equal((await seller.send('DELETE', `/views/${id}`)).status, 200)
  })

  test('asks for what the list knows, all faults at once', async () => {
    const query = {
      colour: 'red',
      'a/b': '1',
      date: 'someday',
      status: '3',
      'custom.rota': 'Norte',
    }
    const refused = await seller.send('POST', '/views', { body: wanted({ query }) })
    assert.equal(refused.status, 422, refused.text)
    const faults = refused.body.errors.map(({ pointer, code }: Record<string, string>) => [
      pointer,
      code,
    ])
    assert.deepEqual(faults, [
      ['/query/colour', 'unknown_property'],
      ['/query/a~1b', 'unknown_property'],
      ['/query/date', 'enum'],
    ])
    const long = { q: 'a'.repeat(4000), fk_id: 'b'.repeat(4000) }
    const tooLong = await seller.send('POST', '/views', { body: wanted({ query: long }) })
    assert.deepEqual(tooLong.body.errors[0].code, 'max_length')
    const columns = ['fk_id', 'fk_id']
    const twice = await seller.send('POST', '/views', { body: wanted({ columns }) })
    assert.deepEqual(twice.body.errors[0].pointer, '/columns')
    const empty = await seller.send('POST', '/views', { body: wanted({ resource: 'customers' }) })
    assert.deepEqual(empty.body.errors[0].pointer, '/resource')
  })

  test('goes with its member, unless it is shared', async () => {
    const gone = await person(server, { role: 'manager' })
    const own = await saved(gone)
    const shared = await saved(gone, { shared: true })
    assert.equal((await owner.send('DELETE', `/members/${gone.id}`)).status, 200)
    const left = await idsSeenBy(owner)
    assert.deepEqual([left.includes(own.id), left.includes(shared.id)], [false, true])
  })

  test('is one of a hundred at most, and again as many are shared', async () => {
    const keen = await person(server, { role: 'manager' })
    for (let i = 0; i < 100; i++) await saved(keen)
    const refused = await keen.send('POST', '/views', { body: wanted() })
    assert.deepEqual([refused.status, refused.body.code], [409, 'limit_reached'])
    const shared = await saved(keen, { shared: true })
    const back = await keen.send('PATCH', `/views/${shared.id}`, { body: { shared: false } })
    assert.deepEqual([back.status, back.body.code], [409, 'limit_reached'])
  })
})
