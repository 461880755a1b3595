import type { View } from '@pedido/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { pedido, queries } from '../../../session/client.ts'
import { useSession } from '../../../session/session.tsx'
import { useStored } from '../../../ui/page/stored.ts'
import { isFilter, withoutFilters } from '../filters/address.ts'

const VIEWS = ['views', 'orders']

/** The saved views of orders: one's own, and those that are shared; undefined until they are read. */
export function useViews(): readonly View[] | undefined {
  const { data } = useQuery({
    queryKey: VIEWS,
    queryFn: async ({ signal }) => {
      const found: View[] = []
      for await (const view of pedido.views.list(
        { resource: 'orders', sort: 'name' },
        { signal },
      )) {
        found.push(view)
      }
      return found
    },
    // They are few, change seldom, and the menu opens with what is known.
    staleTime: 60_000,
  })
  return data
}

export const renewViews = () => queries.invalidateQueries({ queryKey: VIEWS })

/** The address of a view. The same list has the same text, in whatever order its parameters came. */
export function textOf({ query, columns }: Pick<View, 'query' | 'columns'>): string {
  return sorted(new URLSearchParams({ ...query, ...(columns && { columns: columns.join(',') }) }))
}

export function sorted(params: URLSearchParams): string {
  const all = new URLSearchParams(params)
  all.sort()
  return all.toString()
}

/** What a view of this address has; the columns are given, since each may have chosen others. */
export function viewOf(params: URLSearchParams, columns: readonly string[]) {
  const kept = [...params].filter(
    ([name, value]) => value !== '' && (isFilter(name) || name === 'sort'),
  )
  return { query: Object.fromEntries(kept), columns: [...columns] }
}

export interface Start {
  id: number
  /** Its address, so that the list need not wait for the views. */
  query: string
}

/** The view with which the list opens where the address says nothing; this browser keeps which. */
export function useStart() {
  const { account, member } = useSession()
  const key = `orders-start:${account.id}:${member.id}`
  const [start, setStart] = useStored<Start | null>(key, null)
  return { start, setStart }
}

/** Follows the view that the list opens with: it may have been changed, or deleted, by others. */
export function useFollowedStart(views: readonly View[] | undefined) {
  const { start, setStart } = useStart()
  const view = views?.find(({ id }) => id === start?.id)
  const query = view && textOf(view)
  const isKnown = views !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is written where these differ
  useEffect(() => {
    if (!start || !isKnown) return
    if (query === undefined) setStart(null)
    else if (query !== start.query) setStart({ id: start.id, query })
  }, [query, isKnown])
  return { start, setStart }
}

/**
 * The address with the filters that the list opens with, and the rest of it as it is. Where those
 * hold already there is no filter left.
 */
export function cleared(params: URLSearchParams, start: Start | null): URLSearchParams {
  const next = withoutFilters(params)
  for (const [name, value] of new URLSearchParams(start?.query)) {
    if (isFilter(name)) next.append(name, value)
  }
  return sorted(next) === sorted(params) ? withoutFilters(params) : next
}
