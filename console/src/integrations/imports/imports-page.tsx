import type { Import } from '@pedido/client'
import { PagedTable, usePaged } from '../../common/records/paged.tsx'
import { pedido } from '../../session/client.ts'
import { useFormats } from '../../text/formats.ts'
import { useLanguage } from '../../text/language.ts'
import { useTexts, wordOf } from '../../text/texts.ts'
import { useTitle } from '../../ui/page/title.ts'
import { Page } from '../../ui/pieces.tsx'
import type { Column } from '../../ui/table.tsx'
import { kinds } from './mapping/fields.ts'
import './imports.css'
import { SavedMappings } from './mapping/mappings.tsx'
import { NewImport } from './new-import.tsx'
import { isBusy, State } from './state.tsx'
import { text } from './text.ts'

/** A place for the next file, and those that were brought in. */
export default function ImportsPage() {
  const t = useTexts(text)
  useTitle(t.title)
  const columns = useColumns()
  const found = usePaged({
    key: ['imports', 'list'],
    read: (place, signal) => pedido.imports.list({}, { signal }).page({ limit: 50, ...place }),
    isBusy,
  })
  return (
    <Page title={t.title} sub={t.sub}>
      <NewImport />
      <SavedMappings />
      <div className={found.rows.length > 0 ? 'imports__list' : undefined}>
        <PagedTable
          found={found}
          none={<p className="quiet">{t.noneTitle}</p>}
          label={t.title}
          columns={columns}
          idOf={(row) => row.id}
          hrefOf={(row) => `/imports/${row.id}`}
          card={{ height: 88, show: (row) => <ImportCard one={row} /> }}
        />
      </div>
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
