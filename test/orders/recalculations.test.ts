import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { LeasedWorker } from '../../src/jobs/leased-worker.ts'
import { type Server, startServer } from '../harness.ts'
import { assertConsistent, data, problemOf, succeed } from '../support/orders.ts'
import {
  anotherAccount,
  newSeller,
  over,
  recalculated,
  recalculatorOf,
  type Seller,
  ST,
  sale,
  sellMany,
  stRule,
} from '../support/records/recalculations.ts'

// Orders of a filter whose taxes are worked out again, in the background.

let server: Server
let worker: LeasedWorker
before(async () => {
  server = await startServer()
  worker = recalculatorOf(server)
})
after(async () => {
  await worker.close()
  await assertConsistent(server)
  await server.close()
})

/** An account with so many orders from before there were rules, of 100.00 each, and the rule of ST. */
async function sellerWith(count: number, more: (seller: Seller) => Promise<void> = async () => {}) {
  const { token } = await anotherAccount(server)
  const seller = await newSeller(server, token)
  await sellMany(server, seller, count)
  await more(seller)
  await data(server, 'POST', '/tax-rules', stRule(), seller)
  return seller
}

const orderOf = (seller: Seller, fk_id: string | number) =>
  data(server, 'GET', `/orders/fk_id/${fk_id}`, undefined, seller)

const counts = (more: object) => ({
  found: 0,
  changed: 0,
  unchanged: 0,
  locked: 0,
  refused: 0,
  total_before: 0,
  total_after: 0,
  ...more,
})

test('a dry run counts and sums up, and writes nothing; the run does just that, once', async () => {
  const seller = await sellerWith(130)
  const asked = await succeed(
    server,
    'POST',
    `/orders/recalculate?id_customer=${seller.shop}&dry_run=true`,
    undefined,
    seller,
  )
  const { id } = asked.body.data
  assert.equal(asked.status, 201)
  assert.equal(asked.headers['location'], `/orders/recalculations/${id}`)
  assert.partialDeepStrictEqual(asked.body.data, {
    filters: { id_customer: `${seller.shop}` },
    dry_run: true,
    state: 'waiting',
    failure: null,
    progress: 0,
    counts: counts({}),
    refused_orders: [],
    started_at: null,
    finished_at: null,
  })
  const expected = counts({ found: 130, changed: 130, total_before: 13_000, total_after: 15_081.3 })
  const tried = await recalculated(
    server,
    worker,
    `id_branch_company=${seller.branch}&dry_run=true`,
    seller,
  )
  assert.deepEqual([tried.state, tried.progress, tried.counts], ['done', 1, expected])
  assert.equal((await orderOf(seller, 7)).total_value, 100)
  const events = async () =>
    (await data(server, 'GET', '/events?type=order.updated&limit=100', undefined, seller)).length
  assert.equal(await events(), 0)

  const run = await recalculated(server, worker, 'all=true', seller)
  assert.deepEqual([run.state, run.dry_run, run.filters, run.counts], ['done', false, {}, expected])
  const order = await orderOf(seller, 7)
  assert.equal(order.total_value, 100 + ST)
  const history = await data(server, 'GET', `/orders/${order.id}/history`, undefined, seller)
  assert.deepEqual(history.map(({ type }: { type: string }) => type).toSorted(), [
    'order.created',
    'order.updated',
  ])
  const versions = await data(server, 'GET', `/orders/${order.id}/versions`, undefined, seller)
  assert.equal(versions.length, 2)

  const again = await recalculated(server, worker, 'all=true', seller)
  assert.deepEqual(again.counts, counts({ found: 130, unchanged: 130 }))
  const listed = await data(
    server,
    'GET',
    '/orders/recalculations?dry_run=false',
    undefined,
    seller,
  )
  assert.deepEqual(
    listed.map((one: { id: number }) => one.id),
    [again.id, run.id],
  )
})

