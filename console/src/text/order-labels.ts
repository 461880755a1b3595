import { orderRows } from '@pedido/model/order'

type Row = (typeof orderRows)[number]

/** What an order has, as people call it, by the property of its JSON. */
export const orderLabels = Object.fromEntries(
  orderRows.map(({ name, label }) => [name, label]),
) as { readonly [R in Row as R['name']]: R['label'] }
