import { pause } from '../base/pause.ts'
import type { Db } from '../database/database.ts'
import {
  type Ages,
  account_ages,
  accounts_withOld,
  clock_read,
  event_positions_forget,
} from '../events/retention-sql.ts'
import { forEachAlone } from '../jobs/for-each.ts'
import {
  webhook_deliveries_forget,
  webhook_replays_forget,
  webhook_retries_forget,
} from '../webhooks/retention-sql.ts'

/** Rows that one statement removes at most. */
const BATCH = 1_000
/** A batch that had to wait for a lock was no work. */
const LONGEST_PAUSE_MS = 1_000

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** A clock that gains more than this between two runs was set, or its machine slept. */
const CLOCK_TOLERANCE_MS = MINUTE_MS
/** What is overdue for more than a day goes by one day's worth in this time. */
const PORTION_MS = HOUR_MS

/** The little of a logger that this job needs; pino fits. */
interface Log {
  warn(fields: object, text: string): void
}

/** Two clocks, in milliseconds: one that people set, and one that nobody can. */
interface Clocks {
  now(db: Db): Promise<number>
  /** Since the process began, or any other moment. */
  ran(): number
}

/** Age goes by the clock of the database, so that is the one to be watched. */
const CLOCKS: Clocks = {
  now: async (db) => (await clock_read(db, []))[0]?.now ?? Number.NaN,
  ran: () => performance.now(),
}

/**
 * Makes the job that removes places in the feeds, attempts of webhooks and what they still were to
 * send when it is older than so many days. The events themselves stay, as the history of their
 * records, but for those of the audit.
 *
 * A clock that is wrong must not empty a feed, and no clock can be told from a service that was off
 * for as long. So what is more than a day overdue goes in portions, a day's worth an hour; nothing
 * goes for a day after the clock was seen to jump ahead, and nothing of an account whose newest
 * event is yet to come. Each is warned of once.
 */
export function retentionJob(
  days: number,
  log: Log,
  clocks: Clocks = CLOCKS,
): (db: Db, stop: AbortSignal) => Promise<void> {
  const isSteady = watchClock(log)
  const warnOnce = warnings(log)
  let portionAt: number | undefined
  return async (db, stop) => {
    const now = await clocks.now(db)
    const ran = clocks.ran()
    portionAt ??= ran + PORTION_MS
    if (!isSteady(now, ran)) return
    const isTime = ran >= portionAt
    const found = { late: 0, ahead: 0 }
    if (isTime) portionAt = ran + PORTION_MS
    try {
      await forEachAlone(await accounts_withOld(db, [days]), stop, async ({ account_id }) => {
        const [ages] = await account_ages(db, [account_id, days])
        if (!ages) return
        if (ages.is_ahead) found.ahead++
        else if (ages.is_late) found.late++
        if (ages.is_ahead || (ages.is_late && !isTime)) return
        await forgetEvents(db, account_id, ages, stop)
        await forgetDeliveries(db, account_id, ages, stop)
      })
    } finally {
      if (!stop.aborted) warnOnce(found)
    }
  }
}

/**
 * Tells whether the clock of the database can be gone by. Where it moved ahead by more than the
 * process ran, it can't for a day: time to put it right, after which it is believed.
 */
function watchClock(log: Log): (now: number, ran: number) => boolean {
  let believed: number | undefined
  let jumped: { to: number; at: number } | undefined
  return (now, ran) => {
    const offset = now - ran
    const gained = offset - (believed ?? offset)
    if (gained <= CLOCK_TOLERANCE_MS || (jumped && ran - jumped.at >= DAY_MS)) {
      believed = offset
      jumped = undefined
      return true
    }
    if (!jumped || offset - jumped.to > CLOCK_TOLERANCE_MS) {
      log.warn(
        { clock: new Date(now).toISOString(), gained_ms: Math.round(gained) },
        'The clock jumped ahead: old events and attempts stay for a day. Look whether it is right.',
      )
      jumped = { to: offset, at: ran }
    }
    return false
  }
}

/** Warns of what is put off when it begins, and again when it has been over. */
function warnings(log: Log): (accounts: { late: number; ahead: number }) => void {
  const last = { late: 0, ahead: 0 }
  return ({ late, ahead }) => {
    if (late > 0 && last.late === 0) {
      log.warn(
        { accounts: late },
        'Events or attempts are overdue for removal by more than a day: a day’s worth goes every hour. ' +
          'If the service was not off for so long, and EVENT_RETENTION_DAYS is as it was, look at the clock.',
      )
    }
    if (ahead > 0 && last.ahead === 0) {
      log.warn(
        { accounts: ahead },
        'The newest event or attempt lies in the future: nothing of these accounts is removed. Look at the clock.',
      )
    }
    Object.assign(last, { late, ahead })
  }
}

async function forgetEvents(
  db: Db,
  account_id: number,
  { events_before }: Ages,
  stop: AbortSignal,
): Promise<void> {
  await inBatches(stop, () => event_positions_forget(db, [account_id, events_before, BATCH]))
  await webhook_replays_forget(db, [account_id])
  await inBatches(stop, () => webhook_retries_forget(db, [account_id, BATCH]))
}

async function forgetDeliveries(
  db: Db,
  account_id: number,
  { attempts_before }: Ages,
  stop: AbortSignal,
): Promise<void> {
  let from = '-infinity'
  await inBatches(stop, async () => {
    const rows = await webhook_deliveries_forget(db, [account_id, from, attempts_before, BATCH])
    from = rows[0]?.last ?? from
    return rows
  })
}

/** Until a batch is not full; nine tenths of the time are for others. */
async function inBatches(
  stop: AbortSignal,
  remove: () => Promise<{ removed: number }[]>,
): Promise<void> {
  for (let removed = BATCH; removed >= BATCH && !stop.aborted; ) {
    const started = performance.now()
    removed = (await remove())[0]?.removed ?? 0
    await pause(Math.min(9 * (performance.now() - started), LONGEST_PAUSE_MS), stop)
  }
}
