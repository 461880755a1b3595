import Big from 'big.js'
import { interstateRate } from '../../../taxes/rules/interstate.ts'
import { placeOf, type TaxRule } from '../../../taxes/rules/rule.ts'
import { isZero, shareOf, toAmount } from '../figures.ts'
import { percent, without } from '../tax-lines/formulas.ts'
import type { TaxLineInput } from '../tax-lines/input.ts'
import { type ItemFacts, isSimples } from './item.ts'
import { adjustedMargin } from './margin.ts'

// What rules make of a line: taxes as somebody would have sent them, a rate alone where the base is the
// usual one. `computeTaxLines` works them out.

/** The places are known. */
export type PlacedFacts = ItemFacts & { origin_state: string; destination_state: string }

/** Without the properties that are not said. */
type Line = { readonly [P in keyof TaxLineInput]: TaxLineInput[P] | null } & { tax: string }

export function ipiLines(rule: TaxRule): TaxLineInput[] {
  const { cst: code, class: ipiClass, rate, per_unit } = rule
  const amount = per_unit === null ? { rate } : { per_unit }
  return [withoutUnset({ tax: 'ipi', code, class: ipiClass, ...amount } as Line)]
}

/** These have own ICMS on the line. */
const OWN_ICMS: readonly string[] = ['00', '10', '20', '51', '70', '90']
/** These may have ST that is charged. */
const CHARGED: readonly string[] = ['10', '30', '70', '90', '201', '202', '203', '900']
/** ST was retained before. */
const RETAINED: readonly string[] = ['60', '500']
/** The buyer takes a credit of the seller's Simples. */
const CREDITED: readonly string[] = ['101', '201', '900']
/** There is nothing that the difference of rates would be of. */
const WITHOUT_DIFAL: readonly string[] = ['40', '41', '103', '300', '400']

export const hasOwnIcms = (code: string): boolean => OWN_ICMS.includes(code)

export const codeOf = (rule: Pick<TaxRule, 'cst' | 'csosn'>, facts: ItemFacts): string | null =>
  isSimples(facts) ? rule.csosn : rule.cst

/** Whether a rule charges ST, or its code says that it was retained before. */
export function stOf(rule: TaxRule, code: string): 'charged' | 'retained' | null {
  if (RETAINED.includes(code)) return 'retained'
  return rule.st_rate !== null && CHARGED.includes(code) ? 'charged' : null
}

/** Own ICMS, its poverty fund, the credit of the Simples and the relief. */
export function icmsLines(rule: TaxRule, code: string, facts: PlacedFacts): TaxLineInput[] {
  const isOwn = hasOwnIcms(code)
  const { icms_reduction, icms_deferral, fcp_rate, relief_rate } = rule
  const credit = CREDITED.includes(code) ? facts.simples_credit_rate : null
  const figures = isOwn
    ? { rate: icmsRate(rule, facts), reduction: icms_reduction, deferral: icms_deferral }
    : {}
  // The fund of the own state is not for a sale to another one that ends there (rejection 876).
  const isFcp = isOwn && !(facts.ie_kind === 9 && placeOf(facts) !== 'inside')
  return [
    credit
      ? withoutUnset({ tax: 'icms_sn', code, rate: credit } as Line)
      : withoutUnset({ tax: 'icms', code, benefit: rule.benefit, ...figures } as Line),
    ...(fcp_rate && isFcp ? [{ tax: 'fcp', rate: fcp_rate }] : []),
    ...(relief_rate ? [relief(rule, code, relief_rate, facts)] : []),
  ]
}

/** The rule's rate, else that between the states; undefined inside a state where the rule has none. */
export function icmsRate(rule: TaxRule, facts: PlacedFacts): number | undefined {
  return rule.icms_rate ?? interstateRate(facts)
}

function relief(rule: TaxRule, code: string, rate: number, { op }: ItemFacts): TaxLineInput {
  const value = shareOf(new Big(op), new Big(rate)).toFixed()
  const { relief_reason: reason, relief_deducts: deducts } = rule
  const isCoded = ['20', '30', '40', '41', '50', '70', '90'].includes(code)
  return withoutUnset({
    tax: 'icms_deson',
    code: isCoded ? code : null,
    value,
    reason,
    deducts,
  } as Line)
}

/** ST and its poverty fund. */
export function stLines(rule: TaxRule, facts: PlacedFacts, ipi: () => Big): TaxLineInput[] {
  const { st_fcp_rate } = rule
  const fund = st_fcp_rate ? [{ tax: 'fcp_st', rate: st_fcp_rate }] : []
  const deduction = isSimples(facts) ? presumedDeduction(rule, facts) : null
  const base = stBase(rule, facts, ipi)
  return [withoutUnset({ tax: 'icms_st', rate: rule.st_rate, ...base, deduction } as Line), ...fund]
}

/** What a seller in the Simples deducts, although its own ICMS stands on no line. */
function presumedDeduction(rule: TaxRule, facts: PlacedFacts): string {
  return shareOf(new Big(facts.op), new Big(presumedRate(rule, facts))).toFixed()
}

