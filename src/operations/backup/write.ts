import type { PoolClient } from 'pg'
import { OperatorError } from '../../base/system/operator-error.ts'
import type { Database } from '../../database/database.ts'
import { inSnapshot, rowsOf } from '../../database/dump/snapshot.ts'
import { imagesOf, summaryOf } from '../../database/dump/summary.ts'
import { type DumpTable, dumpTables, sequenceStates } from '../../database/dump/tables.ts'
import { appliedMigrations } from '../../database/schema/ledger.ts'
import type { ImageStorage } from '../../images/storage.ts'
import { type Message, msg } from '../../texts/message.ts'
import { ArchiveWriter } from './archive.ts'
import { BACKUP, imageEntry, type Manifest, type SavedTable, tableEntry } from './manifest.ts'
import type { Target } from './places.ts'

/** Reports what is done just now, how much of it (from 0 to 1), and of what or how many. */
export type ReportProgress = (label: Message, part: number, more: Message | string) => void

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
 * Writes the whole database as it is at one moment, with its images, to a place where it is seen only
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
      const stored = (await imagesOf(client)).map((one) => ({
        ...one,
        key: `${one.account_id}/${one.id}/${one.image}`,
      }))
      const pictures = await addImages(archive, images, stored, report)
      const tables = await dumpTables(client)
      const saved = await addTables(client, archive, tables, report)
      // After the rows: a sequence knows no snapshot, and so stands above all of them.
      const sequences = await sequenceStates(client, tables)
      const summary = await summaryOf(client)
      const head = { format: BACKUP.format, version, made_at, from, migrations, ...pictures }
      return { ...head, summary, ...keys, tables: saved, sequences }
    })
    return { manifest, bytes: await archive.finish(manifest) }
  } catch (error) {
    await archive.abandon()
    throw error
  }
}

/** A stored picture, and where it lies in the archive. */
interface StoredImage {
  account_id: number
  id: number
  image: string
  key: string
}

/** Adds pictures, before all else: one that is replaced meanwhile is gone soon, and then named. */
export async function addImages(
  archive: Pick<ArchiveWriter, 'add'>,
  images: ImageStorage,
  stored: StoredImage[],
  report: ReportProgress,
): Promise<{ images: number; missing_images: string[] }> {
  const missing: string[] = []
  for (const [i, { account_id, id, image, key }] of stored.entries()) {
    const bytes = await images.forProduct(account_id, id).get(image)
    if (bytes) await archive.add(imageEntry(key), one(bytes), true)
    else missing.push(key)
    report(msg`images`, (i + 1) / stored.length, msg`${i + 1} of ${stored.length}`)
  }
  return { images: stored.length - missing.length, missing_images: missing }
}

export async function* one(bytes: Buffer) {
  yield bytes
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
