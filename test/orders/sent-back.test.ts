import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { assertConsistent, data, makerOf, succeed } from '../support/orders.ts'
import { refusedBy } from '../support/refused.ts'

// An order that was read, changed in one place, and sent back in the words of the answer.

type Body = Record<string, unknown>
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever comes
type Order = any

let server: Server
const ids: Record<string, number> = {}
before(async () => {
  server = await startServer()
  const make = makerOf(() => server, ids)
  const regimes = [{ since: '2020-01-01', crt: 3, ibs_cbs_regime: 'regular' }]
  await make('branch', '/branch-companies', { name: 'Matriz', state: 'SP', regimes })
  await make('tools', '/products', { name: 'Furadeira', fk_id: 'F1', price: 83.9, ncm: '82079000' })
  await make('plastics', '/products', { name: 'Balde', price: 1.37, recurrency_period: 30 })
  await make('shop', '/customers', { name: 'Ferragens Horizonte', fk_id: 'C1', ie_kind: 9 })
  await make('other', '/customers', { name: 'Outra', fk_id: 'C2' })
  await make('address', `/customers/${ids['shop']}/addresses`, { state: 'MG', number_text: '12 A' })
  await make('charged', '/freight-types', { name: 'CIF', fk_id: 'CIF', charged: true })
  await make('terms', '/payment-types', { name: '30/60', terms: '30/60' })
  await make('bonus', '/operations', { name: 'Bonificação', kind: 'bonus', payable: false })
  await make('rule', '/tax-rules', {
    name: 'To MG',
    kind: 'icms',
    valid_from: '2026-01-01',
    destination_states: ['MG'],
    cst: '00',
    icms_rate: 12,
  })
})
after(async () => {
  await assertConsistent(server)
  await server.close()
})

let made = 0
const rich = async (more: Body = {}): Promise<Order> =>
  data(server, 'POST', '/orders', {
    fk_id: `RICH-${++made}`,
    id_customer: ids['shop'],
    id_branch_company: ids['branch'],
    id_address: ids['address'],
    id_freight_type: ids['charged'],
    id_payment_type: ids['terms'],
    freight_value: 25,
    discount_percentage: 1.5,
    insurance_value: 3.33,
    date: '2026-11-25T12:00:00-03:00',
    tags: ['urgente'],
    custom_fields: { rota: 'Sul' },
    observations: 'Ligar antes',
    items: [
      { id_item: ids['tools'], quantity: 12, discount_percentage: 7.77, description: 'Azul' },
      { id_item: ids['tools'], quantity: 3, price: 80, aliq_ipi: 5 },
      { id_item: ids['plastics'], quantity: 7, price: 1.37, id_operation: ids['bonus'] },
    ],
    ...more,
  })

const get = (order: Order): Promise<Order> => data(server, 'GET', `/orders/${order.id}`)
const put = (order: Order, body: Body): Promise<Order> =>
  data(server, 'PUT', `/orders/fk_id/${order.fk_id}`, body)

/** Those properties in which two orders differ. */
function differing(one: Order, other: Order): string[] {
  return Object.keys(one).filter(
    (name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]),
  )
}

test('one property changes, and nothing else', async () => {
  const order = await rich()
  assert.equal(order.installments_kept, false)
  const put1 = await put(order, { ...order, observations: 'Portão 2' })
  assert.deepEqual(differing(order, put1), ['observations', 'updated_at'])
  const { items: _, ...header } = put1
  const patched = await data(server, 'PATCH', `/orders/${order.id}`, { ...header, tags: ['a'] })
  assert.deepEqual(differing(put1, patched), ['tags', 'updated_at'])
})

test('instalments that were sent are sent back', async () => {
  const { id, payable_value } = await rich()
  const installments = [
    { due_date: '2026-12-10', amount: 500 },
    { due_date: '2027-01-10', amount: Number((payable_value - 500).toFixed(2)) },
  ]
  const order = await data(server, 'PATCH', `/orders/${id}`, { installments })
  assert.equal(order.installments_kept, true)
  const after = await put(order, { ...order, observations: null })
  assert.deepEqual(differing(order, after), ['observations', 'updated_at'])
})

