import { pause } from '../base/pause.ts'
import { eventsPlaced } from '../base/telemetry/topics.ts'
import { type Db, singleRow } from '../database/database.ts'
import type { AccountQueue } from '../jobs/account-queue.ts'
import type { EventHub } from './hub.ts'
import { event_heads_read, event_positions_countTypes, events_place } from './sql.ts'

/** Events that one statement places at most. */
const BATCH = 1_000
/** Under load a run waits for more events, and leaves nine tenths of the time to others. */
const SHORTEST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 250

/**
 * The job that gives committed events their positions in their account's feed. Any number of
 * processes may run it.
 * @param queue gets the accounts with such events
 */
export function sequencingJob(
  hub: EventHub,
  queue: AccountQueue,
): (db: Db, stop: AbortSignal) => Promise<void> {
  return async (db, stop) => {
    const start = performance.now()
    await queue.forEach(stop, async (account_id) => {
      const isDone = await placeAll(db, hub, account_id, stop)
      if (!isDone) queue.add(account_id)
    })
    const took = performance.now() - start
    await pause(Math.min(Math.max(9 * took, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS), stop)
  }
}

/**
 * Places what the account has queued.
 * @returns false where another process is at it just now, which may not see all of that
 */
export async function placeAll(
  db: Db,
  hub: EventHub,
  account_id: number,
  stop: AbortSignal,
): Promise<boolean> {
  for (;;) {
    const { placed, position, has_webhooks } = singleRow(
      await events_place(db, [account_id, BATCH]),
    )
    // Also without an event: the change may have been one of a webhook's.
    if (has_webhooks) hub.due.add(account_id)
    if (placed === null || position === null) return false
    if (placed > 0) {
      hub.placed(account_id, position)
      if (eventsPlaced.hasListeners) {
        const first = position - placed + 1
        eventsPlaced.emit(await event_positions_countTypes(db, [account_id, first, position]))
      }
    }
    if (placed < BATCH || stop.aborted) return true
  }
}

/**
 * The job that learns, while somebody waits for events, which ones other processes have placed, and
 * which ones they have left without a position.
 */
export function watchingJob(hub: EventHub): (db: Db) => Promise<void> {
  return async (db) => {
    const { awaited } = hub
    if (awaited.length === 0) return
    for (const { account_id, position, is_queueing } of await event_heads_read(db, [awaited])) {
      hub.placed(account_id, position)
      if (is_queueing) hub.committed(account_id)
    }
  }
}
