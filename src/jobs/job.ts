import { onBehalfOf } from '../base/giving-way/turns.ts'
import { pause } from '../base/pause.ts'
import { jobRan } from '../base/telemetry/topics.ts'
import type { Db } from '../database/database.ts'
import { AccountFailed } from './for-each.ts'

/** The little of a logger that jobs need; pino fits. */
export interface Log {
  info(fields: object, text: string): void
  error(fields: object, text: string): void
  warn(fields: object, text: string): void
}

/** What a run came to, where that is not plain: it found nothing to do, or is never to run again. */
// biome-ignore lint/suspicious/noConfusingVoidType: most runs have nothing to say
export type Ran = 'idle' | 'over' | void

/** Work that runs beside the requests, again and again until the process stops. */
export interface Job {
  /** In metrics, logs and `pedido status`. */
  name: string
  /** Milliseconds between runs. */
  everyMs: number
  /** The same after a run that failed; `everyMs` unless given. */
  retryMs?: number
  /** @param stop to begin nothing more: the process waits for what is under way */
  run(db: Db, stop: AbortSignal): Promise<Ran>
  /** Waits until the next run after one that did not fail; for `everyMs` unless given. */
  untilDue?(stop: AbortSignal): Promise<void>
  /** Ends what runs have begun and not waited for. */
  close?(): Promise<void>
}

/** What the log says of a failure, with the job's name. */
export const FAILED = 'a job failed; it will run again'

/**
 * Starts the jobs, each in a loop of its own. The function it returns stops them and waits for what is
 * under way.
 */
export function startJobs(jobs: Job[], db: Db, log: Log): () => Promise<void> {
  const stopping = new AbortController()
  const loops = jobs.map((job) =>
    onBehalfOf('service', () => repeat(job, db, log, stopping.signal)),
  )
  return async () => {
    stopping.abort()
    await Promise.all([...loops, ...jobs.map((job) => job.close?.())])
  }
}

async function repeat(job: Job, db: Db, log: Log, stop: AbortSignal): Promise<void> {
  const { name, everyMs, retryMs = everyMs } = job
  let lastLogged = ''
  while (!stop.aborted) {
    const start = performance.now()
    const report = (hasFailed: boolean) =>
      jobRan.emit({ job: name, ms: performance.now() - start, hasFailed })
    try {
      const ran = await job.run(db, stop)
      lastLogged = ''
      if (ran !== 'idle') report(false)
      if (ran === 'over') return
    } catch (error) {
      report(true)
      // Once, however long it lasts.
      if (String(error) !== lastLogged) log.error({ ...factsOf(error), job: name }, FAILED)
      lastLogged = String(error)
      await pause(retryMs, stop)
      continue
    }
    await (job.untilDue ? job.untilDue(stop) : pause(everyMs, stop))
  }
}

function factsOf(error: unknown): object {
  if (!(error instanceof AccountFailed)) return { err: error }
  return { err: error.cause, account_id: error.account_id }
}
