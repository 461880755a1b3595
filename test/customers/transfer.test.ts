import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { endOfFeed, follow, runJobs } from '../support/feed.ts'
import { data, problemOf, succeed } from '../support/orders.ts'

// Customers that go from one seller to another by POST /customers/transfer.

const NEVER = 8_999_999_999_999_999

let server: Server
let ana: number
let bia: number
let caio: number
before(async () => {
  server = await startServer()
  const seller = async (name: string) =>
    (await data(server, 'POST', '/users', { name, fk_id: name.toLowerCase() })).id
  ;[ana, bia, caio] = [await seller('Ana'), await seller('Bia'), await seller('Caio')]
})
after(() => server.close())

interface Customer {
  id: number
  users: { id: number }[]
}

const customerOf = async (id_users: number[], more: object = {}): Promise<Customer> =>
  data(server, 'POST', '/customers', { name: 'Mercado', id_users, ...more })

async function sellersOf({ id }: Customer): Promise<number[]> {
  const { users }: Customer = await data(server, 'GET', `/customers/${id}`)
  return users.map((user) => user.id)
}

const transfer = (body: object, query = ''): Promise<{ moved: number; remaining: number }> =>
  data(server, 'POST', `/customers/transfer${query}`, body)

test('a seller takes another’s place, others stay in their order, and nobody stands twice', async () => {
  const all = [[ana], [bia, ana, caio], [ana, caio, bia], [caio, ana], [bia], []]
  const customers: Customer[] = []
  for (const sellers of all) customers.push(await customerOf(sellers))
  assert.deepEqual(await transfer({ from: ana, to: caio }), { moved: 4, remaining: 0 })
  const after: number[][] = []
  for (const one of customers) after.push(await sellersOf(one))
  assert.deepEqual(after, [[caio], [bia, caio], [caio, bia], [caio], [bia], []])
  assert.deepEqual(await transfer({ from: ana, to: caio }), { moved: 0, remaining: 0 })
  assert.deepEqual(await transfer({ fk_id_from: 'caio', to: null }), { moved: 4, remaining: 0 })
  assert.deepEqual(await sellersOf(customers[1] as Customer), [bia])
  // Who has customers no longer can be deleted.
  await succeed(server, 'DELETE', '/users/fk_id/caio')
  caio = (await data(server, 'POST', '/users', { name: 'Caio', fk_id: 'caio' })).id
})

test('customers are chosen by ids and by what the list finds', async () => {
  await succeed(server, 'POST', '/custom-fields', {
    resource: 'customers',
    key: 'rota',
    type: 'integer',
    filterable: true,
  })
  const make = (name: string, sellers: number[], rota: string) =>
    customerOf(sellers, { name, custom_fields: { rota } })
  const bauru = await make('Escolha Bauru', [ana], '5')
  const lins = await make('Escolha Lins', [ana, bia], '6')
  const marilia = await make('Escolha Marília', [], '5')
  const others = await make('Outro', [ana], '7')
  const one = { from: ana, to: bia, customers: [bauru.id, marilia.id] }
  assert.deepEqual(await transfer(one), { moved: 1, remaining: 0 })
  assert.deepEqual(await transfer({ from: ana, to: caio }, '?q=escolha'), {
    moved: 1,
    remaining: 0,
  })
  assert.deepEqual(await sellersOf(lins), [caio, bia])
  // Without a seller to go from it is whoever has them.
  assert.deepEqual(await transfer({ fk_id_to: 'ana' }, '?custom.rota=5'), {
    moved: 2,
    remaining: 0,
  })
  assert.deepEqual(await transfer({ to: ana }, '?custom.rota=5'), { moved: 0, remaining: 0 })
  assert.deepEqual(await transfer({ to: bia, keep: true }, '?custom.rota=5,6'), {
    moved: 2,
    remaining: 0,
  })
  assert.deepEqual(await sellersOf(bauru), [ana, bia])
  assert.deepEqual(await sellersOf(lins), [caio, bia])
  const nobody = { to: null, customers: [bauru.id, lins.id, marilia.id] }
  assert.deepEqual(await transfer(nobody), { moved: 3, remaining: 0 })
  const free = { from: null, to: bia, keep: true }
  assert.deepEqual(await transfer(free, '?name=escolha'), { moved: 3, remaining: 0 })
  assert.deepEqual(await sellersOf(marilia), [bia])
  assert.deepEqual(await sellersOf(others), [ana])
})

