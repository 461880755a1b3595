import type { LineRow } from '../../../packages/model/invoices/lines.ts'
import { lineColumnOf } from '../line.ts'

// SQL of what a line says, each piece a function of the rows. In it `i` is the row of a line.

type Rows = readonly LineRow[]

const list = (parts: readonly string[]) => parts.join(',\n')

export const columns = (rows: Rows) => list(rows.flatMap(columnsOf))

/** Each column of the table gets what `i` has. */
export const assignments = (rows: Rows) =>
  list(rows.flatMap(columnsOf).map((column) => `${column} = i.${column}`))

/** Its own, and that of what follows where it is not said. */
const columnsOf = (row: LineRow): string[] => [
  lineColumnOf(row),
  ...(row.kind === 'code' && row.derived ? [row.derived] : []),
]

/** Arguments of `concat`: each property and its value. A record's JSON is a variable of its name. */
export const properties = (rows: Rows) =>
  list(rows.map((row) => `',"${row.name}":', ${shown(row)}`))

function shown(row: LineRow): string {
  switch (row.kind) {
    case 'reference':
      return `coalesce(${row.name}, 'null')`
    case 'code':
      return row.derived
        ? `json_text(coalesce(i.${row.name}, i.${row.derived}))`
        : `json_text(i.${row.name})`
    case 'text':
      return `json_text(i.${row.name})`
    case 'lots':
      return `coalesce(i.${row.name}::text, '[]')`
  }
}
