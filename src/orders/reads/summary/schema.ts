import { type TSchema, Type } from 'typebox'
import { count, decimal, nullable, textOut } from '../../../http/schemas.ts'
import { placeNames, recordNames, timeNames } from './groupings.ts'

/** Groups that one answer shows at most, and unless `limit` says otherwise. */
export const MOST_GROUPS = 25_000
export const DEFAULT_GROUPS = 100

const amount = (description: string, example: number) =>
  nullable({ ...decimal(30, 2, { description, examples: [example] }) })

const figures = {
  count: { ...count, description: 'How many orders there are.', examples: [57] },
  sum: Type.Number({
    minimum: 0,
    description: 'The exact sum of `total_value`.',
    examples: [71250.5],
  }),
  average: amount(
    'The sum divided by the count, rounded half-up to 2 decimals; null if there are no orders.',
    1250.01,
  ),
  min: amount('The smallest; null if there are no orders.', 12.5),
  max: amount('The largest; null if there are no orders.', 98000),
}

const day = Type.String({ format: 'date', maxLength: 10, examples: ['2026-11-01'] })
const times = {
  day: { ...day, description: 'In the account’s time zone.' },
  week: { ...day, description: 'The Monday that it begins with.' },
  month: { ...day, description: 'Its first day.' },
}

/** A record that orders have, or null: the group of those that have none. */
const record = Type.Unsafe({ anyOf: [Type.Ref('Reference'), { type: 'null' }] })

const places = {
  city: nullable(textOut(200, { description: 'As one of its addresses writes it.' })),
  state: nullable(textOut(2, { description: 'Two letters.' })),
}

const group = Type.Object(
  {
    ...Object.fromEntries(recordNames.map((name) => [name, Type.Optional(record)])),
    ...Object.fromEntries(timeNames.map((name) => [name, Type.Optional(times[name])])),
    ...Object.fromEntries(placeNames.map((name) => [name, Type.Optional(places[name])])),
    ...figures,
    quantity: Type.Optional(
      Type.Number({
        minimum: 0,
        description: 'For products: the quantity that was ordered.',
        examples: [12],
      }),
    ),
  },
  {
    $id: 'OrderSummaryGroup',
    description:
      'The orders that have one thing in common: what `group_by` names, with `id`, `name` and `fk_id` of a record as it is now. For products the figures cover the order’s lines with the product: what these add to its total.',
  },
)

const summary = Type.Object(
  {
    ...figures,
    groups: Type.Array(Type.Ref('OrderSummaryGroup'), {
      maxItems: MOST_GROUPS,
      description: 'The first `limit` groups by `sort`.',
    }),
    omitted: Type.Object(
      {
        groups: { ...count, description: 'Groups beyond `limit`.', examples: [0] },
        count: { ...count, description: 'Their counts, added up.', examples: [0] },
        sum: Type.Number({ minimum: 0, description: 'Their sums, added up.', examples: [0] }),
      },
      { title: 'OrderSummaryOmitted', description: 'What `limit` left out of `groups`.' },
    ),
  },
  { $id: 'OrderSummary', description: 'What the orders that the filters find come to.' },
)

export const summarySchemas: TSchema[] = [group, summary]
