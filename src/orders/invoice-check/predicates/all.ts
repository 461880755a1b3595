import type { Predicate } from '../finding.ts'
import { federalPredicates } from './federal.ts'
import { icmsPredicates } from './icms.ts'
import { itemPredicates } from './items.ts'
import { partyPredicates } from './parties.ts'
import { rulePredicates } from './rules.ts'
import { totalPredicates } from './totals.ts'

/** By the name that rows of the file call them. */
export const predicates: Readonly<Record<string, Predicate>> = {
  ...itemPredicates,
  ...icmsPredicates,
  ...federalPredicates,
  ...partyPredicates,
  ...totalPredicates,
  ...rulePredicates,
}
