import type { SummarizeOrdersQuery } from '@pedido/client'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { leftOutOf } from '../../common/left-out.tsx'
import { pedido, queries } from '../../session/client.ts'
import { asQuery, type Filters } from './filters/address.ts'
import { fieldsOf, keyOf, type ListQuery, type Pages, type Row, type RowsPage } from './rows.ts'

/** Enough for the first look, quickly; then more at once. */
const FIRST = 100
const NEXT = 300
/** A list is as it was when somebody comes back to it: what has changed since is brought in. */
const KEPT_MS = 30 * 60_000

async function readPage(
  { filters, sort, fields }: ListQuery,
  cursor?: string,
  signal?: AbortSignal,
): Promise<RowsPage> {
  const place = cursor === undefined ? {} : { cursor }
  const query = { ...asQuery(filters), sort, fields: fieldsOf(fields), ...place }
  const limit = cursor === undefined ? FIRST : NEXT
  for await (const page of pedido.orders
    .list({ ...query, limit }, signal ? { signal } : {})
    .pages()) {
    return page as unknown as RowsPage
  }
  throw new Error('a list without a page')
}

/** The rows of a list as far as they are loaded, and how to get more of them. */
export function useFound(query: ListQuery) {
  const found = useInfiniteQuery({
    queryKey: keyOf(query),
    queryFn: ({ pageParam, signal }) => readPage(query, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    refetchOnWindowFocus: false,
  })
  const rows = useMemo(() => uniqueRows(found.data?.pages ?? []), [found.data])
  const { hasNextPage, isFetching, fetchNextPage } = found
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
  return { ...found, rows, more, seenAt: found.data?.pages[0]?.meta.timestamp }
}

/** An order that moved while the list was read may stand on two pages. */
function uniqueRows(pages: readonly RowsPage[]): Row[] {
  const rows = new Map<number, Row>()
  for (const { data } of pages) for (const row of data) if (!rows.has(row.id)) rows.set(row.id, row)
  return [...rows.values()]
}

/** Reads the list anew, from its top. */
export async function renew(query: ListQuery): Promise<void> {
  const first = await readPage(query)
  queries.setQueryData<Pages>(keyOf(query), { pages: [first], pageParams: [undefined] })
  void renewSums()
}

export const renewSums = () => queries.invalidateQueries({ queryKey: ['orders', 'sums'] })

/**
 * How many orders there are of these, and what those of them come to that count as sales, beside what
 * that leaves out. Where none counts, or the filters say which do, it is the sum of all.
 */
async function sumsOf(filters: Filters, signal: AbortSignal) {
  const query = asQuery(filters)
  const sum = (more: SummarizeOrdersQuery) =>
    pedido.orders.summarize({ ...query, ...more }, { signal })
  if ('counts' in filters) {
    const { count, sum: all } = await sum({})
    return { count, sum: all, left: undefined, isSale: true }
  }
  const [all, left] = await Promise.all([sum({}), sum(leftOutOf({}))])
  const { count } = all
  if (left.count === 0) return { count, sum: all.sum, left: undefined, isSale: true }
  const sold = await sum({ counts: true })
  if (sold.count === 0) return { count, sum: all.sum, left: undefined, isSale: false }
  return { count, sum: sold.sum, left, isSale: true }
}

export type OrderSums = Awaited<ReturnType<typeof sumsOf>>

export function useSums(filters: Filters, isWanted = true) {
  return useQuery({
    queryKey: ['orders', 'sums', filters],
    queryFn: ({ signal }) => sumsOf(filters, signal),
    placeholderData: keepPreviousData,
    enabled: isWanted,
  })
}
