import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { assertConsistent, data, makerOf } from '../support/orders.ts'

// The CFOP of a line where nobody sends one, and who is a final consumer where somebody says it: São Paulo sells.

type Body = Record<string, unknown>

let server: Server
const ids: Record<string, number> = {}
const make = makerOf(() => server, ids)

before(async () => {
  server = await startServer()
  const regimes = [{ since: '2020-01-01', crt: 3, ibs_cbs_regime: 'regular' }]
  await make('branch', '/branch-companies', { name: 'Matriz', state: 'SP', regimes })
  await makeProducts()
  await makeBuyers()
  await makeOperations()
  await makeRules()
})
after(async () => {
  await assertConsistent(server)
  await server.close()
})

const CHARGED = '0800100'
const RETAINED = '0800200'

async function makeProducts() {
  const products: Record<string, Body> = {
    bought: {},
    made: { own_production: true },
    charged: { cest: CHARGED },
    'charged, made': { cest: CHARGED, own_production: true },
    retained: { cest: RETAINED },
  }
  for (const [name, more] of Object.entries(products))
    await make(name, '/products', { name, price: 100, ncm: '82079000', ...more })
}

async function makeBuyers() {
  const buyer = async (name: string, ie_kind: number, address: Body) => {
    await make(name, '/customers', { name, ie_kind })
    await make(`${name} place`, `/customers/${ids[name]}/addresses`, { city: 'Centro', ...address })
  }
  for (const state of ['SP', 'MG', 'AM']) await buyer(state, 1, { state })
  await buyer('person in MG', 9, { state: 'MG' })
  await buyer('EX', 9, { country: 249 })
}

async function makeOperations() {
  const kinds = ['bonus', 'sample', 'consignment', 'future_delivery_bill', 'future_delivery_goods']
  for (const kind of [...kinds, 'other']) await make(kind, '/operations', { name: kind, kind })
  await make('own', '/operations', { name: 'own', cfop_inside: '5949', cfop_interstate: '6949' })
}

async function makeRules() {
  const rule = (name: string, more: Body) =>
    make(`rule ${name}`, '/tax-rules', { name, kind: 'icms', valid_from: '2026-01-01', ...more })
  const st = { ie_kinds: [1], final_consumer: false, cst: '10', margin: 45, st_rate: 18 }
  await rule('abroad', { cst: '41' })
  await rule('inside', { scope: 'inside', cst: '00', icms_rate: 18 })
  await rule('interstate', { scope: 'interstate', cst: '00' })
  await rule('ST inside', { ...st, cest: CHARGED, scope: 'inside', icms_rate: 18 })
  await rule('ST interstate', { ...st, cest: CHARGED, scope: 'interstate' })
  await rule('retained', { cest: RETAINED, cst: '60' })
  await rule('Manaus', { destination_states: ['AM'], cst: '40', cfop: '6110' })
}

const sale = (product: string, buyer: string, more: Body = {}, ofLine: Body = {}): Body => ({
  id_customer: ids[buyer],
  id_branch_company: ids['branch'],
  date: '2026-11-25T12:00:00-03:00',
  items: [{ id_item: ids[product], quantity: 10, ...ofLine }],
  ...more,
})
const create = (...of: Parameters<typeof sale>) => data(server, 'POST', '/orders', sale(...of))
const operated = (kind: string) => ({ id_operation: ids[kind] })

/** Goods, buyer, operation, and what follows: the usual operations of the table. */
const USUAL: [
  title: string,
  product: string,
  buyer: string,
  operation: string | null,
  cfop: string,
][] = [
  ['resale inside', 'bought', 'SP', null, '5102'],
  ['own production inside', 'made', 'SP', null, '5101'],
  ['resale interstate, contributor', 'bought', 'MG', null, '6102'],
  ['resale interstate, not a contributor', 'bought', 'person in MG', null, '6108'],
  ['own production interstate, not a contributor', 'made', 'person in MG', null, '6107'],
  ['resale inside, seller retains ST', 'charged', 'SP', null, '5403'],
  ['own production inside, seller retains ST', 'charged, made', 'SP', null, '5401'],
  ['resale interstate, seller retains ST', 'charged', 'MG', null, '6403'],
  ['resale inside, ST retained before', 'retained', 'SP', null, '5405'],
  ['resale interstate, ST retained before', 'retained', 'MG', null, '6404'],
  ['bonus inside', 'bought', 'SP', 'bonus', '5910'],
  ['bonus interstate', 'bought', 'MG', 'bonus', '6910'],
  ['sample', 'bought', 'SP', 'sample', '5911'],
  ['consignment', 'bought', 'MG', 'consignment', '6917'],
  ['future delivery, bill', 'bought', 'SP', 'future_delivery_bill', '5922'],
  ['future delivery, goods', 'bought', 'SP', 'future_delivery_goods', '5117'],
  ['Manaus free zone, resale, by its rule', 'bought', 'AM', null, '6110'],
  ['abroad, resale', 'bought', 'EX', null, '7102'],
  ['other', 'bought', 'MG', 'other', '6949'],
  ['by the operation’s own CFOP', 'bought', 'MG', 'own', '6949'],
]

