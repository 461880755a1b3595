import type { HeaderPart, lineParts } from '../../../packages/model/totals.ts'

// SQL of what an order comes to, each piece a function of the parts of a total.

type Part = Pick<HeaderPart, 'sign' | 'condition'> & { readonly column: string }

interface Parts {
  readonly lines: typeof lineParts
  readonly header: readonly Part[]
}

const NET = 'total_liq'

/** What a line adds. */
export const ofLine = ({ lines }: Parts) => lines.join(' + ')

/** What of it is taxes. */
export const taxesOfLine = ({ lines }: Parts) => lines.filter((part) => part !== NET).join(' + ')

/** What the header of a row of `orders` adds. */
export const ofHeader = (parts: Parts) => header(parts, (column) => column)

/** What it is about to add. */
export const ofChangedHeader = (parts: Parts) => header(parts, (column) => `o.${column}`)

/**
 * What that of a new order adds, whose freight type says whether the freight is charged. What is not
 * sent, since the program does not know it, adds nothing.
 */
export const ofNewHeader = (parts: Parts) =>
  header(parts, (column) =>
    column === 'freight_charged'
      ? 'id_freight_type = any (charged_types)'
      : `coalesce(${column}, 0)`,
  )

/** The columns on which a total depends, before a change and after it. */
export const oldParts = (parts: Parts) => columns(parts, 'old')
export const newParts = (parts: Parts) => columns(parts, 'new')

const columns = ({ header }: Parts, row: string) =>
  [
    'total_value',
    ...header.flatMap(({ column, condition }) => [column, ...(condition ? [condition] : [])]),
  ]
    .map((column) => `${row}.${column}`)
    .join(',\n')

function header(parts: Parts, sqlOf: (column: string) => string): string {
  return parts.header
    .map(({ column, sign, condition }, i) => {
      const value = condition
        ? `case when ${sqlOf(condition)} then ${sqlOf(column)} else 0 end`
        : sqlOf(column)
      return i === 0 ? value : `${sign} ${value}`
    })
    .join(' ')
}