test('what follows from a changed quantity follows, though it was sent as it was', async () => {
  const order = await rich({ discount_percentage: 0, insurance_value: 0, freight_value: 0 })
  const [first, ...others] = order.items
  const after = await put(order, { ...order, items: [{ ...first, quantity: 24 }, ...others] })
  assert.equal(after.items[0].quantity, 24)
  assert.equal(after.items[0].perc_desc, 7.77)
  assert.equal(after.items[0].total_liq, 1857.14)
  assert.deepEqual(after.items[1].taxes, order.items[1].taxes)
  const item = after.items[0]
  const patched = await data(server, 'PATCH', `/orders/${order.id}/items/${item.id}`, {
    ...item,
    quantity: 12,
  })
  assert.deepEqual(differing(order.items[0], patched.items[0]), [])
})

test('the discount of the order follows changed lines as it was typed', async () => {
  for (const [typed, expected] of [
    [{ discount_percentage: 10 }, [20, 10]],
    [{ discount_value: 10 }, [10, 5]],
  ] as const) {
    const items = [{ id_item: ids['tools'], quantity: 1, price: 100 }]
    const order = await rich({ discount_percentage: undefined, ...typed, items })
    assert.deepEqual([order.discount_value, order.discount_percentage], [10, 10])
    const after = await put(order, { ...order, items: [{ ...order.items[0], quantity: 2 }] })
    assert.deepEqual([after.discount_value, after.discount_percentage], expected)
    const body = { ...after, discount_value: 11 }
    const apart = await server.send('PUT', `/orders/fk_id/${order.fk_id}`, { body })
    assert.equal(apart.body.errors[0].code, 'amount_contradiction')
  }
})

test('lines are known by their ids', async () => {
  const order = await rich()
  const [, second, third] = order.items
  const after = await put(order, {
    ...order,
    discount_value: 0,
    discount_percentage: 0,
    items: [{ ...third, fk_id: 'L3' }, second, { item: { fk_id: 'F1' }, fk_id: 'N', quantity: 1 }],
  })
  assert.deepEqual(
    after.items.slice(0, 2).map(({ id, fk_id }: Order) => [id, fk_id]),
    [
      [second.id, null],
      [third.id, 'L3'],
    ],
  )
  assert.equal(after.items[2].item.id, ids['tools'])
})

test('references are objects with an id or a code', async () => {
  const order = await rich()
  const path = `/orders/${order.id}`
  const patch = (body: Body) => data(server, 'PATCH', path, body)
  const address = { address: null }
  assert.equal((await patch({ customer: { id: ids['other'] }, ...address })).customer.fk_id, 'C2')
  assert.equal((await patch({ customer: { fk_id: 'C1' } })).customer.id, ids['shop'])
  const whole = { id: ids['other'], fk_id: 'C2', name: 'Outra' }
  assert.deepEqual((await patch({ customer: whole })).customer, whole)
  assert.equal((await patch({ freight: null, payment_type: null })).freight, null)
  const freight = { fk_id: 'CIF', value: 7 }
  assert.equal((await patch({ freight })).freight.value, 7)
  const wrong = async (body: Body, at: string, code: string) => {
    const expected = { status: 422, code: 'validation_failed', at: [at] }
    const answer = await refusedBy(server, 'PATCH', path, { body }, expected)
    assert.equal(answer.body.errors[0].code, code)
  }
  await wrong({ customer: { ...whole, fk_id: 'C1' } }, '/customer/fk_id', 'reference_contradiction')
  await wrong({ customer: { ...whole, name: 'X' } }, '/customer/name', 'read_only')
  await wrong({ customer: { id: ids['shop'], name: 'X' } }, '/customer/name', 'read_only')
  await wrong({ customer: { id: 999_999 } }, '/customer/id', 'unknown_reference')
  await wrong({ customer: { fk_id: 'nobody' } }, '/customer/fk_id', 'unknown_reference')
  await wrong({ customer: { id: '7' } }, '/customer/id', 'type')
  await wrong({ customer: { name: 'Outra' } }, '/customer', 'required')
  await wrong({ customer: 7 }, '/customer', 'type')
  const both = { customer: { id: ids['shop'] }, id_customer: ids['other'] }
  await wrong(both, '/customer/id', 'reference_contradiction')
  // What is there already gives way to what is said anew.
  const anew = await patch({ customer: whole, id_customer: ids['shop'] })
  assert.equal(anew.customer.id, ids['shop'])
})

