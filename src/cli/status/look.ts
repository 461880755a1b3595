import { setTimeout as pause } from 'node:timers/promises'
import { programVersion } from '../../base/system/package.ts'
import type { Config } from '../../config.ts'
import { connect, connectReplica } from '../../database/connect.ts'
import type { Database, Reader } from '../../database/database.ts'
import { hasDatabase } from '../../database/embedded/data-dir.ts'
import { DataDirInUse } from '../../database/embedded/data-dir-lock.ts'
import { explainingRights } from '../../database/schema/rights.ts'
import { ArchiveReader } from '../../operations/backup/archive.ts'
import { BACKUP, type Manifest } from '../../operations/backup/manifest.ts'
import { databaseStatus } from '../../operations/status/database.ts'
import { disksOf } from '../../operations/status/disks.ts'
import { findBackupStore, timeOf } from '../../processes/backups/store.ts'
import { askServices, type ServiceStatus } from '../../processes/status/socket.ts'
import {
  type BackupStatus,
  missingKeys,
  NO_DATABASE,
  type Status,
} from '../../processes/status/state.ts'
import { type Message, msg } from '../../texts/message.ts'
import { sourceOf } from '../backup.ts'
import { sentenceOf } from '../command.ts'

const WAIT_MS = 3_000
const REPLAY_WAIT_MS = 2_000
const REPLAY_PAUSE_MS = 50

const silent = { info() {}, warn() {} }

/** Looks at the service of these settings, whether it runs or not, and changes nothing. */
export async function lookAtService(config: Config): Promise<Status> {
  const running = await askServices(config.DATA_DIR)
  const reported = running.find(({ database }) => database)?.database
  const found: DatabaseStatus = reported
    ? { database: reported, database_fault: null }
    : await lookAtDatabase(config)
  return {
    version: programVersion(),
    services: running.map(({ database: _, replica: __, ...service }) => service),
    replica: null,
    ...found,
    ...replicaOf(running),
    disks: disksOf(config),
    missing_keys: await missingKeys(config, found.database?.keys ?? []),
    backup: found.backup ?? (await lastBackup(config)),
  }
}

function replicaOf(running: ServiceStatus[]): Partial<Pick<Status, 'replica'>> {
  const replica = running.find((service) => service.replica)?.replica
  return replica ? { replica } : {}
}

type DatabaseStatus = Pick<Status, 'database' | 'database_fault'> &
  Partial<Pick<Status, 'replica' | 'backup'>>

async function lookAtDatabase(config: Config): Promise<DatabaseStatus> {
  try {
    if (config.DATABASE_URL === undefined && !hasDatabase(config.DATA_DIR)) {
      return { database: null, database_fault: NO_DATABASE }
    }
    const database = await connect({ ...config, DATABASE_STARTUP_WAIT_MS: WAIT_MS }, silent)
    try {
      const found = await explainingRights(database.pool, () => databaseStatus(database))
      return {
        database: found,
        database_fault: null,
        backup: await lastBackup(config, database.db),
        ...(await lookAtReplica(config, database)),
      }
    } finally {
      await database.close()
    }
  } catch (error) {
    if (error instanceof DataDirInUse) {
      const text = msg`a process that does not answer has it open`
      return { database: null, database_fault: text }
    }
    return { database: null, database_fault: explained(error) }
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

/** @param db of a server: it tells which backups of a bucket are its own */
async function lastBackup(config: Config, db?: Reader): Promise<BackupStatus | null> {
  const { BACKUP_DIR } = config
  if (BACKUP_DIR === undefined) return null
  try {
    const store = await findBackupStore(config, BACKUP_DIR, db)
    const newest = (await store?.names())?.at(-1)
    if (!store || newest === undefined) return null
    const time = new Date(timeOf(newest) * 1000).toISOString()
    return {
      time,
      path: store.addressOf(newest),
      ...(await wholeness(config, store.addressOf(newest))),
    }
  } catch (error) {
    return { time: null, path: BACKUP_DIR, orders: null, fault: explained(error) }
  }
}

async function wholeness(config: Config, path: string) {
  try {
    const archive = await ArchiveReader.open<Manifest>(BACKUP, await sourceOf(config, path))
    archive.close()
    return { orders: archive.manifest.summary.orders, fault: null }
  } catch (error) {
    return { orders: null, fault: explained(error) }
  }
}

/** @throws the error where it is none that a person can put right */
function explained(error: unknown): Message {
  const text = sentenceOf(error)
  if (text === undefined) throw error
  return text
}