for (const [title, product, buyer, operation, cfop] of USUAL) {
  test(`the CFOP of ${title}`, async () => {
    const order = await create(product, buyer, operation === null ? {} : operated(operation))
    assert.equal(order.items[0].cfop, cfop)
  })
}

test('a CFOP goes with the order, one that was given stays, and null is the first again', async () => {
  const { id, items } = await create('bought', 'SP')
  const path = `/orders/${id}`
  const line = `${path}/items/${items[0].id}`
  const cfopAfter = async (at: string, body: Body) =>
    (await data(server, 'PATCH', at, body)).items[0].cfop
  assert.equal(await cfopAfter(path, { id_customer: ids['MG'] }), '6102')
  assert.equal(await cfopAfter(path, operated('bonus')), '6910')
  assert.equal(await cfopAfter(line, { cfop: '6949' }), '6949')
  assert.equal(await cfopAfter(path, { id_customer: ids['SP'] }), '6949')
  assert.equal(await cfopAfter(line, { cfop: null }), '5910')
  assert.equal(await cfopAfter(line, operated('sample')), '5911')
  assert.equal(await cfopAfter(line, { quantity: 3 }), '5911')
  const put = { ...sale('bought', 'MG'), fk_id: 'CFOP-1' }
  const made = await data(server, 'PUT', '/orders/fk_id/CFOP-1', put)
  assert.equal(made.items[0].cfop, '6102')
  const same = await data(server, 'PUT', '/orders/fk_id/CFOP-1', put)
  assert.deepEqual(same, made)
})

test('a preview and a bulk request say the same CFOP', async () => {
  const previewed = await data(server, 'POST', '/orders/preview', sale('charged', 'MG'))
  assert.equal(previewed.items[0].cfop, '6403')
  const { id } = await create('charged', 'SP', { fk_id: 'CFOP-2' })
  const moved = await data(server, 'POST', `/orders/${id}/preview`, { id_customer: ids['MG'] })
  assert.equal(moved.items[0].cfop, '6403')
  const line = JSON.stringify({ fk_id: 'CFOP-2', id_customer: ids['MG'] })
  const headers = { 'content-type': 'application/x-ndjson' }
  const answer = await server.send('POST', '/bulk/orders?mode=patch', { body: line, headers })
  assert.equal(answer.status, 200, answer.text)
  const order = await data(server, 'GET', `/orders/${id}`)
  assert.equal(order.items[0].cfop, '6403')
})

test('where the ICMS is sent, and where nothing is worked out, there is no CFOP', async () => {
  const sent = await create('bought', 'MG', {}, { aliq_icms: 12 })
  assert.equal(sent.items[0].cfop, null)
  const { id_branch_company: _, ...nowhere } = sale('bought', 'MG')
  assert.equal((await data(server, 'POST', '/orders', nowhere)).items[0].cfop, null)
})

test('a final consumer is who is said to be one, and taxes follow', async () => {
  const order = await create('charged', 'MG')
  const path = `/orders/${order.id}`
  const taxesOf = ({ taxes_total }: { taxes_total: object }) => Object.keys(taxes_total)
  assert.deepEqual(taxesOf(order), ['icms', 'icms_st'])
  const own = await data(server, 'PATCH', path, { final_consumer: true })
  assert.deepEqual([taxesOf(own), own.total_value, own.items[0].cfop], [['icms'], 1000, '6102'])
  const other = await create('charged', 'MG', { final_consumer: true })
  assert.deepEqual([taxesOf(other), other.total_value], [['icms'], 1000])
  const back = await data(server, 'PATCH', path, { final_consumer: null })
  assert.deepEqual([back.total_value, back.items[0].cfop], [order.total_value, '6403'])
  const resold = await data(server, 'PATCH', path, { final_consumer: false })
  assert.equal(resold.total_value, order.total_value)
})

test('goods that are not sold have no difference of rates, whoever says so', async () => {
  const difal = { kind: 'icms', valid_from: '2026-01-01', name: 'DIFAL', cst: '00', difal_rate: 18 }
  await make('DIFAL', '/tax-rules', { ...difal, destination_states: ['MG'], ie_kinds: [9] })
  const order = await create('bought', 'person in MG')
  assert.deepEqual(Object.keys(order.taxes_total), ['difal', 'icms'])
  const line = `/orders/${order.id}/items/${order.items[0].id}`
  const given = await data(server, 'PATCH', line, { cfop: '6910' })
  assert.deepEqual(Object.keys(given.taxes_total), ['icms'])
  const again = await data(server, 'PATCH', line, { cfop: null })
  assert.deepEqual(again.taxes_total, order.taxes_total)
})
