import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/pieces.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Table, type TableProps } from '../../ui/table.tsx'

export interface NumberedPage<T> {
  data: T[]
  pagination: { page: number; total: number; hasNext: boolean }
}

/** A page of a list: by its number, or, where the list has cursors, with the next one. */
interface PageOf<T> extends Partial<NumberedPage<T>> {
  data: T[]
  next_cursor?: string | null
}

/** The number of a page, or its cursor; empty of the first one. */
type NextPage = { page?: number; cursor?: string }

interface Paging<T> {
  key: readonly unknown[]
  /** One page. */
  read: (place: NextPage, signal: AbortSignal) => Promise<PageOf<T>>
  /** While there is such a row, the list is read again and again. */
  isBusy?: (row: T) => boolean
}

const RENEWED_MS = 3_000

/** The rows of a list as far as they are loaded, and how to get more of them. */
export function usePaged<T>({ key, read, isBusy }: Paging<T>) {
  const found = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: {} as NextPage,
    getNextPageParam: ({ pagination, next_cursor }) => {
      if (pagination) return pagination.hasNext ? { page: pagination.page + 1 } : undefined
      return next_cursor ? { cursor: next_cursor } : undefined
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      isBusy && state.data?.pages.some(({ data }) => data.some(isBusy)) ? RENEWED_MS : false,
  })
  const pages = found.data?.pages
  return {
    ...found,
    rows: pages?.flatMap(({ data }) => data) ?? [],
    total: pages?.[0]?.pagination?.total,
    onEnd: () => void (found.hasNextPage && !found.isFetching && found.fetchNextPage()),
  }
}

type Paged<T> = Pick<
  ReturnType<typeof usePaged<T>>,
  'rows' | 'total' | 'onEnd' | 'error' | 'isPending' | 'isSuccess'
>

/** A list with all of its pages: a page more is read when its end comes into sight. */
export function PagedTable<T>({
  found,
  none,
  ...table
}: Omit<TableProps<T>, 'rows' | 'total' | 'onEnd'> & {
  found: Paged<T>
  /** What is shown where there is nothing. */
  none?: ReactNode
}) {
  const { rows, total, onEnd } = found
  return (
    <>
      <Problem error={found.error} />
      {found.isPending && !found.error && <Skeleton />}
      {found.isSuccess && rows.length === 0 && none}
      {rows.length > 0 && <Table {...table} {...{ rows, total, onEnd }} />}
    </>
  )
}
