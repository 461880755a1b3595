import type { Language } from './languages.ts'
import { plain } from './plain.ts'

// Days are texts such as `2026-11-22`: those of the account’s time zone.

/** What was typed into a field of dates, as the service calls it; '' of nothing; or why it is none. */
export type DateReading = { value: string } | { dateError: 'date' | 'day' | 'year' }

interface DateContext {
  today: string
  /** Which of two days is meant where no year is typed; the nearer one where it is left out. */
  toward?: 'next' | 'last' | undefined
  /** In a field of day and time: the time of a day that is typed without one, as `14:05`. */
  time?: string | undefined
}

/** So many days later, or earlier. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

const DAY_MS = 86_400_000

/** The first and last day of so many months, from so many months after the one of a day. */
export function monthsFrom(day: string, after: number, count = 1) {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const at = (months: number, days: number) =>
    new Date(Date.UTC(year, month - 1 + months, days)).toISOString().slice(0, 10)
  return { from: at(after, 1), to: at(after + count, 0) }
}

/** `qua, 25/11/2026` of `2026-11-25`, with its time where it has one; the text itself where it is no day. */
export function shownDate(value: string, language: Language): string {
  const [day = '', time] = value.split('T')
  const [year, month, date] = day.split('-')
  if (!isDay(day)) return value
  const weekday = new Date(day).toLocaleDateString(language, { weekday: 'short', timeZone: 'UTC' })
  return `${weekday.replace('.', '')}, ${date}/${month}/${year}${time ? ` ${time}` : ''}`
}

/**
 * A day as people type it, in either language: `25/11`, `25/11/26`, `251126`, `2026-11-25`, `hoje`,
 * `+3`, `seg`; and as `shownDate` shows it. The day stands before the month, as the console shows
 * all dates in both languages. `hoje 14h30` is a day and a time where the field has times.
 */
export function readDate(typed: string, context: DateContext): DateReading {
  const words = plain(typed)
    .replace('−', '-')
    .trim()
    .replace(/^\p{L}{3}\.?, */u, '')
  if (words === '') return { value: '' }
  const { time: usual } = context
  const timed = usual === undefined ? null : /^(.+?)(?: +|t)(\d\d?)[:h](\d\d)?$/.exec(words)
  const [, left = words, hour = '', minute = '00'] = timed ?? []
  if (timed && !(Number(hour) < 24 && Number(minute) < 60)) return { dateError: 'date' }
  const day = dayOf(left, context)
  if (day === undefined) return { dateError: 'date' }
  if (!isDay(day)) return { dateError: 'day' }
  if (!/^(?:19|20|21)/.test(day)) return { dateError: 'year' }
  if (usual === undefined) return { value: day }
  return { value: `${day}T${timed ? `${hour.padStart(2, '0')}:${minute}` : usual}` }
}

const isDay = (day: string) =>
  /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) && addDays(day, 0) === day

const RELATIVE: Record<string, number> = {
  anteontem: -2,
  ontem: -1,
  yesterday: -1,
  hoje: 0,
  today: 0,
  amanha: 1,
  tomorrow: 1,
  'depois de amanha': 2,
}
const WEEKDAYS = [
  ['domingo', 'sunday'],
  ['segunda', 'monday'],
  ['terca', 'tuesday'],
  ['quarta', 'wednesday'],
  ['quinta', 'thursday'],
  ['sexta', 'friday'],
  ['sabado', 'saturday'],
]

/** The day that words mean, also one that there is not, such as `2026-02-31`; undefined of other words. */
function dayOf(words: string, context: DateContext): string | undefined {
  const { today } = context
  const days =
    RELATIVE[words] ?? (/^[+-] ?\d{1,4}$/.test(words) ? Number(words.replace(' ', '')) : undefined)
  if (days !== undefined) return addDays(today, days)
  const name = words.replace(/\.$|[- ]feira$/, '')
  const weekday = WEEKDAYS.findIndex((names) =>
    names.some((one) => name.length > 2 && one.startsWith(name)),
  )
  if (weekday >= 0) {
    const ahead = (weekday - new Date(today).getUTCDay() + 7) % 7
    return addDays(today, context.toward === 'last' ? ahead - 7 : ahead || 7)
  }
  const [, isoYear, isoMonth = '', isoDate = ''] = /^(\d{4})-(\d\d?)-(\d\d?)$/.exec(words) ?? []
  if (isoYear) return `${isoYear}-${isoMonth.padStart(2, '0')}-${isoDate.padStart(2, '0')}`
  const apart = /^(\d\d?)([/.-])(\d\d?)(?:\2(\d\d(?:\d\d)?))?$/.exec(words)
  const [, date, , month = '', year] = apart ?? /^(\d\d)()(\d\d)(\d\d(?:\d\d)?)?$/.exec(words) ?? []
  if (!date) return undefined
  const rest = `-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return year ? `${fullYear(year, today)}${rest}` : nearest(rest, context)
}

/** Of two figures the year that is at most twenty years from now, or else gone. */
function fullYear(year: string, today: string): number {
  if (year.length === 4) return Number(year)
  const latest = Number(today.slice(0, 4)) + 20
  return latest - ((latest - Number(year)) % 100)
}

/** The day of a year near by that is meant; one that there is not where each year lacks it. */
function nearest(rest: string, { today, toward }: DateContext): string {
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(today))
  const days = [-1, 0, 1].map((more) => `${Number(today.slice(0, 4)) + more}${rest}`).filter(isDay)
  const meant = days.filter((day) =>
    toward === 'next' ? day >= today : toward !== 'last' || day <= today,
  )
  const [first] = meant.sort((a, b) => distance(a) - distance(b))
  return first ?? `${today.slice(0, 4)}${rest}`
}
