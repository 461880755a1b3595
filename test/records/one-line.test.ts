import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { expanded } from '../../src/http/openapi/expanded.ts'
import { definitions } from '../../src/records/definitions.ts'
import { type Server, startServer } from '../harness.ts'
import { bringIn, importerOf } from '../support/files/imports.ts'
import { data } from '../support/orders.ts'

// Names and other short texts have one line; what people write at length may have several.

let server: Server
before(async () => {
  server = await startServer()
})
after(() => server.close())

const APART = ['a\nb', 'a\r\nb', 'a\tb', 'a\u2028b']

async function refusesApart(method: string, path: string, body: object, field: string) {
  for (const apart of APART) {
    const answer = await server.send(method, path, { body: { ...body, [field]: apart } })
    const [fault] = answer.body.errors ?? []
    assert.deepEqual(
      [answer.status, fault?.pointer, fault?.code],
      [422, `/${field}`, 'format'],
      `${method} ${path}: ${answer.text}`,
    )
    assert.match(fault.detail, /tabs or line ends/)
  }
}

test('names of records, tokens, members, views and fields take no line ends or tabs', async () => {
  for (const { path, example } of definitions) await refusesApart('POST', path, example, 'name')
  const { id } = await data(server, 'POST', '/customers', { name: 'Aurora' })
  await refusesApart('PATCH', `/customers/${id}`, {}, 'name')
  await refusesApart('PATCH', `/customers/${id}`, {}, 'phone')
  const address = { street: 'Rua 7' }
  for (const field of ['street', 'complement', 'neighborhood', 'city', 'name'])
    await refusesApart('POST', `/customers/${id}/address`, address, field)
  await refusesApart('PATCH', '/account', {}, 'name')
  await refusesApart('POST', '/tokens', { scopes: ['orders:read'] }, 'name')
  await refusesApart('POST', '/members', { email: 'a@example.com', role: 'manager' }, 'name')
  await refusesApart('POST', '/views', { resource: 'orders', query: {} }, 'name')
  const field = { resource: 'orders', key: 'rota', type: 'text' }
  for (const one of ['key', 'label']) await refusesApart('POST', '/custom-fields', field, one)
  const mapping = { body: { resource: 'customers', columns: {} } }
  const { status, body } = await server.send('PUT', '/import-mappings/a%0Ab', mapping)
  assert.deepEqual([status, body.errors[0].parameter], [400, 'name'])
})

test('descriptions and observations have as many lines as they need', async () => {
  const description = 'uma linha\n\te outra'
  const product = await data(server, 'POST', '/products', { name: 'Cano', description })
  assert.equal(product.description, description)
  const field = { resource: 'customers', key: 'nota', type: 'text' }
  await data(server, 'POST', '/custom-fields', field)
  const customer = await data(server, 'POST', '/customers', {
    name: 'Com texto',
    custom_fields: { nota: description },
  })
  assert.equal(customer.custom_fields.nota, description)
})

test('white space at the ends of a name is taken off, be it a line end', async () => {
  const { name } = await data(server, 'POST', '/customers', { name: '\n Aurora\t\r\n' })
  assert.equal(name, 'Aurora')
})

test('the document names what may have several lines, and nothing else does', async () => {
  const document = expanded(
    JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8')),
  )
  const several = new Set<string>()
  const look = (schema: Record<string, unknown>, at: string) => {
    if (String(schema['pattern']).startsWith('^[^\\x00-\\x08\\x0B')) several.add(at)
    for (const [name, inner] of Object.entries(schema)) {
      if (typeof inner !== 'object' || inner === null) continue
      if (name === 'properties') {
        for (const [key, one] of Object.entries(inner)) look(one, key)
      } else look(inner as Record<string, unknown>, at)
    }
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    if (/(?:Input|Patch)$/.test(name)) look(schema as Record<string, unknown>, name)
  }
  assert.deepEqual([...several].sort(), SEVERAL)
})

const SEVERAL = [
  'additional_info',
  'columns',
  'custom_fields',
  'description',
  'details',
  'headers',
  'internal_observations',
  'notes',
  'observations',
  'query',
]

test('a name that an earlier version took with two lines is read, and the record changed', async () => {
  const { id } = await data(server, 'POST', '/customers', { name: 'Antiga', fk_id: 'antiga' })
  await sql`update customers set name = ${'duas\nlinhas'} where account_id = ${server.account_id} and id = ${id}`.execute(
    server.db,
  )
  const changed = await data(server, 'PATCH', `/customers/${id}`, { phone: '11' })
  assert.deepEqual([changed.name, changed.phone], ['duas\nlinhas', '11'])
  const { text } = await server.send('GET', '/customers?fk_id=antiga&format=csv&fields=name')
  assert.match(text, /"duas\nlinhas"/)
  const { status } = await server.send('GET', '/customers')
  assert.equal(status, 200)
})

test('a cell of several lines is a name of one, and stays as it is where several are taken', async () => {
  const importer = importerOf(server)
  const content = 'Código;Nome;Descrição detalhada\nT-1;"Cano \n 1/2""\tPVC\n";"uma\ne outra"\n'
  const { done } = await bringIn(server, importer, 'products', content)
  assert.equal(done.counts.created, 1, JSON.stringify(done.first_faults))
  const { name, description } = await data(server, 'GET', '/products/fk_id/T-1')
  assert.deepEqual([name, description], ['Cano 1/2" PVC', 'uma\ne outra'])
  const again = await bringIn(server, importer, 'products', content)
  assert.equal(again.done.counts.unchanged, 1)
  await importer.close()
})
