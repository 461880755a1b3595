import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { data, makerOf, succeed } from '../support/orders.ts'

// What was sold without a rule of ICMS: the to-do list of who keeps the rules.

type Body = Record<string, unknown>

let server: Server
const ids: Record<string, number> = {}
const make = makerOf(() => server, ids)

before(async () => {
  server = await startServer({ MAX_SUMMED_ORDERS: 20 })
  for (const status of await data(server, 'GET', '/order-statuses?limit=100'))
    ids[status.fk_id] = status.id
  await make('branch', '/branch-companies', { name: 'Matriz', state: 'SP' })
  await make('south', '/branch-companies', { name: 'Curitiba', state: 'PR' })
  await make('unplaced', '/branch-companies', { name: 'Depósito' })
  await make('drill', '/products', {
    name: 'Furadeira',
    fk_id: 'F-1',
    cest: '0800100',
    ncm: '82079000',
  })
  await make('bucket', '/products', { name: 'Balde', ncm: '39241000' })
  await make('bonus', '/operations', { name: 'Bonificação', kind: 'bonus', payable: false })
  await make('shop', '/customers', { name: 'Ferragens Horizonte', ie_kind: 1, ie: '0623079040081' })
  await make('person', '/customers', { name: 'Ana', document: '52998224725' })
  await make('unknown', '/customers', { name: 'Sem cadastro' })
  await make('nowhere', '/customers', { name: 'Sem endereço', ie_kind: 1 })
  for (const who of ['shop', 'person', 'unknown'])
    await make(`${who} in MG`, `/customers/${ids[who]}/addresses`, { state: 'MG' })
  await make('shop in BA', `/customers/${ids['shop']}/addresses`, { state: 'BA' })
  const item = (name: string, price: number, more: Body = {}) => ({
    id_item: ids[name],
    quantity: 1,
    price,
    ...more,
  })
  const sell = (who: string, items: Body[], more: Body = {}) =>
    data(server, 'POST', '/orders', {
      id_customer: ids[who],
      id_branch_company: ids['branch'],
      id_order_status: ids['approved'],
      date: '2026-11-10T12:00:00Z',
      items,
      ...more,
    })
  await sell('shop', [item('drill', 100), item('drill', 50, { id_operation: ids['bonus'] })])
  await sell('shop', [item('drill', 30, { discount_value: 10 }), item('bucket', 7)])
  await sell('shop', [item('drill', 400)], { id_address: ids['shop in BA'] })
  await sell('shop', [item('drill', 5)], { id_branch_company: ids['south'] })
  await sell('shop', [item('bucket', 4)], { final_consumer: true })
  await sell('person', [item('bucket', 9)])
  await sell('unknown', [item('bucket', 3)])
  await sell('nowhere', [item('bucket', 2)])
  await sell('shop', [item('bucket', 1)], { id_branch_company: ids['unplaced'] })
  // Neither a draft nor what was sold before counts.
  await sell('shop', [item('drill', 1000)], { id_order_status: ids['draft'] })
  await sell('shop', [item('drill', 2000)], { date: '2026-08-01T12:00:00Z' })
})
after(() => server.close())

const PERIOD = 'from=2026-11-01&to=2026-11-30&date=2026-11-27'

interface Row extends Body {
  product: { name: string }
}

const listed = async (query = PERIOD, options: Body = {}): Promise<string[]> => {
  const rows: Row[] = await data(server, 'GET', `/tax-rules/coverage?${query}`, undefined, options)
  return rows.map(
    ({ product, destination_state, ie_kind, final_consumer, code, orders, value }) =>
      `${product.name} ${destination_state} ${ie_kind} ${final_consumer} ${code} ${orders} ${value}`,
  )
}

