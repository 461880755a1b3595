import { statement, type Tx } from '../database/database.ts'
import { recordChange } from '../events/record.ts'
import { webhookJson, webhooks_lock } from './sql.ts'

/** Why the service itself disables a webhook. */
export type DisabledReason = 'failing' | 'gone'

/** [account_id, id, reason] */
const webhooks_disable = statement<{ version: number; document: string }>(`
  with r as (
    update webhooks w
       set enabled = false, disabled_reason = $3, disabled_at = date_trunc('milliseconds', now()),
           version = w.version + 1,
           updated_at = greatest(w.updated_at, date_trunc('milliseconds', now()))
     where w.account_id = $1 and w.id = $2
    returning *
  )
  select r.version, ${webhookJson} as document from r`)

const service = { id_token: null, token_name: null, request_id: null }

/** Disables a webhook unless that was done meanwhile, which is an event like any other change. */
export async function disableWebhook(
  tx: Tx,
  account_id: number,
  id: number,
  reason: DisabledReason,
): Promise<void> {
  const [before] = await webhooks_lock(tx, [account_id, id])
  if (!before?.enabled) return
  const [after] = await webhooks_disable(tx, [account_id, id, reason])
  if (!after) return
  const { version, document: data } = after
  await recordChange(
    tx,
    { account_id, ...service },
    {
      type: 'webhook.disabled',
      resource: 'webhook',
      id_record: id,
      version,
      data,
      before: before.document,
    },
  )
}
