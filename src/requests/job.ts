import type { Db } from '../database/database.ts'
import { forEachAlone } from '../jobs/for-each.ts'
import type { Ran } from '../jobs/job.ts'
import type { RequestLog } from './log.ts'
import { accounts_withOldRequests, requests_removeOld } from './sql.ts'

/** Accounts that one look finds at most. */
const FOUND = 1_000
/** Rows that one statement removes at most. */
const BATCH = 1_000

/** Makes the job that writes what requests have left in memory. */
export function writingJob(log: RequestLog): (db: Db) => Promise<Ran> {
  return async (db) => {
    await log.flush(db)
    return 'idle'
  }
}

/** Makes the job that removes requests after so many days; 0: all that are kept. */
export function removalJob(days: number): (db: Db, stop: AbortSignal) => Promise<void> {
  return async (db, stop) => {
    const found = await accounts_withOldRequests(db, [days, FOUND])
    await forEachAlone(found, stop, async ({ account_id }) => {
      for (let removed = BATCH; removed >= BATCH && !stop.aborted; ) {
        removed = (await requests_removeOld(db, [account_id, days, BATCH]))[0]?.removed ?? 0
      }
    })
  }
}
