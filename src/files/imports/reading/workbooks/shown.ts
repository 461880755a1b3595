import Big from 'big.js'
import { type BadCell, type Cell, serialTime } from '../rows.ts'
import { clockText, codeText, type NumberFormat, shownBy } from './number-format.ts'

// What a cell of a workbook shows, as the value that is read of it.

/** @param isFrom1904 whether days are counted from 1904 on */
export function shownNumber(number: number, format: NumberFormat, isFrom1904 = false): Cell {
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

export const bad = (why: BadCell['bad'], shown = ''): BadCell => ({ bad: why, shown })

/** A formula that was never computed has a value that the file does not say. */
export const missing = (hasFormula: boolean): Cell => (hasFormula ? bad('formula') : null)

/** @param text what was read as the date */
export const dateOr = (date: Date, text: string): Cell =>
  Number.isNaN(date.getTime()) ? bad('unreadable', text) : date

/** The clock that a serial number shows. Lotus had a 29 February 1900, and so do spreadsheets. */
function dateOf(serial: number, isFrom1904: boolean): Cell {
  const day = isFrom1904 ? serial + 1462 : serial > 0 && serial < 60 ? serial + 1 : serial
  return dateOr(serialTime(serial < 0 ? Number.NaN : day), String(serial))
}
