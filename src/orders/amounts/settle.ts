import type Big from 'big.js'
import { Amount, HUNDRED, isNear, isZero, proportion, Rate, shareOf, ZERO } from './figures.ts'

// Base, rate and value of one tax: two of them give the third, by the tax's formula.

export interface Tax {
  readonly base: Big
  readonly rate: Big
  readonly value: Big
}

/** A tax while it is worked out. */
export interface OpenTax {
  /** As sent; undefined where a figure is absent or cleared. */
  readonly sent: { readonly [P in keyof Tax]: Big | undefined }
  readonly isCleared: { readonly [P in keyof Tax]: boolean }
  /** What was sent over what stays: stored figures that went with the net value. Cleared ones are 0. */
  readonly current: Tax
  /** As stored, all 0 for a new line. */
  readonly stored: Tax
  /** The net value or the deduction is another one than when the line was stored. */
  readonly isMoved: boolean
  readonly formula: Formula
  /** Where less than the formula makes was stored: a presumed amount had been taken off. */
  readonly wasPresumed: boolean
  /** What its base is unless another is said; undefined where it must be said. */
  readonly usualBase: Big | undefined
  readonly verify: boolean
}

/** A tax worked out. In a claim nothing was derived, so that its figures can contradict each other. */
export interface TaxResult extends Tax {
  readonly isClaim: boolean
}

/** How a tax's value follows from base and rate, and the other way. */
export interface Formula {
  valueOf(base: Big, rate: Big): Big
  /** Undefined where nothing follows. */
  rateOf(base: Big, value: Big): Big | undefined
  baseOf(rate: Big, value: Big): Big | undefined
  /** A value below its own holds, too. */
  readonly takesLess: boolean
}

/**
 * base × rate ÷ 100, less what has been paid already, and not below 0. Nothing follows from a base of 0,
 * nor from a value of 0 where something is taken off: any small rate gives it.
 * @param takesLess more may have been taken off than is known
 */
export function shareLess(deducted: Big, takesLess = false): Formula {
  const isOpen = (value: Big) => isZero(value) && !isZero(deducted)
  return {
    takesLess,
    valueOf: (base, rate) => {
      if (isZero(base) || isZero(rate)) return ZERO
      const due = shareOf(base, rate)
      return due.gt(deducted) ? due.minus(deducted) : ZERO
    },
    rateOf: (base, value) =>
      isZero(base) || isOpen(value)
        ? undefined
        : new Rate(value.plus(deducted)).times(HUNDRED).div(base),
    baseOf: (rate, value) =>
      isZero(rate) || isOpen(value)
        ? undefined
        : new Amount(value.plus(deducted)).times(HUNDRED).div(rate),
  }
}

export const NO_TAX: Tax = { base: ZERO, rate: ZERO, value: ZERO }

export function isNone({ base, rate, value }: Tax): boolean {
  return isZero(base) && isZero(rate) && isZero(value)
}

/**
 * Base, rate and value from what was sent and what stays. A rate alone takes the usual base.
 * @returns `lacksBase`: it needs one, and none is usual
 */
export function settle(tax: OpenTax): { result: TaxResult; lacksBase: boolean } {
  const { usualBase } = tax
  const isLone = isRateAlone(tax)
  const based = isLone && usualBase ? withBase(tax, usualBase) : tax
  const result = based.sent.value ? withValue(based, based.sent.value) : withoutValue(based)
  return { result, lacksBase: !usualBase && (isLone || lacksBaseOfValue(tax)) }
}

/** A value that follows from no base and rate. */
export function isAlone({ base, rate, value }: Tax): boolean {
  return !isZero(value) && (isZero(base) || isZero(rate))
}

/** A rate is sent, or its base cleared, and nothing says what it is a rate of. */
function isRateAlone({ sent, current, stored, isCleared }: OpenTax): boolean {
  const isAsked = sent.rate !== undefined || isCleared.base
  const isLone = isAlone(stored) && !isCleared.value && !isCleared.base
  const isValueGiven = sent.value !== undefined || isLone
  const hasBase = sent.base !== undefined || !isZero(current.base)
  return isAsked && !isZero(current.rate) && !hasBase && !isValueGiven
}

/** A rate and a value are sent, and nothing says what they are of. */
function lacksBaseOfValue({ sent, current }: OpenTax): boolean {
  return sent.rate?.gt(0) === true && sent.value?.gt(0) === true && isZero(current.base)
}

function withBase(tax: OpenTax, base: Big): OpenTax {
  return { ...tax, current: { ...tax.current, base } }
}

