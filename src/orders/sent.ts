import type { Static } from 'typebox'
import type { Fault } from '../base/refusals.ts'
import type { Reader } from '../database/database.ts'
import { type WithIds, withIds } from './references/codes.ts'
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

interface Resolved {
  fields: SentFields
  items: SentItem[]
  /** Codes that nobody has, or that contradict the id beside them. */
  faults: Fault[]
}

/** An order's fields and items with ids. */
export async function resolveOrder(
  db: Reader,
  account_id: number,
  { items = [], ...fields }: OrderPatch & { items?: ItemBody[] },
): Promise<Resolved> {
  const { resolved, faults } = await withIds<object>(db, account_id, [
    { sent: fields, pointer: '' },
    ...items.map((sent, i) => ({ sent, pointer: `/items/${i}` })),
  ])
  const [first, ...others] = resolved as [SentFields, ...SentItem[]]
  return { fields: first, items: others, faults }
}
