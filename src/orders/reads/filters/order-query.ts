import { sql } from 'kysely'
import type { TokenHolder } from '../../../access/actor.ts'
import type { RowScope } from '../../../access/row-scope.ts'
import { valuesText } from '../../../base/values/value-lists.ts'
import type { Condition } from '../../../database/list.ts'
import type { Choice } from '../../../http/lists/lists.ts'
import { type Meanings, orderConditions, refuseEmptyRanges } from './filters.ts'
import { searchOrders } from './search-sql.ts'

/**
 * The orders that a request chooses among those that its token sees. Every list, count, sum and file
 * of orders is made of it: there is no other way to their tables for more than one order.
 */
export function orderQuery(
  { account_id, time_zone, only }: Pick<TokenHolder, 'account_id' | 'time_zone' | 'only'>,
  query: Record<string, unknown>,
): Choice {
  refuseEmptyRanges(query, time_zone)
  const filters = orderConditions(account_id, time_zone)
  return {
    conditions: [sql`r.account_id = ${account_id}`],
    within: withinRowScope(only, filters),
    filters,
    search: (db, text, others) => searchOrders(db, account_id, text, others),
    query,
  }
}

/** As if the request asked for these sellers and branches itself, beside what it asks for. */
function withinRowScope({ users, branches }: RowScope, meanings: Meanings): Condition[] {
  const asked = { id_user: users, id_branch_company: branches }
  return Object.entries(asked).flatMap(([name, ids]) => {
    if (ids === null) return []
    // Of no seller at all, as one who is not known yet.
    if (ids.length === 0) return sql`false`
    return meanings[name]?.(valuesText(ids.map(String))) ?? sql`false`
  })
}
