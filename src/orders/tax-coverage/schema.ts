import { type Static, Type } from 'typebox'
import { states } from '../../../packages/model/invoices/states.ts'
import { closed, count, decimal, id, nullable, textOut } from '../../http/schemas.ts'
import { reasons } from './coverage.ts'

const day = (description: string, example: string) =>
  Type.Optional(Type.String({ format: 'date', maxLength: 10, description, examples: [example] }))

/** Days that are looked at unless somebody says which. */
export const USUAL_DAYS = 90

export const coverageDays = {
  from: day(
    `The first day of the orders’ \`date\`, in the account’s time zone; ${USUAL_DAYS} days before the last one unless given.`,
    '2026-09-01',
  ),
  to: day('The last day; today unless given.', '2026-11-30'),
  date: day(
    'The day whose rules count, such as one on which some have ended; today unless given.',
    '2027-01-01',
  ),
}

export const coverageState = {
  destination_state: Type.Optional(
    Type.String({
      enum: Object.keys(states),
      maxLength: 2,
      description: 'Only what went to this state; `EX` is abroad.',
      examples: ['MG'],
    }),
  ),
}

export type CoverageDays = Static<ReturnType<typeof Type.Object<typeof coverageDays>>>

const reference = Type.Object(
  { id, name: textOut(200), fk_id: nullable(textOut(100)) },
  { title: 'UncoveredProduct' },
)

export const uncoveredSale = closed(
  {
    product: reference,
    ncm: nullable(textOut(8, { examples: ['82029990'] })),
    cest: nullable(textOut(7, { examples: ['0800100'] })),
    destination_state: nullable(
      textOut(2, {
        description:
          'Where the goods go; `EX` is abroad. Null: neither the order’s address nor the customer’s main one says it.',
        examples: ['MG'],
      }),
    ),
    ie_kind: nullable(
      Type.Unsafe<1 | 2 | 9>({
        type: 'integer',
        enum: [1, 2, 9],
        minimum: 1,
        maximum: 9,
        description:
          'Whether the buyers are registered for ICMS (indIEDest), as they say or as their documents tell. Null: not known.',
        examples: [1],
      }),
    ),
    final_consumer: Type.Boolean({ description: 'Whether the buyers do not resell.' }),
    code: Type.String({
      enum: [...reasons],
      description:
        '`no_rule`: no rule holds. `no_place`, `buyer_kind_unknown`: what rules ask is not known of the branch or the customer, so that none can be chosen.',
    }),
    orders: { ...count, description: 'In how many orders.', examples: [57] },
    value: decimal(13, 2, {
      description: 'The net value of their lines.',
      examples: [71250.5],
    }),
  },
  {
    $id: 'UncoveredSale',
    description:
      'A product that was sold to buyers of one kind in one state without a rule of ICMS.',
  },
)
