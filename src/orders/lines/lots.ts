import Big from 'big.js'
import { type TSchema, Type } from 'typebox'
import { LOT_NUMBER, LOT_QUANTITY } from '../../../packages/model/invoices/lines.ts'
import type { FieldError } from '../../base/problems.ts'
import { closed, decimal, line, nullable, textOut } from '../../http/schemas.ts'
import { msg } from '../../texts/message.ts'

// The lots that the goods of a line are from.

export interface Lot {
  number: string
  quantity: number
  /** Days, `YYYY-MM-DD`. */
  made_on: string | null
  expires_on: string | null
}

/** As sent: days may be left out. */
export type LotInput = Omit<Lot, 'made_on' | 'expires_on'> & {
  made_on?: string | null | undefined
  expires_on?: string | null | undefined
}

const day = { format: 'date', maxLength: 10, examples: ['2026-10-01'] }
const { integer, decimals } = LOT_QUANTITY
const numberOf = { description: 'Its number, up to 20 characters.', examples: ['L2610'] }
const MADE_ON = 'The day on which it was made.'
const EXPIRES_ON = 'Its last day.'

export function lotsIn(maxItems: number): TSchema {
  const lot = closed(
    {
      number: line(LOT_NUMBER, { minLength: 1, ...numberOf }),
      quantity: decimal(integer, decimals, {
        minimum: undefined,
        exclusiveMinimum: 0,
        description: 'How much of it.',
      }),
      made_on: Type.Optional(nullable(Type.String({ ...day, description: MADE_ON }))),
      expires_on: Type.Optional(nullable(Type.String({ ...day, description: EXPIRES_ON }))),
    },
    { title: 'LotInput' },
  )
  return nullable(Type.Array(lot, { maxItems }))
}

export function lotsOut(maxItems: number): TSchema {
  const lot = closed(
    {
      number: textOut(LOT_NUMBER, numberOf),
      quantity: decimal(integer, decimals, { description: 'How much of it.' }),
      made_on: nullable(Type.String({ ...day, description: MADE_ON })),
      expires_on: nullable(Type.String({ ...day, description: EXPIRES_ON })),
    },
    { title: 'Lot' },
  )
  return Type.Array(lot, { maxItems })
}

/** As they are stored; null of none. */
export function wholeLots(lots: readonly LotInput[] | null): Lot[] | null {
  if (lots === null || lots.length === 0) return null
  return lots.map(({ number, quantity, made_on = null, expires_on = null }) => ({
    number,
    // Sent as a number of at most 11 digits, or read from a version as text.
    quantity: Number(quantity),
    made_on,
    expires_on,
  }))
}

/**
 * Lots that are not all of a line: at the lots if they were sent, else at its quantity.
 * @param quantity the line's, as a decimal
 */
export function lotsErrors(
  lots: readonly Lot[] | null,
  quantity: string,
  areSent: boolean,
): FieldError[] {
  if (lots === null) return []
  const sum = lots.reduce((all, lot) => all.plus(lot.quantity), new Big(0))
  if (sum.eq(quantity)) return []
  const detail = msg`The lots come to ${sum.toFixed()}, and the item to ${new Big(quantity).toFixed()}.`
  return [{ pointer: areSent ? '/lots' : '/quantity', code: 'lots_sum', detail }]
}
