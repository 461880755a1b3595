import { type TSchema, Type } from 'typebox'
import { AMOUNT } from '../../../packages/model/kinds.ts'
import { customFilters } from '../../http/lists/filters.ts'
import {
  closed,
  count,
  decimal,
  fkIdOut,
  id,
  nameOut,
  nullable,
  textOut,
} from '../../http/schemas.ts'
import { orderFilters } from '../../orders/reads/filters/filters.ts'
import { languages } from '../../texts/message.ts'
import { MOST_VOLUMES } from './loading.ts'
import { pickingSorts } from './picking.ts'
import { MOST_ORDERS, reasonsOut } from './selection.ts'

// What papers of the warehouse take, and what their lists say.

const formats = ['json', 'pdf', 'csv'] as const
export type Format = (typeof formats)[number]

const languageOf = (description: string, component: string) =>
  Type.Optional(
    Type.String({
      enum: [...languages],
      description,
      examples: ['pt-BR'],
      'x-component': component,
    }),
  )

const listParameters = {
  format: Type.Optional(
    Type.String({
      enum: [...formats],
      description: 'The list as JSON, on paper (PDF) or as CSV, whatever `Accept` says.',
      examples: ['pdf'],
      'x-component': 'PaperFormat',
    }),
  ),
  csv: Type.Optional(
    Type.String({
      enum: ['rfc', 'br'],
      description:
        '`br`: CSV with `;`, decimal comma, a byte order mark and headings for people. RFC 4180 unless given.',
      examples: ['br'],
      'x-component': 'PaperCsv',
    }),
  ),
  language: languageOf(
    'Of a PDF and of the headings of `csv=br`; unless given, the language of `Accept-Language`, or Portuguese. Other CSV has property names unless this is given.',
    'PaperLanguage',
  ),
}

const queryOf = (parameters: Record<string, TSchema>) =>
  Type.Object({ ...orderFilters, ...parameters }, { additionalProperties: false, ...customFilters })

export const pickingQuery = queryOf({
  sort: Type.Optional(
    Type.String({
      enum: [...pickingSorts],
      description:
        'What the lines are in the order of: the code of the product, unless given, or its name. `P-9` comes before `P-10`.',
      examples: ['name'],
      'x-component': 'SortOfPicking',
    }),
  ),
  ...listParameters,
})

export const loadingQuery = queryOf(listParameters)

export const labelsQuery = queryOf({
  volumes: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_VOLUMES,
      default: 1,
      description:
        'Labels of an order that does not say how many parcels it has, by a custom field `volumes`; 1 unless given.',
      examples: [1],
    }),
  ),
  size: Type.Optional(
    Type.String({
      enum: ['100x150', 'a4'],
      description:
        'Pages of 100 × 150 mm, each a label, unless given; or sheets of A4 with eight of 105 × 74 mm.',
      examples: ['a4'],
    }),
  ),
  language: languageOf(
    'Unless given, the language of `Accept-Language`, or Portuguese.',
    'LabelLanguage',
  ),
})

const fkId = fkIdOut
const number = nullable(textOut(100, { examples: ['01-2026-000042'] }))
const ofOrder = { id: { ...id, description: 'The order’s `id`.' }, fk_id: fkId, number }
const named = (title: string) => closed({ id, name: nameOut, fk_id: fkId }, { title })
const quantity = Type.Number({ minimum: 0, description: 'Exact.', examples: [12.5] })
const grossWeight = {
  ...Type.Number({ minimum: 0, examples: [24.75] }),
  description: 'In kilograms, exact, of the products that have a `gross_weight`.',
}
const unweighed = {
  ...count,
  description: 'Lines of products without a `gross_weight`.',
  examples: [0],
}
const amount = decimal(AMOUNT.integer + 3, AMOUNT.decimals, { examples: [1143.8] })

const leftOut = Type.Array(
  closed(
    {
      ...ofOrder,
      reason: Type.String({
        enum: [...reasonsOut],
        description:
          '`cancelled`: its status is locked and does not count as a sale. `no_goods`: it has no items, or services alone.',
      }),
    },
    { title: 'LeftOutOrder' },
  ),
  { maxItems: MOST_ORDERS, description: 'Orders that were chosen and are not on the list.' },
)

