import { type RawBuilder, sql } from 'kysely'
import { type TSchema, Type } from 'typebox'
import { AMOUNT } from '../../../../packages/model/kinds.ts'
import { refuseParameters } from '../../../base/problems.ts'
import { filterInstant } from '../../../base/values/date-time.ts'
import { readValues } from '../../../base/values/value-lists.ts'
import type { Condition } from '../../../database/list.ts'
import {
  fkIdsFilter,
  idsFilter,
  instantFilter,
  isEmptyRange,
  namedFilter,
  searchFilter,
} from '../../../http/lists/filters.ts'
import { day, decimal, fkIdFilter } from '../../../http/schemas.ts'
import { rangedRows, soughtRows, wordRows } from '../../../model/order.ts'
import { placeConditions, placeParameters } from '../../../records/buying/places.ts'
import { msg } from '../../../texts/message.ts'
import { CHANGED, DELIVERY_DATE, NUMBER } from '../list.ts'
import {
  COUNTS,
  chosenBy,
  productFilter,
  type ReferenceFilter,
  referenceFilters,
  statusFilter,
} from './references.ts'

const inCapitals = (name: string) =>
  name.replaceAll(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase())

const isAmount = ({ kind }: { kind: string }) => kind === 'total' || kind === 'money'
const days = rangedRows.filter(({ kind }) => kind === 'day')
const instants = rangedRows.filter((row) => !isAmount(row) && row.kind !== 'day')
const amounts = rangedRows.filter(isAmount)

const amount = decimal(AMOUNT.integer, AMOUNT.decimals, { examples: [1000] })

/** Query parameters that choose orders. */
export const orderFilters: Record<string, TSchema> = {
  q: Type.Optional({
    ...searchFilter(
      'Finds the newest 500 orders by parts of their customer’s name, external identifier, CPF or CNPJ and e-mail address, of their products’ names and external identifiers and of their own, of their `number`, and by their whole `id`. `total` is of these 500. For each word the search looks at the newest 50,000 orders that contain it, so with filters that few orders pass it may miss older ones.',
    ),
    'x-component': 'OrderSearch',
  }),
  id: Type.Optional({ ...namedFilter('orders'), 'x-component': 'OrderIds' }),
  fk_id: Type.Optional(fkIdFilter),
  ...Object.fromEntries(
    soughtRows.map(({ name, filter }) => [
      name,
      Type.Optional({
        ...fkIdFilter,
        minLength: 1,
        description: filter,
        'x-component': `Order${inCapitals(name)}`,
        examples: ['01-2026-000042'],
      }),
    ]),
  ),
  ...Object.fromEntries(
    wordRows.map(({ name, filter }) => [
      name,
      Type.Optional({ ...fkIdsFilter(`${filter}: words, with commas between them.`) }),
    ]),
  ),
  ...Object.fromEntries(
    instants.flatMap(({ parameter, description }) => [
      [`${parameter}_from`, instantFilter(`${description} at or after.`)],
      [`${parameter}_to`, instantFilter(`${description} at or before.`)],
    ]),
  ),
  ...Object.fromEntries(
    days.flatMap(({ parameter, description }) => [
      [`${parameter}_from`, Type.Optional({ ...day, description: `${description} or later.` })],
      [`${parameter}_to`, Type.Optional({ ...day, description: `${description} or before.` })],
    ]),
  ),
  ...Object.fromEntries(
    amounts.flatMap(({ parameter, description }) => [
      [
        `${parameter}_from`,
        Type.Optional({ ...amount, description: `${description} of at least.` }),
      ],
      [`${parameter}_to`, Type.Optional({ ...amount, description: `${description} of at most.` })],
    ]),
  ),
  ...Object.fromEntries(
    [...referenceFilters, productFilter].flatMap(({ ids, codes, meaning }) => [
      [ids, Type.Optional(idsFilter(`${meaning}: ids, with commas between them.`))],
      [
        codes,
        Type.Optional(
          fkIdsFilter(
            `${meaning}: external identifiers, with commas between them; one in an identifier is written \`\\,\`. One that nobody has finds nothing.`,
          ),
        ),
      ],
    ]),
  ),
  ...placeParameters('To an address', 'OfOrders'),
  [COUNTS]: Type.Optional(
    Type.Boolean({
      description:
        'In a status that `counts` as a sale, or in one that does not, as drafts and cancelled orders as delivered.',
      examples: [true],
    }),
  ),
}

export type Meanings = Record<string, (value: string) => Condition>

