import type { Reader } from '../../database/database.ts'
import { type Language, msg } from '../../texts/message.ts'
import { guarded } from '../apostrophes.ts'
import { REASON_HEADINGS } from '../headings.ts'
import { quoted } from '../quoting.ts'
import { holdsReasons, type Layout } from './mapping/columns.ts'
import { type Cell, isBad, isPercent } from './reading/rows.ts'
import type { Separator } from './reading/separator.ts'
import type { CellError } from './records/records.ts'
import { import_refusals_after } from './sql.ts'

/** Refused records that are in memory at once. */
const PAGE = 200

/** What was found out of a file. */
export interface FoundOut extends Layout {
  /** Of a text file. */
  separator: Separator | null
  /** Of a workbook: the sheet that is read, and those that can be seen. */
  sheet: string | null
  sheets: string[]
}

/**
 * The refused lines of an import as a file of its own, with a last column that says why.
 * @param layout as it is kept; null where the file was not read that far
 */
export async function* refusedFile(
  db: Reader,
  account_id: number,
  id: number,
  layout: string | null,
  language: Language,
): AsyncGenerator<string> {
  const found = layout === null ? undefined : (JSON.parse(layout) as FoundOut)
  const separator = found?.separator ?? ';'
  const columns = found?.columns ?? []
  const shown = columns.flatMap((column, i) => (holdsReasons(column) ? [] : [i]))
  const line = (cells: string[]) => `${cells.map(safeCell).join(separator)}\r\n`
  const headings = shown.map((i) => columns[i]?.heading ?? '')
  const isHeaded = headings.some((heading) => heading !== '') || found?.header_line !== 0
  // The mark tells spreadsheets that it is UTF-8.
  yield isHeaded ? `\uFEFF${line([...headings, REASON_HEADINGS[language]])}` : '\uFEFF'
  for (let after = 0; ; ) {
    const page = await import_refusals_after(db, [account_id, id, after, PAGE])
    for (const { line: at, rows, faults } of page) {
      const errors = JSON.parse(faults) as CellError[]
      const texts = JSON.parse(rows) as { line: number; cells: string[] }[]
      for (const row of texts) {
        const cells = shown.map((column) => row.cells[column] ?? '')
        const why = errors.filter((one) => one.line === row.line).map(reasonOf)
        yield line([
          ...cells,
          why.join(' ') || msg`Another line of the same record is refused.`.in(language),
        ])
      }
      after = at
    }
    if (page.length < PAGE) return
  }
}

function reasonOf({ heading, letter, field, detail }: CellError): string {
  if (!heading && !letter) return detail
  const own = field?.startsWith('custom_fields.') && field !== heading ? ` (${field})` : ''
  return `${heading ?? letter}${own}: ${detail}`
}

/** What a spreadsheet takes for a formula is kept from it by an apostrophe, which reading drops. */
function safeCell(text: string): string {
  return quoted(/^-?[\d.,]+$/.test(text) ? text : guarded(text))
}

/** A cell as it can be written to a text file and read from there as the same. */
export function cellText(cell: Cell, decimal: ',' | '.'): string {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? 'Sim' : 'Não'
  if (cell instanceof Date)
    return cell.toISOString().slice(0, 19).replace('T00:00:00', '').replace('T', ' ')
  if (typeof cell === 'string') return cell
  if (isBad(cell)) return cell.shown
  if (isPercent(cell)) return `${cellText(cell.percent, decimal)}%`
  const text = String(Number(cell.toPrecision(15)))
  // With three decimals it might be taken for thousands.
  const whole = /\.\d{3}$/.test(text) ? `${text}0` : text
  return decimal === ',' ? whole.replace('.', ',') : whole
}
