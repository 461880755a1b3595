import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { scopes } from '../../src/base/scopes.ts'
import { expanded } from '../../src/http/openapi/expanded.ts'
import { type Server, startServer } from '../harness.ts'
import { importerOf, sendFile, settled } from '../support/files/imports.ts'
import { sendAsPerson } from '../support/wire/as-person.ts'

interface Parameter {
  name: string
  in: string
  required: boolean
  example?: unknown
  description?: string
  schema: { examples?: unknown[] }
}

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: {
    content: Record<string, { examples?: Record<string, { value: Record<string, unknown> }> }>
  }
  responses: Record<string, object>
}

interface Document {
  openapi: string
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    parameters: Record<string, Parameter>
    responses: Record<string, object>
  }
}

interface Schema {
  default?: unknown
  description?: string
  additionalProperties?: unknown
  properties?: Record<string, Schema>
  [keyword: string]: unknown
}

let server: Server
let published: Document
/** With everything in its place that is published once. */
let document: Document
let operations: { method: string; path: string; operation: Operation }[]

before(async () => {
  // Mails are asked for and not sent: nobody answers there.
  server = await startServer({ SMTP_URL: 'smtp://127.0.0.1:9' })
  const answer = await server.app.inject('/openapi.json')
  published = answer.json()
  document = expanded(published)
  operations = Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({
      method: verb.toUpperCase(),
      path,
      operation: { ...operation, parameters: (operation.parameters ?? []).map(resolved) },
    })),
  )
})
after(() => server.close())

function resolved(parameter: Parameter & { $ref?: string }): Parameter {
  const name = parameter.$ref?.split('/').at(-1)
  return name === undefined ? parameter : (document.components.parameters[name] as Parameter)
}

const INTERFACE = `
GET /orders fk_id create_date_from create_date_to update_date_from update_date_to order_date_from order_date_to id_customer id_quotation limit page sort
POST /orders
GET /orders/{id}
PATCH /orders/{id}
DELETE /orders/{id}
POST /orders/{id_order}/items
PATCH /orders/{id_order}/items/{id}
DELETE /orders/{id_order}/items/{id}
GET /customers/{customerId}/address limit offset
POST /customers/{customerId}/address
GET /customers/address/{id}
PATCH /customers/address/{id}
DELETE /customers/address/{id}
POST /products/{id}/image`

const RECORDS =
  'customers users products order-statuses reasons freight-types payment-types payment-methods categories operations shipping-companies branch-companies number-series opportunities quotations'

test('every endpoint of the interface and of every record is there', () => {
  const lines = INTERFACE.trim().split('\n')
  const ofRecords = RECORDS.split(' ').flatMap((name) => [
    `GET /${name} fk_id name limit page sort pagination cursor`,
    `POST /${name}`,
    ...['GET', 'PATCH', 'DELETE'].map((method) => `${method} /${name}/{id}`),
    ...['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => `${method} /${name}/fk_id/{fk_id}`),
  ])
  const byFkId = ['GET /orders/fk_id/{fk_id}', 'PUT /orders/fk_id/{fk_id}']
  for (const line of [...lines, ...byFkId, ...ofRecords]) {
    const [method = '', path = '', ...parameters] = line.split(' ')
    const { operation } = operations.find((one) => one.path === path && one.method === method) ?? {}
    assert.ok(operation, `${method} ${path} is not in the document`)
    const query = (operation.parameters ?? []).filter((one) => one.in === 'query')
    const names = query.map(({ name }) => name)
    const missing = parameters.filter((name) => !names.includes(name))
    assert.deepEqual(missing, [], `${method} ${path} lacks query parameters`)
    const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name)
    const declared = (operation.parameters ?? []).filter((one) => one.in === 'path')
    assert.deepEqual(
      declared.map(({ name }) => name),
      inPath,
    )
  }
})