const WITHOUT_RULES = [
  'Furadeira BA 1 false no_rule 1 400',
  'Furadeira MG 1 false no_rule 3 175',
  'Balde MG 9 true no_rule 1 9',
  'Balde MG 1 false no_rule 1 7',
  'Balde MG 1 true no_rule 1 4',
  'Balde MG null false buyer_kind_unknown 1 3',
  'Balde null 1 false no_place 1 2',
  'Balde MG 1 false no_place 1 1',
]

test('what was sold without a rule is told, the most valuable first', async () => {
  assert.deepEqual(await listed(), WITHOUT_RULES)
  const [first] = await data(server, 'GET', `/tax-rules/coverage?${PERIOD}`)
  assert.deepEqual(first, {
    product: { id: ids['drill'], name: 'Furadeira', fk_id: 'F-1' },
    ncm: '82079000',
    cest: '0800100',
    destination_state: 'BA',
    ie_kind: 1,
    final_consumer: false,
    code: 'no_rule',
    orders: 1,
    value: 400,
  })
})

test('it is narrowed to a state, also from page to page', async () => {
  const ofMinas = WITHOUT_RULES.filter((row) => row.includes(' MG '))
  assert.deepEqual(await listed(`${PERIOD}&destination_state=MG`), ofMinas)
  assert.deepEqual(await listed(`${PERIOD}&destination_state=AC`), [])
  const path = `/tax-rules/coverage?${PERIOD}&destination_state=MG&limit=4&pagination=cursor`
  const { body } = await succeed(server, 'GET', path)
  const next = `/tax-rules/coverage?cursor=${body.next_cursor}`
  const rest = await data(server, 'GET', next)
  assert.deepEqual([body.data.length, rest.length], [4, ofMinas.length - 4])
  const { status, body: refused } = await server.send('GET', `${next}&destination_state=BA`)
  assert.deepEqual([status, refused.code], [400, 'invalid_cursor'])
  const unknown = await server.send('GET', '/tax-rules/coverage?destination_state=XX')
  assert.equal(unknown.status, 400)
  assert.equal(unknown.body.errors[0].parameter, 'destination_state')
})

test('it comes in pages', async () => {
  const answer = await succeed(server, 'GET', `/tax-rules/coverage?${PERIOD}&limit=3&page=2`)
  const { data: rows, pagination } = answer.body
  assert.deepEqual(
    rows.map(({ value }: { value: number }) => value),
    [7, 4, 3],
  )
  assert.partialDeepStrictEqual(pagination, { page: 2, total: 8, totalPages: 3, hasNext: true })
  assert.match(pagination.links.next, /from=2026-11-01.*page=3/)
  assert.deepEqual(await data(server, 'GET', `/tax-rules/coverage?${PERIOD}&page=9`), [])
})

test('it comes by cursors, which are enough alone', async () => {
  const first = `/tax-rules/coverage?${PERIOD}&limit=3&pagination=cursor`
  const values: number[] = []
  let next: string | null = first
  while (next !== null) {
    const { body }: { body: { data: { value: number }[]; next_cursor: string | null } } =
      await succeed(server, 'GET', next)
    values.push(...body.data.map(({ value }) => value))
    next = body.next_cursor && `/tax-rules/coverage?cursor=${body.next_cursor}`
  }
  assert.deepEqual(values, [400, 175, 9, 7, 4, 3, 2, 1])
  const { next_cursor: cursor } = (await succeed(server, 'GET', first)).body
  const other = await server.send('GET', `/tax-rules/coverage?cursor=${cursor}&from=2026-10-01`)
  assert.deepEqual([other.status, other.body.code], [400, 'invalid_cursor'])
})

