import type Big from 'big.js'
import {
  Amount,
  type AmountFault,
  clearFigures,
  contradiction,
  copyStored,
  type FigureLine,
  figure,
  fits,
  HUNDRED,
  isNear,
  isStored,
  isUnchanged,
  isUnset,
  isZero,
  type LineInput,
  outOfRange,
  Rate,
  sentFigure,
  shareOf,
  ZERO,
} from './figures.ts'
import { itemFigures, type WrittenFigure } from './item-fields.ts'

interface TaxNames {
  readonly base: WrittenFigure
  readonly rate: WrittenFigure
  readonly value: WrittenFigure
}

const IPI: TaxNames = { base: 'base_ipi', rate: 'aliq_ipi', value: 'value_ipi' }
const ICMS: TaxNames = { base: 'base_icms', rate: 'aliq_icms', value: 'value_icms' }
const ICMS_ST: TaxNames = { base: 'base_icms_st', rate: 'aliq_icms_st', value: 'value_icms_st' }

/**
 * Writes base, rate and value of IPI, ICMS and ICMS-ST to `line`, their faults to `faults`.
 *
 * IPI, ICMS: value = base × rate ÷ 100. ICMS-ST: the same less the line's ICMS value, which the
 * seller owes for himself, and not below 0. Any two give the third; one alone is kept.
 * In an update base and rate lead: changing one re-derives the value.
 */
export function computeTaxes(of: LineInput, line: FigureLine, faults: AmountFault[]): void {
  computeTax(of, IPI, NOTHING_DEDUCTED, line, faults)
  const icms = computeTax(of, ICMS, NOTHING_DEDUCTED, line, faults)
  const isSame = isStored(of.stored?.vlr_icms, icms.value)
  computeTax(of, ICMS_ST, { value: icms.value, expected: icms.expected, isSame }, line, faults)
}

/** What is taken off a tax. `expected` is what it should have been, where that was refused. */
interface Deduction {
  readonly value: Big
  readonly expected: Big
  /** The same as when the line was stored. */
  readonly isSame: boolean
}

const NOTHING_DEDUCTED: Deduction = { value: ZERO, expected: ZERO, isSame: true }

interface TaxFigure {
  readonly sent: Big | undefined
  readonly isCleared: boolean
  /** 0 for a new line. */
  readonly stored: Big
}

interface Tax {
  readonly base: TaxFigure
  readonly rate: TaxFigure
  readonly value: TaxFigure
  readonly deduction: Deduction
}

interface TaxResult {
  readonly base: Big
  readonly rate: Big
  readonly value: Big
  /** Nothing was derived, so the three can contradict each other. */
  readonly isClaim: boolean
}

/** Returns the value, and the one expected where it was refused. */
function computeTax(
  of: LineInput,
  names: TaxNames,
  deduction: Deduction,
  line: FigureLine,
  faults: AmountFault[],
): { value: Big; expected: Big } {
  const { sent, stored } = of
  const { base, rate, value } = names
  const all = [base, rate, value]
  if (!stored && isUnset(sent[base]) && isUnset(sent[rate]) && isUnset(sent[value])) {
    clearFigures(all, line)
    return { value: ZERO, expected: ZERO }
  }
  if (stored && deduction.isSame && isUnchanged(of, all)) {
    copyStored(all, stored, line)
    const same = figure(stored[itemFigures[value].column])
    return { value: same, expected: same }
  }
  const [baseFigure, rateFigure, valueFigure] = [base, rate, value].map((name) => ({
    sent: sentFigure(sent[name]),
    isCleared: sent[name] === null,
    stored: figure(stored?.[itemFigures[name].column]),
  })) as [TaxFigure, TaxFigure, TaxFigure]
  const tax: Tax = { base: baseFigure, rate: rateFigure, value: valueFigure, deduction }
  const result = valueFigure.sent ? withValue(tax, valueFigure.sent) : withoutValue(tax)
  for (const part of ['base', 'rate', 'value'] as const) {
    const name = names[part]
    if (!fits(result[part], itemFigures[name])) faults.push(outOfRange(name, result[part]))
    line[itemFigures[name].column] = result[part].toFixed()
  }
  const expected = of.verify ? refutation(result, deduction) : undefined
  if (expected) {
    const less = names === ICMS_ST ? ' − value_icms, at least 0' : ''
    const rule = `${base} × ${rate} ÷ 100${less}`
    faults.push(contradiction(value, result.value, expected, rule))
  }
  return { value: result.value, expected: expected ?? result.value }
}

