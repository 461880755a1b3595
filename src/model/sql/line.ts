import type { LineRow } from '../../../packages/model/invoices/lines.ts'
import { lineColumnOf } from '../line.ts'

// SQL of what a line says, each piece a function of the rows. In it `i` is the row of a line.

type Rows = readonly LineRow[]

const list = (parts: readonly string[]) => parts.join(',\n')

export const columns = (rows: Rows) => list(rows.map(lineColumnOf))

/** Each column of the table gets what `i` has. */
export const assignments = (rows: Rows) =>
  list(rows.map((row) => `${lineColumnOf(row)} = i.${lineColumnOf(row)}`))

/** Arguments of `concat`: each property and its value. A record's JSON is a variable of its name. */
export const properties = (rows: Rows) =>
  list(rows.map((row) => `',"${row.name}":', ${shown(row)}`))

function shown(row: LineRow): string {
  switch (row.kind) {
    case 'reference':
      return `coalesce(${row.name}, 'null')`
    case 'code':
    case 'text':
      return `json_text(i.${row.name})`
    case 'lots':
      return `coalesce(i.${row.name}::text, '[]')`
  }
}
