import type { Summary } from '../../database/dump/summary.ts'
import type { SequenceState } from '../../database/dump/tables.ts'
import type { AppliedMigration } from '../../database/schema/ledger.ts'
import { msg } from '../../texts/message.ts'
import type { ArchiveKind } from './archive.ts'
import type { SavedFiles } from './files.ts'

export const BACKUP: ArchiveKind = {
  mark: 'backup',
  name: msg`backup`,
  madeBy: 'pedido backup',
  format: 1,
}

/** What a backup says of itself, in its entry `manifest.json`. */
export interface Manifest extends SavedFiles {
  format: number
  /** Of the program that made it. */
  version: string
  /** When its snapshot was taken, UTC. */
  made_at: string
  from: 'embedded' | 'postgresql'
  migrations: AppliedMigration[]
  tables: SavedTable[]
  sequences: SequenceState[]
  summary: Summary
  /** Names of the keys that seal secrets in it: the first bytes of their SHA-256, in hex. */
  key_fingerprints: string[]
  /** The keys themselves, as `SECRET_KEY` takes them; only where that was asked for. */
  secret_key?: string
}

export interface SavedTable {
  name: string
  columns: string[]
  rows: number
  /** Of the entry `tables/<name>.ndjson`. */
  bytes: number
  sha256: string
}

export const tableEntry = (name: string) => `tables/${name}.ndjson`
