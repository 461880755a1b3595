import type { Static } from 'typebox'
import type { Viewer } from '../access/actor.ts'
import { inScope } from '../access/row-scope.ts'
import type { FieldError } from '../base/problems.ts'
import { type Reader, singleRow } from '../database/database.ts'
import { hiddenCustomers } from '../records/portfolio/portfolio.ts'
import { msg } from '../texts/message.ts'
import type { InstallmentInput } from './installments/kept.ts'
import type { Invoicing } from './lifecycle.ts'
import type { itemBody, itemPatchBody, itemsPatchBody } from './lines/schema.ts'
import { type PointedInput, UNKNOWN_ID, type WithIds, withIdsEach } from './references/codes.ts'
import { unknownReference } from './references/references.ts'
import type { orderBody, orderPatchBody } from './schema.ts'
import { type ItemRow, items_find } from './sql.ts'

// What clients send, and the same with ids in the place of their own codes.

export type OrderBody = Static<ReturnType<typeof orderBody>>
export type OrderPatch = Static<typeof orderPatchBody>
export type ItemBody = Static<typeof itemBody>
export type ItemPatch = Static<typeof itemPatchBody>
export type ItemsPatch = Static<ReturnType<typeof itemsPatchBody>>

export type FieldsInput = Omit<WithIds<OrderPatch>, 'installments'> & {
  installments?: InstallmentInput[] | null
}
export type ItemInput = Omit<WithIds<ItemBody>, 'copy_of'> & {
  id_item: number
  /** The stored item that it is a copy of. */
  copied?: ItemRow
}
export type ItemPatchInput = WithIds<ItemPatch>

export interface ResolvedOrder {
  fields: FieldsInput
  items: ItemInput[]
  /** Codes that nobody has, or that contradict the id beside them. */
  errors: FieldError[]
  /** Where it moves to a status in which orders are invoiced. */
  invoicing?: Invoicing
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
  const inputs = bodies.map(({ items = [], ...fields }, i) => [
    { sent: fields, pointer: '', id_customer: befores[i]?.fields.id_customer },
    ...items.map((sent, i) => ({ sent, pointer: `/items/${i}` })),
    ...installmentInputs(fields),
  ])
  const each = await resolveEach(db, viewer, inputs.flat())
  const sent = bodies.flatMap(({ id_customer }) => id_customer ?? [])
  const hidden = await hiddenCustomers(db, viewer, sent)
  let end = 0
  return inputs.map((own, i) => {
    const [first, ...others] = each.slice(end, end + own.length)
    end += own.length
    const parts = others.map(({ resolved }) => resolved)
    const items = parts.slice(0, bodies[i]?.items?.length ?? 0)
    const fields = withoutHidden(first?.resolved as FieldsInput, hidden, befores[i])
    const installments = parts.slice(items.length) as InstallmentInput[]
    return {
      fields: fields.installments ? { ...fields, installments } : fields,
      items: items as ItemInput[],
      errors: [first, ...others].flatMap((one) => one?.errors ?? []),
    }
  })
}

/** Each instalment as it was sent, with where it stands in the body. */
export const installmentInputs = ({ installments }: OrderPatch): PointedInput<object>[] =>
  (installments ?? []).map((sent, i) => ({ sent, pointer: `/installments/${i}` }))

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

/** New items and changes of items with ids, and new ones with what they are copies of. */
export async function resolveItems(
  db: Reader,
  viewer: Viewer,
  inputs: PointedInput<ItemBody | ItemPatch>[],
): Promise<{ resolved: object[]; errors: FieldError[] }> {
  const each = await resolveEach(db, viewer, inputs)
  return {
    resolved: each.map(({ resolved }) => resolved),
    errors: each.flatMap(({ errors }) => errors),
  }
}

interface Copying {
  copy_of?: number
}

/** Of each input by itself; with one statement more where something is a copy. */
async function resolveEach(db: Reader, viewer: Viewer, inputs: PointedInput<object>[]) {
  const each = await withIdsEach<object>(db, viewer, inputs)
  const ids = inputs.flatMap(({ sent }) => (sent as Copying).copy_of ?? [])
  if (ids.length === 0) return each
  const rows = await items_find(db, [viewer.account_id, ids])
  const items = new Map(
    rows.flatMap(({ id_user, id_branch_company, ...item }) =>
      inScope(viewer.only, { id_user, id_branch_company }) ? [[item.id, item] as const] : [],
    ),
  )
  return each.map(({ resolved, errors }, i) => {
    const { copy_of, ...sent } = resolved as Copying
    if (copy_of === undefined) return { resolved, errors }
    const copied = items.get(copy_of)
    if (copied) return { resolved: { ...sent, copied }, errors }
    const detail = msg`names item ${copy_of}, which does not exist.`
    const fieldError = unknownReference(`${inputs[i]?.pointer}/copy_of`, detail)
    return { resolved: sent, errors: [...errors, fieldError] }
  })
}
