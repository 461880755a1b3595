import type { AccountQueue } from '../base/account-queue.ts'
import { LookPauses, pause } from '../base/pause.ts'
import { jobRan } from '../base/telemetry/topics.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import type { EventHub } from '../events/hub.ts'
import { sequencingJob, watchingJob } from '../events/sequencer.ts'
import type { Importer } from '../files/imports/job/importer.ts'
import { purgeAnswers } from '../http/idempotency.ts'
import type { Mailer } from '../members/mail/mailer.ts'
import { mailingJob, mailLookingJob } from '../members/mail/sending.ts'
import { removeEnded } from '../members/sign-in/upkeep.ts'
import { countingJob } from '../orders/reads/counts.ts'
import { refreshingJob } from '../orders/reads/refresh.ts'
import { anonymisingJob } from '../privacy/job.ts'
import { checkingJob } from '../records/custom-fields/job.ts'
import type { Deliverer } from '../webhooks/delivery/deliverer.ts'
import { archivingJob } from './history/archive.ts'
import { accounts_unfinished } from './jobs-sql.ts'
import { retentionJob } from './retention.ts'

/** The little of a logger that jobs need; pino fits. */
interface Log {
  error(fields: object, text: string): void
  warn(fields: object, text: string): void
}

interface Job {
  name: string
  /** Waited after a run, at least where that failed. */
  everyMs: number
  run: (db: Db, stop: AbortSignal) => Promise<unknown>
  /** What the next run waits for in place of just that time. */
  due?: (stop: AbortSignal) => Promise<void>
}

/** What mails are sent with. */
interface Mails {
  /** Gets the accounts with a mail to be sent. */
  due: AccountQueue
  mailer: Mailer
  /** Where the service is opened. */
  base: string
}

// What runs beside the requests. A process works on the accounts whose changes it has committed; one
// process of a service looks for what others have left, so a missed run is made up.

/** Accounts that one look finds at most. */
const ACCOUNTS = 1_000

/** One process is enough for these, and two would do no harm. */
function jobsOfOne(config: Config, hub: EventHub, log: Log): Job[] {
  const { EVENT_RETENTION_DAYS, HISTORY_DAYS: days } = config
  const history =
    days === undefined
      ? []
      : [{ name: 'archive history', everyMs: 600_000, run: archivingJob(config, days, log) }]
  return [
    lookingJob(hub),
    { name: 'purge idempotency keys', everyMs: 60_000, run: purgeAnswers },
    { name: 'remove ended sessions and links', everyMs: 600_000, run: removeEnded },
    { name: 'remove old events', everyMs: 600_000, run: retentionJob(EVENT_RETENTION_DAYS, log) },
    ...history,
  ]
}

/**
 * Looks through all accounts for what is left of changes that no living process knows of: the one
 * that made them was killed, or some statement was nobody's request.
 */
function lookingJob(hub: EventHub): Job {
  const pauses = new LookPauses()
  let ms = 0
  return {
    name: 'look for what was left',
    everyMs: 1_000,
    run: async (db) => {
      const start = performance.now()
      const found = await accounts_unfinished(db, [ACCOUNTS])
      ms = pauses.after(found.length > 0, performance.now() - start)
      for (const { account_id } of found) hub.committed(account_id)
    },
    due: (stop) => pause(ms, stop),
  }
}

const lookingForMails = ({ due }: Mails): Job => ({
  name: 'look for mails',
  everyMs: 15_000,
  run: mailLookingJob(due),
})

/** These are about what the requests of this process changed, or wait for. */
function jobsOfEach(
  { FISCAL_RETENTION_YEARS: years }: Config,
  hub: EventHub,
  deliverer?: Deliverer,
  importer?: Importer,
  mails?: Mails,
): Job[] {
  const afterChanges = (everyMs: number) => {
    const queue = hub.commits()
    const due = async (stop: AbortSignal) => {
      await pause(everyMs, stop)
      await queue.untilFilled(stop)
    }
    return { everyMs, queue, due }
  }
  const [stale, counts] = [afterChanges(2_000), afterChanges(500)]
  const [fields, persons, queued] = [afterChanges(1_000), afterChanges(1_000), hub.commits()]
  const leased = (name: string, worker?: Deliverer | Importer): Job[] =>
    worker
      ? [
          {
            name,
            everyMs: 1_000,
            run: (db) => worker.run(db),
            due: (stop) => worker.untilDue(stop),
          },
        ]
      : []
  return [
    { name: 'refresh documents', ...stale, run: refreshingJob(stale.queue) },
    { name: 'add up order counts', ...counts, run: countingJob(counts.queue) },
    { name: 'check custom fields', ...fields, run: checkingJob(fields.queue) },
    { name: 'anonymise customers', ...persons, run: anonymisingJob(persons.queue, years) },
    ...leased('send to webhooks', deliverer),
    ...leased('work on imports', importer),
    ...mailing(mails),
    {
      name: 'give events their positions',
      everyMs: 250,
      run: sequencingJob(hub, queued),
      due: (stop) => queued.untilFilled(stop),
    },
    { name: 'watch for events', everyMs: 250, run: watchingJob(hub) },
  ]
}

function mailing(mails?: Mails): Job[] {
  if (!mails) return []
  const { due, mailer, base } = mails
  const run = mailingJob(due, mailer, base)
  return [{ name: 'send mails', everyMs: 1_000, run, due: (stop) => due.untilFilled(stop) }]
}

/**
 * Starts the jobs. The function it returns stops them and waits for what runs.
 * @param deliverer sends to webhooks; unless given, nobody does
 * @param isFirst false in all processes of a service but one
 * @param importer works on imports; unless given, nobody does
 * @param mails sends mails; unless given, nobody does
 */
export function startJobs(
  db: Db,
  log: Log,
  hub: EventHub,
  config: Config,
  deliverer?: Deliverer,
  isFirst = true,
  importer?: Importer,
  mails?: Mails,
): () => Promise<void> {
  const stopping = new AbortController()
  // Those that listen to the others first.
  const jobs = [
    ...jobsOfEach(config, hub, deliverer, importer, mails),
    ...(isFirst ? jobsOfOne(config, hub, log) : []),
    ...(isFirst && mails ? [lookingForMails(mails)] : []),
  ]
  const loops = jobs.map((job) => repeat(job, db, log, stopping.signal))
  return async () => {
    stopping.abort()
    await Promise.all([...loops, deliverer?.close(), importer?.close()])
  }
}

async function repeat(
  { name, everyMs, run, due = (stop) => pause(everyMs, stop) }: Job,
  db: Db,
  log: Log,
  stop: AbortSignal,
): Promise<void> {
  let lastLogged = ''
  while (!stop.aborted) {
    const start = performance.now()
    const tell = (hasFailed: boolean) =>
      jobRan.tell({ job: name, ms: performance.now() - start, hasFailed })
    try {
      await run(db, stop)
      lastLogged = ''
      tell(false)
    } catch (error) {
      tell(true)
      // Once, however long it lasts.
      const what = String(error)
      if (what !== lastLogged)
        log.error({ err: error, job: name }, 'a job failed; it will run again')
      lastLogged = what
      await pause(everyMs, stop)
      continue
    }
    await due(stop)
  }
}
