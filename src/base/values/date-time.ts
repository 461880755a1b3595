import { DateTime, IANAZone } from 'luxon'

/** Years that mean something: others are typing errors, or how systems write that there is no date. */
const YEAR = '(?:19|20|21)\\d{2}'
const RFC3339 = new RegExp(
  `^${YEAR}-\\d{2}-\\d{2}[Tt ]([01]\\d|2[0-3]):\\d{2}:\\d{2}(\\.\\d{1,9})?([Zz]|[+-]([01]\\d|2[0-3]):[0-5]\\d)?$`,
)
const DATE = new RegExp(`^${YEAR}-\\d{2}-\\d{2}$`)

/** With an offset the zone does not matter, and is not computed (30 µs of a create of 2 dates). */
const OFFSET = /([Zz]|[+-]\d{2}:\d{2})$/

/**
 * True for a bare date, or an RFC 3339 date-time with any offset or none, of the calendar and the
 * years 1900 to 2199.
 */
export function isDateTime(value: string): boolean {
  return (DATE.test(value) || RFC3339.test(value)) && parse(value, 'utc').isValid
}

/** True for a date of the calendar and the same years. */
export function isDate(value: string): boolean {
  return DATE.test(value) && parse(value, 'utc').isValid
}

/** The day that it is in a zone, as `YYYY-MM-DD`. */
export function today(zone: string): string {
  return DateTime.now().setZone(zone).toFormat('yyyy-MM-dd')
}

/** The day on which an instant is in a zone, as `YYYY-MM-DD`. */
export function dayOfInstant(instant: string, zone: string): string {
  return DateTime.fromISO(instant, { zone }).toFormat('yyyy-MM-dd')
}

/** So many days before a day, both as `YYYY-MM-DD`. */
export function daysBefore(day: string, days: number): string {
  return parse(day, 'utc').minus({ days }).toFormat('yyyy-MM-dd')
}

/**
 * The instant of a date-time that `isDateTime` accepts, as UTC with milliseconds; finer digits are
 * dropped. Without an offset it is a local time of `zone` (an IANA name), and a bare date the first
 * instant of its day there.
 */
export function toInstant(value: string, zone: string): string {
  return filterInstant(value, 'from', zone)
}

/** The first or last instant that a filter value means: a bare date is a whole day of `zone`. */
export function filterInstant(value: string, end: 'from' | 'to', zone: string): string {
  if (!DATE.test(value)) return iso(parse(value, OFFSET.test(value) ? 'utc' : zone))
  const day = parse(value, zone)
  return iso(end === 'from' ? day.startOf('day') : day.endOf('day'))
}

/** True for an IANA time zone that this runtime knows. */
export function isTimeZone(zone: string): boolean {
  return IANAZone.isValidZone(zone)
}

function parse(value: string, zone: string): DateTime {
  return DateTime.fromISO(value.toUpperCase().replace(' ', 'T'), { zone })
}

function iso(moment: DateTime): string {
  return moment.toJSDate().toISOString()
}
