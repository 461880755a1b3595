import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Server, startServer } from '../harness.ts'
import { type Operation, readOperations } from '../support/house/operations.ts'

// What GET of a record gave is sent back, with each PUT and PATCH that there is beside the GET: it is
// understood, and changes nothing.

let server: Server
let operations: Operation[]
before(async () => {
  server = await startServer()
  operations = await readOperations(server)
})
after(() => server.close())

/** Those that are no record to be written, and why. */
const OTHERS: Record<string, string> = {
  '/imports/{id}': 'says what becomes of a file next, and takes nothing else',
  '/account/logo': 'is a picture',
}

async function eventsOf(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from events where account_id = ${server.account_id}`.execute(
    server.db,
  )
  return rows[0]?.count ?? 0
}

/** What the document shows as a body of the operation. */
function examplesOf({ method, template }: Operation): object[] {
  const { paths } = server.app.swagger() as unknown as {
    paths: Record<string, Record<string, { requestBody?: { content: object } }>>
  }
  const content = paths[template]?.[method.toLowerCase()]?.requestBody?.content
  const { examples = {} } = Object.values(content ?? {})[0] ?? {}
  return Object.values(examples as Record<string, { value: object }>).map(({ value }) => value)
}

function writesOf(): Operation[] {
  const reads = new Set(operations.flatMap((one) => (one.method === 'GET' ? one.template : [])))
  return operations.filter(
    ({ method, template }) =>
      ['PUT', 'PATCH'].includes(method) && reads.has(template) && !OTHERS[template],
  )
}

/** Items have addresses of their own. */
const isHeaderOf = ({ method, template }: Operation) =>
  method === 'PATCH' && /^\/orders\/[^/]*(\/\{fk_id\})?$/.test(template)

async function holdsTo(write: Operation, what: string): Promise<void> {
  const { method, path, as } = write
  const read = await server.send('GET', path, as)
  assert.equal(read.status, 200, `${path}: ${read.text}`)
  const { items, ...header } = read.body.data
  const body = isHeaderOf(write) || items === undefined ? header : { ...header, items }
  const events = await eventsOf()
  const sent = await server.send(method, path, { ...as, body })
  assert.equal(sent.status, 200, `${method} ${path}, ${what}: ${sent.text}`)
  const again = await server.send('GET', path, as)
  assert.deepEqual(again.body.data, read.body.data, `${method} ${path}, ${what}`)
  assert.equal(again.headers['etag'], read.headers['etag'])
  assert.equal(await eventsOf(), events, `${method} ${path}, ${what}: an event`)
}

let names = 0

/** The property that is changed of a record, and what it then is. */
function renamed(template: string, record: Record<string, unknown>): [string, unknown] {
  const name = [
    'name',
    'label',
    'observations',
    'description',
    'complement',
    'enabled',
    'sheet',
  ].find((one) => one in record && !(one === 'name' && template.includes('{name}')))
  assert.ok(name, Object.keys(record).join(', '))
  return [name, name === 'enabled' ? !record[name] : `Outro nome ${++names}`]
}

/** One property is changed in what GET gave: nothing else changes with it. */
async function changesOne(write: Operation): Promise<void> {
  const { method, template, path, as } = write
  const read = (await server.send('GET', path, as)).body.data
  const [name, value] = renamed(template, read)
  const { items, ...header } = read
  const body = { ...(isHeaderOf(write) || !items ? header : read), [name]: value }
  const sent = await server.send(method, path, { ...as, body })
  assert.equal(sent.status, 200, `${method} ${path}: ${sent.text}`)
  const after = (await server.send('GET', path, as)).body.data
  const changed = Object.keys(read).filter(
    (one) => JSON.stringify(read[one]) !== JSON.stringify(after[one]),
  )
  assert.deepEqual(
    changed.filter((one) => one !== 'updated_at'),
    [name],
    `${method} ${template}`,
  )
}

test('what each GET gave is sent back, and changes nothing', async () => {
  const writes = writesOf()
  assert.ok(writes.length > 50, `${writes.length}`)
  for (const write of writes) await holdsTo(write, 'with little in it')
})

test('the same of whole records, and with one property changed', async () => {
  const puts = writesOf().filter(({ method }) => method === 'PUT')
  const whole = puts.map(({ template }) => template.replace(/\/fk_id\/\{fk_id\}$/, '/{id}'))
  // What has no PUT has examples of a PATCH.
  const others = writesOf().filter(
    ({ method, template }) =>
      method === 'PATCH' && !template.includes('fk_id}') && !whole.includes(template),
  )
  for (const write of [...puts, ...others]) {
    if (/^\/(orders|members)/.test(write.template)) continue
    for (const { fk_id: _, ...body } of examplesOf(write) as Record<string, unknown>[]) {
      const { status, text } = await server.send(write.method, write.path, { ...write.as, body })
      assert.equal(status, 200, `${write.method} ${write.path}: ${text}`)
    }
  }
  for (const write of writesOf()) {
    await holdsTo(write, 'with much in it')
    await changesOne(write)
  }
})

test('a customer with sellers and terms', async () => {
  const make = async (path: string, body: object) =>
    (await server.send('POST', path, { body })).body.data.id as number
  const [ana, bia] = [await make('/users', { name: 'Ana' }), await make('/users', { name: 'Bia' })]
  const terms = {
    id_payment_type: await make('/payment-types', { name: '28 dias', terms: '28' }),
    id_shipping_company: await make('/shipping-companies', { name: 'Serra' }),
  }
  const body = { name: 'Loja', id_users: [bia, ana], ...terms }
  await server.send('PUT', '/customers/fk_id/whole', { body })
  const path = '/customers/fk_id/whole'
  for (const method of ['PUT', 'PATCH']) {
    const { data: read } = (await server.send('GET', path)).body
    const named = { ...read, name: `Loja ${method}` }
    const { body: after } = await server.send(method, path, { body: named })
    assert.deepEqual({ ...after.data, updated_at: read.updated_at }, named)
    const users = [{ id: ana }]
    const one = await server.send(method, path, { body: { ...after.data, users } })
    assert.deepEqual([one.body.data.id_user, one.body.data.users.length], [ana, 1])
    const none = await server.send(method, path, { body: { ...one.body.data, id_user: null } })
    assert.deepEqual(none.body.data.users, [])
    await server.send('PUT', path, { body })
  }
})

test('each kind of record says what is read-only', async () => {
  for (const write of writesOf()) {
    const { method, path, as } = write
    const { items, ...read } = (await server.send('GET', path, as)).body.data
    const body = { ...read, ...(isHeaderOf(write) || !items ? {} : { items }) }
    if (!('id' in body)) continue
    const sent = await server.send(method, path, { ...as, body: { ...body, id: body.id + 1 } })
    const faults = (sent.body.errors ?? []) as { pointer: string; code: string }[]
    assert.deepEqual(
      [sent.status, ...faults.map(({ pointer, code }) => `${pointer} ${code}`)],
      [422, '/id read_only'],
      `${method} ${path}: ${sent.text}`,
    )
  }
})

test('a new record takes nothing that is read-only, and is told why', async () => {
  const body = { name: 'Copy', id: 7, created_at: '2026-11-21T12:30:00.000Z' }
  const sent = await server.send('POST', '/categories', { body })
  assert.equal(sent.status, 422, sent.text)
  assert.deepEqual(
    sent.body.errors.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`),
    ['/id read_only', '/created_at read_only'],
  )
  assert.match(sent.body.errors[0].detail, /the service sets it/)
})
