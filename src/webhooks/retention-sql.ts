import { statement } from '../database/database.ts'

/** Parts of the feed that are gone are not sent again. */
export const webhook_replays_forget = statement<unknown, [account_id: number]>(`
  delete from webhook_replays r using event_heads h
   where r.account_id = $1 and h.account_id = $1 and r.until_position < h.first_position`)

/**
 * How many events no longer wait for a webhook, because they are
 * gone. The next ones of their records are due. What is being sent just now is for its sender.
 */
export const webhook_retries_forget = statement<
  { removed: number },
  [account_id: number, atMost: number]
>(`
  with gone as (
    delete from webhook_retries
     where account_id = $1 and (id_webhook, position) in (
       select w.id_webhook, w.position
         from webhook_retries w join event_heads h on h.account_id = w.account_id
        where w.account_id = $1 and w.position < h.first_position
        order by w.id_webhook, w.position limit $2 for update of w skip locked)
    returning id_webhook, position, resource, id_record
  ), next as (
    update webhook_retries w set next_at = now(), since = now()
     where w.account_id = $1 and w.next_at = 'infinity'
       and (w.id_webhook, w.position) in (
         select n.id_webhook, min(n.position)
           from gone g join webhook_retries n on n.account_id = $1 and n.id_webhook = g.id_webhook
            and n.resource = g.resource and n.id_record = g.id_record
          where (n.id_webhook, n.position) not in (select id_webhook, position from gone)
          group by n.id_webhook, n.resource, n.id_record)
  )
  select count(*) as removed from gone`)

/**
 * How many attempts are gone, and the time of the
 * last one: from there on no row is looked at that is gone already.
 */
export const webhook_deliveries_forget = statement<
  { removed: number; last: string | null },
  [account_id: number, before: string, atMost: number, notBefore: string]
>(`
  with gone as (
    delete from webhook_deliveries
     where account_id = $1 and id in (
       select id from webhook_deliveries
        where account_id = $1 and time >= $4::timestamptz and time < $2::timestamptz
        order by time limit $3 for update skip locked)
    returning time
  )
  select count(*) as removed, max(time)::text as last from gone`)
