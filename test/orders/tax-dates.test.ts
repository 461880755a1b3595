import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { today } from '../../src/base/values/date-time.ts'
import { type Server, startServer } from '../harness.ts'
import { assertConsistent, data, problemOf, succeed } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'

// The day that decides what taxes add to an order's total, and the move in which it is invoiced.

let server: Server
let ids: Sample
const statuses = new Map<string, number>()
before(async () => {
  server = await startServer()
  ids = await sample(server)
  const all = await data(server, 'GET', '/order-statuses')
  for (const { fk_id, id } of all) statuses.set(fk_id, id)
})
after(async () => {
  await assertConsistent(server)
  await server.close()
})

type Body = Record<string, unknown>

const create = (taxes: Body[], more: Body = {}) =>
  data(server, 'POST', '/orders', {
    id_customer: ids.customer,
    items: [{ id_item: ids.product, quantity: 1, price: 1000, taxes }],
    ...more,
  })

/** The rates of 2027 are not published: these are as they may be. */
const reform = [
  { tax: 'icms', code: '00', rate: 18 },
  { tax: 'cbs', rate: 8.7 },
  { tax: 'ibs_uf', rate: 0.05 },
  { tax: 'ibs_mun', rate: 0.05 },
]

/** As far as it can be invoiced. */
async function picked(taxes: Body[], more: Body = {}): Promise<string> {
  const { id } = await create(taxes, more)
  for (const status of ['open', 'approved', 'picking']) {
    await data(server, 'PATCH', `/orders/${id}`, { id_order_status: statuses.get(status) })
  }
  return `/orders/${id}`
}

const invoice = (path: string, more: Body = {}) =>
  server.send('PATCH', path, { body: { id_order_status: statuses.get('invoiced'), ...more } })

/** The time zone of accounts that say nothing. */
const todayHere = async () => today((await data(server, 'GET', '/account')).time_zone)

test('the tax date decides what is added, and follows delivery and date where none is sent', async () => {
  const order = await create(reform, { date: '2026-12-28T12:00:00Z' })
  assert.equal(order.tax_date, null)
  assert.equal(order.total_value, 1000)
  const path = `/orders/${order.id}`
  const later = await data(server, 'PATCH', path, { tax_date: '2027-01-04' })
  assert.equal(later.tax_date, '2027-01-04')
  assert.equal(later.total_value, 1072.16)
  assert.equal((await data(server, 'PATCH', path, { tax_date: null })).total_value, 1000)
  const delivered = await data(server, 'PATCH', path, { delivery_date: '2027-01-05' })
  assert.equal(delivered.total_value, 1072.16)
  const wrong = await server.send('PATCH', path, { body: { tax_date: '2027-02-30' } })
  assert.deepEqual(problemOf(wrong), [422, 'validation_failed', ['/tax_date format']])
  const check = await succeed(server, 'GET', `${path}/invoice-check`)
  assert.equal(check.body.tax_date, '2027-01-05')
})

test('what each tax comes to is a sum of the lines', async () => {
  const body = {
    id_customer: ids.customer,
    items: [
      { id_item: ids.product, quantity: 1, price: 100, aliq_ipi: 5, aliq_icms: 18 },
      { id_item: ids.product, quantity: 1, price: 50, taxes: [{ tax: 'icms', rate: 12 }] },
      { id_item: ids.product, quantity: 1, price: 50, taxes: [{ tax: 'pis', rate: 1.65 }] },
    ],
  }
  const expected = { ipi: 5, icms: 24, pis: 0.83 }
  const order = await data(server, 'POST', '/orders', body)
  assert.deepEqual(order.taxes_total, expected)
  assert.deepEqual((await data(server, 'POST', '/orders/preview', body)).taxes_total, expected)
  const listed = await succeed(server, 'GET', `/orders?fields=id,taxes_total&sort=-id&limit=1`)
  assert.deepEqual(listed.body.data, [{ id: order.id, taxes_total: expected }])
  const bare = { id_customer: ids.customer, items: [{ id_item: ids.product, quantity: 1 }] }
  assert.deepEqual((await data(server, 'POST', '/orders', bare)).taxes_total, {})
  assert.deepEqual((await data(server, 'POST', '/orders/preview', bare)).taxes_total, {})
})

test('a tax that there is not on the new day is never left out in silence', async () => {
  const pis = [{ tax: 'pis', rate: 1.65 }]
  const order = await create(pis, { tax_date: '2026-12-28' })
  const path = `/orders/${order.id}`
  const refusedBy = async (method: 'PATCH' | 'POST', to: string, body: Body) =>
    problemOf(await server.send(method, to, { body }))
  const moved = { tax_date: '2027-01-04' }
  const expected = [422, 'validation_failed', ['/tax_date tax_closed']]
  assert.deepEqual(await refusedBy('PATCH', path, moved), expected)
  assert.deepEqual(await refusedBy('POST', `${path}/changes`, moved), expected)
  const copy = { id_item: ids.product, quantity: 1, copy_of: order.items[0].id }
  const copied = { id_customer: ids.customer, ...moved, items: [copy] }
  assert.deepEqual(await refusedBy('POST', '/orders', copied), [
    422,
    'validation_failed',
    ['/items/0 tax_closed'],
  ])
  assert.deepEqual((await data(server, 'GET', path)).taxes_total, { pis: 16.5 })
})

