import type { SaxesTagNS } from 'saxes'
import { type Cell, MAX_CELL } from '../rows.ts'
import { attribute } from './archive.ts'
import { formatOf, type NumberFormat, shownBy } from './number-format.ts'
import { CALC, OFFICE, TABLE, TEXT } from './ods-parts.ts'
import { bad, dateOr, missing, shownNumber } from './shown.ts'

const PERCENT = formatOf(0, '0%')
const CLOCK = formatOf(0, 'hh:mm')
const ELAPSED = formatOf(0, '[h]:mm')

/** What stands in a text and is no part of it. */
const ASIDE = ['annotation', 'note', 'ruby-text', 'frame']

/** Spaces that one element may stand for. */
const MOST_SPACES = 1_000

/** What a formula shows that has no value, whatever kind it says that this is of. */
const ERROR = /^(?:#|Erro?:\d)/

/** A cell while it is parsed. */
export class OpenCell {
  readonly #tag: SaxesTagNS
  /** Its text, a line for each paragraph. */
  readonly #lines: string[] = []
  /** How deep in the cell the parser is, and from where on what it meets is no part of it. */
  #depth = 0
  #asideDepth = 0
  #length = 0

  constructor(tag: SaxesTagNS) {
    this.#tag = tag
  }

  open(tag: SaxesTagNS): void {
    this.#depth++
    if (this.#asideDepth > 0) return
    const { local, uri } = tag
    const isParagraph = this.#depth === 1 && local === 'p' && uri === TEXT
    if (isParagraph && this.#lines.length <= MAX_CELL) this.#lines.push('')
    else if (this.#depth === 1 || ASIDE.includes(local)) this.#asideDepth = this.#depth
    else if (uri !== TEXT) return
    else if (local === 's') this.#add(' '.repeat(spacesOf(tag)))
    else if (local === 'tab') this.#add('\t')
    else if (local === 'line-break') this.#add('\n')
  }

  /** Line ends within a text are space. */
  text(text: string): void {
    if (this.#depth > 0 && this.#asideDepth === 0) this.#add(text.replace(/\s*[\t\r\n]\s*/g, ' '))
  }

  /** @returns whether it was the cell that was closed */
  close(): boolean {
    if (this.#depth === this.#asideDepth) this.#asideDepth = 0
    return this.#depth-- === 0
  }

  /** What it shows. Of merged cells only the first one shows something. */
  shown(format: NumberFormat): Cell {
    const { local } = this.#tag
    const of = (name: string) => attribute(this.#tag, name, OFFICE)
    const type = of('value-type')
    const text = this.#lines.join('\n')
    const hasFormula = attribute(this.#tag, 'formula', TABLE) !== undefined
    if (local === 'covered-table-cell') return null
    if (attribute(this.#tag, 'value-type', CALC) === 'error') return bad('error', text || '#N/A')
    if (type === undefined) return text || missing(hasFormula)
    if (type === 'string') return this.#lines.length > 0 ? text : (of('string-value') ?? '')
    if (hasFormula && ERROR.test(text)) return bad('error', text)
    if (type === 'boolean') return boolean(of('boolean-value')) ?? unsaid(hasFormula, text)
    if (type === 'date') return date(of('date-value')) ?? unsaid(hasFormula, text)
    const number = type === 'time' ? daysOf(of('time-value')) : numberOf(of('value'))
    if (number === undefined) return unsaid(hasFormula, text)
    if (type === 'time') return shownNumber(number, clockFor(format, number))
    return shownNumber(number, type === 'percentage' ? PERCENT : format)
  }

  #add(text: string): void {
    const line = this.#lines.pop() ?? ''
    this.#length += text.length
    this.#lines.push(
      this.#length - text.length > MAX_CELL ? line : `${line}${text.slice(0, MAX_CELL + 1)}`,
    )
  }
}

/** A cell that says of which kind its value is, and not its value. */
const unsaid = (hasFormula: boolean, text: string): Cell =>
  hasFormula ? missing(hasFormula) : bad('unreadable', text)

function spacesOf(tag: SaxesTagNS): number {
  const count = Number(attribute(tag, 'c', TEXT) ?? 1)
  return Number.isSafeInteger(count) && count > 0 ? Math.min(count, MOST_SPACES) : 1
}

function boolean(text: string | undefined): boolean | undefined {
  return text === 'true' ? true : text === 'false' ? false : undefined
}

function numberOf(text: string | undefined): number | undefined {
  const number = text === undefined || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : undefined
}

/** `2026-11-05` or `2026-11-05T14:30:00`, as it is shown: without a zone. */
function date(text: string | undefined): Cell | undefined {
  if (text === undefined) return undefined
  const clock = text.includes('T') ? text : `${text}T00:00:00`
  return dateOr(new Date(`${clock}Z`), text)
}

/** `PT14H30M00S` as days. */
function daysOf(text: string | undefined): number | undefined {
  const parts = /^P(?:(\d+)D)?T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d+)?)S)?$/.exec(text ?? '')
  if (!parts) return undefined
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((part) => Number((part ?? '0').replace(',', '.')))
  return days + (hours + (minutes + seconds / 60) / 60) / 24
}

/** How its style shows a time, or else: of a day, or hours that went by where these are more. */
function clockFor(format: NumberFormat, days: number): NumberFormat {
  const { shows } = shownBy(format, days)
  if (shows === 'time' || shows === 'elapsed') return format
  return days < 1 ? CLOCK : ELAPSED
}
