import type { headerParts, lineParts } from '../../../packages/model/totals.ts'

// SQL of what an order comes to, each piece a function of the parts of a total.

interface Parts {
  readonly lines: typeof lineParts
  readonly header: typeof headerParts
}

/** What a line adds. */
export const ofLine = ({ lines }: Parts) => lines.join(' + ')

/** What the header of a row of `orders` adds. */
export const ofHeader = (parts: Parts) => header(parts, (column) => column)

/** What it is about to add. */
export const ofChangedHeader = (parts: Parts) => header(parts, (column) => `o.${column}`)

/** Of a new order, whose freight type says whether the freight is charged. */
export const ofNewHeader = (parts: Parts) =>
  header(parts, (column) =>
    column === 'freight_charged' ? 'id_freight_type = any (charged_types)' : column,
  )

function header(parts: Parts, sqlOf: (column: string) => string): string {
  return parts.header
    .map(({ column, isAdded }) => `case when ${sqlOf(isAdded)} then ${sqlOf(column)} else 0 end`)
    .join(' + ')
}
