import { useQueries } from '@tanstack/react-query'
import { finderOf } from '../../../common/records/finder.ts'
import { useStandardName } from '../../../common/status.ts'
import { queries } from '../../../session/client.ts'
import type { Named } from '../../properties.ts'
import type { RecordFilter } from './address.ts'

const keyOf = ({ table }: RecordFilter, id: number) => ['record', table, id]

/** What was found by a search need not be read again for its name. */
export function rememberName(of: RecordFilter, { id, name, fk_id }: Named): void {
  queries.setQueryData(keyOf(of, id), { id, name, fk_id })
}

/** The names of records that the address has by their ids; of one that can't be read its id. */
export function useNames(wanted: readonly (readonly [RecordFilter, number])[]) {
  const found = useQueries({
    queries: wanted.map(([of, id]) => ({
      queryKey: keyOf(of, id),
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Named> => {
        const { name, fk_id } = await finderOf(of.table).read(id, signal)
        return { id, name, fk_id }
      },
      staleTime: 5 * 60_000,
    })),
  })
  const nameOf = useStandardName()
  const called = ({ table }: RecordFilter, one: Named | undefined) =>
    one && table === 'reasons' ? nameOf(one) : one?.name
  const names = new Map(
    wanted.map(([of, id], place) => [
      `${of.table} ${id}`,
      called(of, found[place]?.data) ?? `#${id}`,
    ]),
  )
  return ({ table }: RecordFilter, id: number) => names.get(`${table} ${id}`) ?? `#${id}`
}
