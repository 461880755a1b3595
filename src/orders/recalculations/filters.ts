import type { Actor } from '../../access/actor.ts'
import { refuseParameters } from '../../base/problems.ts'
import { listWithCustom } from '../../custom/lists.ts'
import type { Reader } from '../../database/database.ts'
import type { Condition } from '../../database/list.ts'
import { allConditions, filtersOf, withCustomFields } from '../../http/lists/lists.ts'
import { msg } from '../../texts/message.ts'
import { orderQuery } from '../reads/filters/order-query.ts'
import { orders } from '../reads/list.ts'

// The orders of a recalculation: those that the list of orders would have, of who asked for it, by their ids.

/** Parameters of the list of orders as texts, as a cursor of it keeps them. */
export type Filters = Record<string, string>

const listOf = (actor: Actor, query: Record<string, unknown>) => ({
  ...orderQuery(actor, query),
  source: orders,
  defaultSort: 'id',
  withCustom: listWithCustom({ account_id: actor.account_id, resource: 'orders' }),
})

/**
 * The filters of a request.
 * @throws Problem `invalid_parameter` where it has none and does not say that it means all orders
 */
export async function askedFilters(
  db: Reader,
  actor: Actor,
  query: Record<string, unknown>,
): Promise<Filters> {
  const list = await withCustomFields(db, listOf(actor, query))
  const { all } = query
  const filters = filtersOf(list)
  const [first] = Object.keys(filters)
  if (first === undefined && all !== true) {
    const detail = msg`name a filter, or say all=true for all orders.`
    refuseParameters([{ parameter: 'all', code: 'required', detail }])
  }
  if (first !== undefined && all === true) {
    const detail = msg`means all orders: leave it out beside ${first}.`
    refuseParameters([{ parameter: 'all', code: 'not_with_filters', detail }])
  }
  return filters
}

/** What an order must be to be chosen, as things are now. @throws Problem where a custom field is gone */
export async function conditionsOf(
  db: Reader,
  actor: Actor,
  filters: Filters,
): Promise<Condition[]> {
  const list = await withCustomFields(db, listOf(actor, {}), { sort: 'id', filters })
  return allConditions(db, list, filters)
}
