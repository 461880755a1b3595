import type { ReferenceRow } from '../../../packages/model/order-row.ts'
import { statement } from '../../database/database.ts'
import { lineReferences, type LineReferenceColumn as Referring } from '../../model/line.ts'
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

/** The records that lines refer to: the columns and tables. */
export const lineReferenceColumns = [
  { column: 'id_item', table: 'products' } as const,
  ...lineReferences.map(({ column, table }) => ({ column: column as Referring, table })),
]
export type LineReferenceColumn = (typeof lineReferenceColumns)[number]['column']

/** Which of an array of ids are of no record: their places. */
const missing = ({ column, table }: (typeof lineReferenceColumns)[number], i: number) => `
         array(select (t.n - 1)::integer from unnest($${2 + referenceRows.length + i}::bigint[]) with ordinality as t (id, n)
                where not exists (select from ${table} r where r.account_id = $1 and r.id = t.id)
                order by t.n) as missing_${column}`

/** Whether each exists, and which records of lines do not, those of each column by themselves. */
export const references_check = statement<
  Record<ReferenceColumn, boolean> & Record<`missing_${LineReferenceColumn}`, number[]>,
  [account_id: number, ...ids: unknown[]]
>(`
  select ${[...referenceRows.map(existence), ...lineReferenceColumns.map(missing)].join(', ')}`)

/** What goes by a code as well as by an id. */
export const codeFields = [...referenceColumns, 'id_item'] as const
export type CodeField = (typeof codeFields)[number]

/** The ids of external identifiers, in their order; null for an unknown one. */
export const references_findCodes = statement<
  { ids: (number | null)[] },
  [account_id: number, fields: CodeField[], codes: string[]]
>('select resolve_external_ids($1, $2, $3) as ids')
