import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Account, type Server, startServer } from '../harness.ts'
import { assertConsistent } from '../support/fuzz/fuzz-consistency.ts'
import { fc } from '../support/random.ts'

// What many records in one request come to is what as many requests come to: the same rows, events
// and refusals. Two accounts get the same, one in batches and one record by record.

let server: Server
let many: Account
let single: Account
before(async () => {
  server = await startServer()
  many = await server.newAccount('many')
  single = await server.newAccount('single')
  for (const { token } of [many, single]) await prepare(token)
})
after(() => server.close())

type Json = Record<string, unknown>

async function put(token: string, path: string, body: Json) {
  const answer = await server.send('PUT', path, { token, body })
  assert.ok(answer.status < 300, answer.text)
}

async function prepare(token: string): Promise<void> {
  for (const customer of ['c0', 'c1', 'c2']) {
    await put(token, `/customers/fk_id/${customer}`, { name: `Customer ${customer}` })
    await put(token, `/customers/fk_id/${customer}/addresses/fk_id/${customer}-a`, {
      city: 'Natal',
    })
  }
  for (const [code, price, recurrency_period] of [
    ['p0', 10, null],
    ['p1', 0.35, 30],
    ['p2', null, null],
  ] as const) {
    await put(token, `/products/fk_id/${code}`, {
      name: `Product ${code}`,
      price,
      recurrency_period,
    })
  }
  await put(token, '/freight-types/fk_id/cif', { name: 'CIF', charged: true })
  await put(token, '/freight-types/fk_id/fob', { name: 'FOB', charged: false })
  await put(token, '/categories/fk_id/k0', { name: 'Category' })
}

const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined })
const orNull = <T>(values: fc.Arbitrary<T>) => maybe(fc.option(values, { nil: null }))
const among = (...values: unknown[]) => fc.constantFrom(...values)

/** A record without what it does not say. */
function sparse(shape: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Json> {
  return fc
    .record(shape)
    .map((record) =>
      Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)),
    )
}

const item = sparse({
  fk_id_item: fc.oneof(
    { weight: 12, arbitrary: among('p0', 'p1') },
    { weight: 1, arbitrary: among('p2', 'nobody', undefined) },
  ),
  quantity: among(1, 2.5, 12),
  price: orNull(among(1, 19.9)),
  discount_percentage: maybe(among(0, 5, 33.3333)),
  net_value: fc.oneof(
    { weight: 12, arbitrary: among(undefined) },
    { weight: 1, arbitrary: among(3, 'x') },
  ),
  aliq_ipi: maybe(among(3.25)),
  aliq_icms: orNull(among(18)),
  fk_id: maybe(among('i0', 'i1')),
  description: orNull(among('One', 'Two')),
})

const order = sparse({
  fk_id: among('o0', 'o1', 'o2', 'o3', 'o4', 'o5'),
  date: fc.constant('2026-03-01T10:00:00-03:00'),
  fk_id_customer: fc.oneof(
    { weight: 12, arbitrary: among('c0', 'c1') },
    { weight: 1, arbitrary: among('nobody', undefined) },
  ),
  id_customer: fc.oneof(
    { weight: 30, arbitrary: among(undefined) },
    { weight: 1, arbitrary: among(999_999_999) },
  ),
  fk_id_order_status: maybe(among('draft', 'open', 'approved', 'invoiced', 'cancelled', 'nix')),
  fk_id_category: orNull(among('k0')),
  id_user: fc.oneof(
    { weight: 20, arbitrary: among(undefined, null) },
    { weight: 1, arbitrary: among(888_888_888) },
  ),
  fk_id_freight_type: orNull(among('cif', 'fob')),
  freight_value: maybe(among(0, 35.5, 1.005)),
  insurance_value: maybe(among(0, 8.4)),
  other_expenses: orNull(among(12)),
  discount_value: orNull(among(0, 0.5, 900)),
  discount_percentage: maybe(among(0, 12.5)),
  fk_id_address: orNull(among('c0-a', 'c1-a')),
  observations: orNull(among('Back door', ' Front ')),
  delivery_date: orNull(among('2026-03-05', '2026-03-05T12:00:00')),
  custom_fields: maybe(
    fc.dictionary(among('a', 'b') as fc.Arbitrary<string>, among('1', '2') as fc.Arbitrary<string>),
  ),
  unknown: fc.oneof(
    { weight: 30, arbitrary: among(undefined) },
    { weight: 1, arbitrary: among(true) },
  ),
  items: maybe(fc.array(item, { maxLength: 4 })),
})

const customer = sparse({
  fk_id: among('c0', 'c1', 'c2', 'c3', 'c4', 'c5'),
  name: fc.oneof(
    { weight: 8, arbitrary: among('Aurora', 'Boreal', 'Cafés do Sul') },
    { weight: 1, arbitrary: among(undefined, '', null) },
  ),
  document: orNull(among('12.abc.345/01de-35', '11222333000181')),
  email: orNull(among('a@x.example', 'b@x.example', 'nobody')),
  phone: maybe(among('1', '2')),
})

const address = sparse({
  city: orNull(among('Natal', 'Belém')),
  state: maybe(among('rn', 'PA')),
  number: maybe(among(0, 7)),
  latitude: orNull(among(-23.561414, 5)),
})

const product = sparse({
  fk_id: among('p0', 'p1', 'p3', 'p4'),
  name: fc.oneof(
    { weight: 8, arbitrary: among('Nail', 'Screw') },
    { weight: 1, arbitrary: among(undefined) },
  ),
  type: maybe(among('product', 'service', null)),
  price: orNull(among(0, 12.3456789, 9)),
  recurrency_period: orNull(among(30)),
})

