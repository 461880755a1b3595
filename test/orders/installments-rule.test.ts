import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import {
  dueDates,
  installmentsOf,
  linesOfShorthand,
  shorthandOf,
  type Terms,
  type TermsLine,
} from '../../packages/model/invoices/installments.ts'
import { wholeTerms } from '../../src/records/kinds/terms.ts'
import { type Server, startServer } from '../harness.ts'
import { data, succeed, toCents } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'

// The rule of instalments, in the program and in the database, and what the database refuses.

let server: Server
let ids: Sample
before(async () => {
  server = await startServer()
  ids = await sample(server)
})
after(() => server.close())

// --- the rule ----------------------------------------------------------------------------------

const money = fc.oneof(fc.nat(300), fc.nat(999_999), fc.nat(10 ** 12))
const days = fc.oneof(
  fc.record({ days: fc.nat(400) }),
  fc.record({ months: fc.nat(14), day: fc.option(fc.integer({ min: 1, max: 31 })) }),
)
const share = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  {
    weight: 2,
    arbitrary: fc.record({
      percentage: fc.integer({ min: 1, max: 300_000 }).map((n) => n / 10_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ amount: fc.integer({ min: 1, max: 50_000 }).map((n) => n / 100) }),
  },
)
const line = fc
  .tuple(days, share, fc.boolean())
  .map(([when, much, down_payment]): TermsLine => ({ ...when, ...much, down_payment }))
const terms = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 12 }),
    remainder: fc.constantFrom('last' as const, 'first' as const),
    weekend: fc.constantFrom('keep' as const, 'next' as const, 'previous' as const),
    taxes_in_first: fc.boolean(),
    minimum_installment: fc.oneof(
      fc.constant(0),
      fc.nat(20_000).map((n) => n / 100),
    ),
    minimum_order: fc.oneof(
      fc.constant(0),
      fc.nat(20_000).map((n) => n / 100),
    ),
  })
  .map((one): Terms => wholeTerms(one))
