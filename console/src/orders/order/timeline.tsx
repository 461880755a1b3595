import type { Order, OrderComment, OrderEvent, OrderLink } from '@pedido/client'
import { useState } from 'react'
import { useCustomFields, useDeclared } from '../../common/custom.ts'
import { useShown } from '../../common/facts.tsx'
import { rawOf } from '../../common/form/fields.ts'
import { useMay } from '../../session/session.tsx'
import { useFormats } from '../../text/formats.ts'
import { useLanguage } from '../../text/language.ts'
import { useTexts, wordOf } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Skeleton, StatusBadge } from '../../ui/pieces.tsx'
import { Problem } from '../../ui/problem.tsx'
import { detailRows } from '../form/items/details.ts'
import { headerNames, names } from '../form/text.ts'
import { Comment, CommentForm, useComments } from './comments.tsx'
import {
  type Change,
  type LineChange,
  lineChangesOf,
  type Sent,
  useChanges,
  useHistory,
  useSent,
} from './history.ts'
import { useLinks } from './send/links.ts'
import { SentLink } from './send/sent-link.tsx'
import { text } from './text.ts'
import { VersionDialog } from './versions/version-dialog.tsx'

/** A change of hundreds of lines is told by its first. */
const LINES_SHOWN = 8

/** Who changed or noted what and when, and whether each webhook got a change. The newest first. */
export function Timeline({ order, onRestored }: { order: Order; onRestored: () => void }) {
  const { id } = order
  const t = useTexts(text)
  const history = useHistory(id)
  const comments = useComments(id)
  const sent = useSent(id)
  const links = useLinks(id)
  const mayComment = useMay()('orders:write')
  const [shown, setShown] = useState<OrderEvent>()
  return (
    <section className="panel order__history" aria-label={t.history}>
      <h2>{t.history}</h2>
      <Problem error={history.error ?? comments.error ?? sent.error ?? links.error} />
      {mayComment && <CommentForm order={order} />}
      {history.data ? (
        <ol className="timeline">
          {inTurn(history.data, comments.data ?? [], links.data ?? []).map((one) =>
            'opened_count' in one ? (
              <SentLink key={`link ${one.id}`} link={one} mayEnd={mayComment} />
            ) : 'text' in one ? (
              <Comment key={`comment ${one.id}`} comment={one} />
            ) : (
              <Happening
                key={one.id}
                event={one}
                sent={sent.data?.get(one.version) ?? []}
                onShow={() => setShown(one)}
              />
            ),
          )}
        </ol>
      ) : (
        !history.error && <Skeleton lines={3} />
      )}
      {shown && history.data && (
        <VersionDialog
          key={shown.id}
          order={order}
          event={shown}
          events={history.data}
          onClose={() => setShown(undefined)}
          onRestored={onRestored}
        />
      )}
    </section>
  )
}

/** Changes, comments and links by their times, the newest first. */
function inTurn(
  events: readonly OrderEvent[],
  comments: readonly OrderComment[],
  links: readonly OrderLink[],
) {
  type One = OrderEvent | OrderComment | OrderLink
  const timeOf = (one: One) => ('created_at' in one ? one.created_at : one.time)
  return [...events, ...comments, ...links].toSorted((a, b) => timeOf(b).localeCompare(timeOf(a)))
}

const verbs: Record<string, 'created' | 'updated' | 'deleted' | 'corrected'> = {
  'order.created': 'created',
  'order.deleted': 'deleted',
  'order.corrected': 'corrected',
}

function Happening({
  event,
  sent,
  onShow,
}: {
  event: OrderEvent
  sent: readonly Sent[]
  onShow: () => void
}) {
  const t = useTexts(text)
  const f = useFormats()
  const verb = verbs[event.type] ?? 'updated'
  return (
    <li className="timeline__event">
      <p>
        <strong>{event.token?.name ?? t.somebody}</strong> {t[verb]}{' '}
        <time className="quiet" dateTime={event.time} title={f.ago(event.time)}>
          {f.dateTime(event.time)}
        </time>{' '}
        <Button size="small" aria-label={t.seeVersion(event.version)} onClick={onShow}>
          {t.version(event.version)}
        </Button>
      </p>
      {event.restored_version !== undefined && <p>{t.restored(event.restored_version)}</p>}
      {event.reason !== undefined && <p>{t.because(event.reason)}</p>}
      {(verb === 'updated' || verb === 'corrected') && <Changes event={event} />}
      {sent.length > 0 && (
        <ul className="timeline__sent">
          {sent.map((one) => (
            <Delivery key={one.delivery.id} sent={one} />
          ))}
        </ul>
      )}
    </li>
  )
}

