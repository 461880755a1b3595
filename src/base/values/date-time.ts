import { DateTime, IANAZone } from 'luxon'

const RFC3339 =
  /^\d{4}-\d{2}-\d{2}[Tt ]([01]\d|2[0-3]):\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)?$/
const DATE = /^(?!0000)\d{4}-\d{2}-\d{2}$/

/** The offsets between which every time zone lies: a local time must be sayable in all of them. */
const OUTERMOST = ['UTC-12', 'UTC+14']

/** With an offset the zone does not matter, and is not computed (30 µs of a create of 2 dates). */
const OFFSET = /([Zz]|[+-]\d{2}:\d{2})$/

/** The first and last instants that RFC 3339 can say in UTC. */
const FIRST = '0001-01-01T00:00:00.000Z'
const LAST = '9999-12-31T23:59:59.999Z'

/** True for an RFC 3339 date-time of the calendar, with any offset or none, that UTC can say too. */
export function isDateTime(value: string): boolean {
  if (!RFC3339.test(value)) return false
  const zones = OFFSET.test(value) ? ['utc'] : OUTERMOST
  return zones.every((zone) => isSayable(parse(value, zone)))
}

/** True for a date-time or a bare date. */
export function isDateTimeOrDate(value: string): boolean {
  return DATE.test(value) ? parse(value, 'utc').isValid : isDateTime(value)
}

/**
 * The instant of a date-time that `isDateTime` accepts, as UTC with milliseconds; finer digits are
 * dropped. Without an offset it is a local time of `zone` (an IANA name).
 */
export function toInstant(value: string, zone: string): string {
  return iso(parse(value, OFFSET.test(value) ? 'utc' : zone))
}

/** The first or last instant that a filter value means: a bare date is a whole day of `zone`. */
export function filterInstant(value: string, end: 'from' | 'to', zone: string): string {
  if (!DATE.test(value)) return toInstant(value, zone)
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

function isSayable(moment: DateTime): boolean {
  const { year } = moment.toUTC()
  return moment.isValid && year >= 1 && year <= 9999
}

/** A day's end at the edge of time lies beyond what UTC can say: it means the edge. */
function iso(moment: DateTime): string {
  if (isSayable(moment)) return moment.toJSDate().toISOString()
  return moment.toUTC().year < 1 ? FIRST : LAST
}
