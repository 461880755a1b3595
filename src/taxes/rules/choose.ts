import { compareRanks, lessSpecificIn, type RankPart, rankOf } from './rank.ts'
import { placeOf, type RuleKind, type SaleFacts, type TaxRule } from './rule.ts'

/** The rule that counts for a sale, and those that hold, too, and are less specific. */
export interface Choice {
  readonly rule: TaxRule
  /** What of the rule the sale meets, such as `cest 0800100`, in the words of the API. */
  readonly matched: readonly string[]
  /** From the most to the least specific one. */
  readonly passed_over: readonly PassedOver[]
}

interface PassedOver {
  readonly rule: TaxRule
  readonly less_specific_in: RankPart
}

/**
 * Rules of an account, so that those of a sale are found without looking at the others: by kind, goods and
 * destination. What is left differs in dates, operations, branches and conditions.
 */
export type RuleIndex = ReadonlyMap<string, readonly TaxRule[]>

const keyOf = (kind: RuleKind, goods: string, place: string) => `${kind} ${goods} ${place}`

/** Inactive rules hold for nothing. */
export function indexRules(rules: Iterable<TaxRule>): RuleIndex {
  const index = new Map<string, TaxRule[]>()
  for (const rule of rules) {
    if (!rule.active) continue
    for (const place of rule.destination_states ?? [rule.scope ?? 'any']) {
      const key = keyOf(rule.kind, goodsOf(rule), place)
      const found = index.get(key)
      if (found) found.push(rule)
      else index.set(key, [rule])
    }
  }
  return index
}

function goodsOf({ id_product, cest, ncm, id_category }: TaxRule): string {
  if (id_product !== null) return `product ${id_product}`
  if (cest !== null) return `cest ${cest}`
  if (ncm !== null) return `ncm ${ncm}`
  return id_category === null ? 'any' : `category ${id_category}`
}

/** Which goods a rule of a sale may be about. */
function goodsOfSale({ id_product, cest, ncm, id_category }: SaleFacts): string[] {
  const beginnings = ncm === null ? [] : Array.from(ncm, (_, i) => ncm.slice(0, i + 1)).slice(1)
  return [
    ...(id_product === null ? [] : [`product ${id_product}`]),
    ...(cest === null ? [] : [`cest ${cest}`]),
    ...beginnings.map((one) => `ncm ${one}`),
    ...(id_category === null ? [] : [`category ${id_category}`]),
    'any',
  ]
}

/** The rules about the goods of a sale and where they go, whatever else they ask. */
function* rulesAbout(index: RuleIndex, kind: RuleKind, sale: SaleFacts): Generator<TaxRule> {
  const places = [sale.destination_state, placeOf(sale), 'any']
  for (const goods of goodsOfSale(sale))
    for (const place of places) yield* index.get(keyOf(kind, goods, place)) ?? []
}

/** Whether a rule of a kind holds for a sale. */
export function hasRule(index: RuleIndex, kind: RuleKind, sale: SaleFacts): boolean {
  for (const rule of rulesAbout(index, kind, sale)) if (holds(rule, sale)) return true
  return false
}

/**
 * The rule of a kind that counts for a sale: of those that hold, the one with the greatest rank. No two have
 * the same, since the second one of such a pair is refused when it is saved.
 */
export function ruleFor(index: RuleIndex, kind: RuleKind, sale: SaleFacts): TaxRule | undefined {
  let best: TaxRule | undefined
  for (const rule of rulesAbout(index, kind, sale)) {
    const isBetter = !best || compareRanks(rankOf(rule), rankOf(best)) > 0
    if (isBetter && holds(rule, sale)) best = rule
  }
  return best
}

/** That a rule counts for a sale, whatever others there are: those that hold, too, and are less specific. */
export function choiceOf(index: RuleIndex, rule: TaxRule, sale: SaleFacts): Choice {
  const passed_over = holdingFor(index, rule.kind, sale).flatMap((other): PassedOver[] => {
    const less_specific_in = other.id === rule.id ? undefined : lessSpecificIn(other, rule)
    return less_specific_in ? [{ rule: other, less_specific_in }] : []
  })
  return { rule, matched: matchedBy(rule), passed_over }
}

/** From the most to the least specific one. */
const holdingFor = (index: RuleIndex, kind: RuleKind, sale: SaleFacts): TaxRule[] =>
  [...rulesAbout(index, kind, sale)]
    .filter((rule) => holds(rule, sale))
    .sort((a, b) => compareRanks(rankOf(b), rankOf(a)))

function holds(rule: TaxRule, sale: SaleFacts): boolean {
  const isIn = <T>(values: readonly T[] | null, value: T | null) =>
    values === null || (value !== null && values.includes(value))
  const is = <T>(wanted: T | null, value: T | null) => wanted === null || wanted === value
  return (
    rule.valid_from <= sale.date &&
    (rule.valid_to === null || sale.date <= rule.valid_to) &&
    is(rule.id_product, sale.id_product) &&
    is(rule.cest, sale.cest) &&
    (rule.ncm === null || sale.ncm?.startsWith(rule.ncm) === true) &&
    is(rule.id_category, sale.id_category) &&
    is<string>(rule.scope, placeOf(sale)) &&
    isIn(rule.origin_states, sale.origin_state) &&
    isIn(rule.destination_states, sale.destination_state) &&
    is(rule.id_operation, sale.id_operation) &&
    is(rule.id_branch_company, sale.id_branch_company) &&
    isIn<number>(rule.ie_kinds, sale.ie_kind) &&
    is(rule.final_consumer, sale.final_consumer) &&
    is(rule.customer_simples, sale.customer_simples) &&
    isIn(rule.origins, sale.origin)
  )
}

const MATCHED = [
  'id_product',
  'cest',
  'ncm',
  'id_category',
  'scope',
  'origin_states',
  'destination_states',
  'id_operation',
  'id_branch_company',
  'ie_kinds',
  'final_consumer',
  'customer_simples',
  'origins',
] as const satisfies readonly (keyof TaxRule)[]

function matchedBy(rule: TaxRule): string[] {
  return MATCHED.flatMap((name) => {
    const value = rule[name]
    if (value === null) return []
    return [`${name} ${Array.isArray(value) ? value.join(', ') : String(value)}`]
  })
}
