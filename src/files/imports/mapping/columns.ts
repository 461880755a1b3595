import { either, type Language, say, type Text, verbatim } from '../../../texts/text.ts'
import { REASON_HEADINGS } from '../../headings.ts'
import type { Encoding } from '../reading/encoding.ts'
import { columnOf, isEmptyCell, letterOf, type Row, UnreadableFile } from '../reading/rows.ts'
import { type ImportField, isDate, isNumber } from './field.ts'
import { ambiguousHeadings, declaredAs, fieldNamed, importFields, inJson } from './fields.ts'
import {
  type DateOrder,
  type DecimalMark,
  dateOrderIn,
  decimalMarkIn,
  type Holding,
  holdingOf,
} from './marks.ts'
import { headingKey, textOf } from './words.ts'

/** What a request says of a file, in place of what would be found out. */
export interface Mapping {
  /** A heading, or a column's letters, and the field; null: nothing is taken from it. */
  columns?: Record<string, string | null>
  decimal?: DecimalMark
  dates?: DateOrder
  encoding?: Encoding
  /** The sheet of a workbook, by its name. */
  sheet?: string
  /** The line of the headings; 0: there are none. */
  header_line?: number
}

/** What a column was taken for, and why. */
interface Column {
  letter: string
  heading: string
  /** Null: nothing is taken from it. */
  field: string | null
  /** For a person, in the language of who sent the file. */
  why: string
  decimal?: DecimalMark | null
  dates?: DateOrder
  /** What stands in it though nothing is taken from it. */
  holds?: Holding
}

/** The same while it is being found out. */
interface Reading extends Omit<Column, 'why'> {
  why: Text
  /** By the mapping. */
  isLeftOut?: boolean
}

/** What the account says of its files. */
interface OfAccount {
  /** The fields that it has declared. */
  declared: readonly ImportField[]
  language: Language
}

/** What was found out of a table: how each of its columns is read. */
export interface Layout {
  /** 0: the table has no headings. */
  header_line: number
  columns: Column[]
}

/** A file in which the fields are not to be found. */
export class NoLayout extends UnreadableFile {}

const reasonKeys = Object.values(REASON_HEADINGS).map(headingKey)

/** Whether a column tells why lines were refused, which is no part of what they say. */
export function tellsReasons({ heading, field }: Pick<Column, 'heading' | 'field'>): boolean {
  return field === null && keysOf(heading).some((key) => reasonKeys.includes(key))
}

/** Columns that are looked at. */
const MOST_COLUMNS = 1_000

/** Rows among which the headings are looked for: titles and empty lines may stand above. */
const FIRST_ROWS = 30

/**
 * Finds the headings, what each column holds, and how its numbers and dates are written.
 * @param rows how the file begins
 * @param paths what its columns are called, where no row of it says so
 * @throws NoLayout
 */
export function layoutOf(
  resource: string,
  rows: Row[],
  mapping: Mapping,
  { declared: all, language }: OfAccount,
  paths?: readonly string[],
): Layout {
  const declared = paths ? all.map(inJson) : all
  const header = paths ? undefined : headerOf(resource, rows, mapping, declared)
  const below = header ? rows.slice(rows.indexOf(header) + 1) : rows
  const names = paths ?? header?.cells ?? []
  const widest = Math.max(names.length, ...rows.map((row) => row.cells.length))
  const width = Math.min(widest, MOST_COLUMNS)
  const headings = Array.from({ length: width }, (_, i) => textOf(names[i] ?? null))
  const read = taken(resource, headings, mapping, declared)
  const columns = withMarks(read, resource, below, mapping, declared)
  if (!columns.some(({ field }) => field === 'fk_id')) {
    const seen = headings.filter((one) => one !== '').map((one) => `“${one}”`)
    throw new NoLayout(
      header
        ? say`No column holds the code (fk_id). The headings in line ${header.line} are ${seen}. Say in the mapping which column it is.`
        : paths
          ? say`No property is the code (fk_id). The records have ${seen}. Say in the mapping which one it is.`
          : say`No column holds the code (fk_id). There are no headings. Say in the mapping which column it is.`,
    )
  }
  const told = columns.map(({ isLeftOut: _, ...column }) => ({
    ...column,
    why: column.why.in(language),
  }))
  return { header_line: header?.line ?? 0, columns: told }
}

