import { useQuery } from '@tanstack/react-query'
import { pedido } from '../../../session/client.ts'
import type { Line } from '../draft.ts'
import type { Item } from './columns.ts'

/** So many products are asked for at once. */
const AT_ONCE = 500

/**
 * The keys of new lines whose products are offered no longer. One that was chosen is offered: those that were
 * pasted, or copied from another order, are asked for.
 */
export function useInactive(
  lines: readonly Line[],
  items: ReadonlyMap<string, Item>,
): ReadonlySet<string> {
  const named = lines.flatMap(({ key, id, product, copied }) => {
    const of = product?.id ?? items.get(key)?.item.id
    const isAsked = id === null && of !== undefined && (copied !== null || product?.id === null)
    return isAsked ? [{ key, of }] : []
  })
  const ids = [...new Set(named.map(({ of }) => of))]
  const { data = [] } = useQuery({
    queryKey: ['products', 'inactive', ids],
    queryFn: async ({ signal }) => {
      const found: number[] = []
      for (let from = 0; from < ids.length; from += AT_ONCE) {
        const query = {
          id: ids.slice(from, from + AT_ONCE),
          active: false,
          fields: ['id'] as const,
        }
        const page = await pedido.products.list(query, { signal }).page({ limit: AT_ONCE })
        found.push(...page.data.map(({ id }) => id))
      }
      return found
    },
    enabled: ids.length > 0,
    staleTime: 60_000,
  })
  return new Set(named.filter(({ of }) => data.includes(of)).map(({ key }) => key))
}
