import { pause } from '../base/pause.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import type { EventHub } from '../events/hub.ts'
import { sequencingJob, watchingJob } from '../events/sequencer.ts'
import { idempotency_keys_purge } from '../http/idempotency-sql.ts'
import { countingJob } from '../orders/reads/counts.ts'
import { refreshDocuments } from '../orders/reads/refresh.ts'
import type { Deliverer } from '../webhooks/delivery/deliverer.ts'
import { retentionJob } from './retention.ts'

/** The little of a logger that jobs need; pino fits. */
interface Log {
  error(fields: object, text: string): void
  warn(fields: object, text: string): void
}

interface Job {
  name: string
  everyMs: number
  run: (db: Db, stop: AbortSignal) => Promise<unknown>
  /** What a run waits for, `everyMs` at most; unless given, just that time. */
  due?: (everyMs: number, stop: AbortSignal) => Promise<void>
}

type Settings = Pick<Config, 'EVENT_RETENTION_DAYS'>

// What runs beside the requests. Each goes by what the tables say, so a missed run is made up.

/** One process is enough for these, and two would do no harm. */
function jobsOfOne({ EVENT_RETENTION_DAYS }: Settings, log: Log): Job[] {
  return [
    { name: 'refresh documents', everyMs: 2_000, run: refreshDocuments },
    { name: 'add up order counts', everyMs: 500, run: countingJob() },
    {
      name: 'purge idempotency keys',
      everyMs: 60_000,
      run: (db) => idempotency_keys_purge(db, []),
    },
    { name: 'remove old events', everyMs: 600_000, run: retentionJob(EVENT_RETENTION_DAYS, log) },
  ]
}

/** These are about what the requests of this process wait for. */
function jobsOfEach(hub: EventHub, deliverer?: Deliverer): Job[] {
  const webhooks: Job = {
    name: 'send to webhooks',
    everyMs: 1_000,
    run: async (db) => deliverer?.run(db),
    due: (everyMs, stop) => hub.untilDue(everyMs, stop),
  }
  return [
    ...(deliverer ? [webhooks] : []),
    {
      name: 'give events their positions',
      everyMs: 250,
      run: sequencingJob(hub),
      due: (everyMs, stop) => hub.untilCommitted(everyMs, stop),
    },
    { name: 'watch for events', everyMs: 250, run: watchingJob(hub) },
  ]
}

/**
 * Starts the jobs. The function it returns stops them and waits for what runs.
 * @param deliverer sends to webhooks; unless given, nobody does
 * @param isFirst false in all processes of a service but one
 */
export function startJobs(
  db: Db,
  log: Log,
  hub: EventHub,
  settings: Settings,
  deliverer?: Deliverer,
  isFirst = true,
): () => Promise<void> {
  const stopping = new AbortController()
  const jobs = [...(isFirst ? jobsOfOne(settings, log) : []), ...jobsOfEach(hub, deliverer)]
  const loops = jobs.map((job) => repeat(job, db, log, stopping.signal))
  return async () => {
    stopping.abort()
    await Promise.all([...loops, deliverer?.close()])
  }
}

async function repeat(
  { name, everyMs, run, due = pause }: Job,
  db: Db,
  log: Log,
  stop: AbortSignal,
): Promise<void> {
  let lastLogged = ''
  while (!stop.aborted) {
    try {
      await run(db, stop)
      lastLogged = ''
    } catch (error) {
      // Once, however long it lasts.
      const what = String(error)
      if (what !== lastLogged)
        log.error({ err: error, job: name }, 'a job failed; it will run again')
      lastLogged = what
    }
    await due(everyMs, stop)
  }
}
