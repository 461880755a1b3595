import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { assertConsistent, data, succeed } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'

// When how much of an order is due: from the terms of its payment type, or as a list that was sent.

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

let types = 0
const typeWith = async (terms: unknown) => {
  const { id } = await data(server, 'POST', '/payment-types', { name: `T${++types}`, terms })
  return id as number
}

const line = (price: number, more = {}) => ({ id_item: ids.product, quantity: 1, price, ...more })
const order = (price: number, base: string, more: object = {}) => ({
  id_customer: ids.customer,
  date: base,
  items: [line(price)],
  ...more,
})
const create = (body: object) => data(server, 'POST', '/orders', body)

type Part = [due_date: string, amount: number]
interface Shown {
  installments: { number: string; due_date: string; amount: number; percentage: number }[]
}
const partsOf = ({ installments }: Shown): Part[] =>
  installments.map(({ due_date, amount }) => [due_date, amount])

async function refused(method: string, path: string, body: object) {
  const answer = await server.send(method, path, { body })
  assert.equal(answer.status, 422, answer.text)
  return answer.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [
    pointer,
    code,
  ])
}

// --- worked examples ---------------------------------------------------------------------------

const THREE = { lines: [{ days: 30 }, { days: 60 }, { days: 90 }] }
const NOVEMBER = ['2026-12-25', '2027-01-24', '2027-02-23'] as const
const in3 = (...amounts: number[]): Part[] =>
  amounts.map((amount, i) => [NOVEMBER[i] as string, amount])

interface Example {
  title: string
  total: number
  /** What of it is IPI. */
  ipi?: number
  base: string
  terms: object
  expected: Part[]
}

const examples: Example[] = [
  {
    title: '100.00 in 3',
    total: 100,
    base: '2026-11-25',
    terms: THREE,
    expected: in3(33.33, 33.33, 33.34),
  },
  {
    title: 'the odd cent on the first',
    total: 100,
    base: '2026-11-25',
    terms: { ...THREE, remainder: 'first' },
    expected: in3(33.34, 33.33, 33.33),
  },
  {
    title: 'weekends to the next working day',
    total: 1000,
    base: '2026-11-27',
    terms: { ...THREE, weekend: 'next' },
    expected: [
      ['2026-12-28', 333.33],
      ['2027-01-26', 333.33],
      ['2027-02-25', 333.34],
    ],
  },
  {
    title: 'percentages of 5.47',
    total: 5.47,
    base: '2026-11-25',
    terms: {
      lines: [
        { days: 30, percentage: 33.33 },
        { days: 60, percentage: 33.33 },
        { days: 90, percentage: 33.34 },
      ],
    },
    expected: in3(1.82, 1.82, 1.83),
  },
  {
    title: 'taxes whole in the first',
    total: 1150.43,
    ipi: 150.43,
    base: '2026-11-25',
    terms: { ...THREE, taxes_in_first: true },
    expected: in3(483.76, 333.33, 333.34),
  },
  {
    title: 'month ends count from the base date',
    total: 300,
    base: '2027-01-31',
    terms: { lines: [{ months: 1 }, { months: 2 }, { months: 3 }] },
    expected: [
      ['2027-02-28', 100],
      ['2027-03-31', 100],
      ['2027-04-30', 100],
    ],
  },
  {
    title: 'fixed first, percentages of the rest',
    total: 1000,
    base: '2026-11-25',
    terms: {
      lines: [
        { days: 0, amount: 200, down_payment: true },
        { days: 30, percentage: 50 },
        { days: 60, percentage: 50 },
      ],
    },
    expected: [
      ['2026-11-25', 200],
      ['2026-12-25', 400],
      ['2027-01-24', 400],
    ],
  },
  {
    title: 'weekends to the day before',
    total: 90,
    base: '2026-11-27',
    terms: { lines: [{ days: 30 }, { days: 31 }, { days: 32 }], weekend: 'previous' },
    expected: [
      ['2026-12-25', 30],
      ['2026-12-28', 30],
      ['2026-12-29', 30],
    ],
  },
  {
    title: '0.05 in 3',
    total: 0.05,
    base: '2026-11-25',
    terms: THREE,
    expected: in3(0.02, 0.02, 0.01),
  },
  {
    title: '200.00 in 3',
    total: 200,
    base: '2026-11-25',
    terms: THREE,
    expected: in3(66.67, 66.67, 66.66),
  },
  {
    title: 'equal parts are cut down where the last would have nothing',
    total: 0.03,
    base: '2026-11-25',
    terms: { lines: [{ days: 30 }, { days: 60 }] },
    expected: in3(0.02, 0.01),
  },
  {
    title: 'fewer parts where they would be less than the least',
    total: 100,
    base: '2026-11-25',
    terms: { ...THREE, minimum_installment: 40 },
    expected: in3(50, 50),
  },
  {
    title: '0.02 in 3 becomes 2 with a least part',
    total: 0.02,
    base: '2026-11-25',
    terms: { ...THREE, minimum_installment: 0.01 },
    expected: in3(0.01, 0.01),
  },
  {
    title: 'an order that is too small for the terms is due as a whole',
    total: 100,
    base: '2026-11-25',
    terms: { ...THREE, minimum_order: 100.01 },
    expected: in3(100),
  },
  {
    title: 'a day of the month',
    total: 100,
    base: '2027-01-20',
    terms: {
      lines: [
        { months: 1, day: 10 },
        { months: 1, day: 31 },
      ],
    },
    expected: [
      ['2027-02-10', 50],
      ['2027-02-28', 50],
    ],
  },
]

