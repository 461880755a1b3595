import { states } from '@pedido/model/invoices/states'
import { useQueries } from '@tanstack/react-query'
import type { Filter } from '../../common/filters.tsx'
import type { FieldOf } from '../../common/form/fields.ts'
import { useRecordFields } from '../../common/records/fields.ts'
import { memberOf, type RecordPath, records } from '../../common/records/rows.ts'
import { useTexts } from '../../text/texts.ts'
import { clientOf } from './client.ts'
import { text } from './text.ts'

/** As many as a list of choices bears. */
const MOST = 500

/** A filter for each field that refers to another record, by the names that there are. */
export function useReferenceFilters(fields: readonly FieldOf[]): Filter[] {
  const referring = fields.filter(({ to }) => to !== undefined)
  return useQueries({
    queries: referring.map(({ to = '' }) => ({
      queryKey: [to, 'names'],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const list = clientOf({ client: memberOf(to) }).list({ sort: 'name' }, { signal })
        return (await list.page({ limit: MOST, fields: ['id', 'name'] })).data
      },
    })),
    combine: (found) =>
      referring.map(({ label, writtenAs = '' }, i) => ({
        name: writtenAs,
        label,
        kind: 'choice' as const,
        choices: (found[i]?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      })),
  })
}

/** A filter for each field whose value a list is asked for, by what people choose from. */
export function useValueFilters(path: RecordPath): Filter[] {
  const rows = records.find((one) => one.path === path)?.fields.filter(({ filter }) => filter) ?? []
  const fields = useRecordFields(path)
  const t = useTexts(text)
  const yesNo = [
    { value: 'true', label: t.yes },
    { value: 'false', label: t.no },
  ]
  return rows.flatMap((row): Filter[] => {
    const field = fields.find(({ name }) => name === row.name)
    if (!field) return []
    const { name, label, choices } = field
    if (row.kind === 'day') return [{ name, label, kind: 'date' }]
    if (row.kind === 'flag') return [{ name, label, kind: 'choice', choices: yesNo }]
    if (row.kind === 'list') return [{ name, label, kind: 'choice', choices: stateChoices }]
    return choices ? [{ name, label, kind: 'choice', choices }] : []
  })
}

const stateChoices = Object.keys(states).map((value) => ({ value, label: value }))