function Changes({ event }: { event: OrderEvent }) {
  const t = useTexts(text)
  const n = useTexts(headerNames)
  const custom = useCustomChanges(event)
  const lines = lineChangesOf(event)
  const changes = useChanges(event)
  return (
    <ul className="timeline__changes">
      {[...changes, ...custom].map(({ field, before, after }) => (
        <li key={field}>
          <span className="quiet">{n[field as keyof typeof n] ?? field}:</span>{' '}
          <Moved before={before} after={after} />
        </li>
      ))}
      {lines.slice(0, LINES_SHOWN).map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what has happened does not change
        <li key={place}>
          <LineStory line={line} />
        </li>
      ))}
      {lines.length > LINES_SHOWN && (
        <li className="quiet">{t.moreChanges(lines.length - LINES_SHOWN)}</li>
      )}
    </ul>
  )
}

/** Of the custom fields each that changed, by its label. */
function useCustomChanges({ changed_fields, previous, data }: OrderEvent): Change[] {
  const show = useShown()
  const declared = useDeclared('orders')
  const was = { custom_fields: (previous?.['custom_fields'] ?? {}) as Record<string, string> }
  const keys = { ...was.custom_fields, ...data.custom_fields }
  const fields = useCustomFields(declared, { custom_fields: keys })
  if (!changed_fields.includes('custom_fields')) return []
  return fields
    .filter((field) => rawOf(field, was) !== rawOf(field, data))
    .map((field) => ({
      field: field.label,
      before: show(field, rawOf(field, was)),
      after: show(field, rawOf(field, data)),
    }))
}

function Moved({ before, after }: { before: string; after: string }) {
  const t = useTexts(text)
  return (
    <>
      <s className="quiet">
        <span className="visually-hidden">{t.from} </span>
        {before || t.nothing}
      </s>
      <Icon name="right" size={12} /> {after || t.nothing}
    </>
  )
}

function LineStory({ line: { product, kind, cells, details } }: { line: LineChange }) {
  const t = useTexts(text)
  const n = useTexts(names)
  const language = useLanguage()
  const { decimal } = useFormats()
  const nameOf = (detail: string) => {
    const row = detailRows.find(({ name }) => name === detail)
    return row ? wordOf(row.label, language) : n[detail as keyof typeof n]
  }
  const figure = (value: string) => (value === '' ? '' : decimal(value))
  if (kind !== 'changed') {
    const quantity = cells[0]?.[kind === 'added' ? 'after' : 'before'] ?? ''
    return (
      <>
        {kind === 'added' ? t.added : t.takenOut} {figure(quantity)} × {product}
      </>
    )
  }
  return (
    <>
      {product}
      {cells.map(({ cell, before, after }) => (
        <span key={cell} className="timeline__cell">
          <span className="quiet">{n[cell]}:</span>{' '}
          <Moved before={figure(before)} after={figure(after)} />
        </span>
      ))}
      {details.map(({ detail, before, after }) => (
        <span key={detail} className="timeline__cell">
          <span className="quiet">{nameOf(detail)}:</span> <Moved before={before} after={after} />
        </span>
      ))}
    </>
  )
}

function Delivery({ sent: { host, delivery } }: { sent: Sent }) {
  const t = useTexts(text)
  const { dateTime, time } = useFormats()
  const isThere = delivery.outcome === 'delivered'
  const why = delivery.status ?? delivery.failure ?? ''
  return (
    <li>
      <span className="quiet">
        {t.sent} {host}:
      </span>{' '}
      <StatusBadge tone={isThere ? 'good' : 'bad'}>
        {isThere ? t.delivered : `${t.failed} (${why})`}
      </StatusBadge>{' '}
      <span className="quiet">
        {dateTime(delivery.time)}
        {delivery.next_attempt_at && `, ${t.nextAttempt(time(delivery.next_attempt_at))}`}
      </span>
    </li>
  )
}
