import type { Config } from '../../config.ts'
import { reasons } from '../../database/replica/state.ts'
import type { DatabaseStatus } from '../../operations/status/database.ts'
import { diskFinding } from '../../operations/status/disks.ts'
import {
  clusterBackupFinding,
  type Finding,
  fault,
  inMib,
  note,
  ok,
} from '../../operations/status/finding.ts'
import { counted, type Message, msg, verbatim } from '../../texts/message.ts'
import { latestDue } from '../backups/schedule.ts'
import { NO_DATABASE, type Status } from './state.ts'

// From when on something is not well: as deploy/prometheus/alerts.yml has it.

const FEED_LATE_S = 60
const WEBHOOKS_LATE_S = 3_600
const MAILS_LATE_S = 900
/** What a backup may take, and a second try after one that failed. */
const BACKUP_LATE_MS = 2 * 3_600_000

const RUNBOOK = msg`docs/runbook.md`

/** What the status means, a line each. */
export function findingsOf(status: Status, config: Config): Finding[] {
  const { database, database_fault } = status
  return [
    ...status.services.map(serviceFinding),
    ...(status.services.length > 0 ? [] : [note('service', msg`none answers in DATA_DIR`, START)]),
    ...(database ? databaseFindings(database, config) : []),
    ...(database_fault === null ? [] : [databaseFault(status, database_fault)]),
    ...status.services.flatMap(jobFindings),
    ...(status.replica ? [replicaFinding(status.replica)] : []),
    ...(database?.is_standby_away ? [standbyFinding()] : []),
    ...status.missing_keys.map(keyFinding),
    ...status.disks.map(diskFinding).filter(({ grade }, i) => grade !== 'ok' || i === 0),
    backupFinding(status, config),
  ]
}

const START = msg`Start it, or look on the machine where it runs; docs/operations.md says when it is not found.`

const OTHER_SETTINGS = msg`Start the service with these settings, or give this command those that it was started with.`

function serviceFinding(service: Status['services'][number]): Finding {
  const { pid, host, version, since, workers } = service
  const { ready, wanted, died } = workers
  const team = wanted === 1 ? msg`one process` : msg`${ready} of ${wanted} workers`
  const dead = msg`${team}, ${counted(died, msg`has died`, msg`have died`)}`
  const text = msg`Pedido ${version}, process ${pid} on ${host} since ${since}, ${died === 0 ? team : dead}`
  if (ready >= wanted) return ok('service', text)
  return fault('service', text, msg`Look into its log (${RUNBOOK}, PedidoWorkersDie).`)
}

function databaseFault({ services }: Status, text: Message): Finding {
  if (services.length === 0 && text === NO_DATABASE) return ok('database', text)
  return fault(
    'database',
    text,
    msg`Nothing is served without it (${RUNBOOK}, PedidoDatabaseDown).`,
  )
}

function databaseFindings(
  { kind, version, bytes, migrations, waiting }: DatabaseStatus,
  { DATABASE_URL }: Config,
): Finding[] {
  const names = {
    embedded: msg`embedded`,
    postgresql: msg`PostgreSQL`,
    citus: msg`Citus on PostgreSQL`,
  }
  const text = msg`${names[kind]} ${version}, ${inMib(bytes)}`
  return [
    kind === 'embedded' && DATABASE_URL !== undefined
      ? fault(
          'database',
          msg`${text}; DATABASE_URL of these settings names another`,
          OTHER_SETTINGS,
        )
      : ok('database', text),
    migrationFinding(migrations),
    ...(waiting ? waitingFindings(waiting) : []),
  ]
}

function migrationFinding({ applied, pending }: DatabaseStatus['migrations']): Finding {
  const text =
    applied.length === 0
      ? msg`no migration applied`
      : msg`${applied.length} applied, the last ${applied.at(-1)}`
  if (pending.length === 0) return ok('migrations', text)
  const missing = msg`${text}; to come: ${pending}`
  return note('migrations', missing, msg`The next start does that, or pedido migrate.`)
}

type Waiting = NonNullable<DatabaseStatus['waiting']>

function waitingFindings(waiting: Waiting): Finding[] {
  const { events, webhooks, imports, recalculations } = waiting
  const toPlace = counted(
    events.count,
    msg`event waits for its place`,
    msg`events wait for their place`,
  )
  const unsent = webhooks.behind + webhooks.retries
  const toSend = counted(unsent, msg`event to be sent`, msg`events to be sent`)
  const feed = aged(toPlace, events.count, events.oldest_s)
  const sent = msg`${aged(toSend, unsent, webhooks.oldest_s)}; ${webhooks.enabled} enabled, ${webhooks.failing} of them failing, ${webhooks.disabled} given up`
  return [
    events.oldest_s > FEED_LATE_S
      ? fault('feed', feed, msg`A service that runs puts them there (${RUNBOOK}, PedidoFeedLate).`)
      : ok('feed', feed),
    webhooksFinding(webhooks, sent),
    ok('work', msg`imports that run: ${imports}, recalculations: ${recalculations}`),
    mailsFinding(waiting),
  ]
}

