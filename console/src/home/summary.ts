import type { OrderSummary, SummarizeOrdersQuery } from '@pedido/client'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { leftOutOf } from '../common/left-out.tsx'
import { pedido } from '../session/client.ts'
import type { Span } from './days/days.ts'

/** What figures may lag behind while somebody looks at them: they are renewed by themselves. */
const RENEWED_MS = 60_000

type More = Omit<SummarizeOrdersQuery, 'order_date_from' | 'order_date_to'>

/** What was sold in these days: orders that count. */
export const useSold = (span: Span, more: More = {}) => useSummary(span, { ...more, counts: true })

/** What that leaves out. */
export const useLeftOut = (span: Span) => useSummary(span, leftOutOf({}))

/** What the orders of these days come to. The service adds up, never this page. */
export function useSummary(
  span: Span | undefined,
  more: More = {},
  enabled = true,
): UseQueryResult<OrderSummary> {
  const query = { ...more, ...(span && { order_date_from: span.from, order_date_to: span.to }) }
  return useQuery({
    queryKey: ['orders', 'summary', query],
    queryFn: ({ signal }) => pedido.orders.summarize(query, { signal }),
    staleTime: RENEWED_MS,
    refetchInterval: RENEWED_MS,
    enabled,
  })
}
