import { lineShares } from '../../../../packages/model/totals.ts'
import { tables } from '../../exports/tables.ts'
import { type Cell, isEmptyCell } from '../reading/rows.ts'
import { headingKey } from './words.ts'

export const decimalMarks = [',', '.'] as const
export type DecimalMark = (typeof decimalMarks)[number]

/** `dmy`: 31/12/2026. Years that stand first are read in any case. */
export const dateOrders = ['dmy', 'mdy'] as const
export type DateOrder = (typeof dateOrders)[number]

const UNIT_BEFORE = /^([(+-]?)\s*(?:R\$|BRL)\s*/i
const UNIT_BEHIND = /\s*(?:R\$|BRL|%)\s*([)-]?)$/i

/**
 * A number as people write it, without its unit and what groups its thousands: `R$ 1'234,56` is `1234,56`.
 * Accounts write a negative one in brackets or with the sign behind it.
 */
export function bareNumber(text: string): string {
  const bare = text
    .trim()
    .replace(UNIT_BEFORE, '$1')
    .replace(UNIT_BEHIND, '$1')
    .replace(/^([(+-])\s+/, '$1')
    .replace(/\s+([)-])$/, '$1')
  const [, negative] = /^\((\d.*)\)$/.exec(bare) ?? /^(\d.*)-$/.exec(bare) ?? []
  const signed = negative === undefined ? bare : `-${negative}`
  const [, sign = '', figures = signed] = /^([+-])(.*)$/.exec(signed) ?? []
  return GROUPED.test(figures) || SPACED.test(figures)
    ? `${sign}${figures.replace(/[\s'’]/g, '')}`
    : signed
}

/** Groups of three behind an apostrophe, or a space that keeps figures together. */
const GROUPED = /^[1-9]\d{0,2}([\u00a0\u2007\u2009\u202f'’])\d{3}(?:\1\d{3})*(?:[.,]\d+)?$/
/** An ordinary space stands between two numbers as well: it groups only where decimals follow. */
const SPACED = /^[1-9]\d{0,2}(?: \d{3})+[.,]\d+$/

/** The mark that a number must have; undefined where it may be either: 1.234, or 1234. */
function markOf(text: string): DecimalMark | undefined {
  const bare = bareNumber(text).replace(/^[+-]/, '')
  if (!/^\d[\d.,]*$/.test(bare)) return undefined
  const last = Math.max(bare.lastIndexOf(','), bare.lastIndexOf('.'))
  if (last < 0) return undefined
  const mark = bare[last] as DecimalMark
  const other = mark === ',' ? '.' : ','
  if (bare.includes(other)) return mark
  if (bare.indexOf(mark) !== last) return other
  const [before = '', after = ''] = bare.split(mark)
  const maybeThousands = after.length === 3 && before.length <= 3 && !before.startsWith('0')
  return maybeThousands ? undefined : mark
}

/** The decimal mark of most numbers among these; null where all of them may have either. */
export function decimalMarkIn(texts: string[]): DecimalMark | null {
  const marks = texts.map(markOf)
  const [commas, points] = decimalMarks.map((mark) => marks.filter((one) => one === mark).length)
  if (commas === 0 && points === 0) return null
  return (commas ?? 0) >= (points ?? 0) ? ',' : '.'
}

/** The day first, unless that makes months that no year has. */
export function dateOrderIn(texts: string[]): DateOrder {
  const parts = texts.map((text) => /^\s*(\d{1,2})[/.-](\d{1,2})[/.-]/.exec(text))
  const dayFirst = parts.filter((one) => Number(one?.[1]) > 12).length
  const monthFirst = parts.filter((one) => Number(one?.[2]) > 12).length
  return monthFirst > dayFirst ? 'mdy' : 'dmy'
}

/** What should not be lost without a word; `own`: what the service sets itself. */
export const holdings = ['amounts', 'percentages', 'dates', 'own'] as const
export type Holding = (typeof holdings)[number]

/** Words of headings below which figures are money. */
const MONEY =
  /\b(?:valor|total|subtotal|preco|price|frete|freight|desconto|discount|despesas?|acrescimo|juros|multa|taxa|taxes|tax|imposto|icms|ipi|st|custo|cost|comissao|amount|shipping|reais)\b/
const SHARE = /\b(?:percentual|aliquota|rate)\b/
/** What the service sets itself, by the names of exports. */
const OWN = [
  'created_at',
  'updated_at',
  'anonymised_at',
  'last_order_at',
  'orders_12m',
  'value_12m',
  'order_interval_days',
  'image',
  'next',
  'items.created_at',
  ...lineShares.map(({ name }) => `items.${name}`),
  'taxes_total',
]
/** The service's own number of a record: `Frete (id)`. */
const OWN_NUMBER = /\(id\)\s*$/i

const DATE = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ].*)?$/
const FIGURE = /^[+-]?\d[\d.,]*$/

/** `  /  /    `: a date that there is not. */
const NO_DATE = /^[\s/]+$/

/** Of the cells that are filled so many are of one kind, in a column of it. */
const MOST = 0.8

/** Whether the service sets itself what stands in a column with such a heading of exports. */
export function isSetByService(resource: string, heading: string): boolean {
  const key = headingKey(heading)
  const own = (tables[resource] ?? []).filter(
    ([name]) => OWN.includes(name) || name.startsWith('items.taxes.'),
  )
  return own.some(([name, , ...headings]) => {
    const [portuguese, english] = headings
    return [name, portuguese, english].some((one) => headingKey(one) === key)
  })
}

/** What a column holds from which nothing is taken; undefined: nothing that should be told. */
export function holdingOf(resource: string, heading: string, cells: Cell[]): Holding | undefined {
  const key = headingKey(heading)
  const filled = cells.filter((cell) => !isEmptyCell(cell) && !NO_DATE.test(String(cell)))
  if (key === '' || filled.length === 0) return undefined
  if (OWN_NUMBER.test(heading) || isSetByService(resource, heading)) return 'own'
  const share = (test: (cell: Cell) => boolean) => filled.filter(test).length / filled.length
  if (share(isDate) >= MOST) return 'dates'
  if (share(isFigure) < MOST) return undefined
  if (SHARE.test(key) || share((cell) => /%/.test(String(cell))) >= MOST) return 'percentages'
  const isMoney = MONEY.test(key) || share((cell) => /R\$/i.test(String(cell))) >= MOST
  return isMoney ? 'amounts' : undefined
}

const isDate = (cell: Cell) =>
  cell instanceof Date || (typeof cell === 'string' && DATE.test(cell.trim()))

const isFigure = (cell: Cell) =>
  typeof cell === 'number' ||
  (typeof cell === 'string' && (FIGURE.test(bareNumber(cell)) || /^R\$\s*-\s*$/.test(cell.trim())))
