import type { Actor } from '../../access/actor.ts'
import type { Precondition } from '../../base/outcomes.ts'
import type { Tx } from '../../database/database.ts'
import { saysDiscount } from '../amounts/discount.ts'
import { lockOrder, writePlan } from '../commands.ts'
import type { DrawIds, Written } from '../creating/create.ts'
import { type OrderPlan, plannedChange } from '../decisions.ts'
import { resolveOrder } from '../input.ts'
import { plannedItems } from '../items/batch.ts'
import type { OrderKey } from '../reads/keys.ts'
import type { OrderChanges } from './schema.ts'

/** Changes an order and its items: one transaction, one event. */
export async function changeOrder(
  tx: Tx,
  actor: Actor,
  key: OrderKey,
  { items: changes = {}, ...patch }: OrderChanges,
  maxItems: number,
  precondition: Precondition,
  drawIds?: DrawIds,
): Promise<Written> {
  const order = await lockOrder(tx, actor, key)
  precondition(order.document)
  const sent = await resolveOrder(tx, actor, patch, order)
  const { items, net, errors } = await plannedItems(tx, actor, order, {
    changes,
    maxItems,
    at: '/items',
  })
  const all = { ...sent, errors: [...sent.errors, ...errors] }
  const sameItems = items.out.length + items.lines.length === 0
  const after = errors.length > 0 || (sameItems && !saysDiscount(patch)) ? undefined : net()
  const plan: OrderPlan = await plannedChange(actor, order, all, order.fields, undefined, after)
  return writePlan(tx, actor, order, sameItems ? plan : { ...plan, items }, drawIds)
}
