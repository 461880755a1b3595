import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { nearestExisting } from '../../base/system/folders.ts'
import { isBucketAddress } from '../../base/values/bucket-address.ts'
import type { Config } from '../../config.ts'
import { msg } from '../../texts/message.ts'
import { type Finding, fault, inMib, MIB, note, ok } from './finding.ts'

/** With so little room changes fail at any moment. */
const FULL = 100 * MIB
const SCARCE = 1024 * MIB

/** A folder that the service writes to. */
export interface DiskStatus {
  /** The setting that names it. */
  setting: string
  folder: string
  free_bytes: number
}

/** The folders that the service writes to, as far as they can be looked at. */
export function disksOf({ DATA_DIR, BACKUP_DIR, HISTORY_DIR }: Config): DiskStatus[] {
  const named = { DATA_DIR, BACKUP_DIR, HISTORY_DIR, TMPDIR: tmpdir() }
  return Object.entries(named).flatMap(([setting, folder]) => {
    if (folder === undefined || isBucketAddress(folder)) return []
    const free_bytes = roomIn(folder)
    return free_bytes === undefined ? [] : [{ setting, folder, free_bytes }]
  })
}

function roomIn(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(nearestExisting(folder))
    return bavail * bsize
  } catch {
    // Whoever uses it says why.
    return undefined
  }
}

export function diskFinding({ setting, folder, free_bytes }: DiskStatus): Finding {
  const text = msg`${setting}: ${folder}, ${inMib(free_bytes)} free`
  if (free_bytes >= SCARCE) return ok('disk', text)
  const remedy = msg`Make room there: a full disk stops all changes (docs/runbook.md, PedidoDiskFull).`
  return (free_bytes < FULL ? fault : note)('disk', text, remedy)
}
