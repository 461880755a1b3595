import Big from 'big.js'
import { cityParts, postalCodeText } from '../../../base/values/addresses.ts'
import { bareDocument } from '../../../base/values/check-digits.ts'
import { composed, onOneLine } from '../../../base/values/texts.ts'
import { readValues } from '../../../base/values/value-lists.ts'
import type { CustomType } from '../../../custom/rules.ts'
import { exactNumber, InexactNumber } from '../../../http/wire/json-body.ts'
import { type Message, msg } from '../../../texts/message.ts'
import { withoutUnit } from '../../units.ts'
import { type Cell, isBad, isPercent } from '../reading/rows.ts'
import { dateReading, readDate } from './dates.ts'
import type { FieldKind } from './field.ts'
import { rowsOf, taxesOf, textsOf } from './json-cells.ts'
import { bareNumber, type DateOrder, type DecimalMark } from './marks.ts'
import {
  notA,
  quoted,
  refuseErrors,
  refuseOtherSigns,
  tooManyDigits,
  UnreadableCell,
} from './unreadable.ts'
import { headingKey } from './words.ts'

/** How the cells of a column are read. */
export interface Form {
  kind: FieldKind
  decimal?: DecimalMark | null | undefined
  dates?: DateOrder | undefined
}

/**
 * The value of a cell that is not empty; null where what stands there means nothing, such as `S/N`.
 * Nothing is rounded.
 * @throws UnreadableCell
 */
export function cellValue(cell: NonNullable<Cell>, { kind, decimal, dates }: Form): unknown {
  refuseErrors(cell)
  refuseOtherSigns(cell, kind)
  if (typeof kind === 'object') {
    if ('numbers' in kind) return numberedOf(cell, kind.numbers)
    if ('digits' in kind) return patternOf(cell, kind.digits)
    if ('list' in kind) return listOf(cell, kind.list)
    return 'custom' in kind
      ? customText(cell, kind, { decimal, dates })
      : choiceOf(cell, kind.choice)
  }
  switch (kind) {
    case 'text':
      return composed(wholeTextOf(cell))
    case 'line':
      return composed(onOneLine(wholeTextOf(cell)))
    case 'code':
      return composed(wholeTextOf(cell).trim())
    case 'decimal':
    case 'percent':
      return numberOf(isPercent(cell) ? cell.percent : cell, decimal ?? undefined)
    case 'quantity':
      return numberOf(withoutUnitOf(cell), decimal ?? undefined)
    case 'integer':
    case 'id':
      return integerOf(cell)
    case 'ids':
      return valuesOf(cell).map(integerOf)
    case 'codes':
      return valuesOf(cell).map((code) => composed(code))
    case 'json':
      return textsOf(cell)
    case 'terms':
      return termsOf(cell)
    case 'rows':
      return rowsOf(cell)
    case 'taxes':
      return taxesOf(cell)
    case 'object':
      return objectOf(cell)
    case 'boolean':
      return booleanOf(cell)
    case 'date':
      return dateOf(cell, dates ?? 'dmy')
    case 'day':
      return dayOf(cell, dates ?? 'dmy')
    case 'gtin':
      return isNone(cell) ? null : wholeTextOf(cell).trim().toUpperCase()
    case 'document':
      return documentOf(wholeTextOf(cell))
    case 'document_code':
      return documentCode(wholeTextOf(cell))
    case 'zip_code':
      return zipCodeOf(textOf(cell))
    case 'postal_code':
      return postalCodeOf(cell)
    case 'city':
      return composed(cityParts(onOneLine(wholeTextOf(cell))).city)
    case 'state_of_city':
      return cityParts(textOf(cell)).state ?? null
    case 'house_number_text':
      return houseNumberOf(cell)
    case 'house_number':
      return /^s[./\s]*n[º°o]?\.?$/i.test(textOf(cell).trim()) ? null : integerOf(cell)
  }
}

/** What a workbook keeps as a number has 15 digits, whatever a double has behind them. */
const DIGITS = 15
const shortest = (value: number) => Number(value.toPrecision(DIGITS))

