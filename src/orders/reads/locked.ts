import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../database/database.ts'
import type { ChangedRecord } from '../../records/rules.ts'
import { documents_settle, orders_lockInStatus, status_close } from './locked-sql.ts'

// A status becomes locked, or ceases to be, while orders are in it: they become documents at that
// moment, or show today's names again.

/** Orders in one statement: far below the time that a statement may take. */
const BATCH = 1000

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
    await documents_settle(tx, [account_id, ids, isLocked(after)])
    last = ids.at(-1) ?? last
  }
}

function isLocked({ document }: ChangedRecord): boolean {
  return (JSON.parse(document) as { locked: boolean }).locked
}
