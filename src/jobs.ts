import { type Db, statement } from './database/database.ts'
import { countingJob } from './orders/counts.ts'
import { refreshDocuments } from './orders/refresh.ts'
import { pause } from './pause.ts'

const idempotencyKeys_purge = statement('delete from idempotency_keys where expires_at < now()')

/** The little of a logger that jobs need; pino fits. */
interface Log {
  error(fields: object, text: string): void
}

interface Job {
  name: string
  everyMs: number
  run: (db: Db, stop: AbortSignal) => Promise<unknown>
}

/** What runs beside the requests. Each goes by what the tables say, so a missed run is made up. */
const jobs: Job[] = [
  { name: 'refresh documents', everyMs: 2_000, run: refreshDocuments },
  { name: 'add up order counts', everyMs: 500, run: countingJob() },
  {
    name: 'purge idempotency keys',
    everyMs: 60_000,
    run: (db) => idempotencyKeys_purge(db, []),
  },
]

/** Starts the jobs. The function it returns stops them and waits for what runs. */
export function startJobs(db: Db, log: Log): () => Promise<void> {
  const stopping = new AbortController()
  const loops = jobs.map((job) => repeat(job, db, log, stopping.signal))
  return async () => {
    stopping.abort()
    await Promise.all(loops)
  }
}

async function repeat(
  { name, everyMs, run }: Job,
  db: Db,
  log: Log,
  stop: AbortSignal,
): Promise<void> {
  let told = ''
  while (!stop.aborted) {
    try {
      await run(db, stop)
      told = ''
    } catch (error) {
      // Once, however long it lasts.
      const what = String(error)
      if (what !== told) log.error({ err: error, job: name }, 'a job failed; it will run again')
      told = what
    }
    await pause(everyMs, stop)
  }
}
