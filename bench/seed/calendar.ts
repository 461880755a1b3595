/** A day of the account and how many orders were taken on it. */
export interface Day {
  /** YYYY-MM-DD */
  day: string
  /** Number of its first order, counted from 0. */
  first: number
  orders: number
}

const YEARS = 3
/** Orders of a weekday against Monday's, from Sunday on. */
const WEEKDAYS = [0, 1, 1.05, 1.05, 1, 0.9, 0.25] as const
/** Sales targets are met in the last days of a month. */
const LAST_DAYS = 3
const LAST_DAYS_RISE = 1.5
/** The last day takes so many times the orders of the first. */
const GROWTH = 1.6

/**
 * Spreads orders over the three years before a day: hardly any at weekends, more at the end of a
 * month, and growing. Days without an order are left out.
 * @param until YYYY-MM-DD, the first day without orders
 */
export function calendar(orders: number, until: string): Day[] {
  const end = new Date(`${until}T00:00:00Z`)
  const days: { day: string; weight: number }[] = []
  const day = new Date(end)
  day.setUTCFullYear(end.getUTCFullYear() - YEARS)
  for (; day < end; day.setUTCDate(day.getUTCDate() + 1)) {
    days.push({ day: day.toISOString().slice(0, 10), weight: weightOf(day) })
  }
  const grown = days.map(({ weight }, i) => weight * (1 + ((GROWTH - 1) * i) / days.length))
  const whole = grown.reduce((sum, weight) => sum + weight, 0)
  let sum = 0
  let first = 0
  return days.flatMap(({ day }, i) => {
    sum += grown[i] ?? 0
    const next = i === days.length - 1 ? orders : Math.round((orders * sum) / whole)
    const found = { day, first, orders: next - first }
    first = next
    return found.orders > 0 ? [found] : []
  })
}

function weightOf(day: Date): number {
  const later = new Date(day)
  later.setUTCDate(day.getUTCDate() + LAST_DAYS)
  const isLast = later.getUTCMonth() !== day.getUTCMonth()
  return (WEEKDAYS[day.getUTCDay()] ?? 0) * (isLast ? LAST_DAYS_RISE : 1)
}
