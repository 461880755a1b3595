import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { assertConsistent, data, problemOf, succeed } from '../support/orders.ts'
import { refusedBy } from '../support/refused.ts'

// Everything about orders goes by the client's own codes, and nobody keeps ids.

let server: Server
before(async () => {
  server = await startServer()
  for (const [path, fk_id] of Object.entries(codes)) {
    await succeed(server, 'POST', path, { name: `of ${fk_id}`, fk_id })
  }
  await succeed(server, 'POST', '/products', { name: 'Café', fk_id: 'cafe', price: 12.5 })
  await succeed(server, 'POST', '/customers/C-1/address', { street: 'Rua A', fk_id: 'A-1' })
  await succeed(server, 'POST', '/customers', { name: 'Another', fk_id: 'C-2' })
  await succeed(server, 'POST', '/customers/C-2/address', { street: 'Rua B', fk_id: 'A-2' })
})
after(() => server.close())

const codes = {
  '/customers': 'C-1',
  '/users': 'U-1',
  '/payment-types': 'PT-1',
  '/payment-methods': 'PM-1',
  '/categories': 'CT-1',
  '/operations': 'OP-1',
  '/freight-types': 'FT-1',
  '/shipping-companies': 'SC-1',
  '/branch-companies': 'B-1',
  '/opportunities': 'O-1',
  '/quotations': 'Q-1',
  '/reasons': 'R-1',
}

const byCodes = {
  fk_id_customer: 'C-1',
  fk_id_user: 'U-1',
  fk_id_payment_type: 'PT-1',
  fk_id_payment_method: 'PM-1',
  fk_id_order_status: 'open',
  fk_id_category: 'CT-1',
  fk_id_operation: 'OP-1',
  fk_id_freight_type: 'FT-1',
  fk_id_shipping_company: 'SC-1',
  fk_id_address: 'A-1',
  fk_id_branch_company: 'B-1',
  fk_id_opportunity: 'O-1',
  fk_id_quotation: 'Q-1',
  fk_id_reason: 'R-1',
}

const item = (more: object = {}) => ({ fk_id_item: 'cafe', quantity: 2, ...more })
const order = (fk_id: string, more: object = {}) =>
  data(server, 'POST', '/orders', { fk_id, ...byCodes, items: [item({ fk_id: 'L1' })], ...more })

const validation = (at: string[]) => ({ status: 422, code: 'validation_failed', at })

