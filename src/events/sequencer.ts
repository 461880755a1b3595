import { pause } from '../base/pause.ts'
import { type Db, statement } from '../database/database.ts'
import type { EventHub } from './hub.ts'

/** Events that one statement places at most. */
const BATCH = 1_000
/** Accounts that one look finds at most. */
const ACCOUNTS = 100
/** Under load a run waits for more events, and leaves nine tenths of the time to others. */
const SHORTEST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 250

/** [how many at most] → accounts with events that have no position yet. */
const accounts_queueing = statement<{ account_id: number }>(
  'select distinct account_id from event_queue limit $1',
)

/**
 * [account_id, how many at most] → how many got a position, and the last one. It is given under the
 * lock of the account's head, and kept to the commit: positions become visible in their order, and
 * one that is rolled back was never given. Where another process is at it, it does nothing.
 */
const events_place = statement<{ placed: number; position: number | null }>(`
  with head as (
    select position, latest from event_heads where account_id = $1 for update skip locked
  ), taken as (
    delete from event_queue q using head
     where q.account_id = $1
       and q.id_event in (select id_event from event_queue where account_id = $1 order by id_event limit $2)
    returning q.id_event
  ), placed as (
    insert into event_positions (account_id, position, id_event, type, resource, id_record, time, latest)
    select $1, head.position + row_number() over (order by e.id), e.id, e.type, e.resource, e.id_record, e.time,
           greatest(head.latest, max(e.time) over (order by e.id))
      from taken t join events e on e.account_id = $1 and e.id = t.id_event, head
    returning position, latest
  ), last as (
    select count(*) as placed, max(position) as position, max(latest) as latest from placed
  ), moved as (
    update event_heads h set position = last.position, latest = last.latest
      from last where h.account_id = $1 and last.placed > 0
  )
  select placed, position from last`)

/** [account ids] */
const event_heads_read = statement<{ account_id: number; position: number }>(
  'select account_id, position from event_heads where account_id = any($1::bigint[])',
)

/**
 * The job that gives committed events their positions in their account's feed. Any number of
 * processes may run it.
 */
export function sequencingJob(hub: EventHub): (db: Db, stop: AbortSignal) => Promise<void> {
  return async (db, stop) => {
    const start = performance.now()
    let placed = 0
    for (;;) {
      const accounts = await accounts_queueing(db, [ACCOUNTS])
      let now = 0
      for (const { account_id } of accounts) now += await placeAll(db, hub, account_id, stop)
      placed += now
      if (accounts.length < ACCOUNTS || now === 0 || stop.aborted) break
    }
    if (placed === 0) return
    const took = performance.now() - start
    await pause(Math.min(Math.max(9 * took, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS), stop)
  }
}

/** Places what the account has queued; how many events that were. */
export async function placeAll(
  db: Db,
  hub: EventHub,
  account_id: number,
  stop: AbortSignal,
): Promise<number> {
  let all = 0
  for (;;) {
    const [{ placed, position } = { placed: 0, position: null }] = await events_place(db, [
      account_id,
      BATCH,
    ])
    if (position !== null) hub.placed(account_id, position)
    all += placed
    if (placed < BATCH || stop.aborted) return all
  }
}

/** The job that learns, while somebody waits for events, which ones other processes have placed. */
export function watchingJob(hub: EventHub): (db: Db) => Promise<void> {
  return async (db) => {
    const { awaited } = hub
    if (awaited.length === 0) return
    for (const { account_id, position } of await event_heads_read(db, [awaited])) {
      hub.placed(account_id, position)
    }
  }
}
