import { statement } from '../database/database.ts'
import type { Lane } from './queue.ts'

/** Waiting events from which on a webhook reads nothing new. */
export const MOST_WAITING = 10_000

const ofLane = 'q.account_id = l.account_id and q.id_webhook = l.id_webhook'
/** Citus sends a statement to one account's node where each table in it names the account. */
const ofTurn = 'q.account_id = $1 and q.id_webhook = $2'

/** [how many at most] → webhooks with something to send that nobody works on */
export const webhook_lanes_due = statement<Lane>(`
  select l.account_id, l.id_webhook
    from webhook_lanes l
    join webhooks w on w.account_id = l.account_id and w.id = l.id_webhook
    join event_heads h on h.account_id = l.account_id
   where w.enabled and l.holder is null and l.next_at <= now()
     and (l.position < h.position
          or exists (select from webhook_waiting q where ${ofLane} and q.next_at <= now())
          or exists (select from webhook_replays q where ${ofLane}))
   order by l.next_at
   limit $1`)

/** Turns that some process has. */
export const webhook_lanes_held = statement<Lane & { epoch: number; job: string; holder: string }>(`
  select account_id, id_webhook, epoch, job, holder from webhook_lanes where holder is not null`)

/** [names] → those of which the database has a session */
export const sessions_find = statement<{ name: string }>(`
  select distinct application_name as name from pg_stat_activity where application_name = any ($1::text[])`)

/** [account_id, id_webhook, the sessions' name, job] → a row unless the webhook is gone */
export const webhook_lanes_hold = statement<{ epoch: number }>(`
  update webhook_lanes set holder = $3, job = $4, epoch = epoch + 1
   where account_id = $1 and id_webhook = $2
  returning epoch`)

/** [account_id, id_webhook, epoch] → a row unless another turn has begun */
export const webhook_lanes_release = statement(`
  update webhook_lanes set holder = null, job = null
   where account_id = $1 and id_webhook = $2 and epoch = $3
  returning id_webhook`)

export interface TurnRow {
  url: string
  types: string[]
  /** Of the token that last changed it. */
  scopes: string[]
  secret: Buffer
  old_secret: Buffer | null
  old_secret_until: Date | null
  headers: Buffer | null
  /** Not before the oldest event that is kept. */
  position: number
  /** Where the account's feed ends. */
  head: number
  next_at: Date
  failures: number
  /** Seconds; null where it does not fail. */
  failing_for: number | null
  has_due: boolean
  may_read_on: boolean
  replay: ReplayRow | null
}

export interface ReplayRow {
  id: number
  position: number
  until_position: number
  types: string[]
  from_time: string
  to_time: string | null
}

/** [account_id, id_webhook, epoch] → what the turn goes on with; no row where nothing may be sent */
export const webhook_lanes_read = statement<TurnRow>(`
  select w.url, w.types, w.scopes, w.secret, w.old_secret, w.old_secret_until, w.headers,
         greatest(l.position, h.first_position - 1) as position, h.position as head, l.next_at, l.failures,
         extract(epoch from now() - l.failing_since)::float8 as failing_for,
         exists (select from webhook_waiting q where ${ofTurn} and q.next_at <= now()) as has_due,
         (select count(*) from (select from webhook_waiting q where ${ofTurn} limit ${MOST_WAITING}) q)
           < ${MOST_WAITING} as may_read_on,
         (select to_json(x) from (
           select r.id, greatest(r.position, h.first_position - 1) as position, r.until_position, r.types,
                  r.from_time, r.to_time
             from webhook_replays r join event_heads h on h.account_id = r.account_id
            where r.account_id = $1 and r.id_webhook = $2 order by r.id limit 1) x) as replay
    from webhook_lanes l
    join webhooks w on w.account_id = l.account_id and w.id = l.id_webhook
    join event_heads h on h.account_id = l.account_id
   where l.account_id = $1 and l.id_webhook = $2 and l.epoch = $3 and w.enabled and l.next_at <= now()`)

export interface WaitingRow {
  position: number
  attempts: number
  /** Seconds. */
  waited: number
}

/**
 * [account_id, id_webhook, how many at most, whether those that are not due yet, too] → the next
 * ones; not those that wait for another event of their record
 */
export const webhook_waiting_next = statement<WaitingRow>(`
  select position, attempts, extract(epoch from now() - since)::float8 as waited
    from webhook_waiting
   where account_id = $1 and id_webhook = $2 and next_at < 'infinity' and ($4 or next_at <= now())
   order by next_at, position
   limit $3`)

