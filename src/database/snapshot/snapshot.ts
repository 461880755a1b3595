import { sql } from 'kysely'
import type { Db, Tx } from '../database.ts'

/** A transaction that only reads and sees one state of the database, whatever is written meanwhile. */
export interface Snapshot {
  tx: Tx
  /** Has the statement end that runs in it, if one does. */
  cancel(): Promise<void>
  end(): Promise<void>
}

/**
 * Opens a snapshot. It keeps a connection, and what is deleted meanwhile stays on the disk: it must
 * end soon.
 * @param isAlone the database has this one connection, so nothing runs that could be cancelled
 */
export async function openSnapshot(db: Db, isAlone: boolean): Promise<Snapshot> {
  const tx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  const pid = isAlone ? undefined : await pidOf(tx).catch(() => undefined)
  let cancelling: Promise<unknown> | undefined
  let isOver = false
  return {
    tx,
    cancel: async () => {
      // What is over is not cancelled: its connection is another's by then.
      if (pid === undefined || cancelling || isOver) return
      cancelling = sql`select pg_cancel_backend(${pid}::int)`.execute(db).catch(() => {})
      await cancelling
    },
    end: async () => {
      isOver = true
      // Only then does the connection go to others, whose statements are not meant.
      await cancelling
      await tx.rollback().execute()
    },
  }
}

/** The server's number for the session that a transaction is in. */
async function pidOf(tx: Tx): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
  return rows[0]?.pid
}
