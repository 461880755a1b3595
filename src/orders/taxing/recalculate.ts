import type { Actor } from '../../access/actor.ts'
import type { Precondition } from '../../base/outcomes.ts'
import { refuseInvalid } from '../../base/problems.ts'
import type { Tx } from '../../database/database.ts'
import { msg } from '../../texts/message.ts'
import { lockOrder, writePlan } from '../commands.ts'
import type { DrawIds } from '../creating/create.ts'
import { lockedProblem, type OrderPlan } from '../decisions.ts'
import type { OrderFields } from '../fields.ts'
import type { OrderKey } from '../reads/keys.ts'
import { type Compared, comparedWith } from '../reads/versions/diff.ts'
import { type ItemRow, items_read, orders_drawIds } from '../sql.ts'
import { type TaxContext, taxContext } from './context.ts'
import { movedItems } from './orders.ts'

/**
 * Works the taxes of an order out again by the rules as they are now. What was sent stays.
 * @throws Problem `order_locked`, and as a change of its items does
 */
export async function recalculateOrder(
  tx: Tx,
  actor: Actor,
  key: OrderKey,
  precondition: Precondition,
  drawIds: DrawIds = orders_drawIds,
): Promise<Compared> {
  const order = await lockOrder(tx, actor, key)
  precondition(order.document)
  if (order.status.locked) throw lockedProblem(order, msg`its taxes can’t change`)
  const { fields } = order
  const stored = await items_read(tx, [actor.account_id, order.id, null, null])
  const context = await taxContext(tx, actor, [{ before: fields, fields, stored }])
  const plan = recalculatedPlan(actor, fields, stored, context)
  return comparedWith(order, await writePlan(tx, actor, order, plan, drawIds))
}

/**
 * An order whose taxes are worked out again by the rules as they are now. What was sent stays.
 * @throws Problem with all that is refused of its lines
 */
export function recalculatedPlan(
  actor: Actor,
  fields: OrderFields,
  stored: readonly ItemRow[],
  context: TaxContext | undefined,
): OrderPlan {
  const works = stored.map((line, i) => {
    return { line, stored: line, isAnew: true, pointer: `/items/${i}` }
  })
  const changes = { stored, removed: [], works }
  const { items, has_taxes, errors } = movedItems(actor, fields, fields, changes, context)
  refuseInvalid(errors)
  const plan = { fields: { ...fields, has_taxes }, changed: [] }
  return items.lines.length > 0 ? { ...plan, items } : plan
}
