import Big from 'big.js'
import { parse, stringify } from 'lossless-json'
import { DateTime } from 'luxon'
import { shorthandOf } from '../../../../packages/model/invoices/installments.ts'
import { listOfAll } from '../../../base/values/value-lists.ts'
import type { Language } from '../../../texts/message.ts'
import { eventText } from '../../event-words.ts'
import { choiceText, standardName, yesNoText } from '../../words.ts'
import type { Column } from '../columns.ts'
import type { Kind } from '../kinds.ts'

/** Numbers this long may have more digits than a double carries. */
const LONG_NUMBER = /[\d.]{16}/

/** A record's values in the order of its columns. Several rows where each item is one. */
export function rowsOf(json: string, columns: Column[]): unknown[][] {
  const record = LONG_NUMBER.test(json) ? parse(json) : JSON.parse(json)
  if (columns.at(-1)?.path[0] !== 'items') return [columns.map((column) => valueIn(record, column))]
  const { items, ...order } = record as { items: unknown[] }
  // An order without items is a row all the same.
  return (items.length > 0 ? items : [null]).map((item) => {
    const row = { ...order, items: item }
    return columns.map((column) => valueIn(row, column))
  })
}

/**
 * Makes the cells of row after row. What a row has like the one before is not made again: the items
 * of an order have most of theirs alike.
 */
export function cellMaker(
  columns: Column[],
  make: (value: unknown, kind: Column['kind']) => string,
): (row: unknown[]) => string[] {
  let last: unknown[] = []
  let cells: string[] = []
  return (row) => {
    cells = columns.map(({ kind }, i) => {
      const known = row[i] === last[i] ? cells[i] : undefined
      return known ?? (row[i] === null ? '' : make(row[i], kind))
    })
    last = row
    return cells
  }
}

function valueIn(record: unknown, { path, without }: Column): unknown {
  let value = record
  // Keys of the account's own may be called like what every object has.
  for (const [i, name] of path.entries()) {
    if (Array.isArray(value)) {
      const records = value as Record<string, unknown>[]
      return path[i - 1] === 'taxes' ? taxIn(records, name) : listIn(records, name)
    }
    const inner = value as Record<string, unknown> | null | undefined
    value = inner && Object.hasOwn(inner, name) ? inner[name] : null
  }
  if (!without || !value) return value ?? null
  const rest = Object.entries(value).filter(([key]) => !without.includes(key))
  return rest.length > 0 ? Object.fromEntries(rest) : null
}

/** What a line has of one tax. */
const taxIn = (taxes: Record<string, unknown>[], name: string): unknown =>
  taxes.find(({ tax }) => tax === name)?.['value'] ?? null

/** A property of all records of a list, as one text. */
function listIn(records: Record<string, unknown>[], property: string): string | null {
  const values = records.map((one) => one[property])
  const list = listOfAll(values)
  // Names are for people.
  return list !== null && property === 'name' ? values.join(', ') : list
}

const NUMBERS: readonly Kind[] = ['integer', 'quantity', 'unit_price', 'money']
const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/
const DAY = /^\d{4}-\d\d-\d\d$/

/**
 * What a cell has to be written as. Values of declared fields are texts, and may be of the time before
 * their declaration.
 */
export function formOf(value: unknown, kind: Kind): 'number' | 'date' | 'day' | 'text' {
  if (NUMBERS.includes(kind)) return 'number'
  if (kind === 'number') return PLAIN_NUMBER.test(String(value)) ? 'number' : 'text'
  if (kind === 'day') return DAY.test(String(value)) ? 'day' : 'text'
  return kind === 'date' ? 'date' : 'text'
}

/** All digits of a number, without an exponent. */
export function digitsOf(value: unknown): string {
  const text = String(value)
  return text.includes('e') ? new Big(text).toFixed() : text
}

/** The same where its mark might be taken for one of thousands: 1.234 is 1.2340. */
export function clearDigitsOf(value: unknown): string {
  const digits = digitsOf(value)
  return /^-?[1-9]\d{0,2}\.\d{3}$/.test(digits) ? `${digits}0` : digits
}

/**
 * The text of a value that is no number and no date.
 * @param language of people who read it; undefined: as the interface has it
 */
export function textOf(value: unknown, kind: Kind, language: Language | undefined): string {
  if (kind === 'choice' && language) return choiceText(String(value), language)
  if (kind === 'event' && language) return eventText(String(value), language)
  if (kind === 'yes_no' && language && /^(?:true|false)$/.test(String(value)))
    return yesNoText(String(value) === 'true', language)
  if (kind === 'standard')
    return standardName(value as Parameters<typeof standardName>[0], language ?? 'en')
  if (kind === 'list') return (value as unknown[]).join(' ')
  if (kind === 'terms') return termsText(value)
  if (kind !== 'json') return String(value)
  return Object.keys(value as object).length > 0 ? (stringify(value) ?? '') : ''
}

/** `30/60/90`; of terms that no such text says, all of them. */
function termsText(terms: unknown): string {
  const text = stringify(terms) ?? ''
  return shorthandOf(JSON.parse(text)) ?? text
}

/** The local times of instants, as UTC would write them. Offsets are kept, as they cost 10 µs each. */
export function localTimes(time_zone: string): (instant: string) => Date {
  // No zone changes its offset within a quarter of an hour.
  const QUARTER_MS = 900_000
  const MOST = 100_000
  const offsets = new Map<number, number>()
  return (instant) => {
    const time = Date.parse(instant)
    const quarter = Math.floor(time / QUARTER_MS)
    let minutes = offsets.get(quarter)
    if (minutes === undefined) {
      minutes = DateTime.fromMillis(time, { zone: time_zone }).offset
      if (offsets.size < MOST) offsets.set(quarter, minutes)
    }
    return new Date(time + minutes * 60_000)
  }
}
