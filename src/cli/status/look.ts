import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { OperatorError } from '../../base/system/operator-error.ts'
import { programVersion } from '../../base/system/package.ts'
import { explainSystemError } from '../../base/system/system-errors.ts'
import type { Config } from '../../config.ts'
import { connect, connectReplica } from '../../database/connect.ts'
import type { Database } from '../../database/database.ts'
import { DataDirInUse } from '../../database/embedded/data-dir-lock.ts'
import { hasDatabase } from '../../database/embedded/scratch.ts'
import { ArchiveReader, BadBackup } from '../../operations/backup/archive.ts'
import { type DatabaseStatus, databaseStatus } from '../../operations/status/database.ts'
import { newestBackup } from '../../processes/backups.ts'
import type { ProcessStatus } from '../../processes/status/running.ts'
import { askServices, type ServiceStatus } from '../../processes/status/socket.ts'

const WAIT_MS = 3_000
const REPLAY_WAIT_MS = 2_000
const REPLAY_PAUSE_MS = 50

const silent = { info() {}, warn() {} }

/** The newest backup by schedule. */
interface BackupStatus {
  /** When it was begun. */
  time: string
  path: string
  orders: string | null
  /** What is wrong with it; null where it is whole. */
  fault: string | null
}

/** All that `pedido status` tells. */
export interface Status {
  version: string
  services: Omit<ServiceStatus, 'database' | 'replica'>[]
  /** Null where it can't be looked into; `database_fault` says why. */
  database: DatabaseStatus | null
  database_fault: string | null
  /** Null where the settings name none. */
  replica: ProcessStatus['replica']
  /** Null where there is none. */
  backup: BackupStatus | null
}

/** Looks at the service of these settings, whether it runs or not, and changes nothing. */
export async function lookAtService(config: Config): Promise<Status> {
  const running = await askServices(config.DATA_DIR)
  const told = running.find(({ database }) => database)?.database
  const asked = told ? { database: told, database_fault: null } : await lookAtDatabase(config)
  return {
    version: programVersion(),
    services: running.map(({ database: _, replica: __, ...service }) => service),
    replica: null,
    ...asked,
    ...replicaOf(running),
    backup: await lastBackup(config),
  }
}

function replicaOf(running: ServiceStatus[]): Partial<Pick<Status, 'replica'>> {
  const replica = running.find((service) => service.replica)?.replica
  return replica ? { replica } : {}
}

type Asked = Pick<Status, 'database' | 'database_fault'> & Partial<Pick<Status, 'replica'>>

async function lookAtDatabase(config: Config): Promise<Asked> {
  if (config.DATABASE_URL === undefined && !hasDatabase(config.DATA_DIR)) {
    return { database: null, database_fault: 'there is none yet: the first start makes it' }
  }
  try {
    const database = await connect({ ...config, DATABASE_STARTUP_WAIT_MS: WAIT_MS }, silent)
    try {
      const found = await databaseStatus(database)
      return { database: found, database_fault: null, ...(await lookAtReplica(config, database)) }
    } finally {
      await database.close()
    }
  } catch (error) {
    if (error instanceof DataDirInUse) {
      const text = 'a process that does not answer has it open'
      return { database: null, database_fault: text }
    }
    const text = error instanceof OperatorError ? error.message : explainSystemError(error)
    if (text === undefined) throw error
    return { database: null, database_fault: text }
  }
}

/** How the replica is where no service follows it: how long it takes to have what there is now. */
async function lookAtReplica(
  config: Config,
  database: Database,
): Promise<Partial<Pick<Status, 'replica'>>> {
  const replica = await connectReplica(config, database, silent)
  if (!replica) return {}
  try {
    const start = performance.now()
    const end = await replica.logEnd()
    let lag: number | undefined
    while (lag === undefined && performance.now() - start < REPLAY_WAIT_MS) {
      if (await replica.covers(end)) lag = Math.round(performance.now() - start)
      else await pause(REPLAY_PAUSE_MS)
    }
    return { replica: { state: replica.state, lag_ms: lag ?? replica.lagMs ?? null } }
  } finally {
    await replica.close()
  }
}

async function lastBackup({ BACKUP_DIR }: Config): Promise<BackupStatus | null> {
  const newest = BACKUP_DIR === undefined ? undefined : newestBackup(BACKUP_DIR)
  if (BACKUP_DIR === undefined || newest === undefined) return null
  const path = join(BACKUP_DIR, newest.name)
  const head = { time: new Date(newest.time * 1000).toISOString(), path }
  try {
    const archive = await ArchiveReader.open(path)
    archive.close()
    return { ...head, orders: archive.manifest.summary.orders, fault: null }
  } catch (error) {
    const text = error instanceof BadBackup ? error.message : explainSystemError(error)
    if (text === undefined) throw error
    return { ...head, orders: null, fault: text }
  }
}
