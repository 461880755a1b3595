import type { NumberGap } from '@pedido/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { isGone, Missing } from '../../common/missing.tsx'
import { PagedTable, usePaged } from '../../common/records/paged.tsx'
import { pedido } from '../../session/client.ts'
import { useMay } from '../../session/session.tsx'
import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { useTitle } from '../../ui/page/title.ts'
import { EmptyState, Page } from '../../ui/pieces.tsx'
import type { Column } from '../../ui/table.tsx'
import { text } from './text.ts'

/** The numbers of a series that no order has, oldest first. */
export default function GapsPage({ id }: { id: number }) {
  const t = useTexts(text)
  useTitle(t.title)
  const series = useQuery({
    queryKey: ['number-series', id],
    queryFn: ({ signal }) => pedido.numberSeries.read(id, { signal }),
  })
  const found = usePaged({
    key: ['number-series', id, 'gaps'],
    read: (place, signal) =>
      pedido.numberSeries.listGaps(id, {}, { signal }).page({ limit: 100, ...place }),
  })
  const columns = useColumns()
  const why = useWhy()
  if (!series.data || isGone(series.error))
    return <Missing title={t.title} error={series.error} href="/records/number-series" />
  const back = <ButtonLink href={`/records/number-series/${id}`}>{t.back}</ButtonLink>
  return (
    <Page title={t.titleOf(series.data.name)} sub={t.sub} actions={back} isFull>
      <PagedTable
        found={found}
        none={
          <EmptyState icon="records" title={t.noneTitle}>
            {t.none}
          </EmptyState>
        }
        label={t.title}
        columns={columns}
        idOf={(row) => row.id}
        card={{
          height: 64,
          show: (row) => (
            <div className="common__card">
              <strong>{columns[0]?.cell(row)}</strong>
              <span className="common__code">{why(row)}</span>
            </div>
          ),
        }}
      />
    </Page>
  )
}

function useWhy(): (gap: NumberGap) => string {
  const t = useTexts(text)
  return ({ state, number, last_number, id_order }) => {
    if (state === 'deleted') return t.deleted
    return id_order === null || number !== last_number ? t.leftOut : t.taken
  }
}

function useColumns(): Column<NumberGap>[] {
  const t = useTexts(text)
  const { dateTime } = useFormats()
  const maySeeOrders = useMay()('orders:read')
  const why = useWhy()
  return [
    {
      id: 'number',
      header: t.number,
      width: 'minmax(12rem, 1fr)',
      cell: ({ number, last_number: last }) => (number === last ? number : t.upTo(number, last)),
    },
    { id: 'why', header: t.why, width: 'minmax(14rem, 2fr)', cell: why },
    {
      id: 'order',
      header: t.order,
      width: '8rem',
      cell: ({ id_order, state }) => {
        if (id_order === null) return null
        const isThere = state === 'passed' && maySeeOrders
        return isThere ? <Link href={`/orders/${id_order}`}>{id_order}</Link> : id_order
      },
    },
    { id: 'who', header: t.who, width: 'minmax(10rem, 1fr)', cell: (row) => row.deleted_by },
    { id: 'when', header: t.when, width: '11rem', cell: (row) => dateTime(row.time) },
  ]
}
