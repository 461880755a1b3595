import { type RawBuilder, sql } from 'kysely'
import { readValues } from '../../../base/values/value-lists.ts'

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

function reference(name: string, table: string, meaning: string): ReferenceFilter {
  return { ids: `id_${name}`, codes: `fk_id_${name}`, column: `id_${name}`, table, meaning }
}

export const statusFilter = {
  ids: 'status',
  codes: 'fk_id_status',
  column: 'id_order_status',
  table: 'order_statuses',
  meaning: 'In one of these statuses',
} as const

export const referenceFilters: readonly ReferenceFilter[] = [
  reference('customer', 'customers', 'Of one of these customers'),
  statusFilter,
  { ...statusFilter, ids: 'id_order_status', codes: 'fk_id_order_status', meaning: 'As `status`' },
  reference('reason', 'reasons', 'In their status for one of these reasons'),
  reference('user', 'users', 'Of one of these sellers'),
  reference('branch_company', 'branch_companies', 'Sold by one of these branches'),
  reference('category', 'categories', 'In one of these categories'),
  reference('payment_type', 'payment_types', 'With one of these payment types'),
  reference('payment_method', 'payment_methods', 'With one of these payment methods'),
  reference('freight_type', 'freight_types', 'With one of these freight types'),
  reference('shipping_company', 'shipping_companies', 'Carried by one of these companies'),
  reference('opportunity', 'opportunities', 'From one of these opportunities'),
  reference('quotation', 'quotations', 'From one of these quotations'),
]

/** The products of an order's items: columns of `order_items`. */
export const productFilter = reference('item', 'products', 'With one of these products')

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
