import { LookPauses, pause } from '../base/pause.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { backfillRows } from '../database/schema/migrate.ts'
import type { EventHub } from '../events/hub.ts'
import { sequencingJob, watchingJob } from '../events/sequencer.ts'
import { type ImportingParts, workOnImports } from '../files/imports/job/job.ts'
import { removeOldImports } from '../files/imports/job/kept.ts'
import { type OrderMailing, orderMailingJob, orderMailLookingJob } from '../files/links/mailing.ts'
import { purgeAnswers } from '../http/idempotency.ts'
import type { ImageStorage } from '../images/storage.ts'
import { AccountQueue } from '../jobs/account-queue.ts'
import type { Job, Log } from '../jobs/job.ts'
import { type LeasedWork, LeasedWorker } from '../jobs/leased-worker.ts'
import { mailingJob, mailLookingJob } from '../members/mail/sending.ts'
import { removeEnded } from '../members/sign-in/upkeep.ts'
import { type AccountFiles, removalJob } from '../operations/accounts/removals.ts'
import { makingJob } from '../operations/test-accounts/making.ts'
import { cleaningJob } from '../orders/attachments/cleaning.ts'
import { countingJob, moveFigures } from '../orders/reads/counts.ts'
import { refreshingJob } from '../orders/reads/refresh.ts'
import { removeOldRecalculations, workOnRecalculations } from '../orders/recalculations/job.ts'
import { anonymisingJob } from '../privacy/job.ts'
import { checkingJob } from '../records/custom-fields/job.ts'
import { removalJob as requestRemovalJob, writingJob } from '../requests/job.ts'
import type { RequestLog } from '../requests/log.ts'
import { type SendingParts, sendToWebhooks } from '../webhooks/delivery/job.ts'
import type { Backups } from './backups/schedule.ts'
import { archiveHistory, planningJob } from './history/archive.ts'
import { openHistory } from './history/store.ts'
import { accounts_unfinished } from './jobs-sql.ts'
import { retentionJob } from './retention.ts'
import { faultsJob, type Watched } from './status/watching.ts'

/** What mails are sent with. */
interface Mails extends OrderMailing {
  /** Gets the accounts with a mail to be sent. */
  due: AccountQueue
  /** Gets those with an order to be mailed. */
  ordersDue: AccountQueue
}

/** What the jobs of a process work with. */
export interface JobParts {
  config: Config
  hub: EventHub
  log: Log
  /** False in all processes of a service but one. */
  isFirst?: boolean
  /** The name under which the database shows the sessions of this process. */
  sessions: string
  /** What webhooks are sent to with; unless given, nobody sends. */
  webhooks?: Omit<SendingParts, 'log'>
  /** What imports are worked on with; unless given, nobody does. */
  imports?: ImportingParts & { due: AccountQueue }
  /** What recalculations are worked on with; unless given, nobody does. */
  recalculations?: { due: AccountQueue; onCommitted: (account_id: number) => void }
  /** Where requests of tokens wait to be written; unless given, nobody writes them. */
  requestLog?: RequestLog | undefined
  /** What mails are sent with; unless given, nobody sends them. */
  mails?: Mails | undefined
  /** What a whole service has; unless given, the jobs on it are left out. */
  service?: Service
}

interface Service {
  database: Database
  files: AccountFiles
  images: ImageStorage
  backups: Backups | undefined
  watched: Watched
  log: Log
}

// What runs beside the requests. A process works on the accounts whose changes it has committed; one
// process of a service looks for what others have left, so a missed run is made up.

/** Accounts that one look finds at most. */
const ACCOUNTS = 1_000

/** The jobs of a process: those that listen to the others first. */
export function jobsOf(parts: JobParts): Job[] {
  const { isFirst = true } = parts
  return [...jobsOfEach(parts), ...(isFirst ? jobsOfOne(parts) : [])]
}

/** One process is enough for these, and two would do no harm. */
function jobsOfOne(parts: JobParts): Job[] {
  const { config, hub, log, mails, service } = parts
  const { EVENT_RETENTION_DAYS, REQUEST_LOG_DAYS } = config
  return [
    lookForLeftovers(hub),
    { name: 'remove old requests', everyMs: 600_000, run: requestRemovalJob(REQUEST_LOG_DAYS) },
    { name: 'purge idempotency keys', everyMs: 60_000, run: purgeAnswers },
    { name: 'move the twelve months on', everyMs: 60_000, run: moveFigures },
    { name: 'remove ended sessions and links', everyMs: 600_000, run: removeEnded },
    { name: 'remove old recalculations', everyMs: 600_000, run: removeOldRecalculations },
    {
      name: 'make test accounts',
      everyMs: 1_000,
      run: makingJob({
        maxItems: config.MAX_ITEMS,
        onCommitted: (account_id) => hub.committed(account_id),
      }),
    },
    { name: 'remove old imports', everyMs: 600_000, run: removeOldImports },
    { name: 'remove old events', everyMs: 600_000, run: retentionJob(EVENT_RETENTION_DAYS, log) },
    ...jobsOfHistory(parts),
    ...(mails ? lookForMails(mails) : []),
    ...(service ? jobsOfService(service) : []),
  ]
}

