import { type Static, Type } from 'typebox'
import { COUNT, UNIT_PRICE } from '../../../packages/model/kinds.ts'
import { closed, dateTimeOut, decimal, id, nullable, textOut } from '../../http/schemas.ts'

/** As many as somebody looks at, or has in an order. */
const MOST_PRODUCTS = 500

export const lastPrice = closed(
  {
    id_item: { ...id, description: 'The product.' },
    price: decimal(UNIT_PRICE.integer, UNIT_PRICE.decimals, {
      description: 'The unit price before discounts.',
    }),
    unit_liq: decimal(UNIT_PRICE.integer, UNIT_PRICE.decimals, {
      description: 'The net unit value: what was paid, by the discount of the line.',
    }),
    quantity: decimal(COUNT.integer, COUNT.decimals),
    date: { ...dateTimeOut, description: 'The order’s.' },
    order: closed({ id, number: nullable(textOut(100)) }, { title: 'LastPriceOrder' }),
  },
  {
    $id: 'LastPrice',
    description: 'What a customer paid for a product the last time.',
    examples: [
      {
        id_item: 1,
        price: 12.5,
        unit_liq: 11.25,
        quantity: 40,
        date: '2026-11-21T12:30:00.000Z',
        order: { id: 1, number: null },
      },
    ],
  },
)

export const lastPricesQuery = closed({
  id_item: Type.Array(id, {
    minItems: 1,
    maxItems: MOST_PRODUCTS,
    description: `Products: ids, with commas between them, at most ${MOST_PRODUCTS}.`,
    examples: [[1, 2]],
    'x-component': 'LastPriceProducts',
  }),
  except_order: Type.Optional({
    ...id,
    description: 'An order that does not count: the one that is being changed.',
  }),
})

export type LastPricesQuery = Static<typeof lastPricesQuery>

export const lastPrices = Type.Object(
  { data: Type.Array(Type.Ref('LastPrice'), { maxItems: MOST_PRODUCTS }), meta: Type.Ref('Meta') },
  { additionalProperties: false, title: 'LastPrices' },
)
