import { statement } from '../database/database.ts'

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

/** → how many places the feed has less */
export const event_positions_forget = statement<
  { removed: number },
  [account_id: number, before: string, atMost: number]
>('select forget_positions($1, $2::timestamptz, $3) as removed')