const base = fc
  .date({ min: new Date('1999-12-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

const sum = (all: readonly bigint[]) => all.reduce((a, b) => a + b, 0n)

test('equal parts of any amount add up to it, whatever their number', () => {
  for (let n = 1; n <= 120; n++) {
    const lines = Array.from({ length: n }, (_, i) => ({ days: i }))
    for (const payable of [
      1n,
      BigInt(n) - 1n,
      BigInt(n),
      BigInt(n) + 1n,
      547n,
      10_000n,
      123_456_789n,
    ]) {
      for (const remainder of ['last', 'first'] as const) {
        const parts = installmentsOf({ lines, remainder }, payable, '2026-01-31')
        if (payable < BigInt(n)) assert.equal(parts, undefined)
        if (!parts) continue
        const amounts = parts.map(({ amount }) => amount)
        assert.equal(sum(amounts), payable)
        assert.ok(amounts.every((amount) => amount > 0n))
      }
    }
  }
})

test('what terms make of an amount adds up to it, in days that ascend', () => {
  fc.assert(
    fc.property(terms, money, money, base, (all, a, b, day) => {
      const payable = BigInt(Math.max(a, b)) + 1n
      const parts = installmentsOf(all, payable, day, BigInt(Math.min(a, b)))
      if (!parts) return
      assert.equal(sum(parts.map(({ amount }) => amount)), payable)
      assert.ok(parts.every(({ amount }) => amount > 0n))
      const dates = [day, ...parts.map(({ due_date }) => due_date)]
      assert.deepEqual(dates, dates.toSorted())
    }),
    { numRuns: 20_000 },
  )
})

test('a month that is shorter ends with its last day, counted from the first day', () => {
  const lines = [1, 2, 3, 13].map((months) => ({ months }))
  assert.deepEqual(dueDates({ lines }, '2027-01-31'), [
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
    '2028-02-29',
  ])
})

test('a text of days is that of its terms', () => {
  const shorthand = fc
    .tuple(fc.boolean(), fc.array(fc.nat(3650), { minLength: 1, maxLength: 20 }))
    .map(([isDown, all]): [boolean, number[]] => [isDown, all.toSorted((a, b) => a - b)])
  fc.assert(
    fc.property(shorthand, ([isDown, all]) => {
      const text = isDown ? `0+${all.join('/')}` : all.join('/')
      const lines = linesOfShorthand(text) as readonly TermsLine[]
      assert.equal(shorthandOf(wholeTerms({ lines })), text)
    }),
  )
})

// --- in the database -----------------------------------------------------------------------------

/** Cases of a statement, and statements. */
const CASES = 250
const STATEMENTS = 8

test('the database makes of terms what the program does', async () => {
  for (let n = 0; n < STATEMENTS; n++) await compareSome()
})

async function compareSome(): Promise<void> {
  const cases = fc.sample(fc.tuple(terms, money, money, base), CASES).map(([all, a, b, day]) => ({
    terms: all,
    payable: Math.max(a, b) + 1,
    taxes: Math.min(a, b),
    base: day,
  }))
  const { rows } = await server.pool.query(
    `select derived_installments(c.terms, c.base, c.payable * 0.01, c.taxes * 0.01) as lines
       from rows from (jsonb_to_recordset($1) as (terms jsonb, base date, payable numeric, taxes numeric))
         with ordinality as c (terms, base, payable, taxes, n)
      order by n`,
    [JSON.stringify(cases)],
  )
  rows.forEach(({ lines }, i) => {
    const { terms: all, payable, taxes, base: day } = cases[i] as (typeof cases)[number]
    const expected = installmentsOf(all, BigInt(payable), day, BigInt(taxes))
    const shown = lines as { due_date: string; amount: number; down_payment: boolean }[] | null
    const found = shown?.map(({ due_date, amount, down_payment }) => ({
      due_date,
      amount: toCents(amount),
      down_payment,
    }))
    assert.deepEqual(found, expected, JSON.stringify(cases[i]))
  })
}

const order = (more: object = {}) => ({
  id_customer: ids.customer,
  date: '2026-11-25',
  items: [{ id_item: ids.product, quantity: 1, price: 100 }],
  ...more,
})

test('the database refuses instalments that do not add up, whoever writes', async () => {
  const installments = [
    { due_date: '2026-12-01', amount: 30 },
    { due_date: '2027-01-05', amount: 70 },
  ]
  const { id } = await data(server, 'POST', '/orders', order({ installments }))
  const changes = [
    `installment_plan = jsonb_set(installment_plan, '{lines,0,amount}', '31')`,
    `installment_plan = null`,
    `total_value = total_value + 1, insurance_value = insurance_value + 1`,
  ]
  for (const change of changes) {
    const written = server.pool.query(
      `update orders set ${change} where account_id = $1 and id = $2`,
      [server.account_id, id],
    )
    await assert.rejects(written, { constraint: 'orders_installments_sum' }, change)
  }
})

test('writers that meet leave instalments that add up, in each version', async () => {
  const type = await data(server, 'POST', '/payment-types', { name: '30/60/90', terms: '30/60/90' })
  const { id } = await data(server, 'POST', '/orders', order({ id_payment_type: type.id }))
  const path = `/orders/${id}`
  const item = { id_item: ids.product, quantity: 1, price: 33.37 }
  const writers = Array.from({ length: 16 }, (_, i) =>
    i % 4 === 0
      ? succeed(server, 'PATCH', path, { insurance_value: i + 1 })
      : i % 4 === 1
        ? succeed(server, 'PATCH', path, { date: `2026-12-${String(i + 1).padStart(2, '0')}` })
        : succeed(server, 'POST', `${path}/items`, item),
  )
  await Promise.all(writers)
  const { rows } = await server.pool.query(
    `select data from events where account_id = $1 and id_record = $2 and resource = 'order' order by version`,
    [server.account_id, id],
  )
  assert.equal(rows.length, 17)
  for (const { data: text } of rows) {
    const shown = typeof text === 'string' ? JSON.parse(text) : text
    assert.equal(shown.installments.length, 3)
    assert.equal(
      sum(shown.installments.map(({ amount }: { amount: number }) => toCents(amount))),
      toCents(shown.total_value),
    )
  }
})

test('an order sent again without instalments is the same', async () => {
  const type = await data(server, 'POST', '/payment-types', { name: '30/60', terms: '30/60' })
  const body = order({ id_payment_type: type.id })
  const put = () => succeed(server, 'PUT', '/orders/fk_id/AGAIN', body)
  const first = await put()
  const second = await put()
  assert.equal(second.headers['etag'], first.headers['etag'])
  assert.deepEqual(second.body.data.installments, first.body.data.installments)
})
