import type { Db, Reader } from '../../../database/database.ts'
import { say } from '../../../texts/text.ts'
import { layoutOf, type Mapping, NoLayout } from '../mapping/columns.ts'
import type { ImportField } from '../mapping/field.ts'
import { csvRows } from '../reading/csv.ts'
import { decodedPart, type Encoding } from '../reading/encoding.ts'
import { jsonPaths, jsonRows } from '../reading/json.ts'
import { isEmptyRow, type Row, UnreadableFile } from '../reading/rows.ts'
import { type Separator, separatorOf } from '../reading/separator.ts'
import { sheetsOf, workbookRows } from '../reading/workbooks/workbook.ts'
import type { SheetName } from '../reading/workbooks/xlsx-parts.ts'
import type { FoundOut } from '../refused.ts'
import { type ImportKey, type ImportLease, type ImportRow, import_parts_read } from './sql.ts'

/** Rows from which is found out what a file is. */
const FIRST_ROWS = 1_000

/** A file that is being read. */
export interface OpenFile {
  found: FoundOut
  /** Those below the headings. */
  rows: AsyncGenerator<Row>
  /** The same once more, from the first on. */
  again(): Promise<AsyncGenerator<Row>>
  /** Which part of the file has been read, as far as that is known. */
  progressAt(row: Row): number
}

/**
 * Opens the file of an import, at its beginning. Of a workbook that is the sheet that the mapping names, or
 * else the first visible one in which the headings are found.
 * @param declared what the account has declared of its records
 * @throws UnreadableFile, NoLayout
 */
export async function openFile(
  db: Db,
  lease: ImportLease,
  row: ImportRow,
  declared: readonly ImportField[],
): Promise<OpenFile> {
  const known = row.layout ? (JSON.parse(row.layout) as FoundOut) : undefined
  const { tables, sheets } = await tablesOf(db, lease, row, known)
  let failure: NoLayout | undefined
  for (const { sheet, open } of tables) {
    const { rows, separator, paths } = await open()
    try {
      const first = await firstOf(rows)
      const found = known ?? findOut(row, first, { separator, sheet, sheets }, declared, paths)
      return {
        found,
        rows: below(found.header_line, first, rows),
        again: async () => below(found.header_line, [], (await open()).rows),
        progressAt: ({ line, bytes = 0 }) =>
          Math.min(1, row.last_line ? line / row.last_line : bytes / Math.max(1, row.bytes)),
      }
    } catch (error) {
      await rows.return(undefined)
      if (!(error instanceof NoLayout)) throw error
      failure ??= error
    }
  }
  if (!failure) throw new UnreadableFile(say`The workbook has no sheet with anything in it.`)
  if (tables.length < 2) throw failure
  const names = tables.map((table) => `“${table.sheet}”`)
  throw new UnreadableFile(say`${failure.detail} That is so in each sheet: ${names}.`)
}

/** A table that a file has: its text, or one of its sheets. */
interface Table {
  sheet: string | null
  open: () => Promise<OpenTable>
}

interface OpenTable {
  rows: AsyncGenerator<Row>
  separator: Separator | null
  /** What its columns are called, where no row of it says so. */
  paths?: string[]
}

/** The tables in which the headings are looked for, and the sheets to choose from. @throws UnreadableFile */
async function tablesOf(
  db: Reader,
  key: ImportKey,
  row: Pick<ImportRow, 'resource' | 'format' | 'encoding' | 'mapping'>,
  found: FoundOut | undefined,
): Promise<{ tables: Table[]; sheets: string[] }> {
  if (row.format !== 'xlsx') {
    return { tables: [{ sheet: null, open: () => textTable(db, key, row) }], sheets: [] }
  }
  const bytes = await whole(piecesOf(db, key))
  const sheets = await sheetsOf(bytes)
  const wanted = found?.sheet ?? (JSON.parse(row.mapping) as Mapping).sheet
  const chosen =
    wanted === undefined ? sheets.filter(({ isVisible }) => isVisible) : sheetNamed(sheets, wanted)
  const tables = chosen.map((sheet) => ({
    sheet: sheet.name,
    open: async () => ({ rows: workbookRows(bytes, sheet), separator: null }),
  }))
  const offered = sheets.filter((one) => one.isVisible || one === chosen[0])
  return { tables, sheets: offered.map(({ name }) => name) }
}

/** @throws UnreadableFile where there is no such sheet */
function sheetNamed(sheets: SheetName[], wanted: string): SheetName[] {
  const key = (name: string) => name.normalize('NFC').trim().toLowerCase()
  const found =
    sheets.find(({ name }) => name === wanted) ??
    sheets.find(({ name }) => key(name) === key(wanted)) ??
    (/^[1-9]\d{0,2}$/.test(wanted)
      ? sheets.filter(({ isVisible }) => isVisible)[Number(wanted) - 1]
      : undefined)
  if (found) return [found]
  throw new UnreadableFile(
    say`The workbook has no sheet “${wanted}”. It has: ${sheets.map(({ name }) => `“${name}”`)}.`,
  )
}

async function firstOf(rows: AsyncGenerator<Row>): Promise<Row[]> {
  const first: Row[] = []
  while (first.length < FIRST_ROWS) {
    const { value, done } = await rows.next()
    if (done) break
    first.push(value)
  }
  return first
}

/**
 * Everything that a file says, of all sheets.
 * @throws UnreadableFile
 */
export async function* allRows(
  db: Reader,
  key: ImportKey,
  file: Pick<ImportRow, 'resource' | 'format' | 'encoding'>,
): AsyncGenerator<Row> {
  if (file.format !== 'xlsx') {
    yield* (await textTable(db, key, file)).rows
    return
  }
  const bytes = await whole(piecesOf(db, key))
  for (const sheet of await sheetsOf(bytes)) yield* workbookRows(bytes, sheet)
}

function findOut(
  row: ImportRow,
  first: Row[],
  table: Pick<FoundOut, 'separator' | 'sheet' | 'sheets'>,
  declared: readonly ImportField[],
  paths: string[] | undefined,
): FoundOut {
  const mapping = JSON.parse(row.mapping) as Mapping
  const filled = first.filter((one) => !isEmptyRow(one))
  const { resource, language } = row
  return { ...table, ...layoutOf(resource, filled, mapping, { declared, language }, paths) }
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

/** @throws UnreadableFile */
async function textTable(
  db: Reader,
  key: ImportKey,
  { resource, format, encoding: written }: Pick<ImportRow, 'resource' | 'format' | 'encoding'>,
): Promise<OpenTable> {
  const encoding = written as Encoding
  if (format !== 'json') return textRows(piecesOf(db, key), encoding)
  const parts = () => ({ pieces: piecesOf(db, key), encoding, hasItems: resource === 'orders' })
  const paths = await jsonPaths(parts())
  return { rows: jsonRows(parts(), paths), separator: null, paths }
}

/** The separator is told by the first piece. */
async function textRows(pieces: AsyncGenerator<Buffer>, encoding: Encoding): Promise<OpenTable> {
  const { value: start = Buffer.alloc(0) } = (await pieces.next()) as IteratorResult<
    Buffer,
    undefined
  >
  const separator = separatorOf(decodedPart(start, encoding))
  async function* all() {
    yield start
    yield* pieces
  }
  return { rows: csvRows(all(), { encoding, separator }), separator }
}
