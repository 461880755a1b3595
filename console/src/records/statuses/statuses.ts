import type { OrderStatus } from '@pedido/client'
import { useQuery } from '@tanstack/react-query'
import { pedido } from '../../session/client.ts'

/** What the page knows of statuses; the lists of orders read the same. */
export const STATUSES = ['order-statuses']

/** All statuses with their moves. */
export function useAllStatuses() {
  return useQuery({
    queryKey: [...STATUSES, 'picture'],
    queryFn: async ({ signal }) => {
      const all: OrderStatus[] = []
      for await (const one of pedido.orderStatuses.list({}, { signal })) all.push(one)
      return all
    },
  })
}

/** Adds a move, or takes it away where there is one: by what the service has now. */
export async function toggleMove(from: number, to: number): Promise<boolean> {
  const status = await pedido.orderStatuses.read(from)
  const isThere = status.next.includes(to)
  const next = isThere ? status.next.filter((id) => id !== to) : [...status.next, to]
  await pedido.orderStatuses.update(from, { next }, { ifMatch: status })
  return !isThere
}
