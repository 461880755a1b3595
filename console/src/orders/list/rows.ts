import type { Order } from '@pedido/client'
import type { InfiniteData } from '@tanstack/react-query'
import { queries } from '../../session/client.ts'
import type { Filters } from './filters/address.ts'

/** What every row has; columns ask for more. */
const always = ['id', 'fk_id', 'status', 'date', 'customer', 'total_value', 'updated_at'] as const
type Always = (typeof always)[number]

export type Field = Exclude<keyof Order, 'items'>
export type Row = Pick<Order, Always> & Partial<Order> & { isGone?: boolean; isFresh?: boolean }

/** What a list is: its filters, its order and the properties that its columns need. */
export interface ListQuery {
  filters: Filters
  sort: string
  fields: readonly Field[]
}

export interface RowsPage {
  data: Row[]
  next_cursor: string | null
  meta: { timestamp: string }
}
export type Pages = InfiniteData<RowsPage, string | undefined>

/** Not below `orders`, which is read anew after each change: a list one comes back to stays put. */
const LIST = 'orders-list'

export const keyOf = ({ filters, sort, fields }: ListQuery) =>
  [LIST, filters, sort, fieldsOf(fields)] as const

export const fieldsOf = (fields: readonly Field[]): Field[] => [...new Set([...always, ...fields])]

/** Shows what became of orders where they stand, in every list that the page knows. */
export function replaceRows(changed: ReadonlyMap<number, Partial<Row>>): void {
  const lists = queries.getQueriesData<Pages>({ queryKey: [LIST] })
  for (const [key, known] of lists) {
    if (!known?.pages.some(({ data }) => data.some(({ id }) => changed.has(id)))) continue
    const fields = key[3] as readonly Field[]
    const pages = known.pages.map((page) => ({
      ...page,
      data: page.data.map((row) => {
        const now = changed.get(row.id)
        return now ? { ...row, ...only(now, fields), isFresh: true } : row
      }),
    }))
    queries.setQueryData(key, { ...known, pages })
  }
}

/** Of a whole order only what the list shows: a row of lines would be kept for nothing. */
function only(row: Partial<Row>, fields: readonly Field[]): Partial<Row> {
  const shown = [...fields, 'isGone'] as const
  return Object.fromEntries(shown.flatMap((name) => (name in row ? [[name, row[name]]] : [])))
}
