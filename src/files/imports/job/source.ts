import type { Db, Reader } from '../../../database/database.ts'
import { type Layout, layoutOf, type Mapping } from '../mapping/columns.ts'
import type { ImportField } from '../mapping/field.ts'
import { csvRows } from '../reading/csv.ts'
import type { Encoding } from '../reading/encoding.ts'
import { isEmptyRow, type Row } from '../reading/rows.ts'
import { type Separator, separatorOf } from '../reading/separator.ts'
import { workbookRows } from '../reading/workbook.ts'
import type { FoundOut } from '../refused.ts'
import { type ImportKey, type ImportLease, type ImportRow, import_parts_read } from './sql.ts'

/** Rows from which is found out what a file is. */
const FIRST_ROWS = 1_000

/** A file that is being read. */
export interface OpenFile {
  found: FoundOut
  /** Those below the headings. */
  rows: AsyncGenerator<Row>
  /** Which part of the file has been read, as far as that is known. */
  progressAt(row: Row): number
}

/**
 * Opens the file of an import, at its beginning.
 * @param declared what the account has declared of its records
 * @throws UnreadableFile, NoLayout
 */
export async function openFile(
  db: Db,
  lease: ImportLease,
  row: ImportRow,
  declared: readonly ImportField[],
): Promise<OpenFile> {
  const { rows, separator } = await readRows(db, lease, row)
  const first: Row[] = []
  while (first.length < FIRST_ROWS) {
    const { value, done } = await rows.next()
    if (done) break
    first.push(value)
  }
  const found = row.layout
    ? (JSON.parse(row.layout) as FoundOut)
    : findOut(row, first, separator, declared)
  return {
    found,
    rows: below(found.header_line, first, rows),
    progressAt: ({ line, bytes = 0 }) =>
      Math.min(1, row.last_line ? line / row.last_line : bytes / Math.max(1, row.bytes)),
  }
}

/**
 * Reads the rows of an import's file, those of its headings too.
 * @throws UnreadableFile
 */
export async function readRows(
  db: Reader,
  key: ImportKey,
  { format, encoding }: Pick<ImportRow, 'format' | 'encoding'>,
): Promise<{ rows: AsyncGenerator<Row>; separator: Separator | null }> {
  const pieces = piecesOf(db, key)
  return format === 'xlsx'
    ? { rows: workbookRows(await whole(pieces)), separator: null }
    : textRows(pieces, encoding as Encoding)
}

/** The rows below the headings once more, from the first on. */
export async function readAgain(
  db: Reader,
  key: ImportKey,
  row: Pick<ImportRow, 'format' | 'encoding'>,
  { found }: OpenFile,
): Promise<AsyncGenerator<Row>> {
  const { rows } = await readRows(db, key, row)
  return below(found.header_line, [], rows)
}

function findOut(
  row: ImportRow,
  first: Row[],
  separator: Separator | null,
  declared: readonly ImportField[],
): FoundOut {
  const mapping = JSON.parse(row.mapping) as Mapping
  const filled = first.filter((one) => !isEmptyRow(one))
  const layout: Layout = layoutOf(row.resource, filled, mapping, {
    declared,
    language: row.language,
  })
  return { separator, ...layout }
}

async function* below(header_line: number, first: Row[], rest: AsyncGenerator<Row>) {
  try {
    for (const row of first) if (row.line > header_line) yield row
    for await (const row of rest) if (row.line > header_line) yield row
  } finally {
    await rest.return(undefined)
  }
}

async function* piecesOf(db: Reader, { account_id, id }: ImportKey): AsyncGenerator<Buffer> {
  for (let number = 0; ; number++) {
    const [piece] = await import_parts_read(db, [account_id, id, number])
    if (!piece) return
    yield piece.content
  }
}

async function whole(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(pieces))
}

/** The separator is told by the first piece. */
async function textRows(pieces: AsyncGenerator<Buffer>, encoding: Encoding) {
  const { value: start = Buffer.alloc(0) } = (await pieces.next()) as IteratorResult<
    Buffer,
    undefined
  >
  const separator = separatorOf(new TextDecoder(encoding).decode(start))
  async function* all() {
    yield start
    yield* pieces
  }
  return { rows: csvRows(all(), { encoding, separator }), separator }
}
