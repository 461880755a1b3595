import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Link } from 'wouter'
import { useStatusName } from '../../common/status.ts'
import { pedido } from '../../session/client.ts'
import { useMay } from '../../session/session.tsx'
import { useFormats } from '../../text/formats.ts'
import { type Language, useLanguage } from '../../text/language.ts'
import type { Days } from '../../text/periods.ts'
import { useTexts, wordOf } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { DateRange } from '../../ui/fields/date-range.tsx'
import { Select, TextInput } from '../../ui/fields/inputs.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useTitle } from '../../ui/page/title.ts'
import { Page, StatusBadge } from '../../ui/pieces.tsx'
import { Problem } from '../../ui/problem.tsx'
import { text as eventsText } from '../events/text.ts'
import { kinds, type Resource, resources } from '../imports/mapping/fields.ts'
import './exports.css'
import { cancelExport, type Running, startExport, useExports } from './running.ts'
import { text } from './text.ts'

/** The lists by what people call them; of orders also their items, of which each is a row. */
type Kind = Resource | 'items' | 'events'
const offeredKinds: readonly Kind[] = [
  'orders',
  'items',
  ...resources.filter((one) => one !== 'orders'),
  'events',
]

const pathOf = (kind: Kind) => (kind === 'items' ? 'orders' : kind)
/** The page that shows them. */
const listOf = (kind: Kind) =>
  ['orders', 'items', 'customers', 'products'].includes(kind)
    ? `/${pathOf(kind)}`
    : `/records/${kind}`
const isOfOrders = (kind: Kind) => pathOf(kind) === 'orders'
const isSearched = (kind: Kind) => kind === 'customers' || kind === 'products'

function scopeOf(kind: Kind): string {
  if (kind === 'events') return 'events:read'
  const { scope } = kinds[kind === 'items' ? 'orders' : kind]
  return scope.replace(':write', ':read')
}

const formats = ['xlsx', 'csv', 'rfc', 'ndjson'] as const
type Format = (typeof formats)[number]

/** What events are of, by how their types begin. */
const families = {
  order: 'orders',
  comment: 'comments',
  attachment: 'attachments',
  customer: 'customers',
  product: 'products',
  address: 'addresses',
  tax_rule: 'tax_rules',
  number_series: 'number_series',
  webhook: 'webhooks',
} as const

interface ExportForm {
  kind: Kind
  format: Format
  words: string
  status: string
  family: string
  days: Days
}

/** The address of the file. */
function addressOf(chosen: ExportForm, language: Language): string {
  const { kind, format } = chosen
  const isBrazilian = format === 'csv' && language !== 'en'
  const filters = filtersOf(chosen)
  const form: Record<string, string> = {
    format: format === 'rfc' ? 'csv' : format,
    // Excel reads a comma as what the country's decimals have; systems want the names of properties.
    ...(isBrazilian && { csv: 'br' }),
    ...((format === 'csv' || format === 'xlsx') && { language }),
    ...(kind === 'items' && format !== 'ndjson' && { rows: 'items' }),
  }
  for (const [name, value] of Object.entries(filters)) if (value !== '') form[name] = value
  return `/${pathOf(kind)}?${new URLSearchParams(form)}`
}

function filtersOf({ kind, words, status, family, days }: ExportForm): Record<string, string> {
  if (kind === 'events') return { from: days.from, to: days.to, type: family }
  if (isOfOrders(kind)) return { order_date_from: days.from, order_date_to: days.to, status }
  return isSearched(kind) ? { q: words.trim() } : {}
}

/** Whole lists as files, with how far each is. */
export default function ExportsPage() {
  const t = useTexts(text)
  useTitle(t.title)
  return (
    <Page title={t.title} sub={t.sub}>
      <ExportForm />
      <Files />
    </Page>
  )
}

function ExportForm() {
  const t = useTexts(text)
  const language = useLanguage()
  const may = useMay()
  const offered = offeredKinds.filter((one) => may(scopeOf(one)))
  const nameOf = (one: Kind) =>
    one === 'items' || one === 'events' ? t[one] : wordOf(kinds[one].label, language)
  const [chosen, setChosen] = useState<ExportForm>({
    kind: offered[0] ?? 'orders',
    format: 'xlsx',
    words: '',
    status: '',
    family: '',
    days: { from: '', to: '' },
  })
  const { kind, format, words, status, family, days } = chosen
  const set = (changed: Partial<ExportForm>) => setChosen({ ...chosen, ...changed })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    startExport(`${nameOf(kind)}, ${t[format]}`, addressOf(chosen, language))
  }
  return (
    <form className="panel stack form" onSubmit={submit}>
      <FileChoice {...chosen} {...{ offered, nameOf }} onChange={set} />
      {isSearched(kind) && (
        <TextInput
          label={t.search}
          hint={t.searchHint}
          value={words}
          onChange={(typed) => set({ words: typed })}
        />
      )}
      {isOfOrders(kind) && <StatusChoice value={status} onChange={(one) => set({ status: one })} />}
      {kind === 'events' && (
        <FamilyChoice value={family} onChange={(one) => set({ family: one })} />
      )}
      {(isOfOrders(kind) || kind === 'events') && (
        <Period
          title={kind === 'events' ? t.eventPeriod : t.period}
          days={days}
          onChange={(chosen) => set({ days: chosen })}
        />
      )}
      {kind !== 'events' && (
        <p className="quiet">
          {t.moreFilters}{' '}
          <Link href={listOf(kind)}>{nameOf(kind === 'items' ? 'orders' : kind)}</Link>
        </p>
      )}
      <div className="row">
        <Button type="submit" look="primary">
          <Icon name="download" size={16} />
          {t.export}
        </Button>
      </div>
    </form>
  )
}

