import type { ReferenceRow } from '../../../packages/model/order-row.ts'
import { statement } from '../../database/database.ts'
import { type ReferenceColumn, referenceColumns, referenceRows } from '../../model/order.ts'

const parameterOf = (column: string) =>
  `$${2 + referenceRows.findIndex((row) => row.column === column)}::bigint`

function existence({ column, table }: ReferenceRow): string {
  const id = parameterOf(column)
  // An address counts only as one of the order's customer.
  const owner = table === 'addresses' ? ` and t.id_customer = ${parameterOf('id_customer')}` : ''
  const found = `exists (select from ${table} t where t.account_id = $1 and t.id = ${id}${owner})`
  return `${id} is null or ${found} as ${column}`
}

const ITEMS = 2 + referenceRows.length

/** Whether each exists, and which products do not. */
export const references_check = statement<
  Record<ReferenceColumn, boolean> & { missing_items: number[] },
  [account_id: number, ...ids: unknown[], products: number[]]
>(`
  select ${referenceRows.map(existence).join(', ')},
         array(select (t.n - 1)::integer from unnest($${ITEMS}::bigint[]) with ordinality as t (id, n)
                where not exists (select from products p where p.account_id = $1 and p.id = t.id)
                order by t.n) as missing_items`)

/** What goes by a code as well as by an id. */
export const codeFields = [...referenceColumns, 'id_item'] as const
export type CodeField = (typeof codeFields)[number]

/** The ids of external identifiers, in their order; null for an unknown one. */
export const references_findCodes = statement<
  { ids: (number | null)[] },
  [account_id: number, fields: CodeField[], codes: string[]]
>('select resolve_external_ids($1, $2, $3) as ids')
