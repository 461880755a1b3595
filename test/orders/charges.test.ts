import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { assertConsistent, data, succeed } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'

// Insurance and other expenses: what a customer pays beside the goods and the freight.

let server: Server
let ids: Sample
before(async () => {
  server = await startServer()
  ids = await sample(server)
})
after(async () => {
  await assertConsistent(server)
  await server.close()
})

const order = () => ({
  id_customer: ids.customer,
  items: [{ id_item: ids.product, quantity: 10, price: 24.9, aliq_ipi: 5 }],
})

test('they are part of the total, whatever writes them', async () => {
  const charged = { ...order(), insurance_value: 8.4, other_expenses: 12 }
  const preview = await data(server, 'POST', '/orders/preview', charged)
  const { id, total_value, insurance_value, other_expenses } = await data(
    server,
    'POST',
    '/orders',
    charged,
  )
  assert.deepEqual([insurance_value, other_expenses, total_value], [8.4, 12, 281.85])
  assert.equal(preview.total_value, 281.85)
  const path = `/orders/${id}`
  const changed = await data(server, 'PATCH', path, { other_expenses: 0.05 })
  assert.deepEqual([changed.other_expenses, changed.total_value], [0.05, 269.9])
  const cleared = await data(server, 'PATCH', path, { insurance_value: null })
  assert.deepEqual([cleared.insurance_value, cleared.total_value], [0, 261.5])
  const { body } = await succeed(server, 'GET', `${path}/history`)
  assert.deepEqual(
    body.data.map(({ changed_fields }: { changed_fields: string[] }) => changed_fields).slice(1),
    [
      // Each line has its share.
      ['items', 'other_expenses', 'payable_value', 'total_value'],
      ['insurance_value', 'items', 'payable_value', 'total_value'],
    ],
  )
})

test('an order that names none has none, and PUT sets them back', async () => {
  const created = await data(server, 'PUT', '/orders/fk_id/PV-1', { ...order(), other_expenses: 3 })
  assert.deepEqual([created.insurance_value, created.other_expenses], [0, 3])
  const put = await data(server, 'PUT', '/orders/fk_id/PV-1', order())
  assert.deepEqual([put.other_expenses, put.total_value], [0, 261.45])
})

test('what is no amount is refused by field, both at once, and nothing is written', async () => {
  const { body, status } = await server.send('POST', '/orders', {
    body: { ...order(), insurance_value: -1, other_expenses: 1.005 },
  })
  assert.equal(status, 422)
  assert.deepEqual(
    body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
    [
      ['/insurance_value', 'minimum'],
      ['/other_expenses', 'decimal'],
    ],
  )
})

test('a locked order keeps them', async () => {
  const { id } = await data(server, 'POST', '/orders', {
    ...order(),
    id_order_status: ids.statuses['Invoiced'],
  })
  const { status, body } = await server.send('PATCH', `/orders/${id}`, {
    body: { insurance_value: 1 },
  })
  assert.deepEqual([status, body.code], [409, 'order_locked'])
})
