import type { OrderStatus } from '@pedido/client'
import { useQuery } from '@tanstack/react-query'
import { type Named, useStatusName } from '../common/status.ts'
import { pedido } from '../session/client.ts'

/** The account's statuses, in the order that orders go through them. */
export function useStatuses(): {
  statuses: readonly OrderStatus[]
  nameOf: (one: Named) => string
} {
  const { nameOf } = useStatusName()
  const { data } = useQuery({
    queryKey: ['order-statuses', 'all'],
    queryFn: ({ signal }) => Array.fromAsync(pedido.orderStatuses.list({}, { signal })),
    staleTime: 60_000,
  })
  return { statuses: data ?? none, nameOf }
}

const none: readonly OrderStatus[] = []
