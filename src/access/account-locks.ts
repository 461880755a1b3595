import type { Tx } from '../database/database.ts'
import { accounts_bumpNamesEpoch, accounts_bumpRulesEpoch, accounts_lock } from './sql.ts'

/**
 * Makes every stored order document of the account stale, because something that documents embed
 * changed. The last statement of its command: all such writers of an account meet at this row.
 */
export async function bumpNamesEpoch(tx: Tx, account_id: number): Promise<void> {
  await accounts_bumpNamesEpoch(tx, [account_id])
}

/** Lets nobody else lock the account before the transaction ends; who only refers to it goes on. */
export async function lockAccount(tx: Tx, account_id: number): Promise<void> {
  await accounts_lock(tx, [account_id])
}

/**
 * Lets nobody else write rules of the account before the transaction ends, and says that they are others
 * than before; who only refers to the account goes on.
 */
export async function lockRules(tx: Tx, account_id: number): Promise<void> {
  await accounts_bumpRulesEpoch(tx, [account_id])
}
