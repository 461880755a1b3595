import { readDecimal } from '../../text/decimals.ts'
import type { Language } from '../../text/language.ts'
import { type Cell, kindOf } from './columns.ts'
import { blankLine, type Line, withBlank, withCell } from './draft.ts'

export type Column = 'product' | 'description' | Cell

/** Cells of a spreadsheet as it puts them on the clipboard; undefined of what is a single cell. */
export function cellsOf(text: string): string[][] | undefined {
  const rows = text.replace(/\r?\n$/, '').split(/\r?\n/)
  if (rows.length === 1 && !text.includes('\t')) return undefined
  return rows.map((row) => row.split('\t').map((cell) => cell.trim()))
}

/**
 * The lines with cells pasted over them, from a place on to the right and down. Products are named
 * by their codes, which the service looks up.
 * @returns also how many lines came, and the cells that are no numbers: they stay empty
 */
export function pasted(
  lines: readonly Line[],
  rows: readonly string[][],
  at: { line: number; columns: readonly Exclude<Column, 'description'>[] },
  language: Language,
): { lines: readonly Line[]; count: number; unreadable: string[] } {
  const { line: first, columns } = at
  const unreadable: string[] = []
  const isHeading = (row: readonly string[]) =>
    rows.length > 1 &&
    row.some((text, i) => columns[i] !== 'product' && text !== '') &&
    row.every((text, i) => columns[i] === 'product' || !/\d/.test(text))
  const given = rows.filter((row, place) => place > 0 || !isHeading(row))
  const filled = given
    .filter((row) => row.some((text) => text !== ''))
    .map((row, place) => {
      let line = lines[first + place] ?? blankLine()
      for (const [i, text] of row.entries()) {
        const column = columns[i]
        if (column === undefined || text === '') continue
        if (column === 'product') {
          line = { ...line, product: { id: null, name: '', fk_id: text } }
          continue
        }
        const value = readDecimal(text, language, kindOf(column))
        if (value === undefined) unreadable.push(text)
        else line = withCell(line, column, value)
      }
      // A quantity that can't be read stays empty, and one that is not there is one.
      const isGiven = row.some((text, i) => columns[i] === 'quantity' && text !== '')
      return line.cells.quantity === '' && !isGiven ? withCell(line, 'quantity', '1') : line
    })
  const next = [...lines.slice(0, first), ...filled, ...lines.slice(first + filled.length)]
  return { lines: withBlank(next), count: filled.length, unreadable }
}