test('operations have names and tags of their own and scopes that exist', () => {
  assert.equal(new Set(operations.map((one) => one.operation.operationId)).size, operations.length)
  const tags = document.tags.map(({ name }) => name)
  for (const { method, path, operation } of operations) {
    assert.ok(tags.includes(operation.tags[0] ?? ''), `${path} has the tag ${operation.tags}`)
    const isOpen = /^\/(oauth\/token$|session\/ways$|health\/)/.test(path)
    const isPublic = isOpen || (method === 'POST' && /^\/session(?!\/(passkeys|test))/.test(path))
    const [needed] = operation.security[0]?.['bearer'] ?? []
    const isOfMember = /^\/sessions?(\/|$)/.test(path)
    const needs = path === '/requests' ? [] : [needed]
    const token = [{ bearer: needs }, { oauth2: needs }]
    if (!isOfMember) assert.deepEqual(operation.security, isPublic ? [] : token, path)
    if (isOfMember) assert.deepEqual(operation.security, isPublic ? [] : [{ session: [] }], path)
    else if (!isPublic && needs.length) assert.ok((scopes as readonly unknown[]).includes(needed))
  }
  assert.deepEqual(
    tags.filter((tag) => !operations.some(({ operation }) => operation.tags[0] === tag)),
    [],
  )
})

test('only standard keywords and names for people are published', () => {
  const text = JSON.stringify(document)
  assert.doesNotMatch(
    text,
    /"(x-decimal|x-elsewhere|x-component|x-message|x-pairs|x-upload|x-body-examples|trim)":|def-\d/,
  )
  assert.doesNotMatch(text, /"format":"(text|date-time-or|cpf|time-zone)/)
  for (const name of ['Order', 'OrderItem', 'OrderInput', 'OrderItemInput', 'Address', 'Problem'])
    assert.ok(document.components.schemas[name], `there is no schema ${name}`)
})

test('the document is the same each time and answers If-None-Match', async () => {
  const other = await startServer()
  const first = await server.app.inject('/openapi.json')
  const second = await other.app.inject('/openapi.json')
  await other.close()
  assert.equal(first.body, second.body)
  const etag = String(first.headers['etag'])
  const again = await server.app.inject({
    url: '/v2/openapi.json',
    headers: { 'if-none-match': etag },
  })
  assert.equal(again.statusCode, 304)
  assert.equal(again.body, '')
})

/** Creates come first, in an order in which what they refer to exists. */
function rank({ method, path }: { method: string; path: string }): number {
  const isOrder = path.startsWith('/orders')
  // Nothing is written to such a customer any more.
  if (path.endsWith('/anonymise')) return 7
  if (path.endsWith('/transfer')) return 1
  if (method === 'POST') return isOrder ? 2 : path.includes('address') ? 1 : 0
  if (method === 'PUT') return isOrder ? 4 : 3
  return isOrder ? 6 : 5
}

/** An import whose columns can be named. → its id */
async function triedImport(): Promise<number> {
  const importer = importerOf(server)
  const { id } = await sendFile(server, 'products', 'SKU;Nome\nCAM-AZ;Camiseta azul')
  await settled(server, importer, id)
  await importer.close()
  return id
}

/** The server's own would end what it asks with. */
async function anotherToken(): Promise<number> {
  const body = { name: 'Another', scopes: ['*'] }
  return (await server.send('POST', '/tokens', { body })).body.data.id
}

test('every example of a request is accepted as it stands', async () => {
  const accepted: string[] = []
  const sorted = operations.toSorted((a, b) => rank(a) - rank(b))
  for (const { method, path, operation } of sorted) {
    const content = operation.requestBody?.content['application/json']
    if (!content) continue
    if (path.endsWith('/address/address'))
      await server.send('PUT', '/customers/fk_id/address', { body: { name: 'A word of a path' } })
    const examples = Object.entries(content.examples ?? {})
    assert.notEqual(examples.length, 0, `${method} ${path} has no example`)
    for (const [name, { value }] of examples) {
      const { parameters = [] } = operation
      const exampleOf = (name: string) => parameters.find((one) => one.name === name)?.example
      // Issuers are numbered with the tokens, of which this server has others.
      const its = path.startsWith('/trusted') && (await server.send('GET', '/trusted-issuers')).body
      const makers: Record<string, () => Promise<unknown>> = {
        '/imports/{id}': triedImport,
        '/tokens/{id}/rotate-secret': anotherToken,
      }
      const id = (await makers[path]?.()) ?? its?.data?.[0]?.id
      const address = path.replace(/\{(\w+)\}/g, (_, key) => id ?? exampleOf(key))
      // All paths of a customer's addresses would take the same fk_id: they are the same operation.
      const { fk_id: _, ...unnamed } = value
      // No two rules hold for the same sale: the one of the example before is ended.
      if (method !== 'PATCH' && path.startsWith('/tax-rules'))
        await server.send('DELETE', '/tax-rules/1')
      const isSame = method === 'POST' && /\/address\/address$|\/addresses$/.test(path)
      const body = isSame ? unnamed : value
      const answer = /^\/session/.test(path)
        ? await sendAsPerson(server, method, address, body)
        : await server.send(method, address, { body })
      assert.ok(answer.status < 300, `${name} of ${method} ${path}: ${answer.text}`)
      accepted.push(operation.operationId)
    }
  }
  assert.ok(accepted.includes('createOrder') && accepted.includes('updateAccount'))
})

test('an order of the example is returned as the example of an order', async () => {
  const fresh = await startServer()
  const post = async (path: string, which: string) => {
    const { examples = {} } =
      document.paths[path]?.['post']?.requestBody?.content['application/json'] ?? {}
    const address = path.replace('{customerId}', 'ERP-1001')
    const answer = await fresh.send('POST', address, { body: examples[which]?.value })
    assert.equal(answer.status, 201, answer.text)
    return answer.body.data
  }
  for (const name of RECORDS.split(' ')) await post(`/${name}`, 'example')
  await post('/customers/{customerId}/address', 'example')
  const { created_at, updated_at, ...order } = await post('/orders', 'whole')
  await fresh.close()
  const { examples: [example] = [] } = document.components.schemas['Order'] as {
    examples?: Record<string, unknown>[]
  }
  const time = '2026-11-21T12:30:00.000Z'
  const items = order.items.map((item: object) => ({ ...item, created_at: time }))
  assert.deepEqual({ ...order, items, created_at: time, updated_at: time }, example)
  assert.equal(created_at, updated_at)
})

/** Every schema below a value, with where it is. */
function schemasIn(value: unknown, place = ''): { place: string; schema: Schema }[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value)
    .filter(([key]) => !['examples', 'example', 'enum', 'default'].includes(key))
    .flatMap(([key, one]) => schemasIn(one, `${place}/${key}`))
  return [{ place, schema: value as Schema }, ...inner]
}

