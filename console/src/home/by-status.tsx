import type { Order, OrderStatus } from '@pedido/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useStatusName } from '../common/status.ts'
import { pedido } from '../session/client.ts'
import { useFormats } from '../text/formats.ts'
import { useTexts } from '../text/texts.ts'
import { Money } from '../ui/pieces.tsx'
import { ordersHref } from './days/days.ts'
import { FigureTable } from './figure-table.tsx'
import { Panel } from './panel.tsx'
import { useSummary } from './summary.ts'
import { text } from './text.ts'

/** Orders that have somewhere to go, by where they are, each with the one that waits longest. */
export function ByStatus() {
  const t = useTexts(text)
  const { nameOf } = useStatusName()
  const statuses = useQuery({
    queryKey: ['order-statuses', 'all'],
    queryFn: async ({ signal }) => {
      const all: OrderStatus[] = []
      for await (const one of pedido.orderStatuses.list({ sort: 'id' }, { signal })) all.push(one)
      return all
    },
  })
  const open = openOf(statuses.data ?? [])
  // A hundred is what a filter takes; nobody has as many.
  const ids = open.slice(0, 100).map(({ id }) => id)
  const query = { group_by: ['status'] as ['status'], ...(ids.length > 0 && { status: ids }) }
  const summary = useSummary(undefined, query, statuses.isSuccess)
  return (
    <Panel<unknown> title={t.waiting} found={statuses.error ? statuses : summary} lines={6}>
      {() => {
        const known = new Map(summary.data?.groups.map((group) => [group.status?.id, group]))
        const rows = open.flatMap((status) => known.get(status.id) ?? [])
        if (rows.length === 0) return <p className="quiet">{t.waitingNone}</p>
        return (
          <FigureTable
            heads={[
              { label: t.status },
              { label: t.ordersColumn, isFigure: true },
              { label: t.value, isFigure: true, isDesk: true },
              { label: t.oldest },
            ]}
          >
            {rows.map(({ status, count, sum }) => (
              <tr key={status?.id}>
                <th scope="row">
                  <Link href={ordersHref(undefined, { status: status?.id ?? 0, sort: 'date' })}>
                    {status && nameOf(status)}
                  </Link>
                </th>
                <td className="home__end figures">{count}</td>
                <td className="home__end home__desk">
                  <Money amount={sum} />
                </td>
                <td>{status && <Oldest status={status.id} />}</td>
              </tr>
            ))}
          </FigureTable>
        )
      }}
    </Panel>
  )
}

/** Those that lead on; all, where an account has no moves. */
function openOf(statuses: readonly OrderStatus[]): readonly OrderStatus[] {
  const open = statuses.filter(({ next }) => next.length > 0)
  return open.length > 0 ? open : statuses
}

function Oldest({ status }: { status: number }) {
  const { ago, date } = useFormats()
  const found = useQuery({
    queryKey: ['orders', 'oldest', status],
    queryFn: ({ signal }) => oldestOf(status, signal),
  })
  const order = found.data
  if (!order) return found.error ? '–' : null
  return (
    <Link href={`/orders/${order.id}`} className="home__oldest" title={date(order.date)}>
      <span>{ago(order.date)}</span> <span className="quiet">{order.customer?.name}</span>
    </Link>
  )
}

type Short = Pick<Order, 'id' | 'date' | 'customer'>

async function oldestOf(status: number, signal: AbortSignal): Promise<Short | null> {
  const list = pedido.orders.list(
    { status: [status], sort: 'date', limit: 1, fields: ['id', 'date', 'customer'] },
    { signal },
  )
  for await (const order of list) return order
  return null
}
