import type { AccountSummary, Identity } from '../../database/dump/account.ts'
import type { SequenceState } from '../../database/dump/tables.ts'
import type { AppliedMigration } from '../../database/schema/ledger.ts'
import { msg } from '../../texts/message.ts'
import type { ArchiveKind } from '../backup/archive.ts'
import type { SavedFiles } from '../backup/files.ts'
import type { SavedTable } from '../backup/manifest.ts'

export const ACCOUNT_EXPORT: ArchiveKind = {
  mark: 'account',
  name: msg`account's export`,
  madeBy: 'pedido account export',
  format: 1,
}

/** What an account's export says of itself, in its entry `manifest.json`. */
export interface AccountManifest extends SavedFiles {
  format: number
  /** Of the program that made it. */
  version: string
  /** When its snapshot was taken, UTC. */
  made_at: string
  migrations: AppliedMigration[]
  account: Identity
  /** Each after those that its rows refer to. */
  tables: SavedTable[]
  /** Above all ids that were given, also those of records that are gone. */
  sequences: SequenceState[]
  summary: AccountSummary
  /** SHA-256 of the entry `secrets.ndjson`, where that is there. */
  secrets?: string
}

export const SECRETS = 'secrets.ndjson'
