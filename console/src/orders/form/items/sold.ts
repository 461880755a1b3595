import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pedido } from '../../../session/client.ts'
import { type Line, productOf } from '../draft.ts'
import type { Item } from './columns.ts'
import { SOLD, type Sold } from './quantities.ts'

/** So many products are asked for at once. */
const AT_ONCE = 500

/** How the products of the lines are sold, by their ids; those that are not known yet are left out. */
export function useSold(
  lines: readonly Line[],
  items: ReadonlyMap<string, Item>,
): ReadonlyMap<number, Sold> {
  const ids = [...new Set(lines.flatMap((line) => productOf(line, items) ?? []))]
  const { data = NONE } = useQuery({
    queryKey: ['products', 'sold', ids],
    queryFn: async ({ signal }) => {
      const found: Sold[] = []
      for (let from = 0; from < ids.length; from += AT_ONCE) {
        const query = { id: ids.slice(from, from + AT_ONCE), fields: SOLD }
        const page = await pedido.products.list(query, { signal }).page({ limit: AT_ONCE })
        found.push(...page.data)
      }
      return new Map(found.map((one) => [one.id, one]))
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  return data
}

const NONE: ReadonlyMap<number, Sold> = new Map()
