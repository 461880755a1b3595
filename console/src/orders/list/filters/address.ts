import type { ListOrdersQuery } from '@pedido/client'
import { inTurn } from '@pedido/model/turn'
import { idsOf } from '../../../text/ids.ts'
import { type Days, daysOfPeriod, isPeriod, type Period } from '../../../text/periods.ts'
import { type Property, type PropertyRow, propertyRows } from '../../properties.ts'

/** Both ends of a filter, as the service calls them. */
const endsOf = (parameter: string) => ({ from: `${parameter}_from`, to: `${parameter}_to` })

/** Filters by days: their word in the address, and what the service calls their ends. */
export const spans = propertyRows.flatMap((row) =>
  row.kind === 'instant' && row.range
    ? [{ name: row.name.replace(/_date$/, ''), row, ...endsOf(row.range.parameter) }]
    : [],
)
export type Span = (typeof spans)[number]
/** By the day of the order itself. */
export const dateSpan = spans.find(({ row }) => row.name === 'date') as Span

/** Filters by amounts. */
export const amounts = propertyRows.flatMap((row) =>
  (row.kind === 'total' || row.kind === 'money') && row.range
    ? [{ row, ...endsOf(row.range.parameter) }]
    : [],
)

/** What an amount is called in filters. */
export const amountLabel = ({ kind, name }: PropertyRow, t: Record<Property | 'value', string>) =>
  kind === 'total' ? t.value : t[name]

/** A filter by records. */
export interface RecordFilter {
  /** As the service calls it. */
  parameter: string
  /** What the records are called in the texts. */
  name: Property | 'product'
  table: string
}

const PRODUCT: RecordFilter = { parameter: 'id_item', name: 'product', table: 'products' }

/** All but that by the status, which is beside them. */
export const references = inTurn(
  [
    PRODUCT,
    ...propertyRows.flatMap((row): RecordFilter[] =>
      row.kind === 'reference' && row.filter && row.name !== 'status'
        ? [{ parameter: row.parameter ?? row.column, name: row.name, table: row.table }]
        : [],
    ),
  ],
  ['customer', 'user', 'reason', 'branch_company', 'product', 'category'],
)

const plain: readonly string[] = [
  'q',
  'status',
  'counts',
  ...amounts.flatMap(({ from, to }) => [from, to]),
  ...references.map(({ parameter }) => parameter),
]
const filterNames: readonly string[] = [
  ...plain,
  ...spans.flatMap(({ name, from, to }) => [name, from, to]),
]

/** Whether a parameter of the address chooses orders; others say how they are shown. */
export const isFilter = (name: string) => filterNames.includes(name) || name.startsWith('custom.')

/** The word that the address has for days. */
export function periodOf(params: URLSearchParams, { name }: Span): Period | undefined {
  const word = params.get(name)
  return isPeriod(word) ? word : undefined
}

/** The days that the address names. */
export function daysOf(params: URLSearchParams, span: Span, today: string): Days {
  const period = periodOf(params, span)
  if (period) return daysOfPeriod(period, today)
  return { from: params.get(span.from) ?? '', to: params.get(span.to) ?? '' }
}

/** Writes days into the address: as their word where one was chosen. */
export function setDays(
  params: URLSearchParams,
  span: Span,
  days: Days,
  period: Period | undefined,
): void {
  for (const name of [span.name, span.from, span.to]) params.delete(name)
  if (period) params.set(span.name, period)
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
