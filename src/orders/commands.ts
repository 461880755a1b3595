import type Big from 'big.js'
import type { Actor } from '../access/actor.ts'
import { inScope } from '../access/row-scope.ts'
import type { Precondition } from '../base/outcomes.ts'
import { today } from '../base/values/date-time.ts'
import { singleRow, type Tx } from '../database/database.ts'
import { LostRace } from '../database/failures.ts'
import { authorsJson } from '../events/record.ts'
import { msg } from '../texts/message.ts'
import { hasDiscount, saysDiscount } from './amounts/discount.ts'
import { deleteAttachmentsOf } from './attachments/commands.ts'
import { createOrder, type DrawIds, isTakenFkId, type Written } from './creating/create.ts'
import {
  decideChange,
  eventType,
  followedPlan,
  followingDiscount,
  hasFields,
  isFreightWritten,
  isNothing,
  lockedProblem,
  type OrderPlan,
  plannedChange,
  replacedFields,
  statusesOfMove,
} from './decisions.ts'
import { changedFields, fieldsOf, type OrderFields } from './fields.ts'
import {
  type OrderBody,
  type OrderInput,
  type OrderPatch,
  type ResolvedOrder,
  resolveOrder,
} from './input.ts'
import { isChecked, refuseWrongInvoice } from './invoice-check/gate.ts'
import { type Invoicing, movedTo } from './lifecycle.ts'
import {
  defaultPrices,
  type Line,
  lineRows,
  newOnes,
  productPeriods,
  storedNets,
  sumOf,
} from './lines.ts'
import { type OrderKey, orderNotFound } from './reads/keys.ts'
import {
  type ItemRow,
  items_read,
  type OrderState,
  orders_addItems,
  orders_delete,
  orders_drawIds,
  orders_lock,
  orders_lockByFkId,
  orders_publish,
  orders_removeItems,
  orders_update,
  statuses_find,
} from './sql.ts'
import { taxContext } from './taxing/context.ts'
import { withInvoiceDays } from './taxing/invoicing.ts'
import { movesTaxes } from './taxing/orders.ts'

/** An order that is locked for this transaction, as it was before the change. */
export interface LockedOrder extends OrderState {
  id: number
  document: string
  fields: OrderFields
  /** It is locked, and what its status locks may change for once. */
  isCorrected: boolean
}

export async function updateOrder(
  tx: Tx,
  actor: Actor,
  key: OrderKey,
  patch: OrderPatch,
  precondition: Precondition,
): Promise<Written> {
  const order = await lockOrder(tx, actor, key)
  precondition(order.document)
  const sent = await resolveChange(tx, actor, patch, order)
  const net = saysDiscount(patch) ? await netOfStored(tx, actor, order) : undefined
  const plan = await plannedChange(actor, order, sent, order.fields, undefined, net)
  return writePlan(
    tx,
    actor,
    order,
    await withFollowingTaxes(tx, actor, order, plan, sent.invoicing),
  )
}

/** What is sent of an order that there is, with the day that decides its taxes where it is invoiced with that. */
export async function resolveChange(
  tx: Tx,
  actor: Actor,
  body: OrderInput,
  before: LockedOrder,
): Promise<ResolvedOrder> {
  const sent = await resolveOrder(tx, actor, body, before)
  return singleRow(await withInvoiceDays(tx, actor, [{ sent, before }]))
}

/** A change of the header with the lines whose taxes follow from it. A locked order’s stay, unless it is corrected. */
async function withFollowingTaxes(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  plan: OrderPlan,
  invoicing: Invoicing | undefined,
): Promise<OrderPlan> {
  const { fields: before, status, isCorrected } = order
  if ((status.locked && !isCorrected) || !movesTaxes(actor, before, plan.fields)) return plan
  const stored = await items_read(tx, [actor.account_id, order.id, null, null])
  const context = await taxContext(tx, actor, [{ before, fields: plan.fields, stored }])
  return followedPlan(actor, before, plan, stored, context, invoicing)
}

/**
 * Creates an order or replaces it by its external identifier. What is not sent becomes unset, but
 * for `date` and the status, which an order always has: they stay.
 */
export async function putOrder(
  tx: Tx,
  actor: Actor,
  fk_id: string,
  body: OrderBody,
  precondition: Precondition,
): Promise<Written & { created: boolean }> {
  const found = await lockByFkId(tx, actor, fk_id)
  const order = found === undefined ? undefined : await lockIfShown(tx, actor, found)
  if (!order) {
    precondition(null)
    const created = await createOrder(tx, actor, { ...body, fk_id }).catch((error: unknown) => {
      // An order that the caller may not see has the code, whatever is tried again.
      const isRace = isTakenFkId(error) && found === undefined
      throw isRace ? new LostRace('another writer created it', { cause: error }) : error
    })
    return { ...created, created: true }
  }
  precondition(order.document)
  const sent = await resolveChange(tx, actor, { ...body, fk_id }, order)
  const stored = await items_read(tx, [actor.account_id, order.id, null, null])
  const plan = await plannedChange(actor, order, sent, replacedFields(order.fields), {
    stored,
    prices: await defaultPrices(tx, actor.account_id, sent.items),
    periods: await productPeriods(tx, actor.account_id, sent.items),
    taxes: await taxContext(tx, actor, [{ before: order.fields, ...sent, stored }]),
  })
  return { ...(await writePlan(tx, actor, order, plan)), created: false }
}

