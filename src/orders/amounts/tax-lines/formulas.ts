import Big from 'big.js'
import { Amount, HUNDRED, isNegative, isZero, Rate, shareOf, toAmount, ZERO } from '../figures.ts'
import type { Formula } from '../settle.ts'

// How the values of taxes follow from base and rate, where it is no plain share (`shareLess`).

export type Rounding = 'half_up' | 'half_even'

const MODES = { half_up: Big.roundHalfUp, half_even: Big.roundHalfEven } as const

const PART = new Big('0.01')
export const percent = (value: Big, rate: Big) => value.times(rate).times(PART)
/** What is left of a value without so many percent of it. */
export const without = (value: Big, rate: Big) =>
  isZero(rate) ? value : percent(value, HUNDRED.minus(rate))

/** Rounded to cents. */
export const rounded = (value: Big, rounding: Rounding) => value.round(2, MODES[rounding])

/** What is taken off a share, or off its rate; decimals, percentages in percent. */
export interface Reliefs {
  readonly rounding: Rounding
  /** Percent by which the rate is lower. */
  readonly reduction: Big
  /** Percent of the share that is due later, or how much it is. */
  readonly deferral: Big
  readonly deferred: Big | undefined
  readonly returned: Big
}

export interface RelievedFormula extends Formula {
  /** The rate that is used, of 4 decimals. */
  effectiveOf(rate: Big): Big
  /** As the percentage makes it, and as it is: what was said wins. */
  derivedDeferral(base: Big, rate: Big): Big
  deferredOf(base: Big, rate: Big): Big
  /** Before anything is given back. */
  dueOf(base: Big, rate: Big): Big
}

/** base × effective rate, rounded as the tax is, less what is deferred and given back; not below 0. */
export function relieved(reliefs: Reliefs): RelievedFormula {
  const { rounding, reduction, deferral, deferred, returned } = reliefs
  const effectiveOf = (rate: Big) => without(rate, reduction).round(4, MODES[rounding])
  const derivedDeferral = (base: Big, rate: Big) =>
    isZero(deferral) ? ZERO : rounded(percent(percent(base, effectiveOf(rate)), deferral), rounding)
  const deferredOf = (base: Big, rate: Big) => deferred ?? derivedDeferral(base, rate)
  const dueOf = (base: Big, rate: Big) =>
    rounded(percent(base, effectiveOf(rate)), rounding).minus(deferredOf(base, rate))
  // The way back, up to roundings: the share of which the value is what is left.
  const shareOfValue = (value: Big) => {
    const kept = deferred === undefined ? without(HUNDRED, deferral) : HUNDRED
    const taken = value.plus(returned).plus(deferred ?? ZERO)
    return { taken, kept: percent(kept, without(HUNDRED, reduction)) }
  }
  const inverse = (value: Big, other: Big, Result: typeof Big) => {
    const { taken, kept } = shareOfValue(value)
    if (isZero(other) || isZero(kept) || (isZero(value) && !isZero(taken))) return undefined
    return new Result(taken).times(HUNDRED).times(HUNDRED).div(other.times(kept))
  }
  return {
    takesLess: false,
    effectiveOf,
    derivedDeferral,
    deferredOf,
    dueOf,
    valueOf: (base, rate) => {
      if (isZero(base) || isZero(rate)) return ZERO
      const value = dueOf(base, rate).minus(returned)
      return isNegative(value) ? ZERO : value
    },
    rateOf: (base, value) => inverse(value, base, Rate),
    baseOf: (rate, value) => inverse(value, rate, Amount),
  }
}

const WITHOUT_RELIEFS = { reduction: ZERO, deferral: ZERO, deferred: undefined, returned: ZERO }

/** The same of a tax without any, by how it is rounded. */
export const shares: Readonly<Record<Rounding, Formula>> = {
  half_up: relieved({ rounding: 'half_up', ...WITHOUT_RELIEFS }),
  half_even: relieved({ rounding: 'half_even', ...WITHOUT_RELIEFS }),
}

/**
 * The difference between the rate of the destination and that of another state: of two rounded shares,
 * not below 0.
 * @param ownBase of the tax in the other state; the same base unless given
 */
export function difference(ownBase: Big | undefined, inter: Big): Formula {
  const own = (base: Big) => shareOf(ownBase ?? base, inter)
  return {
    takesLess: false,
    valueOf: (base, rate) => {
      if (isZero(base) || isZero(rate)) return ZERO
      const value = shareOf(base, rate).minus(own(base))
      return isNegative(value) ? ZERO : value
    },
    rateOf: (base, value) =>
      isZero(base) || isZero(value)
        ? undefined
        : new Rate(value.plus(own(base))).times(HUNDRED).div(base),
    baseOf: (rate, value) => {
      if (isZero(rate) || isZero(value)) return undefined
      if (ownBase) return new Amount(value.plus(own(ownBase))).times(HUNDRED).div(rate)
      return rate.gt(inter) ? new Amount(value).times(HUNDRED).div(rate.minus(inter)) : undefined
    },
  }
}

/** The same as one share of one base, as some issuers work it out. */
export function singleDifference(inter: Big): Formula {
  return {
    ...difference(undefined, inter),
    valueOf: (base, rate) => (rate.gt(inter) ? shareOf(base, rate.minus(inter)) : ZERO),
  }
}

/** A base that the tax itself is in. */
export function inside(value: Big, rate: Big): Big {
  const rest = HUNDRED.minus(rate)
  return rest.gt(0) ? new Amount(value).times(HUNDRED).div(rest) : toAmount(value)
}
