import { states } from '@pedido/model/invoices/states'
import type { Filter } from '../filters.tsx'
import { useRecordFields } from './fields.ts'
import { type RecordPath, records } from './rows.ts'

/** A filter for each field whose value a list is asked for, by what people choose from. */
export function useValueFilters(path: RecordPath): Filter[] {
  const rows = records.find((one) => one.path === path)?.fields.filter(({ filter }) => filter) ?? []
  const fields = useRecordFields(path)
  return rows.flatMap((row): Filter[] => {
    const field = fields.find(({ name }) => name === row.name)
    if (!field) return []
    const { name, label, choices } = field
    if (row.kind === 'day') return [{ name, label, kind: 'date' }]
    if (field.kind === 'tags') return [{ name, label, kind: 'text' }]
    if (row.kind === 'list') return [{ name, label, kind: 'choice', choices: stateChoices }]
    return choices ? [{ name, label, kind: 'choice', choices }] : []
  })
}

export const stateChoices = Object.keys(states).map((value) => ({ value, label: value }))
