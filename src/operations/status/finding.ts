import { type Message, msg } from '../../texts/message.ts'

/** What a check has found. */
export interface Finding {
  grade: 'ok' | 'note' | 'fault'
  /** What was looked at. */
  about: string
  text: Message
  /** What to do; of what is not well. */
  remedy?: Message
}

export const ok = (about: string, text: Message): Finding => ({ grade: 'ok', about, text })

export const note = (about: string, text: Message, remedy: Message): Finding => ({
  grade: 'note',
  about,
  text,
  remedy,
})

export const fault = (about: string, text: Message, remedy: Message): Finding => ({
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
    const text = msg`BACKUP_DIR can’t be used with a Citus cluster: the service does not start with it`
    return fault(about, text, msg`Unset it. ${SAVE_NODES}`)
  }
  return note(about, msg`of a Citus cluster each node is saved by itself`, SAVE_NODES)
}

const SAVE_NODES = msg`Base backups of every node with an archived log, and citus_create_restore_point: docs/backup.md.`

export const MIB = 2 ** 20

/** Bytes for people. */
export function inMib(bytes: number): string {
  return bytes < 10 * 1024 * MIB
    ? `${Math.round(bytes / MIB)} MiB`
    : `${Math.round(bytes / 1024 / MIB)} GiB`
}
