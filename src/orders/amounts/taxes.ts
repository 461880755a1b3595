import type Big from 'big.js'
import { itemFigures } from '../../../packages/model/item.ts'
import { type TaxRow, taxRows } from '../../../packages/model/taxes.ts'
import type { WrittenFigure } from '../../model/item.ts'
import { msg } from '../../texts/message.ts'
import {
  type AmountError,
  clearFigures,
  contradiction,
  copyStored,
  type FigureLine,
  figure,
  figureInput,
  fits,
  isUnchanged,
  isUnset,
  isZero,
  type LineInput,
  outOfRange,
  proportion,
  ZERO,
} from './figures.ts'
import {
  isAlone,
  isNone,
  NO_TAX,
  type OpenTax,
  refutation,
  settle,
  shareLess,
  type Tax,
} from './settle.ts'

const taxes: readonly TaxRow[] = taxRows

const TAX_FIGURES = taxes.flatMap(({ base, rate, value }) => [base, rate, value])

/** A line without taxes. */
export const NO_TAX_FIGURES = {} as FigureLine
clearFigures(TAX_FIGURES, NO_TAX_FIGURES)

export function clearTaxes(line: FigureLine): void {
  clearFigures(TAX_FIGURES, line)
}

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

/** Nothing is taken off most taxes. */
const SHARE = shareLess(ZERO)

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
  const { isPresumed } = deduction
  const formula = deduction === NOTHING_DEDUCTED ? SHARE : shareLess(deduction.value, isPresumed)
  const wasPresumed = isPresumed && isZero(deduction.before)
  const about = { stored, net, isMoved, formula, wasPresumed, usualBase }
  const { result, lacksBase } = settle(openTax(of, names, about))
  for (const part of ['base', 'rate', 'value'] as const) {
    const name = names[part]
    if (!fits(result[part], itemFigures[name])) errors.push(outOfRange(name, result[part]))
    line[itemFigures[name].column] = result[part].toFixed()
  }
  if (!of.verify) return { value: result.value, expected: result.value }
  if (lacksBase) errors.push(baseRequired(names))
  const isRight = deduction.expected === deduction.value
  const right = isRight ? formula : shareLess(deduction.expected, isPresumed)
  const expected = refutation(result, formula, right)
  if (expected) {
    const less = names.deducted ? ` − ${names.deducted}, at least 0` : ''
    const rule = `${names.base} × ${names.rate} ÷ 100${less}`
    errors.push(contradiction(names.value, result.value, expected, rule))
  }
  return { value: result.value, expected: expected ?? result.value }
}

function storedTax({ stored }: LineInput, { base, rate, value }: TaxRow): Tax {
  if (!stored) return NO_TAX
  return {
    base: figure(stored[itemFigures[base].column]),
    rate: figure(stored[itemFigures[rate].column]),
    value: figure(stored[itemFigures[value].column]),
  }
}

function openTax(
  of: LineInput,
  names: TaxRow,
  about: Omit<OpenTax, 'sent' | 'isCleared' | 'current' | 'verify'> & { net: NetChange },
): OpenTax {
  const { net, ...others } = about
  const { stored } = others
  const kept = following(stored, net)
  const [base, rate, value] = [of.sent[names.base], of.sent[names.rate], of.sent[names.value]]
  const sent = { base: figureInput(base), rate: figureInput(rate), value: figureInput(value) }
  const isCleared = { base: base === null, rate: rate === null, value: value === null }
  const current = {
    base: sent.base ?? (isCleared.base ? ZERO : kept.base),
    rate: sent.rate ?? (isCleared.rate ? ZERO : kept.rate),
    value: sent.value ?? (isCleared.value ? ZERO : kept.value),
  }
  return { ...others, sent, isCleared, current, verify: of.verify }
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

function baseRequired({ base, rate }: TaxRow): AmountError {
  const detail = msg`is required with ${rate}: the base of ICMS-ST has a margin that the order doesn’t know.`
  return { pointer: `/${base}`, code: 'base_required', detail }
}
