import { isDeepStrictEqual } from 'node:util'
import type { Pool, PoolClient } from 'pg'
import { OperatorError } from '../../base/system/operator-error.ts'
import { analyse, loading, loadRows } from '../../database/dump/load.ts'
import { summaryOf } from '../../database/dump/summary.ts'
import {
  type DumpTable,
  dumpTables,
  emptyTables,
  filledTables,
  lockTables,
  setSequences,
} from '../../database/dump/tables.ts'
import { appliedMigrations, refuseNewerArchive } from '../../database/schema/ledger.ts'
import { migrate } from '../../database/schema/migrate.ts'
import type { ImageStorage } from '../../images/storage.ts'
import { amount, counted, lines, type Message, msg } from '../../texts/message.ts'
import { type ArchiveReader, BadArchive } from './archive.ts'
import { putFiles } from './files.ts'
import { BACKUP, type Manifest, type SavedTable, tableEntry } from './manifest.ts'
import type { ReportProgress } from './progress.ts'

/** The place is not empty. The message says what is there and what to do. */
export class NotEmpty extends OperatorError {}

/** About how many characters are loaded at once. */
const PART_LENGTH = 500_000

/**
 * Fills an empty database, and the storage of files, from a backup: all of it or nothing. What came out is
 * compared with what the backup says, before it is committed.
 * @throws NotEmpty, BadArchive, OperatorError; nothing is there then that was not before, but for an
 *   empty schema
 */
export async function loadBackup(
  pool: Pool,
  archive: ArchiveReader<Manifest>,
  images: ImageStorage,
  report: ReportProgress,
): Promise<void> {
  const { manifest } = archive
  await refuseNewerArchive(BACKUP.name, manifest.migrations)
  const through = Math.max(...manifest.migrations.map(({ version }) => version))
  await refuseFilled(pool, through)
  await migrate(pool, { through })
  const tables = await tablesOf(pool)
  refuseOtherTables(tables, manifest.tables)
  const undo: (() => Promise<void>)[] = []
  const work = async (client: PoolClient) => {
    await lockTables(client, tables)
    await refuseRows(client, tables)
    await emptyTables(client, tables)
    await loadTables(client, archive, tables, report)
    await setSequences(client, tables, manifest.sequences)
    const summary = await summaryOf(client)
    if (!isDeepStrictEqual(summary, manifest.summary)) {
      throw new BadArchive(
        msg`What was restored differs from what the backup says: ${JSON.stringify(summary)}, not ${JSON.stringify(manifest.summary)}. Nothing was kept; take another backup.`,
      )
    }
    await putFiles(archive, { storage: images, undo, refuse: otherFiles }, report)
  }
  try {
    await loading(pool, tables, work)
  } catch (error) {
    for (const remove of undo) await remove()
    throw error
  }
  await migrate(pool)
  await analyse(pool, tables)
}

async function tablesOf(pool: Pool): Promise<DumpTable[]> {
  const client = await pool.connect()
  try {
    return await dumpTables(client)
  } finally {
    client.release()
  }
}

const otherFiles = (found: number, what: Message, expected: number) =>
  msg`The backup has ${found} ${what}, not ${expected}. Nothing of it was kept; take another backup.`

/** Before the schema is touched: what is in use, or something else's, stays as it is. */
async function refuseFilled(pool: Pool, through: number): Promise<void> {
  const client = await pool.connect()
  try {
    const tables = await dumpTables(client)
    const applied = await appliedMigrations(client)
    if (tables.length > 0 && applied.length === 0) {
      const names = tables.map(({ name }) => name).join(', ')
      throw new NotEmpty(
        msg`The database has tables of something else (${names}). Restore into an empty one (createdb).`,
      )
    }
    await refuseRows(client, tables)
    const later = applied.filter(({ version }) => version > through)
    if (later.length > 0) {
      throw new NotEmpty(
        msg`The database has migrations that the backup has not (${later.map(({ name }) => name).join(', ')}). Restore into a new one (createdb): it is brought up to date afterwards.`,
      )
    }
  } finally {
    client.release()
  }
}

