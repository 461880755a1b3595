import { bareDocument } from '../../../base/values/check-digits.ts'
import { holdsTaxId, type Reading } from '../mapping/columns.ts'
import { bareNumber } from '../mapping/marks.ts'
import { headingKey } from '../mapping/words.ts'
import { type Cell, isEmptyCell, type Row } from '../reading/rows.ts'

// What content tells where headings do not: it is offered, and nothing is taken by it.

/** Words of headings above codes. */
const CODE =
  /\b(?:codigo|id|identificador|sku|referencia|ref|matricula|chave|key|numero|registro|pedido|order|ean|gtin)\b/
const DATE = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ].*)?$/
const FIGURE = /^[+-]?\d[\d.,]*$/

/**
 * Whether a row can be one of headings, though none of them is known: no heading is a number, a date,
 * an address of e-mail or a CPF or CNPJ.
 */
export function mayBeHeadings({ cells }: Row): boolean {
  return cells.every((cell) => {
    if (isEmptyCell(cell)) return true
    if (typeof cell !== 'string') return false
    const text = cell.trim()
    const isValue = DATE.test(text) || FIGURE.test(bareNumber(text)) || /\S@\S/.test(text)
    return !isValue && bareDocument(text) === undefined
  })
}

/** Most of the rows have it, as codes are written: short, and of one word. */
function isLikeCodes(cells: Cell[]): boolean {
  const filled = cells.filter((cell) => !isEmptyCell(cell))
  if (filled.length === 0 || filled.length < cells.length * 0.9) return false
  return filled.every((cell) => {
    const text = String(cell).trim()
    const isCode = typeof cell === 'number' ? Number.isInteger(cell) : typeof cell === 'string'
    return isCode && text.length <= 60 && !/\s/.test(text) && !DATE.test(text) && !/@|,/.test(text)
  })
}

/** Whether no value comes again; of orders, whose lines have one code, but further down. */
function isDistinct(cells: Cell[], isOfOrders: boolean): boolean {
  const texts = cells.filter((cell) => !isEmptyCell(cell)).map((cell) => String(cell).trim())
  const runs = isOfOrders ? texts.filter((text, i) => text !== texts[i - 1]) : texts
  return new Set(runs).size === runs.length
}

/**
 * The columns that may be the code where none has its heading: those that say so, else those of CPF
 * and CNPJ, else those with another short text in each row.
 */
export function codeColumns(resource: string, columns: Reading[], rows: Row[]): Reading[] {
  const isOfOrders = resource === 'orders'
  const cellsOf = (column: Reading) =>
    rows.map(({ cells }) => cells[columns.indexOf(column)] ?? null)
  const likely = columns.filter((column) => {
    const cells = cellsOf(column)
    return !column.isLeftOut && isLikeCodes(cells) && isDistinct(cells, isOfOrders)
  })
  const free = likely.filter(({ field }) => field === null)
  const named = free.filter(({ heading }) => CODE.test(headingKey(heading)))
  if (named.length > 0) return named
  const ofTaxIds = isOfOrders ? [] : columns.filter(holdsTaxId)
  return ofTaxIds.length > 0 ? ofTaxIds : free
}
