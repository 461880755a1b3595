import { tokens_forget, tokens_over } from '../../access/sessions-sql.ts'
import type { Db } from '../../database/database.ts'
import { forEachAlone } from '../../jobs/for-each.ts'
import { links_expired, links_purge } from '../sql.ts'
import { purgeAttempts, purgePlaces } from './delays.ts'

/** Rows that one statement removes at most. */
const BATCH = 1_000

/**
 * Removes sessions and other tokens of a short life that have been over for a day, links that have
 * expired, attempts to sign in that make nobody wait any more, and places where nobody signs in now.
 */
export async function removeEnded(db: Db, stop: AbortSignal): Promise<void> {
  await inBatches(stop, async () => {
    const over = await tokens_over(db, [BATCH])
    await forEachAlone(over, stop, async ({ account_id, ids }) => {
      await tokens_forget(db, [account_id, ids])
    })
    return sizeOf(over)
  })
  await inBatches(stop, async () => {
    const expired = await links_expired(db, [BATCH])
    await forEachAlone(expired, stop, async ({ account_id, ids }) => {
      await links_purge(db, [account_id, ids])
    })
    return sizeOf(expired)
  })
  await inBatches(stop, () => purgeAttempts(db, BATCH))
  await inBatches(stop, () => purgePlaces(db, BATCH))
}

const sizeOf = (found: { ids: number[] }[]) => found.reduce((sum, { ids }) => sum + ids.length, 0)

/** Until a batch is not full. */
async function inBatches(stop: AbortSignal, remove: () => Promise<number>): Promise<void> {
  for (let removed = BATCH; removed >= BATCH && !stop.aborted; ) removed = await remove()
}
