import Big from 'big.js'
import { rowOfTax, taxLineProperties } from '../../../../packages/model/taxes.ts'
import type { TaxDefinition } from '../../../taxes/catalogue.ts'
import { msg } from '../../../texts/message.ts'
import {
  type AmountError,
  contradiction,
  figureInput,
  fits,
  isNear,
  isUnset,
  isZero,
  Rate,
  tooLarge,
  ZERO,
} from '../figures.ts'
import { type Formula, NO_TAX, type OpenTax, refutation, settle, shareLess } from '../settle.ts'
import { type BaseContext, usualBase } from './bases.ts'
import { type FollowContext, followed, followingLine } from './follow.ts'
import {
  difference,
  type RelievedFormula,
  relieved,
  rounded,
  shares,
  singleDifference,
} from './formulas.ts'
import type { StoredTax, TaxLineInput } from './input.ts'

/** What one tax needs to know of the line, its order and the taxes before it. */
export interface LineTaxes extends BaseContext, FollowContext {
  settledOf(tax: string): SettledTax | undefined
  readonly date: string
  readonly isVerified: boolean
  nationalRateOf(tax: string): number | null
  hasNationalRates(tax: string): boolean
}

/** A tax, worked out. */
export interface SettledTax {
  /** What is said of it: as sent, laid over what was stored. */
  readonly line: TaxLineInput
  readonly base: Big
  readonly value: Big
  /** The value expected, where it was refused. */
  readonly expected: Big
  /** What is shown, by property. */
  readonly figures: Readonly<Record<string, Big>>
  readonly origin: StoredTax['origin']
  /** Pointers are relative to the tax: `/value`. */
  readonly errors: AmountError[]
}

/** Works out one tax of a line; those before it in the catalogue are done. */
export function settleTax(
  sent: TaxLineInput,
  definition: Pick<TaxDefinition, 'rounding'>,
  context: LineTaxes,
): SettledTax {
  const stored = context.storedOf(sent.tax)
  const line = stored ? followingLine(sent, stored, context) : sent
  const isByQuantity = line.per_unit !== undefined || line.quantity !== undefined
  const settled = isByQuantity
    ? byQuantity(line, definition, context)
    : byBase(line, definition, context, stored)
  // Nobody sent what only stays: it contradicts nothing.
  const errors = stored && !context.isSent(sent.tax) ? [] : [...settled.errors]
  for (const [name, value] of Object.entries(settled.figures)) {
    const digits = taxLineProperties[name as keyof typeof taxLineProperties]
    if (digits && !fits(value, digits)) errors.push(tooLarge(name, value, digits))
  }
  return { ...settled, errors, ...(stored ? { origin: stored.origin } : {}) }
}

const given = (value: number | string | undefined) => figureInput(value) ?? ZERO

/** quantity × amount per unit; the line's quantity unless one is said. */
function byQuantity(
  line: TaxLineInput,
  { rounding }: Pick<TaxDefinition, 'rounding'>,
  context: LineTaxes,
): SettledTax {
  const errors: AmountError[] = []
  const quantity = figureInput(line.quantity) ?? context.quantity
  const sent = figureInput(line.value)
  const isSolved = line.per_unit === undefined && sent !== undefined && !isZero(quantity)
  const per_unit = isSolved ? new Rate(sent).div(quantity) : given(line.per_unit)
  const product = rounded(quantity.times(per_unit), rounding)
  const value = sent ?? product
  if (line.per_unit === undefined && sent === undefined)
    errors.push(required('per_unit', 'quantity'))
  if (line.rate !== undefined && !isZero(given(line.rate))) errors.push(bothWays())
  const isWrong = context.isVerified && !isSolved && !isNear(value, product)
  if (isWrong) errors.push(contradiction('value', value, product, 'quantity × per_unit'))
  const base =
    figureInput(line.base) ?? usualBase(baseLine(line, given(line.rate)), context) ?? ZERO
  return {
    line,
    base,
    value,
    expected: isWrong ? product : value,
    figures: { base, rate: ZERO, value, quantity, per_unit },
    origin: 'given',
    errors,
  }
}

