import type { Actor } from '../../access/actor.ts'
import type { Precondition } from '../../base/outcomes.ts'
import { refuseInvalid } from '../../base/problems.ts'
import { singleRow, type Tx } from '../../database/database.ts'
import { msg } from '../../texts/message.ts'
import { figure } from '../amounts/figures.ts'
import { followLines, type LockedOrder, lockOrder, publish } from '../commands.ts'
import type { Written } from '../creating/create.ts'
import { refuseLockedItems } from '../decisions.ts'
import {
  type ItemBody,
  type ItemInput,
  type ItemPatch,
  type ItemPatchInput,
  resolveItems,
} from '../input.ts'
import { isStored, lineRow, lineRows, newLines, patchedLine, sumOf } from '../lines.ts'
import type { OrderKey } from '../reads/keys.ts'
import { type ItemKey, itemNotFound } from '../reads/order.ts'
import { withIds } from '../references/codes.ts'
import {
  type ItemRow,
  items_count,
  items_read,
  orders_addItems,
  orders_drawIds,
  orders_removeItems,
  orders_updateItem,
  products_prices,
} from '../sql.ts'

export async function createItem(
  tx: Tx,
  actor: Actor,
  order_key: OrderKey,
  body: ItemBody,
  maxItems: number,
  precondition: Precondition,
): Promise<Written & { id_item: number }> {
  const order = await lockForItems(tx, actor, order_key, precondition)
  await refuseTooMany(tx, actor, order.id, maxItems)
  const sent = await resolveItems(tx, actor, [{ sent: body, pointer: '' }])
  const { lines, errors } = await newLines(tx, actor, sent.resolved as ItemInput[], () => '')
  refuseInvalid([...sent.errors, ...errors])
  const { item_ids } = singleRow(await orders_drawIds(tx, [0, 0, lines.length]))
  await orders_addItems(tx, [
    actor.account_id,
    order.id,
    order.version + 1,
    sumOf(lines),
    JSON.stringify(lineRows(order.id, lines, item_ids.values())),
  ])
  await followLines(tx, actor, order)
  const written = await publish(tx, actor, order.id, 'order.updated', order)
  return { ...written, id_item: item_ids[0] as number }
}

export async function updateItem(
  tx: Tx,
  actor: Actor,
  order_key: OrderKey,
  key: ItemKey,
  body: ItemPatch,
  precondition: Precondition,
): Promise<Written> {
  const order = await lockForItems(tx, actor, order_key, precondition, false)
  const stored = await readItem(tx, actor, order.id, key)
  const sent = await withIds(tx, actor, [{ sent: body, pointer: '' }])
  const [patch = {}] = sent.resolved
  const price = await clearedPrice(tx, actor, stored, patch)
  const { line, errors } = patchedLine(stored, patch, actor.amounts, price)
  refuseInvalid([...sent.errors, ...errors])
  if (isStored(line, stored)) return order
  refuseLockedItems(order)
  const change = figure(sumOf([line]))
    .minus(sumOf([stored]))
    .toFixed()
  await orders_updateItem(tx, [
    actor.account_id,
    order.id,
    order.version + 1,
    change,
    stored.id,
    lineRow(line),
  ])
  await followLines(tx, actor, order)
  return publish(tx, actor, order.id, 'order.updated', order)
}

/** @returns the id of the item that went */
export async function deleteItem(
  tx: Tx,
  actor: Actor,
  order_key: OrderKey,
  key: ItemKey,
  precondition: Precondition,
): Promise<number> {
  const order = await lockForItems(tx, actor, order_key, precondition)
  const stored = await readItem(tx, actor, order.id, key)
  await orders_removeItems(tx, [
    actor.account_id,
    order.id,
    order.version + 1,
    `-${sumOf([stored])}`,
    [stored.id],
  ])
  await followLines(tx, actor, order)
  await publish(tx, actor, order.id, 'order.updated', order)
  return stored.id
}

export async function lockForItems(
  tx: Tx,
  actor: Actor,
  key: OrderKey,
  precondition: Precondition,
  changesForSure = true,
): Promise<LockedOrder> {
  const order = await lockOrder(tx, actor, key)
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
  const detail = msg`The order has ${maxItems} items, and more it can’t have.`
  refuseInvalid([{ pointer: '', code: 'max_items', detail }])
}

async function readItem(tx: Tx, actor: Actor, id_order: number, key: ItemKey): Promise<ItemRow> {
  const [id, fk_id] = 'id' in key ? [key.id, null] : [null, key.fk_id]
  const [item] = await items_read(tx, [actor.account_id, id_order, id, fk_id])
  if (!item) throw itemNotFound(id_order, key)
  return item
}

/** A price that is cleared falls back to the product's. */
async function clearedPrice(
  tx: Tx,
  actor: Actor,
  stored: ItemRow,
  patch: ItemPatchInput,
): Promise<string | null> {
  if (patch.price !== null) return null
  const [product] = await products_prices(tx, [actor.account_id, [patch.id_item ?? stored.id_item]])
  return product?.price ?? null
}