function jobsOfHistory({ config, log, sessions }: JobParts): Job[] {
  const { HISTORY_DAYS: days } = config
  if (days === undefined) return []
  const parts = { days, queue: new AccountQueue(), openStore: () => openHistory(config), log }
  return [
    { name: 'look for old history', everyMs: 600_000, run: planningJob(parts) },
    new LeasedWorker(archiveHistory(parts), { sessions, log }),
  ]
}

function jobsOfService(service: Service): Job[] {
  const { database, files, images, backups, watched, log } = service
  return [
    { name: 'remove files of attachments', everyMs: 15_000, run: cleaningJob(images) },
    { name: 'delete accounts', everyMs: 10_000, run: removalJob(database, files, log) },
    { name: 'look for faults', everyMs: 15_000, run: faultsJob(watched, log) },
    ...(backups ? [backups.job] : []),
    {
      name: 'backfill rows',
      everyMs: 60_000,
      run: async (_db, stop) => {
        await backfillRows(database.pool, stop)
        return 'over'
      },
    },
  ]
}

/** These are about what the requests of this process changed, or wait for. */
function jobsOfEach(parts: JobParts): Job[] {
  const { config, hub, log, sessions, webhooks, imports, recalculations, mails, requestLog } = parts
  const afterChanges = (
    name: string,
    everyMs: number,
    runOf: (queue: AccountQueue) => Job['run'],
  ) => {
    const queue = hub.commits()
    const untilDue = async (stop: AbortSignal) => {
      await pause(everyMs, stop)
      await queue.untilFilled(stop)
    }
    return { name, everyMs, run: runOf(queue), untilDue }
  }
  const leased = (work: LeasedWork) => new LeasedWorker(work, { sessions, log })
  const queued = hub.commits()
  const years = config.FISCAL_RETENTION_YEARS
  return [
    afterChanges('refresh documents', 2_000, refreshingJob),
    afterChanges('add up order counts', 500, countingJob),
    afterChanges('check custom fields', 1_000, checkingJob),
    afterChanges('anonymise customers', 1_000, (queue) => anonymisingJob(queue, years)),
    ...(webhooks ? [leased(sendToWebhooks(hub.due, { ...webhooks, log }))] : []),
    ...(imports ? [leased(workOnImports(imports.due, imports))] : []),
    ...(recalculations
      ? [leased(workOnRecalculations(recalculations.due, recalculations.onCommitted))]
      : []),
    ...(mails ? [sendMails(mails), mailOrders(mails)] : []),
    ...(requestLog
      ? [{ name: 'write down requests', everyMs: 1_000, run: writingJob(requestLog) }]
      : []),
    {
      name: 'give events their positions',
      everyMs: 250,
      run: sequencingJob(hub, queued),
      untilDue: (stop) => queued.untilFilled(stop),
    },
    { name: 'watch for events', everyMs: 250, run: watchingJob(hub) },
  ]
}

const lookForMails = ({ due, ordersDue }: Mails): Job[] => [
  { name: 'look for mails', everyMs: 15_000, run: mailLookingJob(due) },
  { name: 'look for orders to be mailed', everyMs: 15_000, run: orderMailLookingJob(ordersDue) },
]

const mailOrders = ({ ordersDue, ...mailing }: Mails): Job => ({
  name: 'mail orders',
  everyMs: 1_000,
  run: orderMailingJob(ordersDue, mailing),
  untilDue: (stop) => ordersDue.untilFilled(stop),
})

const sendMails = ({ due, mailer, base }: Mails): Job => ({
  name: 'send mails',
  everyMs: 1_000,
  run: mailingJob(due, mailer, base),
  untilDue: (stop) => due.untilFilled(stop),
})

/**
 * Looks through all accounts for what is left of changes that no living process knows of: the one
 * that made them was killed, or some statement was nobody's request.
 */
function lookForLeftovers(hub: EventHub): Job {
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
    untilDue: (stop) => pause(ms, stop),
  }
}
