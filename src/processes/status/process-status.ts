import { setTimeout as pause } from 'node:timers/promises'
import { jobRan } from '../../base/telemetry/topics.ts'
import type { Database } from '../../database/database.ts'
import type { Replica } from '../../database/replica/replica.ts'
import type { ReplicaState } from '../../database/replica/state.ts'
import { type DatabaseStatus, databaseStatus } from '../../operations/status/database.ts'

/** After it nobody waits for the database. */
const PATIENCE_MS = 3_000

/** A job that failed when it last ran. */
export interface FailingJob {
  name: string
  /** When it first did since it last came to its end. */
  since: string
}

/** What one process knows of itself. */
export interface ProcessStatus {
  failing_jobs: FailingJob[]
  replica: { state: ReplicaState; lag_ms: number | null } | null
  /** Of the embedded database, which nobody else can look into; null where it does not answer. */
  database: DatabaseStatus | null
}

/** Follows the jobs of this process from now on. */
export function followJobs(): { failing(): FailingJob[]; end(): void } {
  const since = new Map<string, string>()
  const end = jobRan.listen(({ job, hasFailed }) => {
    if (!hasFailed) since.delete(job)
    else if (!since.has(job)) since.set(job, new Date().toISOString())
  })
  return { failing: () => Array.from(since, ([name, at]) => ({ name, since: at })), end }
}

/** How this process is just now. */
export async function processStatus(
  failing_jobs: FailingJob[],
  database: Database,
  replica: Replica | undefined,
): Promise<ProcessStatus> {
  return {
    failing_jobs,
    replica: replicaStatus(replica),
    database: database.isEmbedded ? await statusOfDatabase(database) : null,
  }
}

export function replicaStatus(replica: Replica | undefined): ProcessStatus['replica'] {
  return replica ? { state: replica.state, lag_ms: replica.lagMs ?? null } : null
}

/** Null where it does not answer. */
export function statusOfDatabase(database: Database): Promise<DatabaseStatus | null> {
  const late = pause(PATIENCE_MS, null, { ref: false })
  return Promise.race([databaseStatus(database).catch(() => null), late])
}
