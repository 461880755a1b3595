import type Big from 'big.js'
import { itemFigures } from '../../../packages/model/item.ts'
import { lineParts, type OTHER_TAXES } from '../../../packages/model/totals.ts'
import type { WrittenFigure } from '../../model/item.ts'
import { msg } from '../../texts/message.ts'
import {
  type AmountError,
  clearFigures,
  contradiction,
  copyStored,
  type FigureLine,
  type FiguresInput,
  figure,
  figureInput,
  fits,
  HUNDRED,
  isNear,
  isNegative,
  isStored,
  isUnchanged,
  isUnset,
  isZero,
  type LineInput,
  outOfRange,
  Rate,
  shareOf,
  type TypedDiscount,
  toAmount,
  UnitPrice,
  ZERO,
} from './figures.ts'
import { clearTaxes, computeTaxes, NO_TAX_FIGURES } from './taxes.ts'

export type { AmountError, FigureLine, FiguresInput } from './figures.ts'

/** `verify` refuses contradictions; `trust` keeps what was sent. A setting of the account. */
export type AmountsMode = 'verify' | 'trust'

/**
 * Where the taxes of a line come from: what is sent over what is stored, what is sent alone, or a list, by which
 * they are worked out later.
 */
export type TaxesFrom = 'stored' | 'sent' | 'list'

const GOODS: readonly WrittenFigure[] = [
  'quantity',
  'price',
  'total_item',
  'discount_value',
  'discount_percentage',
  'net_unit_value',
  'net_value',
]

/**
 * All figures of a line from what was sent and, for an update, from what is stored. Each step is
 * rounded half-up to its column's decimals. Figures that were sent win; what follows from changed
 * figures is derived again: of the discount the typed one stays, and the taxes go with the net
 * value. What is sent and could be derived must agree in `verify`.
 *
 * Measured: 3 µs for quantity and price alone, 8 µs with discount and all taxes, 9 µs with all
 * 16 figures sent, so a create of 1,000 items spends under 10 ms here.
 * @param input.taxes what is `stored` and sent unless given
 * @param input.defaultPrice the product's price, for a line without one
 * @returns `line`: canonical decimal strings by column (no trailing zeros, no exponent, `0` when
 *   never set), not to be used when there are `errors`. Codes: `amount_contradiction`,
 *   `price_required`, `quantity_required`, `discount_exceeds_total`, `base_required`,
 *   `amount_out_of_range`; pointers are relative to the line.
 */
export function computeLine(input: {
  sent: FiguresInput
  stored?: Readonly<FigureLine> | undefined
  defaultPrice: string | null
  mode: AmountsMode
  taxes?: TaxesFrom
}): { line: FigureLine; errors: AmountError[] } {
  const { taxes = 'stored' } = input
  const of = { sent: input.sent, stored: input.stored, verify: input.mode === 'verify' }
  const line = {} as FigureLine
  const errors: AmountError[] = []
  const after = computeGoods(of, input.defaultPrice, line, errors)
  const before = of.stored ? figure(of.stored.total_liq) : after
  if (taxes === 'list') clearTaxes(line)
  else {
    const stored = of.stored && taxes === 'sent' ? { ...of.stored, ...NO_TAX_FIGURES } : of.stored
    // Taxes do not follow a net value that is refused.
    const net = { before: before ?? ZERO, after: after ?? before ?? ZERO }
    computeTaxes({ ...of, stored }, net, line, errors)
  }
  return { line, errors }
}

