import { type Db, inTransaction } from '../../../database/database.ts'
import { import_refusals_delete, imports_beyond, imports_forgetDetails } from '../sql.ts'

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
