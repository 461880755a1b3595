import { pause } from '../base/pause.ts'
import type { Db } from '../database/database.ts'
import type { EventHub } from './hub.ts'
import { accounts_queueing, event_heads_read, events_place } from './sql.ts'

/** Events that one statement places at most. */
const BATCH = 1_000
/** Accounts that one look finds at most. */
const ACCOUNTS = 100
/** Under load a run waits for more events, and leaves nine tenths of the time to others. */
const SHORTEST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 250

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
