import { type Named, recordsIn, typedRecords } from '../../../common/form/named.ts'

// Lists within an order as they are typed: taxes and lots of a line, instalments.

/** What can be typed of a row. */
export interface RowField {
  name: string
  label: string
  kind: 'text' | 'decimal' | 'amount' | 'percentage' | 'date' | 'choice' | 'reference' | 'check'
  choices?: readonly { value: string; label: string }[]
  maxLength?: number
  /** Which day is meant where no year is typed. */
  toward?: 'next' | 'last'
  /** The kind of record that it refers to. */
  to?: string
  /** What follows where nothing is typed. */
  placeholder?: string | undefined
}

export interface Row {
  /** Tells it from the others of its list. */
  readonly key: string
  /** By the names of its fields: `1234.5`, `2026-11-22`, `true`, a record as text; '' where nothing is said. */
  readonly values: Readonly<Record<string, string>>
  /** What was typed into a field and can't be read. */
  readonly unread?: Readonly<Record<string, string>>
}

let made = 0

/** Its key is of no row before, neither of one that the browser has kept. */
export const newRow = (values: Row['values'] = {}): Row => ({
  key: `${Date.now().toString(36)}-${++made}`,
  values,
})

export const typedIn = ({ values }: Row, name: string): string => values[name] ?? ''

/** The row with this in a field. */
export function withValue({ key, values, unread }: Row, name: string, value: string): Row {
  const { [name]: _, ...others } = unread ?? {}
  const row = { key, values: { ...values, [name]: value } }
  return Object.keys(others).length === 0 ? row : { ...row, unread: others }
}

/** The row with something in a field that can't be read; '' takes that away. */
export function withUnread(before: Row, name: string, typed: string): Row {
  const row = withValue(before, name, '')
  return typed === '' ? row : { ...row, unread: { ...row.unread, [name]: typed } }
}

/** Nothing stands in it: it is on nobody's list. */
const isEmptyRow = ({ values, unread }: Row): boolean =>
  unread === undefined && Object.values(values).every((value) => value === '')

export const hasUnreadRow = (rows: readonly Row[] = []): boolean =>
  rows.some(({ unread }) => unread !== undefined)

/** Those that are sent: places in a request are among these. */
export const filledRows = (rows: readonly Row[]) => rows.filter((row) => !isEmptyRow(row))

/** A record's properties as they are typed. */
export function typedValues(record: object): Row['values'] {
  const texts = Object.entries(record).map(([name, value]) => [name, textOf(value)])
  return Object.fromEntries(texts)
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === false) return ''
  return typeof value === 'object' ? typedRecords([value as Named]) : String(value)
}

/** Rows in short: whether two lists are the same, and what somebody else is shown of them. */
export const rowsText = (rows: readonly Row[], names: readonly string[]): string =>
  filledRows(rows)
    .map((row) =>
      names
        .map((name) => shownText(typedIn(row, name)))
        .filter(Boolean)
        .join(' '),
    )
    .join('; ')

/** Of a record its name. */
const shownText = (value: string) =>
  value.startsWith('[{') ? (recordsIn(value)[0]?.name ?? '') : value

/** Decimals added up, exactly; one with `-` before it is taken off. */
function addedUp(decimals: readonly string[]): string {
  const places = Math.max(0, ...decimals.map((one) => one.split('.')[1]?.length ?? 0))
  const sum = decimals.reduce((all, one) => all + scaled(one, places), 0n)
  const digits = `${sum < 0n ? -sum : sum}`.padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  const fraction = digits.slice(digits.length - places).replace(/0+$/, '')
  return `${sum < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`
}

function scaled(decimal: string, places: number): bigint {
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.')
  const amount = BigInt(`${whole || '0'}${fraction.padEnd(places, '0')}`)
  return decimal.startsWith('-') ? -amount : amount
}

/** What rows lack of a whole; `-…` where they come to more. @param name of the field that is added up */
export const restOfRows = (whole: string, rows: readonly Row[], name: string): string =>
  restOf(
    whole || '0',
    rows.map((row) => typedIn(row, name) || '0'),
  )

/** What is missing of a whole; `-…` where there is too much. */
export const restOf = (whole: string, parts: readonly string[]): string =>
  addedUp([whole, ...parts.map((part) => (part.startsWith('-') ? part.slice(1) : `-${part}`))])
