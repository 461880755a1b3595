import { createContext, useContext, useMemo } from 'react'
import { type Language, useLanguage } from './language.ts'

/** The account's time zone, in which people read and filter; the browser's before signing in. */
export const TimeZoneContext = createContext(Intl.DateTimeFormat().resolvedOptions().timeZone)

/** An amount as the service sends it: its shortest decimal is exact, as number and as text. */
export type Amount = number | string
type Time = string | Date

export interface Formats {
  language: Language
  /** `R$ 1.234,50`. The service knows no currency: amounts are shown as reais. */
  money(amount: Amount): string
  /** `R$ 0,0475`: a unit price, with all the decimals that it has and never fewer than two. */
  price(amount: Amount): string
  /** `1.234,5`, with all the decimals that there are. */
  decimal(amount: Amount): string
  /** `12,5%` of 12.5. */
  percent(amount: Amount): string
  /** `22/11/2026` */
  date(time: Time): string
  /** `22/11/2026 14:05` */
  dateTime(time: Time): string
  /** `14:05` */
  time(time: Time): string
  /** `há 5 minutos`; the date where it is more than six days ago. */
  ago(time: Time): string
  /** `2026-11-22` of a time in the account's zone, as filters and inputs of dates take it. */
  day(time: Time): string
}

const made = new Map<string, Formats>()

/** What shows amounts and times in the member's language and the account's time zone. */
export function useFormats(): Formats {
  const language = useLanguage()
  const zone = useContext(TimeZoneContext)
  return useMemo(() => formatsOf(language, zone), [language, zone])
}

/** Kept: to make an `Intl` object costs more than a hundred uses of it. */
function formatsOf(language: Language, timeZone: string): Formats {
  const key = `${language} ${timeZone}`
  const known = made.get(key) ?? makeFormats(language, timeZone)
  made.set(key, known)
  return known
}

/** The service's most of a unit price. */
const PRICE_DECIMALS = 10

const exact = (amount: Amount) => String(amount) as `${number}`

function makeFormats(language: Language, timeZone: string): Formats {
  const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'BRL' })
  const price = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'BRL',
    maximumFractionDigits: PRICE_DECIMALS,
  })
  const decimal = new Intl.NumberFormat(language, { maximumFractionDigits: 15 })
  const dates = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { timeZone, ...options })
  const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
  const clock = { hour: '2-digit', minute: '2-digit' } as const
  const date = dates(day)
  const time = dates(clock)
  const iso = new Intl.DateTimeFormat('sv-SE', { timeZone, ...day })
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const at = (given: Time) => (typeof given === 'string' ? instantOf(given) : given)
  const ago = (given: Time) => {
    const seconds = (at(given).getTime() - Date.now()) / 1000
    const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? UNITS[3]
    if (Math.abs(seconds) > 6 * DAY_S) return date.format(at(given))
    return relative.format(Math.round(seconds / unit[1]), unit[0])
  }
  // What stands in an address may be anything, and shows as it stands there.
  const amountBy = (format: Intl.NumberFormat) => (amount: Amount) =>
    Number.isNaN(Number(amount)) ? String(amount) : format.format(exact(amount))
  const dateOf = (given: Time) =>
    Number.isNaN(at(given).getTime()) ? String(given) : date.format(at(given))
  return {
    language,
    money: amountBy(money),
    price: (amount) => price.format(exact(amount)),
    decimal: amountBy(decimal),
    percent: (amount) => `${decimal.format(exact(amount))}%`,
    date: dateOf,
    dateTime: (given) => `${date.format(at(given))} ${time.format(at(given))}`,
    time: (given) => time.format(at(given)),
    ago,
    day: (given) => iso.format(at(given)),
  }
}

const DAY_S = 86_400
const UNITS = [
  ['day', DAY_S],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** A bare date is that day in every zone; a time that names no zone is UTC. */
export function instantOf(text: string): Date {
  if (!text.includes('T')) return new Date(`${text}T12:00:00Z`)
  return new Date(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)
}
