import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { download } from '../session/download.ts'
import { useLanguage } from '../text/language.ts'
import { counted, useTexts } from '../text/texts.ts'
import { Button } from '../ui/button.tsx'
import { ColumnChoice, useColumns } from '../ui/columns.tsx'
import { TextInput } from '../ui/fields/inputs.tsx'
import { Icon, type IconName } from '../ui/icons.tsx'
import { Menu } from '../ui/menu.tsx'
import { useDelayed } from '../ui/page/delayed.ts'
import { useIsNarrow } from '../ui/page/narrow.ts'
import { EmptyState, Skeleton } from '../ui/pieces.tsx'
import { Problem } from '../ui/problem.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { toast } from '../ui/toasts.tsx'
import './common.css'
import { type Filter, Filters, queryOf, withoutFilters } from './filters.tsx'
import { text } from './text.ts'

/** What the client is called with: the search, the filters and `sort`. */
export type ListQuery = Record<string, string | string[]>

interface PageOf<T> {
  data: T[]
  pagination: { page: number; total: number; hasNext: boolean }
}

export interface RecordListProps<T> {
  /** Names the list: in the address bar's place, and what the page knows of it. */
  name: string
  label: string
  icon: IconName
  columns: readonly Column<T>[]
  filters?: readonly Filter[]
  /** The parameter that searches. */
  searchBy?: 'q' | 'name'
  searchLabel: string
  /** One page; `query` holds the search, the filters and `sort`. */
  list: (query: ListQuery, page: number, signal: AbortSignal) => Promise<PageOf<T>>
  hrefOf: (row: T) => string
  card: { height: number; show: (row: T) => ReactNode }
  /** `cliente`, `clientes`: for how many there are. */
  counted: readonly [one: string, many: string]
  /** The service's list of which the filtered records can be had as a file. */
  exported?: '/customers' | '/products'
  /** What can be done with all that the search and the filters leave. */
  actions?: (criteria: ListQuery, total: number) => ReactNode
  /** What can be done with the records that are chosen, by their ids; without it none can be. */
  selection?: (chosen: readonly number[], unselect: () => void, criteria: ListQuery) => ReactNode
  /** What is shown where there is not one yet. */
  empty: { title: string; why: string; action?: ReactNode }
}

const none: ReadonlySet<number> = new Set()

/** A list of records: search, filters and order stand in the address. */
export function RecordList<T extends { id: number }>(props: RecordListProps<T>) {
  const { name, columns, filters = [], searchBy = 'q', list, hrefOf } = props
  const t = useTexts(text)
  const language = useLanguage()
  const [params, setParams] = useSearchParams()
  const words = params.get('q') ?? ''
  const sort = params.get('sort') ?? 'name'
  const set = (parameter: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === '') next.delete(parameter)
        else next.set(parameter, value)
        return next
      },
      { replace: true },
    )
  const criteria: ListQuery = {
    ...queryOf(filters, params),
    ...(words.trim() === '' ? {} : { [searchBy]: words.trim() }),
  }
  const query: ListQuery = { ...criteria, sort }
  const found = useInfiniteQuery({
    queryKey: [name, 'list', query],
    queryFn: ({ pageParam, signal }) => list(query, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.hasNext ? pagination.page + 1 : undefined),
    placeholderData: keepPreviousData,
  })
  const [failure, setFailure] = useState<Error>()
  const isNarrow = useIsNarrow()
  const { visible, chosen, toggle } = useColumns(name, columns)
  const rows = found.data?.pages.flatMap(({ data }) => data) ?? []
  const total = found.data?.pages[0]?.pagination.total
  const isNarrowed = Object.keys(criteria).length > 0
  const placeKey = `${name} ${JSON.stringify(query)}`
  const [selection, setSelection] = useState({ of: placeKey, ids: none })
  const selected = selection.of === placeKey ? selection.ids : none
  const select = (ids: ReadonlySet<number>) => setSelection({ of: placeKey, ids })
  const chosenIds = rows.map(({ id }) => id).filter((id) => selected.has(id))
  const clear = (
    <Button onClick={() => setParams((now) => withoutFilters(now, filters), { replace: true })}>
      {t.clearFilters}
    </Button>
  )
  return (
    <>
      <div className="row common__bar">
        <Search label={props.searchLabel} words={words} onSearch={(typed) => set('q', typed)} />
        <Filters filters={filters} />
        {!isNarrow && columns.some((one) => one.isExtra) && (
          <ColumnChoice columns={columns} chosen={chosen} toggle={toggle} />
        )}
        {props.exported && <ExportMenu path={props.exported} query={query} onError={setFailure} />}
        {total !== undefined && total > 0 && props.actions?.(criteria, total)}
        <span className="quiet common__count" role="status">
          {total !== undefined && counted(language, total, ...props.counted)}
        </span>
      </div>
      <Problem error={found.error ?? failure} />
      {found.isPending && <Skeleton />}
      {found.isSuccess && rows.length === 0 && isNarrowed && (
        <EmptyState title={t.nothingTitle} action={clear}>
          {t.nothing}
        </EmptyState>
      )}
      {found.isSuccess && rows.length === 0 && !isNarrowed && (
        <EmptyState icon={props.icon} title={props.empty.title} action={props.empty.action}>
          {props.empty.why}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <Table
          label={props.label}
          columns={visible}
          rows={rows}
          idOf={(row) => row.id}
          total={total}
          hrefOf={hrefOf}
          sort={sort}
          onSort={(next) => set('sort', next)}
          onEnd={() => found.hasNextPage && !found.isFetching && void found.fetchNextPage()}
          card={props.card}
          placeKey={placeKey}
          {...(props.selection && {
            selected,
            onSelect: select,
            foot: chosenIds.length > 0 && props.selection(chosenIds, () => select(none), criteria),
          })}
        />
      )}
    </>
  )
}

/** The records that the filters leave, as a file. */
function ExportMenu({
  path,
  query,
  onError,
}: {
  path: string
  query: ListQuery
  onError: (error: Error | undefined) => void
}) {
  const t = useTexts(text)
  const language = useLanguage()
  const take = async (form: Record<string, string>) => {
    onError(undefined)
    toast({ text: t.exporting })
    const search = new URLSearchParams({ ...form, language })
    for (const [name, value] of Object.entries(query)) search.set(name, String(value))
    await download(`${path}?${search}`).catch(onError)
  }
  const csv = { format: 'csv', ...(language !== 'en' && { csv: 'br' }) }
  return (
    <Menu
      items={[
        { label: t.exportXlsx, onSelect: () => void take({ format: 'xlsx' }) },
        { label: t.exportCsv, onSelect: () => void take(csv) },
      ]}
      trigger={
        <Button>
          <Icon name="download" size={16} />
          {t.export}
        </Button>
      }
    />
  )
}

/** What is typed goes into the address a moment later; the arrow leads on to the list. */
function Search({
  label,
  words,
  onSearch,
}: {
  label: string
  words: string
  onSearch: (words: string) => void
}) {
  const [typed, setTyped] = useState(words)
  const delayed = useDelayed(typed)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed is asked for
  useEffect(() => {
    if (delayed !== words) onSearch(delayed)
  }, [delayed])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address has changed by itself
  useEffect(() => {
    if (delayed === typed && words !== typed) setTyped(words)
  }, [words])
  return (
    <div className="common__search">
      <Icon name="search" size={16} />
      <TextInput
        label={label}
        isLabelHidden
        type="search"
        placeholder={label}
        value={typed}
        onChange={setTyped}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          document.querySelector<HTMLElement>('[role=grid]')?.focus()
        }}
      />
    </div>
  )
}
