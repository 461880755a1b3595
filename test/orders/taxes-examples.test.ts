import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { assertConsistent, data, succeed } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'

// Worked examples of taxes, most of them from authorised notes, fiscal libraries and manuals, as orders.

interface Example {
  title: string
  op: string
  quantity: string
  final_consumer: boolean
  date: string
  regime: 'regular' | 'single'
  taxes: Record<string, unknown>[]
  expected: Record<string, Record<string, unknown>>
  outside: string
}

const examples = readFileSync(new URL('../fixtures/tax-lines.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): Example => JSON.parse(line))

let server: Server
let ids: Sample
let consumer: number
const branches = new Map<string, number>()
before(async () => {
  server = await startServer()
  ids = await sample(server)
  consumer = (await data(server, 'POST', '/customers', { name: 'Consumidor', ie_kind: 9 })).id
  for (const [regime, crt] of [
    ['regular', 3],
    ['single', 1],
  ] as const) {
    const body = { name: regime, regimes: [{ since: '2026-01-01', crt, ibs_cbs_regime: regime }] }
    branches.set(regime, (await data(server, 'POST', '/branch-companies', body)).id)
  }
})
after(async () => {
  await assertConsistent(server)
  await server.close()
})

/** Decimals are numbers in a body, and texts in the examples. */
const TEXTS = ['tax', 'code', 'class', 'margin_kind', 'base_kind', 'mode', 'reason', 'benefit']
const asSent = (tax: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(tax).map(([name, value]) => [
      name,
      typeof value === 'string' && !TEXTS.includes(name) ? Number(value) : value,
    ]),
  )

interface ShownTax {
  tax: string
  base: number
  rate: number
  value: number
  effect: number
  origin: string
  [property: string]: unknown
}

const orderOf = ({ op, quantity, final_consumer, date, regime }: Example, taxes: object[]) => ({
  id_customer: final_consumer ? consumer : ids.customer,
  id_branch_company: branches.get(regime),
  delivery_date: date,
  items: [
    {
      id_item: ids.product,
      quantity: Number(quantity),
      price: Number((Number(op) / Number(quantity)).toFixed(10)),
      taxes,
    },
  ],
})

for (const example of examples) {
  test(example.title, async () => {
    const { op, taxes, expected, outside } = example
    const body = orderOf(example, taxes.map(asSent))
    const order = await data(server, 'POST', '/orders', body)
    const [line] = order.items
    const shown: ShownTax[] = line.taxes
    assert.equal(shown.length, taxes.length)
    for (const [tax, figures] of Object.entries(expected)) {
      const found = shown.find((one) => one.tax === tax)
      assert.partialDeepStrictEqual(found, asSent(figures), tax)
    }
    const total = Math.round((Number(op) + Number(outside)) * 100) / 100
    assert.equal(order.total_value, total)
    assert.equal(line.line_total, total)
    // Three taxes are shown as before, too.
    const ipi = shown.find(({ tax }) => tax === 'ipi')
    assert.equal(line.value_ipi, ipi?.value ?? 0)
    // A preview says the same, and what is shown can be sent again.
    const preview = await data(server, 'POST', '/orders/preview', body)
    assert.deepEqual(preview.items[0].taxes, shown)
    const again = shown.map(({ effect: _, origin: __, effective_rate: ___, rate, ...sent }) =>
      'per_unit' in sent ? sent : { ...sent, rate },
    )
    const path = `/orders/${order.id}/items/${line.id}`
    const sent = await succeed(server, 'PATCH', path, { taxes: again })
    assert.deepEqual(
      sent.body.data.items[0].taxes.map(({ tax, value }: ShownTax) => [tax, value]),
      shown.map(({ tax, value }) => [tax, value]),
    )
  })
}
