import { accounts_documentsRenewed } from '../../access/sql.ts'
import { pause } from '../../base/pause.ts'
import { type Db, inTransaction } from '../../database/database.ts'
import type { AccountQueue } from '../../jobs/account-queue.ts'
import { accounts_epochBehind, documents_renew, documents_stale, orders_lockFree } from './sql.ts'

/** Small enough that a writer who meets a batch waits for some 20 ms at most. */
const BATCH = 100

/** A batch takes no less: 100,000 documents in 50 s, and the rest of the machine is for requests. */
const BATCH_MS = 50

/**
 * Makes the job that renews stored documents which renames have made stale.
 * @param queue gets the accounts that may have some
 */
export function refreshingJob(queue: AccountQueue): (db: Db, stop: AbortSignal) => Promise<void> {
  return (db, stop) =>
    queue.forEach(stop, async (account_id) => {
      const { isDone } = await refreshDocuments(db, account_id, stop)
      if (!isDone) queue.add(account_id)
    })
}

/**
 * Renews the account's stored documents that renames have made stale, newest orders first, in small
 * batches. Goes by what the tables say, not by a queue: nothing can be forgotten, and two
 * processes doing it at once only share the work.
 * @returns how many documents were renewed; done is it where nothing was left to do
 */
export async function refreshDocuments(
  db: Db,
  account_id: number,
  stop: AbortSignal,
): Promise<Refreshed> {
  const [behind] = await accounts_epochBehind(db, [account_id])
  if (!behind) return { renewed: 0, isDone: true }
  return refreshUpTo(db, account_id, behind.names_epoch, stop)
}

interface Refreshed {
  renewed: number
  isDone: boolean
}

async function refreshUpTo(
  db: Db,
  account_id: number,
  epoch: number,
  stop: AbortSignal,
): Promise<Refreshed> {
  let below = Number.MAX_SAFE_INTEGER
  let renewed = 0
  let skipped = 0
  while (!stop.aborted) {
    const started = performance.now()
    const stale = await documents_stale(db, [account_id, below, epoch, BATCH])
    const last = stale.at(-1)
    if (!last) {
      // Only a round that finds nothing is the last one. Orders whose writers held them are for
      // the next; so is what was being created, unseen, by a writer that knew the old name only.
      const isDone = renewed === 0 && skipped === 0
      if (isDone) await accounts_documentsRenewed(db, [account_id, epoch])
      return { renewed, isDone }
    }
    const done = await renewBatch(
      db,
      account_id,
      stale.map(({ id_order }) => id_order),
    )
    renewed += done
    skipped += stale.length - done
    below = last.id_order
    await pause(Math.max(0, started + BATCH_MS - performance.now()), stop)
  }
  return { renewed, isDone: false }
}

async function renewBatch(db: Db, account_id: number, ids: number[]): Promise<number> {
  return inTransaction(db, async (tx) => {
    const free = await orders_lockFree(tx, [account_id, ids])
    if (free.length) await documents_renew(tx, [account_id, free.map(({ id }) => id)])
    return free.length
  })
}
