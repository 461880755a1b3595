import { isDeepStrictEqual } from 'node:util'
import type { FieldErrorCode } from '../../../base/field-error-codes.ts'
import { type Language, type Message, msg } from '../../../texts/message.ts'
import { fieldsOf, holdsTaxId, type Layout, preferenceOf, TOTAL } from '../mapping/columns.ts'
import { readDate } from '../mapping/dates.ts'
import { type ImportField, isDate, isNumber, isOwnNumber } from '../mapping/field.ts'
import { fieldNamed } from '../mapping/fields.ts'
import { rowError } from '../mapping/lines.ts'
import { quoted, UnreadableCell } from '../mapping/unreadable.ts'
import { cellValue } from '../mapping/values.ts'
import type { Warnings } from '../mapping/warnings.ts'
import {
  type Cell,
  columnOf,
  isEmptyCell,
  isEmptyRow,
  type OfRecord,
  type Row,
} from '../reading/rows.ts'
import { orderLines, type Scattered, scatteredOrders } from './order-lines.ts'
import { RowNames } from './row-names.ts'
import { saysSameState, speaksOfField, statesOfCities } from './states.ts'
import { cellOf, type Taken } from './taken.ts'

/** What is wrong with a record, and where it stands in the file. */
export interface CellError {
  /** Counted from 1. */
  line: number
  /** Null where it is about no column. */
  letter: string | null
  heading: string | null
  /** What the column was taken for. */
  field: string | null
  code: string
  detail: string
}

/** A record as the rows of a file give it. */
export interface FileRecord {
  rows: Row[]
  /** Of an order: the row of each item. */
  itemRows: Row[]
  body: Record<string, unknown>
  /** The service's own number of it, where the file has that. */
  id: number | undefined
  /** What the file says that an order comes to. */
  total: number | undefined
  /** Why it can't be written; then the body is not whole. */
  errors: CellError[]
  /** Nothing of it could be read. */
  isUnread?: true
}

type Values = Map<Taken, unknown>

async function* filled(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  for await (const row of rows) if (!isEmptyRow(row)) yield row
}

/** Rows together that are of one record: each is one, unless they say otherwise. */
async function* rowsOfOne(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let group: Row[] = []
  for await (const row of rows) {
    if (group.length > 0 && !(row.of && row.of === group[0]?.of)) {
      yield group
      group = []
    }
    group.push(row)
  }
  if (group.length > 0) yield group
}

const isItem = ({ field }: Taken) => field.startsWith('items.')
const hasItem = (values: Values) => values.keys().some(isItem)

/** `fk_id_user` of `id_user`, and the other way round. */
function otherNameOf(field: string): string {
  return field.startsWith('fk_id_') ? field.slice(3) : field.replace(/^id_/, 'fk_id_')
}

/** The code says which record is meant; its number is another in another account. */
function withoutNumbersBesideCodes(values: Values): Values {
  const fields = new Set(values.keys().map(({ field }) => field))
  const codeFor = ({ field }: Taken) => field.replace(/(^|\.)id_/, '$1fk_id_')
  for (const column of values.keys()) {
    if (
      isOwnNumber(column.form.kind) &&
      codeFor(column) !== column.field &&
      fields.has(codeFor(column))
    )
      values.delete(column)
  }
  return values
}

/** Whether the century of a date had to be guessed. */
function hasShortYear(cell: Cell, { form }: Taken): boolean {
  if (!isDate(form.kind) || typeof cell !== 'string') return false
  const reading = readDate(cell, form.dates ?? 'dmy')
  return 'date' in reading && reading.date !== null && reading.hasShortYear
}

/** Stands for a number that can't be read. */
const STAND_IN = 1

/** How the rows of a table become records. */
export class RecordReader {
  readonly #columns: Taken[]
  readonly #layout: Layout
  readonly #warnings: Warnings
  readonly #code: Taken | undefined
  readonly #ownId: Taken | undefined
  readonly #names: RowNames
  readonly #mostRows: number
  /** Columns whose empty cells unset what they hold. */
  readonly #unsetting: readonly Taken[]
  readonly #language: Language
  /** Lines of the codes that came so far; of orders those that have more lines than one may have. */
  readonly #seen = new Map<string, number>()