test('locked orders stay, and one that is refused keeps no other back', async () => {
  const seller = await sellerWith(3, async (seller) => {
    const statuses = await data(server, 'GET', '/order-statuses', undefined, seller)
    const locked = statuses.find(({ fk_id }: { fk_id: string }) => fk_id === 'shipped').id
    await data(server, 'POST', '/orders', sale(seller, 'L', { id_order_status: locked }), seller)
    // With ST it comes to more than an order can.
    const line = { id_item: seller.tools, quantity: 45, price: 99_999_999_999 }
    await data(server, 'POST', '/orders', sale(seller, 'R', { items: [line, line] }), seller)
  })
  const refused = await orderOf(seller, 'R')
  const expected = counts({
    found: 5,
    changed: 3,
    locked: 1,
    refused: 1,
    total_before: 300,
    total_after: 348.03,
  })
  const headers = { 'accept-language': 'pt-BR' }
  for (const query of ['dry_run=true&all=true', 'order_date_from=2026-11-25']) {
    const one = await recalculated(server, worker, query, { ...seller, headers })
    assert.deepEqual([one.state, one.counts], ['done', expected])
    assert.deepEqual(one.refused_orders, [
      {
        id_order: refused.id,
        code: 'total_out_of_range',
        pointer: '/items',
        detail:
          '/items: O total do pedido seria 10440881999895.6, com mais de 13 dígitos inteiros.',
      },
    ])
  }
  assert.equal((await orderOf(seller, 'L')).total_value, 100)
  assert.equal((await orderOf(seller, 'R')).total_value, refused.total_value)
  assert.equal((await orderOf(seller, 2)).total_value, 100 + ST)
  // By itself it is refused just so.
  const alone = await server.send('POST', `/orders/${refused.id}/recalculate`, seller)
  assert.deepEqual(problemOf(alone), [422, 'validation_failed', ['/items total_out_of_range']])
})

test('a rate that the account does not do without refuses its orders', async () => {
  const seller = await sellerWith(2)
  const cbs = {
    name: 'CBS',
    kind: 'ibs_cbs',
    valid_from: '2026-01-01',
    class: '000001',
  }
  await data(server, 'POST', '/tax-rules', cbs, seller)
  await data(server, 'PATCH', '/account', { missing_rate: 'refuse' }, seller)
  const late = { tax_date: '2027-01-04' }
  const id = (await orderOf(seller, 1)).id
  await data(server, 'PATCH', '/account', { derived_taxes: [] }, seller)
  await data(server, 'PATCH', `/orders/${id}`, late, seller)
  await data(server, 'PATCH', '/account', { derived_taxes: ['icms', 'ibs_cbs'] }, seller)
  const one = await recalculated(server, worker, 'all=true', seller)
  assert.partialDeepStrictEqual(one.counts, { found: 2, changed: 1, refused: 1 })
  assert.partialDeepStrictEqual(one.refused_orders, [
    { id_order: id, code: 'rate_missing', pointer: '/items/0' },
  ])
})

