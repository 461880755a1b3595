import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inTransaction } from '../../src/database/database.ts'
import { closeAccount } from '../../src/operations/accounts/deletion.ts'
import { removeAccount } from '../../src/operations/accounts/removals.ts'
import { type Server, startServer } from '../harness.ts'
import { costOf, type Followed, follow } from './followed-page.ts'

// The page that tells how a record with lines is added, as somebody who follows it: routes of delivery
// and their stops.

const PAGE = 'add-a-record-with-lines.md'

let server: Server
let followed: Followed
let carrier: { id: number }
let route: { id: number }
const ask: Followed['ask'] = (...request) => followed.ask(...request)
const errorsOf = ({ data }: Awaited<ReturnType<Followed['ask']>>) =>
  data.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code])

before(async () => {
  server = await startServer()
  followed = await follow(server, PAGE, ['console/src'])
  const { data } = await ask('POST', '/shipping-companies', { name: 'Serra Azul', fk_id: 'T-12' })
  carrier = data
  const made = await ask('POST', '/routes', {
    name: 'Interior',
    fk_id: 'R-01',
    fk_id_shipping_company: 'T-12',
  })
  route = made.data
})
after(async () => {
  await followed.close()
  await server.close()
})

test('the page takes two files', async () => {
  assert.deepEqual(followed.migrated, ['0999_routes.sql'])
  assert.deepEqual(await costOf(PAGE), { files: 2, lines: 80 })
})

test('a record refers to another one', async () => {
  const read = await ask('GET', `/routes/${route.id}`)
  assert.deepEqual(read.data.shipping_company, {
    id: carrier.id,
    name: 'Serra Azul',
    fk_id: 'T-12',
  })
  const unknown = await ask('PATCH', `/routes/${route.id}`, { fk_id_shipping_company: 'T-99' })
  assert.equal(unknown.statusCode, 422)
  assert.deepEqual(errorsOf(unknown), [['/fk_id_shipping_company', 'unknown_reference']])
  const cleared = await ask('PATCH', `/routes/${route.id}`, { id_shipping_company: null })
  assert.equal(cleared.data.shipping_company, null)
  await ask('PATCH', `/routes/${route.id}`, { id_shipping_company: carrier.id })
  for (const filter of [`id_shipping_company=${carrier.id}`, 'fk_id_shipping_company=T-12,T-13']) {
    const { data } = await ask('GET', `/routes?${filter}&fields=id`)
    assert.deepEqual(data, [{ id: route.id }], filter)
  }
  const used = await ask('DELETE', `/shipping-companies/${carrier.id}`)
  assert.deepEqual([used.statusCode, used.data.used_by], [409, ['routes']])
})

test('lines belong to a record, and come by its path or their own', async () => {
  const added = await ask('POST', `/routes/${route.id}/stops`, { name: 'Campinas', position: 1 })
  assert.equal(added.statusCode, 201, added.text)
  assert.deepEqual(added.data.route, { id: route.id, name: 'Interior', fk_id: 'R-01' })
  const put = await ask('PUT', '/routes/fk_id/R-01/stops/fk_id/S-2', {
    name: 'Limeira',
    position: 2,
  })
  assert.equal(put.statusCode, 201, put.text)
  const none = await ask('POST', '/stops', { name: 'Sorocaba' })
  assert.deepEqual([none.statusCode, errorsOf(none)], [422, [['/id_route', 'required']]])
  const other = await ask('POST', '/routes', { name: 'Litoral', fk_id: 'R-02' })
  const own = await ask('POST', '/stops', { name: 'Santos', fk_id_route: 'R-02' })
  assert.equal(own.data.route.id, other.data.id)
  const emptied = await ask('PATCH', `/stops/${own.data.id}`, { id_route: null })
  assert.deepEqual(errorsOf(emptied), [['/id_route', 'required']])
  for (const path of [`/routes/${route.id}/stops?sort=name`, '/stops?fk_id_route=R-01&sort=name']) {
    const { data } = await ask('GET', path)
    assert.deepEqual(
      data.map((one: { name: string }) => one.name),
      ['Campinas', 'Limeira'],
      path,
    )
  }
  const missed = await ask('GET', '/routes/fk_id/R-02/stops/fk_id/S-2')
  assert.equal(missed.statusCode, 404)
  const used = await ask('DELETE', `/routes/${route.id}`)
  assert.deepEqual([used.statusCode, used.data.used_by], [409, ['stops']])
})

test('many of them are written at once, each with its lines', async () => {
  const bulk = async (resource: string, ...lines: object[]) => {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    return (await ask('POST', `/bulk/${resource}`, text, 'application/x-ndjson')).data
  }
  const sent = {
    fk_id: 'R-03',
    name: 'Sul',
    fk_id_shipping_company: 'T-12',
    stops: [{ fk_id: 'S-9', name: 'Registro' }],
  }
  const statuses = (results: { status: string }[]) => results.map(({ status }) => status)
  assert.deepEqual(statuses(await bulk('routes', sent)), ['created'])
  assert.deepEqual(statuses(await bulk('routes', sent)), ['unchanged'])
  const [moved, refused] = await bulk(
    'stops',
    { fk_id: 'S-9', name: 'Registro', fk_id_route: 'R-01' },
    { fk_id: 'S-10', name: 'Itu' },
  )
  assert.deepEqual([moved.status, refused.errors[0].pointer], ['updated', '/id_route'])
  const { data } = await ask('GET', '/stops?fk_id=S-9')
  assert.equal(data[0].route.fk_id, 'R-01')
})

