import { type RawBuilder, sql } from 'kysely'
import { type GroupingProperty, referenceRows } from '../../../model/order.ts'

/** By a record that orders refer to. */
interface RecordGrouping {
  name: string
  column: string
  table: string
}

/** By the day of an order's date, or by the days from a Monday or the first of a month on. */
export interface TimeGrouping {
  name: 'day' | 'week' | 'month'
}

/** By where an order is delivered. Cities are one where only capitals, accents and punctuation differ. */
export interface PlaceGrouping {
  name: (typeof placeNames)[number]
  column: 'place'
}

/** What orders can be grouped by. */
export type Grouping = RecordGrouping | TimeGrouping | PlaceGrouping

/** The records that orders are grouped by, as an order's JSON names them: columns and tables. */
const records = {
  ...(Object.fromEntries(
    referenceRows.flatMap(({ name, column, table, isGrouping }) =>
      isGrouping ? [[name, [column, table]]] : [],
    ),
  ) as Record<GroupingProperty, [column: string, table: string]>),
  product: ['id_item', 'products'],
} as const

export const recordNames = Object.keys(records) as (keyof typeof records)[]
export const timeNames = ['day', 'week', 'month'] as const
export const placeNames = ['city', 'state'] as const

/** What `group_by` takes. */
export type GroupingName =
  | (typeof recordNames)[number]
  | (typeof timeNames)[number]
  | (typeof placeNames)[number]

export function groupingOf(name: GroupingName): Grouping {
  if (name === 'day' || name === 'week' || name === 'month') return { name }
  if (name === 'city' || name === 'state') return { name, column: 'place' }
  const [column, table] = records[name]
  return { name, column, table }
}

export function isTime(grouping: Grouping): grouping is TimeGrouping {
  return !('column' in grouping)
}

export function isPlace(grouping: Grouping): grouping is PlaceGrouping {
  return 'column' in grouping && grouping.column === 'place'
}

/** Its groups' figures are of the lines with one product, and not of whole orders. */
export function isProduct({ name }: Grouping): boolean {
  return name === 'product'
}

/** The first day of an instant's day, week or month in a time zone: a `date`. */
export function dayOf(
  { name }: TimeGrouping,
  instant: RawBuilder<unknown>,
  zone: string,
): RawBuilder<unknown> {
  const local = sql`${instant} at time zone ${zone}::text`
  return name === 'day' ? sql`(${local})::date` : sql`date_trunc(${sql.lit(name)}, ${local})::date`
}
