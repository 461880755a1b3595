import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { data, problemOf, succeed } from '../support/orders.ts'

// Declared fields of orders, customers and products: what writes are held to.

let server: Server
let customer: number
before(async () => {
  server = await startServer()
  customer = (await data(server, 'POST', '/customers', { name: 'Aurora', fk_id: 'aurora' })).id
})
after(() => server.close())

/** Declares a field for the time of a test. */
async function declared(t: { after(undo: () => Promise<void>): void }, body: object) {
  const field = await data(server, 'POST', '/custom-fields', { resource: 'orders', ...body })
  t.after(async () => void (await server.send('DELETE', `/custom-fields/${field.id}`)))
  return field
}

const order = (custom_fields: object, more: object = {}) => ({
  id_customer: customer,
  custom_fields,
  ...more,
})

/** For declarations that orders without the field would break. */
async function withoutOrders(): Promise<void> {
  const { body } = await succeed(server, 'GET', '/orders?fields=id&limit=500')
  for (const { id } of body.data) await succeed(server, 'DELETE', `/orders/${id}`)
}

const problem = async (method: string, path: string, body: object) =>
  problemOf(await server.send(method, path, { body }))

test('a declaration is a record: created, read, listed, changed, deleted', async (t) => {
  const body = {
    resource: 'products',
    key: 'Peso líquido',
    label: 'Peso',
    type: 'decimal',
    filterable: true,
  }
  const created = await succeed(server, 'POST', '/custom-fields', body)
  const { id } = created.body.data
  assert.equal(created.status, 201)
  assert.equal(created.headers['location'], `/custom-fields/${id}`)
  const { created_at, updated_at, ...rest } = created.body.data
  assert.deepEqual(rest, {
    id,
    ...body,
    required: false,
    unique: false,
    choices: [],
    status: 'active',
    progress: 100,
    breaking: 0,
    breaking_records: [],
    previous: null,
  })
  const read = await succeed(server, 'GET', `/custom-fields/${id}`)
  assert.deepEqual(read.body.data, created.body.data)
  const listed = await succeed(
    server,
    'GET',
    '/custom-fields?resource=products&key=Peso%20l%C3%ADquido&fields=id,key',
  )
  assert.deepEqual(listed.body.data, [{ id, key: body.key }])
  const headers = { 'If-Match': String(read.headers['etag']) }
  const patch = { label: null, filterable: false }
  const changed = await succeed(server, 'PATCH', `/custom-fields/${id}`, patch, { headers })
  assert.deepEqual([changed.body.data.label, changed.body.data.filterable], [null, false])
  const stale = await server.send('DELETE', `/custom-fields/${id}`, { headers })
  assert.equal(stale.status, 412)
  await t.test('its key is taken', async () => {
    const again = await server.send('POST', '/custom-fields', { body })
    assert.deepEqual(problemOf(again), [409, 'duplicate_value', ['/key duplicate_value']])
    assert.equal(again.body.existing_id, id)
  })
  const deleted = await succeed(server, 'DELETE', `/custom-fields/${id}`)
  assert.equal(deleted.body.deletedId, id)
  assert.equal((await server.send('GET', `/custom-fields/${id}`)).status, 404)
})

test('declarations that say nothing sensible are refused', async (t) => {
  const at = '/custom-fields'
  const base = { resource: 'orders', key: 'k', type: 'text' }
  const cases: [object, string][] = [
    [{ ...base, key: 'entrega_from' }, '/key pattern'],
    [{ ...base, key: 'a,b' }, '/key pattern'],
    [{ ...base, type: 'choice' }, '/choices required'],
    [{ ...base, choices: ['a'] }, '/choices not_for_type'],
    [{ ...base, resource: 'users' }, '/resource enum'],
    [{ resource: 'orders', type: 'text' }, '/key required'],
  ]
  for (const [body, fault] of cases)
    assert.deepEqual(await problem('POST', at, body), [422, 'validation_failed', [fault]])
  const { id } = await declared(t, base)
  assert.deepEqual(await problem('PATCH', `${at}/${id}`, { type: 'integer', key: 'b' }), [
    422,
    'validation_failed',
    ['/key unknown_property', '/type unknown_property'],
  ])
  assert.equal((await server.send('PATCH', `${at}/999999`, { body: {} })).status, 404)
})

