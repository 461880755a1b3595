import { type Cell, columnOf, isEmptyCell, letterOf, type Row } from '../reading/rows.ts'
import type { ImportField } from './field.ts'
import { ambiguousHeadings, fieldNamed, importFields } from './fields.ts'
import { type DateOrder, type DecimalMark, dateOrderIn, decimalMarkIn } from './marks.ts'
import { headingKey } from './words.ts'

/** What a request says of a file, in place of what would be found out. */
export interface Mapping {
  /** A heading, or a column's letters, and the field; null: nothing is taken from it. */
  columns?: Record<string, string | null>
  decimal?: DecimalMark
  dates?: DateOrder
  /** The line of the headings; 0: there are none. */
  header_line?: number
}

/** What a column was taken for, and why. */
interface Column {
  letter: string
  heading: string
  /** Null: nothing is taken from it. */
  field: string | null
  /** For a person. */
  why: string
  decimal?: DecimalMark | null
  dates?: DateOrder
}

/** What was found out of a table: how each of its columns is read. */
export interface Layout {
  /** 0: the table has no headings. */
  header_line: number
  columns: Column[]
}

/** A file in which the fields are not to be found. The message is for a person. */
export class NoLayout extends Error {}

/** The columns that refusals are told in, in the file of refused lines. */
export const REASON_HEADINGS = { pt: 'Motivo da recusa', en: 'Reason for refusal' } as const
const reasonKeys = Object.values(REASON_HEADINGS).map(headingKey)

/** Columns that are looked at. */
const MOST_COLUMNS = 1_000
const LONGEST_HEADING = 500

/** Rows among which the headings are looked for: titles and empty lines may stand above. */
const FIRST_ROWS = 30

/**
 * Finds the headings, what each column holds, and how its numbers and dates are written.
 * @param rows how the file begins
 * @throws NoLayout
 */
export function layoutOf(resource: string, rows: Row[], mapping: Mapping): Layout {
  const header = headerOf(resource, rows, mapping)
  const below = header ? rows.slice(rows.indexOf(header) + 1) : rows
  const widest = Math.max(0, ...rows.map((row) => row.cells.length))
  const width = Math.min(widest, MOST_COLUMNS)
  const headings = Array.from({ length: width }, (_, i) => textOf(header?.cells[i] ?? null))
  const columns = withMarks(taken(resource, headings, mapping), resource, below, mapping)
  if (!columns.some(({ field }) => field === 'fk_id')) {
    const seen = headings.filter((one) => one !== '').map((one) => `“${one}”`)
    throw new NoLayout(
      `No column holds the code (fk_id). ${header ? `The headings in line ${header.line} are ${seen.join(', ')}.` : 'There are no headings.'} Say in the mapping which column it is.`,
    )
  }
  return { header_line: header?.line ?? 0, columns }
}

function textOf(cell: Cell): string {
  const text = cell instanceof Date ? cell.toISOString() : String(cell ?? '')
  const plain = text.replace(/\s+|\p{Cc}/gu, ' ').trim()
  return plain.slice(0, LONGEST_HEADING).toWellFormed()
}

/** The row in which the most headings are known, or else the first; undefined where there are none. */
function headerOf(resource: string, rows: Row[], mapping: Mapping): Row | undefined {
  const { header_line } = mapping
  if (header_line === 0) return undefined
  if (header_line !== undefined) {
    const found = rows.find(({ line }) => line === header_line)
    if (found) return found
    throw new NoLayout(`There is no line ${header_line} among the first ${rows.length} rows.`)
  }
  const keys = new Set(
    [
      ...(importFields[resource] ?? []).flatMap(({ headings }) => headings),
      ...Object.keys(ambiguousHeadings[resource] ?? {}),
      ...Object.keys(mapping.columns ?? {}).filter((name) => columnOf(name) === undefined),
    ].map(headingKey),
  )
  const known = ({ cells }: Row) =>
    cells.filter((cell) => typeof cell === 'string' && keysOf(cell).some((key) => keys.has(key)))
      .length
  const best = rows
    .slice(0, FIRST_ROWS)
    .reduce<{ row?: Row; count: number }>(
      (most, row) => (known(row) > most.count ? { row, count: known(row) } : most),
      { count: 0 },
    )
  return best.row ?? rows[0]
}

