import { addDays, monthsFrom } from '../text/dates.ts'
import type { Days } from '../text/periods.ts'

/** Nothing has been sold tomorrow. */
export const soFar = ({ from, to }: Days, today: string): Days => ({
  from,
  to: to < today ? to : today,
})

/** The same day so many months before: the last one of a month that is shorter. */
function monthsBefore(day: string, months: number): string {
  const { from, to } = monthsFrom(day, -months)
  const same = addDays(from, Number(day.slice(8)) - 1)
  if (same > to) return to
  return same
}

/** The same days so many months before; whole months are whole months there. */
export function spanBefore({ from, to }: Days, months: number): Days {
  const isMonthsEnd = to === monthsFrom(to, 0).to
  return {
    from: monthsBefore(from, months),
    to: isMonthsEnd ? monthsFrom(to, -months).to : monthsBefore(to, months),
  }
}

/** No longer than a month: beside the one before it there is another. */
export const isShort = ({ from, to }: Days) => to < addDays(from, 31)

/** The months that the days are in, by their first days. */
export function monthsIn({ from, to }: Days): string[] {
  const months: string[] = []
  for (let month = monthsFrom(from, 0).from; month <= to; month = monthsFrom(month, 1).from) {
    months.push(month)
  }
  return months
}

/** The days of a month that are among these. */
export function monthWithin(month: string, { from, to }: Days): Days {
  const whole = monthsFrom(month, 0)
  return { from: whole.from > from ? whole.from : from, to: whole.to < to ? whole.to : to }
}
