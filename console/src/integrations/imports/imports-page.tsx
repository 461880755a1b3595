import type { Import } from '@pedido/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pedido } from '../../session/client.ts'
import { useFormats } from '../../text/formats.ts'
import { useLanguage } from '../../text/language.ts'
import { useTexts, wordOf } from '../../text/texts.ts'
import { useTitle } from '../../ui/page/title.ts'
import { Page, Skeleton } from '../../ui/pieces.tsx'
import { Problem } from '../../ui/problem.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { kinds } from './mapping/fields.ts'
import './imports.css'
import { SavedMappings } from './mapping/mappings.tsx'
import { NewImport } from './new-import.tsx'
import { isBusy, State } from './state.tsx'
import { text } from './text.ts'

const RENEWED_MS = 3_000

/** A place for the next file, and those that were brought in. */
export default function ImportsPage() {
  const t = useTexts(text)
  useTitle(t.title)
  const columns = useColumns()
  const found = useInfiniteQuery({
    queryKey: ['imports', 'list'],
    queryFn: ({ pageParam, signal }) =>
      pedido.imports.list({}, { signal }).page({ limit: 50, page: pageParam }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.pagination.hasNext ? last.pagination.page + 1 : undefined),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(isBusy)) ? RENEWED_MS : false,
  })
  const rows = found.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Page title={t.title} sub={t.sub}>
      <NewImport />
      <SavedMappings />
      <Problem error={found.error} />
      {found.isPending && <Skeleton />}
      {found.isSuccess && rows.length === 0 && <p className="quiet">{t.noneTitle}</p>}
      {rows.length > 0 && (
        <div className="imports__list">
          <Table
            label={t.title}
            columns={columns}
            rows={rows}
            idOf={(row) => row.id}
            total={found.data?.pages[0]?.pagination.total}
            hrefOf={(row) => `/imports/${row.id}`}
            onEnd={() => found.hasNextPage && !found.isFetching && void found.fetchNextPage()}
            card={{ height: 88, show: (row) => <ImportCard one={row} /> }}
          />
        </div>
      )}
    </Page>
  )
}

function useColumns(): Column<Import>[] {
  const t = useTexts(text)
  const language = useLanguage()
  const { decimal, dateTime } = useFormats()
  return [
    {
      id: 'file',
      header: t.file,
      width: 'minmax(12rem, 2fr)',
      cell: (row) => <span title={row.file_name ?? ''}>{row.file_name ?? t.unnamed(row.id)}</span>,
    },
    {
      id: 'what',
      header: t.what,
      width: 'minmax(8rem, 1fr)',
      cell: (row) => wordOf(kinds[row.resource].label, language),
    },
    { id: 'state', header: t.state, width: '8rem', cell: (row) => <State state={row.state} /> },
    {
      id: 'lines',
      header: t.lines,
      width: '6rem',
      align: 'end',
      cell: (row) => decimal(row.counts.lines),
    },
    {
      id: 'refused',
      header: t.refused,
      width: '7rem',
      align: 'end',
      cell: (row) => decimal(row.counts.refused),
    },
    { id: 'when', header: t.when, width: '10rem', cell: (row) => dateTime(row.created_at) },
    { id: 'by', header: t.by, width: 'minmax(7rem, 1fr)', cell: (row) => row.token.name },
  ]
}

function ImportCard({ one }: { one: Import }) {
  const t = useTexts(text)
  const language = useLanguage()
  const { dateTime } = useFormats()
  return (
    <div className="imports__card">
      <strong>{one.file_name ?? t.unnamed(one.id)}</strong>
      <span className="quiet">
        {wordOf(kinds[one.resource].label, language)}, {dateTime(one.created_at)}
      </span>
      <State state={one.state} />
    </div>
  )
}
