import { pipeline, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CsvError, type InfoRecord, parse } from 'csv-parse'
import { msg } from '../../../texts/message.ts'
import { unguarded } from '../../apostrophes.ts'
import { decoded, type Encoding } from './encoding.ts'
import { Quotes } from './quotes.ts'
import { MAX_COLUMNS, type Row, tooManyCells, UnreadableFile } from './rows.ts'
import type { Separator } from './separator.ts'

/** A row that takes more characters was begun by a quotation mark that nothing ends. */
const LONGEST_ROW = 1_000_000

/** Bytes that the parser takes at once: at most so many rows, and then others have their turn. */
const PIECE = 2048

/** How a text file is to be read. */
export interface TextForm {
  encoding: Encoding
  separator: Separator
}

/**
 * The rows of a text file, as it comes.
 * @throws UnreadableFile
 */
export async function* csvRows(
  pieces: AsyncIterable<Uint8Array>,
  { encoding, separator }: TextForm,
): AsyncGenerator<Row> {
  const parser = parse({
    delimiter: separator,
    // Files that were put together from several have more than one kind.
    record_delimiter: ['\r\n', '\n', '\r'],
    info: true,
    // What a quotation mark is can't be told by what became of it.
    raw: true,
    relax_column_count: true,
    skip_empty_lines: true,
    // 1/2" in the middle of a text is an inch, and no quotation.
    relax_quotes: true,
    max_record_size: LONGEST_ROW,
  })
  // The parser ends with whatever error there is, which the loop below then throws.
  pipeline(Readable.from(decoded(inShortPieces(pieces), encoding)), parser, () => {})
  const quotes = new Quotes(separator)
  let lines = 0
  let emptyLines = 0
  let countedTwice = 0
  try {
    for await (const one of parser) {
      const { record, raw, info } = one as { record: string[]; raw: string; info: InfoRecord }
      const line = lines + 1 + info.empty_lines - emptyLines
      // Before all of its cells are looked at, which a million of them would make one long piece of work.
      if (record.length > MAX_COLUMNS) throw tooManyCells(line)
      countedTwice += record.reduce((sum, cell) => sum + lineEndsOfTwo(cell), 0)
      lines = info.lines - countedTwice
      emptyLines = info.empty_lines
      if (line === 1 && /^sep=.?$/.test(record[0] ?? '')) continue
      const fieldError = quotes.errorOf(record, raw, line)
      const cells = record.map(plainText)
      yield { line, cells, bytes: info.bytes, ...(fieldError && { fieldError }) }
    }
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(error, lines)
    throw error
  }
}

/**
 * Rows without a fault or a record wait for no database: without a turn for others after each piece, a
 * file of them stops the process.
 */
async function* inShortPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += PIECE) {
      yield piece.subarray(at, at + PIECE)
      await setImmediate()
    }
  }
}

function unreadable({ code, message }: CsvError, lines: number): UnreadableFile {
  const isOpen = code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE'
  return new UnreadableFile(
    isOpen
      ? msg`A quotation mark (") that opens after line ${lines} is never closed. Double it where it is part of a text, or take it out.`
      : msg`After line ${lines} the file can’t be read: ${message}`,
  )
}

/** How many line ends in a cell are a CR and an LF: the parser counts such a one as two lines. */
function lineEndsOfTwo(cell: string): number {
  return cell.includes('\r') ? (cell.match(/\r\n/g) ?? []).length : 0
}

/** Line ends within a text are those of JSON and of spreadsheets, whatever wrote the file. */
function plainText(text: string): string {
  return unguarded(text).replace(/\r\n?/g, '\n')
}
