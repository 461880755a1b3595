import { type RawBuilder, sql } from 'kysely'
import type { ReferenceRow } from '../../../../packages/model/order-row.ts'
import { readValues } from '../../../base/values/value-lists.ts'
import { referenceRows } from '../../../model/order.ts'

/** Records by which orders are found: by their ids in one parameter, by their codes in another. */
export interface ReferenceFilter {
  ids: string
  codes: string
  /** The column that refers to them. */
  column: string
  table: string
  /** Which orders these are. */
  meaning: string
}

const filterOf = ({
  column,
  table,
  filter,
  parameter = column,
}: ReferenceRow): ReferenceFilter[] =>
  filter === undefined
    ? []
    : [{ ids: parameter, codes: `fk_${prefixed(parameter)}`, column, table, meaning: filter }]

/** `fk_id_status` is the code's parameter beside `status`, as `fk_id_user` is beside `id_user`. */
const prefixed = (parameter: string) =>
  parameter.startsWith('id_') ? parameter : `id_${parameter}`

const filters = referenceRows.flatMap(filterOf)

export const statusFilter = filters.find(
  ({ table }) => table === 'order_statuses',
) as ReferenceFilter

export const referenceFilters: readonly ReferenceFilter[] = [
  ...filters,
  { ...statusFilter, ids: 'id_order_status', codes: 'fk_id_order_status', meaning: 'As `status`' },
]

/** The products of an order's items: columns of `order_items`. */
export const productFilter: ReferenceFilter = {
  ids: 'id_item',
  codes: 'fk_id_item',
  column: 'id_item',
  table: 'products',
  meaning: 'With one of these products',
}

export function isOfProducts(parameter: string): boolean {
  return parameter === productFilter.ids || parameter === productFilter.codes
}

/** Orders by what their status says: whether they are sales. As if the request named these statuses. */
export const COUNTS = 'counts'

/** The filter that a parameter belongs to, of those by a column of `orders`. */
export function referenceFilterOf(parameter: string): ReferenceFilter | undefined {
  if (parameter === COUNTS) return statusFilter
  return referenceFilters.find(({ ids, codes }) => parameter === ids || parameter === codes)
}

/** The records that a filter names. */
export interface Chosen {
  /** Whether a column is one of them. */
  has: (column: RawBuilder<unknown>) => RawBuilder<unknown>
  /** The id of each; null of a code that nobody has. */
  each: RawBuilder<unknown>[]
  /** A query for their ids as `value`, where there may be several. */
  values?: RawBuilder<unknown>
}

/** What a filter's parameter names; codes that nobody has name nothing. */
export function chosenBy(
  { ids, table }: ReferenceFilter,
  parameter: string,
  text: string,
  account_id: number,
): Chosen {
  if (parameter === COUNTS) return countingStatuses(account_id, text)
  const given = readValues(text)
  const found = (isOne: RawBuilder<unknown>) =>
    sql`select x.id as value from ${sql.table(table)} x where x.account_id = ${account_id} and x.fk_id = ${isOne}`
  const each = given.map((one) =>
    parameter === ids ? sql`${one}::bigint` : sql`(${found(sql`${one}`)})`,
  )
  // One value by itself, so that PostgreSQL knows: an index has its orders sorted.
  if (each.length === 1) return { has: (column) => sql`${column} = ${each[0]}`, each }
  if (parameter === ids) {
    const values = sql`${given}::bigint[]`
    return {
      has: (column) => sql`${column} = any(${values})`,
      each,
      values: sql`select value from unnest(${values}) value`,
    }
  }
  const values = found(sql`any(${given}::text[])`)
  return { has: (column) => sql`${column} = any(array(${values}))`, each, values }
}

/** The statuses that say so at that moment: a change of one holds for the next look. */
function countingStatuses(account_id: number, text: string): Chosen {
  const values = sql`select x.id as value from order_statuses x
                      where x.account_id = ${account_id} and x.counts = ${text === 'true'}`
  return { has: (column) => sql`${column} = any(array(${values}))`, each: [], values }
}