export function presumedRate(rule: TaxRule, facts: PlacedFacts): number {
  return rule.deduction_rate ?? interstateRate(facts) ?? rule.st_rate ?? 0
}

function stBase(rule: TaxRule, facts: PlacedFacts, ipi: () => Big): Partial<Line> {
  const { st_reduction: reduction, unit_value, unit_kind } = rule
  if (rule.st_own_use) return { margin_kind: 'own_use' }
  const margin = marginOf(rule, facts)
  const kind = isMarginAdjusted(rule, facts) ? 'adjusted' : rule.margin_kind
  const byMargin = { margin: margin?.toFixed() ?? null, margin_kind: kind, reduction }
  if (unit_value === null) return byMargin
  const byUnit = without(unitBase(rule, facts), new Big(reduction ?? 0))
  const isGreater = unit_kind === 'greater' && margin !== undefined
  if (isGreater && grownBase(rule, facts, ipi, margin).gt(byUnit)) return byMargin
  const margin_kind = unit_kind === 'consumer_price' ? 'consumer_price' : 'list'
  return { base: toAmount(byUnit).toFixed(), margin_kind, reduction }
}

/** quantity × what a unit counts, in cents. */
export function unitBase({ unit_value }: TaxRule, { quantity }: ItemFacts): Big {
  return toAmount(new Big(quantity).times(unit_value ?? 0))
}

function grownBase(rule: TaxRule, { op }: ItemFacts, ipi: () => Big, margin: Big): Big {
  const whole = percent(new Big(op).plus(ipi()), margin.plus(100))
  return toAmount(without(whole, new Big(rule.st_reduction ?? 0)))
}

/** The margin as it is applied, in percent. */
function marginOf(rule: TaxRule, facts: PlacedFacts): Big | undefined {
  if (rule.margin === null) return undefined
  const margin = new Big(rule.margin)
  const rates = adjustment(rule, facts)
  return rates ? adjustedMargin({ margin, ...rates, decimals: rule.margin_decimals }) : margin
}

/** The rates by which a margin is adjusted; undefined where it counts as it stands in the rule. */
export function adjustment(
  rule: TaxRule,
  facts: PlacedFacts,
): { inter: Big; intra: Big } | undefined {
  const inter = interstateRate(facts)
  if (inter === undefined || rule.margin_kind === 'adjusted' || isSimples(facts)) return undefined
  return { inter: new Big(inter), intra: new Big(rule.intra_rate ?? rule.st_rate ?? 0) }
}

export function isMarginAdjusted(rule: TaxRule, facts: PlacedFacts): boolean {
  const rates = adjustment(rule, facts)
  return rates?.intra.gt(rates.inter) ?? false
}

/** Whether the seller owes the difference to the rate of the buyer's state. */
export function owesDifal(code: string, isRemittance: boolean, facts: PlacedFacts): boolean {
  return (
    placeOf(facts) === 'interstate' &&
    facts.final_consumer &&
    facts.ie_kind === 9 &&
    !isSimples(facts) &&
    !isRemittance &&
    !WITHOUT_DIFAL.includes(code)
  )
}

export function difalLines(rule: TaxRule, facts: PlacedFacts, ipi: () => Big): TaxLineInput[] {
  const { difal_rate, difal_base, difal_reduction, difal_fcp_rate } = rule
  const reduction = new Big(difal_reduction ?? 0)
  const base = isZero(reduction)
    ? null
    : toAmount(without(new Big(facts.op).plus(ipi()), reduction)).toFixed()
  const base_kind = difal_base === 'double' ? difal_base : null
  const inter_rate = interstateRate(facts)
  const fund = difal_fcp_rate ? [{ tax: 'fcp_dest', rate: difal_fcp_rate }] : []
  return [
    withoutUnset({ tax: 'difal', rate: difal_rate, inter_rate, base, base_kind } as Line),
    ...fund,
  ]
}

/** Of these the tax is a share of the base; of the others a line says its code and class. */
const SHARED: readonly string[] = ['000', '200']

export const reformTaxes = ['cbs', 'ibs_uf', 'ibs_mun'] as const

/** IBS and CBS. `rates` has the national ones; a tax without one is left out. */
export function reformLines(
  rule: TaxRule,
  rates: ReadonlyMap<string, number | null>,
): TaxLineInput[] {
  const code = rule.class?.slice(0, 3) ?? ''
  return reformTaxes.flatMap((tax) => {
    const line = { tax, code, class: rule.class }
    if (!SHARED.includes(code)) return [withoutUnset(line as Line)]
    const rate = rates.get(tax) ?? null
    return rate === null ? [] : [withoutUnset({ ...line, rate, reduction: rule.reduction } as Line)]
  })
}

function withoutUnset(line: Line): TaxLineInput {
  const kept = Object.entries(line).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(kept) as unknown as TaxLineInput
}