test('each customer is changed as by a PATCH, once for a key', async () => {
  const stop = runJobs(server)
  const first = await customerOf([ana], { fk_id: 'T-1', name: 'Evento', phone: '1' })
  const second = await customerOf([bia], { name: 'Evento' })
  const at = `/customers/${first.id}`
  const etag = (await server.send('GET', at)).headers['etag']
  const cursor = await endOfFeed(server, server)
  const body = { to: caio, customers: [first.id, second.id] }
  const headers = { 'idempotency-key': 'transfer-1' }
  const send = () => server.send('POST', '/customers/transfer', { body, headers })
  const answer = await send()
  assert.deepEqual([answer.status, answer.body.data], [200, { moved: 2, remaining: 0 }])
  const again = await send()
  assert.equal(again.headers['idempotency-replayed'], 'true')
  assert.deepEqual(again.body.data, answer.body.data)
  assert.ok(!('etag' in answer.headers))
  const { events } = await follow(server, 2, { cursor })
  await stop()
  const told = events.map(({ type, subject, data: { changed_fields, version, record } }) => {
    return [type, subject, changed_fields, version, record.id_user]
  })
  const change = ['id_user', 'users']
  assert.deepEqual(told, [
    ['customer.updated', at, change, 2, caio],
    ['customer.updated', `/customers/${second.id}`, change, 2, caio],
  ])
  const after = await server.send('GET', at)
  assert.notEqual(after.headers['etag'], etag)
  assert.deepEqual([after.body.data.fk_id, after.body.data.phone], ['T-1', '1'])
  const stale = { body: { phone: '2' }, headers: { 'if-match': String(etag) } }
  assert.equal((await server.send('PATCH', at, stale)).status, 412)
})

test('a request hands over a thousand, and the next one goes on', async () => {
  const dora = (await data(server, 'POST', '/users', { name: 'Dora' })).id
  const lines = Array.from({ length: 1_100 }, (_, i) => {
    return `${JSON.stringify({ fk_id: `M-${i}`, name: `Muitos ${i}`, id_user: dora })}\n`
  })
  const headers = { 'content-type': 'application/x-ndjson' }
  await server.send('POST', '/bulk/customers', { body: lines.join(''), headers })
  assert.deepEqual(await transfer({ from: dora, to: bia }, '?name=muitos'), {
    moved: 1_000,
    remaining: 100,
  })
  assert.deepEqual(await transfer({ from: dora, to: bia }), { moved: 100, remaining: 0 })
  const { body } = await succeed(server, 'GET', `/customers?id_user=${dora}`)
  assert.equal(body.pagination.total, 0)
})

test('what is said is checked before anything moves', async () => {
  const { id } = await customerOf([ana])
  const refused = async (body: object, query = '') =>
    problemOf(await server.send('POST', `/customers/transfer${query}`, { body }))
  const invalid = (...places: string[]) => [422, 'validation_failed', places.sort()]
  for (const [body, ...places] of [
    [{}, '/to required'],
    [{ from: ana }, '/to required'],
    [{ to: bia }, '/from required'],
    [{ from: ana, to: ana }, '/to nothing_changes'],
    [{ from: null, to: null }, '/to nothing_changes'],
    [{ from: ana, to: null, keep: true }, '/keep nothing_changes'],
    [{ from: NEVER, fk_id_to: 'x' }, '/from unknown_reference', '/fk_id_to unknown_reference'],
    [{ from: ana, to: bia, fk_id_to: 'ana' }, '/fk_id_to reference_contradiction'],
    [{ from: ana, to: bia, customers: [] }, '/customers min_items'],
    [{ from: ana, to: bia, customers: [id, NEVER] }, '/customers/1 unknown_reference'],
    [{ from: String(ana), to: bia, user: 1 }, '/from type', '/user unknown_property'],
  ] as const) {
    assert.deepEqual(await refused(body, ''), invalid(...places), JSON.stringify(body))
  }
  const many = { from: ana, to: bia, customers: Array.from({ length: 1_001 }, (_, i) => i + 1) }
  assert.deepEqual(await refused(many), invalid('/customers max_items'))
  const parameter = (place: string) => [400, 'invalid_parameter', [place]]
  const body = { from: ana, to: bia }
  assert.deepEqual(await refused(body, '?sort=id'), parameter('sort unknown_parameter'))
  assert.deepEqual(await refused(body, '?custom.nada=1'), parameter('custom.nada not_filterable'))
  const token = await server.newToken('customers:read')
  const { status } = await server.send('POST', '/customers/transfer', { body, token })
  assert.equal(status, 403)
  assert.deepEqual(await sellersOf({ id, users: [] }), [ana])
})

test('who meets others on the same customers loses none of their changes', async () => {
  const made: Customer[] = []
  for (let i = 0; i < 20; i++) made.push(await customerOf([ana], { name: `Corrida ${i}` }))
  const query = '?name=corrida'
  const patches = made.map(({ id }) =>
    succeed(server, 'PATCH', `/customers/${id}`, { phone: String(id) }),
  )
  const moves = [
    transfer({ from: ana, to: bia }, query),
    transfer({ from: ana, to: caio }, query),
    transfer({ from: bia, to: caio }, query),
  ]
  await Promise.all([...patches, ...moves])
  await transfer({ from: bia, to: caio }, query)
  for (const one of made) {
    const { phone, users } = await data(server, 'GET', `/customers/${one.id}`)
    assert.deepEqual([phone, users.map(({ id }: { id: number }) => id)], [String(one.id), [caio]])
  }
})
