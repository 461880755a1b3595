import type { LineRow } from '../../../packages/model/invoices/lines.ts'
import type { FigureRow } from '../../../packages/model/item.ts'
import { isDecimal, type OrderRow, type ShareName } from '../../../packages/model/order-row.ts'

// SQL of what an order's JSON consists of, by which JSON that an earlier version stored is completed. In it
// `o` has the properties of an order and `l` those of a line, each as JSON, null where it is not there.

interface Rows {
  readonly header: readonly OrderRow[]
  readonly lines: readonly FigureRow[]
  /** What lines say beside their figures. */
  readonly properties: readonly LineRow[]
  /** What the service says of lines: nobody knows it of what was stored without it. */
  readonly shares: readonly ShareName[]
}

const list = (parts: readonly string[]) => parts.join(',\n')

/** The properties but for the lines, which come last, and what each is where nobody has set it. */
const propertiesOf = ({ header }: Rows) =>
  header
    .filter((row) => !('within' in row) && row.kind !== 'items')
    .map((row) => ({
      name: row.name,
      unset: unsetOf(row),
      isAddress: 'shows' in row && row.shows === 'address',
      ...(row.kind === 'payable' ? { like: 'total_value' } : {}),
    }))

function unsetOf(row: OrderRow): string {
  if (isDecimal(row)) return row.unset
  if (row.kind === 'installments' || row.kind === 'words') return '[]'
  if (row.kind === 'flag') return 'false'
  return row.kind === 'texts' ? JSON.stringify(row.unset) : 'null'
}

const figuresOf = ({ lines, properties, shares }: Rows) => [
  ...properties.map(({ name, kind }) => ({ name, unset: kind === 'lots' ? '[]' : 'null' })),
  ...lines.filter(({ returned }) => returned).map(({ column }) => ({ name: column, unset: '0' })),
  ...shares.map(({ name }) => ({ name, unset: 'null' })),
]

/** What addresses have that those of 1.0.0 had not: `complete_address_json` adds it. */
const OF_ADDRESSES = ['ibge', 'country']

/** How many there are. No version takes one away, so the number tells versions apart. */
export const size = (rows: Rows) =>
  String(propertiesOf(rows).length + figuresOf(rows).length + OF_ADDRESSES.length)

/** Their declarations. */
export const properties = (rows: Rows) => list(propertiesOf(rows).map(declared))
export const figures = (rows: Rows) => list(figuresOf(rows).map(declared))

const declared = ({ name }: { name: string }) => `"${name}" json`

/** Each as part of an object, whether it is there or not. */
export const completeProperties = (rows: Rows) => list(propertiesOf(rows).map(completed('o')))
export const completeFigures = (rows: Rows) => list(figuresOf(rows).map(completed('l')))

interface Completed {
  name: string
  unset: string
  isAddress?: boolean
  /** The property whose value it has where it is not there. */
  like?: string
}

const completed =
  (record: string) =>
  ({ name, unset, isAddress = false, like }: Completed) => {
    const stored = `${record}."${name}"`
    const whole = like ? `coalesce(${stored}, ${record}."${like}")` : stored
    const text = isAddress ? `complete_address_json(${stored})` : `${whole}::text`
    return `'"${name}":' || coalesce(${text}, '${unset}')`
  }
