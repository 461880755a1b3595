import {
  filledRows,
  newRow,
  type Row,
  restOfRows,
  rowsText,
  typedIn,
  typedValues,
} from '../rows/rows.ts'
import type { Item } from './columns.ts'

// The lots that a line's goods are from, as they are typed.

const PROPERTIES = ['number', 'quantity', 'made_on', 'expires_on'] as const

export const typedLots = ({ lots }: Item): readonly Row[] =>
  lots.map((lot) => newRow(typedValues(lot)))

export const lotsText = (lots: readonly Row[] = []) => rowsText(lots, PROPERTIES)

/** As a request has them; null of none. */
export function sentLots(lots: readonly Row[]): object[] | null {
  const sent = filledRows(lots).map((lot) => ({
    number: typedIn(lot, 'number'),
    quantity: Number(typedIn(lot, 'quantity')),
    made_on: typedIn(lot, 'made_on') || null,
    expires_on: typedIn(lot, 'expires_on') || null,
  }))
  return sent.length > 0 ? sent : null
}

/** What of the line's quantity is of no lot; `-…` where the lots come to more. */
export const restOfLots = (quantity: string, lots: readonly Row[]): string =>
  restOfRows(quantity, lots, 'quantity')