describe('an order by codes', () => {
  test('is the order by ids', async () => {
    const byCode = await order('whole')
    const path = '/orders/fk_id/whole'
    const { customer, user, status, freight, address, items } = byCode
    assert.deepEqual(
      [customer.fk_id, user.fk_id, status.fk_id, freight.fk_id, address.fk_id, items[0].item.fk_id],
      ['C-1', 'U-1', 'open', 'FT-1', 'A-1', 'cafe'],
    )
    assert.equal(byCode.total_value, 25)
    const ids = {
      id_customer: customer.id,
      id_user: user.id,
      id_payment_type: byCode.payment_type.id,
      id_payment_method: byCode.payment_method.id,
      id_order_status: status.id,
      id_category: byCode.category.id,
      id_operation: byCode.operation.id,
      id_freight_type: freight.id,
      id_shipping_company: byCode.shipping_company.id,
      id_address: address.id,
      id_branch_company: byCode.branch_company.id,
      id_opportunity: byCode.opportunity.id,
      id_quotation: byCode.quotation.id,
      id_reason: byCode.reason.id,
    }
    const again = await data(server, 'PUT', path, {
      ...ids,
      items: [{ id_item: items[0].item.id, quantity: 2, fk_id: 'L1' }],
    })
    assert.deepEqual(again, byCode)
    const both = await data(server, 'PUT', path, {
      ...ids,
      ...byCodes,
      items: [item({ id_item: items[0].item.id, fk_id: 'L1' })],
    })
    assert.deepEqual(both, byCode)
  })

  test('may lack the codes that may be null, and null clears', async () => {
    const { user, opportunity } = await order('cleared', { fk_id_opportunity: null })
    assert.deepEqual([user.fk_id, opportunity], ['U-1', null])
    const cleared = await data(server, 'PATCH', '/orders/fk_id/cleared', { fk_id_user: null })
    assert.equal(cleared.user, null)
  })

  test('is refused by all its unknown codes at once, with everything else that is wrong', async () => {
    const unknown = Object.fromEntries(Object.keys(byCodes).map((name) => [name, 'nobody']))
    const body = {
      ...unknown,
      items: [
        item({ total_item: 24 }),
        item({ fk_id_item: 'nothing' }),
        { id_item: 999, quantity: 1 },
      ],
    }
    const at = [
      ...Object.keys(byCodes).map((name) => `/${name}`),
      '/items/0/total_item',
      '/items/1/fk_id_item',
      '/items/2/id_item',
    ]
    const { body: answer } = await refusedBy(server, 'POST', '/orders', { body }, validation(at))
    assert.equal(answer.errors.length, at.length)
    await refusedBy(server, 'PUT', '/orders/fk_id/none', { body }, validation(at))
    await order('known')
    await refusedBy(server, 'PUT', '/orders/fk_id/known', { body }, validation(at))
    const { items: _, ...fields } = body
    const own = Object.keys(byCodes).map((name) => `/${name}`)
    await refusedBy(server, 'PATCH', '/orders/fk_id/known', { body: fields }, validation(own))
  })

  test('is refused where code and id name different records', async () => {
    const other = await data(server, 'GET', '/customers/fk_id/C-2')
    const body = {
      ...byCodes,
      id_customer: other.id,
      id_user: null,
      items: [item({ id_item: 999 })],
    }
    const at = ['/fk_id_customer', '/fk_id_user', '/items/0/fk_id_item', '/items/0/id_item']
    const refused = await server.send('POST', '/orders', { body })
    assert.deepEqual(problemOf(refused).slice(0, 2), [422, 'validation_failed'])
    const places = refused.body.errors.map(({ pointer }: { pointer: string }) => pointer)
    for (const place of at.slice(0, 3)) assert.ok(places.includes(place), place)
    const told = refused.body.errors.find(({ pointer }: { pointer: string }) => pointer === at[0])
    assert.equal(told.code, 'reference_contradiction')
    assert.match(told.detail, new RegExp(`names customer \\d+, but id_customer is ${other.id}`))
  })

  test('needs the customer and each product by one or the other', async () => {
    const at = ['/id_customer', '/items/0/id_item']
    const body = { items: [{ quantity: 1 }] }
    const { body: answer } = await refusedBy(server, 'POST', '/orders', { body }, validation(at))
    assert.match(answer.errors[0].detail, /required, or fk_id_customer/)
  })

  test('has an address of its customer, told where it was sent', async () => {
    const body = { ...byCodes, fk_id_address: 'A-2' }
    await refusedBy(server, 'POST', '/orders', { body }, validation(['/fk_id_address']))
  })

  test('knows no other account’s codes', async () => {
    const other = await server.newAccount('another')
    const body = { fk_id_customer: 'C-1' }
    const options = { body, token: other.token }
    await refusedBy(server, 'POST', '/orders', options, validation(['/fk_id_customer']))
  })
})

