import { type Language, type Message, msg } from '../../../texts/message.ts'
import { tables } from '../../exports/tables.ts'
import { withoutUnit } from '../../units.ts'
import {
  type Column,
  fieldsOf,
  holdsReasons,
  keysOf,
  type Layout,
  type Mapping,
  type Reading,
  taken,
} from '../mapping/columns.ts'
import { type ImportField, isDate, isNumber } from '../mapping/field.ts'
import { ambiguousHeadings, fieldNamed, importFields, inJson } from '../mapping/fields.ts'
import { dateOrderIn, decimalMarkIn, holdingOf } from '../mapping/marks.ts'
import { headingKey, textOf } from '../mapping/words.ts'
import { presetHeadings, presetOf } from '../presets/presets.ts'
import { columnOf, isEmptyCell, MOST_COLUMNS, type Row } from '../reading/rows.ts'
import { codeColumns, mayBeHeadings } from './guesses.ts'

/** What the account says of its files. */
interface OfAccount {
  /** The fields that it has declared. */
  declared: readonly ImportField[]
  language: Language
}

/** How a table is read; or how it begins, and why somebody has to say what its columns are. */
export interface Found extends Layout {
  missing: Message | undefined
}

/** Rows among which the headings are looked for: titles and empty lines may stand above. */
const FIRST_ROWS = 30

/**
 * Finds the headings, what each column holds, and how its numbers and dates are written.
 * @param rows how the file begins
 * @param paths what its columns are called, where no row of it says so
 */
export function layoutOf(
  resource: string,
  rows: Row[],
  mapping: Mapping,
  { declared: all, language }: OfAccount,
  paths?: readonly string[],
): Found {
  const declared = paths ? all.map(inJson) : all
  let missing: Message | undefined
  const miss = (detail: Message) => {
    missing ??= detail
  }
  const header = paths ? undefined : headerOf(resource, rows, mapping, declared, miss)
  const below = header ? rows.slice(rows.indexOf(header) + 1) : rows
  const names = paths ?? header?.cells ?? []
  const widest = Math.max(names.length, ...rows.map((row) => row.cells.length))
  const width = Math.min(widest, MOST_COLUMNS)
  const headings = Array.from({ length: width }, (_, i) => textOf(names[i] ?? null))
  const preset = presetOf(resource, headings, mapping.preset)
  const of = preset && { label: preset.label, ...preset.form }
  const read = taken(resource, headings, mapping, declared, of, miss)
  const marks = { decimal: preset?.form.decimal, ...mapping }
  const columns = withMarks(read, resource, below, marks, declared)
  if (!columns.some((column) => fieldsOf(column).some(namesRecord))) {
    const seen = headings.filter((one) => one !== '').map((one) => `“${one}”`)
    for (const column of codeColumns(resource, columns, below)) {
      column.offered = [...new Set(['fk_id', ...(column.offered ?? [])])]
    }
    miss(
      header
        ? msg`No column holds the code (fk_id). The headings in line ${header.line} are ${seen}. Say in the mapping which column it is.`
        : paths
          ? msg`No property is the code (fk_id). The records have ${seen}. Say in the mapping which one it is.`
          : msg`No column holds the code (fk_id). There are no headings. Say in the mapping which column it is.`,
    )
  }
  const reported = columns.map(({ isLeftOut: _, isListed: __, ...column }) => ({
    ...column,
    why: column.why.in(language),
  }))
  return {
    preset: preset?.name ?? null,
    header_line: header?.line ?? 0,
    columns: missing ? reported : reported.map(withoutOffers),
    missing,
  }
}

/** Whether a field says which record a row is of. */
const namesRecord = (name: string) => name === 'fk_id' || name === 'id'

const withoutOffers = ({ offered: _, ...column }: Column): Column => column

/**
 * The row in which the most headings are known, or else the first, unless that is a record; undefined
 * where there are none.
 */
function headerOf(
  resource: string,
  rows: Row[],
  mapping: Mapping,
  declared: readonly ImportField[],
  miss: (detail: Message) => void,
): Row | undefined {
  const { header_line } = mapping
  if (header_line === 0) return undefined
  if (header_line !== undefined) {
    const found = rows.find(({ line }) => line === header_line)
    if (found) return found
    miss(msg`There is no line ${header_line} among the first ${rows.length} rows.`)
  }
  const keys = new Set(
    [
      ...[...(importFields[resource] ?? []), ...declared].flatMap(({ headings }) => headings),
      ...Object.keys(ambiguousHeadings[resource] ?? {}),
      ...Object.keys(mapping.columns ?? {}).filter((name) => columnOf(name) === undefined),
      ...presetHeadings(resource),
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
  return best.row ?? rows.slice(0, 1).find(mayBeHeadings)
}

/** An export of ours: what nothing is taken from there, the service makes itself. */
function isExport(resource: string, columns: readonly Reading[]): boolean {
  const has = (name: string) => columns.some(({ heading }) => heading === name)
  // Other systems have an id, too.
  if (has('id')) return has('fk_id')
  const own = tables[resource]?.find(([name]) => name === 'id')
  return own !== undefined && (has(own[2]) || has(own[3]))
}

/** Adds how the numbers and dates of each column are written. */
function withMarks(
  columns: Reading[],
  resource: string,
  rows: Row[],
  { decimal, dates }: { decimal?: Mapping['decimal'] | undefined; dates?: Mapping['dates'] },
  declared: readonly ImportField[],
): Reading[] {
  const texts = columns.map((_, i) =>
    rows.flatMap(({ cells }) =>
      typeof cells[i] === 'string' && !isEmptyCell(cells[i]) ? [cells[i]] : [],
    ),
  )
  const kinds = columns.map((column) => {
    const fed = fieldsOf(column).map((name) => fieldNamed(resource, name, declared)?.kind)
    return fed.find((kind) => isNumber(kind) || isDate(kind))
  })
  for (const [i, all] of texts.entries()) {
    if (kinds[i] === 'quantity') texts[i] = all.map((text) => withoutUnit(text) ?? text)
  }
  const numbers = texts.filter((_, i) => isNumber(kinds[i]))
  const ofFile = decimal ?? decimalMarkIn(numbers.flat())
  const isOurs = isExport(resource, columns)
  return columns.map((column, i) => {
    if (isNumber(kinds[i])) {
      return { ...column, decimal: decimal ?? decimalMarkIn(texts[i] ?? []) ?? ofFile }
    }
    if (isDate(kinds[i])) return { ...column, dates: dates ?? dateOrderIn(texts[i] ?? []) }
    if (column.field !== null || column.isLeftOut || isOurs) return column
    if (holdsReasons(column)) return column
    const holds = holdingOf(
      resource,
      column.heading,
      rows.map(({ cells }) => cells[i] ?? null),
    )
    if (!holds) return column
    return { ...column, holds, decimal: decimal ?? decimalMarkIn(texts[i] ?? []) ?? ofFile }
  })
}
