import type Big from 'big.js'
import type { Actor } from '../../access/actor.ts'
import { type FieldError, refuseInvalid } from '../../base/problems.ts'
import type { Tx } from '../../database/database.ts'
import { hasDiscount } from '../amounts/discount.ts'
import type { LockedOrder } from '../commands.ts'
import { followingDiscount } from '../decisions.ts'
import { taxContext } from '../taxing/context.ts'
import { type ChangedItems, movedItems } from '../taxing/orders.ts'

/** Changes of an order's items, and what all lines that there are then come to before taxes. */
export interface PlannedItems extends ChangedItems {
  net: () => Big
  errors: FieldError[]
}

/**
 * What the changes come to with the taxes of lines.
 * @throws Problem with all that is wrong with them
 */
export async function refusedOrMoved(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  planned: PlannedItems,
): Promise<ReturnType<typeof movedItems>> {
  const before = order.fields
  const items = planned.works.map(({ sent = {}, stored }) => ({ ...sent, copied: stored }))
  const context = await taxContext(tx, actor, [{ before, items, stored: planned.stored }])
  const follows = context && hasDiscount(before) && planned.errors.length === 0
  const fields = follows ? { ...before, ...followingDiscount(actor, order, planned.net()) } : before
  const moved = movedItems(actor, before, fields, planned, context)
  refuseInvalid([...planned.errors, ...moved.errors])
  return moved
}
