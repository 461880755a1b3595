import type { Address, Order, OrderFreight } from '@pedido/client'
import { saidText } from '@pedido/model/invoices/buyer'
import type { OrderRow, ReferenceRow } from '@pedido/model/order-row'
import { taxLabel } from '@pedido/model/taxes'
import { useMemo } from 'react'
import { type NameOf, useStandardName } from '../common/status.ts'
import { type Formats, useFormats } from '../text/formats.ts'
import { addressNamed, hasTime, type PropertyRow } from './properties.ts'

/** The text of a property; '' where it says nothing. */
export function usePropertyText(): (row: PropertyRow, value: unknown) => string {
  const f = useFormats()
  const nameOf = useStandardName()
  // biome-ignore lint/correctness/useExhaustiveDependencies: names go with the language, as formats do
  return useMemo(() => (row, value) => propertyText(row, value, f, nameOf), [f])
}

function propertyText(row: OrderRow, value: unknown, f: Formats, nameOf: NameOf): string {
  if (value === null || value === undefined) return ''
  switch (row.kind) {
    case 'yes_no':
    case 'numbered':
    case 'intermediary':
      return saidText(row, value)?.[f.language === 'en' ? 1 : 0] ?? ''
    case 'words':
      return (value as string[]).join(' ')
    case 'reference':
      return recordText(row, value, f, nameOf)
    case 'money':
    case 'total':
    case 'payable':
      return f.money(value as number)
    case 'percentage':
      return f.percent(value as number)
    case 'instant':
      return hasTime(row) ? f.dateTime(value as string) : f.date(value as string)
    case 'day':
      return f.date(value as string)
    case 'taxes':
      return Object.entries(value as Record<string, number>)
        .map(([tax, amount]) => `${taxLabel(tax)} ${f.money(amount)}`)
        .join(' · ')
    case 'installments':
      return (value as Order['installments'])
        .map(({ due_date, amount }) => `${f.date(due_date)} ${f.money(amount)}`)
        .join(' · ')
    case 'time':
      return f.dateTime(value as string)
    default:
      return String(value)
  }
}

function recordText(row: ReferenceRow, record: unknown, f: Formats, nameOf: NameOf): string {
  if (row.shows === 'address') return addressNamed(record as Address).name
  const { name, fk_id, value } = record as OrderFreight
  if (row.shows === 'value') return `${name}, ${f.money(value)}`
  return row.hasStandardNames ? nameOf({ name, fk_id }) : name
}