/** What each filter of `GET /orders` means; dates without an offset are of `zone`. */
export function orderConditions(account_id: number, zone: string): Meanings {
  return {
    id: (value) => sql`r.id = any(${readValues(value)}::bigint[])`,
    fk_id: (value) => sql`r.fk_id = ${value}`,
    ...Object.fromEntries(
      soughtRows.map(({ name }) => [name, (value: string) => sql`r.${sql.ref(name)} = ${value}`]),
    ),
    number: (value) => sql`${sql.raw(NUMBER)} = ${value}`,
    ...Object.fromEntries(
      wordRows.map(({ name }) => [
        name,
        // The index of the few that have some.
        (value: string) =>
          sql`r.${sql.ref(name)} is not null and jsonb_exists_any(r.${sql.ref(name)}, ${readValues(value)}::text[])`,
      ]),
    ),
    ...within(zone),
    ...Object.fromEntries(
      days.flatMap(({ parameter, column }) => [
        [`${parameter}_from`, (value: string) => sql`r.${sql.ref(column)} >= ${value}::date`],
        [`${parameter}_to`, (value: string) => sql`r.${sql.ref(column)} <= ${value}::date`],
      ]),
    ),
    ...Object.fromEntries(
      amounts.flatMap(({ parameter, column }) => [
        [`${parameter}_from`, unindexed((value) => sql`r.${sql.ref(column)} >= ${value}::numeric`)],
        [`${parameter}_to`, unindexed((value) => sql`r.${sql.ref(column)} <= ${value}::numeric`)],
      ]),
    ),
    ...meaningsOf(referenceFilters, (filter, parameter, value) =>
      byReference(account_id, filter, parameter, value),
    ),
    [COUNTS]: (value) => byReference(account_id, statusFilter, COUNTS, value),
    ...Object.fromEntries(
      Object.entries(placeConditions).map(([name, isThere]) => [
        name,
        unindexed(
          (value) =>
            sql`r.id_address in (select a.id from addresses a where a.account_id = ${account_id} and ${isThere(value)})`,
        ),
      ]),
    ),
    ...meaningsOf([productFilter], (filter, parameter, value) => {
      const { has } = chosenBy(filter, parameter, value, account_id)
      return sql`r.id in (select i.id_order from order_items i
                           where i.account_id = ${account_id} and ${has(sql`i.id_item`)})`
    }),
  }
}

const unindexed =
  (meaning: (value: string) => RawBuilder<unknown>) =>
  (value: string): Condition => ({ hasNoIndex: true, where: meaning(value) })

function byReference(
  account_id: number,
  filter: ReferenceFilter,
  parameter: string,
  value: string,
): Condition {
  const { has, values } = chosenBy(filter, parameter, value, account_id)
  const where = has(sql`r.${sql.ref(filter.column)}`)
  return values ? { oneOf: filter.column, values, where } : where
}

function within(zone: string): Meanings {
  const meanings: Meanings = {}
  for (const { parameter, column } of instants) {
    const isDelivery = column === 'delivery_date'
    const field = isDelivery ? sql.raw(DELIVERY_DATE) : sql`r.${sql.ref(column)}`
    const range = (asked: (field: RawBuilder<unknown>) => RawBuilder<unknown>): Condition => ({
      range: column,
      where: asked(field),
      ...(column === CHANGED.field && { joined: asked(sql.raw(CHANGED.column)) }),
    })
    meanings[`${parameter}_from`] = (value) =>
      range((at) => {
        const from = sql`${at} >= ${filterInstant(value, 'from', zone)}::timestamptz`
        return isDelivery ? sql`${from} and ${at} < 'infinity'` : from
      })
    meanings[`${parameter}_to`] = (value) =>
      range((at) => sql`${at} <= ${filterInstant(value, 'to', zone)}::timestamptz`)
  }
  return meanings
}

function meaningsOf(
  filters: readonly ReferenceFilter[],
  meaning: (filter: ReferenceFilter, parameter: string, value: string) => Condition,
): Meanings {
  return Object.fromEntries(
    filters.flatMap((filter) =>
      [filter.ids, filter.codes].map((parameter) => [
        parameter,
        (value: string) => meaning(filter, parameter, value),
      ]),
    ),
  )
}

/** Refuses ranges that end before they begin, which is a mistake and no wish for nothing. */
export function refuseEmptyRanges(query: Record<string, unknown>, zone: string): void {
  // Amounts are numbers, and days texts that sort as they are.
  const isAbove = (from: unknown, to: unknown) =>
    from !== undefined && to !== undefined && (from as number | string) > (to as number | string)
  const empty = [
    ...instants.filter(({ parameter }) => isEmptyRange(query, parameter, zone)),
    ...[...days, ...amounts].filter(({ parameter }) =>
      isAbove(query[`${parameter}_from`], query[`${parameter}_to`]),
    ),
  ]
  refuseParameters(
    empty.map(({ parameter }) => ({
      parameter: `${parameter}_from`,
      code: 'empty_range',
      detail: msg`is after ${parameter}_to.`,
    })),
  )
}
