import type { LineTax } from '@pedido/client'
import { kindOfTax, rowOfTax, type TaxLineProperty, taxLineProperties } from '@pedido/model/taxes'
import { isOfRule } from '../../of-rule.ts'
import {
  filledRows,
  newRow,
  type Row,
  rowsText,
  typedIn,
  typedValues,
  withValue,
} from '../rows/rows.ts'
import type { Cell } from './columns.ts'

// The taxes of a line as they are typed: all that are sent of it. Rules work out the others.

const FIGURES: readonly string[] = ['base', 'rate', 'value']
const WORDS = ['code', 'class'] as const

/** Which figure of which tax each of the line's cells is. */
const CELLS = {
  aliq_icms: ['icms', 'rate'],
  aliq_ipi: ['ipi', 'rate'],
  base_icms_st: ['icms_st', 'base'],
  aliq_icms_st: ['icms_st', 'rate'],
} as const
type TaxCell = keyof typeof CELLS
export const isTaxCell = (cell: Cell): cell is TaxCell => Object.hasOwn(CELLS, cell)

/** Margins that are none: a price of the state’s counts in place of the line’s. */
const BY_PRICE: readonly unknown[] = ['list', 'consumer_price']

/**
 * A tax of a line as somebody types it: what follows from the rest is left out, so that it goes with the line.
 * @param all the line’s
 * @param quantity the line’s
 */
function typedTax(tax: LineTax, all: readonly LineTax[], quantity: number): Row {
  const { effect: _, origin, effective_rate: __, details, ...properties } = tax
  const { way, other } = rowOfTax(tax.tax)
  const isByQuantity = tax.per_unit !== undefined
  const isGivenBase =
    origin === 'given' || BY_PRICE.includes(tax.margin_kind) || way === 'difference'
  const follows: Record<string, boolean> = {
    base: tax.base === 0 || isByQuantity || !isGivenBase,
    rate: tax.rate === 0 && (tax.value !== 0 || isByQuantity),
    value: tax.value === 0 || isByQuantity || (tax.rate !== 0 && way !== 'as_sent'),
    deduction: tax.deduction === (all.find((one) => one.tax === other)?.value ?? 0),
    deferred: tax.deferral !== undefined,
    quantity: tax.quantity === quantity,
  }
  const kept = Object.entries(properties).filter(([name]) => !follows[name])
  const more = details ? { details: JSON.stringify(details) } : {}
  return newRow({ ...typedValues(Object.fromEntries(kept)), ...more })
}

/** Those that nobody but rules says of a line are not its own. */
const givenOf = (taxes: readonly LineTax[] | null) => (taxes ?? []).filter((one) => !isOfRule(one))

/** What is said of a line’s taxes, in short: for whoever has changed them, too. */
export const givenText = (taxes: readonly LineTax[] | null) =>
  taxesText(givenOf(taxes).map((one) => typedTax(one, taxes ?? [], 0)))

export const taxesText = (taxes: readonly Row[] = []) =>
  rowsText(taxes, ['tax', ...WORDS, ...Object.keys(taxLineProperties), 'details'])

/**
 * What somebody types on who changes a line’s taxes: those that were sent, and of the rules’ those of a kind, of
 * which rules work nothing out any more once one is sent.
 * @param typed what is typed already; undefined of a line whose taxes nobody has touched
 */
export function takenOver(
  typed: readonly Row[] | undefined,
  taxes: readonly LineTax[] | null,
  quantity: number,
  tax: string | undefined,
): readonly Row[] {
  const all = taxes ?? []
  const own = typed ?? givenOf(taxes).map((one) => typedTax(one, all, quantity))
  const kind = tax === undefined ? undefined : kindOfTax(tax)
  const isThere = (name: string) => own.some((row) => typedIn(row, 'tax') === name)
  const ofRules = all.filter(
    (one) =>
      isOfRule(one) && kind !== undefined && kindOfTax(one.tax) === kind && !isThere(one.tax),
  )
  return [...own, ...ofRules.map((one) => typedTax(one, all, quantity))]
}

/** The row with a figure: of base, rate and value two make the third, so the one that they make is emptied. */
export function withFigure(row: Row, name: string, value: string): Row {
  const typed = withValue(row, name, value)
  if (!FIGURES.includes(name) || value === '' || rowOfTax(typedIn(row, 'tax')).way === 'as_sent')
    return typed
  if (name !== 'value') return withValue(typed, 'value', '')
  return typedIn(row, 'base') === '' ? typed : withValue(typed, 'rate', '')
}

/** The taxes with what was typed into a cell of the line’s table. */
export function withTaxCell(taxes: readonly Row[], cell: TaxCell, value: string): readonly Row[] {
  const [tax, name] = CELLS[cell]
  const isThere = taxes.some((row) => typedIn(row, 'tax') === tax)
  const all = isThere || value === '' ? taxes : [...taxes, newRow({ tax })]
  return all.map((row) => (typedIn(row, 'tax') === tax ? withFigure(row, name, value) : row))
}

/** As a request has them; null of none, where rules work out what they can. */
export function sentTaxes(taxes: readonly Row[]): object[] | null {
  const sent = filledRows(taxes).map(({ values }) =>
    Object.fromEntries(
      Object.entries(values)
        .filter(([, value]) => value !== '')
        .map(([name, value]) => [name, sentValue(name, value)]),
    ),
  )
  return sent.length > 0 ? sent : null
}

function sentValue(name: string, value: string): unknown {
  if (name === 'details') return JSON.parse(value)
  if (name === 'deducts' || name === 'adds') return value === 'true'
  const isDecimal = Object.hasOwn(taxLineProperties, name)
  return isDecimal && taxLineProperties[name as TaxLineProperty] !== null ? Number(value) : value
}
