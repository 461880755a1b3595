import Big from 'big.js'
import type { FaultCode } from '../../../base/fault-codes.ts'
import { bareDocument } from '../../../base/values/tax-ids.ts'
import { composed } from '../../../base/values/texts.ts'
import type { CustomType } from '../../../custom/rules.ts'
import { exactNumber, InexactNumber } from '../../../http/wire/json-body.ts'
import { say, type Text } from '../../../texts/text.ts'
import type { Cell } from '../reading/rows.ts'
import type { FieldKind } from './field.ts'
import { bareNumber, type DateOrder, type DecimalMark } from './marks.ts'
import { headingKey } from './words.ts'

/** How the cells of a column are read. */
export interface Form {
  kind: FieldKind
  decimal?: DecimalMark | null | undefined
  dates?: DateOrder | undefined
}

/** Why a cell can't be read. */
export class UnreadableCell extends Error {
  readonly code: FaultCode
  readonly detail: Text

  constructor(code: FaultCode, detail: Text) {
    super(detail.toString())
    this.code = code
    this.detail = detail
  }
}

/**
 * The value of a cell that is not empty; null where what stands there means nothing, such as `S/N`.
 * Nothing is rounded.
 * @throws UnreadableCell
 */
export function cellValue(cell: NonNullable<Cell>, { kind, decimal, dates }: Form): unknown {
  if (typeof kind === 'object') {
    return 'custom' in kind
      ? customText(cell, kind, { decimal, dates })
      : choiceOf(cell, kind.choice)
  }
  switch (kind) {
    case 'text':
      return composed(textOf(cell))
    case 'code':
      return composed(textOf(cell).trim())
    case 'decimal':
      return numberOf(cell, decimal ?? undefined)
    case 'integer':
      return integerOf(cell)
    case 'boolean':
      return booleanOf(cell)
    case 'date':
      return dateOf(cell, dates ?? 'dmy')
    case 'document':
      return documentOf(textOf(cell))
    case 'zip_code':
      return zipCodeOf(textOf(cell))
    case 'house_number':
      return /^s[./\s]*n[º°o]?\.?$/i.test(textOf(cell).trim()) ? null : integerOf(cell)
  }
}

/** What was read, as far as a person needs it. */
export function quoted(cell: Cell): string {
  const text = cell instanceof Date ? cell.toISOString() : String(cell)
  return `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`
}

/** What a workbook keeps as a number has 15 digits, whatever a double has behind them. */
const DIGITS = 15
const shortest = (value: number) => Number(value.toPrecision(DIGITS))

function textOf(cell: NonNullable<Cell>): string {
  if (typeof cell === 'number') return exactText(cell)
  if (cell instanceof Date) return localTime(cell).replace('T00:00:00', '')
  if (typeof cell === 'boolean') return cell ? 'Sim' : 'Não'
  return cell
}

/** @throws UnreadableCell for a code that a spreadsheet has rounded */
function exactText(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) >= 10 ** DIGITS) {
    throw new UnreadableCell(
      'inexact_number',
      say`${quoted(value)} has more digits than a spreadsheet keeps of a number: the last ones are lost. Format the cell as text and write it again.`,
    )
  }
  return String(shortest(value))
}

const NUMBERS: Record<DecimalMark, RegExp> = {
  ',': /^(-?)(\d+|\d{1,3}(?:\.\d{3})+)(?:,(\d+))?$/,
  '.': /^(-?)(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/,
}
const MARKS: Record<DecimalMark, Text> = {
  ',': say`number with a decimal comma`,
  '.': say`number with a decimal point`,
}

function numberOf(cell: NonNullable<Cell>, mark: DecimalMark | undefined): number {
  if (typeof cell === 'number') return shortest(cell)
  const value = exactNumber(numberText(cell, mark))
  if (value instanceof InexactNumber) {
    throw new UnreadableCell(
      'inexact_number',
      say`${quoted(cell)} has more digits than a number carries exactly.`,
    )
  }
  return value
}

/** A number as it is written in JSON, with the digits that it has. */
function numberText(cell: NonNullable<Cell>, mark: DecimalMark | undefined): string {
  if (typeof cell === 'number') return new Big(exactText(cell)).toFixed()
  if (typeof cell !== 'string') throw notA(say`number`, cell)
  const bare = bareNumber(cell)
  const match = NUMBERS[mark ?? ','].exec(bare)
  if (!mark && /[.,]/.test(bare)) {
    throw new UnreadableCell(
      'type',
      say`${quoted(cell)} may have a decimal comma or a decimal point: say which (decimal).`,
    )
  }
  if (!match) throw notA(MARKS[mark ?? ','], cell)
  const [, sign = '', whole = '', part] = match
  const source = `${sign}${whole.replace(/[.,]/g, '')}${part === undefined ? '' : `.${part}`}`
  return source.replace(/^(-?)0+(?=\d)/, '$1')
}

function integerOf(cell: NonNullable<Cell>): number {
  const text = textOf(cell).trim()
  if (!/^-?\d{1,15}$/.test(text)) throw notA(say`whole number`, cell)
  return Number(text)
}

const YES = ['sim', 's', 'yes', 'y', 'true', 'verdadeiro', 'v', 'x', '1']
const NO = ['nao', 'n', 'no', 'false', 'falso', 'f', '0']

function booleanOf(cell: NonNullable<Cell>): boolean {
  if (typeof cell === 'boolean') return cell
  const word = plain(textOf(cell))
  if (YES.includes(word)) return true
  if (NO.includes(word)) return false
  throw notA(say`yes or no (Sim, Não)`, cell)
}

const plain = (text: string) =>
  text
    .trim()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/\s+/g, ' ')
    .toLowerCase()

