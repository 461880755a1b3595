import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../../harness.ts'
import { data, makerOf, succeed } from '../../support/orders.ts'

// What the check before the invoice says of the account's own rules: a distributor in São Paulo sells to a shop in Minas
// Gerais, whose taxes nobody sends.

type Body = Record<string, unknown>

let server: Server
const ids: Record<string, number> = {}

before(async () => {
  server = await startServer()
  const make = makerOf(() => server, ids)
  await make('branch', '/branch-companies', {
    name: 'Matriz',
    state: 'SP',
    regimes: [{ since: '2020-01-01', crt: 3, ibs_cbs_regime: 'regular' }],
  })
  await make('tools', '/products', { name: 'Furadeira', cest: '0800100', ncm: '82079000' })
  await make('plastics', '/products', { name: 'Balde', ncm: '39241000' })
  await make('shop', '/customers', { name: 'Ferragens Horizonte', ie_kind: 1 })
  await make('address', `/customers/${ids['shop']}/addresses`, { state: 'MG', city: 'Uberaba' })
  await make('st', '/tax-rules', {
    name: 'Tools to MG, ST',
    kind: 'icms',
    valid_from: '2026-01-01',
    cest: '0800100',
    destination_states: ['MG'],
    ie_kinds: [1],
    final_consumer: false,
    cst: '10',
    margin: 45,
    st_rate: 18,
  })
  await make('reform', '/tax-rules', {
    name: 'IBS and CBS',
    kind: 'ibs_cbs',
    valid_from: '2027-01-01',
    class: '000001',
  })
})
after(() => server.close())

const OWN = ['no_rule', 'rate_missing', 'rule_ends_before_delivery', 'total_moves_with_date']

const line = (id_item: number | undefined, more: Body = {}) => ({
  id_item,
  quantity: 12,
  price: 83.9,
  ...more,
})

const ordered = async (items: Body[], more: Body = {}): Promise<number> =>
  (
    await data(server, 'POST', '/orders', {
      id_customer: ids['shop'],
      id_branch_company: ids['branch'],
      tax_date: '2026-11-25',
      items,
      ...more,
    })
  ).id

interface Finding {
  code: string
  level: string
  pointer: string
}

const ownOf = (found: Finding[]) =>
  found
    .filter(({ code }) => OWN.includes(code))
    .map(({ code, level, pointer }) => `${level} ${code} ${pointer}`)

async function found(order: number, query = ''): Promise<string[]> {
  const { body } = await succeed(server, 'GET', `/orders/${order}/invoice-check${query}`)
  return ownOf(body.data)
}

test('a line without a rule, unless its ICMS was sent', async () => {
  const taxes = [{ tax: 'icms', code: '00', rate: 12 }]
  const order = await ordered([
    line(ids['tools']),
    line(ids['plastics']),
    line(ids['plastics'], { taxes }),
  ])
  assert.deepEqual(await found(order), ['warning no_rule /items/1'])
})

test('a date before every rule', async () => {
  const order = await ordered([line(ids['tools']), line(ids['plastics'])], {
    tax_date: '2025-12-31',
  })
  const expected = ['warning no_rule /items/0', 'warning no_rule /items/1']
  assert.deepEqual(await found(order), expected)
  const { body } = await succeed(server, 'POST', '/orders/invoice-check', { ids: [order] })
  assert.deepEqual(ownOf(body.data[0].findings), expected)
})

test('the same in a preview', async () => {
  const body = { id_customer: ids['shop'], id_branch_company: ids['branch'] }
  const items = [line(ids['plastics'])]
  const { body: shown } = await succeed(server, 'POST', '/orders/preview?check=true', {
    ...body,
    items,
  })
  assert.deepEqual(ownOf(shown.check.data), ['warning no_rule /items/0'])
})

test('a tax without a rate for the day', async () => {
  const order = await ordered([line(ids['tools'])], { tax_date: '2027-01-04' })
  assert.deepEqual(await found(order), ['warning rate_missing /items/0/taxes'])
})

test('a rule that another one follows before the delivery', async () => {
  const order = await ordered([line(ids['tools'])], { delivery_date: '2027-01-20' })
  assert.deepEqual(await found(order), [])
  await data(server, 'PATCH', `/tax-rules/${ids['st']}`, { valid_to: '2026-12-31' })
  assert.deepEqual(await found(order), [
    'warning rule_ends_before_delivery /items/0/taxes/0',
    'warning rule_ends_before_delivery /items/0/taxes/1',
  ])
  await data(server, 'PATCH', `/tax-rules/${ids['st']}`, { valid_to: null })
})

test('a day by which the order comes to another total, until it is locked', async () => {
  const given = ['icms', 'ibs_uf', 'ibs_mun', 'cbs'].map((tax) => ({ tax, base: 1006.8, rate: 1 }))
  const order = await ordered([line(ids['tools'], { taxes: given })])
  assert.deepEqual(await found(order), [])
  assert.deepEqual(await found(order, '?tax_date=2026-12-14'), [])
  const moved = ['warning total_moves_with_date /total_value']
  assert.deepEqual(await found(order, '?tax_date=2027-01-04'), moved)

  const closed = await ordered([
    line(ids['tools'], { taxes: [{ tax: 'pis', base: 1006.8, rate: 1 }] }),
  ])
  assert.deepEqual(await found(closed, '?tax_date=2027-01-04'), [
    'warning rate_missing /items/0/taxes',
    ...moved,
  ])

  const { status } = await data(server, 'PATCH', `/orders/${order}`, {
    fk_id_order_status: 'cancelled',
  })
  assert.equal(status.fk_id, 'cancelled')
  assert.deepEqual(await found(order, '?tax_date=2027-01-04'), [])
})