test('what goes out as a file can come in', async () => {
  const { text } = await ask('GET', '/stops?sort=id&csv=br', undefined, 'text/csv')
  const [header = '', first] = text.replace(/^\ufeff/, '').split('\r\n')
  assert.match(header, /Rota \(id\);Rota;Rota \(código\);Cliente \(id\);.*Ordem/)
  assert.match(first ?? '', /;Campinas;.*Interior;R-01;;;;1;/)
  const { importFields } = await followed.module('src/files/imports/mapping/fields.ts')
  const field = (name: string) =>
    importFields.stops.find((one: { name: string }) => one.name === name)
  assert.ok(field('fk_id_route').headings.includes('Rota (código)'))
  assert.ok(field('id_route').headings.includes('Rota (id)'))
})

test('what may be done with them follows from their family', async () => {
  const reader = await server.newToken('reference:read')
  assert.equal((await followed.ask('GET', '/stops', undefined, undefined, reader)).statusCode, 200)
  const refused = await followed.ask('POST', '/stops', { name: 'Itu' }, undefined, reader)
  assert.equal(refused.statusCode, 403)
  const other = await server.newAccount('other')
  const path = `/routes/${route.id}/stops`
  assert.equal((await followed.ask('GET', path, undefined, undefined, other.token)).statusCode, 404)
})

test('what names a customer is for those who see the customer', async () => {
  const seller = (await ask('POST', '/users', { name: 'Marina' })).data.id
  const own = (await ask('POST', '/customers', { name: 'Mercado', id_user: seller })).data.id
  const others = (await ask('POST', '/customers', { name: 'Padaria', fk_id: 'C-9' })).data.id
  const name = 'restricted'
  const scopes = ['reference:read', 'reference:write', 'customers:read']
  const { token } = (await ask('POST', '/tokens', { name, scopes, only: { id_user: [seller] } }))
    .data
  const as = (method: string, path: string, body?: object) =>
    followed.ask(method, path, body, undefined, token)
  const stop = { name: 'Jundiaí', id_route: route.id }
  const hidden = (await ask('POST', '/stops', { ...stop, id_customer: others, fk_id: 'S-50' })).data
  const seen = (await as('POST', '/stops', { ...stop, id_customer: own, fk_id: 'S-51' })).data
  assert.equal(seen.customer.name, 'Mercado')
  const unknown = await as('PATCH', `/stops/${seen.id}`, { fk_id_customer: 'C-9' })
  assert.deepEqual(errorsOf(unknown), [['/fk_id_customer', 'unknown_reference']])
  assert.equal((await as('GET', `/stops/${hidden.id}`)).statusCode, 404)
  assert.equal((await as('DELETE', `/stops/${hidden.id}`)).statusCode, 404)
  const taken = await as('PUT', '/stops/fk_id/S-50', stop)
  assert.deepEqual([taken.statusCode, taken.data.existing_id], [409, undefined])
  for (const path of ['/stops', `/routes/${route.id}/stops`]) {
    const { data } = await as('GET', `${path}?name=Jundia`)
    assert.deepEqual(
      data.map(({ id }: { id: number }) => id),
      [seen.id],
      path,
    )
  }
  await ask('PATCH', '/account', { restricted_read_all_customers: true })
  assert.equal((await as('GET', `/stops/${hidden.id}`)).statusCode, 200)
  assert.equal((await as('PATCH', `/stops/${hidden.id}`, { position: 3 })).statusCode, 403)
})

test('the reference and the client tell of them', async () => {
  const { openApiText } = await followed.module('scripts/generate/openapi.ts')
  const openApi: string = await openApiText(server.db)
  const { paths, components } = JSON.parse(openApi)
  assert.equal(paths['/routes/{id_route}/stops'].post.operationId, 'createRouteStop')
  assert.ok(components.schemas.StopInput.properties.fk_id_route)
  assert.ok(components.schemas.RouteBulkInput.properties.stops)
  const { clientFiles } = await followed.module('scripts/generate/client/files.ts')
  const client = [...(clientFiles(openApi) as Map<string, string>).values()].join('\n')
  assert.match(client, /\bfk_id_shipping_company\?: string \| null/)
  assert.match(client, /stops: \{/)
})

test('the console has a form of each, and finds the lines of a record', async () => {
  const { kinds } = await followed.module('console/src/records/kinds.ts')
  const kind = kinds.find(({ path }: { path: string }) => path === 'routes')
  assert.deepEqual([kind.lines.filter, kind.filter], ['id_route', undefined])
  const { fieldsOf } = await followed.module('console/src/common/records/field-rows.ts')
  const fields = fieldsOf('stops', 'en')
  const field = fields.find(({ name }: { name: string }) => name === 'route')
  assert.deepEqual([field.kind, field.to, field.writtenAs], ['reference', 'routes', 'id_route'])
  const { changesOf, valuesOf } = await followed.module('console/src/common/form/fields.ts')
  const before = valuesOf(fields, undefined, 'en')
  const now = valuesOf(fields, { name: 'Itu', route: { id: 7, name: 'Interior' } }, 'en')
  assert.deepEqual(changesOf(fields, before, now, 'en'), { name: 'Itu', id_route: 7 })
})

test('they go with their account', async () => {
  const { account_id, db } = server
  await inTransaction(db, (tx) => closeAccount(tx, { account_id, seconds: 0, by: 'test' }))
  const removeHistory = async () => {}
  const { images } = server.resources
  await removeAccount(server, { images, removeHistory }, account_id, new AbortController().signal)
  const { rows } = await server.pool.query('select from routes union all select from stops')
  assert.equal(rows.length, 0)
})