const lots = Type.Array(
  closed({ number: textOut(20, { examples: ['L2610'] }), quantity }, { title: 'PickedLot' }),
  { maxItems: 500_000, description: 'Those that the items say.' },
)

const share = closed(
  {
    ...ofOrder,
    quantity,
    description: nullable(textOut(5000, { description: 'What the items of the order say.' })),
    lots,
  },
  { title: 'PickedShare' },
)

const pickedOrder = closed(
  {
    ...ofOrder,
    customer: named('PickedCustomer'),
    delivery_date: nullable(Type.String({ format: 'date-time', maxLength: 24 })),
    shipping_company: nullable(named('PickedCarrier')),
  },
  { title: 'PickedOrder' },
)

const pickingLine = closed(
  {
    product: named('PickedProduct'),
    gtin: nullable(textOut(20, { examples: ['7891000315507'] })),
    unit: nullable(textOut(6, { examples: ['UN'] })),
    quantity,
    gross_weight: {
      ...nullable(Type.Number({ minimum: 0, examples: [24.75] })),
      description: 'Of all of it, in kilograms, exact; null where the product has none.',
    },
    orders: Type.Array(share, {
      maxItems: 20_000,
      description: 'Which orders it is for, under each description.',
    }),
  },
  { title: 'PickingLine' },
)

export const pickingList = closed(
  {
    orders: Type.Array(pickedOrder, { maxItems: MOST_ORDERS, description: 'By `id`.' }),
    left_out: leftOut,
    lines: Type.Array(pickingLine, { maxItems: 20_000, description: 'One for each product.' }),
    totals: closed(
      { orders: count, lines: count, gross_weight: grossWeight, lines_without_weight: unweighed },
      { title: 'PickingTotals' },
    ),
  },
  { $id: 'PickingList', description: 'What is fetched for orders, product by product.' },
)

const volumes = (description: string) => ({
  ...nullable(Type.Integer({ minimum: 1, maximum: MOST_VOLUMES * MOST_ORDERS, examples: [3] })),
  description,
})

const loadingTotals = closed(
  {
    orders: count,
    volumes: {
      ...nullable(count),
      description: 'Parcels; null where an order does not say how many it has.',
      examples: [3],
    },
    gross_weight: grossWeight,
    lines_without_weight: unweighed,
    total_value: amount,
  },
  { title: 'LoadingTotals' },
)

const addressText = (most: number) => nullable(textOut(most))
const place = closed(
  {
    street: addressText(200),
    number_text: addressText(60),
    complement: addressText(200),
    neighborhood: addressText(200),
    city: addressText(200),
    state: addressText(2),
    postal_code: addressText(20),
  },
  { title: 'LoadingAddress' },
)

const loadedOrder = closed(
  {
    ...ofOrder,
    invoice: nullable(
      textOut(2000, { description: 'The custom field `nota_fiscal`.', examples: ['4711'] }),
    ),
    customer: closed(
      {
        id,
        name: nameOut,
        fk_id: fkId,
        phone: nullable(
          textOut(40, {
            description: 'Null, too, for a token that does not read the customer.',
            examples: ['+55 11 4002-8922'],
          }),
        ),
      },
      { title: 'LoadedCustomer' },
    ),
    address: nullable(place),
    observations: nullable(textOut(5000)),
    volumes: volumes('Parcels: the custom field `volumes`, from 1 to 99.'),
    gross_weight: grossWeight,
    lines_without_weight: unweighed,
    total_value: amount,
  },
  { title: 'LoadedOrder' },
)

const carrier = closed(
  {
    shipping_company: nullable(named('LoadingCarrier')),
    places: Type.Array(
      closed(
        {
          city: addressText(200),
          state: addressText(2),
          orders: Type.Array(loadedOrder, { maxItems: MOST_ORDERS }),
        },
        { title: 'LoadingPlace' },
      ),
      { maxItems: MOST_ORDERS, description: 'By state and city; those without an address last.' },
    ),
    totals: loadingTotals,
  },
  { title: 'LoadingOfCarrier' },
)

export const loadingList = closed(
  {
    carriers: Type.Array(carrier, {
      maxItems: MOST_ORDERS,
      description: 'By name; orders without a carrier last.',
    }),
    left_out: leftOut,
    totals: loadingTotals,
  },
  { $id: 'LoadingList', description: 'What each carrier takes, by the city that it goes to.' },
)
