import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { useMay } from '../../session/session.tsx'
import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Select, TextInput } from '../../ui/fields/inputs.tsx'
import { useDelayed } from '../../ui/page/delayed.ts'
import { useTitle } from '../../ui/page/title.ts'
import { EmptyState, Page, StatusBadge } from '../../ui/pieces.tsx'
import { Problem } from '../../ui/problem.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { EventDialog } from './event-dialog.tsx'
import './events.css'
import { type FeedEvent, useFeed } from './follow.ts'
import { text } from './text.ts'

const kinds = [
  ['order', 'orders', 'orders:read'],
  ['comment', 'comments', 'orders:read'],
  ['attachment', 'attachments', 'orders:read'],
  ['customer', 'customers', 'customers:read'],
  ['address', 'addresses', 'customers:read'],
  ['product', 'products', 'products:read'],
  ['tax_rule', 'tax_rules', 'taxes:read'],
  ['number_series', 'number_series', 'reference:read'],
  ['webhook', 'webhooks', 'webhooks:manage'],
] as const

/** Events as they happen: held while somebody reads, so that nothing moves under the pointer. */
export default function EventsPage() {
  const t = useTexts(text)
  useTitle(t.title)
  const [params] = useSearchParams()
  const subject = useDelayed(params.get('subject') ?? '')
  const feed = useFeed({ type: params.get('type') ?? '', subject })
  const [isPaused, setPaused] = useState(false)
  const [isRead, setRead] = useState(false)
  const [opened, setOpened] = useState<FeedEvent>()
  const [held, setHeld] = useState<readonly FeedEvent[]>([])
  const isHeld = isPaused || ((isRead || opened !== undefined) && held.length > 0)
  if (!isHeld && held !== feed.events) setHeld(feed.events)
  const shown = isHeld ? held : feed.events
  const fresh = newerThan(shown[0], feed.events)
  const columns = useColumns()
  const showFresh = () => setHeld(feed.events)
  const clear = () => {
    feed.clear()
    setHeld([])
  }
  return (
    <Page title={t.title} sub={t.sub} isFull>
      <Filters />
      <FeedBar
        {...{ isPaused, setPaused }}
        fresh={isHeld ? fresh : 0}
        onFresh={showFresh}
        onClear={clear}
      />
      <Problem error={feed.error} />
      {feed.error && (
        <div>
          <Button onClick={feed.again}>{t.again}</Button>
        </div>
      )}
      {shown.length === 0 ? (
        !feed.error && <NoEvents feed={feed} />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only tells whether somebody reads
        <div
          className="events__list"
          onPointerEnter={() => setRead(true)}
          onPointerLeave={() => setRead(false)}
          onFocus={() => setRead(true)}
          onBlur={() => setRead(false)}
        >
          <Table
            label={t.title}
            columns={columns}
            rows={shown}
            idOf={({ sequence }) => Number(sequence)}
            onOpen={setOpened}
            card={{ height: 84, show: (row) => <EventCard event={row} /> }}
          />
        </div>
      )}
      {opened && <EventDialog event={opened} onClose={() => setOpened(undefined)} />}
    </Page>
  )
}

/** Whether the page follows the feed, and what has come while somebody reads. */
function FeedBar({
  isPaused,
  setPaused,
  fresh,
  onFresh,
  onClear,
}: {
  isPaused: boolean
  setPaused: (isPaused: boolean) => void
  fresh: number
  onFresh: () => void
  onClear: () => void
}) {
  const t = useTexts(text)
  return (
    <div className="row" role="status">
      <StatusBadge tone={isPaused ? undefined : 'good'}>
        {isPaused ? t.paused : t.following}
      </StatusBadge>
      {fresh > 0 && <span>{t.fresh(fresh)}</span>}
      <span className="row events__buttons">
        {fresh > 0 && (
          <Button size="small" onClick={onFresh}>
            {t.showFresh}
          </Button>
        )}
        <Button size="small" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
          {isPaused ? t.goOn : t.pause}
        </Button>
        <Button size="small" onClick={onClear}>
          {t.clear}
        </Button>
      </span>
    </div>
  )
}

function NoEvents({ feed: { isCleared, again } }: { feed: ReturnType<typeof useFeed> }) {
  const t = useTexts(text)
  const action = isCleared && <Button onClick={again}>{t.showBefore}</Button>
  return (
    <EmptyState icon="history" title={t.noneTitle} action={action}>
      {isCleared ? t.noneSince : t.none}
    </EmptyState>
  )
}

function newerThan(event: FeedEvent | undefined, all: readonly FeedEvent[]): number {
  if (!event) return all.length
  return all.findIndex(({ sequence }) => sequence <= event.sequence)
}

function Filters() {
  const t = useTexts(text)
  const may = useMay()
  const [params, setParams] = useSearchParams()
  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  return (
    <div className="row">
      <Select
        label={t.which}
        value={params.get('type') ?? ''}
        onChange={(type) => set('type', type)}
        options={[
          { value: '', label: t.all },
          ...kinds
            .filter(([, , scope]) => may(scope))
            .map(([kind, label]) => ({ value: `${kind}.*`, label: t[label] })),
        ]}
      />
      <TextInput
        label={t.record}
        placeholder={t.recordHint}
        value={params.get('subject') ?? ''}
        onChange={(subject) => set('subject', subject.trim())}
      />
    </div>
  )
}

function useColumns(): Column<FeedEvent>[] {
  const t = useTexts(text)
  const { date, time } = useFormats()
  const changed = ({ data }: FeedEvent) => data.changed_fields.join(', ')
  return [
    {
      id: 'time',
      header: t.time,
      width: '10rem',
      cell: (row) => `${date(row.time)} ${time(row.time)}`,
    },
    { id: 'event', header: t.event, width: 'minmax(11rem, 1fr)', cell: (row) => row.type },
    { id: 'record', header: t.record, width: 'minmax(9rem, 1fr)', cell: (row) => row.subject },
    {
      id: 'fields',
      header: t.fields,
      width: 'minmax(10rem, 2fr)',
      cell: (row) => <span title={changed(row)}>{changed(row)}</span>,
    },
    { id: 'by', header: t.by, width: 'minmax(8rem, 1fr)', cell: (row) => row.data.token?.name },
  ]
}

function EventCard({ event }: { event: FeedEvent }) {
  const { dateTime } = useFormats()
  return (
    <div className="events__card">
      <strong>{event.type}</strong>
      <span className="quiet">
        {event.subject}, {dateTime(event.time)}
      </span>
      <span className="quiet">{event.data.token?.name}</span>
    </div>
  )
}