/** Writes what was decided and publishes it; nothing where nothing changes. */
export async function writePlan(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  plan: OrderPlan,
  drawIds: DrawIds = orders_drawIds,
): Promise<Written> {
  if (isNothing(plan)) return order
  const day = () => today(actor.time_zone)
  const moves = statusesOfMove(order, plan, day)
  const known = moves.length ? await statuses_find(tx, [actor.account_id, moves]) : []
  decideChange(order, plan, known, day)
  if (plan.items) await replaceItems(tx, actor, order, plan.items, drawIds)
  if (hasFields(order, plan)) await writeFields(tx, actor, order, plan)
  const written = await publish(tx, actor, order.id, eventType(order, plan), order, drawIds)
  const to = movedTo(order.status, plan.fields.id_order_status)
  if (to !== undefined && (await isChecked(tx, actor, to)))
    await refuseWrongInvoice(tx, actor, written.document)
  return written
}

async function netOfStored(tx: Tx, { account_id }: Actor, { id }: LockedOrder): Promise<Big> {
  const nets = await storedNets(tx, account_id, [id])
  return nets.get(id) as Big
}

/**
 * Has the discount of the whole order go with its lines, which have just been written.
 * @param has_taxes whether one of them has a list of taxes now
 * @throws Problem where they come to less than a discount that was typed in money
 */
export async function followLines(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  has_taxes = order.fields.has_taxes,
): Promise<void> {
  const before = order.fields
  if (!hasDiscount(before) && has_taxes === before.has_taxes) return
  const discount = hasDiscount(before)
    ? followingDiscount(actor, order, await netOfStored(tx, actor, order))
    : {}
  const fields = { ...before, ...discount, has_taxes }
  const plan = { fields, changed: changedFields(before, fields) }
  if (hasFields(order, plan)) await writeFields(tx, actor, order, plan)
}

/** Takes items out and puts lines in, those among them that stay with their ids. */
export async function replaceItems(
  tx: Tx,
  { account_id }: Actor,
  order: LockedOrder,
  { out, lines }: { out: ItemRow[]; lines: Line[] },
  drawIds: DrawIds = orders_drawIds,
): Promise<void> {
  const version = order.version + 1
  if (out.length) {
    const ids = out.map(({ id }) => id)
    await orders_removeItems(tx, [account_id, order.id, version, `-${sumOf(out)}`, ids])
  }
  if (lines.length) {
    const { item_ids } = singleRow(await drawIds(tx, [0, 0, newOnes(lines)]))
    const rows = lineRows(order.id, lines, item_ids.values())
    await orders_addItems(tx, [account_id, order.id, version, sumOf(lines), JSON.stringify(rows)])
  }
}

export async function deleteOrder(
  tx: Tx,
  actor: Actor,
  key: OrderKey,
  precondition: Precondition,
): Promise<number> {
  const order = await lockOrder(tx, actor, key)
  precondition(order.document)
  if (order.status.locked) throw lockedProblem(order, msg`it can’t be deleted`)
  await publish(tx, actor, order.id, 'order.deleted')
  await deleteAttachmentsOf(tx, actor.account_id, order.id)
  await orders_delete(tx, [actor.account_id, order.id])
  return order.id
}

/**
 * Locks an order for this transaction and reads it. Every change of an order starts here.
 * @throws Problem `not_found`, the same where there is none and where it is not for the caller
 */
export async function lockOrder(tx: Tx, actor: Actor, key: OrderKey): Promise<LockedOrder> {
  const id = 'id' in key ? key.id : await lockByFkId(tx, actor, key.fk_id)
  const order = id === undefined ? undefined : await lockIfShown(tx, actor, id)
  if (!order) throw orderNotFound(key)
  return order
}

/** Undefined where there is no such order, or the caller may not know of it. */
async function lockIfShown(tx: Tx, actor: Actor, id: number): Promise<LockedOrder | undefined> {
  const [state] = await orders_lock(tx, [actor.account_id, id])
  const fields = state && fieldsOf(state)
  if (!fields || !inScope(actor.only, fields)) return undefined
  return {
    ...state,
    id,
    fields,
    isCorrected: state.status.locked && actor.correction !== undefined,
  }
}

/** Locks before it reads, so that the order still has the code. */
async function lockByFkId(tx: Tx, actor: Actor, fk_id: string): Promise<number | undefined> {
  const [found] = await orders_lockByFkId(tx, [actor.account_id, fk_id])
  return found?.id
}

/**
 * Builds and keeps the order's JSON and writes the event: the last step of every change.
 * @param before the order that was changed; null for one that goes
 */
export async function publish(
  tx: Tx,
  actor: Actor,
  id: number,
  type: string,
  before: LockedOrder | null = null,
  drawIds: DrawIds = orders_drawIds,
): Promise<Written> {
  const { event_ids } = singleRow(await drawIds(tx, [0, 1, 0]))
  const { document } = singleRow(
    await orders_publish(tx, [
      actor.account_id,
      [id],
      event_ids,
      [type],
      authorsJson([actor]),
      [before?.document ?? null],
      [before?.status.locked ?? false],
    ]),
  )
  return { id, document }
}

async function writeFields(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  plan: OrderPlan,
): Promise<void> {
  await orders_update(tx, [
    actor.account_id,
    order.id,
    order.version + 1,
    JSON.stringify(plan.fields),
    isFreightWritten(plan),
  ])
}