/** By base and rate, two of which give the value, and so on. */
function byBase(
  line: TaxLineInput,
  { rounding }: Pick<TaxDefinition, 'rounding'>,
  context: LineTaxes,
  stored: StoredTax | undefined,
): SettledTax {
  const errors: AmountError[] = []
  const row = rowOfTax(line.tax)
  const rate = stored ? figureInput(line.rate) : rateOf(line, context, errors)
  const sent = { base: figureInput(line.base), rate, value: figureInput(line.value) }
  const isEmpty = !sent.base && !sent.rate && !sent.value
  const formulas = formulasOf(line, rounding, context)
  const isVerified =
    context.isVerified && row.way !== 'as_sent' && (!stored || context.isSent(line.tax))
  const usual = isEmpty && !stored ? undefined : usualBase(baseLine(line, rate ?? ZERO), context)
  // At 0 % its base is told, too: it is that of the others.
  const isAtZero = row.way === 'effective' && rate !== undefined && isZero(rate)
  const fresh: OpenTax = {
    sent,
    isCleared: { base: false, rate: false, value: false },
    current: {
      base: sent.base ?? (isAtZero ? usual : undefined) ?? ZERO,
      rate: sent.rate ?? ZERO,
      value: sent.value ?? ZERO,
    },
    stored: NO_TAX,
    isMoved: false,
    formula: formulas.formula,
    wasPresumed: false,
    usualBase: usual,
    // To leave other taxes out of a base is a right, no duty: a larger one contradicts nothing.
    verify: isVerified && row.base?.minus === undefined,
  }
  const { result, lacksBase } = settle(stored ? followed(fresh, line, stored, context) : fresh)
  if (isVerified && lacksBase) errors.push(baseRequired(line.tax))
  const isLackingRate = row.way === 'difference' && line.inter_rate === undefined
  if (isVerified && isLackingRate && sent.rate) errors.push(required('inter_rate', 'rate'))
  const expected =
    isVerified && errors.length === 0 ? refutation(result, ...formulas.accepted) : undefined
  if (expected) errors.push(contradiction('value', result.value, expected, formulas.rule))
  const { base, value } = result
  const reliefs = isVerified ? reliefErrors(line, formulas.relief, result) : []
  return {
    line,
    base,
    value,
    expected: expected ?? value,
    figures: { base, rate: result.rate, value, ...shownFigures(line, formulas, result) },
    origin: sent.value || (sent.base && line.rate !== undefined) || isEmpty ? 'given' : 'derived',
    errors: [...errors, ...reliefs],
  }
}

/** As sent, else the national one: where the line says a base, or nothing at all. */
function rateOf(line: TaxLineInput, context: LineTaxes, errors: AmountError[]): Big | undefined {
  const { tax, rate, base, value, code } = line
  if (rate !== undefined) return figureInput(rate)
  const isAsked = value === undefined && (base !== undefined || code === undefined)
  if (!isAsked || !context.hasNationalRates(tax)) return undefined
  const national = context.nationalRateOf(tax)
  if (national !== null) return new Big(national)
  const { date } = context
  const detail = msg`The catalogue has no rate of ${tax} for ${date}: send one, or the value.`
  errors.push({ pointer: '/rate', code: 'rate_missing', detail, meta: { tax, date } })
  return undefined
}

/** How a tax's value follows, and how else it may. */
interface Formulas {
  /** By which what is missing is derived. */
  readonly formula: Formula
  /** A value that holds by either of these is right; the second one tells what was expected. */
  readonly accepted: readonly [Formula, Formula]
  readonly relief?: RelievedFormula
  readonly deduction?: Big
  /** As a person reads it. */
  readonly rule: string
}

