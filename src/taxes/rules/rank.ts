import type { RuleMatch } from './rule.ts'

/** By what rules of one sale are compared, from the most to the least important. */
const rankParts = ['product', 'destination', 'origin', 'operation', 'branch', 'conditions'] as const
export type RankPart = (typeof rankParts)[number]

type Rank = readonly number[]

/**
 * How specific a rule is, by part. A product comes before all, a CEST before an NCM, since agreements on ST
 * name both and one NCM has several CESTs; a longer NCM before a shorter one.
 */
export function rankOf(rule: RuleMatch): Rank {
  const conditions = [rule.ie_kinds, rule.final_consumer, rule.customer_simples, rule.origins]
  return [
    productRank(rule),
    destinationRank(rule),
    rule.origin_states === null ? 0 : 1,
    rule.id_operation === null ? 0 : 1,
    rule.id_branch_company === null ? 0 : 1,
    conditions.filter((one) => one !== null).length,
  ]
}

function productRank({ id_product, cest, ncm, id_category }: RuleMatch): number {
  if (id_product !== null) return 13
  if (cest !== null) return ncm === null ? 11 : 12
  if (ncm !== null) return ncm.length
  return id_category === null ? 0 : 1
}

function destinationRank({ destination_states, scope }: RuleMatch): number {
  if (destination_states !== null) return 2
  return scope === null ? 0 : 1
}

/** The first part in which two ranks differ; undefined where they are the same. */
function firstDifference(a: Rank, b: Rank): number | undefined {
  const at = a.findIndex((value, i) => value !== b[i])
  return at < 0 ? undefined : at
}

/** Above 0 where the first is more specific. */
export function compareRanks(a: Rank, b: Rank): number {
  const at = firstDifference(a, b)
  return at === undefined ? 0 : (a[at] as number) - (b[at] as number)
}

/** In which part one rule is less specific than another; undefined where it is not. */
export function lessSpecificIn(less: RuleMatch, more: RuleMatch): RankPart | undefined {
  const [a, b] = [rankOf(less), rankOf(more)]
  const at = firstDifference(a, b)
  return at === undefined || (a[at] as number) > (b[at] as number) ? undefined : rankParts[at]
}
