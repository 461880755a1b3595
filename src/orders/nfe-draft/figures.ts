import Big from 'big.js'
import { onOneLine } from '../../base/values/texts.ts'
import { isNear } from '../amounts/figures.ts'
import type { Format } from './layout.ts'

// How the layout writes figures: a point, and as many decimals as its types ask for. Amounts and quantities
// are decimal texts.

const UNIT_PRICE_DECIMALS = 10
const UnitPrice = Big()
UnitPrice.DP = UNIT_PRICE_DECIMALS
UnitPrice.RM = Big.roundHalfUp

/** A group of the layout: texts, groups and lists of groups by name. */
export type Group = { readonly [name: string]: unknown }

/** Without what is not there. */
export function present(group: Group): Group {
  return Object.fromEntries(Object.entries(group).filter(([, value]) => value !== undefined))
}

const formats: Readonly<Record<Format, (value: string) => string>> = {
  money: (value) => withDecimals(value, 2, 2),
  rate: (value) => withDecimals(value, 2, 4),
  quantity: (value) => withDecimals(value, 0, 4),
  weight: (value) => withDecimals(value, 3, 3),
  code: (value) => value,
}

/** A figure as the layout writes it; undefined, and so not there, where there is none. */
export function written(
  value: string | Big | null | undefined,
  format: Format,
): string | undefined {
  return value === null || value === undefined ? undefined : formats[format](String(value))
}

/** An amount, which is left out where it is 0. */
export function unlessZero(amount: Big): string | undefined {
  return amount.eq(0) ? undefined : formats.money(amount.toFixed())
}

/**
 * The price of a unit: that of the order where it comes to the amount, else amount ÷ quantity, rounded
 * half-up to ten decimals: the offices accept one cent between price × quantity and the amount (rejections
 * 629 and 630).
 */
export function unitPrice(amount: Big, quantity: string, price: string): string {
  const exact = new UnitPrice(price)
  const isOfAmount = isNear(exact.times(quantity), amount) || new Big(quantity).eq(0)
  return withDecimals(
    (isOfAmount ? exact : new UnitPrice(amount).div(quantity)).toFixed(),
    2,
    UNIT_PRICE_DECIMALS,
  )
}

/** Rounded half-up to at most as many decimals, with at least as few. */
function withDecimals(value: string, least: number, most: number): string {
  const rounded = new Big(value).round(most, Big.roundHalfUp)
  const [, decimals = ''] = rounded.toFixed().split('.')
  return rounded.toFixed(Math.max(least, decimals.length))
}

/** A text on one line, cut to so many characters; undefined where there is none. */
export function textOf(value: string | null | undefined, most: number): string | undefined {
  const text = [...onOneLine(value ?? '').trim()].slice(0, most).join('').trim()
  return text === '' ? undefined : text
}
