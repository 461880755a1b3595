import type { OrderSummary } from '@pedido/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { LeftOut, leftOutOf } from '../common/left-out.tsx'
import { useStatusName } from '../common/status.ts'
import { pedido } from '../session/client.ts'
import { useIsRestricted } from '../session/session.tsx'
import { useFormats } from '../text/formats.ts'
import { useTexts } from '../text/texts.ts'
import { Money, Skeleton, StatusBadge } from '../ui/pieces.tsx'
import { Problem } from '../ui/problem.tsx'
import { text } from './text.ts'

const LAST = 8

/** What a customer has ordered: the sums, which the service makes, and the last orders. */
export function CustomerOrders({ id }: { id: number }) {
  const t = useTexts(text)
  const isRestricted = useIsRestricted()
  const { all, left, year, last } = useOrdersOf(id)
  return (
    <section className="panel stack" aria-labelledby="orders">
      <header className="row spread">
        <h2 id="orders">{t.orders}</h2>
        <Link href={`/orders?id_customer=${id}`}>{t.allOrders}</Link>
      </header>
      <Problem error={all.error ?? left.error ?? last.error} />
      {(all.isPending || last.isPending) && <Skeleton lines={5} />}
      {all.data && <Figures all={all.data} lastYear={year.data?.sum} />}
      <LeftOut left={left.data} href={`/orders?id_customer=${id}&counts=false`} />
      {isRestricted && Boolean(last.data?.length) && <p className="quiet">{t.ordersSeen}</p>}
      {last.data?.length === 0 && (
        <p className="quiet">{isRestricted ? t.noOrdersSeen : t.noOrders}</p>
      )}
      {last.data && last.data.length > 0 && <LastOrders orders={last.data} />}
    </section>
  )
}

function useOrdersOf(id: number) {
  const { day } = useFormats()
  const yearAgo = day(new Date(new Date().setFullYear(new Date().getFullYear() - 1)))
  const all = useQuery({
    queryKey: ['orders', 'summary', { id_customer: id, counts: true }],
    queryFn: ({ signal }) => pedido.orders.summarize({ id_customer: id, counts: true }, { signal }),
  })
  const left = useQuery({
    queryKey: ['orders', 'summary', { id_customer: id, counts: false }],
    queryFn: ({ signal }) => pedido.orders.summarize(leftOutOf({ id_customer: id }), { signal }),
  })
  const year = useQuery({
    queryKey: ['orders', 'summary', { id_customer: id, counts: true, order_date_from: yearAgo }],
    queryFn: ({ signal }) =>
      pedido.orders.summarize(
        { id_customer: id, counts: true, order_date_from: yearAgo },
        { signal },
      ),
  })
  const last = useQuery({
    queryKey: ['orders', 'last', { id_customer: id }],
    queryFn: async ({ signal }) => {
      const fields = ['id', 'fk_id', 'date', 'status', 'total_value'] as const
      const found = pedido.orders.list({ id_customer: id, fields, sort: '-date' }, { signal })
      return (await found.page({ limit: LAST })).data
    },
  })
  return { all, left, year, last }
}

function Figures({ all, lastYear }: { all: OrderSummary; lastYear: number | undefined }) {
  const t = useTexts(text)
  const sums = [
    [t.sum, all.sum],
    [t.lastYear, lastYear],
    [t.average, all.average],
  ] as const
  return (
    <dl className="common__figures">
      <div>
        <dt>{t.count}</dt>
        <dd>{all.count}</dd>
      </div>
      {sums.map(([label, amount]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Money amount={amount} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

type Orders = NonNullable<ReturnType<typeof useOrdersOf>['last']['data']>

function LastOrders({ orders }: { orders: Orders }) {
  const t = useTexts(text)
  const { date } = useFormats()
  const { nameOf, toneOf } = useStatusName()
  return (
    <div className="common__scroll">
      <table className="common__table">
        <thead>
          <tr>
            <th scope="col">{t.order}</th>
            <th scope="col" className="customers__desk">
              {t.date}
            </th>
            <th scope="col">{t.status}</th>
            <th scope="col" className="common__end">
              {t.value}
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id}>
              <th scope="row">
                <Link href={`/orders/${order.id}`}>{order.fk_id ?? `#${order.id}`}</Link>
                <span className="customers__phone quiet figures">{date(order.date)}</span>
              </th>
              <td className="customers__desk figures">{date(order.date)}</td>
              <td>
                <StatusBadge tone={toneOf(order.status)}>{nameOf(order.status)}</StatusBadge>
              </td>
              <td className="common__end">
                <Money amount={order.total_value} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
