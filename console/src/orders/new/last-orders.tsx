import type { Order } from '@pedido/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { pedido } from '../../session/client.ts'
import { useIsRestricted } from '../../session/session.tsx'
import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Money, Skeleton } from '../../ui/pieces.tsx'
import { Problem } from '../../ui/problem.tsx'
import { text } from './text.ts'

const SHOWN = 4

/** The customer's newest orders, to repeat from. */
export function LastOrders({
  id_customer,
  onRepeat,
}: {
  id_customer: number
  onRepeat: (order: Order) => Promise<void>
}) {
  const t = useTexts(text)
  const isRestricted = useIsRestricted()
  const repeat = useMutation({ mutationFn: onRepeat })
  const { date } = useFormats()
  const { data, error } = useQuery({
    queryKey: ['orders', 'last', id_customer],
    queryFn: async ({ signal }) => {
      const list = pedido.orders.list({ id_customer, sort: '-date' }, { signal })
      return (await list.page({ limit: SHOWN })).data
    },
  })
  if (error) return <Problem error={error} />
  if (!data) return <Skeleton lines={2} />
  if (data.length === 0)
    return <p className="quiet">{isRestricted ? t.noOrdersSeen : t.noOrders}</p>
  return (
    <div className="last-orders">
      <h2>{t.lastOrders}</h2>
      <Problem error={repeat.error} />
      <ul>
        {data.map((order) => (
          <li key={order.id}>
            <Button
              size="small"
              isBusy={repeat.isPending && repeat.variables.id === order.id}
              onClick={() => repeat.mutate(order)}
            >
              {t.repeat(order.fk_id ?? `#${order.id}`)}
            </Button>
            <span className="last-orders__what">
              <span className="quiet">{date(order.date)}</span>
              <span className="quiet">{t.lines(order.items.length)}</span>
              <Money amount={order.total_value} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
