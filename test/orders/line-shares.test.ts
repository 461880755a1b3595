import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import Big from 'big.js'
import fc from 'fast-check'
import { apportion } from '../../src/orders/amounts/line-shares.ts'
import { type Server, startServer } from '../harness.ts'
import { assertConsistent, data, succeed, toCents } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'

// What falls to each line of an order's discount, freight, insurance and other expenses.

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

const inMoney = (cents: number | bigint) => Number(new Big(String(cents)).div(100).toFixed(2))

// --- the rule ----------------------------------------------------------------------------------

const apportioned = (amount: number, weights: readonly number[]) =>
  apportion(BigInt(amount), weights.map(BigInt))

const money = fc.oneof(fc.nat(100), fc.nat(999_999), fc.nat(10 ** 12))
const weights = fc.array(money, { minLength: 1, maxLength: 30 })

test('shares add up to the amount, and each is less than a cent off its own proportion', () => {
  fc.assert(
    fc.property(money, weights, (amount, all) => {
      const shares = apportioned(amount, all)
      const whole = all.reduce((sum, weight) => sum + BigInt(weight), 0n)
      assert.equal(
        shares.reduce((a, b) => a + b, 0n),
        BigInt(amount),
      )
      shares.forEach((share, i) => {
        assert.ok(share >= 0n)
        const weight = BigInt(all[i] as number)
        if (BigInt(amount) <= whole) assert.ok(share <= weight)
        // |share − amount × weight ÷ whole| < 1 cent, in whole numbers.
        const off = share * whole - BigInt(amount) * weight
        if (whole > 0n) assert.ok((off < 0n ? -off : off) < whole)
      })
    }),
    { numRuns: 1000 },
  )
})

test('R$ 6.00 over 1,000 equal lines leaves no rest to the last one', () => {
  const shares = apportioned(600, Array(1000).fill(1000))
  assert.deepEqual(shares.slice(0, 10), [1n, 0n, 1n, 0n, 1n, 1n, 0n, 1n, 0n, 1n])
  assert.equal(shares.filter((share) => share === 1n).length, 600)
  assert.equal(shares.filter((share) => share === 0n).length, 400)
  assert.equal(shares.at(-1), 1n)
})

// --- through the interface -----------------------------------------------------------------------

interface Line {
  quantity: number
  price: number
  discount_value?: number
}

const lines = (items: readonly Line[]) => items.map((item) => ({ id_item: ids.product, ...item }))
const equal = (price: number, count: number) =>
  Array.from({ length: count }, () => ({ quantity: 1, price }))

type Shares = [discount: number, freight: number, insurance: number, other: number, total: number]

const sharesOf = ({ items }: { items: Record<string, number>[] }) =>
  items.map(({ discount_share, freight_share, insurance_share, other_share, line_total }) => [
    discount_share,
    freight_share,
    insurance_share,
    other_share,
    line_total,
  ])

interface Header {
  charged?: boolean
  freight_value?: number
  insurance_value?: number
  other_expenses?: number
  discount_value?: number
  discount_percentage?: number
}

interface Example {
  title: string
  header?: Header
  items: readonly Line[]
  shares: Shares[]
  total: number
}

