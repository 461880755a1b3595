import type { Address } from '@pedido/client'
import { orderRows } from '@pedido/model/order'
import type { OrderRow } from '@pedido/model/order-row'

// What an order says but for its items and the account's own fields.

type Row = (typeof orderRows)[number]
export type Property = Exclude<
  Row,
  { within: string } | { kind: 'items' | 'texts' | 'flag' }
>['name']
export type PropertyRow = OrderRow & { readonly name: Property }

const rows: readonly OrderRow[] = orderRows

export const propertyRows = rows.filter(
  (row): row is PropertyRow =>
    !('within' in row) && row.kind !== 'items' && row.kind !== 'texts' && row.kind !== 'flag',
)

/** An instant of a day and its time: of the others people say the day. */
export const hasTime = (row: OrderRow): boolean => row.kind === 'instant' && row.unset === 'now'

/** A record that an order refers to. */
export interface Named {
  id: number
  name: string
  fk_id: string | null
}

/** An address in one line. */
export function addressNamed({ id, fk_id, ...address }: Address): Named {
  const { street, number, neighborhood, city, state } = address
  const place = [city, state].filter(Boolean).join(' – ')
  const way = [street, number].filter((one) => one !== null && one !== '').join(', ')
  return { id, fk_id, name: [way, neighborhood, place].filter(Boolean).join(', ') || `#${id}` }
}
