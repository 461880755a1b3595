import { fingerprintOf } from '../../base/secret-box.ts'
import type { Config } from '../../config.ts'
import type { DatabaseStatus } from '../../operations/status/database.ts'
import type { DiskStatus } from '../../operations/status/disks.ts'
import { type Message, msg } from '../../texts/message.ts'
import { secretKeys } from '../secret-key.ts'
import type { ProcessStatus } from './process-status.ts'
import type { ServiceStatus } from './socket.ts'

/** What is told where no service has started yet. */
export const NO_DATABASE = msg`there is none yet: the first start makes it`

/** The newest backup by schedule. */
export interface BackupStatus {
  /** When it was begun; null where that can’t be looked at. */
  time: string | null
  path: string
  orders: string | null
  /** What is wrong with it; null where it is whole. */
  fault: Message | null
}

/** How a service is: all that `pedido status` tells. */
export interface Status {
  version: string
  services: Omit<ServiceStatus, 'database' | 'replica'>[]
  /** Null where it can't be looked into; `database_fault` says why. */
  database: DatabaseStatus | null
  database_fault: Message | null
  /** Null where the settings name none. */
  replica: ProcessStatus['replica']
  /** Null where there is none. */
  backup: BackupStatus | null
  /** Where the service writes, with the room that is left there. */
  disks: DiskStatus[]
  /** By their fingerprints, those that secrets in the database are kept with and that SECRET_KEY lacks. */
  missing_keys: string[]
}

/** Those of the keys of secrets in the database that these settings lack. */
export async function missingKeys(config: Config, used: string[]): Promise<string[]> {
  if (used.length === 0) return []
  const known = ((await secretKeys(config)) ?? []).map(fingerprintOf)
  return used.filter((key) => !known.includes(key))
}
