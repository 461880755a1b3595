import {
  type LineReferenceRow,
  type LineRow,
  lineRows,
} from '../../packages/model/invoices/lines.ts'

// What follows from the rows of what a line says.

type Row = (typeof lineRows)[number]

type ColumnOf<R extends LineRow> = R extends { column: infer C extends string } ? C : R['name']

/** What is said of a line, by the names of the columns of `order_items`. */
export type LineColumn = ColumnOf<Row>

export const saidRows: readonly LineRow[] = lineRows

const isLineReference = (row: LineRow): row is LineReferenceRow => row.kind === 'reference'

export const lineColumnOf = (row: LineRow) =>
  (isLineReference(row) ? row.column : (row as { name: string }).name) as LineColumn

export const lineColumns = saidRows.map(lineColumnOf)

/** What follows where a line doesn't say it: columns of their own. */
export const derivedColumns: readonly DerivedColumn[] = lineRows.flatMap((row) =>
  'derived' in row ? [row.derived] : [],
)
export type DerivedColumn = Extract<Row, { derived: string }>['derived']

/** The column of a record that lines refer to. */
export type LineReferenceColumn = Extract<LineColumn, `id_${string}`>

/** The records that lines refer to beside their product. */
export const lineReferences = saidRows.filter(isLineReference)
