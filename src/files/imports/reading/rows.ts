import type { FieldErrorCode } from '../../../base/field-error-codes.ts'
import { type Message, msg, numeral } from '../../../texts/message.ts'

/**
 * What stands in one cell: a text or, in a workbook, also a number, a percentage (5 where it shows 5%), a
 * date, a yes or no, or nothing that can be used and why.
 */
export type Cell = string | number | boolean | Date | Percent | BadCell | null

export interface Percent {
  percent: number
}

/** Why a cell has no value: an error, a formula never computed, a format that shows another number, a number of JSON that no double carries. */
export interface BadCell {
  bad: 'error' | 'formula' | 'scaled' | 'unreadable' | 'inexact' | 'long'
  /** What it shows, where it shows something. */
  shown: string
}

/** Characters of a cell and cells of a row: what spreadsheets have at most. */
export const MAX_CELL = 32_767
export const MAX_COLUMNS = 16_384
/** Columns that an import looks at. */
export const MOST_COLUMNS = 1_000

export const isPercent = (cell: Cell | undefined): cell is Percent =>
  typeof cell === 'object' && cell !== null && 'percent' in cell

export const isBad = (cell: Cell | undefined): cell is BadCell =>
  typeof cell === 'object' && cell !== null && 'bad' in cell

/** What a record of JSON says, of which a row is. Rows of one record have the same. */
export interface OfRecord {
  /** Columns that it speaks of, be it with null. */
  has: ReadonlySet<number>
  /** Whether it says which items it has. */
  hasItems: boolean
}

/** One row of a file. */
export interface Row {
  /** Where it begins, counted from 1: a line of a text file, a row of a sheet. */
  line: number
  cells: Cell[]
  /** Why nothing of it is what it seems. */
  fieldError?: { code: FieldErrorCode; detail: Message }
  /** Of a file of records: what its record has. */
  of?: OfRecord
  /** Of a text file: how many bytes of UTF-8 there are up to its end. */
  bytes?: number
}

/** A file that can't be read as the table it should be. */
export class UnreadableFile extends Error {
  /** For a person. */
  readonly detail: Message

  constructor(detail: Message) {
    super(detail.toString())
    this.detail = detail
  }
}

export function tooManyCells(line: number): UnreadableFile {
  return new UnreadableFile(
    msg`Line ${line} has more than ${numeral(MAX_COLUMNS)} cells: the file is no table, or has another separator.`,
  )
}

/**
 * The rows of any file within what is read of one: a longer cell refuses its row.
 * @param width columns that somebody looks at
 * @throws UnreadableFile where a row has too many cells
 */
export async function* boundedRows(
  rows: AsyncGenerator<Row>,
  width = MAX_COLUMNS,
): AsyncGenerator<Row> {
  for await (const row of rows) {
    if (row.cells.length > MAX_COLUMNS) throw tooManyCells(row.line)
    if (row.cells.length > width) row.cells = narrowed(row.cells, width)
    yield row.cells.some(isLong) ? { ...row, cells: row.cells.map(shortened) } : row
  }
}

function narrowed(cells: Cell[], width: number): Cell[] {
  const behind = cells.slice(width).filter((cell) => !isEmptyCell(cell))
  return [...cells.slice(0, width), ...behind.slice(0, 1)]
}

/**
 * Puts a cell into its column. Of those behind the columns that somebody looks at only the first with
 * something in it is kept, next to them: the row is not empty then.
 */
export function putCell(cells: Cell[], column: number, cell: Cell, width: number): void {
  const at = Math.min(column, width)
  if (at === width && (isEmptyCell(cell) || !isEmptyCell(cells[at]))) return
  while (cells.length < at) cells.push(null)
  cells[at] = cell
}

/** How much memory cells take, about, in characters. */
export function lengthOf(cells: readonly Cell[]): number {
  return cells.reduce<number>(
    (sum, cell) => sum + 1 + (typeof cell === 'string' ? cell.length : 0),
    0,
  )
}

const isLong = (cell: Cell) => typeof cell === 'string' && cell.length > MAX_CELL

/** Its beginning is kept, as far as somebody may look for it. */
function shortened(cell: Cell): Cell {
  return isLong(cell) ? { bad: 'long', shown: String(cell).slice(0, 100).toWellFormed() } : cell
}

export function isEmptyCell(cell: Cell | undefined): boolean {
  return cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')
}

export function isEmptyRow({ cells }: Row): boolean {
  return cells.every(isEmptyCell)
}

/** `A`, `B`, … `AA`: how spreadsheets call a column, by its place from 0 on. */
export function letterOf(column: number): string {
  const rest = String.fromCharCode(65 + (column % 26))
  return column < 26 ? rest : letterOf(Math.floor(column / 26) - 1) + rest
}

/** The place that letters name; undefined where they name none that a spreadsheet has. */
export function columnOf(letters: string): number | undefined {
  if (!/^[A-Za-z]{1,3}$/.test(letters)) return undefined
  const digits = [...letters.toUpperCase()].map((letter) => letter.charCodeAt(0) - 64)
  return digits.reduce((sum, digit) => 26 * sum + digit, 0) - 1
}

/** The clock, as UTC has it, that spreadsheets count as so many days. */
export function serialTime(days: number): Date {
  return new Date(Date.UTC(1899, 11, 30) + Math.round(days * 86_400_000))
}
