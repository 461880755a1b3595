import { statement, type Tx } from '../database/database.ts'

const accounts_bumpNamesEpoch = statement(`
  update accounts set names_epoch = names_epoch + 1 where account_id = $1`)

/**
 * Makes every stored order document of the account stale, because something that documents embed
 * changed. The last statement of its command: all such writers of an account meet at this row.
 */
export async function bumpNamesEpoch(tx: Tx, account_id: number): Promise<void> {
  await accounts_bumpNamesEpoch(tx, [account_id])
}
