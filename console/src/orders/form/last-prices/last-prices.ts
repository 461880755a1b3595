import type { LastPrice } from '@pedido/client'
import { useQueries } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { pedido } from '../../../session/client.ts'
import { useMay } from '../../../session/session.tsx'

// What the customer of the order paid last for products: in the list of those that are found, and for the
// warning that a line asks for less.

/** Whose prices they are, and the order that is changed, whose own don't count. */
export interface Buyer {
  customer: number | undefined
  order: number | undefined
}

export const BuyerContext = createContext<Buyer>({ customer: undefined, order: undefined })

/** The service takes so many at once. */
const MOST = 500

interface Waiting {
  ids: number[]
  found: Promise<ReadonlyMap<number, LastPrice>>
}

/** Those that are asked for in the same moment go in one request. */
const waiting = new Map<string, Waiting>()

function lastPriceOf({ customer, order }: Buyer, id: number): Promise<LastPrice | null> {
  const key = `${customer} ${order}`
  const known = waiting.get(key)
  const one = known && known.ids.length < MOST ? known : begin(key, customer as number, order)
  one.ids.push(id)
  return one.found.then((found) => found.get(id) ?? null)
}

function begin(key: string, customer: number, order: number | undefined): Waiting {
  const ids: number[] = []
  const found = Promise.resolve().then(async () => {
    // Whoever asks after this begins the next one.
    await new Promise((done) => setTimeout(done))
    if (waiting.get(key) === one) waiting.delete(key)
    const query = { id_item: ids, ...(order === undefined ? {} : { except_order: order }) }
    const prices = await pedido.orders.listLastPrices(customer, query)
    return new Map(prices.map((price) => [price.id_item, price]))
  })
  const one = { ids, found }
  waiting.set(key, one)
  return one
}

/** By the product's id; those that were never sold to the customer are left out, as are those that are not known yet. */
export function useLastPrices(ids: readonly number[]): ReadonlyMap<number, LastPrice> {
  const buyer = useContext(BuyerContext)
  const enabled = useMay()('orders:read') && buyer.customer !== undefined
  return useQueries({
    queries: [...new Set(ids)].map((id) => ({
      queryKey: ['last-price', buyer, id],
      queryFn: () => lastPriceOf(buyer, id),
      enabled,
      staleTime: 60_000,
      retry: false,
    })),
    combine: byProduct,
  })
}

const byProduct = (found: readonly { data?: LastPrice | null | undefined }[]) =>
  new Map(found.flatMap(({ data }) => (data ? [[data.id_item, data] as const] : [])))
