import type Big from 'big.js'
import { itemFigures } from '../../../packages/model/item.ts'
import { type TaxRow, taxRows } from '../../../packages/model/taxes.ts'
import type { WrittenFigure } from '../../model/item.ts'
import { msg } from '../../texts/message.ts'
import {
  Amount,
  type AmountError,
  clearFigures,
  contradiction,
  copyStored,
  type FigureLine,
  figure,
  figureInput,
  fits,
  HUNDRED,
  isNear,
  isUnchanged,
  isUnset,
  isZero,
  type LineInput,
  outOfRange,
  proportion,
  Rate,
  shareOf,
  ZERO,
} from './figures.ts'

const taxes: readonly TaxRow[] = taxRows

/** The line's net value as it was stored and as it is now; the same for a new line. */
export interface NetChange {
  readonly before: Big
  readonly after: Big
}

/**
 * Writes base, rate and value of IPI, ICMS and ICMS-ST to `line`, their errors to `errors`.
 *
 * IPI, ICMS: value = base × rate ÷ 100. ICMS-ST: the same less the line's ICMS value, which the
 * seller owes for himself, and not below 0. Any two give the third; a rate alone takes the net value
 * as its base (ICMS-ST needs one: it has a margin that the order doesn't know); a value alone is kept.
 * Rate and value give the net value as the base where its tax is the value within 0.01, and a reduced
 * base for a smaller value; a larger one contradicts the net value.
 *
 * When the net value changes, bases and values that stand alone keep their ratio to it, rates stay
 * and the other values are derived again. In an update base and rate lead: what is not sent stays
 * where it agrees with what is.
 */
export function computeTaxes(
  of: LineInput,
  net: NetChange,
  line: FigureLine,
  errors: AmountError[],
): void {
  const done: Partial<Record<WrittenFigure, WorkedOut>> = {}
  for (const tax of taxes) {
    const deducted = tax.deducted && done[tax.deducted]
    const deduction = deducted ? deductionOf(of, tax.deducted, deducted) : NOTHING_DEDUCTED
    done[tax.value] = computeTax(of, tax, net, deduction, line, errors)
  }
}

/** The value of a tax, and the one expected where it was refused. */
type WorkedOut = Pick<Deduction, 'value' | 'expected'>

function deductionOf({ stored }: LineInput, name: WrittenFigure, worked: WorkedOut): Deduction {
  const { value } = worked
  const before = stored ? figure(stored[itemFigures[name].column]) : value
  return { ...worked, before, isPresumed: isZero(value) }
}

/** What is taken off a tax. */
interface Deduction {
  readonly value: Big
  /** What it should have been, where it was refused. */
  readonly expected: Big
  /** As it was stored. */
  readonly before: Big
  /**
   * More may be taken off than stands on the line: a seller under Simples Nacional has no ICMS there
   * and deducts a presumed one from ICMS-ST.
   */
  readonly isPresumed: boolean
}

const NOTHING_DEDUCTED: Deduction = {
  value: ZERO,
  expected: ZERO,
  before: ZERO,
  isPresumed: false,
}

interface Tax {
  readonly base: Big
  readonly rate: Big
  readonly value: Big
}

/** A tax while it is worked out. */
interface OpenTax {
  /** As sent; undefined where a figure is absent or cleared. */
  readonly sent: { readonly [P in keyof Tax]: Big | undefined }
  readonly isCleared: { readonly [P in keyof Tax]: boolean }
  /** What was sent over what stays: stored figures that went with the net value. Cleared ones are 0. */
  readonly current: Tax
  /** As stored, all 0 for a new line. */
  readonly stored: Tax
  /** The net value or the deduction is another one than when the line was stored. */
  readonly isMoved: boolean
  readonly deduction: Deduction
  /** What its base is unless another is said; undefined for ICMS-ST, whose base is said always. */
  readonly usualBase: Big | undefined
  readonly verify: boolean
}

/** A tax worked out. In a claim nothing was derived, so that its figures can contradict each other. */
interface TaxResult extends Tax {
  readonly isClaim: boolean
}

