import type { RawBuilder } from 'kysely'
import type { SortField } from '../../../base/values/sort.ts'
import type { Condition } from '../../../database/list.ts'
import type { Grouping } from './groupings.ts'

/** What is summed up. */
export interface SummaryQuery {
  account_id: number
  /** Of days, and of dates without an offset. */
  zone: string
  groupings: Grouping[]
  filters: Record<string, string>
  /** Not all orders may be seen: nothing is taken from totals kept of all. */
  isNarrowed: boolean
  /** What the filters mean, the account's condition first. */
  conditions: Condition[]
  sort: SortField[]
  /** Groups that are shown. */
  limit: number
}

/**
 * A query for groups: `k0` and `k1`, which are ids or dates, `count`, `sum`, `min` and `max`, and of
 * products `quantity`.
 */
export interface Groups {
  query: RawBuilder<unknown>
  /** Further parts of the statement's `with`, which the query names. */
  parts?: RawBuilder<unknown>[]
  /** Where the query leaves `min` and `max` out: how one of a group `g` is looked up. */
  look?: (end: 'asc' | 'desc') => RawBuilder<unknown>
  /** Where the query gives only the first groups of the sort, and those that may be: how many there are. */
  number?: RawBuilder<unknown>
  /** Where the groups' figures do not add up to those of all orders: these, as a query. */
  whole?: RawBuilder<unknown>
}
