import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../database/database.ts'
import { authorsJson } from '../../events/record.ts'
import { eventType, hasFields, isFreightWritten, type OrderPlan } from '../decisions.ts'
import type { OrderFields } from '../fields.ts'
import { lineRows, sumOf } from '../lines.ts'
import { orders_buildMany, orders_readStoredMany } from '../reads/sql.ts'
import { type OrderState, orders_change, orders_publish } from '../sql.ts'

/** An order that is locked for this transaction, and what becomes of it. */
export interface ChangedOrder {
  id: number
  id_event: number
  before: Pick<OrderState, 'version' | 'status'> & { fields: OrderFields }
  changed: OrderPlan
}

/** Writes changes of orders, and publishes them, each step by one statement for all. */
export async function writeChanged(
  tx: Tx,
  actor: Actor,
  orders: readonly ChangedOrder[],
  itemIds: Iterator<number>,
): Promise<void> {
  if (orders.length === 0) return
  const { account_id } = actor
  // Publishing wants ids that ascend.
  const sorted = orders.toSorted((a, b) => a.id - b.id)
  const ids = sorted.map(({ id }) => id)
  const befores = await documentsOf(tx, account_id, ids)
  const changes = orders.map((order) => changeRow(order, itemIds))
  await orders_change(tx, [account_id, JSON.stringify(changes)])
  await orders_publish(tx, [
    account_id,
    ids,
    sorted.map(({ id_event }) => id_event),
    sorted.map(({ before, changed }) => eventType(before, changed)),
    authorsJson(ids.map(() => actor)),
    ids.map((id) => befores.get(id) ?? null),
    sorted.map(({ before }) => before.status.locked),
  ])
}

/** As `change_orders` takes it. */
function changeRow({ id, before, changed }: ChangedOrder, itemIds: Iterator<number>): object {
  const { fields, items } = changed
  return {
    id,
    version: before.version + 1,
    ...(items?.out.length
      ? { out_ids: items.out.map((item) => item.id), out_total: sumOf(items.out) }
      : {}),
    ...(items?.lines.length
      ? {
          lines: lineRows(id, items.lines, itemIds),
          lines_total: sumOf(items.lines),
        }
      : {}),
    ...(hasFields(before, changed)
      ? { fields, is_freight_written: isFreightWritten(changed) }
      : {}),
  }
}

/** The JSON of locked orders as it is; built where the stored one is stale. */
export async function documentsOf(
  tx: Tx,
  account_id: number,
  ids: number[],
): Promise<Map<number, string>> {
  const stored = await orders_readStoredMany(tx, [account_id, ids])
  const stale = stored.filter(({ document }) => document === null).map(({ id }) => id)
  const built = stale.length ? await orders_buildMany(tx, [account_id, stale]) : []
  return new Map(
    [...stored, ...built].flatMap(({ id, document }) =>
      document === null ? [] : [[id, document] as const],
    ),
  )
}