/** Quantity, price, total, discount and net. Returns the net value; undefined where there is none. */
function computeGoods(
  of: LineInput,
  defaultPrice: string | null,
  line: FigureLine,
  errors: AmountError[],
): Big | undefined {
  if (of.stored && isUnchanged(of, GOODS)) {
    copyStored(GOODS, of.stored, line)
    line.typed_discount = typedDiscount(of)
    return figure(line.total_liq)
  }
  const quantity = quantityOf(of, errors)
  const price = priceOf(of, defaultPrice, errors)
  clearFigures(GOODS, line)
  line.typed_discount = isNetTyped(of) ? 'money' : typedDiscount(of)
  if (!quantity || !price) return undefined
  const exact = quantity.times(price)
  const product = toAmount(exact)
  const sentTotal = figureInput(of.sent.total_item)
  const total = sentTotal ?? keptTotal(of, quantity, price) ?? product
  if (!fits(total, itemFigures.total_item)) {
    errors.push(outOfRange('total_item', total))
    return undefined
  }
  let settled = settleNet(of, { quantity, price, exact, total })
  if (of.verify && sentTotal && !isNear(sentTotal, product)) {
    errors.push(contradiction('total_item', sentTotal, product, 'quantity × price'))
    // The rest is measured by the total it agrees with better: one wrong figure, one error.
    const other = settleNet(of, { quantity, price, exact, total: product })
    if (other.errors.length < settled.errors.length) settled = other
  }
  errors.push(...settled.errors)
  line.quantity = quantity.toFixed()
  line.price = price.toFixed()
  line.total_item = total.toFixed()
  line.vlr_desc = settled.discount.toFixed()
  line.perc_desc = settled.percentage.toFixed()
  line.unit_liq = settled.unit.toFixed()
  line.total_liq = settled.net.toFixed()
  return settled.isNegative ? undefined : settled.net
}

/** Whether a body says the discount twice: neither of the two is then the typed one. */
export function saysBothDiscounts(sent: FiguresInput): boolean {
  return !isUnset(sent.discount_value) && !isUnset(sent.discount_percentage)
}

/** The last one that was sent; of both at once the remembered one, on a new line the money. */
function typedDiscount({ sent, stored }: LineInput): TypedDiscount {
  if (saysBothDiscounts(sent)) return stored?.typed_discount ?? 'money'
  if (!isUnset(sent.discount_value)) return 'money'
  // 0 % is no discount, however it is said.
  if (!isUnset(sent.discount_percentage)) {
    return Number(sent.discount_percentage) === 0 ? 'money' : 'percentage'
  }
  return isDiscountCleared({ sent }) ? 'money' : (stored?.typed_discount ?? 'money')
}

/** A net figure gives a discount in money. */
function isNetTyped({ sent }: LineInput): boolean {
  const isNetSent = !isUnset(sent.net_value) || !isUnset(sent.net_unit_value)
  return isNetSent && isUnset(sent.discount_value) && isUnset(sent.discount_percentage)
}

function quantityOf({ sent, stored }: LineInput, errors: AmountError[]): Big | undefined {
  const quantity =
    sent.quantity === undefined ? figure(stored?.quantity) : figureInput(sent.quantity)
  if (quantity && !isZero(quantity)) return quantity
  errors.push({ pointer: '/quantity', code: 'quantity_required', detail: msg`must be above 0.` })
  return undefined
}

function priceOf(
  { sent, stored }: LineInput,
  defaultPrice: string | null,
  errors: AmountError[],
): Big | undefined {
  const given = figureInput(sent.price)
  if (given) return given
  if (stored && sent.price !== null) return figure(stored.price)
  if (defaultPrice !== null) return figure(defaultPrice)
  const detail = msg`is required, as the product has no price of its own.`
  errors.push({ pointer: '/price', code: 'price_required', detail })
  return undefined
}

/** The stored total stays as long as what it was made from stays. */
function keptTotal({ sent, stored }: LineInput, quantity: Big, price: Big): Big | undefined {
  if (!stored || sent.total_item === null) return undefined
  const isSame = isStored(stored.quantity, quantity) && isStored(stored.price, price)
  return isSame ? figure(stored.total_item) : undefined
}

interface Goods {
  readonly quantity: Big
  readonly price: Big
  /** quantity × price, not rounded. */
  readonly exact: Big
  readonly total: Big
}

