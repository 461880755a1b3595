import { sessions_endOfAccount } from '../../access/sessions-sql.ts'
import { accounts_close, accounts_reopen } from '../../access/sql.ts'
import { OperatorError } from '../../base/system/operator-error.ts'
import type { Reader, Tx } from '../../database/database.ts'
import { msg } from '../../texts/message.ts'
import {
  account_deletions_delete,
  account_deletions_insert,
  account_deletions_list,
} from './deletion-sql.ts'

// An account that is deleted is closed first: nobody reads or writes it, and it can be restored until
// the time that was given has passed. Then `removals.ts` removes it.

interface DeletionRequest {
  account_id: number
  /** Until it is removed. */
  seconds: number
  /** Who asks. */
  by: string
}

/**
 * Closes an account, to be removed, and signs its members out.
 * @returns from when on
 * @throws OperatorError where it is closed already
 */
export async function closeAccount(
  tx: Tx,
  { account_id, seconds, by }: DeletionRequest,
): Promise<Date> {
  const [closed] = await accounts_close(tx, [account_id, seconds])
  if (!closed) {
    throw new OperatorError(
      msg`Account ${account_id} is closed already ("pedido account show ${account_id}" says until when). To change that, restore it first: pedido account restore ${account_id}`,
    )
  }
  const { uid, delete_at } = closed
  await sessions_endOfAccount(tx, [account_id])
  await account_deletions_insert(tx, [account_id, uid, by, delete_at])
  return delete_at
}

/**
 * Opens an account that was closed.
 * @throws OperatorError where it was not, or its removal has begun
 */
export async function reopenAccount(tx: Tx, account_id: number): Promise<void> {
  const [reopened] = await accounts_reopen(tx, [account_id])
  if (!reopened) throw new OperatorError(msg`Account ${account_id} is open.`)
  const [undone] = await account_deletions_delete(tx, [account_id])
  if (undone) return
  throw new OperatorError(
    msg`The removal of account ${account_id} has begun and can't be undone. What brings it back is an export of it (pedido account import), or a backup.`,
  )
}

/** What accounts are to be removed, and were, as JSON each. */
export async function listDeletions(db: Reader): Promise<string[]> {
  const rows = await account_deletions_list(db, [])
  return rows.map(({ document }) => document)
}
