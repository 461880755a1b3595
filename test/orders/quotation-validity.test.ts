import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { assertConsistent, data, problemOf, succeed } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'

// Quotations: statuses whose orders are valid for some days, and become sales until the last one.

const ZONE = 'Pacific/Kiritimati'
let server: Server
let ids: Sample
let quoted: number
before(async () => {
  server = await startServer()
  ids = await sample(server)
  await succeed(server, 'PATCH', '/account', { time_zone: ZONE })
  const next = [ids.statuses['Open'], ids.statuses['Cancelled'], ids.statuses['Draft']]
  const body = { name: 'Orçamento', fk_id: 'quoted', counts: false, quotation_days: 10, next }
  quoted = (await data(server, 'POST', '/order-statuses', body)).id
  const ofDraft = [quoted, ids.statuses['Open'], ids.statuses['Cancelled']]
  await succeed(server, 'PATCH', `/order-statuses/${ids.statuses['Draft']}`, { next: ofDraft })
})
after(() => server.close())

/** So many days after today in the account’s zone, which is a day ahead of most. */
function inDays(days: number): string {
  const day = new Date(Date.now() + days * 86_400_000)
  return day.toLocaleDateString('sv-SE', { timeZone: ZONE })
}
const create = (more: object = {}) =>
  data(server, 'POST', '/orders', { id_customer: ids.customer, ...more })
const validUntil = async (id: number) => (await data(server, 'GET', `/orders/${id}`)).valid_until
const toOpen = () => ({ id_order_status: ids.statuses['Open'] })
const LAPSED = [409, 'quotation_lapsed', ['/valid_until quotation_lapsed']]

test('a quotation is valid for the days of its status, from the day it is one', async () => {
  const created = await create({ id_order_status: quoted, fk_id: 'Q-1' })
  assert.equal(created.valid_until, inDays(10))
  const draft = await create()
  assert.equal(draft.valid_until, null)
  const moved = await data(server, 'PATCH', `/orders/${draft.id}`, { id_order_status: quoted })
  assert.equal(moved.valid_until, inDays(10))
  const longer = await create({ id_order_status: quoted, valid_until: inDays(30) })
  assert.equal(longer.valid_until, inDays(30))
  // Who writes the whole order need not know of it; null begins the days anew.
  const put = await data(server, 'PUT', '/orders/fk_id/Q-1', {
    id_customer: ids.customer,
    valid_until: inDays(2),
  })
  assert.equal(put.valid_until, inDays(2))
  await succeed(server, 'PUT', '/orders/fk_id/Q-1', {
    id_customer: ids.customer,
    observations: 'x',
  })
  assert.equal(await validUntil(created.id), inDays(2))
  await succeed(server, 'PATCH', `/orders/${created.id}`, { valid_until: null })
  assert.equal(await validUntil(created.id), inDays(10))
  const preview = await data(server, 'POST', '/orders/preview', {
    id_customer: ids.customer,
    id_order_status: quoted,
  })
  assert.equal(preview.order?.valid_until ?? preview.valid_until, inDays(10))
})

test('after its last day it becomes a sale by no door, unless a later day comes with it', async () => {
  const quotation = (more: object = {}) =>
    create({ id_order_status: quoted, valid_until: inDays(-1), ...more })
  const { id } = await quotation({ fk_id: 'late' })
  const whole = { id_customer: ids.customer, ...toOpen() }
  const attempts: [method: string, path: string, body: object][] = [
    ['PATCH', `/orders/${id}`, toOpen()],
    ['PUT', '/orders/fk_id/late', whole],
    ['POST', `/orders/${id}/changes`, toOpen()],
  ]
  for (const [method, path, body] of attempts)
    assert.deepEqual(
      problemOf(await server.send(method, path, { body })),
      LAPSED,
      `${method} ${path}`,
    )
  const { text } = await server.send('POST', '/bulk/orders?mode=patch', {
    body: JSON.stringify({ fk_id: 'late', ...toOpen() }),
    headers: { 'content-type': 'application/x-ndjson' },
  })
  assert.match(text, /"quotation_lapsed"/)
  assert.equal((await data(server, 'GET', `/orders/${id}`)).status.id, quoted)

  const taken = { ...toOpen(), valid_until: inDays(0) }
  const sale = await data(server, 'PATCH', `/orders/${id}`, taken)
  assert.deepEqual([sale.status.name, sale.valid_until], ['Open', inDays(0)])
  // On its last day it is valid; cancelled, or made a draft, it is at any time.
  const last = await quotation({ valid_until: inDays(0) })
  await succeed(server, 'PATCH', `/orders/${last.id}`, toOpen())
  for (const name of ['Cancelled', 'Draft']) {
    const other = await quotation()
    await succeed(server, 'PATCH', `/orders/${other.id}`, { id_order_status: ids.statuses[name] })
  }
  await assertConsistent(server)
})

test('quotations are found by their last day', async () => {
  const at = await create({ id_order_status: quoted, valid_until: '2031-05-20' })
  const found = async (query: string) => {
    const { body } = await server.send('GET', `/orders?${query}`)
    return body.data.map((one: { id: number }) => one.id)
  }
  assert.deepEqual(await found('valid_until_from=2031-05-20&valid_until_to=2031-05-20'), [at.id])
  assert.deepEqual(await found('valid_until_from=2031-05-21'), [])
  const empty = await server.send(
    'GET',
    '/orders?valid_until_from=2031-05-21&valid_until_to=2031-05-20',
  )
  assert.deepEqual([empty.status, empty.body.errors?.[0]?.code], [400, 'empty_range'])
  const wrong = await server.send('GET', '/orders?valid_until_to=soon')
  assert.equal(wrong.status, 400)
  const days = await server.send('PATCH', `/order-statuses/${quoted}`, {
    body: { quotation_days: 0 },
  })
  assert.deepEqual([days.status, days.body.errors?.[0]?.pointer], [422, '/quotation_days'])
})

test('a customer accepts a quotation until its last day', async () => {
  const linkTo = async (valid_until: string) => {
    const { id } = await create({ id_order_status: quoted, valid_until })
    const { url } = await data(server, 'POST', `/orders/${id}/links`, { asks_answer: true })
    return { id, path: new URL(url).pathname }
  }
  const open = async (path: string) =>
    (
      await server.app.inject({
        url: path,
        headers: { accept: 'text/html', 'accept-language': 'pt-BR' },
      })
    ).body
  const answer = (path: string) =>
    server.app.inject({
      method: 'POST',
      url: `${path}/answer`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      payload: 'answer=accepted',
    })
  const comments = async (id: number) =>
    (await server.send('GET', `/orders/${id}/comments`)).body.data.length
  const late = await linkTo(inDays(-1))
  assert.match(await open(late.path), /Este orçamento venceu/)
  assert.doesNotMatch(await open(late.path), /<button/)
  await answer(late.path)
  assert.equal(await comments(late.id), 0)
  const valid = await linkTo(inDays(0))
  assert.match(await open(valid.path), /Válido até/)
  await answer(valid.path)
  assert.match(await open(valid.path), /Aprovado/)
  assert.equal(await comments(valid.id), 1)
  // What has become a sale is no quotation any more.
  await succeed(server, 'PATCH', `/orders/${late.id}`, { ...toOpen(), valid_until: inDays(0) })
  await succeed(server, 'PATCH', `/orders/${late.id}`, { valid_until: inDays(-1) })
  assert.match(await open(late.path), /<button/)
})
