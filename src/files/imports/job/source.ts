import type { Reader } from '../../../database/database.ts'
import type { RowKey } from '../../../jobs/lease.ts'
import { type Message, msg } from '../../../texts/message.ts'
import { layoutOf } from '../layout/layout.ts'
import { fieldsOf, type Mapping } from '../mapping/columns.ts'
import type { ImportField } from '../mapping/field.ts'
import { csvRows } from '../reading/csv.ts'
import { decodedPart, type Encoding } from '../reading/encoding.ts'
import { jsonPaths, jsonRows } from '../reading/json.ts'
import { isWorkbook } from '../reading/kinds.ts'
import {
  boundedRows,
  type Cell,
  isEmptyRow,
  lengthOf,
  MOST_COLUMNS,
  type Row,
  UnreadableFile,
} from '../reading/rows.ts'
import { type Separator, separatorOf } from '../reading/separator.ts'
import type { SheetName } from '../reading/workbooks/sheet.ts'
import { sheetsOf, workbookRows } from '../reading/workbooks/workbook.ts'
import { cellText, type FoundOut } from '../refused.ts'
import { piecesOf } from '../upload.ts'
import type { ImportRow } from './sql.ts'

/** Rows from which is found out what a file is. */
const FIRST_ROWS = 1_000
/** And characters of them, which are kept until it is found out. */
const FIRST_LENGTH = 4_000_000

/** Of a file whose columns are yet to be named: rows and characters of a cell that are shown. */
const SAMPLE_ROWS = 5
const SAMPLE_LENGTH = 100

/** A file that tells too little by itself: somebody has to say what its columns are. */
export class NeedsMapping extends Error {
  /** What was found out, with how the table begins. */
  readonly found: FoundOut
  /** What is missing, for a person. */
  readonly detail: Message

  constructor(found: FoundOut, detail: Message) {
    super(detail.toString())
    this.found = found
    this.detail = detail
  }
}

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

/** Where a file is kept, and what ends the reading of it. */
export interface Source {
  db: Reader
  key: RowKey
  over?: AbortSignal
}

/**
 * Opens the file of an import, at its beginning. Of a workbook that is the sheet that the mapping names, or
 * else the first visible one in which the headings are found.
 * @param declared what the account has declared of its records
 * @throws UnreadableFile, NeedsMapping
 */
export async function openFile(
  source: Source,
  row: ImportRow,
  declared: readonly ImportField[],
): Promise<OpenFile> {
  const known = row.layout ? (JSON.parse(row.layout) as FoundOut) : undefined
  const { tables, sheets, missing } = await tablesOf(source, row, known)
  const doubtful: NeedsMapping[] = []
  for (const { sheet, open } of tables) {
    const { rows, separator, paths } = await open()
    const first = await firstOf(rows)
    const table = { separator, sheet, sheets }
    const seen = known ?? findOut(row, first, table, declared, { paths, missing })
    if (!(seen instanceof NeedsMapping)) {
      return {
        found: seen,
        rows: below(seen.header_line, first, rows),
        again: async () => below(seen.header_line, [], (await open()).rows),
        progressAt: ({ line, bytes = 0 }) =>
          Math.min(1, row.last_line ? line / row.last_line : bytes / Math.max(1, row.bytes)),
      }
    }
    await rows.return(undefined)
    if (seen.found.columns.length > 0) doubtful.push(seen)
  }
  throw clearestFailure(doubtful, row.format)
}

