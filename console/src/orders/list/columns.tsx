import { isDecimal } from '@pedido/model/order-row'
import { inTurn } from '@pedido/model/turn'
import { useMemo } from 'react'
import { useCustomFields } from '../../common/custom.ts'
import { useShown } from '../../common/facts.tsx'
import { customName } from '../../common/form/fields.ts'
import { statusTone } from '../../common/status.ts'
import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { Money, StatusBadge } from '../../ui/pieces.tsx'
import type { Column } from '../../ui/table.tsx'
import { type Named, type Property, type PropertyRow, propertyRows } from '../properties.ts'
import { usePropertyText } from '../property-text.ts'
import { useStatuses } from '../statuses.ts'
import { labelOf, useOrderFields } from './filters/custom.ts'
import type { Field, Row } from './rows.ts'
import { text } from './text.ts'

export interface OrderColumn extends Column<Row> {
  /** What it shows of an order. */
  field: Field
}

export const numberOf = ({ id, fk_id }: Pick<Row, 'id' | 'fk_id'>) => fk_id ?? `#${id}`

/** A list begins with these. The others are there to be chosen. */
const FIRST = [
  'fk_id',
  'date',
  'customer',
  'user',
  'status',
  'total_value',
  'delivery_date',
] as const satisfies readonly Property[]

const rows = inTurn(
  propertyRows.filter(({ kind }) => kind !== 'id'),
  FIRST,
)

/** What a column has by the kind of its row, and what some have of their own. */
const widths: Record<PropertyRow['kind'], string> = {
  id: '6rem',
  code: '8.5rem',
  reference: 'minmax(8rem, 1fr)',
  text: 'minmax(10rem, 2fr)',
  texts: 'minmax(8rem, 1fr)',
  instant: '7rem',
  day: '7rem',
  time: '9.5rem',
  money: '8rem',
  percentage: '6rem',
  total: '8rem',
  payable: '8rem',
  taxes: 'minmax(10rem, 2fr)',
  items: '8rem',
  installments: 'minmax(10rem, 2fr)',
  flag: '6rem',
  yes_no: '6rem',
  numbered: '9rem',
  words: 'minmax(8rem, 1fr)',
  intermediary: 'minmax(8rem, 1fr)',
}
const ownWidths: Partial<Record<Property, string>> = {
  date: '9.5rem',
  customer: 'minmax(12rem, 4fr)',
  user: 'minmax(7rem, 2fr)',
  status: '8.75rem',
}

const isFigure = (row: PropertyRow) =>
  isDecimal(row) || row.kind === 'total' || row.kind === 'payable'

function columnOf(row: PropertyRow, header: string): Omit<OrderColumn, 'cell'> {
  const { name, kind, isSortable } = row
  return {
    id: name,
    field: name,
    header,
    width: ownWidths[name] ?? widths[kind],
    ...(isSortable && kind !== 'reference' && { sort: name }),
    ...(isFigure(row) && { align: 'end' as const }),
    ...(name === 'fk_id' && { isAlways: true }),
    ...(!FIRST.some((one) => one === name) && { isExtra: true }),
  }
}

/** All columns that the list can have; those of the account's own fields come last. */
export function useOrderColumns(): readonly OrderColumn[] {
  const t = useTexts(text)
  const fields = useOrderFields()
  const forms = useCustomFields(fields)
  const show = useShown()
  return useMemo(
    () => [
      ...rows.map((one) => ({
        ...columnOf(one, t[one.name]),
        cell: (row: Row) => <Cell of={one} row={row} />,
      })),
      ...fields.map((field): OrderColumn => {
        const { key, filterable } = field
        const as = forms.find(({ name }) => name === customName(key))
        return {
          id: `custom.${key}`,
          field: 'custom_fields',
          header: labelOf(field),
          width: widths.texts,
          cell: (row) => as && <Text>{show(as, row.custom_fields?.[key])}</Text>,
          isExtra: true,
          ...(filterable && { sort: `custom.${key}` }),
        }
      }),
    ],
    [t, fields, forms, show],
  )
}

/** What a row of the list says of a property. */
function Cell({ of, row }: { of: PropertyRow; row: Row }) {
  const textOf = usePropertyText()
  if (of.name === 'fk_id') return <OrderNumber row={row} />
  if (of.name === 'status') return <Status row={row} />
  const value = row[of.name]
  const shown = textOf(of, value)
  if (shown === '') return null
  if (isFigure(of)) return <span className="figures">{shown}</span>
  if (of.kind === 'text') return <Text>{shown}</Text>
  if (of.kind !== 'reference') return shown
  const { fk_id } = value as Named
  return <span title={fk_id ? `${shown} (${fk_id})` : shown}>{shown}</span>
}

/** Text that may be cut, whole where the pointer rests. */
function Text({ children }: { children: string }) {
  return <span title={children}>{children}</span>
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
