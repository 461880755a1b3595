import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../../harness.ts'
import { bringIn, importerOf } from '../../support/files/imports.ts'
import { assertConsistent, data, problemOf, succeed } from '../../support/orders.ts'
import { type Sample, sample } from '../../support/sample.ts'

// A status into which orders come only if their invoices would be right.

let server: Server
let ids: Sample
let checked: number
let good: number
let bad: number
before(async () => {
  server = await startServer()
  ids = await sample(server)
  const regimes = [{ since: '2024-01-01', crt: 3, ibs_cbs_regime: 'regular' }]
  await data(server, 'PATCH', `/branch-companies/${ids.branch_company}`, { state: 'SP', regimes })
  const buyer = { document: '11222333000181', ie_kind: 1, ie: '9012345688' }
  await data(server, 'PATCH', `/customers/${ids.customer}`, buyer)
  await data(server, 'PATCH', `/products/${ids.product}`, { ncm: '09012100', unit: 'PC' })
  good = ids.product
  bad = (await data(server, 'POST', '/products', { name: 'Sem NCM', price: 5 })).id
  const status = await data(server, 'POST', '/order-statuses', {
    name: 'Conferido',
    requires_check: true,
  })
  assert.equal(status.requires_check, true)
  checked = status.id
  const draft = ids.statuses['Draft']
  const { next } = await data(server, 'GET', `/order-statuses/${draft}`)
  await data(server, 'PATCH', `/order-statuses/${draft}`, { next: [...next, checked] })
  // The first status that requires it does so within two seconds.
  const asked = { body: orderOf(bad, there()) }
  while ((await server.send('POST', '/orders/preview', asked)).status !== 409)
    await new Promise(setImmediate)
})
after(async () => {
  await assertConsistent(server)
  await server.close()
})

type Body = Record<string, unknown>

const orderOf = (id_item: number, more: Body = {}): Body => ({
  id_customer: ids.customer,
  id_branch_company: ids.branch_company,
  id_address: ids.address,
  items: [{ id_item, quantity: 1, price: 10 }],
  ...more,
})
const create = (id_item: number, more: Body = {}) =>
  data(server, 'POST', '/orders', orderOf(id_item, more))
const there = () => ({ id_order_status: checked })
const LACKING = [409, 'invoice_check_failed', ['/items/0/product/ncm invoice_check']]
const refused = async (method: string, path: string, body: Body, headers = {}) =>
  problemOf(await server.send(method, path, { body, headers }))

test('an order moves there once its invoice would be right, by whatever way', async () => {
  const order = await create(bad, { fk_id: 'RC-1' })
  const path = `/orders/${order.id}`
  for (const at of [path, '/orders/fk_id/RC-1'])
    assert.deepEqual(await refused('PATCH', at, there()), LACKING)
  for (const at of ['changes', 'preview'])
    assert.deepEqual(await refused('POST', `${path}/${at}`, there()), LACKING)
  const put = orderOf(bad, there())
  assert.deepEqual(await refused('PUT', '/orders/fk_id/RC-1', put), LACKING)
  const keyed = { 'idempotency-key': 'rc-1' }
  assert.deepEqual(await refused('PATCH', path, there(), keyed), LACKING)
  assert.deepEqual(await data(server, 'GET', path), order)

  const { body } = await server.send('PATCH', path, { body: there() })
  assert.deepEqual(body.meta.findings, [
    { code: '777', rule: 'I05-10', pointer: '/items/0/product/ncm' },
  ])
  assert.match(body.errors[0].detail, /^777: /)
  const item = { change: [{ id: order.items[0].id, id_item: good }] }
  const moved = await data(server, 'POST', `${path}/changes`, { ...there(), items: item })
  assert.equal(moved.status.id, checked)
  const later = await data(server, 'PATCH', path, { observations: 'x' })
  assert.equal(later.status.id, checked)
})

test('refusals are told in the language of who asks', async () => {
  const { id } = await create(bad)
  const headers = { 'accept-language': 'pt-BR' }
  const { body } = await server.send('PATCH', `/orders/${id}`, { body: there(), headers })
  assert.equal(body.title, 'A nota seria rejeitada')
  assert.match(body.errors[0].detail, /^777: Falta o NCM/)
})

