import { say, type Text } from '../../texts/text.ts'

/** What a check has found. */
export interface Finding {
  grade: 'ok' | 'note' | 'fault'
  /** What was looked at. */
  about: string
  text: Text
  /** What to do; of what is not well. */
  remedy?: Text
}

export const ok = (about: string, text: Text): Finding => ({ grade: 'ok', about, text })

export const note = (about: string, text: Text, remedy: Text): Finding => ({
  grade: 'note',
  about,
  text,
  remedy,
})

export const fault = (about: string, text: Text, remedy: Text): Finding => ({
  grade: 'fault',
  about,
  text,
  remedy,
})

/** What can be wrong with an installation, as `status`, metrics and mails name it. */
export const conditionNames = [
  'service',
  'database',
  'feed',
  'webhooks',
  'mails',
  'jobs',
  'replica',
  'standby',
  'secrets',
  'disk',
  'backup',
] as const

/** Of tables that are spread over a Citus cluster. */
export function clusterBackupFinding(about: string, BACKUP_DIR: string | undefined): Finding {
  if (BACKUP_DIR !== undefined) {
    const text = say`BACKUP_DIR can’t be used with a Citus cluster: the service does not start with it`
    return fault(about, text, say`Unset it. ${SAVE_NODES}`)
  }
  return note(about, say`of a Citus cluster each node is saved by itself`, SAVE_NODES)
}

const SAVE_NODES = say`Base backups of every node with an archived log, and citus_create_restore_point: docs/backup.md.`

export const MIB = 2 ** 20

/** Bytes for people. */
export function inMib(bytes: number): string {
  return bytes < 10 * 1024 * MIB
    ? `${Math.round(bytes / MIB)} MiB`
    : `${Math.round(bytes / 1024 / MIB)} GiB`
}
