import { useQueries } from '@tanstack/react-query'
import { type NameOf, useStandardName } from '../../../common/status.ts'
import { pedido, queries } from '../../../session/client.ts'
import { foundReasons, readReasons } from '../../reasons.tsx'
import type { text } from '../text.ts'
import type { ReferenceName } from './address.ts'

export interface Named {
  id: number
  name: string
  fk_id: string | null
}

interface Source {
  /** What it is called in the texts. */
  label: keyof ReturnType<typeof text> & ('customer' | string)
  search: (words: string, signal: AbortSignal, nameOf: NameOf) => Promise<readonly Named[]>
  read: (id: number, signal: AbortSignal) => Promise<Named>
}

const MOST = 20
const fields = ['id', 'name', 'fk_id'] as const

/** Where records have no `q`, they are found by how their name begins. */
interface Plain {
  list: (
    query: { name?: string; fields: typeof fields; sort: string },
    options: { signal: AbortSignal },
  ) => { page: (query: { limit: number }) => Promise<{ data: Named[] }> }
  read: (id: number, options: { signal: AbortSignal }) => Promise<Named>
}

function plain(label: Source['label'], of: Plain): Source {
  return {
    label,
    search: async (words, signal) => {
      const named = words === '' ? {} : { name: words }
      const { data } = await of
        .list({ ...named, fields, sort: 'name' }, { signal })
        .page({ limit: MOST })
      return data
    },
    read: (id, signal) => of.read(id, { signal }),
  }
}

/** The records by which orders are filtered. */
export const sources: Record<ReferenceName, Source> = {
  id_customer: {
    label: 'customer',
    search: async (q, signal) => {
      const query = q === '' ? { sort: 'name' } : { q }
      return (await pedido.customers.list({ ...query, fields }, { signal }).page({ limit: MOST }))
        .data
    },
    read: (id, signal) => pedido.customers.read(id, { signal }),
  },
  id_reason: {
    label: 'reason',
    search: async (words, signal, nameOf) => foundReasons(await readReasons(nameOf, signal), words),
    read: (id, signal) => pedido.reasons.read(id, { signal }),
  },
  id_user: plain('user', pedido.users as unknown as Plain),
  id_branch_company: plain('branch_company', pedido.branchCompanies as unknown as Plain),
  id_item: {
    label: 'product',
    search: async (q, signal) => {
      const query = q === '' ? { sort: 'name' } : { q }
      return (await pedido.products.list({ ...query, fields }, { signal }).page({ limit: MOST }))
        .data
    },
    read: (id, signal) => pedido.products.read(id, { signal }),
  },
  id_category: plain('category', pedido.categories as unknown as Plain),
  id_payment_type: plain('payment_type', pedido.paymentTypes as unknown as Plain),
  id_payment_method: plain('payment_method', pedido.paymentMethods as unknown as Plain),
  id_shipping_company: plain('shipping_company', pedido.shippingCompanies as unknown as Plain),
}

const keyOf = (name: ReferenceName, id: number) => ['record', name, id]

/** What was found by a search need not be read again for its name. */
export function rememberName(name: ReferenceName, { id, name: called, fk_id }: Named): void {
  queries.setQueryData(keyOf(name, id), { id, name: called, fk_id })
}

/** The names of records that the address has by their ids; of one that can't be read its id. */
export function useNames(wanted: readonly (readonly [ReferenceName, number])[]) {
  const found = useQueries({
    queries: wanted.map(([name, id]) => ({
      queryKey: keyOf(name, id),
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Named> => {
        const { name: called, fk_id } = await sources[name].read(id, signal)
        return { id, name: called, fk_id }
      },
      staleTime: 5 * 60_000,
    })),
  })
  const nameOf = useStandardName()
  const called = (name: ReferenceName, one: Named | undefined) =>
    one && name === 'id_reason' ? nameOf(one) : one?.name
  const names = new Map(
    wanted.map(([name, id], place) => [
      `${name} ${id}`,
      called(name, found[place]?.data) ?? `#${id}`,
    ]),
  )
  return (name: ReferenceName, id: number) => names.get(`${name} ${id}`) ?? `#${id}`
}
