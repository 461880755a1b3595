import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { assertConsistent, data, makerOf, succeed } from '../support/orders.ts'

// Taxes that nobody sends, worked out by the account's rules: São Paulo sells to Minas Gerais.

type Body = Record<string, unknown>

let server: Server
const ids: Record<string, number> = {}
before(async () => {
  server = await startServer()
  const make = makerOf(() => server, ids)
  const regimes = [{ since: '2020-01-01', crt: 3, ibs_cbs_regime: 'regular' }]
  await make('branch', '/branch-companies', { name: 'Matriz', state: 'SP', regimes })
  await make('tools', '/products', {
    name: 'Furadeira',
    price: 83.9,
    cest: '0800100',
    ncm: '82079000',
  })
  await make('plastics', '/products', { name: 'Balde', price: 1.37, ncm: '39241000' })
  await make('shop', '/customers', { name: 'Ferragens Horizonte', ie_kind: 1, ie: '0623079040081' })
  await make('person', '/customers', { name: 'Condomínio Savassi', ie_kind: 9 })
  for (const who of ['shop', 'person'])
    await make(`${who} address`, `/customers/${ids[who]}/addresses`, {
      state: 'MG',
      city: 'Belo Horizonte',
    })
  await make('charged', '/freight-types', { name: 'Por conta do cliente', charged: true })
  const rule = { kind: 'icms', valid_from: '2026-01-01' }
  await make('inside', '/tax-rules', {
    ...rule,
    name: 'SP, 18 %',
    scope: 'inside',
    cst: '00',
    csosn: '102',
    icms_rate: 18,
  })
  await make('interstate', '/tax-rules', {
    ...rule,
    name: 'Interstate',
    scope: 'interstate',
    cst: '00',
    csosn: '102',
  })
  await make('st', '/tax-rules', {
    ...rule,
    name: 'Tools to MG, ST',
    cest: '0800100',
    destination_states: ['MG'],
    ie_kinds: [1],
    final_consumer: false,
    cst: '10',
    csosn: '202',
    margin: 45,
    st_rate: 18,
  })
  await make('consumer', '/tax-rules', {
    ...rule,
    name: 'MG, not registered',
    destination_states: ['MG'],
    ie_kinds: [9],
    cst: '00',
    csosn: '102',
    difal_rate: 18,
  })
})
after(async () => {
  await assertConsistent(server)
  await server.close()
})

const sale = (more: Body = {}): Body => ({
  id_customer: ids['shop'],
  id_branch_company: ids['branch'],
  id_freight_type: ids['charged'],
  freight_value: 25,
  date: '2026-11-25T12:00:00-03:00',
  items: [
    { id_item: ids['tools'], quantity: 12, price: 83.9 },
    { id_item: ids['plastics'], quantity: 100, price: 1.37 },
  ],
  ...more,
})

interface Tax {
  tax: string
  value: number
  origin: string
}
const told = ({ taxes }: { taxes: Tax[] }) =>
  taxes.map(({ tax, value, origin }) => `${tax} ${value} ${origin}`)
const byRule = (name: string, version = 1) => `rule:${ids[name]}@${version}`

test('a shop in another state pays ST that nobody has sent', async () => {
  const order = await data(server, 'POST', '/orders', sale())
  assert.equal(order.total_value, 1333.51)
  assert.deepEqual(order.taxes_total, { icms: 140.26, icms_st: 164.71 })
  const [tools, plastics] = order.items
  assert.deepEqual(told(tools), [`icms 123.46 ${byRule('st')}`, `icms_st 164.71 ${byRule('st')}`])
  assert.deepEqual(told(plastics), [`icms 16.8 ${byRule('interstate')}`])
  assert.partialDeepStrictEqual(tools, {
    vlr_icms: 123.46,
    vlr_icms_st: 164.71,
    base_icms_st: 1600.93,
  })
  assert.partialDeepStrictEqual(tools.taxes[1], { margin: 55.61, deduction: 123.46, rate: 18 })
})

