import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import Big from 'big.js'
import { installmentsOf } from '../../../packages/model/invoices/installments.ts'
import { headerParts } from '../../../packages/model/totals.ts'
import { chosenTaxes } from '../../../src/orders/amounts/by-rules/derive.ts'
import type { ItemFacts } from '../../../src/orders/amounts/by-rules/item.ts'
import { type LineShares, lineSharesOf } from '../../../src/orders/amounts/line-shares.ts'
import { storedTaxes } from '../../../src/orders/amounts/tax-lines/line.ts'
import { type PlannedOrder, planOrder } from '../../../src/orders/decisions.ts'
import type { ResolvedOrder } from '../../../src/orders/input.ts'
import type { TaxContext } from '../../../src/orders/taxing/context.ts'
import { readCatalogue } from '../../../src/taxes/file.ts'
import { indexRules } from '../../../src/taxes/rules/choose.ts'
import type { TaxRule } from '../../../src/taxes/rules/rule.ts'
import { SEED } from '../../support/random.ts'
import { A_SALE, aRule } from '../../taxes/rules-support.ts'
import {
  aHeader,
  anOrder,
  drawOf,
  type Goods,
  headerSent,
  itemsSent,
  rulesOf,
  someGoods,
} from './cases.ts'
import { isBelowZero, type OracleOrder, type OracleResult, workedOut } from './oracle.ts'

// Orders as the rules plan them, without a database: every figure is that of the oracle.

/** A few seconds; 100,000 by hand: CONTRIBUTING.md. */
const ORDERS = Number(process.env['ORDERS'] ?? 5_000)

const file = new URL('../../../fiscal/taxes.json', import.meta.url)
const shipped = readCatalogue(readFileSync(file), 'fiscal/taxes.json')
// No rate of CBS is published for 2027.
const law = {
  tax: 'cbs',
  since: '2027-01-01',
  until: null,
  rate: 8.8,
  status: 'law',
  source: 'invented',
}
const catalogue = { ...shipped, rates: [...shipped.rates, law as (typeof shipped.rates)[number]] }
const RATES = { cbs: 8.8, ibs_uf: 0.05, ibs_mun: 0.05 }

const goods = Array.from({ length: 400 }, (_, i) => someGoods(drawOf(-i)))
const rules = goods.flatMap((one, i) =>
  rulesOf(one).map((rule) => ({ ...rule, id_product: i + 1 })),
)
const index = indexRules(
  rules.map((rule, i) => aRule({ ...rule, id: i + 1 } as Partial<TaxRule> & { id: number })),
)
const CHARGED = 1

function sentOf(order: OracleOrder, sold: readonly number[]): ResolvedOrder {
  const items = itemsSent(order, (i) => ({ id_item: (sold[i] as number) + 1 }), { id_operation: 1 })
  const fields = { id_customer: 1, id_freight_type: CHARGED, ...headerSent(order) }
  return { fields, items, errors: [] } as unknown as ResolvedOrder
}

function contextOf({ seller, buyer, date }: OracleOrder): TaxContext {
  const facts = {
    ...A_SALE,
    date,
    origin_state: seller.state,
    destination_state: buyer.state,
    ie_kind: buyer.kind,
    final_consumer: buyer.kind === 9,
    crt: seller.crt as ItemFacts['crt'],
    regime: seller.regime,
    ipi_payer: seller.paysIpi,
    simples_credit_rate: seller.credit ?? null,
  }
  return {
    catalogue,
    regimeOf: () => seller.regime,
    isFinalConsumer: () => buyer.kind === 9,
    isCharged: (id) => id === CHARGED,
    sales: {
      kinds: ['icms', 'ipi', 'ibs_cbs'],
      areMissingRatesRefused: false,
      taxesOf: () => assert.fail(),
      chosenOf({ id_item, figures, properties }, _, op, asked) {
        const { quantity } = figures
        const { origin } = goods[id_item - 1] as Goods
        const operation = properties?.id_operation ? 'bonus' : 'sale'
        const of = { ...facts, id_product: id_item, origin, quantity, op, operation } as ItemFacts
        return chosenTaxes(of, index, catalogue, asked)
      },
    },
  }
}

