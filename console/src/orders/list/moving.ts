import { etagOf, type Order, type OrderStatus, ProblemError, type Reference } from '@pedido/client'
import { pedido, queries } from '../../session/client.ts'
import { type HeldChange, hold } from '../../session/held.tsx'
import { toast } from '../../ui/toasts.tsx'
import { replaceRows } from './rows.ts'

type Status = Pick<OrderStatus, 'id' | 'next' | 'counts'>

/** A move as the service takes it. */
export function moveTo(to: Pick<OrderStatus, 'id'>, reason: Pick<Reference, 'id'> | null) {
  return { id_order_status: to.id, ...(reason && { id_reason: reason.id }) }
}

/** Whether an order comes from one status to another, by whatever ways. */
function leads(from: Status, to: Status, statuses: readonly Status[]): boolean {
  const seen = new Set<number>()
  const left = [...from.next]
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (id === to.id) return true
    if (seen.has(id)) continue
    seen.add(id)
    left.push(...(statuses.find((one) => one.id === id)?.next ?? []))
  }
  return false
}

/**
 * Whether a move is one for good: to where an order ends, or out of what counts as a sale, with no
 * way back. Ordinary lives have no ways back either; their steps go on.
 */
export function isForGood(from: Status | undefined, to: Status, statuses: readonly Status[]) {
  if (from && leads(to, from, statuses)) return false
  return to.next.length === 0 || !to.counts
}

export const heldKey = (id: number) => `order ${id}`

/** Moves an order for good, in a while: until then it can be undone. */
export function moveLater(
  order: Order,
  body: ReturnType<typeof moveTo>,
  texts: { will: string; done: string; failed: (why: string) => string },
): void {
  const ifMatch = etagOf(order) ?? ''
  // However it is sent, and sent again, it is done once.
  const idempotencyKey = crypto.randomUUID?.() ?? `move-${order.id}-${Date.now()}-${Math.random()}`
  const change: HeldChange = {
    key: heldKey(order.id),
    text: texts.will,
    send: async () => {
      try {
        const moved = await pedido.orders.update(order.id, body, { ifMatch, idempotencyKey })
        queries.setQueryData(['order', order.id], moved)
        replaceRows(new Map([[order.id, moved]]))
        toast({ text: texts.done, tone: 'good' })
      } catch (error) {
        const why = error instanceof ProblemError ? error.detail : String(error)
        toast({ text: texts.failed(why), tone: 'bad', stays: true })
        void queries.invalidateQueries({ queryKey: ['order', order.id] })
      }
      void queries.invalidateQueries({ queryKey: ['order-history', order.id] })
      void queries.invalidateQueries({ queryKey: ['orders'] })
    },
    leave: () =>
      void fetch(`/orders/${order.id}`, {
        method: 'PATCH',
        keepalive: true,
        credentials: 'same-origin',
        headers: {
          'Content-Type': 'application/json',
          'Idempotency-Key': idempotencyKey,
          'If-Match': ifMatch,
        },
        body: JSON.stringify(body),
      }),
  }
  hold(change)
}
