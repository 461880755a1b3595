import { type Db, inTransaction } from '../../../database/database.ts'
import { forEachAlone } from '../../../jobs/for-each.ts'
import { import_refusals_delete, imports_beyond, imports_forgetDetails } from '../sql.ts'
import { imports_forget, imports_old } from './sql.ts'

/** When what nobody goes on with is removed: uploads that broke off, what waits for somebody, what is over. */
const UPLOAD_HOURS = 24
const WAITING_DAYS = 30
const KEPT_DAYS = 90

/** Imports that one look finds at most. */
const FOUND = 100

/**
 * Forgets of the oldest imports of an account what was refused and told, until no more is kept of all of
 * them than `bytes`. They are still listed, and say so.
 */
export async function forgetBeyond(db: Db, account_id: number, bytes: number): Promise<void> {
  for (const { id } of await imports_beyond(db, [account_id, bytes])) {
    await inTransaction(db, async (tx) => {
      await imports_forgetDetails(tx, [account_id, id])
      await import_refusals_delete(tx, [account_id, id])
    })
  }
}

/** Removes imports that nobody goes on with, or needs, any more. */
export async function removeOldImports(db: Db, stop: AbortSignal): Promise<void> {
  for (let found = FOUND; found === FOUND && !stop.aborted; ) {
    const old = await imports_old(db, [UPLOAD_HOURS, WAITING_DAYS, KEPT_DAYS, FOUND])
    await forEachAlone(old, stop, async ({ account_id, id }) => {
      await imports_forget(db, [account_id, id])
    })
    found = old.length
  }
}
