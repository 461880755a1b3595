import type { Static } from 'typebox'
import type { Fault } from '../base/refusals.ts'
import { only, type Reader } from '../database/database.ts'
import { type WithIds, withIdsEach } from './references/codes.ts'
import type {
  itemBody,
  itemPatchBody,
  itemsPatchBody,
  orderBody,
  orderPatchBody,
} from './schema.ts'

// What clients send, and the same with ids in the place of their own codes.

export type OrderBody = Static<ReturnType<typeof orderBody>>
export type OrderPatch = Static<typeof orderPatchBody>
export type ItemBody = Static<typeof itemBody>
export type ItemPatch = Static<typeof itemPatchBody>
export type ItemsPatch = Static<ReturnType<typeof itemsPatchBody>>

export type SentFields = WithIds<OrderPatch>
export type SentItem = WithIds<ItemBody> & { id_item: number }
export type SentItemPatch = WithIds<ItemPatch>

export interface Resolved {
  fields: SentFields
  items: SentItem[]
  /** Codes that nobody has, or that contradict the id beside them. */
  faults: Fault[]
}

/** What a whole order or a part of one may say. */
export type SentOrder = OrderPatch & { items?: ItemBody[] }

/** An order's fields and items with ids. */
export async function resolveOrder(
  db: Reader,
  account_id: number,
  body: SentOrder,
): Promise<Resolved> {
  return only(await resolveOrders(db, account_id, [body]))
}

/** The same of several orders, with one statement for all of them. */
export async function resolveOrders(
  db: Reader,
  account_id: number,
  bodies: SentOrder[],
): Promise<Resolved[]> {
  const places = bodies.map(({ items = [], ...fields }) => [
    { sent: fields, pointer: '' },
    ...items.map((sent, i) => ({ sent, pointer: `/items/${i}` })),
  ])
  const each = await withIdsEach<object>(db, account_id, places.flat())
  let end = 0
  return places.map((own) => {
    const [first, ...others] = each.slice(end, end + own.length)
    end += own.length
    return {
      fields: first?.resolved as SentFields,
      items: others.map(({ resolved }) => resolved as SentItem),
      faults: [first, ...others].flatMap((one) => one?.faults ?? []),
    }
  })
}