test('what only the service sets is refused where it is not so', async () => {
  const order = await rich()
  const path = `/orders/fk_id/${order.fk_id}`
  const [first, ...others] = order.items
  const wrong = async (body: Body, ...at: string[]) => {
    const expected = { status: 422, code: 'validation_failed', at }
    const answer = await refusedBy(server, 'PUT', path, { body }, expected)
    for (const { code } of answer.body.errors) assert.equal(code, 'read_only')
  }
  await wrong({ ...order, id: order.id + 1, total_value: 1 }, '/id', '/total_value')
  const renamed = { ...order.customer, name: 'X' }
  await wrong({ ...order, customer: renamed, total_value: 1 }, '/customer/name', '/total_value')
  await wrong({ ...order, updated_at: '2026-11-21T12:30:00.000Z' }, '/updated_at')
  await wrong({ ...order, taxes_total: { icms: 1 } }, '/taxes_total')
  await wrong({ ...order, address: { ...order.address, city: 'Rio' } }, '/address/city')
  await wrong({ ...order, items: [{ ...first, line_total: 1 }, ...others] }, '/items/0/line_total')
  await wrong({ ...order, items: [{ ...first, id: 999_999 }, ...others] }, '/items/0/id')
  const typo = { ...order, observation: 'x' }
  const unknown = { status: 422, code: 'validation_failed', at: ['/observation'] }
  await refusedBy(server, 'PUT', path, { body: typo }, unknown)
  const portuguese = await server.send('PUT', path, {
    body: { ...order, total_value: 1 },
    headers: { 'accept-language': 'pt-BR' },
  })
  assert.match(portuguese.body.detail, /só pode ser lido/)
  assert.deepEqual(await get(order), order)
})

test('items of a PATCH are refused, also as they are', async () => {
  const order = await rich()
  const expected = { status: 422, code: 'validation_failed', at: ['/items'] }
  await refusedBy(server, 'PATCH', `/orders/${order.id}`, { body: order }, expected)
})

test('a repeat with the same key gets the answer of the first', async () => {
  const order = await rich()
  const { items: _, ...header } = order
  const options = { headers: { 'idempotency-key': 'sent-back' } }
  const body = { ...header, observations: 'Uma vez' }
  const first = await succeed(server, 'PATCH', `/orders/${order.id}`, body, options)
  const again = await succeed(server, 'PATCH', `/orders/${order.id}`, body, options)
  assert.equal(again.headers['idempotency-replayed'], 'true')
  assert.deepEqual(again.body, first.body)
  // Without the key it is said of an order that has changed meanwhile.
  const expected = { status: 422, code: 'validation_failed', at: ['/updated_at'] }
  await refusedBy(server, 'PATCH', `/orders/${order.id}`, { body: { ...body, tags: [] } }, expected)
})

test('a new order takes references as answers have them, and nothing that is read-only', async () => {
  const { id: _, total_value: __, ...order } = await rich()
  const expected = { status: 422, code: 'validation_failed' }
  const answer = await server.send('POST', '/orders', { body: { ...order, fk_id: 'NEW' } })
  assert.deepEqual([answer.status, answer.body.code], [422, expected.code])
  const { customer, freight, branch_company } = order
  const items = order.items.map(({ item, quantity, price, vlr_desc }: Order) => ({
    item,
    quantity,
    price,
    vlr_desc,
  }))
  const body = { fk_id: 'NEW', customer, freight, branch_company, items }
  const created = await data(server, 'POST', '/orders', body)
  assert.deepEqual([created.customer, created.freight], [customer, freight])
  assert.equal(created.items[0].vlr_desc, order.items[0].vlr_desc)
  const renamed = { ...body, fk_id: 'NEW-2', customer: { ...customer, name: 'X' } }
  const at = ['/customer/name']
  await refusedBy(server, 'POST', '/orders', { body: renamed }, { ...expected, at })
  const none = await server.send('GET', '/orders/fk_id/NEW-2')
  assert.equal(none.status, 404)
})

test('a locked order keeps the names that it had, and so does what is sent back', async () => {
  const order = await rich()
  const statuses = (await succeed(server, 'GET', '/order-statuses?limit=100')).body.data
  const cancelled = statuses.find(({ locked, name }: Order) => locked && name === 'Cancelled')
  await data(server, 'PATCH', `/orders/${order.id}`, { status: { id: cancelled.id } })
  await data(server, 'PATCH', `/customers/${ids['shop']}`, { name: 'Novo nome', fk_id: 'C1-B' })
  const locked = await get(order)
  assert.equal(locked.customer.fk_id, 'C1')
  const same = await put(order, locked)
  assert.deepEqual(same, locked)
  const changed = await put(order, { ...locked, observations: 'Cancelado' })
  assert.deepEqual(differing(locked, changed), ['observations', 'updated_at'])
  await data(server, 'PATCH', `/customers/${ids['shop']}`, {
    name: 'Ferragens Horizonte',
    fk_id: 'C1',
  })
})