function computeTax(
  of: LineInput,
  names: TaxRow,
  net: NetChange,
  deduction: Deduction,
  line: FigureLine,
  errors: AmountError[],
): WorkedOut {
  const stored = storedTax(of, names)
  const all = [names.base, names.rate, names.value]
  if (isNone(stored) && all.every((name) => isUnset(of.sent[name]))) {
    clearFigures(all, line)
    return { value: ZERO, expected: ZERO }
  }
  const isMoved =
    of.stored !== undefined && !(net.after.eq(net.before) && deduction.value.eq(deduction.before))
  if (of.stored && !isMoved && isUnchanged(of, all)) {
    copyStored(all, of.stored, line)
    return { value: stored.value, expected: stored.value }
  }
  const usualBase = names.needsBase ? undefined : net.after
  const tax = openTax(of, names, { stored, net, isMoved, deduction, usualBase })
  const lacksBase = isRateAlone(tax)
  const based = lacksBase && usualBase ? withBase(tax, usualBase) : tax
  const result = based.sent.value ? withValue(based, based.sent.value) : withoutValue(based)
  for (const part of ['base', 'rate', 'value'] as const) {
    const name = names[part]
    if (!fits(result[part], itemFigures[name])) errors.push(outOfRange(name, result[part]))
    line[itemFigures[name].column] = result[part].toFixed()
  }
  if (!of.verify) return { value: result.value, expected: result.value }
  if (!usualBase && (lacksBase || lacksBaseOfValue(tax))) errors.push(baseRequired(names))
  const expected = refutation(result, deduction)
  if (expected) {
    const less = names.deducted ? ` − ${names.deducted}, at least 0` : ''
    const rule = `${names.base} × ${names.rate} ÷ 100${less}`
    errors.push(contradiction(names.value, result.value, expected, rule))
  }
  return { value: result.value, expected: expected ?? result.value }
}

const NO_TAX: Tax = { base: ZERO, rate: ZERO, value: ZERO }

function storedTax({ stored }: LineInput, { base, rate, value }: TaxRow): Tax {
  if (!stored) return NO_TAX
  return {
    base: figure(stored[itemFigures[base].column]),
    rate: figure(stored[itemFigures[rate].column]),
    value: figure(stored[itemFigures[value].column]),
  }
}

function isNone({ base, rate, value }: Tax): boolean {
  return isZero(base) && isZero(rate) && isZero(value)
}

function openTax(
  of: LineInput,
  names: TaxRow,
  about: Pick<OpenTax, 'stored' | 'isMoved' | 'deduction' | 'usualBase'> & { net: NetChange },
): OpenTax {
  const { stored, isMoved, deduction, usualBase, net } = about
  const kept = following(stored, net)
  const [base, rate, value] = [of.sent[names.base], of.sent[names.rate], of.sent[names.value]]
  const sent = { base: figureInput(base), rate: figureInput(rate), value: figureInput(value) }
  const isCleared = { base: base === null, rate: rate === null, value: value === null }
  const current = {
    base: sent.base ?? (isCleared.base ? ZERO : kept.base),
    rate: sent.rate ?? (isCleared.rate ? ZERO : kept.rate),
    value: sent.value ?? (isCleared.value ? ZERO : kept.value),
  }
  return { sent, isCleared, current, stored, isMoved, deduction, usualBase, verify: of.verify }
}

/** The stored tax once the net value has changed: its base, and a value that stands alone, go with it. */
function following(stored: Tax, { before, after }: NetChange): Tax {
  if (isZero(before) || isNone(stored) || after.eq(before)) return stored
  return {
    base: proportion(stored.base, after, before),
    rate: stored.rate,
    value: isAlone(stored) ? proportion(stored.value, after, before) : stored.value,
  }
}

/** A value that follows from no base and rate. */
function isAlone({ base, rate, value }: Tax): boolean {
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
  const { sent, current, deduction } = tax
  const { base, rate } = current
  const claim = { base, rate, value, isClaim: true }
  const isRateOpen = sent.rate === undefined
  const isBaseOpen = sent.base === undefined
  if (isBaseOpen === isRateOpen && (!isBaseOpen || isZero(base) === isZero(rate))) return claim
  const solveRate = isBaseOpen && isRateOpen ? isZero(rate) : isRateOpen
  if (!isZero(solveRate ? rate : base) && holds(claim, deduction)) return claim
  const deducted = deduction.value
  return solveRate
    ? { ...claim, rate: taxRate(base, value, deducted) ?? ZERO, isClaim: false }
    : baseOfValue(tax, claim)
}

/** The base of a rate and a value: the usual one where it fits, a reduced one for less. */
function baseOfValue({ usualBase, deduction, verify }: OpenTax, claim: TaxResult): TaxResult {
  const { rate, value } = claim
  const usual = usualBase && taxValue(usualBase, rate, ZERO)
  if (usual && !isZero(rate) && isNear(value, usual))
    return { ...claim, base: usualBase, isClaim: false }
  // With no rate the value stands alone.
  if (usual && verify && value.gt(usual) && !isZero(rate)) return { ...claim, base: usualBase }
  return { ...claim, base: taxBase(rate, value, deduction.value) ?? ZERO, isClaim: false }
}

