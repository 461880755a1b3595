/**
 * The amounts of a line once more, in integers of the smallest unit and written apart from
 * `src/orders`: what the property tests compare with. At the end what all tests of amounts use.
 */
import assert from 'node:assert/strict'
import { itemFigures } from '../../packages/model/item.ts'
import { type FigureColumn, type WrittenFigure, writtenFigures } from '../../src/model/item.ts'
import {
  type AmountsMode,
  computeLine,
  type FigureLine,
  type FiguresInput,
} from '../../src/orders/amounts/amounts.ts'
import type { TypedDiscount } from '../../src/orders/amounts/figures.ts'

/** Figures in their smallest unit: quantity 10^-4, prices 10^-10, amounts 10^-2, rates 10^-4. */
export type Units = Partial<Record<WrittenFigure, bigint>>
export type Triple = readonly [base: bigint, rate: bigint, value: bigint]

/** Half-up, for what is not negative. */
export function divide(n: bigint, d: bigint): bigint {
  return (2n * n + d) / (2n * d)
}

export const totalOf = (quantity: bigint, price: bigint) => divide(quantity * price, 10n ** 12n)
export const share = (amount: bigint, rate: bigint) => divide(amount * rate, 10n ** 6n)
const percentageOf = (part: bigint, whole: bigint) =>
  whole === 0n ? 0n : divide(part * 10n ** 6n, whole)
const unitOf = (net: bigint, quantity: bigint) => divide(net * 10n ** 12n, quantity)
const netOf = (unit: bigint, quantity: bigint) => divide(unit * quantity, 10n ** 12n)
export const due = (base: bigint, rate: bigint, deducted: bigint) => {
  const value = base === 0n || rate === 0n ? 0n : share(base, rate) - deducted
  return value < 0n ? 0n : value
}

/** The figure as the canonical decimal text of its column. */
export function write(name: WrittenFigure, units: bigint): string {
  const { decimals } = itemFigures[name]
  const digits = units.toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return digits.slice(0, -decimals) + (fraction ? `.${fraction}` : '')
}

function read(name: WrittenFigure, text: string): bigint {
  const { decimals } = itemFigures[name]
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

/** Units as a client sends them. */
export function toSent(units: Units): Partial<Record<WrittenFigure, number>> {
  const entries = Object.entries(units) as [WrittenFigure, bigint][]
  return Object.fromEntries(entries.map(([name, value]) => [name, Number(write(name, value))]))
}

/** Units as columns; what is absent is 0. */
export function toLine(units: Units, typed_discount: TypedDiscount = 'money'): FigureLine {
  const names = Object.keys(itemFigures) as WrittenFigure[]
  const figures = Object.fromEntries(
    names.map((name) => [itemFigures[name].column, write(name, units[name] ?? 0n)]),
  ) as Record<FigureColumn, string>
  return { ...figures, typed_discount }
}

export function toUnits(line: Record<FigureColumn, string>): Required<Units> {
  const names = Object.keys(itemFigures) as WrittenFigure[]
  return Object.fromEntries(
    names.map((name) => [name, read(name, line[itemFigures[name].column])]),
  ) as Required<Units>
}

/** The goods of a line from quantity, price and at most one statement about its discount. */
export function goods(given: Units & { quantity: bigint; price: bigint }): Units {
  const { quantity, price } = given
  const total = given.total_item ?? totalOf(quantity, price)
  let discount = given.discount_value ?? 0n
  if (given.discount_percentage !== undefined) discount = share(total, given.discount_percentage)
  if (given.net_value !== undefined) discount = total - given.net_value
  if (given.net_unit_value !== undefined) discount = total - netOf(given.net_unit_value, quantity)
  const net = total - discount
  return {
    quantity,
    price,
    total_item: total,
    discount_value: discount,
    discount_percentage: given.discount_percentage ?? percentageOf(discount, total),
    net_value: net,
    net_unit_value: given.net_unit_value ?? unitOf(net, quantity),
  }
}

/** Whether a rate and a value without a base say more than the net value gives. */
export function exceeds(
  { base, rate, value }: { base?: bigint; rate?: bigint; value?: bigint },
  net: bigint,
): boolean {
  return base === undefined && Boolean(rate && value && value > share(net, rate) + 1n)
}

/**
 * A tax of a new line of which at most two figures are given; `net` is the base of a rate alone.
 * @param isSt of ICMS-ST, whose base is never the net value
 */
export function tax(
  given: { base?: bigint; rate?: bigint; value?: bigint },
  net: bigint,
  deducted = 0n,
  isSt = false,
): Triple {
  const { rate, value } = given
  if (!isSt && rate && value !== undefined && given.base === undefined) {
    const usual = share(net, rate)
    const apart = value > usual ? value - usual : usual - value
    return [apart <= 1n ? net : divide(value * 10n ** 6n, rate), rate, value]
  }
  const base = rate && given.base === undefined && value === undefined ? net : given.base
  if (base !== undefined && rate !== undefined) return [base, rate, due(base, rate, deducted)]
  const invertible = value !== undefined && (value > 0n || deducted === 0n)
  if (base && invertible) return [base, divide((value + deducted) * 10n ** 6n, base), value]
  if (rate && invertible) return [divide((value + deducted) * 10n ** 6n, rate), rate, value]
  return [base ?? 0n, rate ?? 0n, value ?? 0n]
}

/** Why the three figures of a tax contradict each other; undefined where they don't. */
export function contradictionOf(
  [base, rate, value]: Triple,
  deducted = 0n,
  mayBeLess = false,
): string | undefined {
  if (base === 0n && rate === 0n) return undefined
  const expected = due(base, rate, deducted)
  const apart = value > expected ? value - expected : expected - value
  if (apart <= 1n || (mayBeLess && value < expected)) return undefined
  // A rate of four decimals, or a base of two, can't say more exactly what gives this value.
  if (base > 0n && divide((value + deducted) * 10n ** 6n, base) === rate) return undefined
  if (rate > 0n && divide((value + deducted) * 10n ** 6n, rate) === base) return undefined
  return `${value} is not ${base} × ${rate} less ${deducted}`
}

export function compute(sent: FiguresInput, stored?: FigureLine, mode: AmountsMode = 'verify') {
  return computeLine({ sent, stored, defaultPrice: null, mode })
}

export function accepted(sent: FiguresInput, stored?: FigureLine, mode: AmountsMode = 'verify') {
  const { line, errors } = compute(sent, stored, mode)
  assert.deepEqual(errors, [])
  return line
}

/** What a client reads of a line, in the names it writes. */
export function readBack(line: FigureLine): Record<WrittenFigure, number> {
  return Object.fromEntries(
    writtenFigures.map((name) => [name, Number(line[itemFigures[name].column])]),
  ) as Record<WrittenFigure, number>
}

/** The figures alone: a line that is sent whole does not say which of its discounts was typed. */
export function figuresOf({ typed_discount: _, ...figures }: FigureLine) {
  return figures
}