describe('an order at its own code', () => {
  test('is changed, moved, renamed and deleted', async () => {
    const { id } = await order('mine')
    const at = '/orders/fk_id/mine'
    const moved = await data(server, 'PATCH', at, { fk_id_order_status: 'approved' })
    assert.deepEqual([moved.id, moved.status.fk_id], [id, 'approved'])
    await refusedBy(
      server,
      'PATCH',
      at,
      { body: { fk_id_order_status: 'draft' } },
      { status: 409, code: 'move_not_allowed', at: ['/fk_id_order_status'] },
    )
    await refusedBy(
      server,
      'PATCH',
      at,
      { body: { observations: 'x' }, headers: { 'if-match': '"old"' } },
      { status: 412, code: 'precondition_failed' },
    )
    await order('taken')
    await refusedBy(
      server,
      'PATCH',
      at,
      { body: { fk_id: 'taken' } },
      { status: 409, code: 'duplicate_fk_id', at: ['/fk_id'] },
    )
    await succeed(server, 'PATCH', at, { fk_id: 'renamed' })
    await refusedBy(
      server,
      'PATCH',
      at,
      { body: { fk_id: 'x' } },
      { status: 404, code: 'not_found', detail: /fk_id "mine"/ },
    )
    const byId = await data(server, 'GET', `/orders/${id}/history`)
    assert.equal(byId.length, 3)
    assert.deepEqual(await data(server, 'GET', '/orders/fk_id/renamed/history'), byId)
    const gone = await succeed(server, 'DELETE', '/orders/fk_id/renamed')
    const unknown = { status: 404, code: 'not_found', detail: /fk_id "renamed"/ }
    await refusedBy(server, 'GET', '/orders/fk_id/renamed/history', {}, unknown)
    assert.equal((await data(server, 'GET', `/orders/${id}/history`)).length, 4)
    assert.equal(gone.body.deletedId, id)
    assert.equal((await server.send('GET', `/orders/${id}`)).status, 404)
    await assertConsistent(server)
  })

  test('is not deleted while it is locked, nor where it has changed', async () => {
    await order('shipped', { fk_id_order_status: 'shipped' })
    const at = '/orders/fk_id/shipped'
    await refusedBy(server, 'DELETE', at, {}, { status: 409, code: 'order_locked' })
    await refusedBy(
      server,
      'PATCH',
      at,
      { body: { fk_id_customer: 'C-2' } },
      { status: 409, code: 'order_locked', at: ['/fk_id_customer'] },
    )
    const stale = { headers: { 'if-match': '"old"' } }
    await refusedBy(server, 'DELETE', at, stale, { status: 412, code: 'precondition_failed' })
  })

  test('has items at their own codes', async () => {
    const { items } = await order('lines')
    const at = '/orders/fk_id/lines/items'
    const added = await succeed(server, 'POST', at, item({ fk_id: 'L2', quantity: 1 }))
    assert.equal(added.body.data.total_value, 37.5)
    assert.match(added.headers['location'] as string, /^\/orders\/\d+\/items\/\d+$/)
    const first = await data(server, 'GET', `${at}/fk_id/L1`)
    assert.deepEqual(first, items[0])
    const changed = await data(server, 'PATCH', `${at}/fk_id/L2`, { quantity: 3 })
    assert.equal(changed.total_value, 62.5)
    const gone = await succeed(server, 'DELETE', `${at}/fk_id/L1`)
    assert.equal(gone.body.deletedId, items[0].id)
    assert.equal((await data(server, 'GET', '/orders/fk_id/lines')).total_value, 37.5)
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const options = method === 'PATCH' ? { body: { quantity: 1 } } : {}
      const unknown = { status: 404, code: 'not_found', detail: /fk_id "L1"/ }
      await refusedBy(server, method, `${at}/fk_id/L1`, options, unknown)
    }
    await refusedBy(
      server,
      'PATCH',
      `${at}/fk_id/L2`,
      { body: { fk_id_item: 'nothing', total_item: 1 } },
      validation(['/fk_id_item', '/total_item']),
    )
    await refusedBy(
      server,
      'POST',
      at,
      { body: item({ fk_id: 'L2' }) },
      { status: 409, code: 'duplicate_fk_id', at: ['/fk_id'] },
    )
    await succeed(server, 'POST', at, item({ fk_id: 'L3' }))
    await refusedBy(
      server,
      'PATCH',
      `${at}/fk_id/L3`,
      { body: { fk_id: 'L2' } },
      { status: 409, code: 'duplicate_fk_id', at: ['/fk_id'] },
    )
    await succeed(server, 'PATCH', '/orders/fk_id/lines', { fk_id_order_status: 'cancelled' })
    const locked = { status: 409, code: 'order_locked' }
    await refusedBy(server, 'POST', at, { body: item() }, locked)
    await refusedBy(server, 'PATCH', `${at}/fk_id/L2`, { body: { quantity: 9 } }, locked)
    await refusedBy(server, 'DELETE', `${at}/fk_id/L2`, {}, locked)
    const stale = { headers: { 'if-match': '"old"' } }
    const failed = { status: 412, code: 'precondition_failed' }
    await refusedBy(server, 'POST', at, { body: item(), ...stale }, failed)
    await refusedBy(server, 'PATCH', `${at}/fk_id/L2`, { body: { quantity: 9 }, ...stale }, failed)
    await refusedBy(server, 'DELETE', `${at}/fk_id/L2`, stale, failed)
    await refusedBy(server, 'GET', `${at}/fk_id/L2`, stale, failed)
    await assertConsistent(server)
  })
})