/** [account_id, id_webhook, resources, ids] → those of the records of which an event waits */
export const webhook_waiting_records = statement<{ resource: string; id_record: number }>(`
  select distinct q.resource, q.id_record
    from unnest($3::text[], $4::bigint[]) as g (resource, id_record)
    join webhook_waiting q on q.account_id = $1 and q.id_webhook = $2
     and q.resource = g.resource and q.id_record = g.id_record`)

/**
 * [account_id, id_webhook, epoch] → a row unless another turn has begun. Until the commit none can,
 * and no request changes what waits.
 */
export const webhook_lanes_lock = statement<{ next_at: Date; failures: number }>(`
  select next_at, failures from webhook_lanes
   where account_id = $1 and id_webhook = $2 and epoch = $3 for update`)

/**
 * [account_id, id_webhook, epoch, position or null where it stays, failures, seconds to the next
 * attempt]. A text for each, as in Citus no `case` may choose between times.
 */
const lanesSave = (failing_since: string) =>
  statement(`
  update webhook_lanes
     set position = coalesce($4::bigint, position), failures = $5, failing_since = ${failing_since},
         next_at = now() + $6::float8 * interval '1 second'
   where account_id = $1 and id_webhook = $2 and epoch = $3`)

export const webhook_lanes_save = {
  fine: lanesSave('null'),
  failingSinceNow: lanesSave('now()'),
  failingStill: lanesSave('least(failing_since, now())'),
}

/** [account_id, id_webhook, epoch] When the next waiting event is due, nothing is sent before. */
export const webhook_lanes_pause = statement(`
  update webhook_lanes l
     set next_at = greatest(l.next_at, (
           select min(q.next_at) from webhook_waiting q where ${ofTurn} and q.next_at < 'infinity'))
   where account_id = $1 and id_webhook = $2 and epoch = $3`)

/**
 * [account_id, id_webhook, positions, ids of events, types, subjects, attempts, times, milliseconds,
 * statuses, failures, details, responses]
 */
export const webhook_deliveries_insert = statement(`
  insert into webhook_deliveries (account_id, id_webhook, position, id_event, type, subject, attempt, time,
                                  milliseconds, status, failure, detail, response)
  select $1, $2, d.* from unnest($3::bigint[], $4::uuid[], $5::text[], $6::text[], $7::integer[],
    $8::timestamptz[], $9::integer[], $10::smallint[], $11::text[], $12::text[], $13::text[]) as d`)

/**
 * [account_id, id_webhook, positions, resources, ids of records, attempts, seconds to the next one or
 * Infinity, whether it was one of those that wait]. What a replay comes upon may wait already: behind
 * others of its record it stays what it was, which may be the one that those wait for.
 */
export const webhook_waiting_put = statement(`
  insert into webhook_waiting as q (account_id, id_webhook, position, resource, id_record, attempts, next_at)
  select $1, $2, w.position, w.resource, w.id_record, w.attempts,
         case when w.seconds = 'infinity' then 'infinity' else now() + w.seconds * interval '1 second' end
    from unnest($3::bigint[], $4::text[], $5::bigint[], $6::integer[], $7::float8[], $8::boolean[])
         as w (position, resource, id_record, attempts, seconds, was_waiting)
   where w.was_waiting or w.seconds < 'infinity'
      or not exists (select from webhook_waiting o
                      where o.account_id = $1 and o.id_webhook = $2 and o.position = w.position)
  on conflict (account_id, id_webhook, position) do update
    set attempts = greatest(q.attempts, excluded.attempts), next_at = excluded.next_at`)

/** [account_id, id_webhook, positions] They wait no longer; the next ones of their records are due. */
export const webhook_waiting_end = statement(`
  with ended as (
    delete from webhook_waiting
     where account_id = $1 and id_webhook = $2 and position = any ($3::bigint[])
    returning resource, id_record
  )
  update webhook_waiting q set next_at = now(), since = now()
   where q.account_id = $1 and q.id_webhook = $2 and q.next_at = 'infinity'
     and q.position in (
       select min(n.position)
         from ended e
         join webhook_waiting n on n.account_id = $1 and n.id_webhook = $2
          and n.resource = e.resource and n.id_record = e.id_record
          and n.position <> all ($3::bigint[])
        group by e.resource, e.id_record)`)

/** [account_id, id, position] */
export const webhook_replays_move = statement(
  'update webhook_replays set position = $3 where account_id = $1 and id = $2',
)

/** [account_id, id] */
export const webhook_replays_end = statement(
  'delete from webhook_replays where account_id = $1 and id = $2',
)
