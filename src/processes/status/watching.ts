import { hostname } from 'node:os'
import { programVersion } from '../../base/system/package.ts'
import { conditionsFound } from '../../base/telemetry/topics.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import type { Replica } from '../../database/replica/replica.ts'
import { disksOf } from '../../operations/status/disks.ts'
import type { Finding } from '../../operations/status/finding.ts'
import { msg } from '../../texts/message.ts'
import type { Backups } from '../backups/schedule.ts'
import { findingsOf } from './findings.ts'
import { Notices } from './notices.ts'
import { type FailingJob, replicaStatus, statusOfDatabase } from './process-status.ts'
import { type BackupStatus, missingKeys, type Status } from './state.ts'

interface Log {
  error(fields: object, text: string): void
}

export interface Watched {
  config: Config
  database: Database
  replica: Replica | undefined
  backups: Backups | undefined
  failingJobs: () => FailingJob[]
}

/** Makes the job that looks what `pedido status` would mark as a fault, for metrics and the operator's mails. */
export function faultsJob(watched: Watched, log: Log): () => Promise<void> {
  const notices = new Notices(watched.config, log)
  let before: Finding[] = []
  return async () => {
    const found = faultsOf(await ownStatus(watched), watched.config, before)
    // Twice in a row: a moment in which the database is busy is no condition.
    const faults = found.filter((one) => isAbout(one, before))
    before = found
    conditionsFound.emit(new Set(faults.map(({ about }) => about)))
    await notices.report(faults)
  }
}

/** What only the database knows. While it does not answer, it is as it was. */
const OF_DATABASE = ['feed', 'webhooks', 'mails', 'standby', 'secrets']

function faultsOf(status: Status, config: Config, before: Finding[]): Finding[] {
  const faults = findingsOf(status, config).filter(({ grade }) => grade === 'fault')
  if (status.database) return faults
  return [...faults, ...before.filter(({ about }) => OF_DATABASE.includes(about))]
}

const isAbout = ({ about }: Finding, others: Finding[]) => others.some((one) => one.about === about)

/** The service as it sees itself. Its workers are seen from their parent, and not here. */
async function ownStatus(watched: Watched): Promise<Status> {
  const { config, database, replica, backups, failingJobs } = watched
  const since = new Date(performance.timeOrigin).toISOString()
  const found = await statusOfDatabase(database)
  const version = programVersion()
  const service = {
    ...{ version, pid: process.pid, host: hostname(), since },
    workers: { wanted: 1, ready: 1, died: 0 },
    failing_jobs: failingJobs(),
  }
  return {
    version,
    services: [service],
    database: found,
    database_fault: found ? null : msg`it does not answer`,
    replica: replicaStatus(replica),
    backup: backupOf(config, backups),
    disks: disksOf(config),
    missing_keys: await missingKeys(config, found?.keys ?? []),
  }
}

/** Whether it is whole only `pedido status` looks at. */
function backupOf({ BACKUP_DIR = '' }: Config, backups: Backups | undefined): BackupStatus | null {
  const newest = backups?.newest()
  if (newest === undefined) return null
  const time = new Date(newest * 1000).toISOString()
  return { time, path: BACKUP_DIR, orders: null, fault: null }
}
