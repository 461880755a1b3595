import { statement } from '../../database/database.ts'

/** The accounts with what is older. */
export const accounts_withOld = statement<{ account_id: number }, [days: number]>(`
  select h.account_id from event_heads h
   where (select p.latest from event_positions p
           where p.account_id = h.account_id and p.position = h.first_position)
         < now() - make_interval(days => $1)
      or (select min(d.time) from webhook_deliveries d
           where d.account_id = h.account_id) < now() - make_interval(days => $1)`)

/** What an account has that is old, and whether its clock can be believed. */
export interface Ages {
  /** Events before this time may go: a day's worth from the oldest at most. */
  events_before: string
  /** Attempts of webhooks before this time may go, likewise. */
  attempts_before: string
  /** The oldest should have gone more than a day ago. */
  is_late: boolean
  /** The newest is of a time that has not come yet. */
  is_ahead: boolean
}

export const account_ages = statement<Ages, [account_id: number, days: number]>(`
  with a as (
    select now() - make_interval(days => $2) as due,
           (select p.latest from event_positions p
             where p.account_id = $1 and p.position = h.first_position) as event,
           (select min(d.time) from webhook_deliveries d where d.account_id = $1) as attempt,
           greatest(h.latest, (select max(d.time) from webhook_deliveries d
                                where d.account_id = $1)) as newest
      from event_heads h where h.account_id = $1
  )
  select least(due, event + interval '1 day')::text as events_before,
         least(due, attempt + interval '1 day')::text as attempts_before,
         least(event, attempt) < due - interval '1 day' as is_late,
         newest > now() + interval '1 minute' as is_ahead
    from a`)

/** What the clock of the database shows, in milliseconds. */
export const clock_read = statement<{ now: number }, []>(`
  select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`)

/**
 * How many places the feed has less. The row before the
 * oldest place stays until the next one goes. The head, which the next events get their places
 * from, is locked last.
 */
export const event_positions_forget = statement<
  { removed: number },
  [account_id: number, before: string, atMost: number]
>(`
  with head as (
    select first_position,
           least(first_position + $3::bigint, coalesce(
             (select position from event_positions
               where account_id = $1 and latest >= $2::timestamptz order by latest, position limit 1),
             position + 1)) as keep
      from event_heads where account_id = $1
  ), gone as (
    delete from event_positions p using head
     where p.account_id = $1 and p.position >= head.first_position - 1 and p.position < head.keep - 1
    returning p.position
  )
  update event_heads h set first_position = greatest(h.first_position, head.keep)
    from head, (select count(*) as removed from gone) g
   where h.account_id = $1 and head.keep > head.first_position
  returning head.keep - head.first_position as removed`)

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
