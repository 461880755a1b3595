import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { assertConsistent, data, problemOf, succeed } from '../support/orders.ts'
import { FOLLOWING, ON_INVOICES, UNSAID } from '../support/records/said.ts'
import { type Sample, sample } from '../support/sample.ts'

let server: Server
let ids: Sample
before(async () => {
  server = await startServer()
  ids = await sample(server)
})
after(() => server.close())

const create = (body: object) => data(server, 'POST', '/orders', body)

/** The keys that the interface gives to an order, and the two times that ETags and filters need. */
const ORDER_KEYS = [
  ...Object.keys(FOLLOWING),
  'id',
  'date',
  'fk_id',
  'status',
  'freight',
  'insurance_value',
  'other_expenses',
  'discount_value',
  'discount_percentage',
  'customer',
  'user',
  'observations',
  'delivery_date',
  'valid_until',
  'opportunity',
  'quotation',
  'reason',
  'payment_type',
  'payment_method',
  'category',
  'operation',
  'shipping_company',
  'address',
  'branch_company',
  'total_value',
  'payable_value',
  ...Object.keys(ON_INVOICES),
  'items',
  'custom_fields',
  'created_at',
  'updated_at',
].sort()

function everyField() {
  return {
    date: '2026-03-01T09:30:00-03:00',
    id_customer: ids.customer,
    id_user: ids.user,
    fk_id: 'ERP-1',
    id_payment_type: ids.payment_type,
    id_payment_method: ids.payment_method,
    id_order_status: ids.statuses['Approved'],
    id_category: ids.category,
    id_operation: ids.operation,
    id_freight_type: ids.charged_freight,
    freight_value: 35.5,
    insurance_value: 8.4,
    other_expenses: 12,
    discount_percentage: 20,
    id_shipping_company: ids.shipping_company,
    id_address: ids.address,
    observations: '  Entregar de manhã\n\taté as 9 ',
    delivery_date: '2026-03-08T12:00:00.5Z',
    valid_until: '2026-03-31',
    id_branch_company: ids.branch_company,
    id_opportunity: ids.opportunity,
    id_quotation: ids.quotation,
    id_reason: ids.reason,
    ...ON_INVOICES,
    custom_fields: { origem: ' site ', vazio: '' },
  }
}

test('every field that is written is returned, in the interface’s shape', async () => {
  const { headers, body, status } = await succeed(server, 'POST', '/orders', {
    ...everyField(),
    items: [{ id_item: ids.product, quantity: 2 }],
  })
  assert.equal(status, 201)
  assert.equal(body.message, 'Resource created successfully')
  assert.deepEqual(Object.keys(body).sort(), ['data', 'message', 'meta'])
  assert.equal(headers['location'], `/orders/${body.data.id}`)
  assert.deepEqual(Object.keys(body.data).sort(), ORDER_KEYS)
  const { id, items, created_at, updated_at, ...order } = body.data
  assert.equal(items.length, 1)
  assert.equal(created_at, updated_at)
  assert.deepEqual(order, {
    date: '2026-03-01T12:30:00.000Z',
    fk_id: 'ERP-1',
    status: { id: ids.statuses['Approved'], name: 'Approved', fk_id: 'approved' },
    freight: { id: ids.charged_freight, name: 'CIF', value: 35.5, fk_id: null },
    insurance_value: 8.4,
    other_expenses: 12,
    discount_value: 5,
    discount_percentage: 20,
    customer: { id: ids.customer, name: 'Distribuidora Aurora', fk_id: 'aurora' },
    user: { id: ids.user, name: 'Ana', fk_id: 'ana' },
    observations: 'Entregar de manhã\n\taté as 9',
    delivery_date: '2026-03-08T12:00:00.500Z',
    valid_until: '2026-03-31',
    opportunity: { id: ids.opportunity, name: 'Feira', fk_id: null },
    quotation: { id: ids.quotation, name: 'Cotação 7' },
    reason: { id: ids.reason, name: 'Sem saldo', fk_id: null },
    payment_type: { id: ids.payment_type, name: 'À vista', fk_id: null },
    payment_method: { id: ids.payment_method, name: 'Pix', fk_id: null },
    ...FOLLOWING,
    category: { id: ids.category, name: 'Varejo', fk_id: null },
    operation: { id: ids.operation, name: 'Bonificação', fk_id: null },
    shipping_company: { id: ids.shipping_company, name: 'Rápido Sul', fk_id: null },
    address: {
      id: ids.address,
      street: 'Rua das Flores',
      number: 10,
      number_text: '10',
      complement: null,
      zip_code: null,
      postal_code: null,
      neighborhood: null,
      city: 'Curitiba',
      state: 'PR',
      latitude: null,
      longitude: null,
      address_type: null,
      name: null,
      fk_id: null,
      ibge: null,
      country: 1058,
    },
    branch_company: { id: ids.branch_company, name: 'Filial Norte', fk_id: null },
    ...ON_INVOICES,
    total_value: 75.9,
    payable_value: 0,
    custom_fields: { origem: ' site ', vazio: '' },
  })
  const read = await succeed(server, 'GET', `/orders/${id}`)
  assert.deepEqual(Object.keys(read.body).sort(), ['data', 'meta'])
  assert.deepEqual(read.body.data, body.data)
  assert.equal(read.headers['etag'], headers['etag'])
  assert.deepEqual(await data(server, 'GET', '/orders/fk_id/ERP-1'), body.data)
})

