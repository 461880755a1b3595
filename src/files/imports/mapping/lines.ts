import Big from 'big.js'
import { type Message, msg, numeral } from '../../../texts/message.ts'
import { type Cell, isEmptyCell, MOST_COLUMNS, type Row } from '../reading/rows.ts'
import type { Layout } from './columns.ts'
import { bareNumber } from './marks.ts'
import { UnreadableCell } from './unreadable.ts'
import { cellValue } from './values.ts'
import type { Warnings } from './warnings.ts'
import { textOf } from './words.ts'

const COUNTED = /^\d[\d.,]*\s+\p{L}[\p{L}.()]*$/u
const isFigure = (text: string) =>
  /^[+-]?[\d.,]*$/.test(bareNumber(text)) || /^[-–—]+$/.test(text) || COUNTED.test(text)
const RULE = /^[-=_*~–—.\s]{3,}$/
const TOTAL =
  /^(?:sub-?\s?totais|sub-?\s?total|totais|total|total (?:geral|general)|grand total)\s*:?$/i
const FOOTER =
  /^(?:p[áa]g(?:ina|\.)?\s*:?\s*\d+(?:\s*(?:de|\/)\s*\d+)?|page\s+\d+(?:\s*(?:of|\/)\s*\d+)?|fim do relat[óo]rio|end of report|(?:emitido|impresso|gerado) em\b.*\d.*)$/i

type Skipped = 'headings_skipped' | 'rules_skipped' | 'totals_skipped' | 'footers_skipped'

/**
 * Whether a line of a report is no record: its headings again, a rule, a total, the foot of a page.
 * Only what can be nothing else is one of these.
 */
function skippedAs(
  texts: string[],
  headings: readonly string[],
  isHeaded: boolean,
): Skipped | undefined {
  const filled = texts.filter((text) => text !== '')
  const [first = ''] = filled
  const known = headings.filter((heading) => heading !== '')
  const isHeading = isHeaded && headings.every((heading, i) => (texts[i] ?? '') === heading)
  if (isHeading && known.length > 1 && filled.length === known.length) return 'headings_skipped'
  if (filled.length > 0 && filled.every((text) => RULE.test(text))) return 'rules_skipped'
  if (TOTAL.test(first) && filled.slice(1).every(isFigure)) return 'totals_skipped'
  if (known.length > 1 && filled.length === 1 && FOOTER.test(first)) return 'footers_skipped'
  return undefined
}

/** Those of the rows that are records, or should be. What is left out is told. */
export async function* recordRows(
  rows: AsyncIterable<Row>,
  layout: Layout,
  warnings?: Warnings,
): AsyncGenerator<Row> {
  const headings = layout.columns.map(({ heading }) => heading)
  for await (const row of rows) {
    // A record is one, whatever it is called.
    const code = row.of
      ? undefined
      : skippedAs(row.cells.map(textOf), headings, layout.header_line > 0)
    if (code) warnings?.note({ code, line: row.line })
    else {
      if (warnings) noteUntaken(row, layout, warnings)
      yield row
    }
  }
}

const UNTAKEN = {
  amounts: 'amounts_not_taken',
  percentages: 'percentages_not_taken',
  dates: 'dates_not_taken',
  own: 'set_by_service',
} as const

/** What stands in columns that no field takes, and should perhaps not be lost. */
function noteUntaken({ cells, line }: Row, { columns }: Layout, warnings: Warnings): void {
  for (const [i, { holds, letter, heading, decimal = null }] of columns.entries()) {
    const cell = cells[i] as Cell
    if (!holds || isEmptyCell(cell)) continue
    if (holds === 'own') {
      warnings.note({ code: UNTAKEN[holds], column: { letter, heading }, line })
      continue
    }
    const kind = holds === 'dates' ? 'date' : 'decimal'
    const value = readAs(cell as NonNullable<Cell>, kind, decimal)
    // A zero is no loss.
    if (value === null || value === 0) continue
    const sum = holds === 'amounts' ? { sum: new Big(value as number).toFixed() } : {}
    warnings.note({ code: UNTAKEN[holds], column: { letter, heading }, line, ...sum })
  }
}

function readAs(cell: NonNullable<Cell>, kind: 'date' | 'decimal', decimal: ',' | '.' | null) {
  try {
    return cellValue(cell, { kind, decimal })
  } catch (error) {
    if (error instanceof UnreadableCell) return null
    throw error
  }
}

/** Why a row can't be a record of this table, though its cells may be read. */
export function rowError(
  { cells, of }: Row,
  { header_line, columns }: Layout,
): Message | undefined {
  const width = columns.findLastIndex(({ heading, field }) => heading !== '' || field !== null) + 1
  const last = cells.findLastIndex((cell) => !isEmptyCell(cell)) + 1
  if (header_line > 0 && last > width) {
    if (last > MOST_COLUMNS) {
      return msg`The line has more than ${numeral(MOST_COLUMNS)} cells below ${width} headings: a text or a number with the separator in it needs quotation marks.`
    }
    return msg`The line has ${last} cells below ${width} headings: a text or a number with the separator in it needs quotation marks.`
  }
  const first = cells.map(textOf).find((text) => text !== '') ?? ''
  return !of && TOTAL.test(first)
    ? msg`The line begins like one of totals, and has more than figures: leave it out of the file, or write another code.`
    : undefined
}