function choiceOf(cell: NonNullable<Cell>, choices: Record<string, string>): string {
  const key = headingKey(textOf(cell))
  if (Object.hasOwn(choices, key)) return choices[key] as string
  throw new UnreadableCell('enum', say`must be one of ${Object.keys(choices)}.`)
}

function documentOf(text: string): string {
  const bare = text.replace(/\D/g, '')
  if (bareDocument(text) !== undefined || /[a-z]/i.test(text) || bare.length === 0)
    return text.trim()
  // Spreadsheets drop zeros at the beginning: check digits tell whether they were.
  const whole = [11, 14].map((length) => bare.padStart(length, '0')).filter(bareDocument)
  return whole.length === 1 ? (whole[0] as string) : text.trim()
}

function zipCodeOf(text: string): number {
  const bare = text.replace(/[\s.-]/g, '')
  if (/^\d{1,8}$/.test(bare)) return Number(bare)
  throw notA(say`CEP such as 01310-100`, text)
}

const DATE =
  /^(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?)?$/
const ZONED = /^\d{4}-\d{2}-\d{2}[T ].*(?:Z|[+-]\d{2}:?\d{2})$/i

/** A local time, unless it names a zone: what the account's time zone makes of it. */
function dateOf(cell: NonNullable<Cell>, order: DateOrder): string {
  if (cell instanceof Date) return localTime(cell)
  if (typeof cell === 'number') return localTime(serialDate(cell))
  const text = typeof cell === 'string' ? cell.trim() : ''
  if (ZONED.test(text)) return text
  const match = DATE.exec(text)
  if (!match) throw notA(say`date such as 31/12/2026`, cell)
  const [, first = '', second = '', third = '', hour = '0', minute = '0', seconds = '0'] = match
  const [year, month, day] =
    first.length > 2
      ? [first, second, third]
      : order === 'dmy'
        ? [third, second, first]
        : [third, first, second]
  const parts = [wholeYear(year), month, day, hour, minute, seconds].map(Number)
  const [y = 0, m = 0, d = 0, h = 0, min = 0, s = 0] = parts
  const time = new Date(Date.UTC(y, m - 1, d, h, min, s))
  const isYear = year.length === 2 || year.length === 4
  const isSame =
    isYear &&
    time.getUTCMonth() === m - 1 &&
    time.getUTCDate() === d &&
    time.getUTCHours() === h &&
    min < 60 &&
    s < 60
  if (!isSame || y < 1) throw notA(say`date of the calendar`, cell)
  return localTime(time)
}

const wholeYear = (year: string) => (year.length === 2 ? `20${year}` : year)

/** Days since the end of 1899, as spreadsheets count them. */
function serialDate(serial: number): Date {
  const FIRST = Date.UTC(1899, 11, 30)
  return new Date(FIRST + Math.round(serial * 86_400) * 1000)
}

/** The clock that a workbook shows; its dates have no zone, and its times a last digit too many. */
function localTime(time: Date): string {
  if (Number.isNaN(time.getTime())) throw notA(say`date`, time)
  return new Date(Math.round(time.getTime() / 1000) * 1000).toISOString().slice(0, 19)
}

/** The value of a declared field, in the form that its type has on the wire. */
function customText(
  cell: NonNullable<Cell>,
  { custom: type, choices }: { custom: CustomType; choices: readonly string[] },
  { decimal, dates }: Pick<Form, 'decimal' | 'dates'>,
): string {
  switch (type) {
    case 'text':
      return composed(textOf(cell))
    case 'integer':
      return wholeText(cell, decimal ?? undefined)
    case 'decimal':
      return decimalText(cell, decimal ?? undefined)
    case 'boolean':
      return String(booleanOf(cell))
    case 'date':
      return dayOf(cell, dates ?? 'dmy')
    case 'choice':
      return chosen(cell, choices)
  }
}

/** `12,00` is 12. */
function wholeText(cell: NonNullable<Cell>, mark: DecimalMark | undefined): string {
  const whole = numberText(cell, mark).replace(/\.0+$/, '')
  if (whole.includes('.')) throw notA(say`whole number`, cell)
  return whole === '-0' ? '0' : whole
}

function decimalText(cell: NonNullable<Cell>, mark: DecimalMark | undefined): string {
  const text = numberText(cell, mark)
  if (/^-?\d{1,15}(\.\d{1,10})?$/.test(text)) return text
  throw new UnreadableCell(
    'format',
    say`${quoted(cell)} has more digits than its field takes: 15 before the decimal mark and 10 behind it.`,
  )
}

function dayOf(cell: NonNullable<Cell>, order: DateOrder): string {
  const [day = '', time] = dateOf(cell, order).split('T')
  if (time !== '00:00:00') throw notA(say`date without a time, such as 31/12/2026`, cell)
  return day
}

/** As it is declared, though a file may write it without its accents or capitals. */
function chosen(cell: NonNullable<Cell>, choices: readonly string[]): string {
  const text = composed(textOf(cell))
  const alike = choices.filter((one) => plain(one) === plain(text))
  const found = choices.includes(text) ? text : alike.length === 1 ? alike[0] : undefined
  if (found !== undefined) return found
  const all = choices.map((one) => JSON.stringify(one))
  throw new UnreadableCell('enum', say`${quoted(cell)} must be one of ${all}.`)
}

function notA(what: Text, cell: Cell): UnreadableCell {
  return new UnreadableCell('type', say`${quoted(cell)} is no ${what}.`)
}
