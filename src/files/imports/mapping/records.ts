import { isDeepStrictEqual } from 'node:util'
import type { FaultCode } from '../../../base/fault-codes.ts'
import { type Language, say, type Text } from '../../../texts/text.ts'
import { type Cell, columnOf, isEmptyCell, isEmptyRow, type Row } from '../reading/rows.ts'
import type { Layout } from './columns.ts'
import type { ImportField } from './field.ts'
import { fieldNamed } from './fields.ts'
import { cellValue, type Form, quoted, UnreadableCell } from './values.ts'

/** What is wrong with a record, and where it stands in the file. */
export interface CellFault {
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
  body: Record<string, unknown>
  /** Why it can't be written; then the body is not whole. */
  faults: CellFault[]
}

/** A column that something is taken from. */
interface Taken {
  at: number
  letter: string
  heading: string
  field: string
  form: Form
}

type Values = Map<Taken, unknown>

/** How the rows of a table become records. */
export class RecordReader {
  readonly #resource: string
  readonly #columns: Taken[]
  readonly #code: Taken | undefined
  readonly #mostRows: number
  readonly #language: Language

  /**
   * @param declared what the account has declared
   * @param mostRows lines that may be of one order
   * @param language what faults are told in
   */
  constructor(
    resource: string,
    { columns }: Layout,
    declared: readonly ImportField[],
    mostRows: number,
    language: Language,
  ) {
    this.#language = language
    this.#resource = resource
    this.#mostRows = mostRows
    this.#columns = columns.flatMap(({ field, letter, heading, decimal, dates }) => {
      const known = field === null ? undefined : fieldNamed(resource, field, declared)
      const at = columnOf(letter)
      if (!known || at === undefined) return []
      return [
        { at, letter, heading, field: known.name, form: { kind: known.kind, decimal, dates } },
      ]
    })
    this.#code = this.#columns.find(({ field }) => field === 'fk_id')
  }

  /**
   * The records of these rows. Of orders, neighbours with one code are one; a code that comes again
   * later is refused, as it would replace the first.
   */
  async *records(rows: AsyncIterable<Row>): AsyncGenerator<FileRecord> {
    if (this.#resource !== 'orders') {
      for await (const row of rows) if (!isEmptyRow(row)) yield this.#read([row])
      return
    }
    const codes = new Set<string>()
    let group: Row[] = []
    for await (const row of rows) {
      if (isEmptyRow(row)) continue
      const [first] = group
      const isSame = first && this.#codeOf(first) === this.#codeOf(row) && this.#codeOf(row) !== ''
      if (first && !(isSame && group.length < this.#mostRows)) {
        yield this.#readOrder(group, codes)
        group = []
      }
      group.push(row)
    }
    if (group.length > 0) yield this.#readOrder(group, codes)
  }

  #codeOf({ cells }: Row): string {
    const cell = this.#code && cells[this.#code.at]
    return isEmptyCell(cell) ? '' : String(cell).trim()
  }

  #readOrder(rows: Row[], codes: Set<string>): FileRecord {
    const record = this.#read(rows)
    const code = this.#codeOf(rows[0] as Row)
    if (code !== '' && codes.has(code)) {
      const detail = say`The order ${code} stands further up already: keep the lines of an order together.`
      record.faults.push(this.#fault(rows[0] as Row, this.#code, 'duplicate_fk_id', detail))
    }
    codes.add(code)
    return record
  }

  #read(rows: Row[]): FileRecord {
    const faults: CellFault[] = []
    const values = rows.map((row) => this.#valuesOf(row, faults))
    const [first = new Map()] = values
    for (const [i, row] of rows.entries()) {
      if (!this.#code) continue
      if (this.#codeOf(row) === '') {
        faults.push(this.#fault(row, this.#code, 'required', say`The code is missing.`))
      }
      if (i > 0) this.#compare(row, first, values[i] ?? new Map(), faults)
    }
    return { rows, body: this.#bodyOf(values), faults }
  }

  #valuesOf(row: Row, faults: CellFault[]): Values {
    const values: Values = new Map()
    for (const column of this.#columns) {
      const cell = row.cells[column.at] as Cell
      if (isEmptyCell(cell)) continue
      try {
        const value = cellValue(cell as NonNullable<Cell>, column.form)
        if (value !== null) values.set(column, value)
      } catch (error) {
        if (!(error instanceof UnreadableCell)) throw error
        faults.push(this.#fault(row, column, error.code, error.detail))
      }
    }
    return values
  }

  /** What is said of the order on each of its lines must be the same there. */
  #compare(row: Row, first: Values, values: Values, faults: CellFault[]): void {
    for (const [column, value] of values) {
      if (column.field.startsWith('items.')) continue
      if (!first.has(column)) first.set(column, value)
      else if (!isDeepStrictEqual(first.get(column), value)) {
        const detail = say`differs from ${JSON.stringify(first.get(column))} in another line of the same order.`
        faults.push(this.#fault(row, column, 'lines_differ', detail))
      }
    }
  }

  #bodyOf(lines: Values[]): Record<string, unknown> {
    const body: Record<string, unknown> = {}
    const inside = (prefix: string, values: Values) => {
      const part = Array.from(values, ([{ field }, value]) => [field, value] as const)
        .filter(([field]) => field.startsWith(prefix))
        .map(([field, value]) => [field.slice(prefix.length), value] as const)
      return Object.fromEntries(part)
    }
    const [first = new Map()] = lines
    for (const [{ field }, value] of first) if (!field.includes('.')) body[field] = value
    const custom = inside('custom_fields.', first)
    if (Object.keys(custom).length > 0) body['custom_fields'] = custom
    const address = inside('address.', first)
    if (Object.keys(address).length > 0) {
      body['addresses'] = [{ fk_id: body['fk_id'], ...address }]
    }
    const items = lines.map((values) => inside('items.', values))
    if (this.#columns.some(({ field }) => field.startsWith('items.'))) {
      body['items'] = items
    }
    return body
  }

  /** What the service says of a record's body, as said of the file. */
  faultAt({ rows }: FileRecord, pointer: string, code: string, detail: Text): CellFault {
    const [, top = '', second = '', third = ''] = pointer.split('/')
    const row = (top === 'items' ? rows[Number(second)] : rows[0]) ?? (rows[0] as Row)
    const field =
      top === 'items'
        ? `items.${third}`
        : top === 'addresses'
          ? `address.${third}`
          : top === 'custom_fields'
            ? `custom_fields.${second}`
            : top
    const column = this.#columns.find((one) => one.field === field)
    const placed = column || pointer === '' ? detail : say`${pointer}: ${detail}`
    const cell = column && row.cells[column.at]
    const said = isEmptyCell(cell) ? placed : say`${quoted(cell as Cell)} ${placed}`
    return this.#fault(row, column, code, said)
  }

  #fault(
    { line }: Row,
    column: Taken | undefined,
    code: FaultCode | string,
    text: Text,
  ): CellFault {
    const detail = text.in(this.#language)
    const { letter = null, heading, field = null } = column ?? {}
    return { line, letter, heading: heading || null, field, code, detail }
  }
}
