import type Big from 'big.js'
import { msg } from '../../texts/message.ts'
import type { AmountsMode } from './amounts.ts'
import {
  type AmountError,
  contradiction,
  figure,
  figureInput,
  HUNDRED,
  isNear,
  isZero,
  Rate,
  shareOf,
  type TypedDiscount,
  ZERO,
} from './figures.ts'

// The discount of a whole order: of what its lines come to, beside their own discounts.

/** As decimal strings, in money and in percent, and which of the two was typed. */
export interface OrderDiscount {
  discount_value: string
  discount_percentage: string
  typed_discount: TypedDiscount
}

/** As sent: absent = not sent, null = cleared. Digits and signs are checked before. */
export interface DiscountInput {
  discount_value?: number | string | null | undefined
  discount_percentage?: number | string | null | undefined
}

/** Whether a request says anything about it. */
export const saysDiscount = ({ discount_value, discount_percentage }: DiscountInput): boolean =>
  discount_value !== undefined || discount_percentage !== undefined

/** Whether there is one, be it a percentage of lines that come to nothing. */
export const hasDiscount = ({ discount_value, discount_percentage }: OrderDiscount): boolean =>
  discount_value !== '0' || discount_percentage !== '0'

/** What lines come to before taxes: the sum of their net values, which is exact. */
export function netOf(lines: Iterable<{ figures: { total_liq: string } }>): Big {
  let net = ZERO
  for (const { figures } of lines) net = net.plus(figure(figures.total_liq))
  return net
}

/**
 * The discount of an order whose lines come to `net`. Of the money and the percentage the one that was
 * typed stays, and the other follows, rounded half-up: the money is net × percentage ÷ 100.
 * @param before what stays where nothing is sent, or both as they are in an order that was read and is sent
 *   back with other lines. Where both are sent, its typed one is still the typed one.
 * @returns `errors` with pointers into the order: `amount_contradiction` where both were sent and differ by
 *   more than 0.01, `discount_exceeds_total` where it is more than `net`
 */
export function computeDiscount(
  sent: DiscountInput,
  before: OrderDiscount,
  net: Big,
  mode: AmountsMode,
): { discount: OrderDiscount; errors: AmountError[] } {
  const input = typedInput(sent, before)
  const value = input.value ?? shareOf(net, input.percentage ?? ZERO)
  const isMore = value.gt(net)
  const expected = isMore ? ZERO : percentageOf(value, net)
  const percentage = input.percentage ?? expected
  const discount = {
    discount_value: value.toFixed(),
    discount_percentage: percentage.toFixed(),
    typed_discount: input.typed,
  }
  if (isMore) return { discount, errors: [exceeds(value, net)] }
  if (mode === 'trust' || agree(value, percentage, net)) return { discount, errors: [] }
  if (isAsBefore(sent, before)) return computeDiscount({}, before, net, mode)
  const rule = msg`discount_value ÷ the items’ net total × 100`
  return { discount, errors: [contradiction('discount_percentage', percentage, expected, rule)] }
}

/** What was typed: one of both, unless both were sent. */
function typedInput(
  sent: DiscountInput,
  before: OrderDiscount,
): { typed: TypedDiscount; value?: Big; percentage?: Big } {
  const value = figureInput(sent.discount_value)
  const percentage = figureInput(sent.discount_percentage)
  if (value && percentage) return { typed: before.typed_discount, value, percentage }
  if (value) return { typed: 'money', value }
  // 0 % is no discount, however it is said.
  if (percentage)
    return isZero(percentage)
      ? { typed: 'money', value: ZERO }
      : { typed: 'percentage', percentage }
  if (saysDiscount(sent)) return { typed: 'money', value: ZERO }
  return before.typed_discount === 'money'
    ? { typed: 'money', value: figure(before.discount_value) }
    : { typed: 'percentage', percentage: figure(before.discount_percentage) }
}

function isAsBefore(sent: DiscountInput, before: OrderDiscount): boolean {
  return (
    figureInput(sent.discount_value)?.eq(before.discount_value) === true &&
    figureInput(sent.discount_percentage)?.eq(before.discount_percentage) === true
  )
}

function percentageOf(value: Big, net: Big): Big {
  return isZero(value) ? ZERO : new Rate(value).times(HUNDRED).div(net)
}

/** Of a large sum one step of a percentage is more than 0.01: what follows from the money agrees, too. */
function agree(value: Big, percentage: Big, net: Big): boolean {
  return isNear(value, shareOf(net, percentage)) || percentage.eq(percentageOf(value, net))
}

function exceeds(value: Big, net: Big): AmountError {
  const detail = msg`The discount ${value.toFixed()} is more than what the items come to, ${net.toFixed()}.`
  return { pointer: '/discount_value', code: 'discount_exceeds_total', detail }
}
