import type { Tx } from '../database/database.ts'
import { webhooks_clearDescription, webhooks_lockDescribed } from './sql.ts'

/** Takes away descriptions that mention somebody whose data is removed. */
export async function redactDescriptions(
  tx: Tx,
  account_id: number,
  mentions: (text: string) => boolean,
): Promise<void> {
  for (const { id, description } of await webhooks_lockDescribed(tx, [account_id])) {
    if (mentions(description)) await webhooks_clearDescription(tx, [account_id, id])
  }
}
