import type { Static } from 'typebox'
import type { Actor } from '../../access/actor.ts'
import type { Precondition } from '../../base/outcomes.ts'
import { notFound, refuseFaults } from '../../base/refusals.ts'
import { only, type Tx } from '../../database/database.ts'
import { figure } from '../amounts/figures.ts'
import {
  type LockedOrder,
  lockOrder,
  publish,
  refuseLockedItems,
  type Written,
} from '../commands.ts'
import { isStored, lineRow, lineRows, newLines, patchedLine, sumOf } from '../lines.ts'
import type { itemBody, itemPatchBody } from '../schema.ts'
import {
  type ItemRow,
  items_count,
  items_drawIds,
  items_read,
  orders_addItems,
  orders_removeItems,
  orders_updateItem,
  products_prices,
} from '../sql.ts'

export type ItemBody = Static<typeof itemBody>
export type ItemPatch = Static<typeof itemPatchBody>

export async function createItem(
  tx: Tx,
  actor: Actor,
  id_order: number,
  body: ItemBody,
  maxItems: number,
  precondition: Precondition,
): Promise<Written & { id_item: number }> {
  const order = await lockForItems(tx, actor, id_order, precondition)
  await refuseTooMany(tx, actor, id_order, maxItems)
  const lines = await newLines(tx, actor, [body], () => '')
  const { item_ids } = only(await items_drawIds(tx, [lines.length]))
  await orders_addItems(tx, [
    actor.account_id,
    id_order,
    order.version + 1,
    sumOf(lines),
    lineRows(lines, item_ids),
  ])
  const written = await publish(tx, actor, id_order, 'order.updated', order)
  return { ...written, id_item: item_ids[0] as number }
}

export async function updateItem(
  tx: Tx,
  actor: Actor,
  { id_order, id }: { id_order: number; id: number },
  patch: ItemPatch,
  precondition: Precondition,
): Promise<Written> {
  const order = await lockForItems(tx, actor, id_order, precondition, false)
  const stored = await readItem(tx, actor, id_order, id)
  const line = patchedLine(
    stored,
    patch,
    actor.amounts,
    await clearedPrice(tx, actor, stored, patch),
  )
  if (isStored(line, stored)) return order
  refuseLockedItems(order)
  const change = figure(sumOf([line]))
    .minus(sumOf([stored]))
    .toFixed()
  await orders_updateItem(tx, [
    actor.account_id,
    id_order,
    order.version + 1,
    change,
    id,
    lineRow(line),
  ])
  return publish(tx, actor, id_order, 'order.updated', order)
}

export async function deleteItem(
  tx: Tx,
  actor: Actor,
  { id_order, id }: { id_order: number; id: number },
  precondition: Precondition,
): Promise<void> {
  const order = await lockForItems(tx, actor, id_order, precondition)
  const stored = await readItem(tx, actor, id_order, id)
  await orders_removeItems(tx, [
    actor.account_id,
    id_order,
    order.version + 1,
    `-${sumOf([stored])}`,
    [id],
  ])
  await publish(tx, actor, id_order, 'order.updated', order)
}

async function lockForItems(
  tx: Tx,
  actor: Actor,
  id_order: number,
  precondition: Precondition,
  changesForSure = true,
): Promise<LockedOrder> {
  const order = await lockOrder(tx, actor, id_order)
  precondition(order.document)
  if (changesForSure) refuseLockedItems(order)
  return order
}

/** The schema limits the items that come with an order; these come one by one. */
async function refuseTooMany(
  tx: Tx,
  actor: Actor,
  id_order: number,
  maxItems: number,
): Promise<void> {
  const [items] = await items_count(tx, [actor.account_id, id_order])
  if ((items?.count ?? 0) < maxItems) return
  const detail = `The order has ${maxItems} items, and more it can’t have.`
  refuseFaults([{ pointer: '', code: 'max_items', detail }])
}

async function readItem(tx: Tx, actor: Actor, id_order: number, id: number): Promise<ItemRow> {
  const [item] = await items_read(tx, [actor.account_id, id_order, id])
  if (!item) throw notFound(`Item ${id} of order ${id_order}`)
  return item
}

/** A price that is cleared falls back to the product's. */
async function clearedPrice(
  tx: Tx,
  actor: Actor,
  stored: ItemRow,
  patch: ItemPatch,
): Promise<string | null> {
  if (patch.price !== null) return null
  const [product] = await products_prices(tx, [actor.account_id, [patch.id_item ?? stored.id_item]])
  return product?.price ?? null
}
