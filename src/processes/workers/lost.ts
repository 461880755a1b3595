import type { IncomingMessage } from 'node:http'
import { RETRY_SOON, Refusal } from '../../base/refusals.ts'
import { applicationName } from '../../database/connect.ts'
import { type Db, statement } from '../../database/database.ts'
import { lostWorkers } from './relayed.ts'

/** PostgreSQL ends a session that is in a commit only after it; milliseconds. */
const WAIT_MS = 10_000

/**
 * [application name, ms] Ends the sessions that a dead process has left and waits for them: what
 * they had begun to commit is committed afterwards, and what they had not never will be.
 */
const sessions_end = statement<{ ended: boolean }>(`
  select pg_terminate_backend(pid, $2) as ended from pg_stat_activity where application_name = $1`)

/** By the name of the dead worker: its requests come all at once, and ask once. */
const ends = new Map<string, Promise<void>>()

/**
 * True for a request that a worker died over, once it is certain whether that worker carried it
 * out: then the change and its stored answer are there, or neither will ever be.
 * @throws Refusal `outcome_unknown` where that can't be found out
 */
export async function isSettledRepeat(db: Db, request: IncomingMessage): Promise<boolean> {
  const lost = lostWorkers(request)
  if (lost.length === 0) return false
  await Promise.all(lost.map((name) => sessionsEnded(db, name)))
  return true
}

function sessionsEnded(db: Db, worker: string): Promise<void> {
  const known = ends.get(worker)
  if (known) return known
  const end = endSessions(db, worker)
  ends.set(worker, end)
  end.catch(() => ends.delete(worker))
  return end
}

async function endSessions(db: Db, worker: string): Promise<void> {
  const sessions = await sessions_end(db, [applicationName(worker), WAIT_MS]).catch(
    (error: unknown) => {
      throw unknownOutcome(error)
    },
  )
  if (sessions.some(({ ended }) => !ended)) throw unknownOutcome()
}

function unknownOutcome(cause?: unknown): Refusal {
  const detail =
    'The process that worked on this request ended, and the database does not say yet whether it was carried out.'
  return new Refusal('outcome_unknown', detail, { headers: RETRY_SOON, cause })
}
