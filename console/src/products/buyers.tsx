import type { OrderSummary } from '@pedido/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { LeftOut, leftOutOf } from '../common/left-out.tsx'
import { pedido } from '../session/client.ts'
import { useFormats } from '../text/formats.ts'
import { useTexts } from '../text/texts.ts'
import { Money, Skeleton } from '../ui/pieces.tsx'
import { Problem } from '../ui/problem.tsx'
import { text } from './text.ts'

const SHOWN = 10
/** Beyond so many products that were ordered together with it, its own sums are not shown. */
const PRODUCTS = 1_000

/** How much of a product was ordered, and by whom most often. */
export function Buyers({ id }: { id: number }) {
  const t = useTexts(text)
  const { buyers, sums, left } = useBuyersOf(id)
  const found = buyers.data
  return (
    <section className="panel stack" aria-labelledby="buyers">
      <header className="row spread">
        <h2 id="buyers">{t.buyers}</h2>
        <Link href={`/orders?id_item=${id}`}>{t.allOrders}</Link>
      </header>
      <Problem error={buyers.error ?? sums.error ?? left.error} />
      {(buyers.isPending || sums.isPending) && <Skeleton lines={5} />}
      <LeftOut left={left.data} href={`/orders?id_item=${id}&counts=false`} />
      {found?.count === 0 && <p className="quiet">{t.noBuyers}</p>}
      {found && found.count > 0 && (
        <>
          <Figures count={found.count} product={sums.data} />
          <BuyersTable id={id} groups={found.groups} />
          {found.omitted.groups > 0 && (
            <p className="quiet">{t.moreBuyers(found.omitted.groups)}</p>
          )}
        </>
      )}
    </section>
  )
}

function useBuyersOf(id: number) {
  const buyers = useQuery({
    queryKey: ['orders', 'summary', { id_item: id, counts: true, group_by: 'customer' }],
    queryFn: ({ signal }) =>
      pedido.orders.summarize(
        { id_item: id, counts: true, group_by: ['customer'], sort: '-count', limit: SHOWN },
        { signal },
      ),
  })
  const sums = useQuery({
    queryKey: ['orders', 'summary', { id_item: id, counts: true, group_by: 'product' }],
    queryFn: async ({ signal }) => {
      const query = {
        id_item: id,
        counts: true,
        group_by: ['product' as const],
        limit: PRODUCTS,
      }
      const { groups } = await pedido.orders.summarize(query, { signal })
      return groups.find(({ product }) => product?.id === id) ?? null
    },
  })
  const left = useQuery({
    queryKey: ['orders', 'summary', { id_item: id, counts: false }],
    queryFn: ({ signal }) => pedido.orders.summarize(leftOutOf({ id_item: id }), { signal }),
  })
  return { buyers, sums, left }
}

type Group = OrderSummary['groups'][number]

/** How often it was ordered, and how much of it. */
function Figures({ count, product }: { count: number; product: Group | null | undefined }) {
  const t = useTexts(text)
  const { decimal } = useFormats()
  return (
    <dl className="common__figures">
      <div>
        <dt>{t.orders}</dt>
        <dd>{decimal(count)}</dd>
      </div>
      {product && (
        <>
          <div>
            <dt>{t.quantity}</dt>
            <dd>{decimal(product.quantity ?? 0)}</dd>
          </div>
          <div>
            <dt>{t.sold}</dt>
            <dd>
              <Money amount={product.sum} />
            </dd>
          </div>
        </>
      )}
    </dl>
  )
}

function BuyersTable({ id, groups }: { id: number; groups: readonly Group[] }) {
  const t = useTexts(text)
  const { decimal } = useFormats()
  return (
    <table className="common__table">
      <thead>
        <tr>
          <th scope="col">{t.customer}</th>
          <th scope="col" className="common__end">
            {t.orders}
          </th>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ customer, count }) => (
          <tr key={customer?.id}>
            <th scope="row">
              <Link href={`/customers/${customer?.id}`}>{customer?.name}</Link>
            </th>
            <td className="common__end">
              <Link href={`/orders?id_item=${id}&id_customer=${customer?.id}&counts=true`}>
                {decimal(count)}
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
