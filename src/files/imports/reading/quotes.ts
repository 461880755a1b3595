import { type Message, msg } from '../../../texts/message.ts'
import type { Row } from './rows.ts'
import type { Separator } from './separator.ts'

/** What quotation marks have made of rows that is not what their lines say. */
export class Quotes {
  readonly #separator: Separator
  readonly #whole: RegExp
  /** How many of the rows before have so many cells, and the most of these. */
  readonly #widths = new Map<number, number>()
  #most = 0
  /** Whether spaces stand behind the separators of the table. */
  #isPadded: boolean | undefined

  constructor(separator: Separator) {
    this.#separator = separator
    const s = separator === '|' ? '\\|' : separator
    // A cell in quotation marks, doubled within, or one that does not begin with such a mark.
    this.#whole = new RegExp(
      `(?:"(?:[^"]|"")*"|(?:[^"${s}\r\n][^${s}\r\n]*)?)(?:${s}|[\r\n]|$)`,
      'y',
    )
  }

  /** Why nothing of a row is what it seems. */
  errorOf(record: readonly string[], raw: string, line: number): Row['fieldError'] {
    this.#isPadded ??=
      record.length > 1 ? record.slice(1).every((cell) => /^ /.test(cell)) : undefined
    const end = this.#swallowedUntil(record, line)
    if (end !== undefined) return openQuote(line, end)
    if (record.some((cell) => cell.startsWith('"')) && !this.#isWhole(raw))
      return unclearQuote(line)
    this.#learn(record.length)
    return undefined
  }

  #learn(width: number): void {
    if (width < 2) return
    const rows = (this.#widths.get(width) ?? 0) + 1
    this.#widths.set(width, rows)
    this.#most = Math.max(this.#most, rows)
  }

  /** Whether many rows of the table have so many cells. */
  #isWidth(width: number, otherwise: number): boolean {
    if (this.#most === 0) return width === otherwise
    return 2 * (this.#widths.get(width) ?? 0) >= this.#most
  }

  /**
   * The last line of those that a quotation mark swallows: the cell that it begins has line ends, and
   * with its first and with its last line the row is as wide as another of the table. Of a text that is
   * meant so, which may have separators, hardly any line is.
   */
  #swallowedUntil(record: readonly string[], line: number): number | undefined {
    if (record.length < 2) return undefined
    const isWidth = (width: number) => this.#isWidth(width, record.length)
    for (const [i, cell] of record.entries()) {
      const lines = cell.split(/\r\n|\n|\r/)
      if (lines.length < 2 || this.#count(cell) === 0) continue
      const first = i + 1 + this.#count(lines[0] ?? '')
      const last = this.#count(lines.at(-1) ?? '') + record.length - i
      if (isWidth(first) && isWidth(last)) return line + lines.length - 1
    }
    return undefined
  }

  /** The separators in a text. Behind those of a table stands no space, unless behind all of them. */
  #count(text: string): number {
    const [, ...behind] = text.split(this.#separator)
    return behind.filter((part) => this.#isPadded || !/^\s/.test(part)).length
  }

  /** Whether each cell that a quotation mark begins ends with one. */
  #isWhole(raw: string): boolean {
    this.#whole.lastIndex = 0
    while (this.#whole.lastIndex < raw.length) {
      if (!this.#whole.test(raw)) return false
    }
    return true
  }
}

function openQuote(first: number, last: number): { code: 'open_quote'; detail: Message } {
  return {
    code: 'open_quote',
    detail: msg`A quotation mark (") that opens in line ${first} takes the lines up to ${last} into one cell. Double it where it is part of a text, or take it out.`,
  }
}

function unclearQuote(line: number): { code: 'open_quote'; detail: Message } {
  return {
    code: 'open_quote',
    detail: msg`A cell in line ${line} begins with a quotation mark (") that ends within it. Double those that are part of the text, or take them out.`,
  }
}
