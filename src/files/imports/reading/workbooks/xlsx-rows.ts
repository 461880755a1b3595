import type { SaxesTagNS } from 'saxes'
import { type Cell, columnOf, MAX_CELL, MAX_COLUMNS, putCell, tooManyCells } from '../rows.ts'
import { type Archive, attribute, type Handlers } from './archive.ts'
import { MAX_ROWS, type SheetRow } from './sheet.ts'
import { bad, dateOr, missing, shownNumber } from './shown.ts'
import { readWorkbook, unescaped, type Workbook } from './xlsx-parts.ts'

/** A cell while it is read. */
interface Open {
  column: number
  type: string
  style: number
  hasFormula: boolean
  hasValue: boolean
  text: string
}

/**
 * The rows of a sheet of a workbook (.xlsx) as it shows them.
 * @param width columns that somebody looks at
 * @throws UnreadableFile
 */
export async function* xlsxRows(
  archive: Archive,
  place: number,
  width = MAX_COLUMNS,
): AsyncGenerator<SheetRow> {
  const workbook = await readWorkbook(archive)
  const { path = '' } = workbook.sheets[place] ?? {}
  const ready: SheetRow[] = []
  let row: SheetRow = { index: -1, values: [] }
  let cell: Open | undefined
  let next = 0
  let isText = false
  let isSaid = false
  const handlers: Handlers = {
    open(tag) {
      if (tag.local === 'row') {
        row = { index: rowOf(tag, row.index + 1), values: [] }
        next = 0
      } else if (tag.local === 'c') {
        cell = openCell(tag, row.index, next)
        next = cell.column + 1
      } else if (cell) {
        if (tag.local === 'f') cell.hasFormula = true
        // How a text is said is no part of it.
        if (tag.local === 'rPh') isSaid = true
        if (tag.local === 'v' || tag.local === 't') cell.hasValue = isText = !isSaid
      }
    },
    text(text) {
      if (cell && isText && cell.text.length <= MAX_CELL) cell.text += text.slice(0, MAX_CELL + 1)
    },
    close({ local }) {
      if (local === 'v' || local === 't') isText = false
      if (local === 'rPh') isSaid = false
      if (local === 'c' && cell) {
        putCell(row.values, cell.column, shownValue(cell, workbook), width)
        cell = undefined
      }
      if (local === 'row' && row.index < MAX_ROWS) ready.push(row)
    },
  }
  for await (const _ of archive.parse(path, handlers)) yield* ready.splice(0)
  yield* ready.splice(0)
}

function openCell(tag: SaxesTagNS, index: number, next: number): Open {
  const column = placeOf(attribute(tag, 'r')) ?? next
  if (column >= MAX_COLUMNS) throw tooManyCells(index + 1)
  return {
    column,
    type: attribute(tag, 't') ?? 'n',
    style: Number(attribute(tag, 's') ?? 0),
    hasFormula: false,
    hasValue: false,
    text: '',
  }
}

function rowOf(tag: SaxesTagNS, next: number): number {
  const rowNumber = attribute(tag, 'r')
  return rowNumber !== undefined && /^\d{1,7}$/.test(rowNumber) ? Number(rowNumber) - 1 : next
}

/** The place of `AB12`, from 0 on; undefined where it says none that a sheet has. */
function placeOf(reference: string | undefined): number | undefined {
  const [, letters = ''] = /^([A-Z]{1,3})\d*$/.exec(reference ?? '') ?? []
  const place = columnOf(letters)
  return place !== undefined && place < MAX_COLUMNS ? place : undefined
}

/** What a cell shows. */
function shownValue(cell: Open, workbook: Workbook): Cell {
  const { type, text, hasFormula, hasValue } = cell
  if (type === 'e') return bad('error', text || '#N/A')
  if (!hasValue) return missing(hasFormula)
  if (type === 's') return workbook.texts[Number(text || Number.NaN)] ?? bad('unreadable', text)
  if (type === 'inlineStr' || type === 'str') return unescaped(text)
  if (text.trim() === '') return missing(hasFormula)
  if (type === 'b') return text === '1' || text === 'true'
  if (type === 'd')
    return dateOr(new Date(/[zZ]$|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`), text)
  const number = Number(text)
  if (!Number.isFinite(number)) return bad('unreadable', text)
  // Programs that compute nothing write 0 and that all is to be computed.
  if (hasFormula && number === 0 && workbook.isUncomputed) return bad('formula')
  return shownNumber(number, workbook.formats[cell.style] ?? [], workbook.isFrom1904)
}
