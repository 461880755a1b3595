import type { Static } from 'typebox'
import type { Viewer } from '../access/actor.ts'
import type { FieldError } from '../base/problems.ts'
import { type Reader, singleRow } from '../database/database.ts'
import { hiddenCustomers } from '../records/portfolio/portfolio.ts'
import { UNKNOWN_ID, type WithIds, withIdsEach } from './references/codes.ts'
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

export type FieldsInput = WithIds<OrderPatch>
export type ItemInput = WithIds<ItemBody> & { id_item: number }
export type ItemPatchInput = WithIds<ItemPatch>

export interface ResolvedOrder {
  fields: FieldsInput
  items: ItemInput[]
  /** Codes that nobody has, or that contradict the id beside them. */
  errors: FieldError[]
}

/** What a whole order or a part of one may say. */
export type OrderInput = OrderPatch & { items?: ItemBody[] }

/**
 * An order's fields and items with ids.
 * @param before the order that it changes
 */
export async function resolveOrder(
  db: Reader,
  viewer: Viewer,
  body: OrderInput,
  before?: Ordered,
): Promise<ResolvedOrder> {
  return singleRow(await resolveOrders(db, viewer, [body], [before]))
}

/** An order as far as it says whose it is. */
interface Ordered {
  fields: { id_customer: number }
}

/** The same of several orders, with one statement for all of them. */
export async function resolveOrders(
  db: Reader,
  viewer: Viewer,
  bodies: OrderInput[],
  befores: (Ordered | undefined)[],
): Promise<ResolvedOrder[]> {
  const places = bodies.map(({ items = [], ...fields }, i) => [
    { sent: fields, pointer: '', id_customer: befores[i]?.fields.id_customer },
    ...items.map((sent, i) => ({ sent, pointer: `/items/${i}` })),
  ])
  const each = await withIdsEach<object>(db, viewer, places.flat())
  const sent = bodies.flatMap(({ id_customer }) => id_customer ?? [])
  const hidden = await hiddenCustomers(db, viewer, sent)
  let end = 0
  return places.map((own, i) => {
    const [first, ...others] = each.slice(end, end + own.length)
    end += own.length
    return {
      fields: withoutHidden(first?.resolved as FieldsInput, hidden, befores[i]),
      items: others.map(({ resolved }) => resolved as ItemInput),
      errors: [first, ...others].flatMap((one) => one?.errors ?? []),
    }
  })
}

/** A customer that is not seen is written as one that there is not, which is refused as that. */
function withoutHidden(
  fields: FieldsInput,
  hidden: ReadonlySet<number>,
  before: Ordered | undefined,
): FieldsInput {
  const { id_customer } = fields
  if (!id_customer || !hidden.has(id_customer)) return fields
  return id_customer === before?.fields.id_customer
    ? fields
    : { ...fields, id_customer: UNKNOWN_ID }
}
