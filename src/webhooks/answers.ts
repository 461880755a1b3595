import type { Tx } from '../database/database.ts'
import { webhook_deliveries_clear } from './retention-sql.ts'

/** Removes what receivers have answered to events, which may repeat what these said. */
export async function clearAnswers(tx: Tx, account_id: number, uids: string[]): Promise<void> {
  if (uids.length > 0) await webhook_deliveries_clear(tx, [account_id, uids])
}
