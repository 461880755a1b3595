import Big from 'big.js'
import { ruleKinds } from '../../../../packages/model/taxes.ts'
import { type CatalogueRows, taxOnDate } from '../../../taxes/catalogue.ts'
import { cfopOf, isRemittance } from '../../../taxes/rules/cfop.ts'
import { type Choice, choiceOf, type RuleIndex, ruleFor } from '../../../taxes/rules/choose.ts'
import { placeOf, type RuleKind, type TaxRule } from '../../../taxes/rules/rule.ts'
import { type AmountError, ZERO } from '../figures.ts'
import { computeTaxLines } from '../tax-lines/compute.ts'
import type { TaxLineInput } from '../tax-lines/input.ts'
import type { GivenTax } from './given.ts'
import type { ItemFacts } from './item.ts'
import {
  codeOf,
  difalLines,
  hasOwnIcms,
  icmsLines,
  icmsRate,
  ipiLines,
  owesDifal,
  type PlacedFacts,
  reformLines,
  reformTaxes,
  stLines,
  stOf,
} from './lines.ts'
import { type Step, stepsOf } from './steps.ts'

/** Why something was not worked out, or is not as an invoice wants it. */
interface Finding {
  readonly code:
    | 'no_place'
    | 'buyer_kind_unknown'
    | 'no_rule'
    | 'rule_incomplete'
    | 'rate_missing'
    | '694'
  readonly level: 'error' | 'warning'
  /** The tax that it is about, the property of the rule that is missing. */
  readonly tax?: string
  readonly property?: string
}

/** The rules of a line, and its taxes as they would have been sent. */
export interface Chosen {
  readonly rules: RulesByKind
  readonly sent: readonly RuledTax[]
  /** What follows, whatever the line says of its own; null where no rule of ICMS holds. */
  readonly cfop: string | null
  readonly findings: readonly Finding[]
}

type RulesByKind = Readonly<Partial<Record<RuleKind, TaxRule>>>

/** The taxes of a line that follow from rules. */
export interface Derived extends Chosen {
  /** Why its rules count. */
  readonly choices: Readonly<Partial<Record<RuleKind, Choice>>>
  readonly lines: readonly DerivedLine[]
  /** What they do to the line's total, as a decimal. */
  readonly outside: string
  /** Pointers are relative to the line. Nothing of the rest is to be used where there are some. */
  readonly errors: readonly AmountError[]
}

type Computed = ReturnType<typeof computeTaxLines>['lines'][number]

type DerivedLine = Computed & { readonly rule: TaxRule; readonly steps: readonly Step[] }

/** A tax as somebody would have sent it, and the rule that says so. */
export interface RuledTax {
  readonly line: TaxLineInput
  readonly rule: TaxRule
}

/** What is worked out of a line by rules, and what it has already. */
export interface DeriveOptions {
  readonly kinds: readonly RuleKind[]
  /** Taxes of other kinds, whose figures those of rules may follow from. */
  readonly given: readonly GivenTax[]
  /** Rules that are gone by in place of those that would be chosen. */
  readonly rules?: RulesByKind
}

/** The rule of each kind that was looked for, of lines that differ in nothing that rules are chosen by. */
export type FoundRules = Map<RuleKind, TaxRule | undefined>

const EVERYTHING: DeriveOptions = { kinds: ruleKinds, given: [] }

interface Working {
  readonly index: RuleIndex
  readonly catalogue: CatalogueRows
  readonly asked: DeriveOptions
  readonly found: FoundRules
  readonly sent: RuledTax[]
  readonly rules: Partial<Record<RuleKind, TaxRule>>
  readonly findings: Finding[]
}

/**
 * Chooses the rules of a line and works out its taxes. What can't be known is a finding, and never a guess:
 * a state, what the buyer is, a rule, a rate.
 * @param asked all kinds, of a line without taxes, unless given
 */
export function deriveTaxes(
  facts: ItemFacts,
  index: RuleIndex,
  catalogue: CatalogueRows,
  asked = EVERYTHING,
  found?: FoundRules,
): Derived {
  const chosen = chosenTaxes(facts, index, catalogue, asked, found)
  const { sent, rules } = chosen
  if (!isPlaced(facts)) return { ...chosen, choices: {}, lines: [], outside: '0', errors: [] }
  const made = compute({ sent, asked, catalogue }, facts)
  const lines = made.lines.flatMap((line): DerivedLine[] => {
    const ruled = sent.find((one) => one.line.tax === line.tax)
    if (!ruled) return []
    return [{ ...line, rule: ruled.rule, steps: stepsOf(line, made.lines, ruled.rule, facts) }]
  })
  const choices = Object.fromEntries(
    Object.entries(rules).map(([kind, rule]) => [kind, choiceOf(index, rule, facts)]),
  )
  return { ...chosen, choices, lines, outside: made.outside, errors: made.errors }
}

/**
 * The same before they are worked out: what is written of a line is worked out with all its taxes at once.
 * @param found gets the rules that are looked for, and has those of lines like this one
 */
