import type { Actor } from '../../access/actor.ts'
import type { Precondition } from '../../base/outcomes.ts'
import { refuseInvalid } from '../../base/problems.ts'
import type { Tx } from '../../database/database.ts'
import { saysDiscount } from '../amounts/discount.ts'
import { lockOrder, resolveChange, writePlan } from '../commands.ts'
import type { DrawIds, Written } from '../creating/create.ts'
import { type OrderPlan, plannedChange } from '../decisions.ts'
import { plannedItems } from '../items/batch.ts'
import type { PlannedItems } from '../items/taxes.ts'
import type { OrderKey } from '../reads/keys.ts'
import { taxContext } from '../taxing/context.ts'
import { movedItems } from '../taxing/orders.ts'
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
  const sent = await resolveChange(tx, actor, patch, order)
  const planned = await plannedItems(tx, actor, order, { changes, maxItems, at: '/items' })
  const { removed, works, net } = planned
  const before = order.fields
  const context = await taxContext(tx, actor, [
    { before, fields: sent.fields, items: itemsOf(planned), stored: planned.stored },
  ])
  const isSame = removed.length + works.length === 0
  const after = planned.errors.length > 0 || (isSame && !saysDiscount(patch)) ? undefined : net()
  // What is wrong with taxes is told with all else, and they depend on a header that is right.
  const tried = movedItems(actor, before, before, planned, context)
  const all = { ...sent, errors: [...sent.errors, ...planned.errors, ...tried.errors] }
  const plan: OrderPlan = await plannedChange(actor, order, all, before, undefined, after)
  const { items, has_taxes, errors } =
    order.status.locked && isSame
      ? { items: { out: [], lines: [] }, has_taxes: before.has_taxes, errors: [] }
      : movedItems(actor, before, plan.fields, planned, context, sent.invoicing)
  refuseInvalid(errors)
  const fields = { ...plan.fields, has_taxes }
  const sameItems = items.out.length + items.lines.length === 0
  const whole = { ...plan, fields, ...(sameItems ? {} : { items }) }
  return writePlan(tx, actor, order, whole, drawIds)
}

const itemsOf = ({ works }: PlannedItems) =>
  works.map(({ sent = {}, stored }) => ({ ...sent, copied: stored }))
