import type { ProductPackage } from '@pedido/client'
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
  gtin?: string | null
  unit?: string | null
  packages?: ProductPackage[]
  sales_multiple?: number | null
  minimum_quantity?: number | null
  stock_quantity?: number | null
  stock_at?: string | null
  active?: boolean
  /** It is written much like what was typed, and may be another one. */
  isSimilar?: boolean
}

/** How records of one kind are found while somebody types. */
export interface Finder {
  /** Finds what the words are about; asked with '' for what is offered at first. */
  search: (words: string, signal: AbortSignal) => Promise<readonly Found[]>
  /** The same without what is merely written much like the words. */
  byWords: (words: string, signal: AbortSignal) => Promise<readonly Found[]>
  /** By its code; of kinds that have others, such as a GTIN, by these, too. */
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
  suggest(
    query: { q: string; limit: number },
    options: { signal: AbortSignal },
  ): Promise<{ match: 'exact' | 'words' | 'similar'; record: Found }[]>
  read(id: number, options: { signal: AbortSignal }): Promise<Found>
}

const NAMED = ['id', 'name', 'fk_id'] as const

/** Kinds of which an account has many: the service searches them by words. With what a list shows. */
const SEARCHED: Partial<Record<string, readonly string[]>> = {
  customers: [...NAMED, 'trade_name', 'document'],
  products: [
    ...NAMED,
    'price',
    'gtin',
    'unit',
    'packages',
    'sales_multiple',
    'minimum_quantity',
    'stock_quantity',
    'stock_at',
    'active',
  ],
}

/** As many as a list shows of those that were searched. */
const FEW = 20
/** Characters of a search. */
const LONGEST = 200
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
  const suggest = async (q: string, signal: AbortSignal) => {
    const found = await client.suggest({ ...only, q: q.slice(0, LONGEST), limit: FEW }, { signal })
    return found.map(({ match, record }) => ({ match, ...record, isSimilar: match === 'similar' }))
  }
  const search = (words: string, signal: AbortSignal) =>
    words === '' ? searchWords(words, signal) : suggest(words, signal)
  const byWhole = async (code: string, signal: AbortSignal) =>
    (await suggest(code, signal)).filter(({ match }) => match === 'exact')
  const byFkId = async (fk_id: string, signal: AbortSignal) =>
    (await page({ fk_id, sort: 'name' }, 2, signal)).data
  return {
    search: fields ? search : searchAll,
    byWords: fields ? searchWords : searchAll,
    byCode: fields ? byWhole : byFkId,
    read: (id, signal) => client.read(id, { signal }),
    hasAny: async (signal) => (await page({ fields: ['id'] }, 1, signal)).data.length > 0,
  }
}