test('rules cover what they hold for, on the day that is asked', async () => {
  const rule = { kind: 'icms', cst: '00', icms_rate: 12, valid_from: '2026-01-01' }
  const bonus = { ...rule, name: 'Bonus', id_operation: ids['bonus'], valid_to: '2026-12-31' }
  await make('bonus rule', '/tax-rules', bonus)
  // The order with both has the sale still, and counts once.
  assert.ok((await listed()).includes('Furadeira MG 1 false no_rule 3 125'))
  await make('tools', '/tax-rules', {
    ...rule,
    name: 'Tools',
    cest: '0800100',
    destination_states: ['BA', 'MG'],
    origin_states: ['SP'],
    valid_to: '2026-12-31',
  })
  const left = ['Furadeira MG 1 false no_rule 1 5', ...WITHOUT_RULES.slice(5)]
  const covered = await listed()
  assert.deepEqual(
    covered.filter((row) => row.startsWith('Furadeira')),
    left.slice(0, 1),
  )
  assert.deepEqual(await listed(PERIOD.replace('2026-11-27', '2027-01-01')), WITHOUT_RULES)
  await make('any', '/tax-rules', { ...rule, name: 'Any', scope: 'interstate' })
  assert.deepEqual(await listed(), WITHOUT_RULES.slice(5))
  for (const name of ['bonus rule', 'tools', 'any'])
    await succeed(server, 'DELETE', `/tax-rules/${ids[name]}`)
})

test('who is restricted gets what was sold in their own orders', async () => {
  const only = { id_branch_company: [ids['south']] }
  const scopes = ['taxes:read']
  const { token } = await data(server, 'POST', '/tokens', { name: 'Curitiba', scopes, only })
  assert.deepEqual(await listed(PERIOD, { token }), ['Furadeira MG 1 false no_rule 1 5'])
})

test('without days it is of the last ninety; what can’t be is refused', async () => {
  assert.ok(Array.isArray(await data(server, 'GET', '/tax-rules/coverage')))
  const refused = async (query: string) => {
    const { status, body } = await server.send('GET', `/tax-rules/coverage?${query}`)
    assert.equal(status, 400)
    return body.errors.map(({ parameter, code }: Body) => `${parameter} ${code}`)
  }
  assert.deepEqual(await refused('from=2026-11-02&to=2026-11-01'), ['from empty_range'])
  assert.deepEqual(await refused('from=yesterday'), ['from format'])
  const many = Array.from({ length: 12 }, (_, i) => ({
    id_customer: ids['shop'],
    id_order_status: ids['approved'],
    date: '2025-05-05',
    fk_id: `many-${i}`,
  }))
  for (const order of [...many, ...many.map((one) => ({ ...one, fk_id: `${one.fk_id}-2` }))])
    await succeed(server, 'POST', '/orders', order)
  assert.deepEqual(await refused('from=2025-05-01&to=2025-05-31'), ['from too_many_orders'])
})

test('rules that end soon are found', async () => {
  const rule = { kind: 'icms', cst: '00', icms_rate: 12 }
  await make('soon', '/tax-rules', { ...rule, name: 'Soon', ncm: '11', valid_to: '2026-12-31' })
  await make('later', '/tax-rules', { ...rule, name: 'Later', ncm: '12', valid_to: '2027-06-30' })
  await make('open', '/tax-rules', { ...rule, name: 'Open', ncm: '13' })
  await make('gone', '/tax-rules', { ...rule, name: 'Gone', ncm: '14', valid_to: '2026-12-31' })
  await succeed(server, 'DELETE', `/tax-rules/${ids['gone']}`)
  const found = async (query: string) =>
    (await data(server, 'GET', `/tax-rules?${query}`)).map(({ name }: { name: string }) => name)
  const range = 'valid_to_from=2026-11-27&valid_to_to=2027-01-26'
  assert.deepEqual(await found(`${range}&active=true`), ['Soon'])
  // Those of the tests before are inactive, too.
  assert.deepEqual(await found(`${range}&active=false`), ['Bonus', 'Tools', 'Gone'])
  assert.deepEqual(await found('valid_to_from=2027-01-01'), ['Later'])
  const { status, body } = await server.send(
    'GET',
    '/tax-rules?valid_to_from=2027-01-02&valid_to_to=2027-01-01',
  )
  assert.deepEqual([status, body.errors[0].parameter], [400, 'valid_to_from'])
})
