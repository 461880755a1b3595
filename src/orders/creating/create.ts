import { randomUUID } from 'node:crypto'
import type { Actor } from '../../access/actor.ts'
import { type Reader, singleRow, type Tx } from '../../database/database.ts'
import { UNIQUE_VIOLATION, violates } from '../../database/failures.ts'
import { type Author, authorsJson } from '../../events/record.ts'
import { type PlannedOrder, planOrder } from '../decisions.ts'
import { type OrderBody, resolveOrder } from '../input.ts'
import { isChecked, refuseWrongInvoice } from '../invoice-check/gate.ts'
import { defaultPrices, lineRows } from '../lines.ts'
import { orders_create, orders_drawIds } from '../sql.ts'
import { taxContext } from '../taxing/context.ts'

/** What a change left behind. */
export interface Written {
  id: number
  document: string
}

/** Where the ids of so many new orders, events and items come from. */
export type DrawIds = (
  ...of: Parameters<typeof orders_drawIds>
) => ReturnType<typeof orders_drawIds>

export async function createOrder(tx: Tx, actor: Actor, body: OrderBody): Promise<Written> {
  return createDecided(tx, await decided(tx, actor, body))
}

export async function createDecided(
  tx: Tx,
  order: Decided,
  drawIds: DrawIds = orders_drawIds,
): Promise<Written> {
  const { actor, isChecked } = order
  const orders = await withIds(tx, [order], drawIds)
  const written = singleRow(await write(tx, orders_create, actor.account_id, orders))
  if (isChecked) await refuseWrongInvoice(tx, actor, written.document)
  return written
}

/** What is to become of a request for a new order. */
export interface Decided {
  actor: Actor
  planned: PlannedOrder
  /** It comes into a status that wants its invoice to be right. */
  isChecked: boolean
}

export async function decided(db: Reader, actor: Actor, body: OrderBody): Promise<Decided> {
  const { account_id } = actor
  const sent = await resolveOrder(db, actor, body)
  const prices = await defaultPrices(db, account_id, sent.items)
  const taxes = await taxContext(db, actor, [sent])
  const planned = await planOrder(actor, sent, prices, taxes)
  return { actor, planned, isChecked: await isChecked(db, actor, planned.fields.id_order_status) }
}

interface OrderIds {
  id: number
  id_event: number
}

/** A new order, ready to be written. */
export interface NewOrder extends OrderIds {
  /** With the `uid` of its event, by which it is known whatever becomes of its ids. */
  author: Author & { event_uid: string }
  fields: object
  lines: object[]
}

export function newOrder(
  ids: OrderIds,
  author: Author,
  { fields, total_value, lines }: PlannedOrder,
  itemIds: Iterator<number>,
): NewOrder {
  return {
    ...ids,
    author: { ...author, event_uid: randomUUID() },
    fields: { ...fields, id: ids.id, total_value },
    lines: lineRows(ids.id, lines, itemIds),
  }
}

export async function withIds(
  db: Reader,
  orders: readonly Decided[],
  drawIds: DrawIds,
): Promise<NewOrder[]> {
  const lines = orders.flatMap(({ planned }) => planned.lines)
  const drawn = singleRow(await drawIds(db, [orders.length, orders.length, lines.length]))
  const [ids, eventIds] = [drawn.order_ids, drawn.event_ids]
  const itemIds = drawn.item_ids.values()
  return orders.map(({ actor, planned }, i) =>
    newOrder({ id: ids[i] as number, id_event: eventIds[i] as number }, actor, planned, itemIds),
  )
}

/** As `create_orders` takes them. */
export function rowsOf(
  account_id: number,
  orders: NewOrder[],
): Parameters<typeof orders_create>[1] {
  return [
    account_id,
    orders.map(({ id }) => id),
    orders.map(({ id_event }) => id_event),
    JSON.stringify(orders.map(({ fields }) => fields)),
    JSON.stringify(orders.flatMap(({ lines }) => lines)),
    authorsJson(orders.map(({ author }) => author)),
  ]
}

export async function write(
  db: Reader,
  statement: typeof orders_create,
  account_id: number,
  orders: NewOrder[],
): Promise<Written[]> {
  const rows = await statement(db, rowsOf(account_id, orders))
  return rows.map(({ document }, i) => ({ id: orders[i]?.id as number, document }))
}

export function isTakenFkId(error: unknown): boolean {
  return violates(error, UNIQUE_VIOLATION, 'orders_account_id_fk_id_key')
}
