import { Readable } from 'node:stream'
import Big from 'big.js'
import yazl from 'yazl'
import type { Exported, ExportStyle } from '../../../http/lists/exports.ts'
import type { Language } from '../../../texts/message.ts'
import type { Column } from '../columns.ts'
import type { Kind } from '../kinds.ts'
import { cellMaker, digitsOf, formOf, localTimes, rowsOf, textOf } from './rows.ts'
import { columnName, escaped, sheetEnd, sheetStart, styles, workbookParts } from './xlsx-parts.ts'

/** What spreadsheets show of one sheet; what comes behind goes into the next. */
const MOST_ROWS = 1_048_576
/** What one cell takes. */
const MOST_TEXT = 32_767
/** Whole numbers beyond this lose digits in a spreadsheet, which keeps 15. */
const MOST_DIGITS = 15
const CHUNK = 65_536

interface Style extends Pick<ExportStyle, 'language' | 'time_zone'>, Pick<Exported, 'called'> {
  /** What one sheet takes, its heading included. */
  mostRows?: number
}

/**
 * Records as a workbook (ECMA-376), written as it goes. Libraries that stream are not kept any
 * more (exceljs, xlsx-write-stream), or hold all rows; the few parts that are needed are written
 * here and packed by `yazl`.
 */
export function xlsxOf(
  parts: AsyncIterable<string[]>,
  columns: Column[],
  { called, language = 'pt-BR', time_zone, mostRows = MOST_ROWS }: Style,
): AsyncIterable<Uint8Array> {
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  // What reads the parts fails, and with it the file.
  ;(zip as unknown as NodeJS.EventEmitter).on('error', (error: Error) => output.destroy(error))
  const options = { compressionLevel: 2 }
  const rows = rowTexts(parts, columns, language, localTimes(time_zone))
  const name = called[language]
  const addSheet = (number: number) => {
    const sheet = { isLast: true, mostRows }
    const text = Readable.from(sheetText(rows, columns, language, sheet), { objectMode: false })
    text.once('end', () => {
      if (!sheet.isLast) return addSheet(number + 1)
      const texts = { ...workbookParts(name, number), 'xl/styles.xml': styles(language) }
      for (const [path, content] of Object.entries(texts)) {
        zip.addBuffer(Buffer.from(content), path, options)
      }
      zip.end()
    })
    text.once('error', (error) => output.destroy(error))
    output.once('close', () => text.destroy())
    zip.addReadStream(text, `xl/worksheets/sheet${number}.xml`, options)
  }
  addSheet(1)
  return output
}

/** One sheet, as far as rows fit; then it says that there are more. */
async function* sheetText(
  rows: AsyncIterator<RowText>,
  columns: Column[],
  language: Language,
  sheet: { isLast: boolean; mostRows: number },
): AsyncGenerator<string> {
  const headings = columns.map(({ headings }) => headings[language])
  const widths = columns.map(({ kind }, i) => widthOf(kind, headings[i] ?? ''))
  let chunk = sheetStart(widths)
  chunk += `<row r="1">${headings.map((text, i) => `<c r="${columnName(i)}1${textCell(text, HEADING)}`).join('')}</row>`
  for (let number = 2; number <= sheet.mostRows; number++) {
    const next = await rows.next()
    if (next.done) break
    chunk += `<row r="${number}">${next.value(number)}</row>`
    if (number === sheet.mostRows) sheet.isLast = false
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = ''
  }
  yield chunk + sheetEnd
}

/** A row's cells, once it is known which row it is. */
type RowText = (row: number) => string

async function* rowTexts(
  parts: AsyncIterable<string[]>,
  columns: Column[],
  language: Language,
  localTime: (instant: string) => Date,
): AsyncGenerator<RowText> {
  const starts = columns.map((_, i) => `<c r="${columnName(i)}`)
  const cellsOf = cellMaker(columns, (value, kind) => cellOf(value, kind, language, localTime))
  for await (const records of parts) {
    for (const json of records) {
      for (const row of rowsOf(json, columns)) {
        const cells = cellsOf(row)
        yield (number) =>
          cells.map((cell, i) => (cell === '' ? '' : `${starts[i]}${number}${cell}`)).join('')
      }
    }
  }
}

const HEADING = 1
/** Places in the list of styles: `styles` of `xlsx-parts.ts`. */
const styleOf: Partial<Record<Kind, number>> = {
  date: 2,
  money: 3,
  quantity: 4,
  unit_price: 5,
  code: 6,
  day: 7,
}

/** A cell from behind its place on; empty where there is none. */
function cellOf(
  value: unknown,
  kind: Kind,
  language: Language,
  localTime: (instant: string) => Date,
): string {
  const style = styleOf[kind]
  const form = formOf(value, kind)
  if (form === 'date' || form === 'day') {
    const local = form === 'day' ? new Date(`${value}T00:00:00Z`) : localTime(String(value))
    const serial = serialOf(local)
    return serial === undefined ? textCell(String(value)) : numberCell(serial, style)
  }
  if (form === 'text') return textCell(textOf(value, kind, language), style)
  const digits = digitsOf(value)
  if (hasAllDigits(digits, kind)) return numberCell(digits, style)
  return textCell(language === 'en' ? digits : digits.replace('.', ','), styleOf.code)
}

/** Whether a spreadsheet keeps all digits of a number. Amounts of the service's own have no more. */
function hasAllDigits(digits: string, kind: Kind): boolean {
  if (kind === 'number') return new Big(digits).c.length <= MOST_DIGITS
  return kind !== 'integer' || digits.length <= MOST_DIGITS
}

const styled = (style: number | undefined) => (style === undefined ? '' : ` s="${style}"`)

function numberCell(value: string | number, style: number | undefined): string {
  return `"${styled(style)}><v>${value}</v></c>`
}

function textCell(text: string, style?: number): string {
  if (text === '') return ''
  const fitting = text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT - 1)}…` : text
  // Else the space at its ends is none.
  const space = /^\s|\s$|\n/.test(fitting) ? ' xml:space="preserve"' : ''
  return `"${styled(style)} t="inlineStr"><is><t${space}>${escaped(fitting)}</t></is></c>`
}

const DAY_MS = 86_400_000
/** The number of 1970-01-01. */
const EPOCH = 25_569
/** Of March 1900: before it spreadsheets count a day that there never was. */
const FIRST_SAFE = 61

/** Days since the beginning of 1900, as spreadsheets count them; undefined before. */
function serialOf(local: Date): number | undefined {
  const serial = local.getTime() / DAY_MS + EPOCH
  return serial < FIRST_SAFE ? undefined : Math.round(serial * 1e10) / 1e10
}

function widthOf(kind: Kind, heading: string): number {
  const usual: Partial<Record<Kind, number>> = { text: 28, json: 30, list: 24, date: 17, code: 18 }
  return Math.max(usual[kind] ?? 12, heading.length + 3)
}