test('filters are those of the list, and what is none is named', async () => {
  const seller = await sellerWith(3)
  const ask = async (query: string) =>
    problemOf(await server.send('POST', `/orders/recalculate${query}`, seller))
  const refused = (parameter: string) => [400, 'invalid_parameter', [parameter]]
  assert.deepEqual(await ask(''), refused('all required'))
  assert.deepEqual(await ask('?dry_run=true&all=false'), refused('all required'))
  assert.deepEqual(await ask('?all=true&fk_id=1'), refused('all not_with_filters'))
  assert.deepEqual(await ask('?situation=open'), refused('situation unknown_parameter'))
  assert.deepEqual(await ask('?sort=id&all=true'), refused('sort unknown_parameter'))
  assert.deepEqual(await ask('?id_customer=x'), refused('id_customer type'))
  assert.deepEqual(await ask('?custom.rota=1'), refused('custom.rota not_filterable'))
  assert.deepEqual(await ask('?total_from=1000&total_to=200'), refused('total_from empty_range'))
  // As texts the first one would be the larger.
  const between = await recalculated(server, worker, 'total_from=9&total_to=1000', seller)
  assert.equal(between.counts.changed, 3)
  const field = { resource: 'orders', key: 'rota', label: 'Rota', type: 'text', filterable: true }
  const { id: id_field } = await data(server, 'POST', '/custom-fields', field, seller)
  await data(server, 'PATCH', '/orders/fk_id/1', { custom_fields: { rota: 'sul' } }, seller)
  const found = await recalculated(server, worker, 'custom.rota=sul,norte', seller)
  assert.deepEqual(found.filters, { 'custom.rota': 'norte,sul' })
  assert.partialDeepStrictEqual(found.counts, { found: 1, unchanged: 1 })
  const { id } = await data(
    server,
    'POST',
    '/orders/recalculate?custom.rota=sul',
    undefined,
    seller,
  )
  await succeed(server, 'DELETE', `/custom-fields/${id_field}`, undefined, seller)
  const gone = await over(server, worker, id, seller)
  assert.equal(gone.state, 'failed')
  assert.match(gone.failure, /custom\.rota/)
  const searched = await recalculated(server, worker, `q=furadeira&id_item=${seller.tools}`, seller)
  assert.partialDeepStrictEqual(searched.counts, { found: 3, unchanged: 3 })
  const changed = await recalculated(server, worker, 'update_date_from=2026-01-01', seller)
  assert.equal(changed.counts.found, 3)
})

test('who sees some orders works out just those, and sees no work on others', async () => {
  const seller = await sellerWith(2)
  const { id: id_user } = await data(server, 'POST', '/users', { name: 'Ana' }, seller)
  await data(server, 'PATCH', '/orders/fk_id/1', { id_user, fk_id: 'A' }, seller)
  await data(server, 'PATCH', '/account', { derived_taxes: ['icms'] }, seller)
  const made = await data(
    server,
    'POST',
    '/tokens',
    { name: 'Ana', scopes: ['orders:read', 'orders:write'], only: { id_user: [id_user] } },
    seller,
  )
  const ana = { token: made.token }
  const whole = await recalculated(server, worker, 'all=true&dry_run=true', seller)
  assert.equal(whole.counts.found, 2)
  const own = await recalculated(server, worker, 'all=true', ana)
  assert.partialDeepStrictEqual(own.counts, { found: 1, changed: 1 })
  assert.equal((await orderOf(seller, 0)).total_value, 100)
  assert.equal((await orderOf(seller, 'A')).total_value, 100 + ST)
  const ids = async (as: { token: string }) =>
    (await data(server, 'GET', '/orders/recalculations', undefined, as)).map(
      (one: { id: number }) => one.id,
    )
  assert.deepEqual(await ids(ana), [own.id])
  assert.deepEqual(await ids(seller), [own.id, whole.id])
  const hidden = await server.send('GET', `/orders/recalculations/${whole.id}`, ana)
  assert.deepEqual(problemOf(hidden), [404, 'not_found', []])
  const kept = await server.send('POST', `/orders/recalculations/${whole.id}/cancel`, ana)
  assert.deepEqual(problemOf(kept), [404, 'not_found', []])
  const other = await sellerWith(0)
  const foreign = await server.send('GET', `/orders/recalculations/${whole.id}`, other)
  assert.equal(foreign.status, 404)
})

test('a request that is sent again with its key asks for one', async () => {
  const seller = await sellerWith(1)
  const headers = { 'idempotency-key': 'once' }
  const send = () => server.send('POST', '/orders/recalculate?all=true', { ...seller, headers })
  const [first, second] = [await send(), await send()]
  assert.deepEqual(
    [first.status, second.text, second.headers['idempotency-replayed']],
    [201, first.text, 'true'],
  )
  await over(server, worker, first.body.data.id, seller)
  const read = await server.send('GET', `/orders/recalculations/${first.body.data.id}`, {
    ...seller,
    headers: { 'if-none-match': '"other"' },
  })
  const same = { 'if-none-match': `${read.headers['etag']}` }
  const again = await server.send('GET', `/orders/recalculations/${first.body.data.id}`, {
    ...seller,
    headers: same,
  })
  assert.equal(again.status, 304)
})
