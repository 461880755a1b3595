/** Random lines for the property tests of amounts, and what they come to by the oracle. */

import { itemFigures } from '../../packages/model/item.ts'
import { writtenFigures } from '../../src/model/item.ts'
import { fc } from '../support/random.ts'
import type { Units } from './amounts-oracle.ts'
import * as oracle from './amounts-oracle.ts'

export const TAXES = [
  ['base_ipi', 'aliq_ipi', 'value_ipi'],
  ['base_icms', 'aliq_icms', 'value_icms'],
  ['base_icms_st', 'aliq_icms_st', 'value_icms_st'],
] as const

// Ranges keep every figure within 15 significant digits, as JSON numbers can't carry more.
export const quantity = fc.oneof(fc.bigInt(1n, 10n ** 5n), fc.bigInt(1n, 10n ** 9n))
export const price = fc.oneof(
  fc.bigInt(0n, 10n ** 13n),
  fc.bigInt(1n, 10n ** 5n).map((cents) => cents * 10n ** 8n),
)
export const amount = fc.oneof(fc.constant(0n), fc.bigInt(0n, 5000n), fc.bigInt(0n, 10n ** 9n))
export const rate = fc.oneof(
  fc.constantFrom(0n, 40_000n, 120_000n, 180_000n),
  fc.bigInt(0n, 1_000_000n),
)
export const permille = fc.bigInt(0n, 1000n)

export type Statement = 'discount_value' | 'discount_percentage' | 'net_value' | 'net_unit_value'
export const statement = fc.constantFrom<(Statement | undefined)[]>(
  undefined,
  'discount_value',
  'discount_percentage',
  'net_value',
  'net_unit_value',
)

/** One statement about the discount of a line of this total. */
export function state(
  what: Statement | undefined,
  part: bigint,
  total: bigint,
  count: bigint,
): Units {
  const value = (total * part) / 1000n
  if (what === 'discount_percentage') return { [what]: part * 1000n }
  if (what === 'net_unit_value')
    return { [what]: (((total - value) * 10n ** 12n) / count / 10n ** 8n) * 10n ** 8n }
  return what ? { [what]: value } : {}
}

const goodsGiven = fc.record({ quantity, price, what: statement, part: permille }).map((g) => ({
  quantity: g.quantity,
  price: g.price,
  ...state(g.what, g.part, oracle.totalOf(g.quantity, g.price), g.quantity),
}))

const taxGiven = fc
  .tuple(amount, rate, amount, fc.integer({ min: 0, max: 6 }))
  .map(([base, percent, value, mask]) => ({
    ...(mask & 1 ? { base } : {}),
    ...(mask & 2 ? { rate: percent } : {}),
    ...(mask & 4 ? { value } : {}),
  }))

function taxUnits(index: number, given: { base?: bigint; rate?: bigint; value?: bigint }): Units {
  const [base, percent, value] = TAXES[index] as (typeof TAXES)[number]
  return {
    ...(given.base === undefined ? {} : { [base]: given.base }),
    ...(given.rate === undefined ? {} : { [percent]: given.rate }),
    ...(given.value === undefined ? {} : { [value]: given.value }),
  }
}

const newLine = fc.tuple(goodsGiven, taxGiven, taxGiven, taxGiven).map(([g, ipi, icms, st]) => {
  const units: Units = oracle.goods(g)
  const net = units.net_value ?? 0n
  const triples = [oracle.tax(ipi, net), oracle.tax(icms, net)]
  triples.push(oracle.tax(st, net, triples[1]?.[2], true))
  for (const [index, [base, percent, value]] of triples.entries()) {
    Object.assign(units, taxUnits(index, { base, rate: percent, value }))
  }
  const given = { ...g, ...taxUnits(0, ipi), ...taxUnits(1, icms), ...taxUnits(2, st) }
  const typed = given.discount_percentage ? 'percentage' : 'money'
  return {
    sent: oracle.toSent(given),
    line: oracle.toLine(units, typed),
    units: units as Required<Units>,
    isBaseMissing: Boolean(st.rate && st.base === undefined && st.value !== 0n),
    exceeds: oracle.exceeds(ipi, net) || oracle.exceeds(icms, net),
  }
})
const fitting = newLine.filter(({ units }) =>
  writtenFigures.every(
    (name) => units[name] < 10n ** BigInt(itemFigures[name].integer + itemFigures[name].decimals),
  ),
)
/**
 * The statement about a net figure may come out above the total by rounding; then it is refused, as
 * is a rate of ICMS-ST without a base, and a tax that is more than its rate of the net value.
 */
export const derivable = fitting.filter(
  ({ units, isBaseMissing, exceeds }) => units.discount_value >= 0n && !isBaseMissing && !exceeds,
)