describe('what terms make of an order', () => {
  for (const { title, total, ipi = 0, base, terms, expected } of examples) {
    test(title, async () => {
      const id_payment_type = await typeWith(terms)
      const net = Number((total - ipi).toFixed(2))
      const items = [line(net, ipi ? { value_ipi: ipi } : {})]
      const body = order(net, base, { id_payment_type, items })
      const preview = await data(server, 'POST', '/orders/preview', body)
      const created = await create(body)
      assert.equal(created.total_value, total)
      assert.deepEqual(partsOf(created), expected)
      assert.deepEqual(preview.installments, created.installments)
      assert.equal(created.installments_kept, false)
    })
  }
})

test('what would be nothing is refused', async () => {
  const cases: [number, object][] = [
    [100, { lines: [{ amount: 150 }, { days: 30 }] }],
    [0.02, THREE],
  ]
  for (const [total, terms] of cases) {
    const id_payment_type = await typeWith(terms)
    const body = order(total, '2026-11-25', { id_payment_type })
    for (const path of ['/orders', '/orders/preview'])
      assert.deepEqual(await refused('POST', path, body), [
        ['/id_payment_type', 'installment_not_positive'],
      ])
  }
})

test('without terms, or without a value, there are none', async () => {
  const plain = await create(order(100, '2026-11-25', { id_payment_type: await typeWith(null) }))
  assert.deepEqual([plain.installments, plain.installments_kept], [[], false])
  const empty = await create({
    ...order(100, '2026-11-25', { id_payment_type: await typeWith('30/60') }),
    items: [],
  })
  assert.deepEqual(empty.installments, [])
  const filled = await data(server, 'POST', `/orders/${empty.id}/items`, line(100))
  assert.deepEqual(partsOf(filled), in3(50, 50))
})

// --- terms -------------------------------------------------------------------------------------

test('a change of terms changes no order until that changes', async () => {
  const id_payment_type = await typeWith('30/60')
  const { id } = await create(order(100, '2026-11-25', { id_payment_type }))
  const path = `/orders/${id}`
  await data(server, 'PATCH', `/payment-types/${id_payment_type}`, { terms: '45' })
  assert.deepEqual(partsOf(await data(server, 'GET', path)), in3(50, 50))
  const noted = await data(server, 'PATCH', path, { observations: 'x' })
  assert.deepEqual(partsOf(noted), in3(50, 50))
  const longer = await data(server, 'POST', `${path}/items`, line(20))
  assert.deepEqual(partsOf(longer), [['2027-01-09', 120]])
})

test('days are counted in the account’s zone, and are estimates until their day is known', async () => {
  const shown = async (from: string, more: object = {}) => {
    const id_payment_type = await typeWith({ lines: [{ days: 1 }], from })
    const made = await create(order(9, '2026-11-25T23:30:00Z', { id_payment_type, ...more }))
    return [made.installments[0].due_date, made.installments_estimated]
  }
  assert.deepEqual(await shown('order'), ['2026-11-26', false])
  assert.deepEqual(await shown('invoice'), ['2026-11-26', true])
  assert.deepEqual(await shown('delivery'), ['2026-11-26', true])
  const delivered = { delivery_date: '2026-12-01' }
  assert.deepEqual(await shown('delivery', delivered), ['2026-12-02', false])
})

// --- changes -----------------------------------------------------------------------------------