const examples: Example[] = [
  {
    title: 'an order without amounts of its own',
    items: [{ quantity: 3, price: 19.9 }],
    shares: [[0, 0, 0, 0, 59.7]],
    total: 59.7,
  },
  {
    title: 'a discount of 10 %',
    header: { discount_percentage: 10 },
    items: [...equal(33.33, 2), { quantity: 1, price: 33.35 }],
    shares: [
      [3.33, 0, 0, 0, 30],
      [3.34, 0, 0, 0, 29.99],
      [3.33, 0, 0, 0, 30.02],
    ],
    total: 90.01,
  },
  {
    title: 'five cents of freight',
    header: { charged: true, freight_value: 0.05 },
    items: equal(1, 3),
    shares: [
      [0, 0.02, 0, 0, 1.02],
      [0, 0.01, 0, 0, 1.01],
      [0, 0.02, 0, 0, 1.02],
    ],
    total: 3.05,
  },
  {
    title: 'freight, insurance and other expenses by what lines are before discounts',
    header: { charged: true, freight_value: 50, insurance_value: 7.31, other_expenses: 0.02 },
    items: [
      { quantity: 2, price: 100, discount_value: 20 },
      { quantity: 1, price: 133.33 },
      { quantity: 10, price: 6.667 },
    ],
    shares: [
      [0, 25, 3.66, 0.01, 208.67],
      [0, 16.67, 2.43, 0.01, 152.44],
      [0, 8.33, 1.22, 0, 76.22],
    ],
    total: 437.33,
  },
  {
    title: 'freight that is not charged',
    header: { charged: false, freight_value: 50 },
    items: equal(100, 1),
    shares: [[0, 0, 0, 0, 100]],
    total: 100,
  },
  {
    title: 'lines that are free',
    header: { charged: true, freight_value: 12 },
    items: [
      { quantity: 1, price: 0 },
      { quantity: 5, price: 0 },
    ],
    shares: [
      [0, 12, 0, 0, 12],
      [0, 0, 0, 0, 0],
    ],
    total: 12,
  },
  {
    title: 'all given away',
    header: { discount_value: 0.3 },
    items: equal(0.1, 3),
    shares: [
      [0.1, 0, 0, 0, 0],
      [0.1, 0, 0, 0, 0],
      [0.1, 0, 0, 0, 0],
    ],
    total: 0,
  },
  {
    title: 'uneven weights',
    header: { insurance_value: 1000.01 },
    items: [33.33, 33.33, 33.34, 0.01, 977.77].map((price) => ({ quantity: 1, price })),
    shares: [
      [0, 0, 30.92, 0, 64.25],
      [0, 0, 30.93, 0, 64.26],
      [0, 0, 30.93, 0, 64.27],
      [0, 0, 0.01, 0, 0.02],
      [0, 0, 907.22, 0, 1884.99],
    ],
    total: 2077.79,
  },
]

const bodyOf = ({ charged, ...header }: Header, items: readonly Line[]) => ({
  id_customer: ids.customer,
  ...(charged !== undefined && {
    id_freight_type: charged ? ids.charged_freight : ids.free_freight,
  }),
  ...header,
  items: lines(items),
})

for (const { title, header = {}, items, shares, total } of examples) {
  test(`shares of ${title}, created and previewed`, async () => {
    const body = bodyOf(header, items)
    const created = await data(server, 'POST', '/orders', body)
    assert.deepEqual(sharesOf(created), shares)
    assert.equal(created.total_value, total)
    const preview = await data(server, 'POST', '/orders/preview', body)
    assert.deepEqual(sharesOf(preview), shares)
    assert.deepEqual(await data(server, 'GET', `/orders/${created.id}`), created)
  })
}

test('1,000 lines have shares, created and previewed', async () => {
  const body = bodyOf({ other_expenses: 6 }, equal(10, 1000))
  const created = await data(server, 'POST', '/orders', body)
  const shares = created.items.map(({ other_share }: { other_share: number }) => other_share)
  assert.deepEqual(shares.slice(0, 10), [0.01, 0, 0.01, 0, 0.01, 0.01, 0, 0.01, 0, 0.01])
  assert.equal(shares.filter((share: number) => share === 0.01).length, 600)
  assert.equal(created.total_value, 10_006)
  const preview = await data(server, 'POST', '/orders/preview', body)
  assert.deepEqual(sharesOf(preview), sharesOf(created))
})

test('a discount above lines that come to nothing is refused', async () => {
  const body = bodyOf({}, equal(0, 1))
  const answer = await server.send('POST', '/orders', { body: { ...body, discount_value: 0.01 } })
  assert.equal(answer.status, 422)
  assert.equal(answer.body.errors[0].code, 'discount_exceeds_total')
})

test('they follow the lines and the header', async () => {
  const items = [...equal(33.33, 2), { quantity: 1, price: 33.35 }]
  const order = await data(server, 'POST', '/orders', bodyOf({ discount_percentage: 10 }, items))
  const path = `/orders/${order.id}`
  await succeed(server, 'DELETE', `${path}/items/${order.items[1].id}`)
  const after = await data(server, 'GET', path)
  assert.deepEqual(sharesOf(after), [
    [3.33, 0, 0, 0, 30],
    [3.34, 0, 0, 0, 30.01],
  ])
  assert.deepEqual([after.discount_value, after.total_value], [6.67, 60.01])
  const charged = await data(server, 'PATCH', path, { other_expenses: 0.01 })
  assert.deepEqual(sharesOf(charged), [
    [3.33, 0, 0, 0, 30],
    [3.34, 0, 0, 0.01, 30.02],
  ])
})

