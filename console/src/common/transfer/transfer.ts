import type { TransferCustomersQuery, TransferInput } from '@pedido/client'
import { pedido } from '../../session/client.ts'
import { useMay, useSession } from '../../session/session.tsx'

/** Customers that are to have another seller: these, or those that the list's filters find. */
export interface Chosen {
  customers?: readonly number[]
  query?: TransferCustomersQuery
}

/** So many the service takes by their ids in one request. */
const MOST = 1_000

/** Whether the member may hand customers over: nobody does who sees those of some sellers only. */
export function useMayTransfer(): boolean {
  const may = useMay()
  return !useSession().only?.id_user && may('customers:write') && may('reference:read')
}

/**
 * Asks the service again until nothing remains, or until it is enough.
 * @param report gets how many have been handed over, and how many are still to be
 * @returns how many it were
 */
export async function transferAll(
  body: Omit<TransferInput, 'customers'>,
  { customers, query = {} }: Chosen,
  report: (moved: number, remaining: number) => void,
  stop: AbortSignal,
): Promise<number> {
  const parts = customers ? partsOf(customers).map((part) => ({ customers: part })) : [{}]
  let moved = 0
  for (const part of parts) {
    let remaining = 1
    while (remaining > 0 && !stop.aborted) {
      const answer = await pedido.customers.transfer({ ...body, ...part }, query)
      moved += answer.moved
      remaining = answer.remaining
      report(moved, remaining)
    }
  }
  return moved
}

function partsOf(customers: readonly number[]): number[][] {
  const count = Math.ceil(customers.length / MOST)
  return Array.from({ length: count }, (_, i) => customers.slice(i * MOST, (i + 1) * MOST))
}