test('an order of December that is invoiced in January asks for its new total', async () => {
  const path = await picked(reform, { date: '2026-12-28T12:00:00Z' })
  const day = { tax_date: '2027-01-04' }
  const refused = await invoice(path, day)
  assert.deepEqual(problemOf(refused), [409, 'total_moves_with_date', []])
  const { tax_date, total_value, total_value_then, closed } = refused.body.meta
  assert.deepEqual(
    [tax_date, total_value, total_value_then, closed],
    ['2027-01-04', 1000, 1072.16, []],
  )
  const stale = await invoice(path, { ...day, accept_total: 1072.15 })
  assert.deepEqual(problemOf(stale), [
    422,
    'validation_failed',
    ['/accept_total accept_total_stale'],
  ])
  const preview = { id_order_status: statuses.get('invoiced'), ...day, accept_total: 1072.16 }
  const shown = await data(server, 'POST', `${path}/preview`, preview)
  const done = await invoice(path, { ...day, accept_total: 1072.16 })
  assert.equal(done.status, 200)
  const order = done.body.data
  assert.equal(order.total_value, 1072.16)
  assert.equal(shown.total_value, 1072.16)
  assert.equal(order.tax_date, '2027-01-04')
  assert.deepEqual(
    order.items[0].taxes.map(({ tax, effect }: Body) => [tax, effect]),
    [
      ['icms', 0],
      ['cbs', 1],
      ['ibs_uf', 1],
      ['ibs_mun', 1],
    ],
  )
  // Locked: the delivery may change, and the day of the taxes stays.
  const later = await data(server, 'PATCH', path, { delivery_date: '2026-12-01' })
  assert.equal(later.total_value, 1072.16)
  const other = await server.send('PATCH', path, { body: { tax_date: '2026-12-01' } })
  assert.deepEqual(problemOf(other).slice(0, 2), [409, 'order_locked'])
})

test('without another day it is invoiced today, and a total that stays is not asked for', async () => {
  const path = await picked([{ tax: 'icms', rate: 18 }], { date: '2026-02-03T12:00:00Z' })
  const done = await invoice(path)
  assert.equal(done.status, 200)
  assert.equal(done.body.data.tax_date, await todayHere())
  // An order without lists of taxes has no such day.
  const bare = await picked([])
  assert.equal((await invoice(bare)).body.data.tax_date, null)
})

test('taxes that there are not on the day are told, and go through where that is accepted', async () => {
  const taxes = [{ tax: 'pis', rate: 1.65 }]
  const path = await picked(taxes, { tax_date: '2026-12-28' })
  const day = { tax_date: '2027-01-04' }
  const { body } = await invoice(path, day)
  assert.equal(body.code, 'total_moves_with_date')
  assert.deepEqual(body.meta.closed, ['pis'])
  const done = await invoice(path, { ...day, accept_total: 1000 })
  assert.equal(done.status, 200)
  assert.equal(done.body.data.items[0].taxes[0].value, 16.5)
})

test('many orders at once, changes with items, and replacing are asked alike', async () => {
  const day = { tax_date: '2027-01-04', id_order_status: statuses.get('invoiced') }
  const bulk = await picked(reform, { date: '2026-12-28T12:00:00Z', fk_id: 'BULK' })
  const line = JSON.stringify({ fk_id: 'BULK', ...day })
  const answer = await server.send('POST', '/bulk/orders?mode=patch', {
    headers: { 'content-type': 'application/x-ndjson' },
    body: line,
  })
  assert.match(answer.text, /total_moves_with_date/)
  const changes = await server.send('POST', `${bulk}/changes`, { body: day })
  assert.equal(problemOf(changes)[1], 'total_moves_with_date')
  const whole = {
    id_customer: ids.customer,
    items: [{ id_item: ids.product, quantity: 1, price: 1000, taxes: reform }],
    date: '2026-12-28T12:00:00Z',
    ...day,
  }
  const replaced = await server.send('PUT', '/orders/fk_id/BULK', { body: whole })
  assert.equal(problemOf(replaced)[1], 'total_moves_with_date')
  const accepted = await server.send('PUT', '/orders/fk_id/BULK', {
    body: { ...whole, accept_total: 1072.16 },
  })
  assert.equal(accepted.body.data.total_value, 1072.16)
})

test('an account may not want to be asked, and chooses what taxes of new orders are levied on', async () => {
  const settings = await data(server, 'GET', '/account')
  assert.deepEqual([settings.confirm_moved_totals, settings.tax_base_includes_shares], [true, true])
  const plain = { confirm_moved_totals: false, tax_base_includes_shares: false }
  const changed = await data(server, 'PATCH', '/account', plain)
  assert.partialDeepStrictEqual(changed, plain)
  const path = await picked(reform, { date: '2026-12-28T12:00:00Z', discount_value: 100 })
  const [item] = (await data(server, 'GET', path)).items
  assert.equal(item.taxes[0].base, 1000)
  const done = await invoice(path, { tax_date: '2027-01-04' })
  assert.equal(done.body.data.total_value, 972.16)
  await data(server, 'PATCH', '/account', {
    confirm_moved_totals: true,
    tax_base_includes_shares: true,
  })
})
