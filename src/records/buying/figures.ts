import { sql } from 'kysely'
import { type TProperties, Type } from 'typebox'
import { AMOUNT } from '../../../packages/model/kinds.ts'
import type { TokenHolder } from '../../access/actor.ts'
import { isRestricted } from '../../access/row-scope.ts'
import { refuseParameters } from '../../base/problems.ts'
import { allows, insufficientScope } from '../../base/scopes.ts'
import { filterInstant } from '../../base/values/date-time.ts'
import type { Reader } from '../../database/database.ts'
import { type Condition, ofAccount, type SparseSource } from '../../database/list.ts'
import type { Command } from '../../http/change.ts'
import { instantFilter, isEmptyRange } from '../../http/lists/filters.ts'
import { count, dateTimeOut, decimal, nullable } from '../../http/schemas.ts'
import { msg } from '../../texts/message.ts'
import {
  customers_figures,
  figureColumns,
  figuresOfAll,
  figuresOfRow,
  hasStopped,
} from './figures-sql.ts'

// What a customer buys, beside its own properties: it changes with every order, so it is no part of the
// record's version, of its tag and of its events.

/** Whose reading it is: figures are of all orders, so they are for who may read all orders. */
type FigureViewer = Pick<TokenHolder, 'account_id' | 'only' | 'scopes' | 'time_zone'>

export function seesFigures({ only, scopes }: Pick<FigureViewer, 'only' | 'scopes'>): boolean {
  return !isRestricted(only) && allows(scopes, 'orders:read')
}

const COUNTING = 'Of the orders in statuses that count as sales (`counts`)'
const NOT_ALWAYS =
  'Only for whoever may read all orders; it changes neither the `ETag` nor `updated_at`, and is in no event.'
const MONTHS =
  'dated within the last twelve months: since midnight of the same day a year ago, or later'
const amount = (options: Record<string, unknown> = {}) =>
  decimal(AMOUNT.integer + 3, AMOUNT.decimals, options)

/** A request that sends back what it read says nothing of it. */
const figure = <T extends object>(schema: T) =>
  Type.Optional({ ...schema, 'x-beside': true } as never)

/** The properties in answers. */
export const figureProperties: TProperties = {
  last_order_at: figure({
    ...nullable(dateTimeOut),
    description: `${COUNTING}: the latest \`date\`; null where there is none. ${NOT_ALWAYS}`,
  }),
  orders_12m: figure({
    ...count,
    description: `${COUNTING}: how many are ${MONTHS}. ${NOT_ALWAYS}`,
    examples: [14],
  }),
  value_12m: figure({
    ...amount({ examples: [18250.4] }),
    description: `The exact sum of their \`total_value\`. ${NOT_ALWAYS}`,
  }),
  order_interval_days: figure({
    ...nullable(Type.Number({ minimum: 0, examples: [24.5] })),
    description: `The mean of the days from one of them to the next; null for fewer than three. ${NOT_ALWAYS}`,
  }),
}

export const figuresExample = {
  last_order_at: '2026-11-20T12:30:00.000Z',
  orders_12m: 14,
  value_12m: 18250.4,
  order_interval_days: 24.5,
}

const STOPPED =
  'Who stopped buying: with at least three orders in the last twelve months, and the last of them longer ago than one and a half times the mean interval between them (of a day at least). `false`: all others.'

/** Query parameters of the list. */
export const figureParameters: TProperties = {
  last_order_at_from: instantFilter('Whose last order is dated at or after.'),
  last_order_at_to: instantFilter('Whose last order is dated at or before.'),
  orders_12m_from: Type.Optional({
    ...count,
    'x-component': 'YearlyOrdersFrom',
    description: 'With so many orders in twelve months, or more.',
  }),
  orders_12m_to: Type.Optional({
    ...count,
    'x-component': 'YearlyOrdersTo',
    description: 'With so many orders in twelve months, or fewer.',
  }),
  value_12m_from: Type.Optional(
    amount({
      'x-component': 'YearlyValueFrom',
      description: 'Who bought for so much in twelve months, or more.',
    }),
  ),
  value_12m_to: Type.Optional(
    amount({
      'x-component': 'YearlyValueTo',
      description: 'Who bought for so much in twelve months, or less.',
    }),
  ),
  stopped_buying: Type.Optional(Type.Boolean({ description: STOPPED })),
}

const valuesOf = ({ account_id, time_zone }: FigureViewer) =>
  [account_id, { zone: time_zone }] as const