function textOf(cell: NonNullable<Cell>): string {
  if (typeof cell === 'number') return exactText(cell)
  if (cell instanceof Date) return (dateOf(cell, 'dmy') ?? '').replace('T00:00:00', '')
  if (typeof cell === 'boolean') return cell ? 'Sim' : 'Não'
  if (isPercent(cell)) return `${String(cell.percent).replace('.', ',')}%`
  return isBad(cell) ? cell.shown : cell
}

/** `7,89E+12`: a spreadsheet has shortened the digits. */
const SHORTENED = /^\s*\d(?:[.,]\d+E\+?|E\+)\d{1,3}\s*$/i

/** @throws UnreadableCell for a text of which a spreadsheet has kept the first digits only */
function wholeTextOf(cell: NonNullable<Cell>): string {
  const text = textOf(cell)
  if (typeof cell !== 'string' || !SHORTENED.test(text)) return text
  throw new UnreadableCell(
    'inexact_number',
    msg`${quoted(cell)} was shortened by a spreadsheet: its last digits are lost. Format the column as text and write it again.`,
  )
}

/** @throws UnreadableCell for a code that a spreadsheet has rounded */
function exactText(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) >= 10 ** DIGITS) {
    throw new UnreadableCell(
      'inexact_number',
      msg`${quoted(value)} has more digits than a spreadsheet keeps of a number: the last ones are lost. Format the cell as text and write it again.`,
    )
  }
  return String(shortest(value))
}

