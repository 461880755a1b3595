import { documentCode } from '../mapping/values.ts'
import { isEmptyCell, type Row } from '../reading/rows.ts'
import { codeOf } from './order-lines.ts'
import { cellOf, type Taken } from './taken.ts'

/** What rows call the records that they are of. */
export class RowNames {
  readonly #code: Taken | undefined
  /** Where exports have the service's own number of a record, which names one without a code. */
  readonly #id: Taken | undefined
  /** Codes that stand beside such numbers: a line with the number alone is of the same order. */
  readonly #codes = new Map<string, string>()

  constructor(code: Taken | undefined, id: Taken | undefined) {
    this.#code = code
    this.#id = id
  }

  /** The code of a row's record, as it is compared and stored; '' where it has none. */
  codeOf({ cells }: Row): string {
    const cell = this.#code && cellOf(this.#code, cells)
    const isTaxId = this.#code?.form.kind === 'document_code' && !isEmptyCell(cell)
    return codeOf(isTaxId ? documentCode(String(cell)) : cell)
  }

  /** The number of a row's record as a text that no code is, such as `id:42`; '' where it has none. */
  idOf({ cells }: Row): string {
    const id = this.#id ? codeOf(cells[this.#id.at]) : ''
    return id === '' ? '' : `id:${id.replace(/^0+/, '')}`
  }

  /** What the record of a row is called: its code, or else its number. */
  nameOf(row: Row): string {
    const [code, id] = [this.codeOf(row), this.idOf(row)]
    if (code !== '' && id !== '' && !this.#codes.has(id)) this.#codes.set(id, code)
    return code || (this.#codes.get(id) ?? id)
  }
}
