import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { changesOf, inputOf } from '../../console/src/orders/form/body.ts'
import {
  copyOf,
  type Draft,
  draftOf,
  type Line,
  withCell,
} from '../../console/src/orders/form/draft.ts'
import { decimalText } from '../../console/src/orders/form/items/columns.ts'
import { type Server, startServer } from '../harness.ts'
import { data } from '../support/orders.ts'

// What the console sends of a line that was duplicated or repeated: the service has to make the same
// of it, and of another quantity what it makes where the line itself gets it.

let server: Server
let id_customer: number
let id_item: number
before(async () => {
  server = await startServer()
  ;({ id: id_customer } = await data(server, 'POST', '/customers', { name: 'Mercado São João' }))
  ;({ id: id_item } = await data(server, 'POST', '/products', { name: 'Vinho tinto', price: 9 }))
})
after(() => server.close())

const f = { day: (time: string) => time.slice(0, 10), time: (time: string) => time.slice(11, 16) }

const lines: Record<string, object> = {
  'with rates alone': { quantity: 3, price: 33.33, aliq_ipi: 10, aliq_icms: 18 },
  'with a reduced base of ICMS': { quantity: 7, price: 13.17, base_icms: 61.47, aliq_icms: 18 },
  'with a base of IPI above the net value': {
    quantity: 5,
    price: 20,
    discount_percentage: 7.5,
    base_ipi: 100,
    aliq_ipi: 10,
    aliq_icms: 12,
  },
  'with ICMS-ST': {
    quantity: 6,
    price: 10.99,
    aliq_icms: 18,
    base_icms_st: 92.31,
    aliq_icms_st: 18,
  },
  'with ICMS-ST of which a presumed ICMS was taken': {
    quantity: 10,
    price: 10,
    base_icms_st: 140,
    aliq_icms_st: 18,
    value_icms_st: 18.2,
  },
  'with an ICMS-ST that stands alone': { quantity: 4, price: 25, value_icms_st: 12.34 },
  'with a discount in money': { quantity: 3, price: 19.9, discount_value: 10, aliq_ipi: 5 },
  'with a round discount in money': { quantity: 2, price: 50, discount_value: 10, aliq_icms: 18 },
  'with bases alone': { quantity: 2, price: 50, base_icms: 80, base_ipi: 40 },
  'with ten decimals, words and days': {
    quantity: 1.25,
    price: 0.0123456789,
    description: 'Brinde da campanha',
    recurrency_period: 30,
  },
}

/** All of an item but for what tells it from others. */
function figuresOf(item: Record<string, unknown>) {
  const { id, created_at, ...figures } = item
  return figures
}

const order = (item: object) =>
  data(server, 'POST', '/orders', { id_customer, items: [{ id_item, ...item }] })

const withFirst = (draft: Draft, cell: 'quantity' | 'price', value: string): Draft => ({
  ...draft,
  lines: draft.lines.map((line: Line, place) => (place === 0 ? withCell(line, cell, value) : line)),
})

for (const [name, item] of Object.entries(lines)) {
  describe(`a copied line ${name}`, () => {
    test('is the same line', async () => {
      const made = await order(item)
      const copy = await data(server, 'POST', '/orders', inputOf(copyOf(draftOf(made, f))).body)
      assert.deepEqual(copy.items.map(figuresOf), made.items.map(figuresOf))
      assert.equal(copy.total_value, made.total_value)
    })

    test('of twice as many, and at today’s price, comes to what the line itself comes to', async () => {
      const made = await order(item)
      const base = draftOf(made, f)
      const [{ quantity, price }] = made.items
      for (const [cell, value] of [
        ['quantity', String(quantity * 2)],
        ['price', decimalText(price * 2)],
      ] as const) {
        const copied = withFirst(copyOf(base), cell, value)
        const copy = await data(server, 'POST', '/orders/preview', inputOf(copied).body)
        const changes = changesOf(base, withFirst(base, cell, value)).body
        const changed = await data(server, 'POST', `/orders/${made.id}/preview`, changes)
        const [one, other] = [copy, changed].map(({ items: [first] }) => figuresOf(first))
        assert.deepEqual(one, other)
      }
    })
  })
}

test('of the two discounts the one that is typed goes, and the other follows', async () => {
  const made = await order({ quantity: 2, price: 50, discount_percentage: 10 })
  const base = draftOf(made, f)
  const typed = (...cells: [cell: 'discount_percentage' | 'discount_value', value: string][]) => ({
    ...base,
    lines: base.lines.map((line, place) =>
      place > 0 ? line : cells.reduce((all, [cell, value]) => withCell(all, cell, value), line),
    ),
  })
  const sent = (draft: Draft) => changesOf(base, draft).body.items?.change
  const { id } = made.items[0]
  assert.deepEqual(sent(typed(['discount_value', '7'])), [{ id, discount_value: 7 }])
  assert.deepEqual(sent(typed(['discount_value', '7'], ['discount_percentage', '10'])), [
    { id, discount_percentage: 10 },
  ])
  assert.deepEqual(sent(typed(['discount_value', ''])), [{ id, discount_percentage: 0 }])
  assert.deepEqual(sent(typed(['discount_value', ''], ['discount_value', '20'])), [
    { id, discount_value: 20 },
  ])
  assert.equal(sent(withFirst(base, 'quantity', '2')), undefined)
})
