import type { DumpTable } from '../../database/dump/tables.ts'
import { msg } from '../../texts/message.ts'
import { type ArchiveReader, BadArchive } from '../backup/archive.ts'
import { tableEntry } from '../backup/manifest.ts'
import { linesOf } from '../backup/read.ts'
import type { AccountManifest } from './manifest.ts'

/**
 * Half of the ids that there are (2^53). Sequences are everybody's: whatever file comes in, the other
 * half stays. What a cluster gives lies below it.
 */
const MOST = 2n ** 52n

/** Where the records were that events tell of, be they gone. */
const TABLES: ReadonlyMap<string, string> = new Map([
  ['order', 'orders'],
  ['customer', 'customers'],
  ['product', 'products'],
  ['address', 'addresses'],
  ['webhook', 'webhooks'],
  ['member', 'members'],
  ['token', 'tokens'],
])

/** The highest id of a table that a file tells of. */
export interface HighestId {
  table: string
  column: 'id'
  last_value: string
}

/**
 * The ids above which new ones must lie: of the rows of a file, and of what its history tells of. What
 * the file says of sequences itself counts for nothing.
 * @throws BadArchive where one is higher than ids are
 */
export async function highestIds(
  archive: ArchiveReader<AccountManifest>,
  here: readonly DumpTable[],
): Promise<HighestId[]> {
  const highest = new Map<string, bigint>()
  const count = (table: string, value: unknown) => {
    const id = idOf(table, value)
    if (id > (highest.get(table) ?? 0n)) highest.set(table, id)
  }
  const { account, tables } = archive.manifest
  idOf('accounts', account.id)
  for (const { name, columns, sha256 } of tables) {
    const type = here.find((table) => table.name === name)?.columns['id']
    if (type !== 'bigint' || !columns.includes('id')) continue
    for await (const lines of linesOf(archive.read(tableEntry(name), sha256))) {
      for (const line of lines) {
        const row = JSON.parse(line) as Record<string, unknown>
        count(name, row['id'])
        const table = name === 'events' ? TABLES.get(String(row['resource'])) : undefined
        if (table) count(table, row['id_record'])
      }
    }
  }
  return [...highest].map(([table, id]) => ({ table, column: 'id', last_value: String(id) }))
}

function idOf(table: string, value: unknown): bigint {
  const id = /^\d{1,19}$/.test(String(value)) ? BigInt(String(value)) : -1n
  if (id > 0n && id <= MOST) return id
  throw new BadArchive(
    msg`The file has the id ${JSON.stringify(value)} in ${table}; ids go from 1 to ${MOST}. Nothing was changed.`,
  )
}