const cents = (amount: string | Big) => BigInt(new Big(amount).times(100).toFixed())

/** What was planned, in the oracle's words. */
function shown({ fields, lines, total_value }: PlannedOrder, order: OracleOrder): OracleResult {
  const shares = lineSharesOf(
    lines.map(({ figures }) => figures),
    fields,
  )
  const all = lines.map((line, i) => {
    const { figures, outside_other } = line
    const own = shares[i] as LineShares
    const of = (name: string) => cents(own[name] ?? '0')
    const taxes = storedTaxes(line).map(({ tax, base = '0', value = '0' }) => {
      return [tax, [cents(String(base)), cents(String(value))] as const] as const
    })
    const parts = {
      discount: of('discount_share'),
      freight: of('freight_share'),
      insurance: of('insurance_share'),
      other: of('other_share'),
    }
    const outside = cents(figures.value_ipi) + cents(figures.vlr_icms_st) + cents(outside_other)
    const added = parts.freight + parts.insurance + parts.other + outside
    return {
      total: cents(figures.total_item),
      discount: cents(figures.vlr_desc),
      net: cents(figures.total_liq),
      shares: parts,
      taxes: Object.fromEntries(taxes.filter(([, [base, value]]) => base + value !== 0n)),
      lineTotal: cents(figures.total_liq) - parts.discount + added,
      outside,
    }
  })
  const total = headerParts.reduce(
    (sum, { column, sign }) =>
      sign === '+' ? sum.plus(fields[column]) : sum.minus(fields[column]),
    new Big(total_value),
  )
  const paid = all.filter((_, i) => order.items[i]?.isSold)
  const payable = paid.reduce((sum, { lineTotal }) => sum + lineTotal, 0n)
  const taxes = paid.reduce((sum, { outside }) => sum + outside, 0n)
  const terms = {
    ...order.terms,
    lines: order.terms.lines.map((line, i) => ({ ...line, days: i })),
  }
  return {
    lines: all.map(({ outside: _, ...line }) => line),
    discount: cents(fields.discount_value),
    total: cents(total),
    payable,
    installments: installmentsOf(terms, payable, order.date, taxes)?.map(({ amount }) => amount),
  }
}

/** @returns whether it is planned, and not refused */
async function compare(order: OracleOrder, sold: readonly number[]): Promise<boolean> {
  const expected = workedOut(order)
  const account = {
    time_zone: 'UTC',
    amounts: 'verify' as const,
    only: { users: null, branches: null, customers: null },
    tax_base_includes_shares: order.baseHasShares,
    derived_taxes: ['icms' as const, 'ipi' as const, 'ibs_cbs' as const],
    rules_epoch: 1,
  }
  const planning = planOrder(account, sentOf(order, sold), new Map(), contextOf(order))
  if (!expected || isBelowZero(expected)) {
    await assert.rejects(planning, /more than what the items come to|more off the line/)
    return false
  }
  const found = shown(await planning, order)
  assert.deepEqual(found, expected)
  const sum = (all: readonly bigint[]) => all.reduce((a, b) => a + b, 0n)
  assert.equal(sum(found.lines.map(({ lineTotal }) => lineTotal)), found.total)
  if (expected.installments) assert.equal(sum(expected.installments), found.payable)
  return true
}

test(`${ORDERS} orders come to what exact fractions come to, line by line`, async () => {
  let planned = 0
  for (let n = 0; n < ORDERS; n++) {
    const draw = drawOf(n)
    const { order, sold } = anOrder(draw, aHeader(draw), goods, RATES)
    try {
      if (await compare(order, sold)) planned++
    } catch (error) {
      const which = `TEST_SEED=${SEED}, order ${n}: ${JSON.stringify(order)}`
      throw new Error(which, { cause: error })
    }
  }
  assert.ok(planned > ORDERS / 2, `${planned} of ${ORDERS} are planned`)
})
