import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { assertConsistent, data, problemOf } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'

let server: Server
let ids: Sample
before(async () => {
  server = await startServer()
  ids = await sample(server)
})
after(() => server.close())

test('a free line that gets a price keeps the base 0 until it is cleared', async () => {
  const free = { id_item: ids.product, quantity: 2, price: 0, aliq_ipi: 10, base_icms: 50 }
  const path = async () => {
    const made = await data(server, 'POST', '/orders', {
      id_customer: ids.customer,
      items: [{ ...free, aliq_icms: 18 }],
    })
    return `/orders/${made.id}/items/${made.items[0].id}`
  }
  const taxesAfter = async (change: object) => {
    const { base_ipi, ipi, value_ipi, base_icms } = (
      await data(server, 'PATCH', await path(), change)
    ).items[0]
    return [base_ipi, ipi, value_ipi, base_icms]
  }
  // Of a net value of 0 no base is a ratio: it stays, be it 0 or another.
  assert.deepEqual(await taxesAfter({ price: 100 }), [0, 10, 0, 50])
  assert.deepEqual(await taxesAfter({ price: 100, base_ipi: null }), [200, 10, 20, 50])
  assert.deepEqual(await taxesAfter({ price: 100, aliq_ipi: 10 }), [200, 10, 20, 50])
  assert.deepEqual(await taxesAfter({ price: 100, value_ipi: 20 }), [200, 10, 20, 50])
  const contradicted = { price: 100, base_ipi: 0, aliq_ipi: 10, value_ipi: 20 }
  const refused = await server.send('PATCH', await path(), { body: contradicted })
  assert.deepEqual(problemOf(refused), [
    422,
    'validation_failed',
    ['/value_ipi amount_contradiction'],
  ])
  await assertConsistent(server)
})
