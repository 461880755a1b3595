import { type Message, msg, verbatim } from '../../../texts/message.ts'
import { serialTime } from '../reading/rows.ts'
import type { DateOrder } from './marks.ts'

/** Years that the service takes. */
const FIRST_YEAR = 1900
const LAST_YEAR = 2199

/** What a cell of dates says: a local time, or an instant with its offset; null: there is none. */
export type DateReading = { date: string | null; hasShortYear: boolean } | { fieldError: Message }

/** The beginning of months' names, in Portuguese and English. */
const MONTHS = [
  'jan',
  'fev|feb',
  'mar',
  'abr|apr',
  'mai|may',
  'jun',
  'jul',
  'ago|aug',
  'set|sep',
  'out|oct',
  'nov',
  'dez|dec',
]
const monthOf = (name: string) =>
  MONTHS.findIndex((one) => new RegExp(`^(?:${one})`).test(name.toLowerCase())) + 1

const NAME = '([a-zç]{3,9})\\.?'
const GAP = '(?:\\s*[-/.,]\\s*|\\s+(?:de\\s+|of\\s+)?)'
/** `21/11/2026`, `2026-11-21`, `20261121`, `21 de novembro de 2026`, `Nov 21, 2026`. */
const FORMS: [form: RegExp, parts: (order: DateOrder, match: string[]) => string[]][] = [
  [/^(\d{4})(\d{2})(\d{2})$/, (_, [y = '', m = '', d = '']) => [y, m, d]],
  [/^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/, (_, [y = '', m = '', d = '']) => [y, m, d]],
  [
    /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/,
    (order, [a = '', b = '', y = '']) => (order === 'dmy' ? [y, b, a] : [y, a, b]),
  ],
  [
    new RegExp(`^(\\d{1,2})${GAP}${NAME}${GAP}(\\d{4}|\\d{2})$`, 'i'),
    (_, [d = '', m = '', y = '']) => [y, String(monthOf(m)), d],
  ],
  [
    new RegExp(`^${NAME}${GAP}(\\d{1,2})${GAP}(\\d{4}|\\d{2})$`, 'i'),
    (_, [m = '', d = '', y = '']) => [y, String(monthOf(m)), d],
  ],
]

const TIME =
  /^(.*?\d)(?:[T,\s]+(?:às\s+|at\s+)?(\d{1,2})(?:[:h](\d{2})(?::(\d{2})([.,]\d{1,9})?)?|h)\s*(?:h(?:s|rs?)?\.?)?\s*([ap]\.?m\.?)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i

/** How systems write that there is no date: nothing but zeros, or the day that their calendar begins. */
const EMPTY = /^[\s/.:T-]*$|^0[0\s/.:T-]*$/
const BEGINNINGS = ['1899-12-30', '1899-12-31', '0001-01-01']

/** Characters of the longest date that is read. */
const LONGEST = 60

/** Days as spreadsheets count them, of 1927 to 2173: shorter numbers are years, or nothing. */
const SERIAL = /^\d{5}(?:[.,]\d+)?$/

/**
 * Reads a date as spreadsheets, systems and people write it; nothing is guessed but the century of a
 * year of two digits (1950 to 2049).
 * @param order whether the day or the month stands first where both are numbers
 */
export function readDate(written: string, order: DateOrder): DateReading {
  const text = written.trim()
  if (text.length > LONGEST) return { fieldError: msg`date such as 31/12/2026` }
  if (EMPTY.test(text)) return { date: null, hasShortYear: false }
  if (SERIAL.test(text)) return serialDate(Number(text.replace(',', '.')))
  const match = TIME.exec(text)
  const [, day = '', hour, minute = '0', second = '0', fraction = '', half, zone] = match ?? []
  const form = FORMS.find(([one]) => one.test(day.trim()))
  if (!form) return { fieldError: msg`date such as 31/12/2026` }
  const [year = '', month = '', dayOfMonth = ''] = form[1](
    order,
    [...(form[0].exec(day.trim()) ?? [])].slice(1),
  )
  const parts = [wholeYear(year), month, dayOfMonth, hourOf(hour, half), minute, second].map(Number)
  const [y = 0, m = 0, d = 0, h = 0, min = 0, s = 0] = parts
  const date = [pad(y, 4), pad(m), pad(d)].join('-')
  if (BEGINNINGS.includes(date)) return { date: null, hasShortYear: false }
  const time = new Date(0)
  time.setUTCFullYear(y, m - 1, d)
  const isDay = time.getUTCMonth() === m - 1 && time.getUTCDate() === d
  // Without a time an offset says nothing that can be meant.
  if (!isDay || h > 23 || min > 59 || s > 59 || (zone && hour === undefined)) {
    return { fieldError: msg`date of the calendar` }
  }
  if (y < FIRST_YEAR || y > LAST_YEAR) return { fieldError: yearError() }
  const clock = [h, min, s].map((one) => pad(one)).join(':')
  const milliseconds = fraction === '' ? '' : `.${fraction.slice(1)}`
  return {
    date: `${date}T${clock}${milliseconds}${offsetOf(zone)}`,
    hasShortYear: year.length === 2,
  }
}

/** The clock that a spreadsheet shows: days since the end of 1899, without a zone. */
function serialDate(serial: number): DateReading {
  return dateReading(serialTime(serial))
}

/** The clock that a workbook shows. */
export function dateReading(time: Date): DateReading {
  if (Number.isNaN(time.getTime())) return { fieldError: msg`date` }
  const text = time.toISOString().slice(0, 23).replace('.000', '')
  if (BEGINNINGS.includes(text.slice(0, 10))) return { date: null, hasShortYear: false }
  const year = Number(text.slice(0, 4))
  if (!(year >= FIRST_YEAR && year <= LAST_YEAR)) return { fieldError: yearError() }
  return { date: text, hasShortYear: false }
}

const yearError = () =>
  msg`date of the years ${verbatim(String(FIRST_YEAR))} to ${verbatim(String(LAST_YEAR))}`

const pad = (number: number, length = 2) => String(number).padStart(length, '0')

/** 1950 to 2049. */
function wholeYear(year: string): string {
  if (year.length !== 2) return year
  return `${Number(year) < 50 ? '20' : '19'}${year}`
}

/** Noon is 12 pm, and midnight 12 am. */
function hourOf(hour = '0', half: string | undefined): string {
  if (!half) return hour
  const isAfternoon = half.toLowerCase().startsWith('p')
  if (Number(hour) < 1 || Number(hour) > 12) return '99'
  return String((Number(hour) % 12) + (isAfternoon ? 12 : 0))
}

function offsetOf(zone: string | undefined): string {
  if (zone === undefined) return ''
  if (!/\d/.test(zone)) return 'Z'
  return zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`
}
