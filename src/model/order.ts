import { orderRows } from '../../packages/model/order.ts'
import type {
  ComputedRow,
  OrderRow,
  ReferenceRow,
  ValueRow,
} from '../../packages/model/order-row.ts'

// What follows from the rows of an order alone.

type Row = (typeof orderRows)[number]

/** The rows of records that an order refers to, and of the other things that requests set. */
type Reference = Extract<Row, { kind: 'reference' }>
type Value = Extract<Row, { kind: ValueRow['kind'] }>
export type WrittenRow = Reference | Value

/** The column of a row, and how requests call it. */
export type ColumnOf<R extends WrittenRow> = R extends { column: infer C extends string }
  ? C
  : R['name']
export type ReferenceColumn = Reference['column']
export type OrderColumn = ColumnOf<WrittenRow>

/** The records that sums are grouped by, as an order's JSON names them. */
export type GroupingProperty = Extract<Row, { isGrouping: true }>['name']

/** A property of an order's JSON. */
export type OrderProperty = Exclude<Row, { within: string }>['name']

/** All rows, in the order of the JSON. */
export const rows: readonly OrderRow[] = orderRows

export const isReference = (row: OrderRow): row is ReferenceRow => row.kind === 'reference'

/** What the service says of an order, and no request sets. */
export const isComputed = (row: OrderRow): row is ComputedRow =>
  ['id', 'total', 'payable', 'taxes', 'time', 'flag', 'items'].includes(row.kind)

/** What requests set. */
export const isWritten = (row: OrderRow): row is ReferenceRow | ValueRow => !isComputed(row)

/** The records that an order refers to. */
export const referenceRows = rows.filter(isReference)

export const writtenRows = rows.filter(isWritten)

/** What is emptied with a customer's data, whatever it says. */
export const isEmptied = (row: OrderRow) => 'isPersonal' in row && row.name !== 'fk_id'

export const columnOf = (row: ReferenceRow | ValueRow) =>
  (isReference(row) ? row.column : row.name) as OrderColumn

/** The columns that a client writes. */
export const orderColumns = writtenRows.map(columnOf)
export const referenceColumns = referenceRows.map(columnOf) as ReferenceColumn[]

/** What a reference shows as its `value`; undefined where it shows none. */
export const valueRowOf = (reference: string) =>
  writtenRows.find((row) => 'within' in row && row.within === reference)

/** What orders are found by a range of. */
export const rangedRows = rows.flatMap((row) =>
  'range' in row && row.range ? [{ ...row.range, column: row.name, kind: row.kind }] : [],
)

/** What orders are found by the whole of. */
export const soughtRows = rows.flatMap((row) =>
  row.kind === 'code' && row.filter ? [{ name: row.name, filter: row.filter }] : [],
)

/** What orders are found by any of. */
export const wordRows = rows.flatMap((row) =>
  row.kind === 'words' ? [{ name: row.name, filter: row.filter }] : [],
)

/** The columns that stay once they have a value. */
export const columnsGivenOnce = writtenRows.filter(({ isGivenOnce }) => isGivenOnce).map(columnOf)

/** The properties of an order's JSON, in its order. */
export const shownRows = rows.filter((row) => !('within' in row))
export const shownProperties = shownRows.map(({ name }) => name as OrderProperty)

const sortTypes: Partial<Record<OrderRow['kind'], string>> = {
  id: 'bigint',
  code: 'text',
  reference: 'bigint',
  instant: 'timestamptz',
  time: 'timestamptz',
  money: 'numeric',
  total: 'numeric',
}

/** By what lists of orders are sorted, and the SQL types. */
export const orderSorts = Object.fromEntries(
  rows.flatMap((row) =>
    row.isSortable ? [[isReference(row) ? row.column : row.name, sortTypes[row.kind]]] : [],
  ),
) as Record<string, 'bigint' | 'numeric' | 'timestamptz' | 'text'>
