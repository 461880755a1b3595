import type { Order } from '@pedido/client'
import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { pedido, queries } from '../../session/client.ts'
import { asQuery, type Filters } from './filters/address.ts'

/** What every row has; columns ask for more. */
const always = ['id', 'fk_id', 'status', 'date', 'customer', 'total_value', 'updated_at'] as const
type Always = (typeof always)[number]

export type Field = Exclude<keyof Order, 'items'>
export type Row = Pick<Order, Always> & Partial<Order> & { isGone?: boolean; isFresh?: boolean }

/** What a list is: its filters, its order and the properties that its columns need. */
export interface Asked {
  filters: Filters
  sort: string
  fields: readonly Field[]
}

interface Page {
  data: Row[]
  next_cursor: string | null
  meta: { timestamp: string }
}
type Pages = InfiniteData<Page, string | undefined>

/** Enough for the first look, quickly; then more at once. */
const FIRST = 100
const NEXT = 300
/** A list is as it was when somebody comes back to it: what has changed since is brought in. */
const KEPT_MS = 30 * 60_000

/** Not below `orders`, which is read anew after each change: a list one comes back to stays put. */
const LIST = 'orders-list'

export const keyOf = ({ filters, sort, fields }: Asked) =>
  [LIST, filters, sort, fieldsOf(fields)] as const

export const fieldsOf = (fields: readonly Field[]): Field[] => [...new Set([...always, ...fields])]

async function readPage(
  { filters, sort, fields }: Asked,
  cursor?: string,
  signal?: AbortSignal,
): Promise<Page> {
  const place = cursor === undefined ? {} : { cursor }
  const query = { ...asQuery(filters), sort, fields: fieldsOf(fields), ...place }
  const limit = cursor === undefined ? FIRST : NEXT
  for await (const page of pedido.orders
    .list({ ...query, limit }, signal ? { signal } : {})
    .pages()) {
    return page as unknown as Page
  }
  throw new Error('a list without a page')
}

/** The rows of a list as far as they are loaded, and how to get more of them. */
export function useFound(asked: Asked) {
  const found = useInfiniteQuery({
    queryKey: keyOf(asked),
    queryFn: ({ pageParam, signal }) => readPage(asked, pageParam, signal),
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
function uniqueRows(pages: readonly Page[]): Row[] {
  const rows = new Map<number, Row>()
  for (const { data } of pages) for (const row of data) if (!rows.has(row.id)) rows.set(row.id, row)
  return [...rows.values()]
}

/** Shows what became of orders where they stand, in every list that the page knows. */
export function replaceRows(changed: ReadonlyMap<number, Partial<Row>>): void {
  const lists = queries.getQueriesData<Pages>({ queryKey: [LIST] })
  for (const [key, known] of lists) {
    if (!known?.pages.some(({ data }) => data.some(({ id }) => changed.has(id)))) continue
    const fields = key[3] as readonly Field[]
    const pages = known.pages.map((page) => ({
      ...page,
      data: page.data.map((row) => {
        const now = changed.get(row.id)
        return now ? { ...row, ...only(now, fields), isFresh: true } : row
      }),
    }))
    queries.setQueryData(key, { ...known, pages })
  }
}

/** Of a whole order only what the list shows: a row of lines would be kept for nothing. */
function only(row: Partial<Row>, fields: readonly Field[]): Partial<Row> {
  const shown = [...fields, 'isGone'] as const
  return Object.fromEntries(shown.flatMap((name) => (name in row ? [[name, row[name]]] : [])))
}

/** Reads the list anew, from its top. */
export async function renew(asked: Asked): Promise<void> {
  const first = await readPage(asked)
  queries.setQueryData<Pages>(keyOf(asked), { pages: [first], pageParams: [undefined] })
  void renewSums()
}

export const renewSums = () => queries.invalidateQueries({ queryKey: ['orders', 'sums'] })

/** How many orders there are of these, and what they come to. */
export function useSums(filters: Filters, isWanted = true) {
  return useQuery({
    queryKey: ['orders', 'sums', filters],
    queryFn: ({ signal }) => pedido.orders.summarize(asQuery(filters), { signal }),
    placeholderData: keepPreviousData,
    enabled: isWanted,
  })
}
