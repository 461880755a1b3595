import Big from 'big.js'
import { itemFigures } from '../../../packages/model/item.ts'
import type { FieldError } from '../../base/problems.ts'
import type { DecimalDigits } from '../../base/values/decimals.ts'
import type { FigureColumn, WrittenFigure } from '../../model/item.ts'
import { type Message, msg } from '../../texts/message.ts'

/** Figures as sent: absent = not sent, null = cleared. Digits and signs are checked before. */
export type FiguresInput = { readonly [W in WrittenFigure]?: number | string | null | undefined }

/**
 * Which discount of a line was typed, the column `typed_discount`: it stays when the line's total
 * changes, and the other one follows.
 */
export type TypedDiscount = 'money' | 'percentage'

/** The figures of a line by column, as decimal strings, and which of its discounts was typed. */
export type FigureLine = Record<FigureColumn, string> & { typed_discount: TypedDiscount }

/** An error of a figure; `sent` and `expected` are decimal strings, for contradictions only. */
export interface AmountError extends FieldError {
  pointer: string
  sent?: string
  expected?: string
}

/** What every step of one line's computation needs. */
export interface LineInput {
  readonly sent: FiguresInput
  readonly stored: Readonly<FigureLine> | undefined
  readonly verify: boolean
}

export const ZERO = new Big(0)
export const HUNDRED = new Big(100)
const PERCENT = new Big('0.01')
/** Of what may be one rounding apart: products, quotients, rates and taxes, of whatever figure. */
const TOLERANCE = new Big('0.01')

// Big's div rounds at its constructor's DP, so each number of decimals has its own constructor:
// dividing at 20 decimals and rounding again would round twice.
export const Rate = withDecimals(itemFigures.aliq_ipi)
export const UnitPrice = withDecimals(itemFigures.price)
export const Amount = withDecimals(itemFigures.net_value)

export function withDecimals({ decimals }: Pick<DecimalDigits, 'decimals'>): typeof Big {
  const Decimal = Big()
  Decimal.DP = decimals
  Decimal.RM = Big.roundHalfUp
  return Decimal
}

/** An amount in proportion: amount × part ÷ whole, rounded half-up once. `whole` is not 0. */
export function proportion(amount: Big, part: Big, whole: Big): Big {
  return new Amount(amount.times(part)).div(whole)
}

/** Half-up to the decimals of an amount. */
export function toAmount(value: Big): Big {
  return value.round(itemFigures.net_value.decimals, Big.roundHalfUp)
}

/** `rate` percent of an amount, as an amount. */
export function shareOf(amount: Big, rate: Big): Big {
  return toAmount(amount.times(rate).times(PERCENT))
}

/** Products, quotients and rates are right within 0.01, sums only exactly. */
export function isNear(a: Big, b: Big): boolean {
  return a.minus(b).abs().lte(TOLERANCE)
}

export function isZero(value: Big): boolean {
  return value.c[0] === 0
}

export function isNegative(value: Big): boolean {
  return value.s < 0 && !isZero(value)
}

/** A stored figure, 0 when there is none. Most figures of most lines are 0. */
export function figure(text: string | undefined): Big {
  return text === undefined || text === '0' ? ZERO : new Big(text)
}

/** A figure that was sent; undefined when absent or cleared. */
export function figureInput(value: number | string | null | undefined): Big | undefined {
  if (value === undefined || value === null) return undefined
  return value === 0 ? ZERO : new Big(value)
}

export function isUnset(value: unknown): boolean {
  return value === undefined || value === null
}

/** Whether a stored figure exists and is this number. */
export function isStored(text: string | undefined, value: Big): boolean {
  return text !== undefined && value.eq(text)
}

/** Whether nothing of these was sent but what is stored already. */
export function isUnchanged({ sent, stored }: LineInput, names: readonly WrittenFigure[]): boolean {
  return names.every((name) => {
    const value = sent[name]
    if (value === undefined) return true
    return value !== null && isStored(stored?.[itemFigures[name].column], new Big(value))
  })
}

/** Copies stored figures; NUMERIC columns come back padded, so zeros at the end go. */
export function copyStored(
  names: readonly WrittenFigure[],
  stored: Readonly<FigureLine>,
  line: FigureLine,
): void {
  for (const name of names) {
    const { column } = itemFigures[name]
    const text = stored[column]
    line[column] = text.includes('.') ? text.replace(/\.?0+$/, '') : text
  }
}

export function clearFigures(names: readonly WrittenFigure[], line: FigureLine): void {
  for (const name of names) line[itemFigures[name].column] = '0'
}

export function fits(value: Big, { integer }: DecimalDigits): boolean {
  return isZero(value) || value.e < integer
}

export function contradiction(
  name: string,
  sent: Big,
  expected: Big,
  rule: string | Message,
): AmountError {
  const [was, should] = [sent.toFixed(), expected.toFixed()]
  const detail = msg`${name} was sent as ${was}, expected ${should} (${rule}).`
  return { pointer: `/${name}`, code: 'amount_contradiction', detail, sent: was, expected: should }
}

export function outOfRange(name: WrittenFigure, value: Big): AmountError {
  return tooLarge(name, value, itemFigures[name])
}

export function tooLarge(name: string, value: Big, { integer }: DecimalDigits): AmountError {
  const detail = msg`${name} would be ${value.toFixed()}, which has more than ${integer} integer digits.`
  return { pointer: `/${name}`, code: 'amount_out_of_range', detail }
}
