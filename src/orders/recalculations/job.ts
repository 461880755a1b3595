import type { Db } from '../../database/database.ts'
import type { AccountQueue } from '../../jobs/account-queue.ts'
import { forEachAlone } from '../../jobs/for-each.ts'
import type { LeasedWork } from '../../jobs/leased-worker.ts'
import { KEPT_DAYS } from './schema.ts'
import { recalculationLeases, recalculations_forget, recalculations_old } from './sql.ts'
import { workOn } from './work.ts'

/** Recalculations that one process works on at once, each of another account. */
const LIMITS = { rows: 2, rowsOfAccount: 1 }
/** After it one makes room where others wait; to go on with it costs a look at its orders. */
const TURN_MS = 5_000
/** Those that one look finds at most. */
const FOUND = 100

/**
 * Works on recalculations: each until its end, or until others have their turn.
 * @param queue gets the accounts with one to begin with
 * @param onCommitted hears that something was committed, or may have been
 */
export function workOnRecalculations(
  queue: AccountQueue,
  onCommitted: (account_id: number) => void,
): LeasedWork {
  return {
    name: 'work on recalculations',
    queue,
    statements: recalculationLeases,
    limits: LIMITS,
    async work(db, lease, { stop, othersWait }) {
      const since = performance.now()
      const shouldYield = () => othersWait() && performance.now() - since > TURN_MS
      await workOn(lease, { db, onCommitted, stop, shouldYield })
    },
  }
}

/** Removes recalculations that ended long ago. */
export async function removeOldRecalculations(db: Db, stop: AbortSignal): Promise<void> {
  for (let found = FOUND; found === FOUND && !stop.aborted; ) {
    const old = await recalculations_old(db, [KEPT_DAYS, FOUND])
    await forEachAlone(old, stop, async ({ account_id, id }) => {
      await recalculations_forget(db, [account_id, id])
    })
    found = old.length
  }
}