/** The value was sent: it stands, and a base or rate that does not agree with it follows. */
function withValue(tax: OpenTax, value: Big): TaxResult {
  const { sent, current, formula } = tax
  const { base, rate } = current
  const claim = { base, rate, value, isClaim: true }
  const isRateOpen = sent.rate === undefined
  const isBaseOpen = sent.base === undefined
  if (isBaseOpen === isRateOpen && (!isBaseOpen || isZero(base) === isZero(rate))) return claim
  const solveRate = isBaseOpen && isRateOpen ? isZero(rate) : isRateOpen
  if (!isZero(solveRate ? rate : base) && holds(claim, formula)) return claim
  return solveRate
    ? { ...claim, rate: formula.rateOf(base, value) ?? ZERO, isClaim: false }
    : baseOfValue(tax, claim)
}

/** The base of a rate and a value: the usual one where it fits, a reduced one for less. */
function baseOfValue({ usualBase, formula, verify }: OpenTax, claim: TaxResult): TaxResult {
  const { rate, value } = claim
  const usual = usualBase && formula.valueOf(usualBase, rate)
  if (usual && !isZero(rate) && isNear(value, usual))
    return { ...claim, base: usualBase, isClaim: false }
  // With no rate the value stands alone.
  if (usual && verify && value.gt(usual) && !isZero(rate)) return { ...claim, base: usualBase }
  return { ...claim, base: formula.baseOf(rate, value) ?? ZERO, isClaim: false }
}

/** The value was not sent: it follows from base and rate, or stands alone. */
function withoutValue(tax: OpenTax): TaxResult {
  const { current, stored, formula, isCleared } = tax
  const { base, rate } = current
  const kept = { ...current, isClaim: false }
  if (isAlone(stored) && !isCleared.value) {
    const completed = completeAlone(tax)
    if (completed) return completed
    const isAsStored = base.eq(stored.base) && rate.eq(stored.rate)
    const isBased = tax.sent.base !== undefined || (isCleared.base && !isZero(rate))
    const isLeft = !isBased && tax.sent.rate === undefined
    if ((isAsStored || isLeft) && (!tax.verify || holds(kept, formula))) return kept
  }
  const isTouched = isCleared.value || !base.eq(stored.base) || !rate.eq(stored.rate)
  if (!isTouched && !tax.isMoved) return kept
  return { ...kept, value: presumedValue(tax) ?? formula.valueOf(base, rate) }
}

/** A base or rate is sent for a value that stood alone: the other one follows. */
function completeAlone(tax: OpenTax): TaxResult | undefined {
  const { sent, current, formula, isCleared } = tax
  const { base, rate, value } = current
  if (sent.base === undefined && sent.rate === undefined) return undefined
  const isBaseMissing = isZero(base) && sent.base === undefined && !isCleared.base
  const isRateMissing = isZero(rate) && sent.rate === undefined && !isCleared.rate
  if (isBaseMissing === isRateMissing) return undefined
  if (isBaseMissing) {
    return isZero(rate) ? undefined : baseOfValue(tax, { base, rate, value, isClaim: true })
  }
  const filled = formula.rateOf(base, value)
  return filled && { base, rate: filled, value, isClaim: false }
}

/** An ICMS-ST that had a presumed ICMS taken off keeps its ratio to base × rate. */
function presumedValue({ current, stored, wasPresumed, isCleared }: OpenTax): Big | undefined {
  if (!wasPresumed || isCleared.value) return undefined
  if (!stored.value.lt(shareOf(stored.base, stored.rate))) return undefined
  const whole = stored.base.times(stored.rate)
  return proportion(stored.value, current.base.times(current.rate), whole)
}

/** The value expected where the sent one is refused. */
export function refutation(
  result: TaxResult,
  formula: Formula,
  right: Formula = formula,
): Big | undefined {
  if (!result.isClaim || holds(result, formula)) return undefined
  // A tax that was itself refused does not make wrong one that goes with the right one.
  if (right !== formula && holds(result, right)) return undefined
  return right.valueOf(result.base, result.rate)
}

/**
 * A value alone always holds. Otherwise the value is near the product, or rate or base is exactly
 * what we derive from the other two: of 1,000,000 the fourth decimal of a rate is 1.00 in money,
 * and a line that was read must be accepted when it is sent again.
 */
function holds({ base, rate, value }: Tax, formula: Formula): boolean {
  if (isZero(base) && isZero(rate)) return true
  const due = formula.valueOf(base, rate)
  if (isNear(value, due) || (formula.takesLess && value.lt(due))) return true
  if (formula.rateOf(base, value)?.eq(rate)) return true
  return formula.baseOf(rate, value)?.eq(base) ?? false
}