interface Net {
  readonly discount: Big
  readonly percentage: Big
  readonly net: Big
  readonly unit: Big
  /** The discount is more than the total: there is no net value. */
  readonly isNegative: boolean
  readonly errors: AmountError[]
}

/** Discount, its percentage and the net figures of a line whose total is known. */
function settleNet(of: LineInput, goods: Goods): Net {
  const { sent, stored, verify } = of
  const errors: AmountError[] = []
  const discount = discountOf(of, goods, errors)
  const expected = goods.total.minus(discount)
  const isSameDiscount =
    isStored(stored?.total_item, goods.total) &&
    isStored(stored?.vlr_desc, discount) &&
    !isDiscountCleared(of)
  const trusted = verify ? undefined : trustedNet(of, goods, isSameDiscount)
  const net = trusted ?? expected
  if (isNegative(net)) {
    errors.push(exceedsTotal(of, discount, goods.total))
    return { discount, percentage: ZERO, net: ZERO, unit: ZERO, isNegative: true, errors }
  }
  const isSameNet =
    isStored(stored?.quantity, goods.quantity) &&
    isStored(stored?.total_liq, net) &&
    sent.net_unit_value !== null
  const percentage =
    figureInput(sent.discount_percentage) ??
    (isSameDiscount || isPercentageKept(of)
      ? figure(stored?.perc_desc)
      : percentageOf(discount, goods.total))
  const unit =
    figureInput(sent.net_unit_value) ?? (isSameNet ? figure(stored?.unit_liq) : unitOf(net, goods))
  const settled = { discount, percentage, net, unit, isNegative: false, errors }
  checkRange(settled)
  if (verify && errors.length === 0) verifyNet(of, goods, settled)
  return settled
}

function checkRange({ discount, percentage, net, unit, errors }: Net): void {
  const { discount_value, discount_percentage, net_value, net_unit_value } = itemFigures
  if (!fits(discount, discount_value)) errors.push(outOfRange('discount_value', discount))
  if (!fits(percentage, discount_percentage)) {
    errors.push(outOfRange('discount_percentage', percentage))
  }
  if (!fits(net, net_value)) errors.push(outOfRange('net_value', net))
  if (!fits(unit, net_unit_value)) errors.push(outOfRange('net_unit_value', unit))
}

function isDiscountCleared({ sent }: Pick<LineInput, 'sent'>): boolean {
  return sent.discount_value === null || sent.discount_percentage === null
}

/** A percentage was typed, and nothing is said about the discount now. */
function isPercentageKept(of: LineInput): boolean {
  const { sent, stored } = of
  return (
    stored?.typed_discount === 'percentage' &&
    sent.discount_value === undefined &&
    sent.discount_percentage === undefined &&
    !isNetTyped(of)
  )
}

/**
 * The discount in money: as sent, or from the percentage, or from a net figure, in this order.
 * Without any it is the one that was typed, or 0 when new or cleared.
 */
function discountOf(of: LineInput, goods: Goods, errors: AmountError[]): Big {
  const { sent, stored } = of
  const value = figureInput(sent.discount_value)
  if (value) return value
  const percentage = figureInput(sent.discount_percentage)
  if (percentage) return shareOf(goods.total, percentage)
  const net = figureInput(sent.net_value)
  if (net) return discountFromNet(of, net, goods.total, errors)
  const unit = figureInput(sent.net_unit_value)
  if (unit) return discountFromUnit(of, unit, goods, errors)
  if (!stored || isDiscountCleared(of)) return ZERO
  const follows = isPercentageKept(of) && !isStored(stored.total_item, goods.total)
  return follows ? shareOf(goods.total, figure(stored.perc_desc)) : figure(stored.vlr_desc)
}

function discountFromNet(of: LineInput, net: Big, total: Big, errors: AmountError[]): Big {
  if (net.lte(total)) return total.minus(net)
  if (of.verify) errors.push(contradiction('net_value', net, total, msg`at most total_item`))
  return ZERO
}

