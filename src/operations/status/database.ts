import type { Pool } from 'pg'
import { type Database, singleRow } from '../../database/database.ts'
import { isDistributed } from '../../database/schema/delegate.ts'
import { appliedMigrations } from '../../database/schema/ledger.ts'
import { pendingFiles } from '../../database/schema/migrate.ts'
import { databaseInfo, keysOfSecrets } from '../database-info.ts'
import { event_queue_lag, webhooks_backlog } from '../metrics/sql.ts'
import { work_waiting } from './sql.ts'

/** How a database is, and what waits in it. Ages are in seconds. */
export interface DatabaseStatus {
  kind: 'embedded' | 'postgresql' | 'citus'
  version: string
  /** Its tables are spread over the nodes of a cluster. */
  is_distributed: boolean
  bytes: number
  migrations: { applied: string[]; pending: string[] }
  /** Null where the tables are not there yet. */
  waiting: {
    /** Committed events that have no position in their feed yet. */
    events: { count: number; oldest_s: number }
    webhooks: {
      enabled: number
      failing: number
      disabled: number
      /** Events that were not sent yet: new ones, and those that failed before. */
      behind: number
      retries: number
      oldest_s: number
    }
    /** Those that run, or wait for their turn. */
    imports: number
    recalculations: number
    mails: number
    oldest_mail_s: number
    /** What became of the last try to send the oldest one; null where none failed. */
    mail_error: string | null
  } | null
  /** Commits wait for a synchronous standby that is away. */
  is_standby_away: boolean
  /** Fingerprints of the keys that its secrets are kept with; of a cluster's accounts, too. */
  keys: string[]
}

/**
 * Looks at a database, without changing anything in it.
 * @throws OperatorError where it is a newer program's
 */
export async function databaseStatus(database: Database): Promise<DatabaseStatus> {
  const { db, pool, reads, isEmbedded, isCluster } = database
  const { version, bytes, is_standby_away } = await databaseInfo(db)
  const migrations = await migrationsOf(pool)
  const kind = isEmbedded ? 'embedded' : isCluster ? 'citus' : 'postgresql'
  const is_distributed = await isDistributed(pool)
  const head = {
    kind,
    version: version.split(' ')[0] ?? '',
    is_distributed,
    bytes,
    migrations,
    is_standby_away,
  } as const
  if (migrations.pending.length > 0) return { ...head, waiting: null, keys: [] }
  const feed = singleRow(await event_queue_lag(reads, []))
  const { oldest, ...webhooks } = singleRow(await webhooks_backlog(reads, []))
  return {
    ...head,
    keys: await keysOfSecrets(reads),
    waiting: {
      events: { count: feed.waiting, oldest_s: feed.oldest },
      webhooks: { ...webhooks, oldest_s: oldest },
      ...singleRow(await work_waiting(reads, [])),
    },
  }
}

async function migrationsOf(pool: Pool): Promise<DatabaseStatus['migrations']> {
  const client = await pool.connect()
  try {
    const applied = await appliedMigrations(client)
    return { applied: applied.map(({ name }) => name), pending: await pendingFiles(client) }
  } finally {
    client.release()
  }
}
