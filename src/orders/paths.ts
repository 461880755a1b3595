import { Type } from 'typebox'
import { closed, dateTime, fkId, id, idParams } from '../http/schemas.ts'

const id_order = { ...id, description: 'The order’s `id`.' }
const order_fk_id = {
  ...fkId,
  description: 'The order’s external identifier.',
  examples: ['PED-1002'],
}
const id_in_order = { ...id, description: 'The item’s `id`.', 'x-component': 'ItemId' }
const fk_id_in_order = {
  ...fkId,
  description: 'The item’s external identifier.',
  examples: ['1'],
  'x-component': 'ItemFkId',
}

export const orderFkIdParams = Type.Object({
  fk_id: { ...order_fk_id, 'x-component': 'NamedOrderFkId' },
})

/** How a path names an order: by its id, or by the client's own code. */
export const orderAddresses = [
  { path: '/orders/:id', params: idParams, ending: '', by: '' },
  {
    path: '/orders/fk_id/:fk_id',
    params: orderFkIdParams,
    ending: 'ByFkId',
    by: ' by its `fk_id`',
  },
] as const

/** The same of the items of one order. */
export const itemsAddresses = [
  { path: '/orders/:id_order/items', params: Type.Object({ id_order }), ending: '', by: '' },
  {
    path: '/orders/fk_id/:order_fk_id/items',
    params: Type.Object({ order_fk_id }),
    ending: 'ByFkId',
    by: ' by its `fk_id`',
  },
] as const

/** The same of one item. */
export const itemAddresses = [
  {
    path: '/orders/:id_order/items/:id',
    params: Type.Object({ id_order, id: id_in_order }),
    ending: '',
    by: '',
  },
  {
    path: '/orders/fk_id/:order_fk_id/items/fk_id/:fk_id',
    params: Type.Object({ order_fk_id, fk_id: fk_id_in_order }),
    ending: 'ByFkId',
    by: ' by its `fk_id`',
  },
] as const

/** Why a change may do what the order's status locks. */
export const correction = {
  correction: Type.Optional(
    Type.String({
      format: 'text',
      minLength: 1,
      maxLength: 500,
      description:
        'Corrects an order whose status locks it: why. Needs the scope `orders:correct`. The reason is in the history and the event, which is `order.corrected`.',
      examples: ['Preço errado na nota'],
    }),
  ),
}

/** The query of an order that is read. */
export const atQuery = closed({
  at: Type.Optional({
    ...dateTime,
    description:
      'As it was at this instant. RFC 3339 or a date (its first instant), without a zone in `time_zone`.',
  }),
})

/** The query of a change of an order. */
export const correctionQuery = closed(correction)
