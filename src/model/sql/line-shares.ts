import type { HeaderPart, lineParts } from '../../../packages/model/totals.ts'

// SQL of what of an order's header falls to its lines, each piece a function of the parts of a total. In it `o`
// is the row of an order, `i` that of a line, and `line` a line as JSON.

/** Of any column. */
type Part = Omit<HeaderPart, 'column'> & { readonly column: string }

interface Parts {
  readonly lines: typeof lineParts
  readonly header: readonly Part[]
}

const list = (parts: readonly string[]) => parts.join(',\n')

/** Text of an order's lines where it has nothing to share. */
export const none = ({ header }: Parts) =>
  `'${header.map(({ share }) => `,"${share.name}":0`).join('')}'`

/** What such a line comes to. */
export const plainTotal = ({ lines }: Parts) => lines.map((column) => `i.${column}`).join(' + ')

/** The shares of a line that is not written: what is not sent is 0. */
export const ofJson = ({ header }: Parts) =>
  list(
    header.map(({ share }) => `coalesce((line ->> '${share.name}')::numeric, 0) as ${share.name}`),
  )

/** Whether an order has anything to share. */
export const areThere = (parts: Parts) =>
  parts.header.map((part) => `${counted(part)} > 0`).join('\n or ')

/** The shares of a line, for a select of an order's lines with the window `in_turn`, by their ids. */
export const ofLine = ({ header }: Parts) =>
  list(
    header.map((part) => {
      const { weight, share } = part
      return `share_of(${counted(part)}, i.${weight}, sum(i.${weight}) over in_turn, sum(i.${weight}) over (), row_number() over in_turn) as ${share.name}`
    }),
  )

/** Arguments of `concat`: each share of a line `l` that has them. */
export const properties = ({ header }: Parts) =>
  list(header.map(({ share }) => `',"${share.name}":', trim_scale(l.${share.name})`))

/** What such a line comes to. */
export const total = ({ lines, header }: Parts) =>
  [
    lines.map((column) => `(l.i).${column}`).join(' + '),
    ...header.map(({ share, sign }) => `${sign} l.${share.name}`),
  ].join(' ')

const counted = ({ column, condition }: Part) =>
  condition ? `case when o.${condition} then o.${column} else 0 end` : `o.${column}`
