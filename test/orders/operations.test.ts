import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { type Server, startServer } from '../harness.ts'
import { assertConsistent, data, problemOf, succeed, toCents } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'

// What an order and its lines are to the tax office, and what the customer pays of them.

let server: Server
let ids: Sample
let sale: number
let bonus: number
before(async () => {
  server = await startServer()
  ids = await sample(server)
  sale = (await data(server, 'POST', '/operations', { name: 'Venda', fk_id: 'VEN' })).id
  bonus = (
    await data(server, 'POST', '/operations', {
      name: 'Bonificação',
      fk_id: 'BON',
      kind: 'bonus',
      payable: false,
    })
  ).id
})
after(async () => {
  await assertConsistent(server)
  await server.close()
})

const line = (price: number, more: object = {}) => ({
  id_item: ids.product,
  quantity: 1,
  price,
  ...more,
})
const order = (body: object) =>
  data(server, 'POST', '/orders', { id_customer: ids.customer, ...body })
const read = (id: number) => data(server, 'GET', `/orders/${id}`)

// biome-ignore lint/suspicious/noExplicitAny: orders as they are returned
function payableOf(document: any, isPayable: (operation: number | null) => boolean): bigint {
  const unpaid = document.items.filter(
    (item: { operation: { id: number } | null }) =>
      !isPayable(item.operation?.id ?? document.operation?.id ?? null),
  )
  return unpaid.reduce(
    (rest: bigint, item: { line_total: number }) => rest - toCents(item.line_total),
    toCents(document.total_value),
  )
}

test('bonus goods are part of the total, and not of what is paid', async () => {
  const made = await order({
    id_operation: sale,
    discount_value: 10,
    insurance_value: 7.01,
    items: [
      line(100),
      line(33.33, { fk_id_operation: 'BON', aliq_ipi: 10 }),
      line(50, { id_operation: sale }),
    ],
  })
  assert.deepEqual(
    [made.operation, made.items[1].operation, made.items[0].operation],
    [
      { id: sale, name: 'Venda', fk_id: 'VEN' },
      { id: bonus, name: 'Bonificação', fk_id: 'BON' },
      null,
    ],
  )
  assert.equal(
    toCents(made.payable_value),
    toCents(made.total_value) - toCents(made.items[1].line_total),
  )
  const { items } = await data(server, 'GET', '/orders?fields=payable_value,operation,items').then(
    ([first]) => first,
  )
  assert.equal(items.length, 3)
})

test('an order without operations is paid in full, and one whose operation is not paid for not at all', async () => {
  const plain = await order({ items: [line(12.5)] })
  assert.deepEqual([plain.operation, plain.payable_value, plain.total_value], [null, 12.5, 12.5])
  const given = await order({
    id_operation: bonus,
    freight_value: 5,
    id_freight_type: ids.charged_freight,
    items: [line(12.5), line(1, { id_operation: sale })],
  })
  assert.equal(toCents(given.payable_value), toCents(given.items[1].line_total))
})

