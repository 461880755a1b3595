import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Server, startServer } from '../../harness.ts'
import { assertConsistent, data, problemOf, succeed, toCents } from '../../support/orders.ts'
import { type OracleOrder, workedOut } from './oracle.ts'

// Taxes that rules work out while writers meet, rules change and years end: every sum is the oracle's.

type Body = Record<string, unknown>
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever comes
type Order = any

const WRITERS = 16
const MARGIN = 45

let server: Server
let rule = 0
before(async () => {
  server = await startServer()
  const make = (path: string, body: Body) => data(server, 'POST', path, body)
  const regimes = [{ since: '2020-01-01', crt: 3, ibs_cbs_regime: 'regular' }]
  await make('/branch-companies', { name: 'Matriz', fk_id: '01', state: 'SP', regimes })
  await make('/products', { name: 'Furadeira', fk_id: 'tool', price: 83.9, cest: '0800100' })
  await make('/customers', { name: 'Ferragens Horizonte', fk_id: 'shop', ie_kind: 1 })
  await make('/customers/shop/address', { state: 'MG', city: 'Belo Horizonte' })
  await make('/freight-types', { name: 'Por conta do cliente', fk_id: 'charged', charged: true })
  await make('/payment-types', { name: '30/60/90', fk_id: '30/60/90', terms: '30/60/90' })
  const st = { ie_kinds: [1], final_consumer: false, cst: '10', margin: MARGIN, st_rate: 18 }
  const valid = { valid_from: '2026-01-01' }
  const named = { name: 'ST', kind: 'icms', cest: '0800100', ...valid, ...st }
  rule = (await make('/tax-rules', { ...named, destination_states: ['MG'] })).id
  await make('/tax-rules', { name: 'IBS', kind: 'ibs_cbs', class: '000001', ...valid })
})
after(async () => {
  await assertConsistent(server)
  await server.close()
})

const line = (fk_id: string, quantity: number, price = 83.9) => ({
  fk_id_item: 'tool',
  fk_id,
  quantity,
  price,
})
const sale = (more: Body = {}): Body => ({
  fk_id_customer: 'shop',
  fk_id_branch_company: '01',
  fk_id_freight_type: 'charged',
  fk_id_payment_type: '30/60/90',
  freight_value: 37.5,
  insurance_value: 3.33,
  discount_percentage: 7.5,
  date: '2026-11-25T12:00:00-03:00',
  items: [line('a', 12), line('b', 7, 19.99), line('c', 3, 0.07)],
  ...more,
})

/** What the oracle makes of an order as it is shown. */
function expectedOf(order: Order, margin: number) {
  const { freight, insurance_value, other_expenses, discount_percentage, items } = order
  const st = { cst: '10', csosn: '202', st_rate: 18, margin }
  const asked: OracleOrder = {
    date: order.tax_date ?? order.date.slice(0, 10),
    baseHasShares: true,
    discount: { percentage: String(discount_percentage) },
    freight: String(freight?.value ?? 0),
    insurance: String(insurance_value),
    others: String(other_expenses),
    seller: { state: 'SP', crt: 3, regime: 'regular', paysIpi: false, credit: undefined },
    buyer: { state: 'MG', kind: 1 },
    rates: { ibs_uf: 0.05, ibs_mun: 0.05 },
    items: items.map(({ quantity, price }: Record<string, number>) => ({
      quantity: String(quantity),
      price: String(price),
      discount: undefined,
      origin: 0,
      isSold: true,
      icms: st,
      ipi: undefined,
      reform: {},
      given: [],
    })),
    terms: { lines: [{}, {}, {}], remainder: 'last', taxes_in_first: false },
  }
  const found = workedOut(asked)
  assert.ok(found)
  return found
}

/** Every sum of an order is that of its lines, and each of them the oracle's. */
function assertRight(order: Order, margin = MARGIN): void {
  const expected = expectedOf(order, margin)
  const totals = order.items.map((item: Record<string, number>) => toCents(item['line_total'] ?? 0))
  assert.deepEqual(
    totals,
    expected.lines.map(({ lineTotal }) => lineTotal),
  )
  assert.equal(toCents(order.total_value), expected.total)
  const parts = order.installments.map(({ amount }: { amount: number }) => toCents(amount))
  assert.deepEqual(parts, expected.installments ?? [])
}

test('16 writers of one order leave no wrong sum in any version, and lose no line', async () => {
  const { id } = await data(server, 'POST', '/orders', sale({ fk_id: 'SHARED' }))
  const path = `/orders/${id}`
  const kept = new Map<string, number>([
    ['a', 12],
    ['b', 7],
    ['c', 3],
  ])
  let writes = 1
  const write = async (...request: [string, string, Body?]) => {
    writes++
    await succeed(server, ...request)
  }
  const writer = async (w: number) => {
    for (let i = 0; i < 3; i++) {
      const code = `${w}-${i}`
      const at = `/orders/fk_id/SHARED/items/fk_id/${code}`
      await write('POST', `${path}/items`, line(code, w + 1, 10 + w / 100))
      if (i === 1) await write('PATCH', path, { freight_value: w + i / 100 })
      if (i === 2) await write('PATCH', path, { discount_percentage: w / 4 + 0.01 })
      if (i === 1 && w % 2) await write('DELETE', at)
      else {
        await write('PATCH', at, { quantity: w + 2.5 })
        kept.set(code, w + 2.5)
      }
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, w) => writer(w)))
  const order = await data(server, 'GET', path)
  const found = order.items.map(({ fk_id, quantity }: Order) => [fk_id, quantity])
  assert.deepEqual(new Map(found), kept)
  assert.equal(found.length, kept.size)
  let seen = 0
  for (let query: string | null = 'limit=100'; query !== null; ) {
    const { body } = await succeed(server, 'GET', `${path}/history?${query}`)
    for (const version of body.data) assertRight(version.data)
    seen += body.data.length
    query = body.next_cursor && `cursor=${body.next_cursor}`
  }
  assert.equal(seen, writes)
})

