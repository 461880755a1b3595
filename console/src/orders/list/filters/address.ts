import type { ListOrdersQuery } from '@pedido/client'
import { idsOf } from '../../../text/ids.ts'
import { rangesOf } from '../../../ui/fields/date-range.tsx'

/** Days by a word, so that a saved list of today is one of today tomorrow, too. */
export const words = ['today', 'yesterday', 'this_week', 'this_month', 'last_month'] as const
export type Word = (typeof words)[number]

/** Filters by days: their word in the address, and what the service calls their ends. */
export const spans = [
  { name: 'date', from: 'order_date_from', to: 'order_date_to' },
  { name: 'delivery', from: 'delivery_date_from', to: 'delivery_date_to' },
] as const
export type Span = (typeof spans)[number]

/** Filters by records: the parameter of the service, of which the address has the same. */
export const references = [
  'id_customer',
  'id_user',
  'id_reason',
  'id_branch_company',
  'id_item',
  'id_category',
  'id_payment_type',
  'id_payment_method',
  'id_shipping_company',
] as const
export type ReferenceName = (typeof references)[number]

const plain: readonly string[] = ['q', 'status', 'counts', 'total_from', 'total_to', ...references]
const filterNames: readonly string[] = [
  ...plain,
  ...spans.flatMap(({ name, from, to }) => [name, from, to]),
]

/** Whether a parameter of the address chooses orders; others say how they are shown. */
export const isFilter = (name: string) => filterNames.includes(name) || name.startsWith('custom.')

/** The days that the address names. */
export function daysOf(params: URLSearchParams, span: Span, today: string) {
  const word = params.get(span.name)
  const { thisWeek, thisMonth, lastMonth, ...others } = rangesOf(today)
  const ranges: Record<string, { from: string; to: string } | undefined> = {
    ...others,
    this_week: thisWeek,
    this_month: thisMonth,
    last_month: lastMonth,
  }
  return ranges[word ?? ''] ?? { from: params.get(span.from) ?? '', to: params.get(span.to) ?? '' }
}

/** The word for these days, where there is one. */
export function wordFor(days: { from: string; to: string }, today: string): Word | undefined {
  return words.find((word) => {
    const named = daysOf(new URLSearchParams({ date: word }), spans[0], today)
    return named.from === days.from && named.to === days.to
  })
}

/** Writes days into the address: as a word where there is one for them. */
export function setDays(
  params: URLSearchParams,
  span: Span,
  days: { from: string; to: string },
  today: string,
): void {
  for (const name of [span.name, span.from, span.to]) params.delete(name)
  const word = wordFor(days, today)
  if (word) params.set(span.name, word)
  else {
    if (days.from) params.set(span.from, days.from)
    if (days.to) params.set(span.to, days.to)
  }
}

export type Filters = Record<string, string>

/**
 * What the address asks the service for: `/console/orders?date=today&status=3` and so on. The names
 * are those of `GET /orders`, and `date` and `delivery` may be words.
 * @param today in the account's time zone
 */
export function filtersOf(params: URLSearchParams, today: string): Filters {
  const asked = new Map<string, string>()
  for (const [name, value] of params) {
    if (value !== '' && (plain.includes(name) || name.startsWith('custom.'))) asked.set(name, value)
  }
  for (const span of spans) {
    const { from, to } = daysOf(params, span, today)
    if (from) asked.set(span.from, from)
    if (to) asked.set(span.to, to)
  }
  return Object.fromEntries([...asked].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** For the client, which sends what stands in the address as it stands there. */
export const asQuery = (filters: Filters) => filters as unknown as ListOrdersQuery

/** The ids of a list in the address. */
export const idsIn = (params: URLSearchParams, name: string) => idsOf(params.get(name))

export function setIds(params: URLSearchParams, name: string, ids: readonly number[]): void {
  if (ids.length > 0) params.set(name, ids.join(','))
  else params.delete(name)
}

/** The address of the same list without filters. */
export function withoutFilters(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...params].filter(([name]) => !isFilter(name)))
}
