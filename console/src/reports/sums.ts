import type { OrderSummary, OrderSummaryGroup, SummarizeOrdersQuery } from '@pedido/client'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { pedido } from '../session/client.ts'
import type { Days } from '../text/periods.ts'

/** What a report is by. */
export const kinds = ['user', 'customer', 'product', 'place', 'category', 'category_month'] as const
export type Kind = (typeof kinds)[number]

type GroupBy = NonNullable<SummarizeOrdersQuery['group_by']>
const groupings: Record<Kind, GroupBy> = {
  user: ['user'],
  customer: ['customer'],
  product: ['product'],
  place: ['city', 'state'],
  category: ['category'],
  category_month: ['category', 'month'],
}
/** The filter of the records that a report is by. */
const filters = {
  user: 'id_user',
  customer: 'id_customer',
  product: 'id_item',
  category: 'id_category',
} as const

/** Rows that are shown: as many as one filter takes ids, for what these were before. */
const SHOWN = 100
/** Groups that one answer has at most, where all are needed. */
const ALL = 1_000

/** One row: what it is of, by a key that is the same in other days. */
export function keyOf(kind: Kind, group: OrderSummaryGroup): string {
  if (kind === 'place') return JSON.stringify([group.city ?? null, group.state ?? null])
  return String(recordOf(kind, group)?.id ?? null)
}

export function recordOf(kind: Kind, group: OrderSummaryGroup) {
  if (kind === 'place') return null
  return group[kind === 'category_month' ? 'category' : kind] ?? null
}

/** What finds the orders of a row; undefined where no filter does. */
export function filterOf(kind: Kind, group: OrderSummaryGroup): Record<string, string> | undefined {
  if (kind === 'place') {
    const { city, state } = group
    return city && state ? { city, state } : undefined
  }
  const id = recordOf(kind, group)?.id
  const filter = filters[kind === 'category_month' ? 'category' : kind]
  return id === undefined ? undefined : { [filter]: String(id) }
}

/** The list of the orders that count, of these days and whatever else. */
export function listHref({ from, to }: Days, more: Record<string, string> = {}): string {
  const days = { order_date_from: from, order_date_to: to }
  return `/orders?${new URLSearchParams({ ...more, counts: 'true', ...days })}`
}

type Found = UseQueryResult<OrderSummary>

/** What was sold in these days: the service adds up, never this page. */
export function useSums({ from, to }: Days, query: SummarizeOrdersQuery, enabled = true): Found {
  const whole = { ...query, counts: true, order_date_from: from, order_date_to: to }
  return useQuery({
    queryKey: ['orders', 'summary', whole],
    queryFn: ({ signal }) => pedido.orders.summarize(whole, { signal }),
    staleTime: 60_000,
    enabled,
  })
}

/** The rows of a report, the largest first. */
export function useRows(kind: Kind, days: Days): Found {
  const isWhole = kind === 'category_month'
  return useSums(days, {
    group_by: groupings[kind],
    sort: '-sum',
    limit: isWhole ? ALL : SHOWN,
  })
}

/** What the rows of a report came to in other days, by their keys; undefined until it is known. */
export function useBefore(
  kind: Kind,
  days: Days | undefined,
  rows: OrderSummary | undefined,
): ReadonlyMap<string, number> | undefined {
  const ids = (rows?.groups ?? []).flatMap((group) => recordOf(kind, group)?.id ?? [])
  const isByRecord = kind !== 'place' && kind !== 'category_month'
  // Of a few records, also where there are thousands; those without one are asked for by all.
  const isNarrowed = isByRecord && rows !== undefined && rows.omitted.groups > 0
  const { data } = useSums(
    days ?? { from: '', to: '' },
    {
      group_by: groupings[kind],
      limit: ALL,
      ...(isNarrowed ? { [filters[kind as keyof typeof filters]]: ids } : {}),
    },
    days !== undefined && rows !== undefined && kind !== 'category_month',
  )
  return data && new Map(data.groups.map((group) => [keyOf(kind, group), group.sum]))
}
