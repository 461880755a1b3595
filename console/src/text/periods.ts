import { addDays, monthsFrom } from './dates.ts'

/** Days as `2026-11-22`, both included; '' leaves the end open. */
export interface Days {
  from: string
  to: string
}

/** Days by a word, so that a saved list of today is one of today tomorrow, too. */
export const periodLabels = {
  today: ['Hoje', 'Today'],
  yesterday: ['Ontem', 'Yesterday'],
  this_week: ['Esta semana', 'This week'],
  this_month: ['Este mês', 'This month'],
  last_month: ['Mês passado', 'Last month'],
  this_quarter: ['Este trimestre', 'This quarter'],
  last_quarter: ['Trimestre passado', 'Last quarter'],
  this_year: ['Este ano', 'This year'],
  last_year: ['Ano passado', 'Last year'],
  last_7_days: ['Últimos 7 dias', 'Last 7 days'],
  last_30_days: ['Últimos 30 dias', 'Last 30 days'],
  last_60_days: ['Últimos 60 dias', 'Last 60 days'],
  same_month_last_year: ['Mesmo mês do ano passado', 'Same month last year'],
} as const
export type Period = keyof typeof periodLabels
export const periods = Object.keys(periodLabels) as Period[]

export const isPeriod = (word: unknown): word is Period => periods.includes(word as Period)

/**
 * The days that a word means. A week begins on Monday; today is the last of the last seven days.
 * @param today `2026-11-22`, in the account's time zone
 */
export function daysOfPeriod(period: Period, today: string): Days {
  const month = Number(today.slice(5, 7)) - 1
  const lastDays = (count: number) => ({ from: addDays(today, 1 - count), to: today })
  switch (period) {
    case 'today':
      return lastDays(1)
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case 'this_week': {
      const monday = addDays(today, -((new Date(today).getUTCDay() + 6) % 7))
      return { from: monday, to: addDays(monday, 6) }
    }
    case 'this_month':
      return monthsFrom(today, 0)
    case 'last_month':
      return monthsFrom(today, -1)
    case 'this_quarter':
      return monthsFrom(today, -(month % 3), 3)
    case 'last_quarter':
      return monthsFrom(today, -(month % 3) - 3, 3)
    case 'this_year':
      return monthsFrom(today, -month, 12)
    case 'last_year':
      return monthsFrom(today, -month - 12, 12)
    case 'same_month_last_year':
      return monthsFrom(today, -12)
    default:
      return lastDays(Number(/\d+/.exec(period)))
  }
}
