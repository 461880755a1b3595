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

/** What lists of orders read. */
export const orders = {
  table: 'orders',
  document: CURRENT,
  stored: `(${storedOrderJson('k.id', '$account')})`,
  sortable: orderSorts,
  properties: shownProperties,
  long: ['items'],
  pick: pickOrders,
  expressions: { delivery_date: DELIVERY_DATE },
  indexed: {
    ...Object.fromEntries(referenceFilters.map(({ column }) => [column, ['id']])),
    id_customer: ['id', 'date'],
    id_order_status: ['id', 'date'],
  },
} as const satisfies SparseSource
