import { useLocation, useSearchParams } from 'wouter'
import { useShown } from '../../common/facts.tsx'
import { type FieldOf, rawOf } from '../../common/form/fields.ts'
import { Gone } from '../../common/missing.tsx'
import { RecordList } from '../../common/record-list.tsx'
import { useMay } from '../../session/session.tsx'
import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useTitle } from '../../ui/page/title.ts'
import { Page } from '../../ui/pieces.tsx'
import type { Column } from '../../ui/table.tsx'
import { type Kind, kinds } from '../kinds.ts'
import { Sections } from '../sections.tsx'
import { clientOf, type PlainRecord, useShownName } from './client.ts'
import { RecordDialog } from './record-dialog.tsx'
import { text } from './text.ts'

interface Opened {
  /** The record over the list, if one is open. */
  id?: number
  isNew: boolean
}

/** One screen for all kinds of plain records: their list, and each one in a dialog over it. */
export default function RecordsPage({ kind: path, ...opened }: Opened & { kind: string }) {
  const kind = kinds.find((one) => one.path === path)
  if (!kind) return <Gone href="/records" />
  return <KindPage key={kind.path} {...opened} kind={kind} />
}

function KindPage({ kind, id, isNew }: Opened & { kind: Kind }) {
  const t = useTexts(text)
  const names = useTexts(kind.texts)
  useTitle(names.title)
  const mayWrite = useMay()('reference:write')
  const [search] = useSearchParams()
  const [, go] = useLocation()
  const fields = useFieldsOf(kind)
  const columns = useColumnsOf(fields)
  const nameOf = useShownName(kind)
  // The list stays as it was under what is opened.
  const hrefOf = (one: string) => `/records/${kind.path}${one && `/${one}`}${suffixOf(search)}`
  const create = mayWrite && (
    <ButtonLink look="primary" href={hrefOf('new')}>
      <Icon name="plus" size={16} />
      {names.create}
    </ButtonLink>
  )
  return (
    <Page title={names.title} actions={create} isFull>
      <Sections />
      <RecordList
        name={kind.path}
        label={names.title}
        icon="records"
        columns={columns}
        searchBy="name"
        searchLabel={t.searchLabel}
        list={async (query, page, signal) => {
          const found = await clientOf(kind).list(query, { signal }).page({ page, limit: 100 })
          return { ...found, data: found.data.map((row) => ({ ...row, name: nameOf(row) })) }
        }}
        hrefOf={(row) => hrefOf(String(row.id))}
        card={{ height: 64, show: (row) => <Card record={row} fields={fields} /> }}
        counted={[names.one, names.many]}
        empty={{ title: t.emptyTitle, why: t.empty, action: create }}
      />
      {(isNew || id !== undefined) && (
        <RecordDialog
          key={id ?? 'new'}
          kind={kind}
          fields={fields}
          id={id}
          onClose={() => go(hrefOf(''))}
        />
      )}
    </Page>
  )
}

const suffixOf = (search: URLSearchParams) => (search.size > 0 ? `?${search}` : '')

function useFieldsOf({ fields }: Kind): readonly FieldOf[] {
  const t = useTexts(text)
  return [
    { name: 'name', label: t.name, kind: 'text', isRequired: true, isWide: true },
    { name: 'fk_id', label: t.code, kind: 'text' },
    ...fields.map(({ label, hint, ...field }) => ({
      ...field,
      label: t[label],
      ...(hint ? { hint: t[hint], isWide: true } : {}),
    })),
  ]
}

function useColumnsOf(fields: readonly FieldOf[]): Column<PlainRecord>[] {
  const t = useTexts(text)
  const { date } = useFormats()
  const show = useShown()
  return [
    {
      id: 'name',
      header: t.name,
      width: 'minmax(14rem, 3fr)',
      cell: (row) => <span title={row.name}>{row.name}</span>,
      sort: 'name',
      isAlways: true,
    },
    {
      id: 'code',
      header: t.code,
      width: 'minmax(7rem, 1fr)',
      cell: (row) => <span title={row.fk_id ?? undefined}>{row.fk_id}</span>,
    },
    ...fields.slice(2).map(
      (field): Column<PlainRecord> => ({
        id: field.name,
        header: field.label,
        width: 'minmax(11rem, 2fr)',
        cell: (row) => show(field, rawOf(field, row)),
      }),
    ),
    {
      id: 'updated',
      header: t.updated,
      width: '8rem',
      cell: (row) => date(row.updated_at),
      sort: 'updated_at',
    },
  ]
}

function Card({ record, fields }: { record: PlainRecord; fields: readonly FieldOf[] }) {
  const show = useShown()
  const others = fields.slice(1).filter(({ kind }) => kind !== 'check')
  return (
    <div className="common__card">
      <strong title={record.name}>{record.name}</strong>
      <span className="common__code">
        {others
          .map((field) => show(field, rawOf(field, record)))
          .filter(Boolean)
          .join(' · ')}
      </span>
    </div>
  )
}
