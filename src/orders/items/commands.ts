import type { Actor } from '../../access/actor.ts'
import type { Precondition } from '../../base/outcomes.ts'
import { type FieldError, refuseInvalid } from '../../base/problems.ts'
import { singleRow, type Tx } from '../../database/database.ts'
import { msg } from '../../texts/message.ts'
import { netOf } from '../amounts/discount.ts'
import { figure } from '../amounts/figures.ts'
import { hasTaxList } from '../amounts/tax-lines/line.ts'
import { followLines, type LockedOrder, lockOrder, publish, replaceItems } from '../commands.ts'
import type { Written } from '../creating/create.ts'
import { itemsEvent, refuseLockedItems } from '../decisions.ts'
import {
  type ItemBody,
  type ItemInput,
  type ItemPatch,
  type ItemPatchInput,
  resolveItems,
} from '../input.ts'
import { type Line, lineRow, newLines, patchedLine, sumOf } from '../lines.ts'
import type { OrderKey } from '../reads/keys.ts'
import { type ItemKey, itemNotFound } from '../reads/order.ts'
import { withIds } from '../references/codes.ts'
import {
  type ItemRow,
  items_count,
  items_read,
  orders_drawIds,
  orders_updateItem,
  products_prices,
} from '../sql.ts'
import type { LineWork } from '../taxing/lines.ts'
import { movedItems } from '../taxing/orders.ts'
import { derivesTaxes } from '../taxing/rules.ts'
import { refusedOrMoved } from './taxes.ts'

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
  const { lines, errors, wrong } = await newLines(tx, actor, sent.resolved as ItemInput[], () => '')
  const [item] = sent.resolved as ItemInput[]
  const work = { sent: item as ItemInput, stored: item?.copied, isWrong: wrong.has(0), pointer: '' }
  const works = lines.map((line) => ({ ...work, line }))
  const all = [...sent.errors, ...errors]
  const { items, has_taxes } = await withTaxes(tx, actor, order, works, all)
  const { item_ids } = singleRow(await orders_drawIds(tx, [0, 0, lines.length]))
  const drawIds = async () => [{ order_ids: [], event_ids: [], item_ids }]
  await replaceItems(tx, actor, order, items, drawIds)
  await followLines(tx, actor, order, has_taxes)
  const written = await publish(tx, actor, order.id, itemsEvent(order), order)
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
  const work = { line, sent: patch, stored, isWrong: errors.length > 0, pointer: '' }
  const all = [...sent.errors, ...errors]
  const { items, has_taxes } = await withTaxes(tx, actor, order, [work], all, stored)
  const [changed] = items.lines
  if (!changed) return order
  refuseLockedItems(order)
  if (items.lines.length > 1) await replaceItems(tx, actor, order, items)
  else await writeItem(tx, actor, order, items.out, changed)
  await followLines(tx, actor, order, has_taxes)
  return publish(tx, actor, order.id, itemsEvent(order), order)
}

async function writeItem(
  tx: Tx,
  { account_id }: Actor,
  { id, version }: LockedOrder,
  before: ItemRow[],
  line: Line,
): Promise<void> {
  const change = figure(sumOf([line]))
    .minus(sumOf(before))
    .toFixed()
  const id_item = line.id as number
  await orders_updateItem(tx, [account_id, id, version + 1, change, id_item, lineRow(line)])
}

/**
 * Lines that come or change with their taxes, and others whose taxes follow.
 * @param errors what is wrong with them apart from that
 * @param stored the line that changes
 */
async function withTaxes(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  works: LineWork[],
  errors: FieldError[],
  stored?: ItemRow,
): Promise<Pick<ReturnType<typeof movedItems>, 'items' | 'has_taxes'>> {
  const { has_taxes } = order.fields
  const isTaxed =
    has_taxes ||
    derivesTaxes(actor) ||
    works.some(({ sent = {}, stored }) => hasTaxList(sent, stored))
  if (!isTaxed) {
    refuseInvalid(errors)
    const changes = { stored: stored ? [stored] : [], removed: [], works }
    return movedItems(actor, order.fields, order.fields, changes)
  }
  const all = await items_read(tx, [actor.account_id, order.id, null, null])
  const own = works.flatMap(({ line, stored }) => (line.id === null ? [] : (stored ?? [])))
  const net = () =>
    netOf(all)
      .minus(netOf(own))
      .plus(netOf(works.map(({ line }) => line)))
  return refusedOrMoved(tx, actor, order, { stored: all, removed: [], works, net, errors })
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
  const { items, has_taxes } = await withoutItem(tx, actor, order, stored)
  await replaceItems(tx, actor, order, items)
  await followLines(tx, actor, order, has_taxes)
  await publish(tx, actor, order.id, itemsEvent(order), order)
  return stored.id
}

async function withoutItem(tx: Tx, actor: Actor, order: LockedOrder, item: ItemRow) {
  const { has_taxes } = order.fields
  if (!has_taxes && !derivesTaxes(actor)) return { items: { out: [item], lines: [] }, has_taxes }
  const all = await items_read(tx, [actor.account_id, order.id, null, null])
  const removed = all.filter(({ id }) => id === item.id)
  const net = () => netOf(all).minus(netOf(removed))
  return refusedOrMoved(tx, actor, order, { stored: all, removed, works: [], net, errors: [] })
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