test('an order needs no more than its customer; the rest is unset', async () => {
  const before = Date.now()
  const { id, date, created_at, updated_at, ...order } = await create({ id_customer: ids.customer })
  assert.ok(Date.parse(date) >= before && Date.parse(date) <= Date.now(), date)
  assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.deepEqual(order, {
    fk_id: null,
    status: { id: ids.statuses['Draft'], name: 'Draft', fk_id: 'draft' },
    freight: null,
    insurance_value: 0,
    other_expenses: 0,
    discount_value: 0,
    discount_percentage: 0,
    customer: { id: ids.customer, name: 'Distribuidora Aurora', fk_id: 'aurora' },
    user: null,
    observations: null,
    delivery_date: null,
    valid_until: null,
    opportunity: null,
    quotation: null,
    reason: null,
    payment_type: null,
    payment_method: null,
    ...FOLLOWING,
    category: null,
    operation: null,
    shipping_company: null,
    address: null,
    branch_company: null,
    ...UNSAID,
    total_value: 0,
    payable_value: 0,
    custom_fields: {},
    items: [],
  })
})

/** How to write each field once more, what to look at in the answer, and what null leaves there. */
const patches: [field: string, value: () => unknown, shown: (order: never) => unknown][] = [
  ['date', () => '2025-01-02T03:04:05Z', (order: { date: string }) => order.date],
  ...(
    [
      'id_user',
      'id_payment_type',
      'id_payment_method',
      'id_category',
      'id_operation',
      'id_shipping_company',
      'id_address',
      'id_branch_company',
      'id_opportunity',
      'id_quotation',
      'id_reason',
    ] as const
  ).map(
    (field) =>
      [
        field,
        () => ids[field.slice(3) as keyof Sample],
        (order: Record<string, { id: number } | null>) => order[field.slice(3)]?.id ?? null,
      ] as [string, () => unknown, (order: never) => unknown],
  ),
  [
    'id_freight_type',
    () => ids.free_freight,
    ({ freight }: { freight: { id: number } | null }) => freight?.id ?? null,
  ],
  ['tax_date', () => '2026-12-23', (order: { tax_date: string }) => order.tax_date],
  ['valid_until', () => '2026-12-31', (order: { valid_until: string }) => order.valid_until],
  ['fk_id', () => 'patched', (order: { fk_id: string }) => order.fk_id],
  ['observations', () => 'Frágil', (order: { observations: string }) => order.observations],
  [
    'delivery_date',
    () => '2026-12-24T00:00:00Z',
    (order: { delivery_date: string }) => order.delivery_date?.replace('.000Z', 'Z') ?? null,
  ],
]

