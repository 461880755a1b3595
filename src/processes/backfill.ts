import type { Pool } from 'pg'
import { pause } from '../base/pause.ts'
import { backfillRows } from '../database/schema/migrate.ts'

/** The little of a logger that is needed here; pino fits. */
interface Log {
  error(fields: object, text: string): void
}

/** After a failure. */
const RETRY_MS = 60_000

/**
 * Backfills, beside the requests, the rows that migrations of this version have left for it. The
 * function it returns stops it; the next start goes on.
 */
export function startBackfill(pool: Pool, log: Log): () => Promise<void> {
  const stopping = new AbortController()
  const running = backfill(pool, log, stopping.signal)
  return async () => {
    stopping.abort()
    await running
  }
}

async function backfill(pool: Pool, log: Log, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    try {
      return await backfillRows(pool, stop)
    } catch (error) {
      log.error({ err: error }, 'rows of a migration are not backfilled yet')
      await pause(RETRY_MS, stop)
    }
  }
}