function formulasOf(
  line: TaxLineInput,
  rounding: TaxDefinition['rounding'],
  context: LineTaxes,
): Formulas {
  const { way, other = '' } = rowOfTax(line.tax)
  if (way === 'less') return lessFormula(line, context.settledOf(other))
  if (way === 'difference') {
    const own = context.taxBase(other)
    const inter = given(line.inter_rate)
    const formula = difference(isZero(own) ? undefined : own, inter)
    const rule = `base × rate − ${other} base × inter_rate, at least 0`
    return { formula, accepted: [singleDifference(inter), formula], rule }
  }
  const rule =
    way === 'effective'
      ? 'base × rate × (1 − reduction) − deferred − returned'
      : 'base × rate − deferred'
  // That of ICMS is in its base.
  const reduction = way === 'effective' ? line.reduction : undefined
  const { deferral, deferred, returned } = line
  if ([reduction, deferral, deferred, returned].every(isUnset)) {
    const formula = shares[rounding]
    return { formula, accepted: [formula, formula], rule }
  }
  const relief = relieved({
    rounding,
    reduction: given(reduction),
    deferral: given(deferral),
    deferred: figureInput(deferred),
    returned: given(returned),
  })
  return { formula: relief, accepted: [relief, relief], relief, rule }
}

/** Less what is deducted: as sent, else the value of the other tax, which a Simples seller has not. */
function lessFormula(line: TaxLineInput, own: SettledTax | undefined): Formulas {
  const rule = 'base × rate − deduction, at least 0'
  const sent = figureInput(line.deduction)
  if (sent) {
    const formula = shareLess(sent)
    return { formula, accepted: [formula, formula], deduction: sent, rule }
  }
  const deduction = own?.value ?? ZERO
  const formula = shareLess(deduction, isZero(deduction))
  const isRight = own === undefined || own.expected === own.value
  const right = isRight ? formula : shareLess(own.expected, isZero(deduction))
  return { formula, accepted: [formula, right], deduction, rule }
}

/** What is deferred and given back must go with the rest. */
function reliefErrors(
  line: TaxLineInput,
  relief: RelievedFormula | undefined,
  { base, rate }: { base: Big; rate: Big },
): AmountError[] {
  if (!relief || isZero(base) || isZero(rate)) return []
  const errors: AmountError[] = []
  if (line.deferred !== undefined && line.deferral !== undefined) {
    const sent = given(line.deferred)
    const derived = relief.derivedDeferral(base, rate)
    if (!isNear(sent, derived)) {
      errors.push(contradiction('deferred', sent, derived, 'base × rate × deferral'))
    }
  }
  const due = relief.dueOf(base, rate)
  const returned = given(line.returned)
  if (returned.gt(due)) {
    errors.push(contradiction('returned', returned, due, msg`at most what is due`))
  }
  return errors
}

/** Figures that follow and are shown where they say something. */
function shownFigures(
  line: TaxLineInput,
  { relief, deduction }: Formulas,
  { base, rate }: { base: Big; rate: Big },
): Record<string, Big> {
  const figures: Record<string, Big> = {}
  if (deduction && !isZero(rate)) figures['deduction'] = deduction
  if (!relief || isZero(rate)) return figures
  const effective = relief.effectiveOf(rate)
  if (!effective.eq(rate)) figures['effective_rate'] = effective
  const deferred = relief.deferredOf(base, rate)
  if (line.deferral !== undefined || !isZero(deferred)) figures['deferred'] = deferred
  return figures
}

function baseLine(line: TaxLineInput, rate: Big) {
  return {
    tax: line.tax,
    rate,
    reduction: given(line.reduction),
    margin: figureInput(line.margin),
    isOwnUse: line.margin_kind === 'own_use',
    isDouble: line.base_kind === 'double',
  }
}

function required(name: string, other: string): AmountError {
  return { pointer: `/${name}`, code: 'required', detail: msg`is required with ${other}.` }
}

function baseRequired(tax: string): AmountError {
  const detail = msg`is required, or the margin: the base of ${tax} has one.`
  return { pointer: '/base', code: 'base_required', detail }
}

function bothWays(): AmountError {
  const detail = msg`must be left out where the value is by quantity.`
  return { pointer: '/rate', code: 'amount_contradiction', detail }
}