async function refuseRows(client: PoolClient, tables: DumpTable[]): Promise<void> {
  const filled = await filledTables(client, tables)
  if (filled.length === 0) return
  throw new NotEmpty(
    msg`The database is not empty: there are rows in ${filled.join(', ')}. Nothing was changed. Restore into an empty one (createdb), and let DATABASE_URL name it.`,
  )
}

/** While a version is being made, migrations of one name may make different tables. */
function refuseOtherTables(tables: DumpTable[], saved: SavedTable[]): void {
  const shape = (all: { name: string; columns: string[] }[]) =>
    all.map(({ name, columns }) => `${name} (${[...columns].sort().join(', ')})`).sort()
  const here = shape(tables.map(({ name, columns }) => ({ name, columns: Object.keys(columns) })))
  const there = shape(saved)
  if (isDeepStrictEqual(here, there)) return
  const odd = there
    .filter((one) => !here.includes(one))
    .concat(here.filter((one) => !there.includes(one)))
  throw new BadArchive(
    msg`The backup has other tables than this version of Pedido: ${odd[0]}. Restore it with the version that made it.`,
  )
}

async function loadTables(
  client: PoolClient,
  archive: ArchiveReader<Manifest>,
  tables: DumpTable[],
  report: ReportProgress,
): Promise<void> {
  const { tables: saved } = archive.manifest
  const all = saved.reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  for (const { name, sha256, rows, bytes } of saved) {
    const table = tables.find((one) => one.name === name) as DumpTable
    let loaded = 0
    let read = 0
    try {
      for await (const lines of linesOf(archive.read(tableEntry(name), sha256))) {
        await loadRows(client, table, lines)
        loaded += lines.length
        read += lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0)
        report(msg`rows`, (done + read) / Math.max(1, all), name)
      }
    } catch (error) {
      // What was changed may be no row any more; its digest is known only at its end.
      for await (const _ of archive.read(tableEntry(name), sha256));
      throw error
    }
    if (loaded !== rows)
      throw new BadArchive(msg`The backup has ${loaded} rows of ${name}, not ${rows}.`)
    done += bytes
  }
}

/** Whole lines, some at a time. */
export async function* linesOf(parts: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder()
  let lines: string[] = []
  let length = 0
  let rest = ''
  for await (const part of parts) {
    const pieces = `${rest}${decoder.decode(part, { stream: true })}`.split('\n')
    rest = pieces.pop() ?? ''
    for (const line of pieces) {
      lines.push(line)
      length += line.length
      if (length < PART_LENGTH) continue
      yield lines
      lines = []
      length = 0
    }
  }
  if (rest !== '') lines.push(rest)
  if (lines.length > 0) yield lines
}

/** What a restore has brought, in a few lines for people. */
export function described({
  summary,
  made_at,
  version,
  images,
  attachments = 0,
  tables,
}: Manifest): Message {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const accounts = counted(Number(summary.accounts), msg`account`, msg`accounts`)
  const orders = counted(Number(summary.orders), msg`order`, msg`orders`)
  const events = counted(Number(summary.events), msg`event`, msg`events`)
  return lines([
    msg`made ${made_at} by Pedido ${version}`,
    msg`${accounts}, ${orders} worth ${amount(summary.orders_total)}, ${events}`,
    msg`${counted(rows, msg`row`, msg`rows`)} in ${counted(tables.length, msg`table`, msg`tables`)}, ${countedFiles(images, attachments)}`,
  ])
}

/** Images, and attachments where there are any. */
export function countedFiles(images: number, attachments: number): Message {
  const ofProducts = counted(images, msg`image`, msg`images`)
  return attachments === 0
    ? ofProducts
    : msg`${ofProducts}, ${counted(attachments, msg`attachment`, msg`attachments`)}`
}
