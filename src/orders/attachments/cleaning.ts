import { type Db, inTransaction } from '../../database/database.ts'
import type { ImageStorage } from '../../images/storage.ts'
import { forEachAlone } from '../../jobs/for-each.ts'
import type { Ran } from '../../jobs/job.ts'
import {
  order_attachment_folders_due,
  order_attachment_folders_lockDue,
  order_attachment_folders_order,
  order_attachment_folders_setCleaned,
  order_attachments_contents,
  order_attachments_deleteOf,
} from './sql.ts'

/** Folders that one look finds at most. */
const FOUND = 1_000

/**
 * Makes the job that removes contents of attachments that no row names: of those that were deleted, of
 * orders that were, of people whose data is removed, and what an upload that was cut off has left. Goes by
 * what the tables say, after the commit; any number of processes may run it.
 */
export function cleaningJob(
  storage: Pick<ImageStorage, 'forOrder'>,
): (db: Db, stop: AbortSignal) => Promise<Ran> {
  return async (db, stop) => {
    const due = await order_attachment_folders_due(db, [FOUND])
    await forEachAlone(due, stop, ({ account_id, id_order }) =>
      inTransaction(db, async (tx) => {
        const [locked] = await order_attachment_folders_lockDue(tx, [account_id, id_order])
        if (!locked) return
        // Who deleted the order saw no folder yet, where its first file came in that moment.
        const [order] = await order_attachment_folders_order(tx, [account_id, id_order])
        if (!order) await order_attachments_deleteOf(tx, [account_id, [id_order]])
        const rows = await order_attachments_contents(tx, [account_id, id_order])
        const contents = new Set(rows.map(({ sha256 }) => sha256))
        await storage.forOrder(account_id, id_order).removeAllBut(contents)
        await order_attachment_folders_setCleaned(tx, [account_id, id_order])
      }),
    )
    return due.length > 0 ? undefined : 'idle'
  }
}
