import Big from 'big.js'
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { type BadCell, type Cell, columnOf, serialTime } from '../rows.ts'
import { clockText, codeText, type NumberFormat, shownBy } from './number-format.ts'
import { type Archive, attribute, unescaped, type Workbook } from './xlsx-parts.ts'

/** A row of a sheet. */
export interface SheetRow {
  /** Counted from 0. */
  index: number
  values: Cell[]
}

/** The last row that a sheet can have, and its last column. */
const MAX_ROW = 1_048_576
const MAX_COLUMN = 16_384

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
 * The rows of a sheet as it shows them.
 * @throws UnreadableFile
 */
export async function* sheetRows(
  archive: Archive,
  path: string,
  workbook: Workbook,
): AsyncGenerator<SheetRow> {
  const parser = new SaxesParser({ xmlns: true })
  const ready: SheetRow[] = []
  let row: SheetRow = { index: -1, values: [] }
  let cell: Open | undefined
  let isText = false
  let isSaid = false
  parser.on('opentag', (tag) => {
    if (tag.local === 'row') {
      row = { index: rowOf(tag, row.index + 1), values: [] }
    } else if (tag.local === 'c') {
      cell = {
        column: placeOf(attribute(tag, 'r')) ?? row.values.length,
        type: attribute(tag, 't') ?? 'n',
        style: Number(attribute(tag, 's') ?? 0),
        hasFormula: false,
        hasValue: false,
        text: '',
      }
    } else if (cell) {
      if (tag.local === 'f') cell.hasFormula = true
      // How a text is said is no part of it.
      if (tag.local === 'rPh') isSaid = true
      if (tag.local === 'v' || tag.local === 't') cell.hasValue = isText = !isSaid
    }
  })
  parser.on('text', (text) => {
    if (cell && isText) cell.text += text
  })
  parser.on('closetag', ({ local }) => {
    if (local === 'v' || local === 't') isText = false
    if (local === 'rPh') isSaid = false
    if (local === 'c' && cell) {
      while (row.values.length < cell.column) row.values.push(null)
      row.values[cell.column] = shownValue(cell, workbook)
      cell = undefined
    }
    if (local === 'row' && row.index < MAX_ROW) ready.push(row)
  })
  for await (const _ of archive.parse(path, parser)) yield* ready.splice(0)
  yield* ready.splice(0)
}

function rowOf(tag: SaxesTagNS, next: number): number {
  const said = attribute(tag, 'r')
  return said !== undefined && /^\d{1,7}$/.test(said) ? Number(said) - 1 : next
}

/** The place of `AB12`, from 0 on; undefined where it says none that a sheet has. */
function placeOf(reference: string | undefined): number | undefined {
  const [, letters = ''] = /^([A-Z]{1,3})\d*$/.exec(reference ?? '') ?? []
  const place = columnOf(letters)
  return place !== undefined && place < MAX_COLUMN ? place : undefined
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

function shownNumber(number: number, format: NumberFormat, isFrom1904: boolean): Cell {
  const shown = shownBy(format, number)
  switch (shown.shows) {
    case 'date':
      return dateOf(number, isFrom1904)
    case 'time':
    case 'elapsed':
      return clockText(number, shown.shows === 'time') ?? bad('unreadable', String(number))
    case 'percent':
      return { percent: Number(new Big(number.toPrecision(15)).times(100).toPrecision(15)) }
    case 'scaled':
      return bad('scaled', String(number))
    case 'code':
      return codeText(number, shown.signs) ?? number
    case 'number':
      return number
  }
}

const bad = (why: BadCell['bad'], shown = ''): BadCell => ({ bad: why, shown })

/** A formula that was never computed has a value that the file does not say. */
const missing = (hasFormula: boolean): Cell => (hasFormula ? bad('formula') : null)

const dateOr = (date: Date, text: string): Cell =>
  Number.isNaN(date.getTime()) ? bad('unreadable', text) : date

/** The clock that a serial number shows. Lotus had a 29 February 1900, and so do spreadsheets. */
function dateOf(serial: number, isFrom1904: boolean): Cell {
  const day = isFrom1904 ? serial + 1462 : serial > 0 && serial < 60 ? serial + 1 : serial
  return dateOr(serialTime(serial < 0 ? Number.NaN : day), String(serial))
}