/** `Preço (R$)` is `Preço`, but `Desconto (R$)` is more than `Desconto`. */
function keysOf(heading: string): string[] {
  const key = headingKey(heading)
  return [...new Set([key, key.replace(/ ?reais ?/, ' ').trim()])].filter((one) => one !== '')
}

/** What each column is taken for: first what the mapping says, then what the headings say. */
function taken(resource: string, headings: string[], mapping: Mapping): Column[] {
  const columns = headings.map(
    (heading, i): Column => ({
      letter: letterOf(i),
      heading,
      field: null,
      why: 'no field has this heading',
    }),
  )
  const open = new Set(columns)
  for (const [name, field] of Object.entries(mapping.columns ?? {})) {
    for (const column of namedColumns(columns, name)) {
      column.field = field
      column.why = field === null ? 'the mapping leaves it out' : 'the mapping says so'
      open.delete(column)
    }
  }
  const isTaken = (name: string) => columns.some(({ field }) => field === name)
  for (const field of importFields[resource] ?? []) {
    if (!isTaken(field.name)) takeByHeading(field, open)
  }
  for (const column of open) column.why = whyNot(resource, column, isTaken)
  return columns
}

/** @throws NoLayout where there is no such column, or more than one */
function namedColumns(columns: Column[], name: string): Column[] {
  const exact = columns.filter(({ heading }) => heading === name.trim())
  const alike = columns.filter(({ heading }) => headingKey(heading) === headingKey(name))
  const found = exact.length > 0 ? exact : alike
  if (found.length > 1) {
    const letters = found.map(({ letter }) => letter).join(', ')
    throw new NoLayout(
      `The mapping names “${name}”, which stands over several columns: name one by its letter (${letters}).`,
    )
  }
  if (found.length === 1) return found
  const byLetter = columns[columnOf(name) ?? -1]
  if (byLetter) return [byLetter]
  throw new NoLayout(`The mapping names “${name}”, and the file has no such column.`)
}

function takeByHeading(field: ImportField, open: Set<Column>): void {
  for (const key of field.headings.map(headingKey)) {
    const found = [...open].filter(({ heading }) => keysOf(heading).includes(key))
    const [first] = found
    if (!first) continue
    if (found.length > 1) return
    first.field = field.name
    first.why = 'its heading'
    open.delete(first)
    return
  }
}

function whyNot(resource: string, { heading }: Column, isTaken: (name: string) => boolean): string {
  const keys = keysOf(heading)
  if (keys.length === 0) return 'it has no heading'
  if (reasonKeys.some((key) => keys.includes(key))) return 'it tells why lines were refused'
  const [, choices] =
    Object.entries(ambiguousHeadings[resource] ?? {}).find(([one]) =>
      keys.includes(headingKey(one)),
    ) ?? []
  if (choices) return `it may be ${choices.join(' or ')}: say which in the mapping`
  const fits = (importFields[resource] ?? []).filter(({ headings }) =>
    headings.some((one) => keys.includes(headingKey(one))),
  )
  const other = fits.find(({ name }) => isTaken(name))
  if (other) return `another column was taken for ${other.name}`
  return fits.length > 0
    ? `several columns may be ${fits[0]?.name}: say which in the mapping`
    : 'no field has this heading'
}

/** Adds how the numbers and dates of each column are written. */
function withMarks(
  columns: Column[],
  resource: string,
  rows: Row[],
  { decimal, dates }: Mapping,
): Column[] {
  const texts = columns.map((_, i) =>
    rows.flatMap(({ cells }) =>
      typeof cells[i] === 'string' && !isEmptyCell(cells[i]) ? [cells[i]] : [],
    ),
  )
  const kinds = columns.map(({ field }) => (field ? fieldNamed(resource, field)?.kind : undefined))
  const numbers = texts.filter((_, i) => kinds[i] === 'decimal')
  const ofFile = decimal ?? decimalMarkIn(numbers.flat())
  return columns.map((column, i) => {
    if (kinds[i] === 'decimal') {
      return { ...column, decimal: decimal ?? decimalMarkIn(texts[i] ?? []) ?? ofFile }
    }
    if (kinds[i] === 'date') return { ...column, dates: dates ?? dateOrderIn(texts[i] ?? []) }
    return column
  })
}
