import type { CustomField } from '@pedido/client'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import '../../common/common.css'
import { CUSTOM_FIELDS } from '../../common/custom.ts'
import { pedido } from '../../session/client.ts'
import { useMay } from '../../session/session.tsx'
import { useFormats } from '../../text/formats.ts'
import { useLanguage } from '../../text/language.ts'
import { counted, useTexts } from '../../text/texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useTitle } from '../../ui/page/title.ts'
import { EmptyState, Page, Skeleton, StatusBadge } from '../../ui/pieces.tsx'
import { Problem } from '../../ui/problem.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Sections } from '../sections.tsx'
import { FieldDialog } from './field-dialog.tsx'
import { text } from './text.ts'

const LOOK_MS = 2_000
const HERE = '/records/custom-fields'

/** What the account has declared beside what all accounts have. */
export default function CustomFieldsPage({ id, isNew }: { id?: number; isNew: boolean }) {
  const t = useTexts(text)
  useTitle(t.title)
  const mayWrite = useMay()('reference:write')
  const [, go] = useLocation()
  const columns = useColumnsOf()
  const found = useQuery({
    queryKey: [...CUSTOM_FIELDS, 'all'],
    queryFn: async ({ signal }) => {
      const all: CustomField[] = []
      for await (const one of pedido.customFields.list({}, { signal })) all.push(one)
      return all.sort((a, b) => a.resource.localeCompare(b.resource) || a.id - b.id)
    },
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'checking') ? LOOK_MS : false,
  })
  const create = mayWrite && (
    <ButtonLink look="primary" href={`${HERE}/new`}>
      <Icon name="plus" size={16} />
      {t.create}
    </ButtonLink>
  )
  return (
    <Page title={t.title} sub={t.sub} actions={create} isFull>
      <Sections />
      <Problem error={found.error} />
      {found.isPending && <Skeleton />}
      {found.data?.length === 0 && (
        <EmptyState icon="records" title={t.emptyTitle} action={create}>
          {t.empty}
        </EmptyState>
      )}
      {found.data && found.data.length > 0 && (
        <Table
          label={t.title}
          columns={columns}
          rows={found.data}
          idOf={(row) => row.id}
          hrefOf={(row) => `${HERE}/${row.id}`}
          card={{ height: 92, show: (row) => <Card field={row} /> }}
          placeKey="custom-fields"
        />
      )}
      {(isNew || id !== undefined) && (
        <FieldDialog key={id ?? 'new'} id={id} onClose={() => go(HERE)} />
      )}
    </Page>
  )
}

function useColumnsOf(): Column<CustomField>[] {
  const t = useTexts(text)
  return [
    {
      id: 'label',
      header: t.label,
      width: 'minmax(10rem, 2fr)',
      cell: (row) => <span title={row.label ?? row.key}>{row.label ?? row.key}</span>,
    },
    { id: 'key', header: t.key, width: 'minmax(8rem, 1fr)', cell: (row) => <code>{row.key}</code> },
    { id: 'resource', header: t.resource, width: '7rem', cell: (row) => t[row.resource] },
    { id: 'type', header: t.type, width: '12rem', cell: (row) => t[row.type] },
    {
      id: 'rules',
      header: t.rules,
      width: 'minmax(10rem, 2fr)',
      cell: (row) => <Rules field={row} />,
    },
    { id: 'state', header: t.state, width: '16rem', cell: (row) => <StateBadge field={row} /> },
  ]
}

function Rules({ field }: { field: CustomField }) {
  const t = useTexts(text)
  const held = (['required', 'unique', 'filterable'] as const).filter((rule) => field[rule])
  return held.map((rule) => t[rule]).join(', ')
}

function StateBadge({ field }: { field: CustomField }) {
  const t = useTexts(text)
  const language = useLanguage()
  const { percent } = useFormats()
  const { status, progress, breaking } = field
  if (status === 'active') return <StatusBadge tone="good">{t.active}</StatusBadge>
  if (status === 'checking')
    return <StatusBadge tone="warn">{t.checking(percent(progress))}</StatusBadge>
  const many = counted(language, breaking, t.record, t.records)
  return <StatusBadge tone="bad">{t.refused(many)}</StatusBadge>
}

function Card({ field }: { field: CustomField }) {
  const t = useTexts(text)
  return (
    <div className="common__card">
      <strong>{field.label ?? field.key}</strong>
      <span className="quiet">
        {t[field.resource]} · {t[field.type]}
      </span>
      <span>
        <StateBadge field={field} />
      </span>
    </div>
  )
}
