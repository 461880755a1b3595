import type { ExportStyle } from '../../../http/lists/exports.ts'
import { guarded } from '../../apostrophes.ts'
import { quoted } from '../../quoting.ts'
import type { Column } from '../columns.ts'
import { cellMaker, clearDigitsOf, formOf, localTimes, rowsOf, textOf } from './rows.ts'

/** Characters after which a chunk goes to the client. */
const CHUNK = 65_536
const BYTE_ORDER_MARK = '\uFEFF'

type Style = Pick<ExportStyle, 'language' | 'isBrazilian' | 'time_zone'>

/** Records as CSV (RFC 4180), or as spreadsheets in Brazil read it. */
export async function* csvOf(
  parts: AsyncIterable<string[]>,
  columns: Column[],
  { language, isBrazilian, time_zone }: Style,
): AsyncGenerator<string> {
  const separator = isBrazilian ? ';' : ','
  const localTime = localTimes(time_zone)
  const cellOf = isBrazilian
    ? (value: unknown, kind: Column['kind']) => brazilianCell(value, kind, language, localTime)
    : (value: unknown, kind: Column['kind']) => plainCell(value, kind, language)
  const cellsOf = cellMaker(columns, (value, kind) => quoted(cellOf(value, kind)))
  const line = (cells: string[]) => `${cells.join(separator)}\r\n`
  const heading = ({ name, headings }: Column) => guarded(language ? headings[language] : name)
  let chunk =
    (isBrazilian ? BYTE_ORDER_MARK : '') + line(columns.map((column) => quoted(heading(column))))
  for await (const records of parts) {
    for (const json of records) {
      for (const row of rowsOf(json, columns)) {
        chunk += line(cellsOf(row))
        if (chunk.length < CHUNK) continue
        yield chunk
        chunk = ''
      }
    }
    // What was read is not kept back until more is.
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

function plainCell(value: unknown, kind: Column['kind'], language: Style['language']): string {
  const form = formOf(value, kind)
  if (form === 'number') return clearDigitsOf(value)
  return form === 'text' ? guarded(textOf(value, kind, language)) : String(value)
}

function brazilianCell(
  value: unknown,
  kind: Column['kind'],
  language: Style['language'],
  localTime: (instant: string) => Date,
): string {
  const form = formOf(value, kind)
  if (form === 'number') return clearDigitsOf(value).replace('.', ',')
  if (form === 'text') return guarded(textOf(value, kind, language))
  if (form === 'day') return String(value).split('-').toReversed().join('/')
  const [year, month, day, hour, minute, second = '', fraction = ''] =
    localTime(String(value)).toISOString().match(/\d+/g) ?? []
  // Seconds are left out where there are none: else the file would say something else than the record.
  const behind = fraction !== '000' ? `:${second}.${fraction}` : second !== '00' ? `:${second}` : ''
  return `${day}/${month}/${year} ${hour}:${minute}${behind}`
}