test('each field can be changed alone, and cleared with null', async () => {
  const { id } = await create({ id_customer: ids.customer })
  for (const [field, value, shown] of patches) {
    const before = await data(server, 'GET', `/orders/${id}`)
    const written = await succeed(server, 'PATCH', `/orders/${id}`, { [field]: value() })
    assert.equal(written.status, 200)
    assert.equal(written.body.message, 'Resource updated successfully')
    const seen = shown(written.body.data as never)
    assert.equal(field === 'date' ? String(seen).replace('.000Z', 'Z') : seen, value(), field)
    assert.deepEqual(await data(server, 'GET', `/orders/${id}`), written.body.data)
    if (field === 'date') continue
    const { updated_at, ...cleared } = await data(server, 'PATCH', `/orders/${id}`, {
      [field]: null,
    })
    assert.ok(updated_at >= written.body.data.updated_at)
    const { updated_at: _, ...was } = before
    assert.deepEqual(cleared, was, field)
  }
  for (const field of ['date', 'id_customer', 'id_order_status']) {
    const refused = await server.send('PATCH', `/orders/${id}`, { body: { [field]: null } })
    assert.deepEqual(problemOf(refused), [422, 'validation_failed', [`/${field} type`]])
  }
})

test('freight counts where its type is charged, and needs a type', async () => {
  const order = await create({
    id_customer: ids.customer,
    id_freight_type: ids.charged_freight,
    freight_value: 10.01,
    items: [{ id_item: ids.product, quantity: 1 }],
  })
  const patch = (body: object) => data(server, 'PATCH', `/orders/${order.id}`, body)
  assert.equal(order.total_value, 22.51)
  assert.equal((await patch({ id_freight_type: ids.free_freight })).total_value, 12.5)
  assert.equal((await patch({ freight_value: 20 })).freight.value, 20)
  const charged = await patch({ id_freight_type: ids.charged_freight })
  assert.deepEqual([charged.freight.value, charged.total_value], [20, 32.5])
  const cleared = await patch({ freight_value: null })
  assert.deepEqual([cleared.freight.value, cleared.total_value], [0, 12.5])
  await patch({ freight_value: 5 })

  const needed = [422, 'validation_failed', ['/id_freight_type freight_type_required']]
  const untyped = await server.send('PATCH', `/orders/${order.id}`, {
    body: { id_freight_type: null },
  })
  assert.deepEqual(problemOf(untyped), needed)
  const created = await server.send('POST', '/orders', {
    body: { id_customer: ids.customer, freight_value: 0.01 },
  })
  assert.deepEqual(problemOf(created), needed)
  const both = await patch({ id_freight_type: null, freight_value: null })
  assert.deepEqual([both.freight, both.total_value], [null, 12.5])
})

test('a freight type that becomes free leaves existing totals alone', async () => {
  const { id } = await data(server, 'POST', '/freight-types', { name: 'Mutável', charged: true })
  const order = await create({ id_customer: ids.customer, id_freight_type: id, freight_value: 7 })
  await data(server, 'PATCH', `/freight-types/${id}`, { charged: false })
  const patched = await data(server, 'PATCH', `/orders/${order.id}`, { observations: 'x' })
  assert.equal(patched.total_value, 7)
  await assertConsistent(server)
})

test('custom fields are merged by PATCH, and null takes one away', async () => {
  const { id } = await create({ id_customer: ids.customer, custom_fields: { a: '1', b: '2' } })
  const patch = async (custom_fields: unknown) =>
    (await data(server, 'PATCH', `/orders/${id}`, { custom_fields })).custom_fields
  assert.deepEqual(await patch({ b: null, c: '3', 'x/~ y': 'é"\\' }), {
    a: '1',
    c: '3',
    'x/~ y': 'é"\\',
  })
  assert.deepEqual(await patch({}), { a: '1', c: '3', 'x/~ y': 'é"\\' })
  assert.deepEqual(await patch({ a: null, c: null, 'x/~ y': null, never: null }), {})
})

test('a custom field can have any name, even those that JavaScript knows', async () => {
  const sent =
    '{"__proto__":"p","constructor":"c","toString":"t","hasOwnProperty":"h","length":"l"}'
  const answer = await succeed(
    server,
    'POST',
    '/orders',
    `{"id_customer":${ids.customer},"custom_fields":${sent}}`,
  )
  const pairs = (text: string) => Object.entries(JSON.parse(text).data.custom_fields).sort()
  const expected = Object.entries(JSON.parse(sent)).sort()
  assert.deepEqual(pairs(answer.text), expected)
  const path = `/orders/${answer.body.data.id}`
  const patched = await succeed(
    server,
    'PATCH',
    path,
    '{"custom_fields":{"__proto__":null,"a":"b"}}',
  )
  const kept = expected.filter(([key]) => key !== '__proto__')
  assert.deepEqual(pairs(patched.text), [...kept, ['a', 'b']].sort())
})