/** The value was not sent: it follows from base and rate, or stands alone. */
function withoutValue(tax: OpenTax): TaxResult {
  const { current, stored, deduction, isCleared } = tax
  const { base, rate } = current
  const kept = { ...current, isClaim: false }
  if (isAlone(stored) && !isCleared.value) {
    const completed = completeAlone(tax)
    if (completed) return completed
    const isAsStored = base.eq(stored.base) && rate.eq(stored.rate)
    const isBased = tax.sent.base !== undefined || (isCleared.base && !isZero(rate))
    const isLeft = !isBased && tax.sent.rate === undefined
    if ((isAsStored || isLeft) && (!tax.verify || holds(kept, deduction))) return kept
  }
  const isTouched = isCleared.value || !base.eq(stored.base) || !rate.eq(stored.rate)
  if (!isTouched && !tax.isMoved) return kept
  return { ...kept, value: presumedValue(tax) ?? taxValue(base, rate, deduction.value) }
}

/** A base or rate is sent for a value that stood alone: the other one follows. */
function completeAlone(tax: OpenTax): TaxResult | undefined {
  const { sent, current, deduction, isCleared } = tax
  const { base, rate, value } = current
  if (sent.base === undefined && sent.rate === undefined) return undefined
  const isBaseMissing = isZero(base) && sent.base === undefined && !isCleared.base
  const isRateMissing = isZero(rate) && sent.rate === undefined && !isCleared.rate
  if (isBaseMissing === isRateMissing) return undefined
  if (isBaseMissing) {
    return isZero(rate) ? undefined : baseOfValue(tax, { base, rate, value, isClaim: true })
  }
  const filled = taxRate(base, value, deduction.value)
  return filled && { base, rate: filled, value, isClaim: false }
}

/** An ICMS-ST that had a presumed ICMS taken off keeps its ratio to base × rate. */
function presumedValue({ current, stored, deduction, isCleared }: OpenTax): Big | undefined {
  const isPresumed = deduction.isPresumed && isZero(deduction.before)
  if (!isPresumed || isCleared.value) return undefined
  if (!stored.value.lt(taxValue(stored.base, stored.rate, ZERO))) return undefined
  const whole = stored.base.times(stored.rate)
  return proportion(stored.value, current.base.times(current.rate), whole)
}

function taxValue(base: Big, rate: Big, deducted: Big): Big {
  if (isZero(base) || isZero(rate)) return ZERO
  const due = shareOf(base, rate)
  return due.gt(deducted) ? due.minus(deducted) : ZERO
}

/** Undefined where nothing follows: base 0, or an ICMS-ST of 0, which any small rate gives. */
function taxRate(base: Big, value: Big, deducted: Big): Big | undefined {
  if (isZero(base) || (isZero(value) && !isZero(deducted))) return undefined
  return new Rate(value.plus(deducted)).times(HUNDRED).div(base)
}

function taxBase(rate: Big, value: Big, deducted: Big): Big | undefined {
  if (isZero(rate) || (isZero(value) && !isZero(deducted))) return undefined
  return new Amount(value.plus(deducted)).times(HUNDRED).div(rate)
}

/** The value expected where the sent one is refused. */
function refutation(result: TaxResult, deduction: Deduction): Big | undefined {
  if (!result.isClaim || holds(result, deduction)) return undefined
  // An ICMS that was itself refused does not make an ICMS-ST wrong that goes with the right one.
  const right = { ...deduction, value: deduction.expected }
  if (deduction.expected !== deduction.value && holds(result, right)) return undefined
  return taxValue(result.base, result.rate, deduction.expected)
}

/**
 * A value alone always holds. Otherwise the value is near the product, or rate or base is exactly
 * what we derive from the other two: of 1,000,000 the fourth decimal of a rate is 1.00 in money,
 * and a line that was read must be accepted when it is sent again.
 */
function holds({ base, rate, value }: Tax, { value: deducted, isPresumed }: Deduction): boolean {
  if (isZero(base) && isZero(rate)) return true
  const due = taxValue(base, rate, deducted)
  if (isNear(value, due) || (isPresumed && value.lt(due))) return true
  if (taxRate(base, value, deducted)?.eq(rate)) return true
  return taxBase(rate, value, deducted)?.eq(base) ?? false
}

function baseRequired({ base, rate }: TaxRow): AmountError {
  const detail = msg`is required with ${rate}: the base of ICMS-ST has a margin that the order doesn’t know.`
  return { pointer: `/${base}`, code: 'base_required', detail }
}