test('values have the form of their type', async (t) => {
  const forms: Record<string, { good: string[]; bad: string[] }> = {
    integer: {
      good: ['0', '-12', '999999999999999'],
      bad: ['', '-0', '007', '1.0', ' 1', '1e3', '1'.repeat(16)],
    },
    decimal: {
      good: ['0', '-0.5', '12.50', '1.0123456789'],
      bad: ['', '1,5', '.5', '1.', '1.01234567890', 'NaN', 'infinity'],
    },
    boolean: { good: ['true', 'false'], bad: ['', 'TRUE', '1', 'sim'] },
    date: {
      good: ['2026-02-28', '2024-02-29', '1900-01-01', '2199-12-31'],
      bad: [
        '',
        '0026-12-31',
        '1899-12-31',
        '2200-01-01',
        '9999-12-31',
        '2026-02-29',
        '2026-13-01',
        '0000-01-01',
        '2026-1-1',
        '21/11/2026',
        '2026-11-31',
      ],
    },
    choice: { good: ['Norte', 'São Paulo'], bad: ['', 'norte', 'Norte '] },
    text: {
      good: ['', 'x', 'x'.repeat(200), '𝄞'.repeat(200)],
      bad: ['x'.repeat(201), 'a\u{10FFFF}'],
    },
  }
  for (const [type, { good, bad }] of Object.entries(forms)) {
    const choices = type === 'choice' ? ['Norte', 'São Paulo'] : []
    await declared(t, { key: `${type} ~/`, type, choices, filterable: true })
    for (const value of good) {
      const custom_fields = { [`${type} ~/`]: value }
      assert.deepEqual(
        (await data(server, 'POST', '/orders', order(custom_fields))).custom_fields,
        custom_fields,
      )
    }
    for (const value of bad) {
      const [status, code, faults] = await problem(
        'POST',
        '/orders',
        order({ [`${type} ~/`]: value }),
      )
      assert.deepEqual([status, code], [422, 'validation_failed'], `${type} ${value}`)
      assert.match(
        String(faults),
        new RegExp(`^/custom_fields/${type} ~0~1 (format|enum|max_length)$`),
      )
    }
  }
})

test('all faults of an order come at once, wherever it is written', async (t) => {
  await withoutOrders()
  await declared(t, { key: 'rota', type: 'integer', required: true })
  await declared(t, { key: 'entrega', type: 'date' })
  const bad = order({ entrega: 'amanhã' }, { id_user: 999_999 })
  const faults = [
    '/custom_fields/entrega format',
    '/custom_fields/rota required',
    '/id_user unknown_reference',
  ]
  assert.deepEqual(await problem('POST', '/orders', bad), [422, 'validation_failed', faults])
  assert.deepEqual(await problem('PUT', '/orders/fk_id/R-1', bad), [
    422,
    'validation_failed',
    faults,
  ])
  const withoutPrice = (await data(server, 'POST', '/products', { name: 'Sem preço' })).id
  assert.deepEqual(
    await problem(
      'POST',
      '/orders',
      order({}, { items: [{ id_item: withoutPrice, quantity: 1 }] }),
    ),
    [422, 'validation_failed', ['/custom_fields/rota required', '/items/0/price price_required']],
  )
  const made = await data(server, 'PUT', '/orders/fk_id/R-1', order({ rota: '12', livre: 'x' }))
  assert.deepEqual(made.custom_fields, { rota: '12', livre: 'x' })
  for (const path of [`/orders/${made.id}`, '/orders/fk_id/R-1']) {
    for (const [custom_fields, fault] of [
      [{ rota: null }, '/custom_fields/rota required'],
      [{ rota: 'doze' }, '/custom_fields/rota format'],
    ] as const)
      assert.deepEqual(await problem('PATCH', path, { custom_fields }), [
        422,
        'validation_failed',
        [fault],
      ])
  }
  assert.deepEqual(await problem('PUT', '/orders/fk_id/R-1', { id_customer: customer }), [
    422,
    'validation_failed',
    ['/custom_fields/rota required'],
  ])
  const patched = await data(server, 'PATCH', `/orders/${made.id}`, {
    custom_fields: { livre: null, rota: '13' },
  })
  assert.deepEqual(patched.custom_fields, { rota: '13' })
})

for (const [resource, path] of [
  ['customers', '/customers'],
  ['products', '/products'],
] as const) {
  test(`${resource} have declared fields, and no others`, async (t) => {
    await declared(t, { resource, key: 'curva', type: 'choice', choices: ['A', 'B'] })
    await declared(t, { resource, key: 'nota', type: 'text' })
    const created = await data(server, 'POST', path, {
      name: 'Um',
      fk_id: 'um',
      custom_fields: { curva: 'A', nota: ' x ' },
    })
    assert.deepEqual(created.custom_fields, { curva: 'A', nota: ' x ' })
    assert.deepEqual((await data(server, 'POST', path, { name: 'Dois' })).custom_fields, {})
    for (const [method, at] of [
      ['POST', path],
      ['PUT', `${path}/fk_id/um`],
      ['PATCH', `${path}/fk_id/um`],
      ['PATCH', `${path}/${created.id}`],
    ] as const) {
      const body = { name: 'Um', custom_fields: { curva: 'C', outra: '1' } }
      assert.deepEqual(await problem(method, at, body), [
        422,
        'validation_failed',
        ['/custom_fields/curva enum', '/custom_fields/outra unknown_property'],
      ])
    }
    const patched = await data(server, 'PATCH', `${path}/${created.id}`, {
      custom_fields: { nota: null, curva: 'B' },
    })
    assert.deepEqual(patched.custom_fields, { curva: 'B' })
    const put = await data(server, 'PUT', `${path}/fk_id/um`, { name: 'Um' })
    assert.deepEqual(put.custom_fields, {})
    const light = await succeed(server, 'GET', `${path}?fk_id=um&fields=id,custom_fields`)
    assert.deepEqual(light.body.data, [{ id: created.id, custom_fields: {} }])
  })
}

