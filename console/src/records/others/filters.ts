import { useQueries } from '@tanstack/react-query'
import type { Filter } from '../../common/filters.tsx'
import type { FieldOf } from '../../common/form/fields.ts'
import { memberOf } from '../../common/records/rows.ts'
import { clientOf } from './client.ts'

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