const NUMBERS: Record<DecimalMark, RegExp> = {
  ',': /^([+-]?)(\d+|\d{1,3}(?:\.\d{3})+)(?:,(\d+))?$/,
  '.': /^([+-]?)(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/,
}
const MARKS: Record<DecimalMark, Message> = {
  ',': msg`number with a decimal comma`,
  '.': msg`number with a decimal point`,
}

/** Whether a dash stands for a number that there is not. */
const isDash = (cell: NonNullable<Cell>) =>
  typeof cell === 'string' && /^[-–—]+$/.test(bareNumber(cell))

/** Null for a dash, which says that there is none; with a currency it is how accounts write zero. */
function numberOf(cell: NonNullable<Cell>, mark: DecimalMark | undefined): number | null {
  if (typeof cell === 'number') return shortest(cell)
  if (isDash(cell)) return /R\$/i.test(String(cell)) ? 0 : null
  const value = exactNumber(numberText(cell, mark))
  if (value instanceof InexactNumber) {
    throw new UnreadableCell('inexact_number', tooManyDigits(cell))
  }
  return value
}

/** @throws UnreadableCell for a unit that may be another measure, or a number itself */
function withoutUnitOf(cell: NonNullable<Cell>): NonNullable<Cell> {
  if (typeof cell !== 'string') return cell
  const bare = withoutUnit(cell)
  if (bare !== undefined) return bare
  throw new UnreadableCell(
    'type',
    msg`${quoted(cell)} has a unit that may be another measure or number: write the quantity alone.`,
  )
}

/** A number as it is written in JSON, with the digits that it has. */
function numberText(cell: NonNullable<Cell>, mark: DecimalMark | undefined): string {
  if (isPercent(cell)) return new Big(exactText(cell.percent)).toFixed()
  if (typeof cell === 'number') return new Big(exactText(cell)).toFixed()
  if (typeof cell !== 'string') throw notA(msg`number`, cell)
  const bare = bareNumber(cell)
  const match = NUMBERS[mark ?? ','].exec(bare)
  if (!mark && /[.,]/.test(bare)) {
    throw new UnreadableCell(
      'type',
      msg`${quoted(cell)} may have a decimal comma or a decimal point: say which (decimal).`,
    )
  }
  if (!match) throw notA(MARKS[mark ?? ','], cell)
  const [, sign = '', whole = '', part] = match
  const source = `${sign === '-' ? '-' : ''}${whole.replace(/[.,]/g, '')}${part === undefined ? '' : `.${part}`}`
  return source.replace(/^(-?)0+(?=\d)/, '$1')
}

function integerOf(cell: NonNullable<Cell>): number {
  const text = textOf(cell).trim()
  if (!/^-?\d{1,15}$/.test(text)) throw notA(msg`whole number`, cell)
  return Number(text)
}

/** The values of a list: `ana,bia`. */
function valuesOf(cell: NonNullable<Cell>): string[] {
  return readValues(wholeTextOf(cell)).flatMap((value) => value.trim() || [])
}

/** An object or false, which its schema looks into. */
function objectOf(cell: NonNullable<Cell>): object | false {
  if (typeof cell === 'boolean' || !wholeTextOf(cell).trim().startsWith('{')) {
    if (!booleanOf(cell)) return false
  }
  try {
    const value: unknown = JSON.parse(String(cell))
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Told below.
  }
  throw notA(msg`JSON object, as exports have it, or no`, cell)
}

/** Days, which the service reads, or terms as an export has them. */
function termsOf(cell: NonNullable<Cell>): unknown {
  const text = wholeTextOf(cell).trim()
  if (!text.startsWith('{')) return composed(text)
  try {
    return JSON.parse(text)
  } catch {
    throw notA(msg`days such as 30/60/90, or terms as exports have them`, cell)
  }
}

const YES = 'sim s yes y true verdadeiro v x 1 ativo ativa active'.split(' ')
const NO = 'nao n no false falso f 0 inativo inativa inactive'.split(' ')

function booleanOf(cell: NonNullable<Cell>): boolean {
  if (typeof cell === 'boolean') return cell
  const word = plain(textOf(cell))
  if (YES.includes(word)) return true
  if (NO.includes(word)) return false
  throw notA(msg`yes or no (Sim, Não)`, cell)
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
  throw new UnreadableCell('enum', msg`must be one of ${Object.keys(choices)}.`)
}

/** @throws UnreadableCell for what is neither such a number nor the meaning of one */
function numberedOf(cell: NonNullable<Cell>, numbers: Record<string, number>): number {
  const text = textOf(cell)
  const meant = numbers[headingKey(text)]
  const [, written] = /^\s*(\d+)(?:[.,]0+)?(?:\D.*)?$/s.exec(text) ?? []
  if (meant !== undefined) return meant
  if (written !== undefined && Object.values(numbers).includes(Number(written))) {
    return Number(written)
  }
  const all = [...new Set(Object.values(numbers))]
  throw new UnreadableCell('enum', msg`${quoted(cell)} must be one of ${all}.`)
}

/** What people write where there is no code: `ISENTO` of a registration, `S/N`, a dash. */
const NONE = /^(?:isent[oa]|n[ãa]o contribuinte|s[/.]?n[º°o.]?|n[/.]?a\.?|[-–—./]+)$/i
const isNone = (cell: NonNullable<Cell>) => NONE.test(textOf(cell).trim())

/** A code as its table has it; null where there is none. */
function patternOf(cell: NonNullable<Cell>, digits: number | 'any' | undefined): string | null {
  if (isNone(cell)) return null
  const text = composed(onOneLine(wholeTextOf(cell)).trim())
  if (digits === undefined) return text.toUpperCase()
  const bare = text.replace(/[\s./-]/g, '')
  const isNumber = typeof cell === 'number' && digits !== 'any'
  return isNumber ? bare.padStart(digits, '0') : bare
}

function documentOf(text: string): string {
  const bare = text.replace(/\D/g, '')
  if (bareDocument(text) !== undefined || /[a-z]/i.test(text) || bare.length === 0)
    return text.trim()
  // Spreadsheets drop zeros at the beginning: check digits tell whether they were.
  const whole = [11, 14].map((length) => bare.padStart(length, '0')).filter(bareDocument)
  return whole.length === 1 ? (whole[0] as string) : text.trim()
}

/** A CPF or CNPJ as a code: as it is stored as a document. Any other text is a code as it stands. */
export function documentCode(text: string): string {
  return bareDocument(documentOf(text)) ?? composed(text.trim())
}

function zipCodeOf(text: string): number {
  const bare = text.replace(/[\s.-]/g, '')
  if (/^\d{1,8}$/.test(bare)) return Number(bare)
  throw notA(msg`CEP such as 01310-100`, text)
}

/**
 * A CEP with its hyphen; null for what a mask leaves where nothing was typed, `     -   `. Seven digits
 * have lost the zero in front: none begins with two.
 */
function postalCodeOf(cell: NonNullable<Cell>): string | null {
  const bare = textOf(cell)
    .replace(/[\s._]/g, '')
    .replace(/\p{Pd}/gu, '-')
  if (bare === '-' || bare === '') return null
  if (/^\d{4,5}-?\d{3}$/.test(bare)) return postalCodeText(bare.replace('-', ''))
  throw notA(msg`CEP such as 01310-100`, cell)
}

/** @throws UnreadableCell for `10/2` that a spreadsheet has made a day of */
function houseNumberOf(cell: NonNullable<Cell>): string {
  if (!(cell instanceof Date)) return composed(onOneLine(wholeTextOf(cell)).trim())
  throw new UnreadableCell(
    'type',
    msg`${quoted(cell)} is a date and no house number: a spreadsheet makes one of 10/2. Format the column as text and write it again.`,
  )
}

/** A local time, unless it names a zone: what the account's time zone makes of it; null: none. */
function dateOf(cell: NonNullable<Cell>, order: DateOrder): string | null {
  if (typeof cell === 'boolean') throw notA(msg`date such as 31/12/2026`, cell)
  const reading =
    cell instanceof Date
      ? dateReading(cell)
      : readDate(typeof cell === 'number' ? String(shortest(cell)) : textOf(cell), order)
  if ('fieldError' in reading) throw notA(reading.fieldError, cell)
  return reading.date
}

/** The value of a declared field, in the form that its type has on the wire. */
function customText(
  cell: NonNullable<Cell>,
  { custom: type, choices }: { custom: CustomType; choices: readonly string[] },
  { decimal, dates }: Pick<Form, 'decimal' | 'dates'>,
): string | null {
  switch (type) {
    case 'text':
      return composed(wholeTextOf(cell))
    case 'integer':
      return isDash(cell) ? null : wholeText(cell, decimal ?? undefined)
    case 'decimal':
      return isDash(cell) ? null : decimalText(cell, decimal ?? undefined)
    case 'boolean':
      return String(booleanOf(cell))
    case 'date':
      return dayOf(cell, dates ?? 'dmy')
    case 'choice':
      return chosen(cell, choices)
  }
}

function listOf(cell: NonNullable<Cell>, of: 'integer' | 'code'): unknown[] {
  const parts = textOf(cell)
    .split(/[|,;\s]+/)
    .filter((part) => part !== '')
  return parts.map((part) => (of === 'integer' ? integerOf(part) : composed(part)))
}

/** `12,00` is 12. */
function wholeText(cell: NonNullable<Cell>, mark: DecimalMark | undefined): string {
  const whole = numberText(cell, mark).replace(/\.0+$/, '')
  if (whole.includes('.')) throw notA(msg`whole number`, cell)
  return whole === '-0' ? '0' : whole
}

function decimalText(cell: NonNullable<Cell>, mark: DecimalMark | undefined): string {
  const text = numberText(cell, mark)
  if (/^-?\d{1,15}(\.\d{1,10})?$/.test(text)) return text
  throw new UnreadableCell(
    'format',
    msg`${quoted(cell)} has more digits than its field takes: 15 before the decimal mark and 10 behind it.`,
  )
}

function dayOf(cell: NonNullable<Cell>, order: DateOrder): string | null {
  const date = dateOf(cell, order)
  if (date === null) return null
  const [day = '', time] = date.split('T')
  if (time !== '00:00:00') throw notA(msg`date without a time, such as 31/12/2026`, cell)
  return day
}

/** As it is declared, though a file may write it without its accents or capitals. */
function chosen(cell: NonNullable<Cell>, choices: readonly string[]): string {
  const text = composed(textOf(cell))
  const alike = choices.filter((one) => plain(one) === plain(text))
  const found = choices.includes(text) ? text : alike.length === 1 ? alike[0] : undefined
  if (found !== undefined) return found
  const all = choices.map((one) => JSON.stringify(one))
  throw new UnreadableCell('enum', msg`${quoted(cell)} must be one of ${all}.`)
}