test('a preview says the same, and so does a bulk request', async () => {
  const previewed = await data(server, 'POST', '/orders/preview', sale())
  assert.equal(previewed.total_value, 1333.51)
  const line = JSON.stringify({ ...sale(), fk_id: 'BULK-1' })
  const headers = { 'content-type': 'application/x-ndjson' }
  const answer = await server.send('POST', '/bulk/orders', { body: line, headers })
  assert.equal(answer.status, 200, answer.text)
  const order = await data(server, 'GET', '/orders/fk_id/BULK-1')
  assert.equal(order.total_value, 1333.51)
})

test('taxes follow the buyer, the quantity and the freight', async () => {
  const { id } = await data(server, 'POST', '/orders', sale())
  const own = await data(server, 'PATCH', `/orders/${id}`, {
    id_customer: ids['person'],
    id_address: null,
  })
  assert.equal(own.total_value, 1168.8)
  assert.deepEqual(told(own.items[0]), [
    `icms 123.46 ${byRule('consumer')}`,
    `difal 61.73 ${byRule('consumer')}`,
  ])
  const back = await data(server, 'PATCH', `/orders/${id}`, { id_customer: ids['shop'] })
  assert.equal(back.total_value, 1333.51)
  const one = await data(server, 'PATCH', `/orders/${id}/items/${back.items[0].id}`, {
    quantity: 24,
  })
  assert.equal(one.items[0].vlr_icms, 244.44)
  await succeed(server, 'DELETE', `/orders/${id}/items/${back.items[1].id}`)
  const alone = await data(server, 'GET', `/orders/${id}`)
  assert.equal(alone.items[0].base_icms, 2038.6)
})

test('what is sent stays, and rules fill the kinds of which nothing is sent', async () => {
  const items = [
    { id_item: ids['tools'], quantity: 12, price: 83.9, base_icms: 1000, aliq_icms: 7 },
  ]
  const order = await data(server, 'POST', '/orders', sale({ items }))
  assert.deepEqual(told(order.items[0]), ['icms 70 given'])
  const path = `/orders/${order.id}/items/${order.items[0].id}`
  const cleared = await data(server, 'PATCH', path, { taxes: null })
  assert.deepEqual(told(cleared.items[0]).length, 2)
  assert.equal(cleared.items[0].taxes[0].origin, byRule('st'))
})

test('a rule that changes changes no order, until something of it does', async () => {
  const { id, items } = await data(server, 'POST', '/orders', sale({ fk_id: 'RULED' }))
  await succeed(server, 'PATCH', `/tax-rules/${ids['st']}`, { margin: 50 })
  const noted = await data(server, 'PATCH', `/orders/${id}`, {
    observations: 'Entregar pela manhã',
  })
  assert.equal(noted.total_value, 1333.51)
  const other = await data(server, 'PATCH', `/orders/${id}/items/${items[1].id}`, {
    description: 'Azul',
  })
  assert.equal(other.total_value, 1333.51)
  const put = await data(server, 'PUT', '/orders/fk_id/RULED', sale())
  assert.equal(put.total_value, 1333.51)
  const moved = await data(server, 'PATCH', `/orders/${id}`, { freight_value: 26 })
  assert.equal(moved.items[0].taxes[1].origin, byRule('st', 2))
  await succeed(server, 'PATCH', `/tax-rules/${ids['st']}`, { margin: 45 })
})

test('an account that has its taxes sent has none worked out', async () => {
  await succeed(server, 'PATCH', '/account', { derived_taxes: [] })
  const order = await data(server, 'POST', '/orders', sale())
  assert.equal(order.total_value, 1168.8)
  assert.deepEqual(order.items[0].taxes, [])
  await succeed(server, 'PATCH', '/account', { derived_taxes: ['icms', 'ipi', 'ibs_cbs'] })
})

test('without a branch or a place nothing is guessed', async () => {
  const order = await data(server, 'POST', '/orders', sale({ id_branch_company: null }))
  assert.equal(order.total_value, 1168.8)
  assert.deepEqual(order.items[1].taxes, [])
})