const freight = sparse({
  fk_id: among('cif', 'fob', 'other'),
  name: among('CIF', 'FOB'),
  charged: maybe(fc.boolean()),
})

const kinds: Record<string, fc.Arbitrary<Json>> = {
  orders: order,
  customers: fc.tuple(customer, fc.array(address, { maxLength: 2 })).map(([body, addresses]) => ({
    ...body,
    // Of its own codes: another customer's are refused, which single requests are each by itself.
    addresses: addresses.map((one, i) => ({ ...one, fk_id: `${body['fk_id']}-${'ab'[i]}` })),
  })),
  products: product,
  'freight-types': freight,
}

interface Batch {
  kind: string
  mode: 'put' | 'patch'
  records: Json[]
}

const batch: fc.Arbitrary<Batch> = among('orders', 'orders', 'orders', ...Object.keys(kinds)).chain(
  (kind) =>
    fc.record({
      kind: fc.constant(String(kind)),
      mode: fc.constantFrom('put', 'patch') as fc.Arbitrary<'put' | 'patch'>,
      records: fc.array(kinds[String(kind)] as fc.Arbitrary<Json>, { minLength: 1, maxLength: 12 }),
    }),
)

test('a batch comes to what its records come to one by one', async () => {
  const check = fc.asyncProperty(batch, async (sent) => {
    const records = sent.records.map((record) => withoutOwnItems(sent, record))
    const lines = await sendMany(sent, records)
    const outcomes: object[] = []
    for (const record of records) outcomes.push(await sendSingle(sent, record))
    assert.deepEqual(lines, outcomes)
    for (const kind of Object.keys(kinds)) {
      assert.deepEqual(await rowsOf(many.token, kind), await rowsOf(single.token, kind), kind)
    }
  })
  await fc.assert(check, { numRuns: 40, endOnFailure: true })
  const [ofMany, ofSingle] = [await eventsOf(many), await eventsOf(single)]
  assert.ok(ofSingle.size > 10)
  assert.deepEqual(ofMany, ofSingle)
  await assertConsistent(server.db)
})

/** PATCH of one order takes no items; a batch does, which has a test of its own. */
function withoutOwnItems({ kind, mode }: Batch, { items, ...record }: Json): Json {
  return kind === 'orders' && mode === 'put' && items !== undefined ? { ...record, items } : record
}

async function sendMany({ kind, mode }: Batch, records: Json[]): Promise<object[]> {
  const { status, text, body } = await server.send('POST', `/bulk/${kind}?mode=${mode}`, {
    token: many.token,
    headers: { 'content-type': 'application/x-ndjson' },
    body: records.map((record) => JSON.stringify(record)).join('\n'),
  })
  assert.equal(status, 200, text)
  assert.deepEqual(
    body.map(({ line }: { line: number }) => line),
    records.map((_, i) => i + 1),
  )
  return body.map(
    ({ status, code, errors }: { status: string; code?: string; errors: Json[] }) => ({
      status,
      ...(code ? { code, errors: withoutIds(errors) } : {}),
    }),
  )
}

async function sendSingle({ kind, mode }: Batch, record: Json): Promise<object> {
  const { addresses, ...body } = record
  const { fk_id } = record
  const at = `/${kind}/fk_id/${fk_id}`
  const before = await server.send('GET', at, { token: single.token })
  const isNew = before.status === 404
  const own = (addresses ?? []) as Json[]
  // Whether a record is new is known only once its form is right.
  const tried = await write(mode, at, body)
  const answer = mode === 'patch' && tried.status === 404 ? await post(kind, body) : tried
  if (answer.status >= 400) {
    const { code, errors } = answer.body
    return { status: 'refused', code, errors: withoutIds(errors) }
  }
  let isChanged = isNew || answer.headers['etag'] !== before.headers['etag']
  for (const one of own) {
    const path = `${at}/addresses/fk_id/${one['fk_id']}`
    const old = await server.send('GET', path, { token: single.token })
    const written = await write(old.status === 404 ? 'put' : mode, path, one)
    assert.ok(written.status < 300, written.text)
    isChanged ||= written.headers['etag'] !== old.headers['etag']
  }
  return { status: isNew ? 'created' : isChanged ? 'updated' : 'unchanged' }
}

const post = (kind: string, body: Json) =>
  server.send('POST', `/${kind}`, { token: single.token, body })

const write = (mode: string, path: string, body: Json) =>
  server.send(mode.toUpperCase(), path, { token: single.token, body })

/** What is the same in both accounts: ids and times are not. */
function withoutIds<T>(value: T): T {
  const text = JSON.stringify(value, (key, one) =>
    ['id', 'created_at', 'updated_at', 'image'].includes(key) ? undefined : one,
  )
  return JSON.parse(text.replaceAll(/(\(|names [a-z ]+ )\d{1,3}\b|(?<=Known: )[^.]*/g, '$1'))
}

async function rowsOf(token: string, kind: string): Promise<object> {
  const { body } = await server.send('GET', `/${kind}?limit=100&sort=id`, { token })
  return withoutIds(body.data)
}

/** The events of each record, by its kind and code. */
async function eventsOf({ account_id }: Account): Promise<Map<string, object[]>> {
  const { rows } = await sql<{
    type: string
    version: number
    data: string
    previous: Json | null
  }>`
    select type, version, data, previous from events
     where account_id = ${account_id} order by id`.execute(server.db)
  const events = rows.map(({ data, ...event }) => ({ ...event, record: JSON.parse(data) as Json }))
  const byRecord = Map.groupBy(
    events,
    ({ type, record }) => `${type.split('.')[0]} ${record['fk_id']}`,
  )
  return new Map([...byRecord].map(([name, own]) => [name, withoutIds(own)]))
}
