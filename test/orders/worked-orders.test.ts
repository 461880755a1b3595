import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { assertConsistent, data, makerOf, succeed } from '../support/orders.ts'

// Whole orders worked out elsewhere, most of them from authorised notes, fiscal libraries and manuals: shares of header
// amounts, taxes of lines, what the order comes to, and the totals that its invoice says.

interface Worked {
  title: string
  regime?: 'single'
  charged?: false
  order: Record<string, unknown> & { items: object[] }
  expected: Record<string, unknown> & { items: ({ taxes?: Tax[] } & Record<string, unknown>)[] }
  totals: Record<string, number>
}

type Tax = { tax: string } & Record<string, unknown>

const worked = readFileSync(new URL('../fixtures/orders.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): Worked => JSON.parse(line))

let server: Server
const ids: Record<string, number> = {}
before(async () => {
  server = await startServer()
  const make = makerOf(() => server, ids)
  await make('product', '/products', { name: 'Furadeira', ncm: '82079000' })
  await make('customer', '/customers', { name: 'Ferragens Horizonte', ie_kind: 1 })
  await make('charged', '/freight-types', { name: 'Cobrado', charged: true })
  await make('free', '/freight-types', { name: 'Por conta da casa', charged: false })
  for (const [regime, crt] of [
    ['regular', 3],
    ['single', 1],
  ] as const) {
    const regimes = [{ since: '2020-01-01', crt, ibs_cbs_regime: regime }]
    await make(regime, '/branch-companies', { name: regime, state: 'SP', regimes })
  }
})
after(async () => {
  await assertConsistent(server)
  await server.close()
})

/** What of a document an example says. */
const said = (of: Record<string, unknown>, expected: object) =>
  Object.fromEntries(Object.keys(expected).map((name) => [name, of[name]]))

for (const { title, regime = 'regular', charged = true, order, expected, totals } of worked) {
  test(title, async () => {
    const made = await data(server, 'POST', '/orders', {
      id_customer: ids['customer'],
      id_branch_company: ids[regime],
      id_freight_type: ids[charged ? 'charged' : 'free'],
      ...order,
      items: order.items.map((item) => ({ id_item: ids['product'], ...item })),
    })
    const { items, ...header } = expected
    assert.deepEqual(said(made, header), header)
    for (const [i, { taxes = [], ...line }] of items.entries()) {
      assert.deepEqual(said(made.items[i], line), line, `line ${i}`)
      const found: Tax[] = made.items[i].taxes
      assert.deepEqual(
        taxes.map((tax) => said(found.find((one) => one.tax === tax.tax) ?? {}, tax)),
        taxes,
      )
    }
    const { body } = await succeed(server, 'GET', `/orders/${made.id}/invoice-check`)
    assert.deepEqual(said(body.totals, totals), totals)
  })
}
