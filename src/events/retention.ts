import { pause } from '../base/pause.ts'
import { type Db, statement } from '../database/database.ts'

/** Rows that one statement removes at most. */
const BATCH = 1_000
/** A batch that had to wait for a lock was no work. */
const LONGEST_PAUSE_MS = 1_000

const cutoff = (days: string) => `now() - make_interval(days => ${days})`

/** [days] → the accounts with what is older. */
const accounts_withOld = statement<{ account_id: number }>(`
  select h.account_id from event_heads h
   where (select p.latest from event_positions p
           where p.account_id = h.account_id and p.position = h.first_position) < ${cutoff('$1')}
      or (select min(d.time) from webhook_deliveries d
           where d.account_id = h.account_id) < ${cutoff('$1')}`)

/**
 * [account_id, days, how many at most] → how many places the feed has less. The row before the
 * oldest place stays until the next one goes. The head, which the next events get their places
 * from, is locked last.
 */
const event_positions_forget = statement<{ removed: number }>(`
  with head as (
    select first_position,
           least(first_position + $3::bigint, coalesce(
             (select position from event_positions
               where account_id = $1 and latest >= ${cutoff('$2')} order by latest, position limit 1),
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

/** [account_id] Parts of the feed that are gone are not sent again. */
const webhook_replays_forget = statement(`
  delete from webhook_replays r using event_heads h
   where r.account_id = $1 and h.account_id = $1 and r.until_position < h.first_position`)

/**
 * [account_id, how many at most] → how many events no longer wait for a webhook, because they are
 * gone. The next ones of their records are due. What is being sent just now is for its sender.
 */
const webhook_waiting_forget = statement<{ removed: number }>(`
  with gone as (
    delete from webhook_waiting
     where account_id = $1 and (id_webhook, position) in (
       select w.id_webhook, w.position
         from webhook_waiting w join event_heads h on h.account_id = w.account_id
        where w.account_id = $1 and w.position < h.first_position
        order by w.id_webhook, w.position limit $2 for update of w skip locked)
    returning id_webhook, position, resource, id_record
  ), next as (
    update webhook_waiting w set next_at = now(), since = now()
     where w.account_id = $1 and w.next_at = 'infinity'
       and (w.id_webhook, w.position) in (
         select n.id_webhook, min(n.position)
           from gone g join webhook_waiting n on n.account_id = $1 and n.id_webhook = g.id_webhook
            and n.resource = g.resource and n.id_record = g.id_record
          where (n.id_webhook, n.position) not in (select id_webhook, position from gone)
          group by n.id_webhook, n.resource, n.id_record)
  )
  select count(*) as removed from gone`)

/**
 * [account_id, days, how many at most, not before] → how many attempts are gone, and the time of the
 * last one: from there on no row is looked at that is gone already.
 */
const webhook_deliveries_forget = statement<{ removed: number; last: string | null }>(`
  with gone as (
    delete from webhook_deliveries
     where account_id = $1 and id in (
       select id from webhook_deliveries
        where account_id = $1 and time >= $4::timestamptz and time < ${cutoff('$2')}
        order by time limit $3 for update skip locked)
    returning time
  )
  select count(*) as removed, max(time)::text as last from gone`)

/**
 * Makes the job that removes places in the feeds, attempts of webhooks and what they still were to
 * send when it is older than so many days. The events themselves stay: they are the history of
 * their records.
 */
export function retentionJob(days: number): (db: Db, stop: AbortSignal) => Promise<void> {
  return async (db, stop) => {
    for (const { account_id } of await accounts_withOld(db, [days])) {
      await forgetEvents(db, account_id, days, stop)
      await forgetDeliveries(db, account_id, days, stop)
      if (stop.aborted) return
    }
  }
}

async function forgetEvents(
  db: Db,
  account_id: number,
  days: number,
  stop: AbortSignal,
): Promise<void> {
  await inBatches(stop, () => event_positions_forget(db, [account_id, days, BATCH]))
  await webhook_replays_forget(db, [account_id])
  await inBatches(stop, () => webhook_waiting_forget(db, [account_id, BATCH]))
}

async function forgetDeliveries(
  db: Db,
  account_id: number,
  days: number,
  stop: AbortSignal,
): Promise<void> {
  let from = '-infinity'
  await inBatches(stop, async () => {
    const rows = await webhook_deliveries_forget(db, [account_id, days, BATCH, from])
    from = rows[0]?.last ?? from
    return rows
  })
}

/** Until a batch is not full; nine tenths of the time are for others. */
async function inBatches(
  stop: AbortSignal,
  remove: () => Promise<{ removed: number }[]>,
): Promise<void> {
  for (let removed = BATCH; removed === BATCH && !stop.aborted; ) {
    const started = performance.now()
    removed = (await remove())[0]?.removed ?? 0
    await pause(Math.min(9 * (performance.now() - started), LONGEST_PAUSE_MS), stop)
  }
}
