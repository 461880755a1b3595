import type { OrderEvent, OrderItem, WebhookDelivery } from '@pedido/client'
import { taxesOfColumns, taxLabel } from '@pedido/model/taxes'
import { useQuery } from '@tanstack/react-query'
import { pedido } from '../../session/client.ts'
import { useMay } from '../../session/session.tsx'
import { CELLS, type Cell, cellOf, decimalText } from '../form/items/columns.ts'
import { DETAILS, type Detail, detailsOf, textOf } from '../form/items/details.ts'
import { isOfRule } from '../of-rule.ts'
import { propertyRows } from '../properties.ts'
import { usePropertyText } from '../property-text.ts'

export const HISTORY = ['order-history']

/** Every change of an order, the newest first. */
export function useHistory(id: number) {
  return useQuery({
    queryKey: [...HISTORY, id],
    queryFn: async ({ signal }) => {
      const events: OrderEvent[] = []
      for await (const event of pedido.orders.listHistory(id, {}, { signal })) events.push(event)
      return events.reverse()
    },
  })
}

/** What became of sending one change to one receiver: the last attempt. */
export interface Sent {
  host: string
  delivery: WebhookDelivery
}

/** Whether each webhook got each change, by the change's version: for those who may see webhooks. */
export function useSent(id: number) {
  const may = useMay()
  return useQuery({
    queryKey: [...HISTORY, id, 'sent'],
    enabled: may('webhooks:manage') && may('orders:read'),
    queryFn: async ({ signal }) => {
      const subject = `/orders/${id}`
      const webhooks = await Array.fromAsync(pedido.webhooks.list({}, { signal }))
      if (webhooks.length === 0) return new Map<number, Sent[]>()
      const [versions, ...lists] = await Promise.all([
        versionsOf(subject, signal),
        ...webhooks.map(async ({ id: id_webhook, url }) => {
          const deliveries = pedido.webhooks.listDeliveries(id_webhook, { subject }, { signal })
          const host = new URL(url).host
          return Array.fromAsync(deliveries, (delivery) => ({ host, delivery }))
        }),
      ])
      const sent = new Map<number, Sent[]>()
      const seen = new Set<string>()
      for (const one of lists.flat()) {
        const { event_id, id_webhook } = one.delivery
        const version = versions.get(event_id)
        const key = `${event_id} ${id_webhook}`
        // The newest attempt comes first, and says how it stands.
        if (version === undefined || seen.has(key)) continue
        seen.add(key)
        sent.set(version, [...(sent.get(version) ?? []), one])
      }
      return sent
    },
  })
}

/** The feed names an event as the receivers know it, and the change's version. */
async function versionsOf(subject: string, signal: AbortSignal): Promise<Map<string, number>> {
  const versions = new Map<string, number>()
  for await (const event of pedido.events.list({ subject }, { signal })) {
    if ('version' in event.data) versions.set(event.id, event.data.version)
  }
  return versions
}

/** One thing that a change changed, as people read it. */
export interface Change {
  field: string
  before: string
  after: string
}

/** What a change changed but for the items and custom fields. */
export function useChanges({ changed_fields, previous, data }: OrderEvent): Change[] {
  const textOf = usePropertyText()
  return (
    propertyRows
      .filter(({ name }) => name !== 'updated_at' && changed_fields.includes(name))
      // Most customers pay the total: to say both would say one thing twice.
      .filter(({ kind }) => kind !== 'payable' || !isPaidInFull(data) || !isPaidInFull(previous))
      .map((row) => ({
        field: row.name,
        before: textOf(row, previous?.[row.name]),
        after: textOf(row, data[row.name]),
      }))
  )
}

const isPaidInFull = (order: object | null) =>
  order !== null && Reflect.get(order, 'payable_value') === Reflect.get(order, 'total_value')

export interface LineChange {
  product: string
  kind: 'added' | 'removed' | 'changed'
  cells: { cell: Cell; before: string; after: string }[]
  /** What the invoice says of it beside its figures. */
  details: { detail: LineText; before: string; after: string }[]
}

/** What of a line is no figure. */
type LineText = Detail | 'operation' | 'description' | 'lots' | 'taxes'
const LINE_TEXTS: readonly LineText[] = ['operation', 'description', ...DETAILS, 'lots', 'taxes']

function lineText(item: OrderItem, name: LineText): string {
  // Events of earlier versions have no lots and lists of taxes.
  const { description, lots, taxes } = item
  if (name === 'description') return description ?? ''
  if (name === 'operation') return item.operation?.name ?? ''
  if (name === 'lots')
    return (lots ?? [])
      .map(({ number, quantity }) => `${number} × ${decimalText(quantity)}`)
      .join(', ')
  if (name !== 'taxes') return textOf(detailsOf(item), name)
  return (taxes ?? [])
    .filter((one) => !isOfRule(one) && !taxesOfColumns.includes(one.tax))
    .map(({ tax, rate, value }) =>
      [taxLabel(tax), rate === 0 ? decimalText(value) : `${decimalText(rate)}%`].join(' '),
    )
    .join(', ')
}

/** What a change changed of the items. */
export function lineChangesOf({ previous, data }: OrderEvent): LineChange[] {
  const before = previous?.['items'] as OrderItem[] | undefined
  if (!before) return []
  const was = new Map(before.map((item) => [item.id, item]))
  const now = new Set(data.items.map(({ id }) => id))
  const removed = before.filter(({ id }) => !now.has(id))
  return [
    ...data.items.flatMap((item): LineChange[] => {
      const old = was.get(item.id)
      if (!old) return [lineChange(item, 'added', [{ cell: 'quantity', item }])]
      const cells = CELLS.filter((cell) => cellOf(old, cell) !== cellOf(item, cell))
      const details = LINE_TEXTS.map((detail) => ({
        detail,
        before: lineText(old, detail),
        after: lineText(item, detail),
      })).filter(({ before, after }) => before !== after)
      if (cells.length + details.length === 0 && old.item.id === item.item.id) return []
      const figures = cells.map((cell) => ({ cell, old, item }))
      return [{ ...lineChange(item, 'changed', figures), details }]
    }),
    ...removed.map((item) => lineChange(item, 'removed', [{ cell: 'quantity', old: item }])),
  ]
}

function lineChange(
  { item }: OrderItem,
  kind: LineChange['kind'],
  cells: { cell: Cell; old?: OrderItem; item?: OrderItem }[],
): LineChange {
  const value = (one: OrderItem | undefined, cell: Cell) => (one ? cellOf(one, cell) : '')
  return {
    product: item.name,
    kind,
    details: [],
    cells: cells.map(({ cell, old, item: present }) => ({
      cell,
      before: value(old, cell),
      after: value(present, cell),
    })),
  }
}