/** What is in the file, and which kind of file it is. */
function FileChoice({
  kind,
  format,
  offered,
  nameOf,
  onChange,
}: Pick<ExportForm, 'kind' | 'format'> & {
  offered: readonly Kind[]
  nameOf: (kind: Kind) => string
  onChange: (changed: Partial<ExportForm>) => void
}) {
  const t = useTexts(text)
  const given = kind === 'items' ? formats.filter((one) => one !== 'ndjson') : formats
  return (
    <div className="columns">
      <Select
        label={t.what}
        value={kind}
        onChange={(one) =>
          onChange({
            kind: one as Kind,
            ...(one === 'items' && format === 'ndjson' && { format: 'xlsx' }),
          })
        }
        options={offered.map((one) => ({ value: one, label: nameOf(one) }))}
      />
      <Select
        label={t.format}
        value={format}
        onChange={(one) => onChange({ format: one as Format })}
        options={given.map((one) => ({ value: one, label: t[one] }))}
      />
    </div>
  )
}

function Period({
  title,
  days,
  onChange,
}: {
  title: string
  days: Days
  onChange: (days: Days) => void
}) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="stack exports__days">
      <h2 id={id}>{title}</h2>
      <DateRange value={days} toward="last" onChange={onChange} />
    </div>
  )
}

/** What the events are of. */
function FamilyChoice({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useTexts(text)
  const ofEvents = useTexts(eventsText)
  const named = Object.entries(families).map(([one, name]) => ({
    value: `${one}.*`,
    label: ofEvents[name],
  }))
  return (
    <Select
      label={t.kind}
      value={value}
      onChange={onChange}
      options={[{ value: '', label: t.anyKind }, ...named]}
    />
  )
}

function StatusChoice({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useTexts(text)
  const { nameOf } = useStatusName()
  const { data = [] } = useQuery({
    queryKey: ['order-statuses', 'names'],
    queryFn: ({ signal }) => Array.fromAsync(pedido.orderStatuses.list({}, { signal })),
  })
  return (
    <Select
      label={t.status}
      value={value}
      onChange={onChange}
      options={[
        { value: '', label: t.anyStatus },
        ...data.map((one) => ({ value: String(one.id), label: nameOf(one) })),
      ]}
    />
  )
}

function Files() {
  const t = useTexts(text)
  const files = useExports()
  if (files.length === 0) return null
  return (
    <section className="panel stack form" aria-labelledby="files">
      <h2 id="files">{t.files}</h2>
      <ul className="exports__files">
        {files.map((one) => (
          <File key={one.id} one={one} />
        ))}
      </ul>
    </section>
  )
}

const tones = { running: 'info', done: 'good', cancelled: undefined, failed: 'bad' } as const

function File({ one }: { one: Running }) {
  const t = useTexts(text)
  const { time, decimal } = useFormats()
  const { id, label, state, bytes, startedAt, fileName, error } = one
  const size =
    bytes < 1e6
      ? `${decimal(Math.ceil(bytes / 1e3))} kB`
      : `${decimal((bytes / 1e6).toFixed(1))} MB`
  const isWaiting = state === 'running' && bytes === 0
  return (
    <li>
      <div className="row spread">
        <div className="exports__file">
          <p className="row">
            <strong>{fileName ?? label}</strong>
            <span role="status">
              <StatusBadge tone={tones[state]}>{t[state]}</StatusBadge>
            </span>
          </p>
          <p className="quiet figures">
            {[
              ...(fileName ? [label] : []),
              time(startedAt),
              isWaiting ? t.waiting : t.received(size),
            ].join(' · ')}
          </p>
        </div>
        {state === 'running' && (
          <Button onClick={() => cancelExport(id)} aria-label={`${t.cancel}: ${label}`}>
            {t.cancel}
          </Button>
        )}
      </div>
      {state === 'running' && <progress className="exports__progress" aria-label={label} />}
      <Problem error={error} />
    </li>
  )
}