/** Of the tables in which the code was not found the one of which the most is known. */
function clearestFailure(doubtful: NeedsMapping[], format: ImportRow['format']): Error {
  const recognizedCount = ({ found }: NeedsMapping) => found.columns.flatMap(fieldsOf).length
  const [first, ...others] = doubtful
  if (!first) {
    return new UnreadableFile(
      isWorkbook(format)
        ? msg`The workbook has no sheet with anything in it.`
        : msg`The file has nothing in it.`,
    )
  }
  const best = others.reduce(
    (most, one) => (recognizedCount(one) > recognizedCount(most) ? one : most),
    first,
  )
  if (others.length === 0) return best
  const names = doubtful.map(({ found }) => `“${found.sheet}”`)
  return new NeedsMapping(best.found, msg`${best.detail} That is so in each sheet: ${names}.`)
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

/**
 * The tables in which the headings are looked for, the sheets to choose from, and what the mapping names
 * that is not there.
 */
async function tablesOf(
  source: Source,
  row: Pick<ImportRow, 'resource' | 'format' | 'encoding' | 'mapping' | 'bytes'>,
  found: FoundOut | undefined,
): Promise<{ tables: Table[]; sheets: string[]; missing?: Message | undefined }> {
  if (!isWorkbook(row.format)) {
    return {
      tables: [{ sheet: null, open: () => textTable(source, row, MOST_COLUMNS) }],
      sheets: [],
    }
  }
  const bytes = await whole(source, row.bytes)
  const sheets = await sheetsOf(bytes, source.over)
  const wanted = found?.sheet ?? (JSON.parse(row.mapping) as Mapping).sheet
  const visible = sheets.filter(({ isVisible }) => isVisible)
  const named = wanted === undefined ? undefined : sheetNamed(sheets, wanted)
  const chosen = named ? [named] : visible
  const tables = chosen.map((sheet) => ({
    sheet: sheet.name,
    open: async () => ({
      rows: boundedRows(workbookRows(bytes, sheet, source.over, MOST_COLUMNS)),
      separator: null,
    }),
  }))
  const offered = sheets.filter((one) => one.isVisible || one === named)
  const missing =
    wanted === undefined || named
      ? undefined
      : msg`The workbook has no sheet “${wanted}”. It has: ${sheets.map(({ name }) => `“${name}”`)}.`
  return { tables, sheets: offered.map(({ name }) => name), missing }
}

function sheetNamed(sheets: SheetName[], wanted: string): SheetName | undefined {
  const key = (name: string) => name.normalize('NFC').trim().toLowerCase()
  const visible = sheets.filter(({ isVisible }) => isVisible)
  return (
    sheets.find(({ name }) => name === wanted) ??
    sheets.find(({ name }) => key(name) === key(wanted)) ??
    (/^[1-9]\d{0,2}$/.test(wanted) ? visible[Number(wanted) - 1] : undefined)
  )
}

async function firstOf(rows: AsyncGenerator<Row>): Promise<Row[]> {
  const first: Row[] = []
  let length = 0
  while (first.length < FIRST_ROWS && length < FIRST_LENGTH) {
    const { value, done } = await rows.next()
    if (done) break
    first.push(value)
    length += lengthOf(value.cells)
  }
  return first
}

/**
 * Everything that a file says, of all sheets.
 * @throws UnreadableFile
 */
export async function* allRows(
  source: Source,
  file: Pick<ImportRow, 'resource' | 'format' | 'encoding' | 'bytes'>,
): AsyncGenerator<Row> {
  if (!isWorkbook(file.format)) {
    yield* (await textTable(source, file)).rows
    return
  }
  const bytes = await whole(source, file.bytes)
  for (const sheet of await sheetsOf(bytes)) yield* boundedRows(workbookRows(bytes, sheet))
}

function findOut(
  row: ImportRow,
  first: Row[],
  table: Pick<FoundOut, 'separator' | 'sheet' | 'sheets'>,
  declared: readonly ImportField[],
  { paths, missing: noSheet }: { paths: string[] | undefined; missing: Message | undefined },
): FoundOut | NeedsMapping {
  const { resource, language } = row
  const mapping = JSON.parse(row.mapping) as Mapping
  const filled = first.filter((one) => !isEmptyRow(one))
  const { missing, ...layout } = layoutOf(resource, filled, mapping, { declared, language }, paths)
  const found = { ...table, ...layout }
  const why = noSheet ?? missing
  if (!why) return found
  const shown = filled.filter(({ line }) => line > found.header_line).slice(0, SAMPLE_ROWS)
  const columns = found.columns.map((column, i) => ({
    ...column,
    sample: shown.map(({ cells }) => sampleOf(cells[i] ?? null, column.decimal ?? ',')),
  }))
  return new NeedsMapping({ ...found, columns }, why)
}

/** A cell as a person sees it in the file. */
function sampleOf(cell: Cell, decimal: ',' | '.'): string {
  const text = cellText(cell, decimal)
    .replace(/\s+|\p{Cc}/gu, ' ')
    .trim()
  return text.slice(0, SAMPLE_LENGTH).toWellFormed()
}

async function* below(header_line: number, first: Row[], rest: AsyncGenerator<Row>) {
  try {
    for (const row of first) if (row.line > header_line) yield row
    for await (const row of rest) if (row.line > header_line) yield row
  } finally {
    await rest.return(undefined)
  }
}

/** The file in memory that threads have together. */
async function whole({ db, key, over }: Source, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(new SharedArrayBuffer(size))
  let at = 0
  for await (const piece of piecesOf(db, key, over)) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

/**
 * @param width columns that somebody looks at; all, unless given
 * @throws UnreadableFile
 */
async function textTable(
  { db, key, over }: Source,
  { resource, format, encoding: written }: Pick<ImportRow, 'resource' | 'format' | 'encoding'>,
  width?: number,
): Promise<OpenTable> {
  const encoding = written as Encoding
  if (format !== 'json') return textRows(piecesOf(db, key, over), encoding, width)
  const hasItems = resource === 'orders'
  const parts = () => ({ pieces: piecesOf(db, key, over), encoding, hasItems })
  const paths = await jsonPaths(parts())
  return { rows: boundedRows(jsonRows(parts(), paths), width), separator: null, paths }
}

/** The separator is told by the first piece. */
async function textRows(
  pieces: AsyncGenerator<Buffer>,
  encoding: Encoding,
  width?: number,
): Promise<OpenTable> {
  const { value: start = Buffer.alloc(0) } = (await pieces.next()) as IteratorResult<
    Buffer,
    undefined
  >
  const separator = separatorOf(decodedPart(start, encoding))
  async function* all() {
    yield start
    yield* pieces
  }
  return { rows: boundedRows(csvRows(all(), { encoding, separator }), width), separator }
}
