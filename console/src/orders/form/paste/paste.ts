import { readDecimal } from '../../../text/decimals.ts'
import type { Language } from '../../../text/languages.ts'
import { blankLine, type Line, withBlank, withCell, withProduct, withUnread } from '../draft.ts'
import { type Cell, kindOf } from '../items/columns.ts'

export type Column = 'product' | 'description' | Cell

/**
 * Cells of a spreadsheet as it puts them on the clipboard; undefined of what is a single cell. A cell
 * with a line end in it stands in quotation marks.
 */
export function cellsOf(clipboard: string): string[][] | undefined {
  const text = clipboard.replaceAll(/\r\n?/g, '\n')
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/gy
  const rows: string[][] = [[]]
  for (let at = 0; at < text.length; at = cell.lastIndex) {
    cell.lastIndex = at
    const found = cell.exec(text)
    if (!found) break
    const [, quoted, plain = '', end] = found
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).replaceAll(/\s+/g, ' ').trim())
    if (end === '\n') rows.push([])
  }
  const filled = rows.filter((row) => row.some((one) => one !== ''))
  if (filled.length === 0 || (filled.length === 1 && filled[0]?.length === 1)) return undefined
  return filled
}

/**
 * The lines with cells pasted over them, from a line on down. Products are named by their codes,
 * which the service looks up. What can't be read stays in its cell as it was pasted.
 * @param columns what each column of the cells is; undefined: not used
 * @returns also the lines that came
 */
export function pasted(
  lines: readonly Line[],
  rows: readonly (readonly string[])[],
  at: { line: number; columns: readonly (Column | undefined)[] },
  language: Language,
): { lines: readonly Line[]; came: readonly Line[] } {
  const { line: first, columns } = at
  // The product first: what the line had of another one's price goes.
  const order = columns.flatMap((column, i) => (column === undefined ? [] : [{ column, i }]))
  order.sort((a, b) => Number(b.column === 'product') - Number(a.column === 'product'))
  const came = rows.map((row, place) =>
    order.reduce(
      (line, { column, i }) => {
        const text = row[i] ?? ''
        return text === '' ? line : withText(line, column, text, language)
      },
      lines[first + place] ?? blankLine(),
    ),
  )
  const next = [...lines.slice(0, first), ...came, ...lines.slice(first + came.length)]
  return { lines: withBlank(next), came }
}

function withText(line: Line, column: Column, text: string, language: Language): Line {
  if (column === 'product') {
    if (line.product?.fk_id === text) return line
    const named = withProduct(line, { id: null, name: '', fk_id: text })
    return line.product === null ? named : { ...withCell(named, 'price', ''), today: null }
  }
  if (column === 'description') return { ...line, description: text }
  const value = readDecimal(text, language, kindOf(column))
  return value === undefined ? withUnread(line, column, text) : withCell(line, column, value)
}
