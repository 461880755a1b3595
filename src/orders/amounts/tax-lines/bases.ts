import type Big from 'big.js'
import { rowOfTax } from '../../../../packages/model/taxes.ts'
import { HUNDRED, isNegative, isZero, toAmount, ZERO } from '../figures.ts'
import { inside, percent, without } from './formulas.ts'

/** A line's tax, as far as its base follows from it. */
export interface BaseLine {
  readonly tax: string
  readonly rate: Big
  readonly reduction: Big
  readonly margin: Big | undefined
  /** `own_use`: the base has the tax in it, and no margin. */
  readonly isOwnUse: boolean
  readonly isDouble: boolean
}

/** What the base of another tax of the line may follow from. */
export interface BaseContext {
  readonly op: Big
  readonly isFinalConsumer: boolean
  /** Taxes that come before, with their figures; 0 where the line has none. */
  taxValue(tax: string): Big
  taxBase(tax: string): Big
  /** As sent, also of a tax that comes later. */
  taxRate(tax: string): Big
}

/**
 * What a tax is usually levied on, rounded half-up to cents: the operation's value with and without other
 * taxes of the line. Undefined where it can't be known: a base of ST without its margin.
 */
export function usualBase(line: BaseLine, context: BaseContext): Big | undefined {
  const { base = {}, way, other = '' } = rowOfTax(line.tax)
  const { op, isFinalConsumer, taxValue, taxBase, taxRate } = context
  if (base.like && !isZero(taxBase(base.like))) return taxBase(base.like)
  const sum = (taxes: readonly string[] = []) =>
    taxes.reduce((total, tax) => total.plus(taxValue(tax)), ZERO)
  const added = sum(base.plus).plus(isFinalConsumer ? sum(base.plusForConsumer) : ZERO)
  const whole = op.plus(added).minus(sum(base.minus))
  const value = isNegative(whole) ? ZERO : whole
  if (base.grown) {
    if (line.isOwnUse) return inside(value.minus(taxValue(other)), line.rate)
    // That of the tax which it is like came to 0 by its margin, as goods without a price do.
    if (line.margin === undefined) return base.like && taxRate(base.like).gt(0) ? ZERO : undefined
    return toAmount(without(percent(value, line.margin.plus(HUNDRED)), line.reduction))
  }
  if (base.doubled && line.isDouble) {
    return inside(value.minus(taxValue(other)), line.rate.plus(taxRate(base.doubled)))
  }
  // Of an effective rate the reduction is in the rate.
  return toAmount(way === 'effective' ? value : without(value, line.reduction))
}