test('what a declaration leaves behind stays, and may only go', async () => {
  const field = await data(server, 'POST', '/custom-fields', {
    resource: 'customers',
    key: 'ex',
    type: 'integer',
  })
  const { id } = await data(server, 'POST', '/customers', {
    name: 'Ex',
    custom_fields: { ex: '1' },
  })
  await succeed(server, 'DELETE', `/custom-fields/${field.id}`)
  const same = await data(server, 'PATCH', `/customers/${id}`, {
    name: 'Ex 2',
    custom_fields: { ex: '1' },
  })
  assert.deepEqual(same.custom_fields, { ex: '1' })
  assert.deepEqual(await problem('PATCH', `/customers/${id}`, { custom_fields: { ex: '2' } }), [
    422,
    'validation_failed',
    ['/custom_fields/ex unknown_property'],
  ])
  const gone = await data(server, 'PATCH', `/customers/${id}`, { custom_fields: { ex: null } })
  assert.deepEqual(gone.custom_fields, {})
})

test('a value of a unique field belongs to one record, by its meaning', async (t) => {
  await declared(t, { key: 'nf', type: 'decimal', unique: true })
  await declared(t, { resource: 'customers', key: 'rg', type: 'text', unique: true })
  const first = await data(server, 'POST', '/orders', order({ nf: '12.5' }, { fk_id: 'NF-1' }))
  const taken = await server.send('POST', '/orders', { body: order({ nf: '12.50' }) })
  assert.deepEqual(problemOf(taken), [
    409,
    'duplicate_value',
    ['/custom_fields/nf duplicate_value'],
  ])
  assert.equal(taken.body.existing_id, first.id)
  const other = await data(server, 'POST', '/orders', order({ nf: '13' }))
  await data(server, 'POST', '/orders', order({}))
  await data(server, 'POST', '/orders', order({}))
  assert.equal(
    (await server.send('PATCH', `/orders/${other.id}`, { body: { custom_fields: { nf: '12.5' } } }))
      .status,
    409,
  )
  await succeed(server, 'PATCH', `/orders/${first.id}`, { custom_fields: { nf: '12.50' } })
  await succeed(server, 'DELETE', `/orders/${first.id}`)
  await succeed(server, 'PATCH', `/orders/${other.id}`, { custom_fields: { nf: '12.5' } })
  const rg = await data(server, 'POST', '/customers', { name: 'A', custom_fields: { rg: 'x' } })
  const twice = await server.send('PUT', '/customers/fk_id/rg', {
    body: { name: 'B', custom_fields: { rg: 'x' } },
  })
  assert.deepEqual(problemOf(twice), [
    409,
    'duplicate_value',
    ['/custom_fields/rg duplicate_value'],
  ])
  assert.equal(twice.body.existing_id, rg.id)
  await data(server, 'POST', '/customers', { name: 'C', custom_fields: { rg: '' } })
  await data(server, 'POST', '/customers', { name: 'D', custom_fields: { rg: '' } })
})

test('two writers of one value: one has it, the other one is told who', async (t) => {
  await declared(t, { key: 'lacre', type: 'text', unique: true })
  for (let round = 0; round < 5; round++) {
    const body = order({ lacre: `L${round}` })
    const answers = await Promise.all([1, 2, 3].map(() => server.send('POST', '/orders', { body })))
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [201, 409, 409])
    const made = answers.find(({ status }) => status === 201)?.body.data.id
    for (const { status, body } of answers) if (status === 409) assert.equal(body.existing_id, made)
  }
})

test('another account knows nothing of it', async (t) => {
  await withoutOrders()
  const field = await declared(t, { key: 'segredo', type: 'integer', required: true, unique: true })
  await data(server, 'POST', '/orders', order({ segredo: '1' }))
  const { token } = await server.newAccount('outra')
  const mine = await data(server, 'POST', '/customers', { name: 'Minha' }, { token })
  const body = { id_customer: mine.id, custom_fields: { segredo: 'livre' } }
  assert.equal((await server.send('POST', '/orders', { body, token })).status, 201)
  assert.equal((await server.send('GET', `/custom-fields/${field.id}`, { token })).status, 404)
  assert.equal((await server.send('DELETE', `/custom-fields/${field.id}`, { token })).status, 404)
  const own = { resource: 'orders', key: 'segredo', type: 'text', unique: true }
  assert.equal((await server.send('POST', '/custom-fields', { body: own, token })).status, 201)
})
