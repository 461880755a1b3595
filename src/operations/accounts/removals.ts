import { pause } from '../../base/pause.ts'
import type { Database, Db } from '../../database/database.ts'
import {
  countsOf,
  historyFiles,
  type RemovableTable,
  removeBatch,
  tablesToRemove,
} from '../../database/dump/remove-account.ts'
import type { ImageStorage } from '../../images/storage.ts'
import { forEachAlone } from '../../jobs/for-each.ts'
import {
  account_deletions_begin,
  account_deletions_count,
  account_deletions_due,
  account_deletions_end,
} from './deletion-sql.ts'

type Databases = Pick<Database, 'db' | 'pool'>

/** The little of a logger that is needed here; pino fits. */
interface Log {
  info(fields: object, text: string): void
}

/** What an account has beside its rows. */
export interface AccountFiles {
  images: Pick<ImageStorage, 'removeAccount'>
  /** Removes a file of old events by its address; does nothing where there is none. */
  removeHistory(address: string): Promise<void>
}

/** After a batch nine tenths of the time are for others; one that had to wait for a lock was no work. */
const LONGEST_PAUSE_MS = 1_000

/** Makes the job that removes the accounts whose time has come. */
export function removalJob(
  database: Databases,
  files: AccountFiles,
  log: Log,
): (db: Db, stop: AbortSignal) => Promise<void> {
  return async (db, stop) => {
    await forEachAlone(await account_deletions_due(db, []), stop, async ({ account_id }) => {
      if (await removeAccount(database, files, account_id, stop)) {
        log.info({ account: account_id }, 'an account was deleted')
      }
    })
  }
}

/** How an account is removed. */
interface Manner {
  /** Nine tenths of the time are for others; false where nobody else is there. */
  isPaced?: boolean
  /** Hears which part of the rows went, from 0 to 1. */
  onProgress?: (part: number) => void
}

/**
 * Removes all of an account, in batches. Whoever is stopped or killed leaves the rest to the next.
 * @returns whether nothing is left of it
 */
export async function removeAccount(
  { db, pool }: Databases,
  files: AccountFiles,
  account_id: number,
  stop: AbortSignal,
  manner: Manner = {},
): Promise<boolean> {
  const [begun] = await account_deletions_begin(db, [account_id])
  if (!begun) return false
  const tables = await tablesToRemove(pool)
  const counts =
    begun.is_counted && !manner.onProgress ? {} : await countsOf(pool, tables, account_id)
  if (!begun.is_counted) await account_deletions_count(db, [account_id, JSON.stringify(counts)])
  const removal = { pool, account_id, stop, ...manner, left: new Left(counts) }
  await files.images.removeAccount(account_id)
  // Before the rows that say where they are. No more come: a closed account is not archived.
  for (const address of await historyFiles(pool, account_id)) await files.removeHistory(address)
  const accounts = tables.filter(({ name }) => name === 'accounts')
  const others = tables.filter(({ name }) => name !== 'accounts')
  // What ran when the account was closed may leave rows behind those that went: until there are none,
  // and once more when nothing can refer to the account any more.
  for (const round of [others, accounts, others]) {
    while (!stop.aborted) {
      const removed = await removeRows(removal, round)
      if (removed === undefined) return false
      if (removed === 0) break
    }
  }
  if (stop.aborted) return false
  await account_deletions_end(db, [account_id])
  manner.onProgress?.(1)
  return true
}

interface Removal extends Manner, Pick<Databases, 'pool'> {
  account_id: number
  stop: AbortSignal
  left: Left
}

/** Rows that are yet to be removed. */
class Left {
  readonly #all: number
  #removed = 0

  constructor(counts: Readonly<Record<string, number>>) {
    this.#all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  }

  /** → which part is removed, with these */
  without(rows: number): number {
    this.#removed += rows
    return Math.min(1, this.#removed / Math.max(1, this.#all))
  }
}

/** @returns how many rows went; undefined where another process is at it */
async function removeRows(
  { pool, account_id, stop, isPaced = true, onProgress, left }: Removal,
  tables: RemovableTable[],
): Promise<number | undefined> {
  let all = 0
  for (const table of tables) {
    for (let removed = 1; removed > 0 && !stop.aborted; ) {
      const started = performance.now()
      const batch = await removeBatch(pool, account_id, table)
      if (batch === undefined) return undefined
      removed = batch
      all += removed
      onProgress?.(left.without(removed))
      if (removed > 0 && isPaced) {
        await pause(Math.min(9 * (performance.now() - started), LONGEST_PAUSE_MS), stop)
      }
    }
  }
  return all
}
