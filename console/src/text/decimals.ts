import { withoutUnit } from '../../../src/files/units.ts'
import type { Language } from './languages.ts'

/** What a field of numbers holds: then its sign or unit may stand there. */
export type NumberKind = 'percentage' | 'quantity' | 'amount' | 'integer'

/** Why something typed is not read as a number: `number` where it simply is none. */
type FieldError = 'number' | 'integer' | 'percentage' | 'unit' | 'figures'

/**
 * What was typed into a field of numbers, as the service calls it (`1234.56`, '' of nothing); the two
 * things that it could mean, where it could mean two; or why it is neither.
 */
export type Reading =
  | { value: string }
  | { readings: readonly [grouped: string, pointed: string] }
  | { fieldError: FieldError }

/** A double holds so many figures exactly, and the service takes no more. */
const MOST_FIGURES = 15
/** A percentage has three figures before its point. */
const MOST_PERCENT = 1000

/**
 * A number as a person types it. In Portuguese `1.234,56`, and `1.5` too, since keypads have a point;
 * in English `1,234.56`, and `1,5`. Points and commas group thousands only where three figures follow
 * each and the first group does not begin with 0. One group alone, such as `1.234` in Portuguese,
 * could as well be a number with three decimals: unless the field takes only one of the two, it is
 * not for this page to decide. `5%` is 5 in a field of percentages, `12 un` is 12 in one of
 * quantities, `R$ 12,50` is 12.5 in one of amounts.
 */
export function readNumber(typed: string, language: Language, kind?: NumberKind): Reading {
  const plain = typed.normalize('NFKC').replaceAll(/\s/gu, ' ').replaceAll('−', '-').trim()
  if (plain === '') return { value: '' }
  const bare = withoutSign(plain, kind)
  if (typeof bare !== 'string') return bare
  const isNegative = bare.startsWith('-')
  const read = readFigures(bare.replace(/^- ?/, ''), language)
  if (read === undefined) return { fieldError: kind === 'integer' ? 'integer' : 'number' }
  const values = read.map((value) => (isNegative && value !== '0' ? `-${value}` : value))
  const fitting = values.filter((value) => mayBe(value, kind))
  const [first, second] = fitting.length === 0 && kind !== 'integer' ? values : fitting
  if (first === undefined) return { fieldError: 'integer' }
  if (read.some((value) => value.replaceAll(/\D|^0\.?0*/g, '').length > MOST_FIGURES))
    return { fieldError: 'figures' }
  return second === undefined ? { value: first } : { readings: [first, second] }
}

/** The decimal that was typed, where it can't be mistaken; '' of nothing, undefined of all else. */
export function readDecimal(
  typed: string,
  language: Language,
  kind?: NumberKind,
): string | undefined {
  const read = readNumber(typed, language, kind)
  return 'value' in read ? read.value : undefined
}

/** Without the sign or unit that the field is of; the error where it is another's. */
function withoutSign(
  plain: string,
  kind: NumberKind | undefined,
): string | { fieldError: FieldError } {
  const isAmount = kind === 'amount' || kind === undefined
  if (plain.endsWith('%')) {
    return kind === 'percentage' ? plain.slice(0, -1).trim() : { fieldError: 'percentage' }
  }
  if (isAmount) return plain.replace(/^(-? ?)R\$ ?/i, '$1').replace(/ ?R\$$/i, '')
  if (kind !== 'quantity') return plain
  return withoutUnit(plain) ?? { fieldError: 'unit' }
}

/** What figures without a sign could mean: one or two decimals; undefined where they are none. */
function readFigures(text: string, language: Language): string[] | undefined {
  const group = language === 'en' ? ',' : '.'
  // Thousands apart by a space or an apostrophe, as lists and banks print them.
  const isSpaced = /^[1-9]\d{0,2}([ '’])\d{3}(?:\1\d{3})*(?![\d '’])/.test(text)
  const spaced = isSpaced ? text.replaceAll(/[ '’]/g, '') : text
  if (!/^[\d.,]*\d[\d.,]*$/.test(spaced)) return undefined
  const marks = [...spaced.matchAll(/[.,]/g)].map(([mark]) => mark)
  const last = marks.at(-1)
  if (last === undefined) return [tidy(spaced, '')]
  const at = spaced.lastIndexOf(last)
  const [whole, fraction] = [spaced.slice(0, at), spaced.slice(at + 1)]
  if (marks.length === 1) {
    const isGroup = last === group && /^[1-9]\d{0,2}$/.test(whole) && fraction.length === 3
    return isGroup ? [whole + fraction, tidy(whole, fraction)] : [tidy(whole, fraction)]
  }
  // Several of one sort group thousands; of two sorts the last one is the point, whose ever it is.
  const [first] = marks
  if (marks.every((mark) => mark === first)) {
    return isGrouped(spaced, last) ? [spaced.replaceAll(last, '')] : undefined
  }
  const isRight = marks.slice(0, -1).every((mark) => mark !== last) && isGrouped(whole, first ?? '')
  return isRight ? [tidy(whole.replaceAll(first ?? '', ''), fraction)] : undefined
}

const isGrouped = (text: string, mark: string) =>
  new RegExp(`^[1-9]\\d{0,2}(\\${mark}\\d{3})+$`).test(text)

/** Whether a field of this kind takes it at all. */
function mayBe(value: string, kind: NumberKind | undefined): boolean {
  if (kind === 'integer') return !value.includes('.')
  return kind !== 'percentage' || Math.abs(Number(value)) < MOST_PERCENT
}

function tidy(whole: string, fraction: string): string {
  const left = whole.replace(/^0+(?=\d)/, '') || '0'
  const right = fraction.replace(/0+$/, '')
  return left + (right && `.${right}`)
}

/** A decimal for typing on: no groups, the language's point. */
export function decimalForTyping(decimal: string, language: Language): string {
  return language === 'en' ? decimal : decimal.replace('.', ',')
}

/** The number that the client sends as just these figures, or null where there are none. */
export function numberOf(decimal: string): number | null {
  return decimal === '' ? null : Number(decimal)
}
