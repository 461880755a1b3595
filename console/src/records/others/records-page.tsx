import { useLocation } from 'wouter'
import { useShown } from '../../common/facts.tsx'
import { type FieldOf, rawOf } from '../../common/form/fields.ts'
import { Gone } from '../../common/missing.tsx'
import { RecordList } from '../../common/record-list.tsx'
import { useRecordColumns } from '../../common/records/columns.tsx'
import { useRecordFields } from '../../common/records/fields.ts'
import { useValueFilters } from '../../common/records/value-filters.ts'
import { useMay } from '../../session/session.tsx'
import { useTexts } from '../../text/texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useTitle } from '../../ui/page/title.ts'
import { Page } from '../../ui/pieces.tsx'
import { type Kind, kinds } from '../kinds.ts'
import { Sections } from '../sections.tsx'
import { useEndingHref } from '../tax-rules/coverage-filters.ts'
import { coverageText } from '../tax-rules/coverage-text.ts'
import { useFilled } from '../tax-rules/filled.ts'
import { RuleTestButton } from '../tax-rules/rule-test.tsx'
import { clientOf, type PlainRecord, useShownName } from './client.ts'
import { useReferenceFilters } from './filters.ts'
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
  const may = useMay()
  if (!kind || !may(`${kind.family}:read`)) return <Gone href="/records" />
  return <KindPage key={kind.path} {...opened} kind={kind} />
}

function KindPage({ kind, id, isNew }: Opened & { kind: Kind }) {
  const t = useTexts(text)
  const names = useTexts(kind.texts)
  useTitle(names.title)
  const mayWrite = useMay()(`${kind.family}:write`)
  const [, go] = useLocation()
  const fields = useRecordFields(kind.path)
  const { search, ...form } = useFilled(fields, isNew)
  const columns = useRecordColumns<PlainRecord>(fields)
  const filters = [...useReferenceFilters(fields), ...useValueFilters(kind.path)]
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
    <Page
      title={names.title}
      actions={
        <>
          {kind.path === 'tax-rules' && <RuleActions />}
          {create}
        </>
      }
      isFull
    >
      <Sections />
      <RecordList
        name={kind.path}
        label={names.title}
        icon="records"
        columns={columns}
        filters={filters}
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
          {...form}
          id={id}
          onClose={() => go(hrefOf(''))}
        />
      )}
    </Page>
  )
}

/** What there is of rules beside their list. */
function RuleActions() {
  const t = useTexts(text)
  const c = useTexts(coverageText)
  return (
    <>
      <ButtonLink href={useEndingHref(60)}>{c.ending}</ButtonLink>
      <ButtonLink href="/records/tax-rules/coverage">{c.title}</ButtonLink>
      <RuleTestButton>{t.test}</RuleTestButton>
    </>
  )
}

const suffixOf = (search: URLSearchParams) => (search.size > 0 ? `?${search}` : '')

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
