import { sql } from 'kysely'
import type { Db, Reader, Tx } from '../database.ts'
import { holdingConnection } from '../pool.ts'

/** What many statements of one reader read. */
export interface Snapshot {
  db: Reader
  /** They all see one state of the database, whatever is written meanwhile; else each that of its time. */
  isOneMoment: boolean
  /** Has the statement end that runs in it, if one does. */
  cancel(): void
}

/** Where snapshots are opened, and how their statements are cancelled. */
export interface SnapshotSource {
  db: Db
  /** Over which one is cancelled: not of the pool, which may be taken by those that are to end. */
  pipelined: Reader
  /** The database has one connection, which nobody else would have as long as the snapshot lasts. */
  isEmbedded?: boolean
}

/**
 * Runs `work` in a snapshot, which is a transaction that only reads, or on the embedded database its
 * statements one by one. The transaction keeps a connection, and what is deleted meanwhile stays on the
 * disk: it must end soon.
 */
export async function inSnapshot(
  { db, pipelined, isEmbedded = false }: SnapshotSource,
  work: (snapshot: Snapshot) => Promise<void>,
): Promise<void> {
  if (isEmbedded) return work({ db, isOneMoment: false, cancel() {} })
  const tx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  const pid = await pidOf(tx).catch(() => undefined)
  let cancelling: Promise<unknown> | undefined
  let isOver = false
  const cancel = () => {
    // What is over is not cancelled: its connection is another's by then.
    if (pid === undefined || cancelling || isOver) return
    cancelling = sql`select pg_cancel_backend(${pid}::int)`.execute(pipelined).catch(() => {})
  }
  try {
    await holdingConnection(() => work({ db: tx, isOneMoment: true, cancel }))
  } finally {
    isOver = true
    // Only then does the connection go to others, whose statements are not meant.
    await cancelling
    await tx.rollback().execute()
  }
}

/** The server's number for the session that a transaction is in. */
async function pidOf(tx: Tx): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
  return rows[0]?.pid
}