test('a rule that is changed while orders are written changes none that there is', async () => {
  const stored: Order[] = []
  for (let i = 0; i < 8; i++) stored.push(await data(server, 'POST', '/orders', sale()))
  const made: Order[] = []
  let isOver = false
  const creating = async (w: number) => {
    for (let i = 0; !isOver || i < 3; i++) {
      made.push(await data(server, 'POST', '/orders', sale()))
      const { id } = stored[w % stored.length]
      await succeed(server, 'PATCH', `/orders/${id}`, { observations: `${w}.${i}` })
    }
  }
  const editing = async () => {
    for (let i = 1; i <= 20; i++)
      await succeed(server, 'PATCH', `/tax-rules/${rule}`, { margin: MARGIN + i })
    isOver = true
  }
  await Promise.all([editing(), ...Array.from({ length: WRITERS / 2 }, (_, w) => creating(w))])

  for (const order of made) {
    const [, version] = /^rule:\d+@(\d+)$/.exec(order.items[0].taxes[0].origin) ?? []
    const { margin } = await data(server, 'GET', `/tax-rules/${rule}/versions/${version}`)
    assertRight(order, margin)
  }
  for (const before of stored) {
    const path = `/orders/${before.id}`
    const now = await data(server, 'GET', path)
    assert.deepEqual([now.items, now.total_value], [before.items, before.total_value])
    const { order, diff } = await data(server, 'POST', `${path}/recalculate`)
    assertRight(order, MARGIN + 20)
    const moved = diff.items.changed.length
    assert.ok(moved > 0 && order.total_value > before.total_value)
    await assertExplained(path, order)
  }
  await succeed(server, 'PATCH', `/tax-rules/${rule}`, { margin: MARGIN })
})

/** The operations' values and the taxes that are explained come to the order's total, to the cent. */
async function assertExplained(path: string, order: Order): Promise<void> {
  const why = await data(server, 'GET', `${path}/taxes`)
  let sum = 0n
  for (const [i, { op, taxes }] of why.items.entries()) {
    sum += toCents(op)
    for (const { tax, value, same_as_stored, steps } of taxes) {
      assert.equal(same_as_stored, true)
      assert.equal(steps.at(-1).value, value)
      const { effect } = order.items[i].taxes.find((one: Body) => one['tax'] === tax)
      sum += BigInt(effect) * toCents(value)
    }
  }
  assert.equal(sum, toCents(order.total_value))
}

test('an order of December invoiced in January asks for the total that its preview shows', async () => {
  const body = sale({ date: '2026-12-28T12:00:00-03:00', fk_id_order_status: 'picking' })
  const order = await data(server, 'POST', '/orders', body)
  assertRight(order)
  const path = `/orders/${order.id}`
  const day = { tax_date: '2027-01-04' }
  const preview = await data(server, 'POST', `${path}/preview`, day)
  assertRight(preview)
  assert.notEqual(preview.total_value, order.total_value)
  const move = { fk_id_order_status: 'invoiced', ...day }
  const refused = await server.send('PATCH', path, { body: move })
  assert.deepEqual(problemOf(refused), [409, 'total_moves_with_date', []])
  const { total_value, total_value_then } = refused.body.meta
  assert.deepEqual([total_value, total_value_then], [order.total_value, preview.total_value])
  const done = await data(server, 'PATCH', path, { ...move, accept_total: total_value_then })
  assert.deepEqual(
    [done.total_value, done.items, done.installments],
    [preview.total_value, preview.items, preview.installments],
  )
})

test('the database refuses taxes and discounts that do not add up, whoever writes', async () => {
  const taxes = [
    { tax: 'icms_deson', value: 1, reason: '9', deducts: true },
    { tax: 'fcp_st', base: 100, rate: 2 },
  ]
  const items = [{ ...line('a', 12), taxes }, line('b', 7)]
  const body = sale({ items, discount_percentage: undefined, discount_value: 100 })
  const order = await data(server, 'POST', '/orders', body)
  const ofItem = sql`where account_id = ${server.account_id} and id = ${order.items[0].id}`
  const ofOrder = sql`where account_id = ${server.account_id} and id = ${order.id}`
  for (const [statement, constraint] of [
    [sql`update order_items set outside_other = outside_other + 0.01 ${ofItem}`, /taxes_add_up/],
    [sql`update order_items set outside_other = 0 ${ofItem}`, /taxes_add_up/],
    [sql`update order_items set taxes = '[]' ${ofItem}`, /taxes_add_up/],
    [sql`update order_items set taxes = taxes - 0 ${ofItem}`, /taxes_add_up/],
    [
      sql`update order_items set taxes = jsonb_set(taxes, '{0,value}', '7') ${ofItem}`,
      /taxes_add_up/,
    ],
    [
      sql`update order_items set taxes = jsonb_set(taxes, '{0,value}', '7'), outside_other = outside_other + 1 ${ofItem}`,
      /taxes_add_up|total/,
    ],
    [sql`update order_items set outside_other = 0, taxes = '[]' ${ofItem}`, /total/],
    [
      sql`update orders set discount_value = discount_value + 5000, total_value = total_value - 5000 ${ofOrder}`,
      /discount|total|instalments/,
    ],
  ] as const) {
    await assert.rejects(statement.execute(server.db), constraint)
  }
  assert.deepEqual(await data(server, 'GET', `/orders/${order.id}`), order)
})