function webhooksFinding({ oldest_s, disabled }: Waiting['webhooks'], text: Message): Finding {
  if (oldest_s > WEBHOOKS_LATE_S) {
    return fault('webhooks', text, msg`Look at their deliveries (${RUNBOOK}, PedidoWebhooksLate).`)
  }
  if (disabled === 0) return ok('webhooks', text)
  return note(
    'webhooks',
    text,
    msg`Enable them when their receivers are well (${RUNBOOK}, PedidoWebhookDisabled).`,
  )
}

function mailsFinding({ mails, oldest_mail_s, mail_error }: Waiting): Finding {
  const count = counted(mails, msg`mail to be sent`, msg`mails to be sent`)
  const text = aged(count, mails, oldest_mail_s)
  if (oldest_mail_s <= MAILS_LATE_S) return ok('mails', text)
  const sentence = mail_error === null ? text : msg`${text}: ${mail_error}`
  return fault(
    'mails',
    sentence,
    msg`Look at SMTP_URL and MAIL_FROM (${RUNBOOK}, PedidoMailsStuck).`,
  )
}

/** Commits wait for it, and are answered by 503. */
export function standbyFinding(): Finding {
  return fault(
    'standby',
    msg`a synchronous standby that commits wait for is away`,
    msg`Start it, or take it out of synchronous_standby_names (${RUNBOOK}, PedidoStandbyAway).`,
  )
}

/** @param key its fingerprint */
export function keyFinding(key: string): Finding {
  return fault(
    'secrets',
    msg`secrets in the database are kept with the key ${key}, which SECRET_KEY lacks`,
    msg`Add it to SECRET_KEY, behind the first one (${RUNBOOK}, PedidoSecretsUnreadable).`,
  )
}

const aged = (text: Message, count: number, seconds: number) =>
  count === 0 ? text : msg`${text}, the oldest for ${Math.round(seconds)} s`

function jobFindings({ failing_jobs }: Status['services'][number]): Finding[] {
  if (failing_jobs.length === 0) return [ok('jobs', msg`none fails`)]
  const remedy = msg`The log says why; it is tried again (${RUNBOOK}, PedidoJobFails).`
  return failing_jobs.map(({ name, since }) =>
    fault('jobs', msg`"${name}" fails since ${since}`, remedy),
  )
}

function replicaFinding({ state, lag_ms }: NonNullable<Status['replica']>): Finding {
  const lagging = (text: Message) =>
    lag_ms === null ? text : msg`${text}, ${Math.round(lag_ms)} ms behind`
  if (state === 'used') return ok('replica', lagging(msg`used`))
  const remedy = msg`The primary serves all reads meanwhile (${RUNBOOK}, PedidoReplicaUnused).`
  return fault('replica', lagging(msg`not used: ${reasons[state]}`), remedy)
}

function backupFinding({ backup, services, database }: Status, config: Config): Finding {
  const { BACKUP_DIR, BACKUP_SCHEDULE, TIME_ZONE } = config
  if (database?.is_distributed) return clusterBackupFinding('backup', BACKUP_DIR)
  if (BACKUP_DIR === undefined) {
    const text = msg`none by schedule: BACKUP_DIR is not set`
    return note('backup', text, msg`docs/backup.md says how.`)
  }
  const remedy = msg`The log of the service says why (${RUNBOOK}, PedidoBackupOld).`
  if (!backup) {
    const isLate = services.some(({ since }) => Date.parse(since) < Date.now() - BACKUP_LATE_MS)
    return (isLate ? fault : note)('backup', msg`there is none in ${BACKUP_DIR} yet`, remedy)
  }
  const { time, path, fault: damage, orders } = backup
  if (damage !== null || time === null) {
    return fault(
      'backup',
      damage ?? verbatim(''),
      msg`Put that right, or make another one: pedido backup FILE.`,
    )
  }
  const saved = counted(Number(orders), msg`order`, msg`orders`)
  const text = msg`${time}, whole, with ${saved}: ${path}`
  const due = latestDue(BACKUP_SCHEDULE, TIME_ZONE, Date.now() - BACKUP_LATE_MS)
  return Date.parse(time) < due
    ? fault('backup', msg`overdue; ${text}`, remedy)
    : ok('backup', text)
}
