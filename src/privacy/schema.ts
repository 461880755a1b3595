import { Type } from 'typebox'
import { closed, count, dateTimeOut, id, nullable } from '../http/schemas.ts'
import { MOST_NAMED } from './commands.ts'
import { MENTIONABLE, MOST_MENTIONS } from './mentioned-sql.ts'

const MOST_STATUSES = 200

export const anonymiseBody = closed(
  {
    keep_fk_id: Type.Optional(
      Type.Boolean({
        default: true,
        description:
          'Whether the customer keeps its `fk_id`; true unless given. One that says who the person is goes in any case: it holds the CPF or CNPJ, the e-mail address, the telephone number or a word of the name.',
      }),
    ),
    kept_statuses: Type.Optional({
      ...nullable(Type.Array(id, { maxItems: MOST_STATUSES, uniqueItems: true })),
      description:
        'Order statuses whose orders are fiscal documents, all of them locked; without it, or with null, every locked one. With none, every order is redacted.',
      examples: [[5, 6, 7]],
    }),
  },
  { title: 'AnonymiseInput', examples: [{ keep_fk_id: true }] },
)

const retainedOrder = closed(
  {
    id,
    until: Type.String({
      format: 'date',
      maxLength: 10,
      description: 'The last day on which it stays as it is.',
      examples: ['2031-12-31'],
    }),
  },
  { title: 'RetainedOrder' },
)

const mention = closed(
  {
    resource: Type.String({
      enum: [...MENTIONABLE],
      description: 'As in the path of its list.',
      examples: ['opportunities'],
    }),
    id,
  },
  { title: 'Mention' },
)

export const anonymisation = closed(
  {
    id_customer: id,
    state: Type.String({
      enum: ['running', 'done'],
      description:
        '`running`: the record is anonymous already, and a job removes the data from everything else.',
    }),
    asked_at: dateTimeOut,
    finished_at: nullable(dateTimeOut),
    kept_statuses: Type.Array(id, {
      maxItems: MOST_STATUSES,
      description: 'Statuses whose orders stay as they are.',
    }),
    kept_orders: closed(
      {
        count: { ...count, description: 'How many orders stay.', examples: [1] },
        orders: Type.Array(retainedOrder, {
          maxItems: MOST_NAMED,
          description: `Those that go first, ${MOST_NAMED.toLocaleString('en')} at most.`,
        }),
      },
      {
        title: 'RetainedOrders',
        description:
          'Orders that are fiscal documents: they show the customer and the address as they were, until the day that is named. Then the service redacts them.',
      },
    ),
    mentions: Type.Array(mention, {
      maxItems: MOST_MENTIONS,
      description:
        'Other records whose names or descriptions mention the person, once the state is `done`; 100 of each kind at most. Nothing changes them, as they may be of somebody else of the same name: look at them, and change or delete those that are of this one.',
    }),
  },
  {
    $id: 'Anonymisation',
    examples: [
      {
        id_customer: 1,
        state: 'running',
        asked_at: '2026-11-21T12:30:00.000Z',
        finished_at: null,
        kept_statuses: [5, 6, 7, 8],
        kept_orders: { count: 1, orders: [{ id: 42, until: '2031-12-31' }] },
        mentions: [],
      },
    ],
  },
)