function discountFromUnit(of: LineInput, unit: Big, goods: Goods, errors: AmountError[]): Big {
  const net = toAmount(unit.times(goods.quantity))
  if (net.lte(goods.total)) return goods.total.minus(net)
  const whole = unitOf(goods.total, goods)
  // A unit price that the client rounded up is no discount, and no contradiction either.
  if (of.verify && !isNear(unit, whole)) {
    errors.push(contradiction('net_unit_value', unit, whole, msg`at most total_item ÷ quantity`))
  }
  return ZERO
}

/** In trust a net figure may say what total and discount do not; then it is kept. */
function trustedNet(of: LineInput, goods: Goods, isSameDiscount: boolean): Big | undefined {
  const { sent, stored } = of
  const net = figureInput(sent.net_value)
  if (net) return net
  const unit = figureInput(sent.net_unit_value)
  if (unit && isUnset(sent.discount_value) && isUnset(sent.discount_percentage)) {
    return toAmount(unit.times(goods.quantity))
  }
  return isSameDiscount && sent.net_value !== null ? figure(stored?.total_liq) : undefined
}

function percentageOf(discount: Big, total: Big): Big {
  if (isZero(discount) || isZero(total)) return ZERO
  return new Rate(discount).times(HUNDRED).div(total)
}

function unitOf(net: Big, { quantity, price, exact }: Goods): Big {
  return net.eq(exact) ? price : new UnitPrice(net).div(quantity)
}

function verifyNet({ sent }: LineInput, goods: Goods, { discount, net, errors }: Net): void {
  const percentage = figureInput(sent.discount_percentage)
  // Of a small total the percentage can't be had back from the discount, only the other way.
  if (percentage && !shareOf(goods.total, percentage).eq(discount)) {
    const expected = percentageOf(discount, goods.total)
    const rule = 'discount_value ÷ total_item × 100'
    if (!isNear(percentage, expected)) {
      errors.push(contradiction('discount_percentage', percentage, expected, rule))
    }
  }
  const sentNet = figureInput(sent.net_value)
  if (sentNet && !sentNet.eq(net)) {
    errors.push(contradiction('net_value', sentNet, net, msg`total_item − discount`))
  }
  const unit = figureInput(sent.net_unit_value)
  if (unit && !toAmount(unit.times(goods.quantity)).eq(net)) {
    const expected = unitOf(net, goods)
    if (!isNear(unit, expected)) {
      errors.push(contradiction('net_unit_value', unit, expected, 'net_value ÷ quantity'))
    }
  }
}

function exceedsTotal({ sent }: LineInput, discount: Big, total: Big): AmountError {
  const causes = [
    'discount_value',
    'discount_percentage',
    'total_item',
    'quantity',
    'price',
  ] as const
  const name = causes.find((cause) => !isUnset(sent[cause])) ?? 'discount_value'
  const detail = msg`The discount ${discount.toFixed()} is more than the line's total ${total.toFixed()}.`
  return { pointer: `/${name}`, code: 'discount_exceeds_total', detail }
}

/** What a line adds: without a list of taxes nothing but figures. */
export type Added = Pick<FigureLine, Exclude<(typeof lineParts)[number], typeof OTHER_TAXES>> & {
  readonly outside_other?: string
}

/**
 * What lines add to the total of an order. The sum is exact.
 * @returns the total as a canonical decimal string, or the error `total_out_of_range`
 */
export function totalOf(
  lines: Iterable<Readonly<Added>>,
): { ok: true; total: string } | { ok: false; fieldError: Pick<AmountError, 'code' | 'detail'> } {
  let total = ZERO
  for (const line of lines) {
    for (const part of lineParts) {
      const value = line[part]
      if (value !== undefined && value !== '0') total = total.plus(value)
    }
  }
  if (fits(total, itemFigures.net_value)) return { ok: true, total: total.toFixed() }
  const detail = msg`The order would come to ${total.toFixed()}, more than ${itemFigures.net_value.integer} integer digits.`
  return { ok: false, fieldError: { code: 'total_out_of_range', detail } }
}
