import type { OrderSummary } from '@pedido/client'
import type { CSSProperties } from 'react'
import { Link } from 'wouter'
import { LeftOut } from '../common/left-out.tsx'
import { useFormats } from '../text/formats.ts'
import type { Period } from '../text/periods.ts'
import { useTexts } from '../text/texts.ts'
import { Money } from '../ui/pieces.tsx'
import { leftOutHref, type Span, soldHref } from './days/days.ts'
import { FigureTable } from './figure-table.tsx'
import { Panel } from './panel.tsx'
import { useLeftOut, useSold } from './summary.ts'
import { text } from './text.ts'

const SHOWN = 8

/** Who ordered the most, or what was, by value. */
export function Best({
  by,
  span,
  period,
}: {
  by: 'customer' | 'product'
  span: Span
  period: Period
}) {
  const t = useTexts(text)
  const left = useLeftOut(span)
  const found = useSold(span, { group_by: [by], limit: SHOWN })
  const title = by === 'customer' ? t.customers(t[period]) : t.products(t[period])
  return (
    <Panel title={title} found={found} lines={SHOWN}>
      {(summary) => (
        <>
          <Rows by={by} span={span} summary={summary} />
          <LeftOut left={left.data} href={leftOutHref(span)} />
        </>
      )}
    </Panel>
  )
}

function Rows({
  by,
  span,
  summary,
}: {
  by: 'customer' | 'product'
  span: Span
  summary: OrderSummary
}) {
  const t = useTexts(text)
  const { decimal } = useFormats()
  const most = summary.groups[0]?.sum ?? 0
  if (summary.groups.length === 0) return <p className="quiet">{t.noOrders}</p>
  const filter = by === 'customer' ? 'id_customer' : 'id_item'
  return (
    <FigureTable
      heads={[
        { label: by === 'customer' ? t.customer : t.product },
        {
          label: by === 'customer' ? t.ordersColumn : t.quantity,
          isFigure: true,
          isDesk: true,
        },
        { label: t.value, isFigure: true },
      ]}
    >
      {summary.groups.map((group) => {
        const record = group[by]
        const share = most > 0 ? Math.round((group.sum / most) * 100) : 0
        return (
          <tr key={record?.id ?? 'none'}>
            <th
              scope="row"
              style={{ '--share': `${share}%` } as CSSProperties}
              className="home__bar"
            >
              {record ? (
                <Link href={soldHref(span, { [filter]: record.id })}>{record.name}</Link>
              ) : (
                t.nobody
              )}
            </th>
            <td className="home__end home__desk">
              {by === 'customer' ? group.count : decimal(group.quantity ?? 0)}
            </td>
            <td className="home__end">
              <Money amount={group.sum} />
            </td>
          </tr>
        )
      })}
    </FigureTable>
  )
}
