import type { OrderStatus, OrderStatusInput } from '@pedido/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { FieldOf } from '../../common/form/fields.ts'
import { RecordForm } from '../../common/form/record-form.tsx'
import { useRecordFields } from '../../common/records/fields.ts'
import { RemoveDialog } from '../../common/remove.tsx'
import { useStatusName } from '../../common/status.ts'
import { text as commonText } from '../../common/text.ts'
import { pedido } from '../../session/client.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/pieces.tsx'
import { Problem } from '../../ui/problem.tsx'
import { toast } from '../../ui/toasts.tsx'
import { STATUSES } from './statuses.ts'
import { text } from './text.ts'

const TO = 'next/'

/** The form has a mark for each status that orders can move to; the service one list of them. */
const shape = (status: OrderStatus) => ({
  ...status,
  ...Object.fromEntries(status.next.map((id) => [`${TO}${id}`, true])),
})

/** What the form changed, as the service takes it: the moves that were not touched stay. */
function bodyOf(body: Record<string, unknown>, before: readonly number[]): Record<string, unknown> {
  const { moves, rest } = Object.entries(body).reduce(
    (all, [name, value]) => {
      if (name.startsWith(TO)) all.moves.set(Number(name.slice(TO.length)), value === true)
      else all.rest[name] = value
      return all
    },
    { moves: new Map<number, boolean>(), rest: {} as Record<string, unknown> },
  )
  if (moves.size === 0) return rest
  const kept = before.filter((id) => moves.get(id) !== false)
  const added = [...moves].filter(([id, is]) => is && !before.includes(id)).map(([id]) => id)
  return { ...rest, next: [...kept, ...added] }
}

interface StatusPanelProps {
  id: number | undefined
  statuses: readonly OrderStatus[]
  onClose: () => void
  onSaved: (status: OrderStatus) => void
}

/** A status and where it leads, or a new one. */
export function StatusPanel({ id, statuses, onClose, onSaved }: StatusPanelProps) {
  const found = useQuery({
    queryKey: [...STATUSES, id],
    queryFn: ({ signal }) => pedido.orderStatuses.read(id ?? 0, { signal }),
    enabled: id !== undefined,
    structuralSharing: false,
    gcTime: 0,
    staleTime: 0,
  })
  const status = found.data
  if (id !== undefined && !status)
    return found.error ? <Problem error={found.error} /> : <Skeleton />
  return (
    <>
      <StatusForm
        key={status?.updated_at ?? 'new'}
        {...{ id, status, statuses, onClose, onSaved }}
      />
      {status && <StatusFoot status={status} renew={found.refetch} onRemoved={onClose} />}
    </>
  )
}

function StatusForm({
  id,
  status,
  statuses,
  onClose,
  onSaved,
}: StatusPanelProps & { status: OrderStatus | undefined }) {
  const t = useTexts(text)
  const c = useTexts(commonText)
  const { nameOf } = useStatusName()
  const queries = useQueryClient()
  const [known, setKnown] = useState<OrderStatus>()
  const own = useRecordFields('order-statuses')
  const fields: FieldOf[] = [
    // It is a narrow form.
    ...own.map((field) => ({ ...field, isWide: true })),
    ...statuses
      .filter((one) => one.id !== id)
      .map((one): FieldOf => ({ name: `${TO}${one.id}`, label: t.to(nameOf(one)), kind: 'check' })),
  ]
  return (
    <RecordForm
      name={`order-statuses/${id ?? 'new'}`}
      fields={fields}
      record={status}
      // The standard ones are called what they are called everywhere else on the page.
      shape={(one) => ({ ...shape(one), name: nameOf(one) })}
      autoFocus={id === undefined}
      read={async () => {
        const fresh = await pedido.orderStatuses.read(id ?? 0)
        setKnown(fresh)
        return fresh
      }}
      save={(body, etag) => {
        const sent = bodyOf(body, (known ?? status)?.next ?? [])
        if (id === undefined)
          return pedido.orderStatuses.create(sent as unknown as OrderStatusInput)
        return pedido.orderStatuses.update(id, sent, etag === undefined ? {} : { ifMatch: etag })
      }}
      onSaved={(saved) => {
        queries.setQueryData([...STATUSES, saved.id], saved)
        void queries.invalidateQueries({ queryKey: STATUSES })
        toast({ text: c.saved })
        onSaved(saved)
      }}
      onCancel={onClose}
    />
  )
}

/** The way to its orders, and to its end. */
function StatusFoot({
  status,
  renew,
  onRemoved,
}: {
  status: OrderStatus
  renew: () => unknown
  onRemoved: () => void
}) {
  const t = useTexts(text)
  const c = useTexts(commonText)
  const { nameOf } = useStatusName()
  const queries = useQueryClient()
  const [isRemoving, setRemoving] = useState(false)
  const { id } = status
  return (
    <div className="row spread">
      <Link href={`/orders?status=${id}`}>{t.orders}</Link>
      <Button look="danger" size="small" onClick={() => setRemoving(true)}>
        <Icon name="trash" size={16} />
        {c.remove}
      </Button>
      <RemoveDialog
        name={nameOf(status)}
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        remove={() => pedido.orderStatuses.delete(id, { ifMatch: status })}
        renew={renew}
        onRemoved={() => {
          const others = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] !== id
          void queries.invalidateQueries({ queryKey: STATUSES, predicate: others })
          onRemoved()
        }}
        uses={{ orders: `/orders?status=${id}` }}
      />
    </div>
  )
}
