import { addDays, monthsFrom } from '../../text/dates.ts'

/** Days are texts such as `2026-11-22`: those of the account’s time zone. */
type Day = string

/** Both ends included. */
export interface Span {
  from: Day
  to: Day
}

/** The month so far, the same days of the one before, and all of that. */
export function monthsOf(today: Day) {
  const before = monthsFrom(today, -1)
  // A month before may be shorter: there are no days 29 to 31 of a February.
  const sameDay = Math.min(Number(today.slice(8)), Number(before.to.slice(8)))
  return {
    soFar: { from: monthsFrom(today, 0).from, to: today },
    sameDays: { from: before.from, to: addDays(before.from, sameDay - 1) },
    before,
    sameDay,
  }
}

/** Every day from one to the other. */
export function daysOf({ from, to }: Span): Day[] {
  const days: Day[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** Of the list of what was sold in these days: what `useSold` adds up. */
export const soldHref = (span: Span, more: Record<string, string | number> = {}) =>
  ordersHref(span, { ...more, counts: 'true' })

/** Of the list of what that leaves out. */
export const leftOutHref = (span: Span) => ordersHref(span, { counts: 'false' })

/** Of the list of orders: of these days, and whatever else it is to be of. */
export function ordersHref(span: Span | undefined, more: Record<string, string | number> = {}) {
  const days = span && { order_date_from: span.from, order_date_to: span.to }
  const given = Object.entries({ ...more, ...days }).map(([name, one]) => [name, String(one)])
  return `/orders?${new URLSearchParams(given)}`
}
