import type { Actor } from '../access/actor.ts'
import { statement, type Tx } from '../database/database.ts'
import type { ChangedRecord } from '../records/rules.ts'
import { orderJson } from './reads/document.ts'

// A status becomes locked, or ceases to be, while orders are in it: they become documents at that
// moment, or show today's names again.

/** Orders in one statement: far below the time that a statement may take. */
const BATCH = 1000

/**
 * [account_id, id of the status] Waits for the orders that are on their way into the status, and
 * keeps others from entering it: each has a key-share lock on it by its foreign key.
 */
const status_close = statement(
  'select id from order_statuses where account_id = $1 and id = $2 for update',
)

/** [account_id, status, after this id, how many] → orders in the status, locked. */
const orders_lockInStatus = statement<{ id: number }>(`
  select id from orders
   where account_id = $1 and id_order_status = $2 and id > $3
   order by id limit $4 for update`)

/**
 * [account_id, ids] Stores the JSON of these orders as their status now wants it. A statement of its
 * own after the locks, so that it sees what the last writers committed.
 */
const documents_settle = statement(`
  update order_documents d
     set document = case when d.names_epoch = a.names_epoch then d.document else ${orderJson('o', '$1')} end,
         names_epoch = case when not s.locked then a.names_epoch end
    from orders o
    join accounts a on a.account_id = o.account_id
    join order_statuses s on s.account_id = o.account_id and s.id = o.id_order_status
   where o.account_id = $1 and o.id = any($2::bigint[])
     and d.account_id = o.account_id and d.id_order = o.id
     and (d.names_epoch is null) <> s.locked`)

/**
 * Does what a changed `locked` of an order status means for the orders in it, in the transaction of
 * that change: whoever meets it sees all of them locked or none.
 */
export async function settleLockedOrders(
  tx: Tx,
  { account_id }: Actor,
  before: ChangedRecord,
  after: ChangedRecord,
): Promise<void> {
  if (isLocked(before) === isLocked(after)) return
  await status_close(tx, [account_id, after.id])
  for (let last = 0; ; ) {
    const orders = await orders_lockInStatus(tx, [account_id, after.id, last, BATCH])
    if (orders.length === 0) return
    const ids = orders.map(({ id }) => id)
    await documents_settle(tx, [account_id, ids])
    last = ids.at(-1) ?? last
  }
}

function isLocked({ document }: ChangedRecord): boolean {
  return (JSON.parse(document) as { locked: boolean }).locked
}
