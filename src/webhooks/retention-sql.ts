import { statement } from '../database/database.ts'

/** Parts of the feed that are gone are not sent again. */
export const webhook_replays_forget = statement<unknown, [account_id: number]>(`
  delete from webhook_replays r using event_heads h
   where r.account_id = $1 and h.account_id = $1 and r.until_position < h.first_position`)

/** → how many events no longer wait for a webhook, because they are gone */
export const webhook_retries_forget = statement<
  { removed: number },
  [account_id: number, atMost: number]
>('select forget_retries($1, $2) as removed')

/** → how many attempts are gone, and the time up to which */
export const webhook_deliveries_forget = statement<
  { removed: number; last: string },
  [account_id: number, notBefore: string, before: string, atMost: number]
>('select removed, last from forget_deliveries($1, $2::timestamptz, $3::timestamptz, $4)')

/** Removes what receivers have answered to these events, which may repeat them. */
export const webhook_deliveries_clear = statement<never, [account_id: number, uids: string[]]>(`
  update webhook_deliveries set response = null
   where account_id = $1 and id_event = any ($2::uuid[]) and response is not null`)
