import { at, big, type Predicate } from '../finding.ts'

// What the account's own rules of taxes say, or fail to.

export const rulePredicates: Readonly<Record<string, Predicate>> = {
  rule_missing: ({ ruled }) =>
    ruled.flatMap(({ lacks_rule }, i) => (lacks_rule ? [at(`/items/${i}`)] : [])),
  rate_missing: ({ ruled }) =>
    ruled.flatMap(({ lacking_rates }, i) =>
      lacking_rates.length > 0 ? [at(`/items/${i}/taxes`)] : [],
    ),
  rule_ends: ({ ruled }) =>
    ruled.flatMap(({ ended }, i) => ended.map((tax) => at(`/items/${i}/taxes/${tax}`))),
  total_moves: ({ moved, total_value }) =>
    moved !== null && (moved.closed.length > 0 || !big(moved.total_value).eq(total_value))
      ? [at('/total_value')]
      : [],
}