test('what becomes of an operation changes no order that is there', async () => {
  const trial = await data(server, 'POST', '/operations', { name: 'Demonstração' })
  const items = [line(10, { id_operation: trial.id, fk_id: 'a' }), line(5, { fk_id: 'b' })]
  const { id } = await order({ fk_id: 'kept', items })
  const whole = await order({ id_operation: trial.id, items: [line(10)] })
  await succeed(server, 'PATCH', `/operations/${trial.id}`, { payable: false, name: 'Outra' })
  assert.equal((await read(id)).payable_value, 15)
  // Other changes of the order and of the line keep it, too.
  await succeed(server, 'PATCH', `/orders/${id}/items`, { change: [{ fk_id: 'a', quantity: 2 }] })
  const {
    items: [first],
  } = await read(id)
  await succeed(server, 'PATCH', `/orders/${id}/items/${first.id}`, { quantity: 3 })
  const again = [{ ...items[0], quantity: 4 }, items[1]]
  const put = { id_customer: ids.customer, items: again }
  await succeed(server, 'PUT', '/orders/fk_id/kept', put)
  assert.equal((await read(id)).payable_value, 45)
  await succeed(server, 'PATCH', `/orders/${whole.id}`, { observations: 'x', insurance_value: 1 })
  assert.equal((await read(whole.id)).payable_value, 11)
  // Who names another one and this one again takes it as it is now.
  await succeed(server, 'PATCH', `/orders/${whole.id}`, { id_operation: null })
  await succeed(server, 'PATCH', `/orders/${whole.id}`, { id_operation: trial.id })
  assert.equal((await read(whole.id)).payable_value, 0)
  await succeed(server, 'PATCH', `/orders/${id}/items/${first.id}`, { id_operation: sale })
  await succeed(server, 'PATCH', `/orders/${id}/items/${first.id}`, { id_operation: trial.id })
  assert.equal((await read(id)).payable_value, 5)
  const copy = await order({ items: [{ ...line(10), copy_of: (await read(id)).items[0].id }] })
  assert.deepEqual([copy.items[0].operation.id, copy.payable_value], [trial.id, 0])
})

test('an operation that does not exist is named, and one in use stays', async () => {
  const body = {
    id_customer: ids.customer,
    fk_id_operation: 'NONE',
    items: [line(1, { id_operation: 999_999 }), line(1, { fk_id_operation: 'NEITHER' })],
  }
  for (const path of ['/orders', '/orders/preview']) {
    assert.deepEqual(problemOf(await server.send('POST', path, { body })), [
      422,
      'validation_failed',
      [
        '/fk_id_operation unknown_reference',
        '/items/0/id_operation unknown_reference',
        '/items/1/fk_id_operation unknown_reference',
      ],
    ])
  }
  const only = { id_customer: ids.customer, items: [line(1, { id_operation: 999_999 })] }
  for (const path of ['/orders', '/orders/preview']) {
    const refused = await server.send('POST', path, { body: only })
    assert.deepEqual(problemOf(refused)[2], ['/items/0/id_operation unknown_reference'])
  }
  const used = await data(server, 'POST', '/operations', { name: 'Em uso' })
  await order({ items: [line(1, { id_operation: used.id })] })
  const kept = await server.send('DELETE', `/operations/${used.id}`)
  assert.deepEqual([kept.status, kept.body.code], [409, 'record_in_use'])
  assert.equal((await data(server, 'GET', `/orders?id_operation=${sale}`)).length, 1)
})

const cents = fc.integer({ min: 0, max: 9_999 }).map((one) => one / 100)
const operation = fc.constantFrom(null, 'VEN', 'BON')

test('what is paid is the total without the lines that are not, in previews and stored orders', async () => {
  const bodies = fc.sample(
    fc.record({
      fk_id_operation: operation,
      insurance_value: cents,
      other_expenses: fc.constantFrom(0, 3.33),
      discount_percentage: fc.constantFrom(0, 7.5, 100),
      items: fc.array(
        fc.record({ price: cents, fk_id_operation: operation, aliq_ipi: fc.constantFrom(0, 9.75) }),
        { minLength: 1, maxLength: 7 },
      ),
    }),
    40,
  )
  for (const { items, ...fields } of bodies) {
    const body = {
      id_customer: ids.customer,
      ...fields,
      items: items.map(({ price, ...more }) => line(price, more)),
    }
    const made = await data(server, 'POST', '/orders', body)
    const expected = payableOf(made, (id) => id !== bonus)
    assert.equal(toCents(made.payable_value), expected)
    assert.equal(
      toCents((await data(server, 'POST', '/orders/preview', body)).payable_value),
      expected,
    )
    const { rows } = await sql<{ value: string }>`
      select payable_value(1, ${made.id}) as value`.execute(server.db)
    assert.equal(toCents(Number(rows[0]?.value)), expected)
  }
})
