import type { ReactNode } from 'react'
import { type Amount, useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { Price } from '../../ui/pieces.tsx'
import type { Column } from '../../ui/table.tsx'
import { useShown } from '../facts.tsx'
import { type FieldOf, isCustom, rawOf } from '../form/fields.ts'
import type { FieldKind } from '../form/kinds.ts'
import { text } from '../text.ts'

interface Listed {
  created_at: string
  updated_at: string
}

const byName: Readonly<Record<string, string>> = {
  name: 'minmax(14rem, 3fr)',
  fk_id: 'minmax(7rem, 1fr)',
}
const byKind: Partial<Record<FieldKind, string>> = {
  document: '11.5rem',
  email: 'minmax(10rem, 2fr)',
  phone: '9.5rem',
  choice: '6.5rem',
  money: '9rem',
}

/**
 * A column for each field of a record, and for when it was changed. Long texts, and what the account
 * has declared, are there to be chosen.
 * @param cells what is shown in place of a field's value, by its name
 */
export function useRecordColumns<T extends Listed>(
  fields: readonly FieldOf[],
  cells: Readonly<Record<string, (row: T) => ReactNode>> = {},
): Column<T>[] {
  const t = useTexts(text)
  const { date } = useFormats()
  const show = useShown()
  const columns = fields.map((field): Column<T> => {
    const { name, kind, label, isDetail = false } = field
    const isExtra = isDetail || isCustom(field) || kind === 'area' || kind === 'integer'
    const textCell = (row: T) => {
      const value = show(field, rawOf(field, row))
      return <span title={value}>{value}</span>
    }
    const price = (row: T) => <Price amount={rawOf(field, row) as Amount | null} />
    return {
      id: name,
      header: label,
      width: byName[name] ?? byKind[kind] ?? 'minmax(8rem, 2fr)',
      cell: cells[name] ?? (kind === 'money' ? price : textCell),
      ...(kind === 'money' ? { align: 'end' } : {}),
      ...(name === 'name' ? { sort: 'name', isAlways: true } : {}),
      ...(isExtra ? { isExtra } : {}),
    }
  })
  return [
    ...columns,
    {
      id: 'created',
      header: t.createdAt,
      width: '9rem',
      cell: (row) => date(row.created_at),
      sort: 'created_at',
      isExtra: true,
    },
    {
      id: 'updated',
      header: t.updatedAt,
      width: '8rem',
      cell: (row) => date(row.updated_at),
      sort: 'updated_at',
    },
  ]
}
