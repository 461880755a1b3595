import { pause } from '../../base/pause.ts'
import { type Db, inTransaction, statement } from '../../database/database.ts'
import { orderJson } from './document.ts'

/** Small enough that a writer who meets a batch waits for some 20 ms at most. */
const BATCH = 100

/** A batch takes no less: 100,000 documents in 50 s, and the rest of the machine is for requests. */
const BATCH_MS = 50

/** [] → the accounts whose stored documents are behind, with the epoch to reach. */
const accounts_behind = statement<{ account_id: number; names_epoch: number }>(
  'select account_id, names_epoch from accounts where documents_epoch < names_epoch',
)

/** [account_id, below this id, epoch, how many] → orders with stale documents, newest first. */
const documents_stale = statement<{ id_order: number }>(`
  select id_order from order_documents
   where account_id = $1 and id_order < $2 and names_epoch < $3
   order by id_order desc limit $4`)

/** [account_id, ids] Locks those that no writer holds. */
const orders_lockFree = statement<{ id: number }>(`
  select id from orders where account_id = $1 and id = any($2::bigint[]) for update skip locked`)

/**
 * [account_id, ids] A statement of its own after the lock, so that it sees the last writer's order.
 * One that was locked meanwhile has no epoch, and stays.
 */
const documents_renew = statement(`
  update order_documents d set document = ${orderJson('o', '$1')}, names_epoch = a.names_epoch
    from orders o join accounts a on a.account_id = o.account_id
   where o.account_id = $1 and o.id = any($2::bigint[])
     and d.account_id = o.account_id and d.id_order = o.id and d.names_epoch is not null`)

/** [account_id, epoch] */
const accounts_renewed = statement(`
  update accounts set documents_epoch = greatest(documents_epoch, $2) where account_id = $1`)

/**
 * Renews the stored documents that renames have made stale, newest orders first, in small
 * batches. Goes by what the tables say, not by a queue: nothing can be forgotten, and two
 * processes doing it at once only share the work.
 * @returns how many documents were renewed
 */
export async function refreshDocuments(db: Db, stop: AbortSignal): Promise<number> {
  let renewed = 0
  for (const { account_id, names_epoch } of await accounts_behind(db, [])) {
    renewed += await refreshAccount(db, account_id, names_epoch, stop)
  }
  return renewed
}

async function refreshAccount(
  db: Db,
  account_id: number,
  epoch: number,
  stop: AbortSignal,
): Promise<number> {
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
      if (renewed === 0 && skipped === 0) await accounts_renewed(db, [account_id, epoch])
      return renewed
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
  return renewed
}

async function renewBatch(db: Db, account_id: number, ids: number[]): Promise<number> {
  return inTransaction(db, async (tx) => {
    const free = await orders_lockFree(tx, [account_id, ids])
    if (free.length) await documents_renew(tx, [account_id, free.map(({ id }) => id)])
    return free.length
  })
}
