import { states } from '@pedido/model/invoices/states'
import type { Filter } from '../../common/filters.tsx'
import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { coverageText } from './coverage-text.ts'

/** Days that are looked at unless others are chosen, as by the service. */
const USUAL_DAYS = 90
const DAY_MS = 86_400_000

type Given = Readonly<Record<string, string | string[] | undefined>>

/** The period, and the day whose rules count; and what the service is asked by them. */
export function useCoverageFilters() {
  const t = useTexts(coverageText)
  const { day, date } = useFormats()
  const now = new Date()
  const today = day(now)
  const nextYear = `${Number(today.slice(0, 4)) + 1}-01-01`
  const filters: Filter[] = [
    { name: 'sold', kind: 'date', label: t.sold },
    {
      name: 'destination_state',
      kind: 'choice',
      label: t.state,
      choices: Object.keys(states).map((value) => ({ value, label: value })),
    },
    {
      name: 'date',
      kind: 'choice',
      label: t.rulesOf,
      choices: [{ value: nextYear, label: date(nextYear) }],
    },
  ]
  const asked = (given: Given) => {
    const { date: on, destination_state: state } = given
    return {
      from: String(given['sold_from'] ?? day(new Date(now.getTime() - USUAL_DAYS * DAY_MS))),
      to: String(given['sold_to'] ?? today),
      ...(on === undefined ? {} : { date: String(on) }),
      ...(state === undefined ? {} : { destination_state: String(state) as keyof typeof states }),
    }
  }
  return { filters, asked }
}

/** Of the list of rules that end within so many days from now. */
export function useEndingHref(days: number): string {
  const { day } = useFormats()
  const now = new Date()
  const range = {
    active: 'true',
    valid_to_from: day(now),
    valid_to_to: day(new Date(now.getTime() + days * DAY_MS)),
  }
  return `/records/tax-rules?${new URLSearchParams(range)}`
}
