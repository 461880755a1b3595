import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Server, startServer } from '../../harness.ts'
import { assertConsistent, data, problemOf, toCents } from '../../support/orders.ts'
import { SEED } from '../../support/random.ts'
import {
  aHeader,
  anOrder,
  drawOf,
  headerSent,
  itemsSent,
  rulesOf,
  someGoods,
  someTerms,
} from './cases.ts'
import { isBelowZero, type OracleOrder, type OracleResult, workedOut } from './oracle.ts'

// The same orders through the interface: what is stored, and shown, is what exact fractions come to.

const ORDERS = 250
/** No rate of CBS is published for 2027. */
const RATES = { ibs_uf: 0.05, ibs_mun: 0.05 }

const some = <T>(count: number, of: (draw: ReturnType<typeof drawOf>) => T) =>
  Array.from({ length: count }, (_, i) => of(drawOf(-1000 - i)))

const goods = some(60, someGoods)
const headers = some(30, aHeader)
const terms = some(25, someTerms)

let server: Server
let stranger = 0
before(async () => {
  server = await startServer()
  const make = (path: string, body: object) => data(server, 'POST', path, body)
  await make('/freight-types', { name: 'Por conta do cliente', fk_id: 'charged', charged: true })
  await make('/operations', { name: 'Bonificação', fk_id: 'gift', kind: 'bonus', payable: false })
  for (const [i, { seller, buyer }] of headers.entries()) {
    const { state, crt, regime, paysIpi, credit } = seller
    const since = '2020-01-01'
    const rates = credit ? [{ since, rate: credit }] : []
    await make('/branch-companies', {
      name: `Filial ${i}`,
      fk_id: `b${i}`,
      state,
      regimes: [{ since, crt, ibs_cbs_regime: regime }],
      simples_credit_rates: rates,
      ipi_payer: paysIpi,
    })
    await make('/customers', { name: `Cliente ${i}`, fk_id: `c${i}`, ie_kind: buyer.kind })
    await make(`/customers/c${i}/address`, { state: buyer.state, city: 'Centro' })
  }
  for (const [i, { lines, ...more }] of terms.entries()) {
    const dated = lines.map((line, n) => ({ ...line, days: n * 10 }))
    await make('/payment-types', {
      name: `Prazo ${i}`,
      fk_id: `t${i}`,
      terms: { lines: dated, ...more },
    })
  }
  const rules: string[] = []
  for (const [i, one] of goods.entries()) {
    const { id } = await make('/products', {
      name: `Item ${i}`,
      fk_id: `p${i}`,
      origin: one.origin,
    })
    for (const [n, rule] of rulesOf(one).entries()) {
      const named = { name: `${i}-${n}`, fk_id: `${i}-${n}`, valid_from: '2026-01-01' }
      rules.push(JSON.stringify({ ...named, id_product: id, ...rule }))
    }
  }
  await bulk('/bulk/tax-rules', rules)
})
after(async () => {
  await assertConsistent(server)
  await server.close()
})

