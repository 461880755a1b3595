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
import { EmptyState } from '../ui/pieces.tsx'
import { Problem } from '../ui/problem.tsx'
import type { Column } from '../ui/table.tsx'
import { toast } from '../ui/toasts.tsx'
import './common.css'
import { type Filter, Filters, queryOf, withoutFilters } from './filters.tsx'
import { type NumberedPage, PagedTable, usePaged } from './records/paged.tsx'
import { text } from './text.ts'

/** What the client is called with: the search, the filters and `sort`. */
export type ListQuery = Record<string, string | string[]>

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
  list: (query: ListQuery, page: number, signal: AbortSignal) => Promise<NumberedPage<T>>
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
  const { name, columns, filters = [], searchBy = 'q', list } = props
  const [params, setParams] = useSearchParams()
  const words = (params.get('q') ?? '').trim()
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
  const criteria = { ...queryOf(filters, params), ...(words === '' ? {} : { [searchBy]: words }) }
  const query: ListQuery = { ...criteria, sort }
  const found = usePaged({
    key: [name, 'list', query],
    read: ({ page = 1 }, signal) => list(query, page, signal),
  })
  const { rows, total } = found
  const shown = useColumns(name, columns)
  const placeKey = `${name} ${JSON.stringify(query)}`
  const selection = useSelection(props, rows, placeKey, criteria)
  return (
    <>
      <Bar
        {...props}
        {...{ shown, criteria, query, total }}
        onSearch={(typed) => set('q', typed)}
      />
      <PagedTable
        found={found}
        none={<Nothing {...props} isNarrowed={Object.keys(criteria).length > 0} />}
        label={props.label}
        columns={shown.visible}
        idOf={(row) => row.id}
        hrefOf={props.hrefOf}
        sort={sort}
        onSort={(next) => set('sort', next)}
        card={props.card}
        placeKey={placeKey}
        {...selection}
      />
    </>
  )
}

/** Which rows are chosen, and under the list what can be done with them; nothing where none can be. */
function useSelection<T extends { id: number }>(
  { selection: actionsFor }: RecordListProps<T>,
  rows: readonly T[],
  placeKey: string,
  criteria: ListQuery,
) {
  const [selection, setSelection] = useState({ of: placeKey, ids: none })
  if (!actionsFor) return {}
  const selected = selection.of === placeKey ? selection.ids : none
  const onSelect = (ids: ReadonlySet<number>) => setSelection({ of: placeKey, ids })
  const chosen = rows.map(({ id }) => id).filter((id) => selected.has(id))
  const foot = chosen.length > 0 && actionsFor(chosen, () => onSelect(none), criteria)
  return { selected, onSelect, foot }
}

/** Search, filters, columns, files, and how many there are. */
function Bar<T>({
  columns,
  filters = [],
  searchLabel,
  exported,
  actions,
  counted: names,
  shown: { chosen, toggle },
  criteria,
  query,
  total,
  onSearch,
}: RecordListProps<T> & {
  shown: ReturnType<typeof useColumns<T>>
  criteria: ListQuery
  query: ListQuery
  total: number | undefined
  onSearch: (typed: string) => void
}) {
  const language = useLanguage()
  const [params] = useSearchParams()
  const isNarrow = useIsNarrow()
  const [failure, setFailure] = useState<Error>()
  return (
    <>
      <div className="row common__bar">
        <Search label={searchLabel} words={params.get('q') ?? ''} onSearch={onSearch} />
        <Filters filters={filters} />
        {!isNarrow && columns.some((one) => one.isExtra) && (
          <ColumnChoice columns={columns} chosen={chosen} toggle={toggle} />
        )}
        {exported && <ExportMenu path={exported} query={query} onError={setFailure} />}
        {total !== undefined && total > 0 && actions?.(criteria, total)}
        <span className="quiet common__count" role="status">
          {total !== undefined && counted(language, total, ...names)}
        </span>
      </div>
      <Problem error={failure} />
    </>
  )
}

/** That there is none yet, or none that search and filters leave. */
function Nothing<T>({
  icon,
  empty,
  filters = [],
  isNarrowed,
}: RecordListProps<T> & { isNarrowed: boolean }) {
  const t = useTexts(text)
  const [, setParams] = useSearchParams()
  if (!isNarrowed) {
    return (
      <EmptyState icon={icon} title={empty.title} action={empty.action}>
        {empty.why}
      </EmptyState>
    )
  }
  const clear = () => setParams((now) => withoutFilters(now, filters), { replace: true })
  return (
    <EmptyState title={t.nothingTitle} action={<Button onClick={clear}>{t.clearFilters}</Button>}>
      {t.nothing}
    </EmptyState>
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
