import { pedido } from '../../session/client.ts'
import { plain } from '../../text/plain.ts'
import { memberOf } from './rows.ts'

/** A record as a list to choose from has it. */
export interface Found {
  id: number
  name: string
  fk_id: string | null
  /** Of a customer. */
  trade_name?: string | null
  document?: string | null
  /** Of a product. */
  price?: number | null
}

/** How records of one kind are found while somebody types. */
export interface Finder {
  /** Finds what the words are about; asked with '' for what is offered at first. */
  search: (words: string, signal: AbortSignal) => Promise<readonly Found[]>
  byCode: (fk_id: string, signal: AbortSignal) => Promise<readonly Found[]>
  read: (id: number, signal: AbortSignal) => Promise<Found>
  /** Whether there is any to choose: few accounts keep all of them. */
  hasAny: (signal: AbortSignal) => Promise<boolean>
}

interface Listed {
  list(
    query: object,
    options: { signal: AbortSignal },
  ): {
    page(query: { limit: number }): Promise<{ data: Found[]; pagination: { hasNext: boolean } }>
  }
  read(id: number, options: { signal: AbortSignal }): Promise<Found>
}

const NAMED = ['id', 'name', 'fk_id'] as const

/** Kinds of which an account has many: the service searches them by words. With what a list shows. */
const SEARCHED: Partial<Record<string, readonly string[]>> = {
  customers: [...NAMED, 'trade_name', 'document'],
  products: [...NAMED, 'price'],
}

/** As many as a list shows of those that were searched. */
const FEW = 20
/** As many as one answer holds: beyond, the service searches by how names begin. */
const ALL = 500

/** Finds records by the path or the table of their kind; `only` narrows them for the service. */
export function finderOf(kind: string, only: object = {}): Finder {
  // Kinds of records have the same calls, though the client has a type for each.
  const client = pedido[memberOf(kind)] as unknown as Listed
  const fields = SEARCHED[kind]
  const page = (query: object, limit: number, signal: AbortSignal) => {
    const asked = { fields: fields ?? NAMED, ...only, ...query }
    return client.list(asked, { signal }).page({ limit })
  }
  /** By any part of the name or code. */
  const searchAll = async (words: string, signal: AbortSignal) => {
    const { data, pagination } = await page({ sort: 'name' }, ALL, signal)
    if (pagination.hasNext && words !== '') {
      return (await page({ sort: 'name', name: words }, ALL, signal)).data
    }
    const wanted = plain(words)
    return data.filter((one) => plain(`${one.name} ${one.fk_id ?? ''}`).includes(wanted))
  }
  const searchWords = async (q: string, signal: AbortSignal) =>
    (await page(q === '' ? { sort: 'name' } : { q }, FEW, signal)).data
  return {
    search: fields ? searchWords : searchAll,
    byCode: async (fk_id, signal) => (await page({ fk_id, sort: 'name' }, 2, signal)).data,
    read: (id, signal) => client.read(id, { signal }),
    hasAny: async (signal) => (await page({ fields: ['id'] }, 1, signal)).data.length > 0,
  }
}
