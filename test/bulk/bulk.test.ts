import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { serverUrl } from '../support/database.ts'
import { kinds } from '../support/records/records.ts'
import { sample } from '../support/sample.ts'

// Thousands of records in a request: what comes of each line.

let server: Server
before(async () => {
  server = await startServer({ MAX_BODY_BYTES: 100_000 })
  await sample(server)
})
after(() => server.close())

interface Result {
  line: number
  fk_id: string | null
  id: number | null
  status: string
  code?: string
  detail?: string
  errors: { pointer?: string; code: string }[]
}

const NDJSON = { 'content-type': 'application/x-ndjson' }

async function bulk(path: string, records: unknown[] | string, token = server.token) {
  const body =
    typeof records === 'string' ? records : records.map((one) => JSON.stringify(one)).join('\n')
  const answer = await server.send('POST', `/bulk/${path}`, { headers: NDJSON, body, token })
  assert.equal(answer.status, 200, answer.text)
  return answer.body as Result[]
}

const statuses = (results: Result[]) => results.map(({ status, code }) => code ?? status)

async function read(path: string) {
  const answer = await server.send('GET', path)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

for (const { path, written, returned } of kinds) {
  test(`POST /bulk${path} creates, changes, leaves alone and patches`, async () => {
    const name = path.slice(1)
    const records = [
      { fk_id: 'b-1', name: 'One', ...written },
      { fk_id: 'b-2', name: 'Two' },
    ]
    const created = await bulk(name, records)
    assert.deepEqual(statuses(created), ['created', 'created'])
    assert.deepEqual(statuses(await bulk(name, records)), ['unchanged', 'unchanged'])
    const one = await read(`${path}/fk_id/b-1`)
    assert.equal(one.id, created[0]?.id)
    for (const [field, value] of Object.entries(returned)) assert.deepEqual(one[field], value)
    const changed = await bulk(name, [
      { fk_id: 'b-1', name: 'Another' },
      { fk_id: 'b-2', name: 'Two' },
    ])
    assert.deepEqual(statuses(changed), ['updated', 'unchanged'])
    const patched = await bulk(`${name}?mode=patch`, [
      { fk_id: 'b-1', ...written },
      { fk_id: 'b-3', name: 'Three' },
      { fk_id: 'b-4' },
      { fk_id: 'b-2' },
    ])
    const isPlain = Object.keys(written).length === 0
    assert.deepEqual(statuses(patched), [
      isPlain ? 'unchanged' : 'updated',
      'created',
      'validation_failed',
      'unchanged',
    ])
    assert.deepEqual(patched[2]?.errors, [
      { pointer: '/name', code: 'required', detail: 'is required.' },
    ])
    const after = await read(`${path}/fk_id/b-1`)
    assert.equal(after.name, 'Another')
    for (const [field, value] of Object.entries(returned)) assert.deepEqual(after[field], value)
  })
}

test('each line stands for itself, whatever is wrong with the others', async () => {
  const lines = [
    '\uFEFF{"fk_id":"l-1","name":"One"}',
    '',
    '{"fk_id":"l-2","name":',
    '[]',
    '   ',
    '{"name":"No code"}',
    '{"fk_id":"l-3","name":"Three","nmae":"x"}\r',
    `{"fk_id":"l-4","name":"${'x'.repeat(100_001)}"}`,
    '{"fk_id":"l-5","name":"Five"}\r',
    '{"fk_id":"id:5","name":"Five"}',
    '{"fk_id":"l-1","name":"One again"}',
    '{"fk_id":"l-6","name":"Six","price":1e400}',
    '{"fk_id":"l-7","fk_id":"l-8","name":"Six"}',
  ]
  const results = await bulk('products', lines.join('\n'))
  assert.deepEqual(
    results.map(({ line, fk_id, status, code }) => [line, fk_id, code ?? status]),
    [
      [1, 'l-1', 'created'],
      [3, null, 'invalid_json'],
      [4, null, 'validation_failed'],
      [6, null, 'validation_failed'],
      [7, 'l-3', 'validation_failed'],
      [8, null, 'body_too_large'],
      [9, 'l-5', 'created'],
      [10, 'id:5', 'validation_failed'],
      [11, 'l-1', 'updated'],
      [12, 'l-6', 'validation_failed'],
      [13, null, 'invalid_json'],
    ],
  )
  assert.deepEqual(results[3]?.errors[0]?.pointer, '/fk_id')
  assert.equal((await read('/products/fk_id/l-1')).name, 'One again')
  const latin = Buffer.from('{"fk_id":"l-9","name":"Caf\xe9"}', 'latin1')
  const answer = await server.send('POST', '/bulk/products', { headers: NDJSON, body: latin })
  assert.deepEqual(statuses(answer.body), ['invalid_json'])
  assert.deepEqual(await bulk('products', ''), [])
})

test('customers come with addresses, each by its own code; others stay', async () => {
  const first = await bulk('customers', [
    { fk_id: 'a-1', name: 'One', addresses: [{ fk_id: 'x-1', city: 'Natal' }, { fk_id: 'x-2' }] },
    { fk_id: 'a-2', name: 'Two', addresses: [{ fk_id: 'x-3', state: 'pr' }] },
    { fk_id: 'a-3', name: 'Three', addresses: [{ fk_id: 'x-1' }] },
    { fk_id: 'a-4', name: 'Four', addresses: [{ fk_id: 'x-4' }, { fk_id: 'x-4' }] },
  ])
  assert.deepEqual(statuses(first), ['created', 'created', 'duplicate_fk_id', 'duplicate_fk_id'])
  assert.deepEqual(
    first.slice(2).map(({ errors }) => errors[0]?.pointer),
    ['/addresses/0/fk_id', '/addresses/1/fk_id'],
  )
  const second = await bulk('customers?mode=patch', [
    { fk_id: 'a-1', addresses: [{ fk_id: 'x-1', number: 7 }] },
    { fk_id: 'a-2', addresses: [{ fk_id: 'x-3', state: 'PR' }] },
  ])
  assert.deepEqual(statuses(second), ['updated', 'unchanged'])
  const { id } = await read('/customers/fk_id/a-1')
  const addresses = await read(`/customers/${id}/addresses?sort=id`)
  assert.deepEqual(
    addresses.map(({ fk_id, city, number }: Record<string, unknown>) => [fk_id, city, number]),
    [
      ['x-1', 'Natal', 7],
      ['x-2', null, null],
    ],
  )
  assert.equal((await server.send('GET', '/customers/fk_id/a-3')).status, 404)
})

test('orders come with items; a patch that has some replaces all', async () => {
  const order = (fk_id: string, more: object = {}) => ({
    fk_id,
    fk_id_customer: 'aurora',
    date: '2026-01-02T00:00:00Z',
    items: [
      { fk_id_item: 'cafe', quantity: 2, fk_id: 'i-1' },
      { fk_id_item: 'cafe', quantity: 1, price: 3, fk_id: 'i-2' },
    ],
    ...more,
  })
  const first = await bulk('orders', [
    order('o-1'),
    order('o-2', { fk_id_customer: 'nobody', fk_id_user: 'nobody' }),
    order('o-3', { id_customer: 999_999 }),
    order('o-4', { items: [{ fk_id_item: 'cafe', quantity: 1, fk_id: 'i-1', total_item: 1 }] }),
    order('o-5', { id_category: 999_999, items: [{ id_item: 888_888, quantity: 1 }] }),
    order('o-6', { items: undefined }),
  ])
  assert.deepEqual(statuses(first), [
    'created',
    'validation_failed',
    'validation_failed',
    'validation_failed',
    'validation_failed',
    'created',
  ])
  const pointers = first.map(({ errors }) => errors.map(({ pointer }) => pointer))
  assert.deepEqual(pointers, [
    [],
    ['/fk_id_customer', '/fk_id_user'],
    ['/fk_id_customer', '/id_customer'],
    ['/items/0/total_item'],
    ['/id_category', '/items/0/id_item'],
    [],
  ])
  const before = await read('/orders/fk_id/o-1')
  assert.equal(before.total_value, 28)
  const patched = await bulk('orders?mode=patch', [
    { fk_id: 'o-1', items: [{ fk_id_item: 'cafe', quantity: 5, fk_id: 'i-1' }] },
    { fk_id: 'o-6', observations: 'Late' },
    { fk_id: 'o-7', fk_id_customer: 'aurora', custom_fields: { a: '1', b: null } },
    { fk_id: 'o-8', observations: 'Whose?' },
    { fk_id: 'o-1', observations: 'Of the second line with this code' },
  ])
  assert.deepEqual(statuses(patched), [
    'updated',
    'updated',
    'created',
    'validation_failed',
    'updated',
  ])
  assert.equal(patched[3]?.errors[0]?.pointer, '/id_customer')
  const after = await read('/orders/fk_id/o-1')
  assert.deepEqual([after.total_value, after.items.length], [62.5, 1])
  assert.equal(after.items[0].id, before.items[0].id)
  assert.equal(after.observations, 'Of the second line with this code')
  assert.deepEqual((await read('/orders/fk_id/o-7')).custom_fields, { a: '1' })
})

test('statuses keep their rules from line to line, and moves theirs', async () => {
  const results = await bulk('order-statuses', [
    { fk_id: 'new', name: 'New', initial: true },
    { fk_id: 'other', name: 'Other', next: [999_999] },
    { fk_id: 'new', name: 'New', initial: false },
    {
      fk_id: 'draft',
      name: 'Draft',
      initial: true,
      next: (await read('/order-statuses/fk_id/draft')).next,
    },
  ])
  assert.deepEqual(statuses(results), [
    'created',
    'validation_failed',
    'validation_failed',
    'updated',
  ])
  await bulk('orders', [{ fk_id: 'm-1', fk_id_customer: 'aurora', fk_id_order_status: 'draft' }])
  const moved = await bulk('orders?mode=patch', [
    { fk_id: 'm-1', fk_id_order_status: 'delivered' },
    { fk_id: 'm-1', fk_id_order_status: 'open' },
  ])
  assert.deepEqual(statuses(moved), ['move_not_allowed', 'updated'])
})

test('a line in UTF-16 is told as such', async () => {
  const body = Buffer.from(
    '{"fk_id":"w-1","name":"Wide"}\n{"fk_id":"w-2","name":"Wide"}',
    'utf16le',
  )
  const answer = await server.send('POST', '/bulk/categories', { headers: NDJSON, body })
  for (const result of answer.body as Result[]) {
    assert.equal(result.code, 'invalid_json')
    assert.match(result.detail ?? '', /UTF-16/)
  }
})

test('atomic=true writes all lines or none', async () => {
  const refused = await bulk('products?atomic=true', [
    { fk_id: 'at-1', name: 'One' },
    { fk_id: 'at-2' },
    { fk_id: 'at-3', name: 'Three' },
  ])
  assert.deepEqual(statuses(refused), ['others_refused', 'validation_failed', 'others_refused'])
  assert.deepEqual(
    refused.map(({ id }) => id),
    [null, null, null],
  )
  assert.equal((await server.send('GET', '/products/fk_id/at-1')).status, 404)
  const written = await bulk('products?atomic=true', [
    { fk_id: 'at-1', name: 'One' },
    { fk_id: 'at-3', name: 'Three' },
    { fk_id: 'at-1', name: 'One more' },
  ])
  assert.deepEqual(statuses(written), ['created', 'created', 'updated'])
  const many = Array.from({ length: 1001 }, (_, i) => ({ fk_id: `at-${i}`, name: 'Many' }))
  const body = many.map((one) => JSON.stringify(one)).join('\n')
  const { paths } = server.app.swagger() as { paths: object }
  for (const path of Object.keys(paths).filter((one) => one.startsWith('/bulk/'))) {
    const tooMany = await server.send('POST', `${path}?atomic=true`, { headers: NDJSON, body })
    assert.deepEqual([tooMany.status, tooMany.body.code], [413, 'body_too_large'], path)
  }
})

test('what is no stream of lines is refused before anything is read', async () => {
  const body = '{"fk_id":"n-1","name":"One"}'
  const post = (headers: Record<string, string>, path = '/bulk/products', token = server.token) =>
    server.send('POST', path, { headers, body, token })
  for (const type of ['application/json', 'text/plain', 'application/x-ndjson; charset=latin1']) {
    const answer = await post({ 'content-type': type })
    assert.deepEqual([answer.status, answer.headers['accept-post']], [415, 'application/x-ndjson'])
  }
  assert.equal((await server.send('POST', '/bulk/products')).status, 415)
  assert.equal((await post({ ...NDJSON, 'content-encoding': 'br' })).status, 415)
  const keyed = await post({ ...NDJSON, 'idempotency-key': 'k' })
  assert.deepEqual([keyed.status, keyed.body.errors[0].header], [400, 'Idempotency-Key'])
  assert.equal((await post({ ...NDJSON, accept: 'application/json' })).status, 406)
  assert.equal((await post(NDJSON, '/bulk/products?mode=post')).status, 400)
  assert.equal((await post(NDJSON, '/bulk/addresses')).status, 404)
  const other = await server.newToken('products:read', 'orders:write')
  const refused = await post(NDJSON, '/bulk/products', other)
  assert.equal(refused.status, 403)
  assert.match(refused.body.detail, /products:write/)
  assert.equal((await server.send('GET', '/products/fk_id/n-1')).status, 404)
})

test('on the embedded database 50 lines are a transaction, after which others have their turn', async () => {
  if (serverUrl !== undefined) return
  const { account_id } = server
  const records = Array.from({ length: 120 }, (_, i) => ({ fk_id: `t-${i}`, name: 'Item' }))
  await bulk('categories', records)
  const { rows } = await server.pool.query(
    `select count(*)::int as records from categories
      where account_id = $1 and fk_id like 't-%' group by xmin::text order by min(id)`,
    [account_id],
  )
  assert.deepEqual(rows, [{ records: 50 }, { records: 50 }, { records: 20 }])
})
