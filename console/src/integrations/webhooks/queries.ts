import type { Webhook, WebhookStatus } from '@pedido/client'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { pedido } from '../../session/client.ts'

/** How a webhook gets on is asked for again, while somebody looks. */
const RENEWED_MS = 10_000

export const WEBHOOKS = ['webhooks']
export const deliveriesKey = (id: number) => ['webhook-deliveries', id]

export function useWebhooks(): UseQueryResult<Webhook[]> {
  return useQuery({
    queryKey: [...WEBHOOKS, 'list'],
    queryFn: ({ signal }) => Array.fromAsync(pedido.webhooks.list({}, { signal })),
  })
}

export function useWebhook(id: number): UseQueryResult<Webhook> {
  return useQuery({
    queryKey: [...WEBHOOKS, id],
    queryFn: ({ signal }) => pedido.webhooks.read(id, { signal }),
    // A change is of the record as the client gave it, and not of a copy.
    structuralSharing: false,
  })
}

export function useWebhookStatus(id: number): UseQueryResult<WebhookStatus> {
  return useQuery({
    queryKey: [...WEBHOOKS, id, 'status'],
    queryFn: ({ signal }) => pedido.webhooks.readStatus(id, { signal }),
    refetchInterval: RENEWED_MS,
  })
}

/** Asks again for all that there is to see of a webhook, after something was done with it. */
export function useRenew(id: number): () => Promise<unknown> {
  const queries = useQueryClient()
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: WEBHOOKS }),
      queries.invalidateQueries({ queryKey: deliveriesKey(id) }),
    ])
}