test('taxes go with shares into what a line comes to', async () => {
  const [one, other] = lines([
    { quantity: 24, price: 18.37 },
    { quantity: 6, price: 99.9 },
  ])
  const taxed = {
    ...one,
    base_ipi: 434.73,
    aliq_ipi: 3.25,
    base_icms: 434.73,
    aliq_icms: 12,
    base_icms_st: 698.47,
    aliq_icms_st: 18,
  }
  const order = await data(server, 'POST', '/orders', {
    ...bodyOf({ charged: true, freight_value: 37.5, discount_percentage: 5 }, []),
    items: [taxed, { ...other, base_icms: 591.04, aliq_icms: 12 }],
  })
  assert.deepEqual(sharesOf(order), [
    [22.04, 15.89, 0, 0, 522.41],
    [29.97, 21.61, 0, 0, 591.04],
  ])
  assert.equal(order.total_value, 1113.45)
})

// --- whatever an order has ------------------------------------------------------------------------

const anAmount = fc.oneof(fc.constant(0), fc.nat(99), fc.nat(99_999))
const aLine = fc.record({
  quantity: fc.integer({ min: 1, max: 9 }),
  price: anAmount,
  discount: fc.nat(100),
})

/** What lines have of an amount, in exact fractions: half-up, for what is not negative. */
function oracle(amount: bigint, all: readonly bigint[]): bigint[] {
  const whole = all.reduce((a, b) => a + b, 0n)
  const until = all.map((_, i) => {
    const weight = all.slice(0, i + 1).reduce((a, b) => a + b, 0n)
    return whole === 0n ? amount : (2n * amount * weight + whole) / (2n * whole)
  })
  return until.map((one, i) => one - (until[i - 1] ?? 0n))
}

test('the totals of lines add up to the order’s, stored as previewed, whatever it has', async () => {
  const anOrder = fc.record({
    items: fc.array(aLine, { minLength: 1, maxLength: 12 }),
    charged: fc.boolean(),
    freight: anAmount,
    insurance: anAmount,
    others: anAmount,
    percentage: fc.oneof(fc.constant(0), fc.nat(100)),
  })
  await fc.assert(
    fc.asyncProperty(
      anOrder,
      async ({ items, charged, freight, insurance, others, percentage }) => {
        const gross = items.map(({ quantity, price }) => BigInt(quantity * price))
        const discounts = items.map(({ quantity, price, discount }) =>
          Math.min(discount, quantity * price),
        )
        const net = gross.map((one, i) => one - BigInt(discounts[i] as number))
        const all = net.reduce((a, b) => a + b, 0n)
        const discount = (all * BigInt(percentage) + 50n) / 100n
        const given = bodyOf(
          {
            charged,
            freight_value: inMoney(freight),
            insurance_value: inMoney(insurance),
            other_expenses: inMoney(others),
            discount_percentage: percentage,
          },
          items.map(({ quantity, price }, i) => ({
            quantity,
            price: inMoney(price),
            discount_value: inMoney(discounts[i] as number),
          })),
        )
        const order = await data(server, 'POST', '/orders', given)
        const parts = [
          oracle(discount, net),
          ...[charged ? freight : 0, insurance, others].map((one) => oracle(BigInt(one), gross)),
        ]
        const expected = items.map((_, i) => {
          const [taken = 0n, ...added] = parts.map((part) => part[i] as bigint)
          const total = (net[i] as bigint) - taken + added.reduce((a, b) => a + b, 0n)
          return [taken, ...added, total].map(inMoney)
        })
        assert.deepEqual(sharesOf(order), expected)
        const sum = order.items.reduce(
          (a: bigint, { line_total }: { line_total: number }) => a + toCents(line_total),
          0n,
        )
        assert.equal(sum, toCents(order.total_value))
        assert.deepEqual(sharesOf(await data(server, 'POST', '/orders/preview', given)), expected)
      },
    ),
    { numRuns: 60 },
  )
})