test('a list that was sent is kept, and follows the total by its percentages', async () => {
  const installments = [
    { due_date: '2026-12-01', amount: 30, down_payment: true },
    { due_date: '2027-01-05', amount: 70, id_payment_method: ids.payment_method },
  ]
  const id_payment_type = await typeWith('30/60')
  const made = await create(order(100, '2026-11-25', { id_payment_type, installments }))
  const path = `/orders/${made.id}`
  assert.deepEqual(
    made.installments.map(({ payment_method, ...one }: { payment_method: unknown }) => [
      one,
      payment_method === null,
    ]),
    [
      [
        { number: '001', due_date: '2026-12-01', amount: 30, percentage: 30, down_payment: true },
        true,
      ],
      [
        { number: '002', due_date: '2027-01-05', amount: 70, percentage: 70, down_payment: false },
        false,
      ],
    ],
  )
  assert.deepEqual([made.installments_kept, made.installments_estimated], [true, false])
  const grown = await data(server, 'POST', `${path}/items`, line(20))
  assert.deepEqual(partsOf(grown), [
    ['2026-12-01', 36],
    ['2027-01-05', 84],
  ])
  const [, added] = grown.items
  await succeed(server, 'DELETE', `${path}/items/${added.id}`)
  assert.deepEqual(partsOf(await data(server, 'GET', path)), partsOf(made))
  const { deletedId } = (await succeed(server, 'DELETE', `${path}/items/${grown.items[0].id}`)).body
  assert.ok(deletedId)
  assert.deepEqual(partsOf(await data(server, 'GET', path)), [
    ['2026-12-01', 0],
    ['2027-01-05', 0],
  ])
  const again = await data(server, 'POST', `${path}/items`, line(200))
  assert.deepEqual(partsOf(again), [
    ['2026-12-01', 60],
    ['2027-01-05', 140],
  ])
  await data(server, 'PATCH', path, {
    installments: installments.map((one) => ({ ...one, amount: one.amount * 2 })),
  })
  const derived = await data(server, 'PATCH', path, { installments: null })
  assert.deepEqual(partsOf(derived), in3(100, 100))
  assert.equal(derived.installments_kept, false)
})

test('a list that does not add up, or names what there is not, is refused', async () => {
  const with_ = (...installments: object[]) => order(100, '2026-11-25', { installments })
  const due_date = '2026-12-01'
  const cases: [object, string, string][] = [
    [with_({ due_date, amount: 99.99 }), '/installments', 'installments_sum'],
    [with_({ due_date, amount: 0 }), '/installments/0/amount', 'exclusive_minimum'],
    [with_({ amount: 100 }), '/installments/0/due_date', 'required'],
    [
      with_({ due_date, amount: 100, id_payment_method: 999_999 }),
      '/installments/0/id_payment_method',
      'unknown_reference',
    ],
    [
      with_({ due_date, amount: 100, fk_id_payment_method: 'none' }),
      '/installments/0/fk_id_payment_method',
      'unknown_reference',
    ],
  ]
  for (const [body, pointer, code] of cases) {
    assert.deepEqual(await refused('POST', '/orders', body), [[pointer, code]])
    assert.deepEqual(await refused('POST', '/orders/preview', body), [[pointer, code]])
  }
  const { id } = await create(order(100, '2026-11-25'))
  const wrong = { installments: [{ due_date, amount: 1 }] }
  assert.deepEqual(await refused('PATCH', `/orders/${id}`, wrong), [
    ['/installments', 'installments_sum'],
  ])
})

test('a payment method that an instalment names can’t be deleted', async () => {
  const method = await data(server, 'POST', '/payment-methods', { name: 'Boleto', fk_id: 'BOL' })
  const installments = [{ due_date: '2026-12-01', amount: 100, fk_id_payment_method: 'BOL' }]
  const made = await create(order(100, '2026-11-25', { installments }))
  assert.deepEqual(made.installments[0].payment_method, {
    id: method.id,
    name: 'Boleto',
    fk_id: 'BOL',
  })
  const path = `/payment-methods/${method.id}`
  const answer = await server.send('DELETE', path)
  assert.deepEqual([answer.status, answer.body.used_by], [409, ['orders']])
  await data(server, 'PATCH', path, { name: 'Boleto bancário' })
  const renamed = await data(server, 'GET', `/orders/${made.id}`)
  assert.equal(renamed.installments[0].payment_method.name, 'Boleto bancário')
  await data(server, 'PATCH', `/orders/${made.id}`, { installments: null })
  assert.equal((await server.send('DELETE', path)).status, 200)
})

test('a locked order keeps its instalments', async () => {
  const id_payment_type = await typeWith({ lines: [{ days: 30 }], from: 'delivery' })
  const made = await create(
    order(100, '2026-11-25', { id_payment_type, id_order_status: ids.statuses['Invoiced'] }),
  )
  const path = `/orders/${made.id}`
  const moved = await data(server, 'PATCH', path, { delivery_date: '2026-12-20' })
  assert.deepEqual(moved.installments, made.installments)
  const answer = await server.send('PATCH', path, {
    body: { installments: [{ due_date: '2027-01-01', amount: 100 }] },
  })
  assert.deepEqual([answer.status, answer.body.code], [409, 'order_locked'])
})