/** The row in which the most headings are known, or else the first; undefined where there are none. */
function headerOf(
  resource: string,
  rows: Row[],
  mapping: Mapping,
  declared: readonly ImportField[],
): Row | undefined {
  const { header_line } = mapping
  if (header_line === 0) return undefined
  if (header_line !== undefined) {
    const found = rows.find(({ line }) => line === header_line)
    if (found) return found
    throw new NoLayout(say`There is no line ${header_line} among the first ${rows.length} rows.`)
  }
  const keys = new Set(
    [
      ...[...(importFields[resource] ?? []), ...declared].flatMap(({ headings }) => headings),
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
function taken(
  resource: string,
  headings: string[],
  mapping: Mapping,
  declared: readonly ImportField[],
): Reading[] {
  const columns = headings.map(
    (heading, i): Reading => ({
      letter: letterOf(i),
      heading,
      field: null,
      why: say`no field has this heading`,
    }),
  )
  const open = new Set(columns)
  for (const [name, field] of Object.entries(mapping.columns ?? {})) {
    for (const column of namedColumns(columns, name)) {
      column.field = field
      column.isLeftOut = field === null
      column.why = field === null ? say`the mapping leaves it out` : say`the mapping says so`
      open.delete(column)
    }
  }
  const own = importFields[resource] ?? []
  const isTaken = (name: string) => columns.some(({ field }) => field === name)
  for (const column of open) {
    const field = declaredAs(resource, column.heading, declared)
    if (field && !isTaken(field.name)) take(column, field, open)
  }
  const rivals = (column: Reading) => rivalsFor(resource, declared, column, isTaken)
  const takeEach = (fields: readonly ImportField[], isFree: (column: Reading) => boolean) => {
    for (const field of fields) {
      const isOf = (one: Reading) => !(field.kind === 'code' && isNameBesideId(one, columns))
      const isOpen = (one: Reading) => isFree(one) && isOf(one)
      if (!isTaken(field.name)) takeByHeading(field, open, isOpen)
    }
  }
  takeEach(own, (column) => rivals(column).length === 0)
  takeEach(declared, (column) => rivals(column).length === 1)
  // A heading that a declared field had no need of.
  const isShared = (column: Reading) => declared.some((field) => fits(column, field))
  takeEach(own, (column) => isShared(column) && rivals(column).length === 0)
  for (const column of open) {
    const name = column.heading
    if (!fieldNamed(resource, name, declared) || isTaken(name)) continue
    column.field = name
    column.why = say`its heading`
    open.delete(column)
  }
  for (const column of open) column.why = whyNot(resource, declared, column, columns, isTaken)
  return columns
}

/** @throws NoLayout where there is no such column, or more than one */
function namedColumns(columns: Reading[], name: string): Reading[] {
  const exact = columns.filter(({ heading }) => heading === name.trim())
  const alike = columns.filter(({ heading }) => headingKey(heading) === headingKey(name))
  const found = exact.length > 0 ? exact : alike
  if (found.length > 1) {
    const letters = found.map(({ letter }) => letter).join(', ')
    throw new NoLayout(
      say`The mapping names “${name}”, which stands over several columns: name one by its letter (${letters}).`,
    )
  }
  if (found.length === 1) return found
  const byLetter = columns[columnOf(name) ?? -1]
  if (byLetter) return [byLetter]
  throw new NoLayout(say`The mapping names “${name}”, and the file has no such column.`)
}

function fits({ heading }: Reading, field: ImportField): boolean {
  if (field.kind === 'id') return isNumberOf(heading, field)
  const keys = keysOf(heading)
  return keysFor(field).some((key) => keys.includes(key))
}

/** What a heading may mean that somebody else than the service has to decide. */
function ambiguousFor(resource: string, { heading }: Reading): string[] {
  const keys = keysOf(heading)
  const [, choices = []] =
    Object.entries(ambiguousHeadings[resource] ?? {}).find(([one]) =>
      keys.includes(headingKey(one)),
    ) ?? []
  return choices
}

/**
 * The fields that a column may be which a declared field may be, too: neither is guessed. None where
 * no declared field may be it.
 */
function rivalsFor(
  resource: string,
  declared: readonly ImportField[],
  column: Reading,
  isTaken: (name: string) => boolean,
): string[] {
  const open = (fields: readonly ImportField[]) =>
    fields.filter((field) => !isTaken(field.name) && fits(column, field)).map(({ name }) => name)
  const ofAccount = open(declared)
  if (ofAccount.length === 0) return []
  const others = ambiguousFor(resource, column).filter((name) => !isTaken(name))
  return [...new Set([...open(importFields[resource] ?? []), ...others, ...ofAccount])]
}

/**
 * The keys of a field's headings, in the order of preference. A code is first looked for in a column
 * that says so: `Situação (código)` beside `Situação`, which then is but its name.
 */
function keysFor({ kind, headings }: ImportField): string[] {
  const codes = kind === 'code' ? headings.map((one) => headingKey(`${one} código`)) : []
  return [...new Set([...codes, ...headings.map(headingKey)])]
}

/**
 * The service's own number of a record, by just the heading that exports have for it: the `Customer
 * ID` of another system is none.
 */
const isNumberOf = (heading: string, { headings }: ImportField) =>
  headings.slice(1).includes(heading.trim())

/** Where a column stands among those that its field may be taken from. */
export function preferenceOf(field: ImportField | undefined, heading: string): number {
  const keys = keysOf(heading)
  const at = field ? keysFor(field).findIndex((key) => keys.includes(key)) : -1
  return at < 0 ? -1 : at
}

function takeByHeading(
  field: ImportField,
  open: Set<Reading>,
  isFree: (column: Reading) => boolean,
): void {
  const free = [...open].filter(isFree)
  if (field.kind === 'id') {
    const [own, another] = free.filter(({ heading }) => isNumberOf(heading, field))
    if (own && !another) take(own, field, open)
    return
  }
  for (const key of keysFor(field)) {
    const found = free.filter(({ heading }) => keysOf(heading).includes(key))
    const [first] = found
    if (!first || !open.has(first)) continue
    if (found.length > 1) return
    take(first, field, open)
    if (!field.together) return
  }
}

function take(column: Reading, { name }: ImportField, open: Set<Reading>): void {
  column.field = name
  column.why = say`its heading`
  open.delete(column)
}

/** `Cotação` beside `Cotação (id)`, as exports have it, is a name. */
function isNameBesideId({ heading }: Reading, columns: readonly Reading[]): boolean {
  return columns.some((one) => one.heading === `${heading} (id)`)
}

/** `Cliente (id)`, as exports have it: the service's own number, and no code. */
const isOwnId = ({ heading }: Reading) => /\(id\)\s*$/i.test(heading)

/** Whether another column has the code of what this one names: `Cliente` beside `Cliente (código)`. */
function isNameBesideCode({ heading }: Reading, columns: readonly Reading[]): boolean {
  const key = headingKey(`${heading} código`)
  return columns.some((one) => one.heading !== heading && keysOf(one.heading).includes(key))
}

/** Names that one reason tells at most. */
const MOST_RIVALS = 5

function whyNot(
  resource: string,
  declared: readonly ImportField[],
  column: Reading,
  columns: readonly Reading[],
  isTaken: (name: string) => boolean,
): Text {
  if (keysOf(column.heading).length === 0) return say`it has no heading`
  if (tellsReasons(column)) return say`it tells why lines were refused`
  if (isOwnId(column)) return say`the service numbers its records itself`
  if (isNameBesideCode(column, columns) || isNameBesideId(column, columns))
    return say`a name is not needed beside its code`
  const rivals = rivalsFor(resource, declared, column, isTaken)
  const choices = rivals.length > 1 ? rivals : ambiguousFor(resource, column)
  if (choices.length > 0) {
    const names = choices.slice(0, MOST_RIVALS).map(verbatim)
    return say`it may be ${either(names)}: say which in the mapping`
  }
  const all = [...(importFields[resource] ?? []), ...declared]
  const fitting = all.filter((field) => fits(column, field))
  const open = fitting.find(({ name }) => !isTaken(name))
  if (open) return say`several columns may be ${open.name}: say which in the mapping`
  const [other] = fitting
  return other ? say`another column was taken for ${other.name}` : say`no field has this heading`
}

/** An export of ours: what nothing is taken from there, the service makes itself. */
const isExport = (columns: readonly Reading[]) =>
  columns.some(({ heading }) => /^(?:Pedido \(id\)|Order \(id\)|id)$/.test(heading))

/** Adds how the numbers and dates of each column are written. */
function withMarks(
  columns: Reading[],
  resource: string,
  rows: Row[],
  { decimal, dates }: Mapping,
  declared: readonly ImportField[],
): Reading[] {
  const texts = columns.map((_, i) =>
    rows.flatMap(({ cells }) =>
      typeof cells[i] === 'string' && !isEmptyCell(cells[i]) ? [cells[i]] : [],
    ),
  )
  const kinds = columns.map(({ field }) =>
    field ? fieldNamed(resource, field, declared)?.kind : undefined,
  )
  const numbers = texts.filter((_, i) => isNumber(kinds[i]))
  const ofFile = decimal ?? decimalMarkIn(numbers.flat())
  return columns.map((column, i) => {
    if (isNumber(kinds[i])) {
      return { ...column, decimal: decimal ?? decimalMarkIn(texts[i] ?? []) ?? ofFile }
    }
    if (isDate(kinds[i])) return { ...column, dates: dates ?? dateOrderIn(texts[i] ?? []) }
    if (column.field !== null || column.isLeftOut || isExport(columns)) return column
    if (tellsReasons(column)) return column
    const holds = holdingOf(
      column.heading,
      rows.map(({ cells }) => cells[i] ?? null),
    )
    if (!holds) return column
    return { ...column, holds, decimal: decimal ?? decimalMarkIn(texts[i] ?? []) ?? ofFile }
  })
}
