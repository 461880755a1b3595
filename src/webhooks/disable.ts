import type { Tx } from '../database/database.ts'
import { recordWebhook } from './commands.ts'
import { type WebhookRow, webhooks_disable } from './sql.ts'

/** Why the service itself disables a webhook. */
export type DisabledReason = 'failing' | 'gone'

const service = { id_token: null, token_name: null, request_id: null, traceparent: null }

/**
 * Disables a webhook unless that was done meanwhile, which is an event like any other change.
 * @param webhook locked
 */
export async function disableWebhook(
  tx: Tx,
  { account_id, id, enabled, document }: WebhookRow,
  reason: DisabledReason,
): Promise<void> {
  if (!enabled) return
  const [after] = await webhooks_disable(tx, [account_id, id, reason])
  if (!after) return
  await recordWebhook(tx, { account_id, ...service }, 'disabled', { id, ...after }, document)
}
