import type { FieldErrorCode } from '../../../base/field-error-codes.ts'
import { type Message, msg, numeral } from '../../../texts/message.ts'
import { type BadCell, type Cell, isBad, isPercent, MAX_CELL } from '../reading/rows.ts'
import type { FieldKind } from './field.ts'

// What keeps a cell from being read, whatever its field makes of others.

/** Why a cell can't be read. */
export class UnreadableCell extends Error {
  readonly code: FieldErrorCode
  readonly detail: Message

  constructor(code: FieldErrorCode, detail: Message) {
    super(detail.toString())
    this.code = code
    this.detail = detail
  }
}

/** What spreadsheets show in place of a value that they don't have, in both languages. */
const ERROR =
  /^#(?:N\/[AD]|REF!|VALUE!|VALOR!|DIV\/0!|NAME\?|NOME\?|NULL!|NULO!|N[UÚ]M!|SPILL!|CALC!|#+)$/i

/** @throws UnreadableCell for a cell that shows an error, and so no value */
export function refuseErrors(cell: NonNullable<Cell>): void {
  if (isBad(cell)) {
    throw new UnreadableCell(
      cell.bad === 'inexact' ? 'inexact_number' : 'type',
      badTexts[cell.bad](cell),
    )
  }
  if (typeof cell === 'string' && cell.includes('\uFFFD')) {
    throw new UnreadableCell(
      'format',
      msg`${quoted(cell)} has lost letters (�) in the program that wrote the file: write them again.`,
    )
  }
  if (typeof cell !== 'string' || !ERROR.test(cell.trim())) return
  throw new UnreadableCell(
    'type',
    msg`${quoted(cell)} is an error of the spreadsheet and no value. Correct the cell and save the file again.`,
  )
}

const badTexts: Record<BadCell['bad'], (cell: BadCell) => Message> = {
  error: (cell) =>
    msg`${quoted(cell)} is an error of the spreadsheet and no value. Correct the cell and save the file again.`,
  formula: () =>
    msg`has a formula that was never computed: open the file in a spreadsheet, save it there and send it again.`,
  scaled: (cell) =>
    msg`shows another number than it keeps (${cell.shown}): take the scale out of its format and save the file again.`,
  inexact: tooManyDigits,
  long: () => msg`has more than ${numeral(MAX_CELL)} characters: only its beginning is kept.`,
  unreadable: (cell) => msg`${quoted(cell)} can’t be read as what its format says.`,
}

const PERCENTAGE = /\d\s*%/
const MONEY = /(?:R\$|\bBRL\b).*\d|\d\s*(?:R\$|BRL\b)/i

/** @throws UnreadableCell for a percentage in a field of none, and for money in one of quantities or percentages */
export function refuseOtherSigns(cell: NonNullable<Cell>, kind: FieldKind): void {
  const isNumeric = kind === 'decimal' || kind === 'quantity' || kind === 'percent'
  const text = typeof cell === 'string' && isNumeric ? cell : ''
  if ((isPercent(cell) || PERCENTAGE.test(text)) && !isOfPercent(kind)) {
    throw new UnreadableCell('type', msg`${quoted(cell)} is a percentage, which the field is not.`)
  }
  if (MONEY.test(text) && kind !== 'decimal') {
    throw new UnreadableCell('type', msg`${quoted(cell)} is money, which the field is not.`)
  }
}

/** Whether a field holds percentages; texts hold what the cell shows. */
function isOfPercent(kind: FieldKind): boolean {
  if (typeof kind === 'object') return 'custom' in kind && ['decimal', 'text'].includes(kind.custom)
  return ['percent', 'text', 'line'].includes(kind)
}

export function tooManyDigits(cell: Cell): Message {
  return msg`${quoted(cell)} has more digits than a number carries exactly.`
}

/** What was read, as far as a person needs it. */
export function quoted(cell: Cell): string {
  const text =
    cell instanceof Date
      ? cell.toISOString()
      : isPercent(cell)
        ? `${cell.percent}%`
        : String(isBad(cell) ? cell.shown : cell)
  return `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`
}

export function notA(what: Message, cell: Cell): UnreadableCell {
  return new UnreadableCell('type', msg`${quoted(cell)} is no ${what}.`)
}