test('a second order with the same fk_id is refused and told of the first', async () => {
  const first = await create({ id_customer: ids.customer, fk_id: 'twice' })
  const other = await create({ id_customer: ids.customer, fk_id: 'once' })
  const problems = [
    await server.send('POST', '/orders', { body: { id_customer: ids.customer, fk_id: 'twice' } }),
    await server.send('PATCH', `/orders/${other.id}`, { body: { fk_id: 'twice' } }),
  ]
  for (const refused of problems) {
    assert.deepEqual(problemOf(refused), [409, 'duplicate_fk_id', ['/fk_id duplicate_fk_id']])
    assert.equal(refused.body.existing_id, first.id)
  }
  const lower = await create({ id_customer: ids.customer, fk_id: 'Twice' })
  assert.notEqual(lower.id, first.id)
})

test('reads and writes are conditional where the caller asks', async () => {
  const { id } = await create({ id_customer: ids.customer })
  const path = `/orders/${id}`
  const { headers } = await succeed(server, 'GET', path)
  const etag = String(headers['etag'])
  assert.match(etag, /^"[^"]+"$/)
  const send = (method: string, header: string, value: string, body?: object) =>
    server.send(method, path, { headers: { [header]: value }, ...(body ? { body } : {}) })
  assert.equal((await send('GET', 'if-none-match', etag)).status, 304)
  assert.equal((await send('GET', 'if-none-match', '*')).status, 304)
  assert.equal((await send('GET', 'if-none-match', `"other", W/${etag}`)).status, 304)
  assert.equal((await send('GET', 'if-none-match', '"other"')).status, 200)
  const refused = await send('PATCH', 'if-match', '"other"', { observations: 'no' })
  assert.deepEqual(problemOf(refused), [412, 'precondition_failed', []])
  assert.equal(refused.headers['etag'], etag)
  const patched = await send('PATCH', 'if-match', `"other", ${etag}`, { observations: 'yes' })
  assert.equal(patched.status, 200)
  assert.notEqual(patched.headers['etag'], etag)
  assert.equal((await send('DELETE', 'if-match', etag)).status, 412)
  assert.equal((await send('DELETE', 'if-match', String(patched.headers['etag']))).status, 200)
  assert.equal((await send('DELETE', 'if-match', '*')).status, 404)
})

test('everything answers under /v2 too, and addresses keep the prefix', async () => {
  const created = await succeed(server, 'POST', '/v2/orders', { id_customer: ids.customer })
  const { id } = created.body.data
  assert.equal(created.headers['location'], `/v2/orders/${id}`)
  assert.deepEqual(await data(server, 'GET', `/v2/orders/${id}`), created.body.data)
  assert.deepEqual(await data(server, 'GET', `/orders/${id}`), created.body.data)
  const item = { id_item: ids.product, quantity: 1 }
  const added = await succeed(server, 'POST', `/v2/orders/${id}/items`, item)
  assert.match(String(added.headers['location']), new RegExp(`^/v2/orders/${id}/items/\\d+$`))
})

test('an order is deleted, and what never was is not found', async () => {
  const { id } = await create({ id_customer: ids.customer, fk_id: 'gone' })
  const deleted = await succeed(server, 'DELETE', `/orders/${id}`)
  const { meta, ...rest } = deleted.body
  assert.deepEqual(rest, {
    success: true,
    message: 'Resource deleted successfully',
    deletedId: id,
  })
  assert.match(meta.timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/)
  assert.equal(meta.version, '1.0.0')
  for (const path of [
    `/orders/${id}`,
    '/orders/fk_id/gone',
    '/orders/9007199254740991',
    '/orders/fk_id/%C3%A9',
  ]) {
    assert.deepEqual(problemOf(await server.send('GET', path)), [404, 'not_found', []], path)
  }
  for (const path of ['/orders/0', '/orders/x', '/orders/1.0', '/orders/9007199254740992']) {
    assert.equal((await server.send('GET', path)).status, 400, path)
  }
})