/** What the filters mean. None of them has an index: they read a row for each customer. */
export function figureFilters(viewer: FigureViewer): Record<string, (value: string) => Condition> {
  const all = ofAccount(figuresOfAll, ...valuesOf(viewer))
  const among = (condition: ReturnType<typeof sql>, isAmong = true): Condition => ({
    hasNoIndex: true,
    where: sql`r.id ${sql.raw(isAmong ? 'in' : 'not in')} (select f.id from ${all} f where ${condition})`,
  })
  const instant = (value: string, end: 'from' | 'to') =>
    sql`${filterInstant(value, end, viewer.time_zone)}::timestamptz`
  const least = (column: string) => (value: string) =>
    Number(value) === 0 ? sql`true` : among(sql`f.${sql.ref(column)} >= ${value}::numeric`)
  // Who never bought has no row.
  const most = (column: string) => (value: string) =>
    among(sql`f.${sql.ref(column)} > ${value}::numeric`, false)
  return {
    last_order_at_from: (value) => among(sql`f.last_at >= ${instant(value, 'from')}`),
    last_order_at_to: (value) => among(sql`f.last_at <= ${instant(value, 'to')}`),
    orders_12m_from: least('n'),
    orders_12m_to: most('n'),
    value_12m_from: least('v'),
    value_12m_to: most('v'),
    stopped_buying: (value) => among(sql.raw(hasStopped) as never, value === 'true'),
  }
}

/** What can be sorted by, with what a customer without orders has. */
const sorts = {
  last_order_at: ['timestamptz', 'last_at', `'-infinity'`],
  orders_12m: ['bigint', 'n', '0'],
  value_12m: ['numeric', 'v', '0'],
} as const

export const figureSorts = Object.fromEntries(
  Object.entries(sorts).map(([name, [type]]) => [name, type]),
) as Record<keyof typeof sorts, 'timestamptz' | 'bigint' | 'numeric'>

/** The list with the figures of each customer. */
export function withFigures(
  source: SparseSource,
  viewer: FigureViewer,
  columns: readonly string[],
): SparseSource {
  const each = <T>(make: (name: string, column: string, none: string) => T) =>
    Object.fromEntries(
      Object.entries(sorts).map(([name, [, column, none]]) => [name, make(name, column, none)]),
    )
  const all = ofAccount(figuresOfAll, ...valuesOf(viewer))
  const names = [...source.properties, ...Object.keys(figureColumns)]
  const texts = [...columns, ...Object.values(figureColumns)]
  const jsonOf = (wanted: readonly string[]) => {
    const picked = texts.filter((_, i) => wanted.includes(names[i] ?? ''))
    const needsThem = Object.keys(figureColumns).some((name) => wanted.includes(name))
    const from = needsThem ? ` from ${figuresOfRow}` : ''
    return `(select to_json(x) from (select ${picked.join(', ')}${from}) x)::text`
  }
  return {
    ...source,
    values: { zone: viewer.time_zone },
    document: jsonOf(names),
    properties: names,
    pick: jsonOf,
    sortable: { ...source.sortable, ...figureSorts },
    expressions: each((name, column, none) => `coalesce(of_${name}.${column}, ${none})`),
    joins: each(
      (name) =>
        sql`left join ${all} ${sql.ref(`of_${name}`)} on ${sql.ref(`of_${name}`)}.id = r.id`,
    ),
  }
}

/**
 * @throws Problem where the figures are asked for by who does not see them, or a range ends before it begins
 */
export function refuseFigures(viewer: FigureViewer, query: Record<string, unknown>): void {
  const sorted = String(query['sort'] ?? '')
    .split(',')
    .map((name) => name.replace(/^-/, ''))
  const named = [
    ...Object.keys(figureParameters).filter((name) => query[name] !== undefined),
    ...(sorted.some((name) => Object.hasOwn(sorts, name)) ? ['sort'] : []),
  ]
  const [first] = named
  if (first !== undefined && !seesFigures(viewer)) {
    throw insufficientScope(
      ['orders:read'],
      msg`What customers buy is for who may read all orders: the scope orders:read, and no restriction to sellers or branches.`,
      [],
    )
  }
  const isAbove = (name: string) => Number(query[`${name}_from`]) > Number(query[`${name}_to`])
  const empty = [
    ...(isEmptyRange(query, 'last_order_at', viewer.time_zone) ? ['last_order_at'] : []),
    ...['orders_12m', 'value_12m'].filter(isAbove),
  ]
  refuseParameters(
    empty.map((name) => ({
      parameter: `${name}_from`,
      code: 'empty_range',
      detail: msg`is after ${name}_to.`,
    })),
  )
}

/** A customer's JSON with its figures, for who sees them. */
export async function documentWithFigures(
  db: Reader,
  viewer: FigureViewer,
  document: string,
): Promise<string> {
  if (!seesFigures(viewer)) return document
  const { id } = JSON.parse(document) as { id: number }
  const [row] = await customers_figures(db, [viewer.account_id, id, viewer.time_zone])
  return row ? `${document.slice(0, -1)},${row.figures.slice(1)}` : document
}

/** A command whose answer has the figures of the customer that it changes. */
export const showingFigures =
  ({ buys }: { buys?: true }, command: Command): Command =>
  async (tx, actor) => {
    const outcome = await command(tx, actor)
    if (!buys || outcome.done === 'deleted') return outcome
    const document = await documentWithFigures(tx, actor, outcome.document)
    return { ...outcome, document, tagged: outcome.document }
  }
