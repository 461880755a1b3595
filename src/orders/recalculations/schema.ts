import { Type } from 'typebox'
import type { ListSource } from '../../database/list.ts'
import { customFilters } from '../../http/lists/filters.ts'
import { listParameters } from '../../http/lists/lists.ts'
import {
  closed,
  count,
  dateTimeOut,
  id,
  nameOut,
  nullable,
  quoting,
  textOut,
} from '../../http/schemas.ts'
import { orderFilters } from '../reads/filters/filters.ts'
import { recalculationJson } from './sql.ts'

/** Recalculations of an account that wait or run. */
export const MAX_OPEN = 10
/** Of more the oldest that are over are forgotten. */
export const MAX_KEPT = 1_000
/** Refused orders that one shows. */
export const MAX_REFUSED_ORDERS = 100
/** Days for which one is kept after its end. */
export const KEPT_DAYS = 90

/** The filters of the list of orders, and how it is to be done. */
export const recalculationQuery = Type.Object(
  {
    ...orderFilters,
    all: Type.Optional(
      Type.Boolean({
        description: 'All orders: with `true` no filter is needed, and none is taken.',
        examples: [true],
      }),
    ),
    dry_run: Type.Optional(
      Type.Boolean({
        description: 'Counts and sums up what would change, and writes nothing. Not, unless given.',
        'x-component': 'DryRunOfRecalculation',
      }),
    ),
  },
  { additionalProperties: false, ...customFilters },
)

const state = Type.String({
  enum: ['waiting', 'running', 'done', 'cancelled', 'failed'],
  description:
    '`waiting`: for the end of an earlier one of the account. `failed`: it could not go on, and `failure` says why. What was written stays.',
})

const amountOut = Type.Number({ examples: [1200.5] })

const counts = closed(
  {
    found: {
      ...count,
      description:
        'Orders that the filters found when it began. One that is deleted meanwhile, or that the filters do not find any more, is in no other count.',
    },
    changed: { ...count, description: 'Orders that were written, or would be.' },
    unchanged: { ...count, description: 'Orders that are up to date.' },
    locked: { ...count, description: 'Orders in a locked status, which stay as they are.' },
    refused: { ...count, description: 'Orders that could not be worked out.' },
    total_before: { ...amountOut, description: 'The exact sum of the `changed` orders before.' },
    total_after: { ...amountOut, description: 'The same after it.' },
  },
  { $id: 'RecalculationCounts', description: 'What became of the orders, or would.' },
)

const refusedOrder = closed(
  {
    id_order: id,
    code: textOut(50, {
      description: 'As in `errors` of a problem, or of the problem: `/docs/errors` lists all.',
      examples: ['rate_missing'],
    }),
    pointer: nullable(textOut(200, { description: 'Where in the order.', examples: ['/items/0'] })),
    detail: quoting({
      description: 'In the language in which it was asked for.',
      pattern: '\\S',
      examples: ['No law has set the rate of cbs for 2027-01-04.'],
    }),
  },
  { title: 'RecalculationRefused' },
)

const recalculation = closed(
  {
    id,
    filters: Type.Record(Type.String({ pattern: '^[^]*$' }), quoting({ pattern: '^[^]*$' }), {
      description:
        'What chose the orders: parameters of `GET /orders`, with their values as texts.',
      examples: [{ order_date_from: '2026-11-01', status: '1,2' }],
    }),
    dry_run: Type.Boolean({ description: 'Nothing is written.' }),
    state,
    failure: nullable(textOut(10_000, { description: 'Why it could not go on.' })),
    progress: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Which part of the orders is done.',
      examples: [0.25],
    }),
    counts: Type.Ref('RecalculationCounts'),
    refused_orders: Type.Array(refusedOrder, {
      maxItems: MAX_REFUSED_ORDERS,
      description: `The first ${MAX_REFUSED_ORDERS} refused orders, by their ids.`,
    }),
    token: closed(
      { id, name: nameOut },
      { title: 'RecalculationToken', description: 'Who asked.' },
    ),
    created_at: dateTimeOut,
    updated_at: dateTimeOut,
    started_at: nullable(dateTimeOut),
    finished_at: nullable(dateTimeOut),
  },
  { $id: 'Recalculation', description: 'Orders whose taxes are worked out again, by filters.' },
)

export const recalculationSchemas = [counts, recalculation]

export const recalculationSource: ListSource = {
  table: 'recalculations',
  document: recalculationJson,
  sortable: { id: 'bigint', created_at: 'timestamptz', updated_at: 'timestamptz' },
}

export const recalculationsQuery = closed({
  ...listParameters(recalculationSource),
  state: Type.Optional(state),
  dry_run: Type.Optional(
    Type.Boolean({
      description: 'Those that write nothing, or those that do.',
      'x-component': 'RecalculationsDryRun',
    }),
  ),
})
