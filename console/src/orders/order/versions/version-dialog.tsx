import type { Order, OrderDiff, OrderDifference, OrderEvent } from '@pedido/client'
import { lineRows } from '@pedido/model/invoices/lines'
import { itemFigures } from '@pedido/model/item'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { pedido } from '../../../session/client.ts'
import { useMay } from '../../../session/session.tsx'
import { useFormats } from '../../../text/formats.ts'
import { useLanguage } from '../../../text/language.ts'
import { useTexts, wordOf } from '../../../text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select, TextInput } from '../../../ui/fields/inputs.tsx'
import { useSubmit } from '../../../ui/fields/submit.ts'
import { Skeleton } from '../../../ui/pieces.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { toast } from '../../../ui/toasts.tsx'
import { headerNames } from '../../form/text.ts'
import { type PropertyRow, propertyRows } from '../../properties.ts'
import { usePropertyText } from '../../property-text.ts'
import { useStatuses } from '../../statuses.ts'
import { OrderView } from '../order-view.tsx'
import { text } from '../text.ts'

interface VersionsProps {
  order: Order
  /** The version that is looked at. */
  event: OrderEvent
  /** All changes, the newest first. */
  events: readonly OrderEvent[]
  onClose: () => void
  onRestored: () => void
}

/** What an order was in one of its versions, what differs from another one, and back to it. */
export function VersionDialog(props: VersionsProps) {
  const { event, onClose } = props
  const t = useTexts(text)
  const f = useFormats()
  const [view, setView] = useState<'order' | 'compare' | 'restore'>('order')
  const may = useMay()
  const isLast = props.events[0]?.version === event.version
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title={t.versionOf(event.version, f.dateTime(event.time))}
      foot={
        <>
          {view !== 'order' && <Button onClick={() => setView('order')}>{t.asItWas}</Button>}
          {view !== 'compare' && <Button onClick={() => setView('compare')}>{t.compare}</Button>}
          {view !== 'restore' && !isLast && may('orders:write') && (
            <Button onClick={() => setView('restore')}>{t.restore}</Button>
          )}
        </>
      }
    >
      {view === 'order' && <OrderView order={event.data} />}
      {view === 'compare' && <Comparison {...props} />}
      {view === 'restore' && <Restoration {...props} />}
    </Dialog>
  )
}

function Comparison({ order: { id }, event: { version }, events }: VersionsProps) {
  const t = useTexts(text)
  const f = useFormats()
  const [other, setOther] = useState('current')
  const diff = useQuery({
    queryKey: ['order-versions', id, version, other, events[0]?.version],
    queryFn: ({ signal }) =>
      pedido.orders.readVersionDiff(id, version, { with: other }, { signal }),
  })
  const others = events.filter((one) => one.version !== version)
  return (
    <>
      <Select
        label={t.compareWith}
        value={other}
        onChange={setOther}
        options={[
          { value: 'current', label: t.asItIsNow },
          ...others.map((one) => ({
            value: String(one.version),
            label: t.versionOf(one.version, f.dateTime(one.time)),
          })),
        ]}
      />
      <Problem error={diff.error} />
      {diff.data ? <Differences diff={diff.data} /> : !diff.error && <Skeleton lines={3} />}
    </>
  )
}

/** What a restoration would change; of a locked order it is a correction, which says why. */
function Restoration({ order, event: { version }, onClose, onRestored }: VersionsProps) {
  const t = useTexts(text)
  const may = useMay()
  const form = useId()
  const { statuses } = useStatuses()
  const isLocked = statuses.find(({ id }) => id === order.status.id)?.locked ?? false
  const asksWhy = isLocked && may('orders:correct')
  const [why, setWhy] = useState('')
  const tried = useQuery({
    queryKey: ['order-versions', order.id, version, 'restore', order.updated_at, asksWhy],
    queryFn: ({ signal }) =>
      pedido.orders.restoreVersion(
        order.id,
        version,
        { dry_run: true },
        { signal, ...(asksWhy ? { correction: t.restore } : {}) },
      ),
  })
  const { submit, isBusy, error } = useSubmit(async () => {
    const options = asksWhy && why.trim() !== '' ? { correction: why.trim() } : {}
    await pedido.orders.restoreVersion(order.id, version, {}, { ifMatch: order, ...options })
    toast({ text: t.restored(version), tone: 'good' })
    onRestored()
    onClose()
  })
  const diff = tried.data?.diff
  const isSame = diff !== undefined && isEmpty(diff)
  return (
    <form id={form} onSubmit={submit} noValidate>
      <Problem error={error ?? tried.error} />
      {diff ? <Differences diff={diff} /> : !tried.error && <Skeleton lines={3} />}
      {diff && !isSame && asksWhy && (
        <TextInput label={t.why} hint={t.whyCorrected} value={why} onChange={setWhy} required />
      )}
      {diff && !isSame && (
        <Button
          look="primary"
          type="submit"
          isBusy={isBusy}
          disabled={asksWhy && why.trim() === ''}
        >
          {t.restoreThis}
        </Button>
      )}
    </form>
  )
}

const isEmpty = ({ changes, items }: OrderDiff) =>
  changes.length + items.added.length + items.removed.length + items.changed.length === 0

/** What differs, as people read it. */
function Differences({ diff }: { diff: OrderDiff }) {
  const t = useTexts(text)
  const f = useFormats()
  const read = useDifference()
  if (isEmpty(diff)) return <p className="quiet">{t.nothingDiffers}</p>
  const { added, removed, changed } = diff.items
  return (
    <ul className="timeline__changes">
      {diff.changes.map((one) => (
        <li key={one.pointer}>{read(one)}</li>
      ))}
      {added.map(({ id, quantity, item }) => (
        <li key={id}>
          {t.added} {f.decimal(String(quantity))} × {item.name}
        </li>
      ))}
      {removed.map(({ id, quantity, item }) => (
        <li key={id}>
          {t.takenOut} {f.decimal(String(quantity))} × {item.name}
        </li>
      ))}
      {changed.map(({ id, item, changes }) => (
        <li key={id}>
          {(item as { name: string }).name}
          {changes.map((one) => (
            <span key={one.pointer} className="timeline__cell">
              {read(one)}
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}

const figures = new Map<string, readonly [string, string]>(
  Object.values(itemFigures).map(({ column, label }) => [column, label]),
)
const linesByName = new Map<string, readonly [string, string]>(
  lineRows.map(({ name, label }) => [name, label]),
)
const rowsByName = new Map<string, PropertyRow>(propertyRows.map((row) => [row.name, row]))

/** One difference in words: what it is, what it was and what it is. */
function useDifference() {
  const t = useTexts(text)
  const n = useTexts(headerNames)
  const language = useLanguage()
  const f = useFormats()
  const textOf = usePropertyText()
  return ({ pointer, from, to }: OrderDifference) => {
    const [first = '', ...rest] = pointer.slice(1).split('/')
    const row = rest.length === 0 ? rowsByName.get(first) : undefined
    const known = n[first as keyof typeof n]
    const label = figures.get(first) ?? (known ? undefined : linesByName.get(first))
    const name = label ? wordOf(label, language) : (known ?? first)
    const shown = (value: unknown) => {
      if (value === null || value === undefined) return t.nothing
      if (row) return textOf(row, value) || t.nothing
      if (typeof value === 'number') return f.decimal(String(value))
      return typeof value === 'object' ? JSON.stringify(value) : String(value)
    }
    return (
      <>
        <span className="quiet">{[name, ...rest].join(' ')}:</span>{' '}
        <s className="quiet">{shown(from)}</s> → {shown(to)}
      </>
    )
  }
}
