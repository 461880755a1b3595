import { pedido } from '../../session/client.ts'
import type { Draft } from '../form/draft.ts'
import { atTodaysPrice, type ProductToday } from '../form/items/todays-price.ts'

const FIELDS = ['id', 'name', 'fk_id', 'price'] as const

/** So many products are asked for at once. */
const AT_ONCE = 500

/** A copy of an order with its lines at today’s prices, of the products as they are named today. */
export async function atTodaysPrices(draft: Draft, signal?: AbortSignal): Promise<Draft> {
  const ids = [...new Set(draft.lines.flatMap(({ product }) => product?.id ?? []))]
  const found = new Map<number, ProductToday>()
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const query = { id: ids.slice(from, from + AT_ONCE), fields: FIELDS }
    const list = pedido.products.list(query, signal ? { signal } : {})
    for (const one of (await list.page({ limit: AT_ONCE })).data) found.set(one.id, one)
  }
  const lines = draft.lines.map((line) => atTodaysPrice(line, found.get(line.product?.id ?? 0)))
  return { ...draft, lines }
}