test('an order says why it has its taxes, and is worked out again when that is asked', async () => {
  const { id, items } = await data(server, 'POST', '/orders', sale())
  const why = await data(server, 'GET', `/orders/${id}/taxes`)
  assert.equal(why.tax_date, '2026-11-25')
  const [tools, plastics] = why.items
  assert.partialDeepStrictEqual(tools, { id: items[0].id, op: 1028.81, cfop: '6403', findings: [] })
  assert.equal(plastics.cfop, '6102')
  assert.deepEqual(tools.rules.icms.matched, [
    'cest 0800100',
    'destination_states MG',
    'ie_kinds 1',
    'final_consumer false',
  ])
  const [, st] = tools.taxes
  assert.partialDeepStrictEqual(st, { tax: 'icms_st', value: 164.71, same_as_stored: true })
  assert.deepEqual(
    st.steps.map(({ what, value }: { what: string; value: number }) => `${what} ${value}`),
    ['margin 55.61', 'icms_st base 1600.93', 'icms_st 164.71'],
  )
  await succeed(server, 'PATCH', `/tax-rules/${ids['st']}`, { margin: 50 })
  // It was worked out by the rule as it was then, and that is why.
  const [explained] = (await data(server, 'GET', `/orders/${id}/taxes`)).items
  assert.deepEqual(explained.taxes[1], st)
  assert.deepEqual(explained.rules, tools.rules)
  const would = await data(server, 'POST', `/orders/${id}/recalculate?dry_run=true`)
  assert.equal((await data(server, 'GET', `/orders/${id}`)).total_value, 1333.51)
  const { status } = await server.send('POST', '/orders/999999/recalculate')
  assert.equal(status, 404)
  const done = await data(server, 'POST', `/orders/${id}/recalculate`)
  assert.equal(done.order.total_value, would.order.total_value)
  assert.ok(done.order.total_value > 1333.51)
  assert.equal(done.diff.to_version, 2)
  const again = await data(server, 'POST', `/orders/${id}/recalculate`)
  assert.deepEqual(again.diff.items.changed, [])
  assert.equal((await server.send('GET', '/orders/999999/taxes')).status, 404)
  const statuses = (await data(server, 'GET', '/order-statuses')) as {
    id: number
    locked: boolean
  }[]
  const id_order_status = statuses.find(({ locked }) => locked)?.id
  const { fk_id } = await data(
    server,
    'POST',
    '/orders',
    sale({ fk_id: 'LOCKED', id_order_status }),
  )
  for (const path of [
    `/orders/fk_id/${fk_id}/recalculate`,
    '/orders/fk_id/LOCKED/recalculate?dry_run=true',
  ]) {
    const refused = await server.send('POST', path)
    assert.deepEqual([refused.status, refused.body.code], [409, 'order_locked'])
  }
  await succeed(server, 'PATCH', `/tax-rules/${ids['st']}`, { margin: 45 })
})

test('why an order has its taxes is told by its rule as it was, and what has changed beside that', async () => {
  const rule = { kind: 'icms', cst: '00', icms_rate: 12, ncm: '8467', valid_from: '2026-01-01' }
  const path = `/tax-rules/${(await data(server, 'POST', '/tax-rules', { ...rule, name: 'Drills' })).id}`
  const drill = await data(server, 'POST', '/products', {
    name: 'Serra',
    price: 100,
    ncm: '84672100',
  })
  const items = [{ id_item: drill.id, quantity: 1 }]
  const order = await data(server, 'POST', '/orders', sale({ items, freight_value: 0 }))
  const why = async () => (await data(server, 'GET', `/orders/${order.id}/taxes`)).items[0]
  const before = await why()
  assert.partialDeepStrictEqual(before.taxes, [{ tax: 'icms', value: 12, same_as_stored: true }])
  await succeed(server, 'PATCH', path, { icms_rate: 7, name: 'Saws' })
  await succeed(server, 'DELETE', path)
  const after = await why()
  assert.deepEqual(after, before)
  assert.equal(after.rules.icms.name, 'Drills')
  // The net value stays, and who pays it does not: the buyer's own facts are those of now.
  await succeed(server, 'PATCH', `/customers/${ids['shop']}`, { ie_kind: 9 })
  const [icms, difal] = (await why()).taxes
  assert.partialDeepStrictEqual(icms, { tax: 'icms', value: 12, same_as_stored: true })
  assert.equal(difal, undefined)
  await succeed(server, 'PATCH', `/customers/${ids['shop']}`, { ie_kind: 1 })
})
