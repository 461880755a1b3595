import { useQueries } from '@tanstack/react-query'
import { type NameOf, useStandardName } from '../../../common/status.ts'
import { pedido, queries } from '../../../session/client.ts'
import type { Named } from '../../properties.ts'
import { foundReasons, readReasons } from '../../reasons.tsx'
import { type ShortList, shortListOf } from '../../short-lists.ts'
import type { RecordFilter } from './address.ts'

interface Source {
  search: (words: string, signal: AbortSignal, nameOf: NameOf) => Promise<readonly Named[]>
  read: (id: number, signal: AbortSignal) => Promise<Named>
}

const MOST = 20
const fields = ['id', 'name', 'fk_id'] as const

/** Records that are found by how their name begins. */
function byName(list: ShortList): Source {
  return {
    search: async (words, signal) => {
      const named = words === '' ? {} : { name: words }
      const asked = list.list({ ...named, fields, sort: 'name' }, { signal })
      return (await asked.page({ limit: MOST })).data
    },
    read: (id, signal) => list.read(id, { signal }),
  }
}

interface LongList extends Pick<ShortList, 'read'> {
  list(
    query: { q?: string; sort?: string; fields: typeof fields },
    options: { signal: AbortSignal },
  ): { page(query: { limit: number }): Promise<{ data: Named[] }> }
}

/** Records that are found by any words of theirs. */
function byWords(list: LongList): Source {
  return {
    search: async (q, signal) => {
      const asked = list.list({ ...(q === '' ? { sort: 'name' } : { q }), fields }, { signal })
      return (await asked.page({ limit: MOST })).data
    },
    read: (id, signal) => list.read(id, { signal }),
  }
}

/** Those that are found in another way, by their table. */
const others: Partial<Record<string, Source>> = {
  customers: byWords(pedido.customers),
  products: byWords(pedido.products),
  reasons: {
    search: async (words, signal, nameOf) => foundReasons(await readReasons(nameOf, signal), words),
    read: (id, signal) => pedido.reasons.read(id, { signal }),
  },
}

/** The records by which orders are filtered. */
export const sourceOf = ({ table }: RecordFilter): Source =>
  others[table] ?? byName(shortListOf(table))

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
        const { name, fk_id } = await sourceOf(of).read(id, signal)
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