export function chosenTaxes(
  facts: ItemFacts,
  index: RuleIndex,
  catalogue: CatalogueRows,
  asked = EVERYTHING,
  found: FoundRules = new Map(),
): Chosen {
  const working: Working = { index, catalogue, asked, found, sent: [], rules: {}, findings: [] }
  if (!isPlaced(facts)) {
    const findings: Finding[] = [{ code: 'no_place', level: 'error' }]
    return { rules: {}, sent: [], cfop: null, findings }
  }
  const ipi = deriveIpi(facts, working)
  const cfop = asked.kinds.includes('icms') ? deriveIcms(facts, ipi, working) : null
  deriveReform(facts, working)
  const { sent, rules, findings } = working
  return { rules, sent, cfop, findings }
}

const isPlaced = (facts: ItemFacts): facts is PlacedFacts =>
  facts.origin_state !== null && facts.destination_state !== null

/** What is given was verified before. */
function compute(
  {
    sent,
    asked: { given },
    catalogue,
  }: Pick<Working, 'asked' | 'catalogue'> & { sent: readonly RuledTax[] },
  facts: ItemFacts,
) {
  const { op, quantity, final_consumer: isFinalConsumer, date, regime } = facts
  const lines = [...given, ...sent.map(({ line }) => line)]
  const taxFacts = { op, quantity, isFinalConsumer, date, regime }
  return computeTaxLines(lines, taxFacts, catalogue, given.length > 0 ? 'trust' : 'verify')
}

function choose(kind: RuleKind, facts: PlacedFacts, working: Working): TaxRule | undefined {
  const { asked, found, index, rules } = working
  if (!asked.kinds.includes(kind)) return undefined
  const fixed = asked.rules?.[kind]
  if (!fixed && !found.has(kind)) found.set(kind, ruleFor(index, kind, facts))
  const rule = fixed ?? found.get(kind)
  if (rule) rules[kind] = rule
  return rule
}

function add(working: Working, rule: TaxRule, lines: readonly TaxLineInput[]): void {
  working.sent.push(...lines.map((line) => ({ line, rule })))
}

/** @returns its value, which few other taxes ask for */
function deriveIpi(facts: PlacedFacts, working: Working): () => Big {
  const { asked, catalogue } = working
  const rule = facts.ipi_payer ? choose('ipi', facts, working) : undefined
  if (rule) add(working, rule, ipiLines(rule))
  if (!rule && !asked.given.some(({ tax }) => tax === 'ipi')) return () => ZERO
  const sent = [...working.sent]
  return () => {
    const ipi = compute({ sent, asked, catalogue }, facts).lines.find(({ tax }) => tax === 'ipi')
    return ipi ? new Big(ipi.value) : ZERO
  }
}

/** @returns the CFOP that follows */
function deriveIcms(facts: PlacedFacts, ipi: () => Big, working: Working): string | null {
  const { findings } = working
  if (facts.ie_kind === null && placeOf(facts) !== 'abroad') {
    findings.push({ code: 'buyer_kind_unknown', level: 'error' })
    return null
  }
  const rule = choose('icms', facts, working)
  if (!rule) {
    findings.push({ code: 'no_rule', level: 'warning' })
    return null
  }
  const code = codeOf(rule, facts)
  const lacking = lackingIn(rule, code, facts)
  if (lacking) findings.push({ code: 'rule_incomplete', level: 'error', property: lacking })
  if (code === null || lacking) return rule.cfop
  add(working, rule, icmsLines(rule, code, facts))
  const st = stOf(rule, code)
  if (st === 'charged') add(working, rule, stLines(rule, facts, ipi))
  const cfop = rule.cfop ?? facts.operation_cfop ?? usualCfop(facts, st)
  if (owesDifal(code, isRemittance(facts.given_cfop ?? cfop), facts)) {
    if (rule.difal_rate === null) findings.push({ code: '694', level: 'error', tax: 'difal' })
    else add(working, rule, difalLines(rule, facts, ipi))
  }
  return cfop
}

/** The property that a rule would need for this seller and place. */
function lackingIn(rule: TaxRule, code: string | null, facts: PlacedFacts): string | undefined {
  if (code === null) return facts.crt === 1 || facts.crt === 4 ? 'csosn' : 'cst'
  return hasOwnIcms(code) && icmsRate(rule, facts) === undefined ? 'icms_rate' : undefined
}

function usualCfop(facts: PlacedFacts, st: 'charged' | 'retained' | null): string {
  const { operation: kind, own_production: isOwnProduction, ie_kind: buyer } = facts
  return cfopOf({ place: placeOf(facts), kind, isOwnProduction, buyer, st })
}

/** IBS and CBS are derived from the day on which they enter the total; before, they are informative. */
function deriveReform(facts: PlacedFacts, working: Working): void {
  const { date, regime } = facts
  const onDate = reformTaxes.map(
    (tax) => [tax, taxOnDate(working.catalogue, tax, regime, date)] as const,
  )
  if (!onDate.some(([, { effect }]) => effect === 1)) return
  const rule = choose('ibs_cbs', facts, working)
  if (!rule) return
  const rates = new Map(onDate.map(([tax, { rate }]) => [tax, rate]))
  const lines = reformLines(rule, rates)
  add(working, rule, lines)
  for (const tax of reformTaxes) {
    if (!lines.some((line) => line.tax === tax))
      working.findings.push({ code: 'rate_missing', level: 'warning', tax })
  }
}
