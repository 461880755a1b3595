import { readDecimal } from '../../text/decimals.ts'
import type { Language } from '../../text/language.ts'
import { type Cell, kindOf } from './columns.ts'
import { blankLine, type Line, withBlank, withCell, withProduct, withUnread } from './draft.ts'

export type Column = 'product' | 'description' | Cell

/** Cells of a spreadsheet as it puts them on the clipboard; undefined of what is a single cell. */
export function cellsOf(text: string): string[][] | undefined {
  const rows = text.replace(/\r?\n$/, '').split(/\r?\n/)
  if (rows.length === 1 && !text.includes('\t')) return undefined
  return rows.map((row) => row.split('\t').map((cell) => cell.trim()))
}

/**
 * The lines with cells pasted over them, from a place on to the right and down. Products are named
 * by their codes, which the service looks up. What can't be read stays in its cell as it was pasted.
 * @returns also the lines that came
 */
export function pasted(
  lines: readonly Line[],
  rows: readonly string[][],
  at: { line: number; columns: readonly Exclude<Column, 'description'>[] },
  language: Language,
): { lines: readonly Line[]; came: readonly Line[] } {
  const { line: first, columns } = at
  const isHeading = (row: readonly string[]) =>
    rows.length > 1 &&
    row.some((text, i) => columns[i] !== 'product' && text !== '') &&
    row.every((text, i) => columns[i] === 'product' || !/\d/.test(text))
  const given = rows.filter((row, place) => place > 0 || !isHeading(row))
  const came = given
    .filter((row) => row.some((text) => text !== ''))
    .map((row, place) =>
      row.reduce(
        (line, text, i) => {
          const column = columns[i]
          return column === undefined || text === '' ? line : withText(line, column, text, language)
        },
        lines[first + place] ?? blankLine(),
      ),
    )
  const next = [...lines.slice(0, first), ...came, ...lines.slice(first + came.length)]
  return { lines: withBlank(next), came }
}

function withText(line: Line, column: 'product' | Cell, text: string, language: Language): Line {
  if (column === 'product') return withProduct(line, { id: null, name: '', fk_id: text })
  const value = readDecimal(text, language, kindOf(column))
  return value === undefined ? withUnread(line, column, text) : withCell(line, column, value)
}
