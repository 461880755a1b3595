import type { FigureRow } from '../../../packages/model/item.ts'

// SQL of an order's lines, each piece a function of the rows of figures. In it `i` is the row of a line.

type Rows = readonly FigureRow[]

const list = (parts: readonly string[]) => parts.join(',\n')

export const columns = (rows: Rows) => list(rows.map(({ column }) => column))

/** The same of a new line. What is not sent, since the program does not know it, is 0. */
export const newValues = (rows: Rows) => list(rows.map(({ column }) => `coalesce(${column}, 0)`))

/** The same of a line that is not written: what `unset` has stands where nothing is sent. */
export const unsetFigures = (rows: Rows) =>
  rows.map(({ column }) => `unset.${column} := 0;`).join('\n')

/** Each column of the table gets what `i` has. */
export const assignments = (rows: Rows) => list(rows.map(({ column }) => `${column} = i.${column}`))

/** Arguments of `concat`: each property that is returned, and its value. */
export const properties = (rows: Rows) =>
  list(
    rows
      .filter(({ returned }) => returned)
      .map(({ column }) => `',"${column}":', trim_scale(i.${column})`),
  )
