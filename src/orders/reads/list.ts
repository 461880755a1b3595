import type { SparseSource } from '../../database/list.ts'
import { orderSorts, shownProperties } from '../../model/order.ts'
import { storedOrderJson } from './document.ts'
import { referenceFilters } from './filters/references.ts'
import { CURRENT, pickOrders } from './sparse-fields.ts'

/**
 * The delivery date as lists see it, over the row alias `r`: an order without one stands behind all
 * others, as the index has it.
 */
export const DELIVERY_DATE = `coalesce(r.delivery_date, 'infinity'::timestamptz)`

/** The number as lists see it, over the row alias `r`: an order without one comes before all others. */
export const NUMBER = `coalesce(r.number, '')`

/**
 * Orders with the time of their last change as `changed_at`: its index is that of their documents, so
 * that a change writes no index of the orders.
 */
export const CHANGED = {
  field: 'updated_at',
  column: 'r.changed_at',
  rows: `select o.*, d.updated_at as changed_at
           from orders o join order_documents d on d.account_id = o.account_id and d.id_order = o.id
          where o.account_id = $account`,
  keys: `select d.account_id, d.id_order as id, d.updated_at as changed_at
           from order_documents d where d.account_id = $account`,
}

/** What lists of orders read. */
export const orders = {
  table: 'orders',
  document: CURRENT,
  stored: `(${storedOrderJson('k.id', '$account')})`,
  sortable: orderSorts,
  properties: shownProperties,
  long: ['items'],
  pick: pickOrders,
  expressions: { delivery_date: DELIVERY_DATE, number: NUMBER },
  beside: CHANGED,
  indexed: {
    ...Object.fromEntries(referenceFilters.map(({ column }) => [column, ['id']])),
    id_customer: ['id', 'date'],
    id_order_status: ['id', 'date'],
  },
} as const satisfies SparseSource
