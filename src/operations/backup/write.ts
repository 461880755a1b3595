import type { PoolClient } from 'pg'
import { OperatorError } from '../../base/system/operator-error.ts'
import type { Database } from '../../database/database.ts'
import { type StoredFile, storedFiles } from '../../database/dump/files.ts'
import { inSnapshot, rowsOf } from '../../database/dump/snapshot.ts'
import { summaryOf } from '../../database/dump/summary.ts'
import { type DumpTable, dumpTables, sequenceStates } from '../../database/dump/tables.ts'
import { appliedMigrations } from '../../database/schema/ledger.ts'
import type { ImageStorage } from '../../images/storage.ts'
import { msg } from '../../texts/message.ts'
import { ArchiveWriter } from './archive.ts'
import { addFiles } from './files.ts'
import { BACKUP, type Manifest, type SavedTable, tableEntry } from './manifest.ts'
import type { Target } from './places.ts'
import type { ReportProgress } from './progress.ts'

const NOTHING = msg`The database has no tables of Pedido, so there is nothing to save. Let DATABASE_URL name the database of the service.`

/** What a backup is made of. */
export interface BackupSource {
  database: Database
  images: ImageStorage
  from: Manifest['from']
  /** Of the program. */
  version: string
  keys: Pick<Manifest, 'key_fingerprints' | 'secret_key'>
}

/**
 * Writes the whole database as it is at one moment, with its images and attachments, to a place where it is seen only
 * when it is whole.
 * @returns what the file says of itself, and its bytes
 */
export async function writeBackup(
  { database, images, from, version, keys }: BackupSource,
  target: Target,
  report: ReportProgress,
): Promise<{ manifest: Manifest; bytes: number }> {
  const archive = new ArchiveWriter(BACKUP, target)
  try {
    const manifest = await inSnapshot(database.pool, async (client) => {
      const migrations = await appliedMigrations(client)
      if (migrations.length === 0) throw new OperatorError(NOTHING)
      const made_at = new Date().toISOString()
      const keyOf = ({ account_id, id, name }: StoredFile) => `${account_id}/${id}/${name}`
      const files = await addFiles(archive, images, await storedFiles(client), keyOf, report)
      const tables = await dumpTables(client)
      const saved = await addTables(client, archive, tables, report)
      // After the rows: a sequence knows no snapshot, and so stands above all of them.
      const sequences = await sequenceStates(client, tables)
      const summary = await summaryOf(client)
      const head = { format: BACKUP.format, version, made_at, from, migrations, ...files }
      return { ...head, summary, ...keys, tables: saved, sequences }
    })
    return { manifest, bytes: await archive.finish(manifest) }
  } catch (error) {
    await archive.abandon()
    throw error
  }
}

/**
 * Adds the rows of these tables.
 * @param account_id whose rows; all unless given
 */
export async function addTables(
  client: PoolClient,
  archive: ArchiveWriter,
  tables: DumpTable[],
  report: ReportProgress,
  account_id?: number,
): Promise<SavedTable[]> {
  const all = tables.reduce((sum, { size }) => sum + size, 0)
  const saved: SavedTable[] = []
  let done = 0
  for (const table of tables) {
    let rows = 0
    async function* lines() {
      for await (const part of rowsOf(client, table, account_id)) {
        rows += part.length
        const share = Math.min(1, rows / Math.max(1, table.rowsAbout))
        report(msg`rows`, Math.min(1, (done + share * table.size) / Math.max(1, all)), table.name)
        yield Buffer.from(`${part.join('\n')}\n`)
      }
    }
    const written = await archive.add(tableEntry(table.name), lines())
    done += table.size
    saved.push({ name: table.name, columns: Object.keys(table.columns), rows, ...written })
  }
  report(msg`rows`, 1, msg`${saved.reduce((sum, table) => sum + table.rows, 0)} rows`)
  return saved
}