async function bulk(path: string, lines: readonly string[]) {
  const headers = { 'content-type': 'application/x-ndjson' }
  const { status, text } = await server.send('POST', path, { body: lines.join('\n'), headers })
  assert.equal(status, 200, text)
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

interface Case {
  order: OracleOrder
  expected: OracleResult | undefined
  body: Record<string, unknown>
}

function caseOf(n: number, baseHasShares: boolean): Case {
  const draw = drawOf(n)
  const [header, term] = [draw.int(0, headers.length - 1), draw.int(0, terms.length - 1)]
  const of = { ...(headers[header] as (typeof headers)[number]), baseHasShares }
  const { order, sold } = anOrder(draw, of, goods, RATES, terms[term])
  const items = itemsSent(order, (i) => ({ fk_id_item: `p${sold[i]}` }), {
    fk_id_operation: 'gift',
  })
  const codes = {
    fk_id: `n${n}`,
    fk_id_customer: `c${header}`,
    fk_id_branch_company: `b${header}`,
    fk_id_payment_type: `t${term}`,
    fk_id_freight_type: 'charged',
  }
  return { order, expected: workedOut(order), body: { ...codes, ...headerSent(order), items } }
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever comes
function shown(order: any): OracleResult {
  const cents = (amount: number) => (amount < 0 ? -toCents(-amount) : toCents(amount))
  return {
    // biome-ignore lint/suspicious/noExplicitAny: the same
    lines: order.items.map((item: any) => {
      const taxes = item.taxes.map(
        ({ tax, base, value }: { tax: string; base: number; value: number }) => {
          return [tax, [cents(base), cents(value)]] as const
        },
      )
      const { discount_share, freight_share, insurance_share, other_share } = item
      return {
        total: cents(item.total_liq) + cents(item.vlr_desc),
        discount: cents(item.vlr_desc),
        net: cents(item.total_liq),
        shares: {
          discount: cents(discount_share),
          freight: cents(freight_share),
          insurance: cents(insurance_share),
          other: cents(other_share),
        },
        taxes: Object.fromEntries(
          taxes.filter(([, [base, value]]: [string, [bigint, bigint]]) => base + value !== 0n),
        ),
        lineTotal: cents(item.line_total),
      }
    }),
    discount: cents(order.discount_value),
    total: cents(order.total_value),
    payable: cents(order.payable_value),
    installments: order.installments.map(({ amount }: { amount: number }) => cents(amount)),
  }
}

for (const baseHasShares of [true, false]) {
  test(`${ORDERS} orders are stored as exact fractions have it, shares in bases: ${baseHasShares}`, async () => {
    await data(server, 'PATCH', '/account', { tax_base_includes_shares: baseHasShares })
    const cases = Array.from({ length: ORDERS }, (_, i) => caseOf(stranger + i, baseHasShares))
    stranger += ORDERS
    const results = await bulk(
      '/bulk/orders',
      cases.map(({ body }) => JSON.stringify(body)),
    )
    let kept = 0
    for (const [i, { order, expected, body }] of cases.entries()) {
      const which = `TEST_SEED=${SEED}, ${body['fk_id']}: ${JSON.stringify(order)} ${JSON.stringify(results[i])}`
      const isPaid = expected && expected.payable > 0n
      if (!expected || isBelowZero(expected) || (isPaid && !expected.installments)) {
        assert.match(
          JSON.stringify(results[i]),
          /discount_exceeds_total|line_below_zero|installment_not_positive/,
          which,
        )
        continue
      }
      kept++
      const { body: answer, status } = await server.send('GET', `/orders/fk_id/${body['fk_id']}`)
      assert.equal(status, 200, which)
      const found = shown(answer.data)
      assert.deepEqual(found, { ...expected, installments: expected.installments ?? [] }, which)
      assert.equal(
        found.lines.reduce((sum, { lineTotal }) => sum + lineTotal, 0n),
        found.total,
        which,
      )
      if (i % 10 > 0) continue
      const { fk_id: _, ...same } = body
      const preview = await data(server, 'POST', '/orders/preview', same)
      assert.deepEqual(shown(preview), found, which)
    }
    assert.ok(kept > ORDERS / 2)
  })
}

test('an order that would come to less than nothing is refused', async () => {
  const taxes = [{ tax: 'icms_deson', value: 60, reason: '9', deducts: true }]
  const items = [{ fk_id_item: 'p0', quantity: 1, price: 100, taxes }]
  const body = { fk_id_customer: 'c0', discount_value: 50, items }
  for (const path of ['/orders', '/orders/preview']) {
    const answer = await server.send('POST', path, { body })
    const fault = [422, 'validation_failed', ['/items/0/taxes line_below_zero']]
    assert.deepEqual(problemOf(answer), fault, path)
  }
  const { id } = await data(server, 'POST', '/orders', { ...body, discount_value: 40 })
  const answer = await server.send('PATCH', `/orders/${id}`, { body: { discount_value: 41 } })
  assert.deepEqual(problemOf(answer), [422, 'validation_failed', [' line_below_zero']])
  const lowered = sql`
    with item as (update order_items set outside_other = -61, taxes = jsonb_set(taxes, '{0,value}', '61')
                   where account_id = ${server.account_id} and id_order = ${id})
    update orders set total_value = total_value - 1 where account_id = ${server.account_id} and id = ${id}`
  await assert.rejects(lowered.execute(server.db), /comes to less than nothing/)
})