test('a new order comes there the same way', async () => {
  assert.deepEqual(await refused('POST', '/orders', orderOf(bad, there())), LACKING)
  assert.deepEqual(await refused('POST', '/orders/preview', orderOf(bad, there())), LACKING)
  const keyed = { 'idempotency-key': 'rc-2' }
  assert.deepEqual(await refused('POST', '/orders', orderOf(bad, there()), keyed), LACKING)
  const put = orderOf(bad, there())
  assert.deepEqual(await refused('PUT', '/orders/fk_id/RC-NEW', put), LACKING)
  const missing = await server.send('GET', '/orders/fk_id/RC-NEW')
  assert.equal(missing.status, 404)
  const made = await create(good, there())
  assert.equal(made.status.id, checked)
  await data(server, 'POST', '/orders/preview', orderOf(good, there()))
})

const WRONG = 'refused /items/0/product/ncm invoice_check'

test('of several orders those that fail are refused, and the others written', async () => {
  await create(bad, { fk_id: 'RC-B1' })
  await create(good, { fk_id: 'RC-B2' })
  const bulk = async (lines: Body[]) => {
    const body = lines.map((line) => JSON.stringify(line)).join('\n')
    const headers = { 'content-type': 'application/x-ndjson' }
    const { text } = await server.send('POST', '/bulk/orders?mode=patch', { body, headers })
    const results = text.trim().split('\n').slice(0, lines.length)
    return results.map((line) => {
      const { status, errors } = JSON.parse(line)
      return errors?.length ? `${status} ${errors[0].pointer} ${errors[0].code}` : status
    })
  }
  const moves = ['RC-B1', 'RC-B2'].map((fk_id) => ({ fk_id, ...there() }))
  const news = [bad, good].map((id_item, i) => ({
    ...orderOf(id_item, there()),
    fk_id: `RC-N${i}`,
  }))
  assert.deepEqual(await bulk([...moves, ...news]), [WRONG, 'updated', WRONG, 'created'])
  const statusOf = async (fk_id: string) =>
    (await data(server, 'GET', `/orders/fk_id/${fk_id}`)).status.id
  assert.notEqual(await statusOf('RC-B1'), checked)
  assert.equal(await statusOf('RC-B2'), checked)
  assert.equal(await statusOf('RC-N1'), checked)
  assert.equal((await server.send('GET', '/orders/fk_id/RC-N0')).status, 404)
  assert.deepEqual(await bulk(moves.slice(1)), ['unchanged'])
})

test('rows of a file come there as orders do', async () => {
  await data(server, 'PATCH', `/products/${bad}`, { fk_id: 'no-ncm' })
  await data(server, 'PATCH', `/order-statuses/${checked}`, { fk_id: 'checked' })
  const importer = importerOf(server)
  try {
    const file = `Pedido;Cliente;Situação;Produto;Quantidade;Filial (id)
RC-F1;aurora;checked;no-ncm;1;${ids.branch_company}
RC-F2;aurora;checked;cafe;1;${ids.branch_company}
`
    const { done } = await bringIn(server, importer, 'orders', file)
    assert.deepEqual([done.counts.created, done.counts.refused], [1, 1], JSON.stringify(done))
    assert.match(done.first_faults[0].detail, /777/)
  } finally {
    await importer.close()
  }
})

test('who is there already stays, and a status that requires it no more takes all', async () => {
  const { id } = await create(good, there())
  const path = `/orders/${id}`
  const { items } = await data(server, 'GET', path)
  await data(server, 'PATCH', `${path}/items/${items[0].id}`, { id_item: bad })
  await data(server, 'PATCH', path, { observations: 'y' })
  await succeed(server, 'PATCH', `/order-statuses/${checked}`, { requires_check: false })
  await create(bad, there())
  await succeed(server, 'PATCH', `/order-statuses/${checked}`, { requires_check: true })
  assert.deepEqual(await refused('POST', '/orders', orderOf(bad, there())), LACKING)
})
