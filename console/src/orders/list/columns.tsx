import type { Reference } from '@pedido/client'
import { type ReactNode, useMemo } from 'react'
import { useCustomFields } from '../../common/custom.ts'
import { useShown } from '../../common/facts.tsx'
import { customName } from '../../common/form/fields.ts'
import { statusTone, useStandardName } from '../../common/status.ts'
import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { Money, StatusBadge } from '../../ui/pieces.tsx'
import type { Column } from '../../ui/table.tsx'
import { useStatuses } from '../statuses.ts'
import { labelOf, useOrderFields } from './filters/custom.ts'
import type { Field, Row } from './rows.ts'
import { text } from './text.ts'

export interface OrderColumn extends Column<Row> {
  /** What it shows of an order. */
  field: Field
}

const extra = { isExtra: true }

export const numberOf = ({ id, fk_id }: Pick<Row, 'id' | 'fk_id'>) => fk_id ?? `#${id}`

/** All columns that the list can have; those of the account's own fields come last. */
export function useOrderColumns(): readonly OrderColumn[] {
  const t = useTexts(text)
  const { dateTime, date } = useFormats()
  const fields = useOrderFields()
  const forms = useCustomFields(fields)
  const show = useShown()
  return useMemo(() => {
    const column = (
      field: Field,
      width: string,
      cell: (row: Row) => ReactNode,
      more: Partial<OrderColumn> = {},
    ): OrderColumn => ({ id: field, field, header: t[field], width, cell, ...more })
    const named = (field: Field, width: string, more: Partial<OrderColumn> = {}) =>
      column(field, width, (row) => <Name of={row[field] as Reference} />, more)
    const time = (field: 'created_at' | 'updated_at') =>
      column(field, '9.5rem', ({ [field]: at }) => at && dateTime(at), { ...extra, sort: field })
    return [
      column('fk_id', '8.5rem', (row) => <OrderNumber row={row} />, { isAlways: true }),
      column('date', '9.5rem', (row) => dateTime(row.date), { sort: 'date' }),
      named('customer', 'minmax(12rem, 4fr)'),
      named('user', 'minmax(7rem, 2fr)'),
      column('status', '8.75rem', (row) => <Status row={row} />),
      column('total_value', '8rem', (row) => <Money amount={row.total_value} />, {
        sort: 'total_value',
        align: 'end',
      }),
      column('delivery_date', '7rem', (row) => row.delivery_date && date(row.delivery_date), {
        sort: 'delivery_date',
      }),
      column('reason', 'minmax(8rem, 1fr)', (row) => <Reason row={row} />, extra),
      named('branch_company', 'minmax(8rem, 1fr)', extra),
      named('payment_type', 'minmax(8rem, 1fr)', extra),
      named('payment_method', 'minmax(8rem, 1fr)', extra),
      named('category', 'minmax(7rem, 1fr)', extra),
      named('shipping_company', 'minmax(8rem, 1fr)', extra),
      column(
        'observations',
        'minmax(10rem, 2fr)',
        ({ observations }) => observations && <Text>{observations}</Text>,
        extra,
      ),
      time('created_at'),
      time('updated_at'),
      ...fields.map((field) => {
        const { key, filterable } = field
        const as = forms.find(({ name }) => name === customName(key))
        const cell = (row: Row) => as && <Text>{show(as, row.custom_fields?.[key])}</Text>
        const sort = filterable ? { sort: `custom.${key}` } : {}
        return {
          ...column('custom_fields', 'minmax(8rem, 1fr)', cell, extra),
          id: `custom.${key}`,
          header: labelOf(field),
          ...sort,
        }
      }),
    ]
  }, [t, dateTime, date, fields, forms, show])
}

/** Text that may be cut, whole where the pointer rests. */
function Text({ children }: { children: string }) {
  return <span title={children}>{children}</span>
}

function Name({ of }: { of: Reference | null | undefined }) {
  if (!of) return null
  return <span title={of.fk_id ? `${of.name} (${of.fk_id})` : of.name}>{of.name}</span>
}

function Reason({ row: { reason } }: { row: Row }) {
  const nameOf = useStandardName()
  return reason ? <Name of={{ ...reason, name: nameOf(reason) }} /> : null
}

function OrderNumber({ row }: { row: Row }) {
  return <span title={`${numberOf(row)} (#${row.id})`}>{numberOf(row)}</span>
}

function Status({ row }: { row: Row }) {
  const t = useTexts(text)
  const { nameOf } = useStatuses()
  if (row.isGone) return <StatusBadge tone="bad">{t.gone}</StatusBadge>
  return <StatusBadge tone={statusTone(row.status)}>{nameOf(row.status)}</StatusBadge>
}

/** A row on a telephone. */
export function OrderCard({ row }: { row: Row }) {
  const { date } = useFormats()
  return (
    <div className="orders__card">
      <strong title={row.customer.name}>{row.customer.name}</strong>
      <span className="quiet">
        {numberOf(row)} · {date(row.date)}
      </span>
      <span className="row spread nowrap">
        <Status row={row} />
        <Money amount={row.total_value} />
      </span>
    </div>
  )
}