/** The value was sent: it stands, and a missing base or rate follows from it. */
function withValue(tax: Tax, value: Big): TaxResult {
  const base = current(tax.base)
  const rate = current(tax.rate)
  const isBaseOpen = !tax.base.sent
  const isRateOpen = !tax.rate.sent
  const result = { base, rate, value, isClaim: true }
  if (!isBaseOpen && !isRateOpen) return result
  if (isBaseOpen && isRateOpen && isZero(base) === isZero(rate)) return result
  const solveRate = isBaseOpen && isRateOpen ? isZero(rate) : isRateOpen
  // What does not follow stays if it fits the two that were sent, else there is none.
  const deducted = tax.deduction.value
  const fallback = (figure: Big) => (holds(result, deducted) ? figure : ZERO)
  return solveRate
    ? { ...result, rate: taxRate(base, value, deducted) ?? fallback(rate), isClaim: false }
    : { ...result, base: taxBase(rate, value, deducted) ?? fallback(base), isClaim: false }
}

/** The value was not sent: it follows from base and rate, or fills in whichever is missing. */
function withoutValue(tax: Tax): TaxResult {
  const base = current(tax.base)
  const rate = current(tax.rate)
  const { isCleared, stored: value } = tax.value
  const result = { base, rate, value, isClaim: false }
  const deducted = tax.deduction.value
  const isBaseMissing = isZero(base) && isAbsent(tax.base)
  const isRateMissing = isZero(rate) && isAbsent(tax.rate)
  if (!isCleared && !isZero(value) && isBaseMissing !== isRateMissing) {
    const filled = isBaseMissing ? taxBase(rate, value, deducted) : taxRate(base, value, deducted)
    if (filled) return isBaseMissing ? { ...result, base: filled } : { ...result, rate: filled }
  }
  const isTouched = isCleared || !base.eq(tax.base.stored) || !rate.eq(tax.rate.stored)
  const isAlone = isZero(base) && isZero(rate)
  if (!isTouched && (tax.deduction.isSame || isAlone)) return result
  return { ...result, value: taxValue(base, rate, deducted) }
}

function current({ sent, isCleared, stored }: TaxFigure): Big {
  return sent ?? (isCleared ? ZERO : stored)
}

function isAbsent({ sent, isCleared }: TaxFigure): boolean {
  return !sent && !isCleared
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
  if (!result.isClaim || holds(result, deduction.value)) return undefined
  // An ICMS that was itself refused does not make an ICMS-ST wrong that goes with the right one.
  if (deduction.expected !== deduction.value && holds(result, deduction.expected)) return undefined
  return taxValue(result.base, result.rate, deduction.expected)
}

/**
 * A value alone always holds. Otherwise the value is near the product, or rate or base is exactly
 * what we derive from the other two: of 1,000,000 the fourth decimal of a rate is 1.00 in money,
 * and a line that was read must be accepted when it is sent again.
 */
function holds({ base, rate, value }: TaxResult, deducted: Big): boolean {
  if (isZero(base) && isZero(rate)) return true
  if (isNear(value, taxValue(base, rate, deducted))) return true
  if (taxRate(base, value, deducted)?.eq(rate)) return true
  return taxBase(rate, value, deducted)?.eq(base) ?? false
}
