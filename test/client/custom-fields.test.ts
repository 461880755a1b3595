import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type ClientStand, startClients } from '../support/wire/client.ts'

let at: ClientStand
before(async () => {
  at = await startClients()
})
after(() => at.close())

test('lists by declared fields: values, ranges and sorts, with types', async () => {
  const { pedido } = at
  const filterable = { resource: 'orders', filterable: true } as const
  await pedido.customFields.create({ ...filterable, key: 'rota', type: 'integer' })
  await pedido.customFields.create({ ...filterable, key: 'entrega', type: 'date' })
  const { id } = await pedido.customers.create({ name: 'Mercado Aurora', fk_id: 'C-1' })
  for (const [i, rota] of ['12', '13', '2'].entries()) {
    const custom_fields = { rota, entrega: `2026-11-0${i + 1}` }
    await pedido.orders.create({ id_customer: id, fk_id: `P-${rota}`, custom_fields })
  }
  type Query = NonNullable<Parameters<typeof pedido.orders.list>[0]>
  const codes = async (query: Query) => {
    const found: (string | null)[] = []
    for await (const { fk_id } of pedido.orders.list(query)) found.push(fk_id)
    return found
  }
  assert.deepEqual(await codes({ 'custom.rota': 13 }), ['P-13'])
  assert.deepEqual(await codes({ 'custom.rota': [12, '2'], sort: 'custom.rota' }), ['P-2', 'P-12'])
  const from = { 'custom.entrega_from': '2026-11-02', sort: '-custom.entrega' }
  assert.deepEqual(await codes(from), ['P-2', 'P-13'])
  const refused = await codes({ 'custom.nada': 1 }).catch((error: unknown) => error)
  assert.match(String(refused), /custom\.nada|custom fields? .*nada/)
  // @ts-expect-error a value is no object
  const isWrong: Query = { 'custom.rota': { from: 1 } }
  // @ts-expect-error a misspelled parameter is none
  const isUnknown: Query = { costum: 1 }
  assert.ok(isWrong && isUnknown)
})
