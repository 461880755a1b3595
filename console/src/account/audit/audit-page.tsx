import { useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { DateRange } from '../../ui/fields/date-range.tsx'
import { Select, TextInput } from '../../ui/fields/inputs.tsx'
import { useTitle } from '../../ui/page/title.ts'
import { EmptyState, Page, Skeleton, StatusBadge } from '../../ui/pieces.tsx'
import { Problem } from '../../ui/problem.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import '../../common/common.css'
import './audit.css'
import { actionOf, actions, type Entry, personOf, subjectOf, useEntries } from './entries.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { text } from './text.ts'
import { useOrigin, Who } from './who.tsx'

/** With its place in the list, by which the table knows it. */
type Row = Entry & { place: number }

const DAY_MS = 86_400_000
const DAYS = 7

/** Who came in, who may do what, and what was taken out: the newest first. */
export default function AuditPage() {
  const t = useTexts(text)
  useTitle(t.title)
  const { day } = useFormats()
  const [params, setParams] = useSearchParams()
  const action = params.get('kind') ?? ''
  const person = params.get('who') ?? ''
  const lately = day(new Date(Date.now() - (DAYS - 1) * DAY_MS))
  const days = { from: params.get('from') ?? lately, to: params.get('to') ?? '' }
  const found = useEntries(action, days)
  const [opened, setOpened] = useState<Entry>()
  const columns = useColumns()
  const set = (changed: Record<string, string>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changed)) {
          // An open beginning is not the one that holds unless something is said.
          if (value === '' && name !== 'from') next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
  const rows = useRowsOf(found.data?.entries, person)
  return (
    <Page title={t.title} sub={t.sub} isFull>
      <AuditBar {...{ action, person, days }} onChange={set} />
      <Count count={found.data && rows.length} isCut={found.data?.isCut ?? false} />
      <Problem error={found.error} />
      {found.isPending && !found.error && <Skeleton lines={10} />}
      {found.isSuccess && rows.length === 0 && (
        <EmptyState icon="history" title={t.none}>
          {t.noneWhy}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <Table<Row>
          label={t.title}
          columns={columns}
          rows={rows}
          idOf={({ place }) => place}
          onOpen={setOpened}
          card={{ height: 84, show: (row) => <EntryCard entry={row} /> }}
        />
      )}
      {opened && <EntryDialog entry={opened} onClose={() => setOpened(undefined)} />}
    </Page>
  )
}

/** How many there are, and the way back from what narrows them. */
function Count({ count, isCut }: { count: number | undefined; isCut: boolean }) {
  const t = useTexts(text)
  const [params, setParams] = useSearchParams()
  return (
    <div className="row">
      <p className="quiet" role="status">
        {count !== undefined && t.count(count)}
        {isCut && ` · ${t.tooMany}`}
      </p>
      {params.size > 0 && (
        <Button size="small" look="quiet" onClick={() => setParams({}, { replace: true })}>
          {t.clearFilters}
        </Button>
      )}
    </div>
  )
}

/** Those of a person, as somebody who did it or to whom it was done. */
function useRowsOf(entries: readonly Entry[] | undefined, person: string) {
  return useMemo(() => {
    const wanted = person.trim().toLocaleLowerCase()
    const isOf = (name: string | undefined) => name?.toLocaleLowerCase().includes(wanted) ?? false
    return (entries ?? [])
      .filter((one) => wanted === '' || isOf(personOf(one)) || isOf(subjectOf(one)))
      .map((one, place): Row => ({ ...one, place }))
  }, [entries, person])
}

/** What was done, by whom, and when. */
function AuditBar({
  action,
  person,
  days,
  onChange,
}: {
  action: string
  person: string
  days: { from: string; to: string }
  onChange: (changed: Record<string, string>) => void
}) {
  const t = useTexts(text)
  return (
    <div className="audit__bar">
      <Select
        label={t.kind}
        value={action}
        onChange={(kind) => onChange({ kind })}
        options={[
          { value: '', label: t.anyKind },
          ...actions.map((one) => ({ value: one, label: t[one] })),
        ]}
      />
      <TextInput
        type="search"
        label={t.person}
        placeholder={t.personHint}
        value={person}
        onChange={(who) => onChange({ who })}
      />
      <DateRange value={days} toward="last" onChange={({ from, to }) => onChange({ from, to })} />
    </div>
  )
}

function useColumns(): Column<Row>[] {
  const t = useTexts(text)
  const { dateTime } = useFormats()
  const shown = (value: string | undefined) => value && <span title={value}>{value}</span>
  const origin = useOrigin()
  return [
    { id: 'when', header: t.when, width: '9.5rem', cell: (row) => dateTime(row.time) },
    { id: 'who', header: t.who, width: 'minmax(9rem, 1.5fr)', cell: (row) => <Who entry={row} /> },
    { id: 'what', header: t.kind, width: '13rem', cell: (row) => <What entry={row} /> },
    {
      id: 'about',
      header: t.about,
      width: 'minmax(9rem, 1.5fr)',
      cell: (row) => shown(subjectOf(row)),
    },
    {
      id: 'place',
      header: t.place,
      width: 'minmax(9rem, 1.5fr)',
      cell: (row) => shown(origin(row)),
    },
  ]
}

function What({ entry }: { entry: Entry }) {
  const t = useTexts(text)
  const action = actionOf(entry)
  const label = t[action] ?? entry.type
  if (action === 'sign_in_failed') return <StatusBadge tone="bad">{label}</StatusBadge>
  return <span title={label}>{label}</span>
}

function EntryCard({ entry }: { entry: Entry }) {
  const { dateTime } = useFormats()
  return (
    <div className="common__card">
      <strong>
        <What entry={entry} />
      </strong>
      <span>
        <Who entry={entry} />
        {subjectOf(entry) && subjectOf(entry) !== personOf(entry) && ` → ${subjectOf(entry)}`}
      </span>
      <span className="quiet">{dateTime(entry.time)}</span>
    </div>
  )
}
