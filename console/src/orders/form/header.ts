import type { Address, Order } from '@pedido/client'
import { orderRows } from '@pedido/model/order'
import { isDecimal } from '@pedido/model/order-row'
import type { Named } from '../../common/form/named.ts'
import { numberOf } from '../../text/decimals.ts'
import { addressNamed, hasTime } from '../properties.ts'
import { intermediaryIn, typedIntermediary } from './intermediary.ts'
import { decimalText } from './items/columns.ts'

// What is typed of an order but for its lines: a field for each row that a request sets, but for
// how it moves.

type Row = (typeof orderRows)[number]
type Written = Extract<
  Row,
  {
    kind:
      | 'reference'
      | 'code'
      | 'text'
      | 'instant'
      | 'day'
      | 'money'
      | 'percentage'
      | 'texts'
      | 'yes_no'
      | 'numbered'
      | 'words'
      | 'intermediary'
  }
>
export type HeaderRow = Exclude<Written, { name: 'status' | 'reason' }>
type Reference = Extract<HeaderRow, { kind: 'reference' }>

/** A field by what a request calls it: `freight_type`, where an order shows its `freight`. */
type NameOf<R extends HeaderRow> = R extends { column: `id_${infer Name}` } ? Name : R['name']

/**
 * Amounts are `1234.5`, '' where there is none. Of an amount and its percentage one is typed, and the
 * other is '' then. `date` is `2026-11-22T14:05` in the account's zone, '' of a new one: when it is
 * saved; other days are `2026-11-22`. Words have blanks between them; an intermediary is a CNPJ and an id, `-`
 * where there is none.
 */
export type Header = {
  [R in HeaderRow as NameOf<R>]: R extends { kind: 'reference' }
    ? Named | null
    : R extends { kind: 'texts' }
      ? Record<string, string>
      : string
}
export type FieldName = keyof Header

/** What the service says, and instalments: those that were sent stay as they are. */
const COMPUTED: readonly string[] = [
  'id',
  'total',
  'payable',
  'taxes',
  'time',
  'flag',
  'installments',
  'items',
]

export const headerRows = orderRows.filter(
  (row): row is HeaderRow =>
    !COMPUTED.includes(row.kind) && row.name !== 'status' && row.name !== 'reason',
)

/** Where the row is in a header. */
export const nameOf = (row: HeaderRow): FieldName =>
  (row.kind === 'reference' ? row.column.slice('id_'.length) : row.name) as FieldName

/** Where a request has it, as a pointer of a fault. */
export const pointerOf = (row: HeaderRow): string =>
  `/${row.kind === 'reference' ? row.column : row.name}`

function emptyValue({ kind }: HeaderRow) {
  if (kind === 'reference') return null
  return kind === 'texts' ? {} : ''
}

const headerOf = (give: (row: HeaderRow) => unknown): Header =>
  Object.fromEntries(headerRows.map((row) => [nameOf(row), give(row)])) as Header

export const emptyHeader = (): Header => headerOf(emptyValue)

/** The same for another order: without what is of this one alone. */
export const copiedHeader = (header: Header): Header =>
  headerOf((row) => ('isOwn' in row ? emptyValue(row) : header[nameOf(row)]))

/** What day and time it is in the account's zone: of `Formats`. */
export interface Clock {
  day(time: string): string
  time(time: string): string
}

export const headerOfOrder = (order: Order, f: Clock): Header =>
  headerOf((row) => {
    if (row.kind === 'reference') return named(row, order[row.name])
    if ('within' in row) return amount(order[row.within]?.value ?? 0)
    const value = order[row.name]
    if (isDecimal(row)) return amount(value as number)
    if (row.kind === 'texts') return value
    if (value === null) return ''
    if (row.kind === 'words') return (value as string[]).join(' ')
    if (row.kind === 'intermediary') return typedIntermediary(value as Order['intermediary'])
    if (row.kind !== 'instant')
      return row.kind === 'text' || row.kind === 'code' ? value : `${value}`
    return hasTime(row) ? `${f.day(`${value}`)}T${f.time(`${value}`)}` : f.day(`${value}`)
  })

/** The field with what was typed: what says the same in another way is emptied, as the service derives it. */
export const typedInto = (row: HeaderRow, value: unknown): Partial<Header> => {
  const same = headerRows.filter((one) =>
    one.kind === 'percentage'
      ? one.of === row.name
      : row.kind === 'percentage' && row.of === one.name,
  )
  const emptied = same.map((one) => [nameOf(one), ''])
  return { ...Object.fromEntries(emptied), [nameOf(row)]: value }
}

const amount = (value: number) => (value === 0 ? '' : decimalText(value))

function named(row: Reference, record: Order[Reference['name']]): Named | null {
  if (record === null) return null
  if ('shows' in row && row.shows === 'address') return addressNamed(record as Address)
  const { id, name } = record as Named
  return { id, name }
}

/** The properties of a request, but for declared fields. */
export function valuesOf(header: Header): Record<string, unknown> {
  const values = headerRows.map((row): [string, unknown] => {
    const value = header[nameOf(row)]
    if (row.kind === 'reference') return [row.column, (value as Named | null)?.id ?? null]
    return [row.name, written(row, value as string)]
  })
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

/** Undefined of what is not said. */
function written(row: HeaderRow, value: string): unknown {
  if (row.kind === 'texts') return undefined
  if (isDecimal(row)) return numberOf(value)
  if (row.kind === 'words') return value.split(/[\s,;|]+/).filter(Boolean)
  if (row.kind === 'intermediary') return intermediaryIn(value)
  if (row.kind === 'yes_no' || row.kind === 'numbered')
    return value === '' ? null : JSON.parse(value)
  if (row.kind !== 'instant') return value || null
  if (hasTime(row)) return value === '' ? undefined : `${value}:00`
  return value === '' ? null : `${value}T00:00:00`
}
