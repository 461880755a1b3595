import { statement } from '../../database/database.ts'

// What the metrics tell of all accounts together. Each asks every node of a cluster.

/** → how many events have no position in their feed yet, and the age of the oldest in seconds */
export const event_queue_lag = statement<{ waiting: number; oldest: number }, []>(`
  select coalesce(sum(q.waiting), 0)::float8 as waiting,
         coalesce(max(extract(epoch from now() - e.time)), 0)::float8 as oldest
    from (select account_id, min(id_event) as id_event, count(*) as waiting
            from event_queue group by account_id) q
    join events e on e.account_id = q.account_id and e.id = q.id_event`)

/**
 * → what enabled webhooks have not been sent: events of the feed before them, and events that failed
 * and are sent again; the age of the oldest in seconds; and how many webhooks there are, fail, and
 * were disabled by the service
 */
export const webhooks_backlog = statement<
  {
    behind: number
    retries: number
    oldest: number
    enabled: number
    failing: number
    disabled: number
  },
  []
>(`
  select coalesce(sum(greatest(h.position - at.position, 0)) filter (where w.enabled), 0)::float8 as behind,
         coalesce(sum(waits.retries) filter (where w.enabled), 0)::float8 as retries,
         coalesce(max(extract(epoch from now() - least(next.time, waits.since))) filter (where w.enabled), 0)::float8
           as oldest,
         count(*) filter (where w.enabled)::float8 as enabled,
         count(*) filter (where w.enabled and c.failing_since is not null)::float8 as failing,
         count(*) filter (where not w.enabled and w.disabled_reason is not null)::float8 as disabled
    from webhooks w
    join webhook_cursors c on c.account_id = w.account_id and c.id_webhook = w.id
    join event_heads h on h.account_id = w.account_id
   cross join lateral (select greatest(c.position, h.first_position - 1) as position) at
    left join lateral (
      select count(*) as retries, min(q.since) as since from webhook_retries q
       where q.account_id = w.account_id and q.id_webhook = w.id) waits on true
    left join event_positions next on next.account_id = w.account_id and next.position = at.position + 1`)

/** → how large the database is, in bytes; of a cluster the coordinator's part */
export const database_size = statement<{ bytes: number }, []>(
  'select pg_database_size(current_database())::float8 as bytes',
)

/** → when the last checkpoint was, in seconds since 1970, and the log since then in bytes */
export const checkpoints_last = statement<{ time: number; log_bytes: number }, []>(`
  select extract(epoch from checkpoint_time)::float8 as time,
         pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as log_bytes
    from pg_control_checkpoint()`)