/** The names of the schemas that these refer to, at any distance. */
function namedIn(value: unknown, seen = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(value ?? null).matchAll(
    /#\/components\/schemas\/(\w+)"/g,
  )) {
    if (seen.has(name)) continue
    seen.add(name)
    namedIn(document.components.schemas[name], seen)
  }
  return seen
}

const WHOLE =
  'OrderItemInput InstallmentInput PaymentTermsLineInput PaymentTermsInput CustomerContactInput ProductPackageInput StRegistrationInput TaxRegimeInput SimplesCreditRateInput LineTaxInput IntermediaryInput LotInput'

test('no change sends what its schema has as default, and other defaults change nothing', () => {
  const all = schemasIn({ schemas: document.components.schemas, paths: document.paths })
  const bodies = operations.filter(({ method }) => method === 'PATCH')
  const patches = bodies.flatMap(({ operation }) => [...namedIn(operation.requestBody)])
  assert.ok(patches.length > 10)
  for (const name of patches) {
    const found = schemasIn(document.components.schemas[name]).filter(
      ({ schema }) => 'default' in schema,
    )
    assert.deepEqual(found, [], name)
    // A change of an order's items can add some, and lists of rows are sent whole.
    if (!WHOLE.split(' ').includes(name)) assert.match(name, /Patch$/)
  }
  for (const { place, schema } of all) {
    const isOther = place.endsWith('/properties') || /\/parameters\/\d+\/schema$/.test(place)
    if (!('default' in schema) || isOther) continue
    assert.match(schema.description ?? '', /unless given/, place)
  }
  for (const { operation, path } of operations) {
    for (const { schema, description = '' } of operation.parameters ?? []) {
      if ('default' in schema) assert.match(description, /unless given/, path)
    }
  }
})

