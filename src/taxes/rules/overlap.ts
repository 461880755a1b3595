import { compareRanks, rankOf } from './rank.ts'
import type { TaxRule } from './rule.ts'

// Two rules of one rank that both hold for some sale: which one counts would be chance, so that the
// second one is refused when it is saved.

/** What is asked of a rule to see whether another one overlaps with it. */
export type Claim = Omit<TaxRule, 'id' | 'version' | 'name'>

/** Whether some sale meets two rules of the same kind and rank. */
export function overlaps(a: Claim, b: Claim): boolean {
  return (
    a.active &&
    b.active &&
    a.kind === b.kind &&
    meetInTime(a, b) &&
    compareRanks(rankOf(a), rankOf(b)) === 0 &&
    meets(a, b)
  )
}

/**
 * Pairs among these that overlap, at most `most` of them. Rules of one rank that meet have the same goods,
 * operation and branch, and a destination in common: so only those are compared, and of them those that
 * hold at the same time.
 */
export function overlappingPairs<Rule extends Claim>(
  rules: readonly Rule[],
  most = 1_000,
): [Rule, Rule][] {
  const pairs: [Rule, Rule][] = []
  for (const { place, group } of groupsOf(rules)) {
    let lasting: Rule[] = []
    for (const rule of group.sort((a, b) => compareTexts(a.valid_from, b.valid_from))) {
      lasting = lasting.filter(({ valid_to }) => valid_to === null || valid_to >= rule.valid_from)
      for (const other of lasting) {
        // Those that have several destinations in common meet in as many groups.
        if (firstCommon(other, rule) !== place || !overlaps(other, rule)) continue
        pairs.push([other, rule])
        if (pairs.length === most) return pairs
      }
      lasting.push(rule)
    }
  }
  return pairs
}

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

interface Group<Rule> {
  place: string | undefined
  group: Rule[]
}

function groupsOf<Rule extends Claim>(rules: readonly Rule[]): Iterable<Group<Rule>> {
  const groups = new Map<string, Group<Rule>>()
  for (const rule of rules) {
    if (!rule.active) continue
    for (const place of rule.destination_states ?? [undefined]) {
      const { kind, id_operation, id_branch_company } = rule
      const key = [
        kind,
        goodsOf(rule),
        place,
        id_operation,
        id_branch_company,
        ...rankOf(rule),
      ].join()
      const found = groups.get(key)
      if (found) found.group.push(rule)
      else groups.set(key, { place, group: [rule] })
    }
  }
  return groups.values()
}

function firstCommon(a: Claim, b: Claim): string | undefined {
  return a.destination_states?.find((state) => b.destination_states?.includes(state))
}

/** Rules that overlap have the same of these; NCMs of one CEST may begin alike. */
function goodsOf({ id_product, cest, ncm, id_category }: Claim): string {
  return String(id_product ?? cest ?? ncm ?? id_category)
}

function meetInTime(a: Claim, b: Claim): boolean {
  const isOver = (before: Claim, after: Claim) =>
    before.valid_to !== null && before.valid_to < after.valid_from
  return !isOver(a, b) && !isOver(b, a)
}

function meets(a: Claim, b: Claim): boolean {
  return (
    sameValue(a.id_product, b.id_product) &&
    sameValue(a.cest, b.cest) &&
    sameBeginning(a.ncm, b.ncm) &&
    sameValue(a.id_category, b.id_category) &&
    meetInPlace(a, b) &&
    sameValue(a.id_operation, b.id_operation) &&
    sameValue(a.id_branch_company, b.id_branch_company) &&
    shareValue(a.ie_kinds, b.ie_kinds) &&
    sameValue(a.final_consumer, b.final_consumer) &&
    sameValue(a.customer_simples, b.customer_simples) &&
    shareValue(a.origins, b.origins)
  )
}

const sameValue = <T>(a: T | null, b: T | null) => a === null || b === null || a === b

/** Of one length they are the same or apart; those beside a CEST may be of two. */
const sameBeginning = (a: string | null, b: string | null) =>
  a === null || b === null || a.startsWith(b) || b.startsWith(a)

const shareValue = <T>(a: readonly T[] | null, b: readonly T[] | null) =>
  a === null || b === null || a.some((value) => b.includes(value))

/** Whether goods may go from one state to another by both rules. */
function meetInPlace(a: Claim, b: Claim): boolean {
  const origins = common(a.origin_states, b.origin_states)
  const destinations = common(a.destination_states, b.destination_states)
  if (origins?.length === 0 || destinations?.length === 0) return false
  if (!sameValue(a.scope, b.scope)) return false
  const scope = a.scope ?? b.scope
  if (scope === null || origins === null || destinations === null) return true
  return scope === 'inside'
    ? origins.some((state) => destinations.includes(state))
    : origins.some((from) => destinations.some((to) => from !== to))
}

/** What is in both lists; null: anything. */
function common<T>(a: readonly T[] | null, b: readonly T[] | null): readonly T[] | null {
  if (a === null || b === null) return a ?? b
  return a.filter((value) => b.includes(value))
}