  /**
   * @param declared what the account has declared
   * @param mostRows lines that are looked at of one order: one more than it may have
   * @param canUnset whether an empty cell of the field unsets it
   * @param language what errors are told in
   */
  constructor(
    resource: string,
    layout: Layout,
    declared: readonly ImportField[],
    mostRows: number,
    canUnset: (field: string) => boolean,
    language: Language,
    warnings: Warnings,
  ) {
    this.#language = language
    this.#layout = layout
    this.#warnings = warnings
    this.#mostRows = mostRows
    const taken = layout.columns.flatMap((column) => {
      const { letter, heading, decimal, dates } = column
      const at = columnOf(letter)
      return fieldsOf(column).flatMap((name) => {
        const known = fieldNamed(resource, name, declared)
        if (!known || at === undefined) return []
        const isTaxCode = known.kind === 'code' && holdsTaxId(column)
        const kind = isTaxCode ? 'document_code' : known.kind
        const behind = (column.joined ?? []).flatMap((one) => columnOf(one) ?? [])
        const form = { kind, decimal, dates }
        return [{ at, behind, letter, heading, field: known.name, form }]
      })
    })
    // Of columns that go together the preferred one stands first.
    const rank = ({ field, heading }: Taken) =>
      preferenceOf(fieldNamed(resource, field, declared), heading)
    const all = [...taken, ...statesOfCities(taken)]
    this.#columns = all.sort((a, b) => (a.field === b.field ? rank(a) - rank(b) : 0))
    this.#unsetting = all.filter(
      (column) => !isItem(column) && canUnset(column.field) && speaksOfField(column),
    )
    this.#code = this.#columns.find(({ field }) => field === 'fk_id')
    this.#ownId = this.#columns.find(({ field }) => field === 'id')
    this.#names = new RowNames(this.#code, this.#ownId)
  }

  /** Keys of declared fields that hold decimals, as far as the file has them. */
  get decimals(): string[] {
    return this.#columns.flatMap(({ field, form: { kind } }) =>
      typeof kind === 'object' && 'custom' in kind && kind.custom === 'decimal'
        ? [field.slice('custom_fields.'.length)]
        : [],
    )
  }

  /** Finds the orders whose lines stand apart. */
  scattered(rows: AsyncIterable<Row>): Promise<Scattered> {
    return scatteredOrders(
      filled(rows),
      (row) => this.#names.nameOf(row),
      (row) => this.#names.idOf(row),
    )
  }

  /**
   * The records of these rows, in the order of their last lines. Of orders all lines with one code are
   * one, wherever they stand, and a line without a code is of the order above it. Of other records a
   * code that stands further up already is refused: the later line would replace the first.
   * @param scattered the orders whose lines stand apart, where lines are put together by their codes
   */
  async *records(
    rows: AsyncIterable<Row>,
    scattered: Scattered | undefined,
  ): AsyncGenerator<FileRecord> {
    if (!scattered) {
      for await (const lines of rowsOfOne(filled(rows))) yield this.#readOne(lines)
      return
    }
    const codeAt = (row: Row) => this.#names.nameOf(row)
    for await (const lines of orderLines(filled(rows), codeAt, scattered, this.#mostRows)) {
      yield this.#readOrder(lines)
    }
  }

  #readOne(rows: Row[]): FileRecord {
    const [row] = rows as [Row]
    if (row.of && row.fieldError) {
      const errors = [this.#cellError(row, undefined, row.fieldError.code, row.fieldError.detail)]
      const nothing = { itemRows: [], body: {}, id: undefined, total: undefined }
      return { rows, ...nothing, errors, isUnread: true }
    }
    const record = this.#read(rows)
    const names = [this.#names.codeOf(row), this.#names.idOf(row)].filter((name) => name !== '')
    const [first] = names.flatMap((name) => this.#seen.get(name) ?? [])
    for (const name of names) this.#seen.set(name, first ?? row.line)
    if (names.length === 0) this.#missCode(record, row)
    else if (first !== undefined) {
      const detail = msg`stands in line ${first} already: a code may stand once in a file.`
      const column = this.#names.codeOf(row) === '' ? this.#ownId : this.#code
      record.errors.push(this.#cellError(row, column, 'duplicate_fk_id', detail))
    }
    return record
  }

  #readOrder(rows: Row[]): FileRecord {
    const record = this.#read(rows)
    const [first] = rows as [Row]
    const code = this.#names.nameOf(first)
    if (code === '') this.#missCode(record, first)
    // The schema refuses the first part of an order that is too long, and nothing is written of the others.
    if (this.#seen.has(code)) {
      const detail = msg`is an order of more than ${this.#mostRows - 1} lines.`
      record.errors.push(this.#cellError(first, this.#code, 'max_items', detail))
    } else if (rows.length === this.#mostRows) this.#seen.set(code, first.line)
    return record
  }

  #missCode({ errors }: FileRecord, row: Row): void {
    const column = this.#code ?? this.#ownId
    errors.push(this.#cellError(row, column, 'required', msg`The code is missing.`))
  }

  #read(rows: Row[]): FileRecord {
    const errors: CellError[] = []
    for (const row of rows) {
      if (row.fieldError)
        errors.push(this.#cellError(row, undefined, row.fieldError.code, row.fieldError.detail))
    }
    const values = rows.map((row) => this.#valuesOf(row, errors))
    const [first = new Map()] = values
    for (const [i, row] of rows.entries()) {
      if (i > 0) this.#compare(row, first, values[i] ?? new Map(), errors)
    }
    const itemRows = rows.filter((_, i) => values[i] && hasItem(values[i]))
    const numberIn = (name: string) =>
      first.entries().find(([{ field }]) => field === name)?.[1] as number | undefined
    const [id, total] = [numberIn('id'), numberIn(TOTAL)]
    return { rows, itemRows, body: this.#bodyOf(values, rows[0]?.of), id, total, errors }
  }

  #valuesOf(row: Row, errors: CellError[]): Values {
    const values: Values = new Map()
    const found = new Map<string, Taken>()
    const fieldError = rowError(row, this.#layout)
    if (fieldError) errors.push(this.#cellError(row, undefined, 'format', fieldError))
    for (const column of this.#columns) {
      const cell = cellOf(column, row.cells)
      if (isEmptyCell(cell)) continue
      try {
        const value = cellValue(cell as NonNullable<Cell>, column.form)
        if (hasShortYear(cell as Cell, column)) {
          this.#warnings.note({ code: 'two_digit_years', column, line: row.line })
        }
        if (value !== null) this.#keep(row, column, value, values, found)
      } catch (error) {
        if (!(error instanceof UnreadableCell)) throw error
        errors.push(this.#cellError(row, column, error.code, error.detail))
        // The record is not written, but tried, for all else that is wrong with it.
        if (isItem(column) && isNumber(column.form.kind)) values.set(column, STAND_IN)
      }
    }
    return withoutNumbersBesideCodes(values)
  }

  /** Of columns that go together the first one that is filled counts; the others are reported. */
  #keep(row: Row, column: Taken, value: unknown, values: Values, found: Map<string, Taken>): void {
    const first = found.get(column.field)
    if (!first) {
      found.set(column.field, column)
      values.set(column, value)
    } else if (!isDeepStrictEqual(values.get(first), value)) {
      if (saysSameState({ column, value }, { column: first, value: values.get(first) })) return
      const other = first.heading || first.letter
      this.#warnings.note({ code: 'other_column_preferred', column, other, line: row.line })
    }
  }

  /** What is said of the order on each of its lines must be the same there. */
  #compare(row: Row, first: Values, values: Values, errors: CellError[]): void {
    for (const [column, value] of values) {
      if (isItem(column)) continue
      if (!first.has(column)) first.set(column, value)
      else if (!isDeepStrictEqual(first.get(column), value)) {
        const detail = msg`differs from ${JSON.stringify(first.get(column))} in another line of the same order.`
        errors.push(this.#cellError(row, column, 'lines_differ', detail))
      }
    }
  }

  /** With null for what an empty cell unsets. */
  #withUnset(values: Values, of: OfRecord | undefined): Values {
    // Of a reference that one cell names an empty one beside it, by its code or number, says nothing.
    const has = new Set(values.keys().flatMap(({ field }) => [field, otherNameOf(field)]))
    const isEmpty = ({ at, field }: Taken) => !has.has(field) && (of?.has.has(at) ?? true)
    const unset = this.#unsetting.filter(isEmpty)
    return new Map([...values, ...unset.map((column) => [column, null] as const)])
  }

  #bodyOf(lines: Values[], of: OfRecord | undefined): Record<string, unknown> {
    const body: Record<string, unknown> = {}
    const inside = (prefix: string, values: Values) => {
      const part = Array.from(values, ([{ field }, value]) => [field, value] as const)
        .filter(([field]) => field.startsWith(prefix))
        .map(([field, value]) => [field.slice(prefix.length), value] as const)
      return Object.fromEntries(part)
    }
    const [first = new Map()] = lines
    const whole = this.#withUnset(first, of)
    for (const [{ field }, value] of whole) {
      if (!field.includes('.') && field !== 'id' && field !== TOTAL) body[field] = value
    }
    const custom = {
      ...(body['custom_fields'] as Record<string, unknown> | undefined),
      ...inside('custom_fields.', whole),
    }
    if (Object.keys(custom).length > 0) body['custom_fields'] = custom
    // A row that says nothing of an address has none, and unsets none.
    if (Object.keys(inside('address.', first)).length > 0) {
      body['addresses'] = [{ fk_id: body['fk_id'], ...inside('address.', whole) }]
    }
    // A line may tell of the order alone, which then may have no items.
    const items = lines.filter(hasItem).map((values) => inside('items.', values))
    if (of?.hasItems ?? this.#columns.some(isItem)) body['items'] = items
    return body
  }

  /** What the service says of a record's body, as said of the file. */
  errorAt(
    { rows, itemRows }: FileRecord,
    pointer: string,
    code: string,
    detail: Message,
  ): CellError {
    const [, top = '', second = '', third = ''] = pointer.split('/')
    const row = (top === 'items' ? itemRows[Number(second)] : rows[0]) ?? (rows[0] as Row)
    const field =
      top === 'items'
        ? `items.${third}`
        : top === 'addresses'
          ? `address.${third}`
          : top === 'custom_fields'
            ? `custom_fields.${second}`
            : top
    const column = this.#columns.find((one) => one.field === field)
    const placed = column || pointer === '' ? detail : msg`${pointer}: ${detail}`
    const cell = column && cellOf(column, row.cells)
    const sentence = isEmptyCell(cell) ? placed : msg`${quoted(cell as Cell)} ${placed}`
    return this.#cellError(row, column, code, sentence)
  }

  #cellError(
    { line }: Row,
    column: Taken | undefined,
    code: FieldErrorCode | string,
    text: Message,
  ): CellError {
    const detail = text.in(this.#language)
    const { letter = null, heading, field = null } = column ?? {}
    return { line, letter, heading: heading || null, field, code, detail }
  }
}