test('a client that sends every default of a query gets what it gets without', async () => {
  for (const { method, path, operation } of operations) {
    if (method !== 'GET' || path.includes('{')) continue
    const defaults = (operation.parameters ?? [])
      .filter((one) => one.in === 'query' && 'default' in one.schema)
      .map(({ name, schema }) => [name, String((schema as Schema).default)])
    if (defaults.length === 0 || path === '/events/stream') continue
    const query = new URLSearchParams(defaults)
    const first = await server.send('GET', `${path}?pagination=cursor`)
    const cursor = first.body.next_cursor ?? undefined
    for (const others of ['', 'page=2', ...(cursor ? [`cursor=${cursor}`] : [])]) {
      if (path === '/events' && others === 'page=2') continue
      const plain = await server.send('GET', `${path}?${others}`)
      const sent = await server.send('GET', `${path}?${others}&${query}`)
      assert.deepEqual(sent.body.data, plain.body.data, `${path} ${others} ${query}`)
    }
  }
})

test('answers are open to new fields and types of events, bodies are closed', () => {
  const ofBodies = new Set(
    operations.flatMap(({ operation }) => [...namedIn(operation.requestBody)]),
  )
  const ofAnswers = namedIn(operations.map(({ operation }) => operation.responses))
  const closedIn = (names: Iterable<string>) =>
    [...names].filter((name) => document.components.schemas[name]?.additionalProperties === false)
  assert.deepEqual(closedIn(ofAnswers), [])
  const open = [...ofBodies].filter((name) => !closedIn([name]).includes(name))
  assert.deepEqual(open, [])
  const { anyOf } = document.components.schemas['CloudEvent'] as { anyOf: { $ref: string }[] }
  assert.equal(anyOf.at(-1)?.$ref, '#/components/schemas/OtherEvent')
})

test('a date-time that needs no zone is not called a date-time of RFC 3339', () => {
  const { OrderInput: input, Order: order } = document.components.schemas
  const written = input?.properties?.['date']
  assert.equal(written?.['format'], undefined)
  const pattern = new RegExp(String(written?.['pattern']))
  for (const text of ['2026-11-21T09:30:00', '2026-11-21T09:30:00.5-03:00'])
    assert.match(text, pattern)
  assert.match(written?.description ?? '', /without a zone/)
  assert.equal(order?.properties?.['date']?.['format'], 'date-time')
})

test('what several operations have is written once, under names for people', () => {
  const inline = Object.values(published.paths)
    .flatMap((verbs) => Object.values(verbs))
    .flatMap(({ parameters = [] }) => parameters.filter((one) => !('$ref' in one)))
    .map((one) => JSON.stringify(one))
  assert.equal(new Set(inline).size, inline.length)
  const { schemas, responses, parameters } = published.components
  for (const name of ['OrderPatch', 'OrderResponse', 'OrderList', 'OrderChangedResponse']) {
    assert.ok(schemas[name], name)
  }
  for (const name of [
    ...Object.keys(responses),
    ...Object.keys(parameters),
    ...Object.keys(schemas),
  ]) {
    assert.match(name, /^[A-Z][A-Za-z]+$/)
  }
})

test('headers have no example that a collection would send', () => {
  const headers = operations
    .flatMap(({ operation }) => operation.parameters ?? [])
    .filter((one) => one.in === 'header')
  assert.ok(headers.length > 50)
  for (const one of headers) {
    assert.deepEqual(
      [one.example, one.schema.examples, 'examples' in one],
      [undefined, undefined, false],
    )
  }
})

test('a PATCH takes a merge patch, and a binary part has no length in characters', async () => {
  for (const { method, path, operation } of operations) {
    const types = Object.keys(operation.requestBody?.content ?? {})
    assert.equal(types.includes('application/merge-patch+json'), method === 'PATCH', path)
  }
  const binaries = schemasIn(document).filter(({ schema }) => schema['format'] === 'binary')
  assert.ok(binaries.length >= 2)
  for (const { place, schema } of binaries) assert.equal(schema['maxLength'], undefined, place)
  const headers = { 'content-type': 'application/merge-patch+json' }
  const patched = await server.send('PATCH', '/account', { body: { name: 'Aurora' }, headers })
  assert.equal(patched.status, 200)
})
