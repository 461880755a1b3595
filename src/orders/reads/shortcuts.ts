import { type RawBuilder, sql } from 'kysely'
import type { SortField } from '../../base/values/sort.ts'
import type { Seek, Shortcuts } from '../../database/list.ts'
import {
  endHours,
  type HourlyEnds,
  type HourlyRange,
  hourlyRange,
  onTheHour,
  waitingIn,
  wholeHours,
} from './counts.ts'
import { type Chosen, chosenBy, isOfProducts, productFilter } from './filters/references.ts'

// Lists by id find their orders through what the database counts of them (see counts.ts), where they
// would else read all that a range holds or step over all that a page leaves out.

/** An offset that is stepped over faster than it is looked up. */
const FEW = 10_000

/** Ids in a block, as order_counts has them. */
const BLOCK = 16_384

/** What is kept that leads to the orders with these filters. */
export function shortcutsOf(
  account_id: number,
  filters: Record<string, string>,
  zone: string,
): Shortcuts {
  if (Object.keys(filters).length === 0) return { seek: seekOf(account_id) }
  const found = hourlyRange(filters, zone)
  if (found) return { candidates: hoursOf(account_id, found.range, found.ends) }
  const [[parameter, text] = ['', ''], ...others] = Object.entries(filters)
  return isOfProducts(parameter) && others.length === 0
    ? { candidates: linesOf(account_id, chosenBy(productFilter, parameter, text, account_id)) }
    : {}
}

/** The block in which a page of all orders begins, and how many orders are left of the offset there. */
function seekOf(account_id: number): NonNullable<Shortcuts['seek']> {
  return (sort, offset): Seek | undefined => {
    const direction = directionOf(sort)
    if (!direction || offset < FEW) return undefined
    const { order, isDescending } = direction(undefined)
    const blocks = sql`
      select block, sum(count) as count, sum(sum(count)) over (order by block ${order}) as upto from (
        select id as block, count from order_counts where account_id = ${account_id} and kind = 'block'
        union all
        select id_order / ${sql.lit(BLOCK)}, delta from order_count_deltas where account_id = ${account_id}) b
       group by block`
    const edge = isDescending
      ? sql`(block + 1) * ${sql.lit(BLOCK)}`
      : sql`block * ${sql.lit(BLOCK)}`
    return {
      place: sql`select ${edge} as edge, (${offset} - (upto - count))::bigint as skipped
                   from (${blocks}) b where upto > ${offset} order by block ${order} limit 1`,
      where: isDescending ? sql`r.id < s.edge` : sql`r.id >= s.edge`,
      skipped: sql`s.skipped`,
    }
  }
}

/**
 * The hours of a range in which the first orders by id are. Of each hour it is kept how many orders it
 * has and which ids they are within: the first hours by that which hold as many orders as are wanted
 * show how far the page can reach, and only hours whose ids begin before that are read.
 * Bounds that are too wide, as an hour's are whose last order was deleted, make it read more, never
 * less. Hours for which deltas wait are always read, and so are those within which the range ends.
 */
function hoursOf(
  account_id: number,
  { kind, column, hour }: HourlyRange,
  ends: HourlyEnds,
): NonNullable<Shortcuts['candidates']> {
  return (sort, lookahead, after) => {
    const direction = directionOf(sort)
    if (!direction) return undefined
    const { order, isDescending, isBeyond } = direction(after)
    const [near, far] = isDescending
      ? [sql`c.max_id`, sql`c.min_id`]
      : [sql`c.min_id`, sql`c.max_id`]
    const isIn = sql`r.${sql.ref(column)} >= h.hour and r.${sql.ref(column)} < h.hour + interval '1 hour'`
    const hours = sql`
      with ${waitingIn(account_id, sql.ref(hour), ends)},
      kept as materialized (
        select c.hour, ${near} as near, c.count from order_counts c
         where ${sql.join([sql`c.account_id = ${account_id}`, sql`c.kind = ${sql.lit(kind)}`, sql`c.id = 0`, ...wholeHours(ends, sql`c.hour`)], sql` and `)}
           and c.count > 0 and ${isBeyond(far)} and c.hour not in (select hour from waiting)
      ), first as materialized (
        select hour from (
          select hour, sum(count) over (order by near ${order} rows unbounded preceding) - count as before
            from (select * from kept where ${isBeyond(sql`near`)} order by near ${order} limit ${lookahead}) k) k
         where before < ${lookahead}
      ), farthest as materialized (
        select k.id from first h cross join lateral (
          select r.id from orders r where r.account_id = ${account_id} and ${isIn} offset 0) k
         where ${isBeyond(sql`k.id`)} order by k.id ${order} limit 1 offset ${lookahead} - 1
      )
      select hour from kept
       where near ${sql.raw(isDescending ? '>=' : '<=')} coalesce((select id from farthest), ${sql.lit(isDescending ? 0 : Number.MAX_SAFE_INTEGER)})
      union select hour from waiting
      ${sql.join(
        endHours(ends).map((at) => sql`union select ${onTheHour(at)} `),
        sql``,
      )}`
    return (rows) => sql`
      select k.* from (${hours}) h cross join lateral (${rows(isIn)} offset 0) k where ${isBeyond(sql`k.id`)}`
  }
}

/**
 * The first orders of each product, out of the index of lines. PostgreSQL, which does not know how
 * common a product is once it keeps a plan for all, may find all of its orders first and sort them.
 */
function linesOf(account_id: number, { each }: Chosen): NonNullable<Shortcuts['candidates']> {
  return (sort, lookahead, after) => {
    const direction = directionOf(sort)
    if (!direction || sort.length > 1) return undefined
    const { order, isBeyond } = direction(after)
    return () => sql`
      select distinct k.id from unnest(array[${sql.join(each)}]) v(id) cross join lateral (
        select distinct i.id_order as id from order_items i
         where i.account_id = ${account_id} and i.id_item = v.id and ${isBeyond(sql`i.id_order`)}
         order by i.id_order ${order} limit ${lookahead}) k`
  }
}

/** What a sort by id means, after an id or from the start; undefined for others. */
function directionOf([first]: SortField[]) {
  if (first?.field !== 'id') return undefined
  const isDescending = first.descending
  const sign = sql.raw(isDescending ? '<' : '>')
  return (after: string | undefined) => ({
    order: sql.raw(isDescending ? 'desc' : 'asc'),
    isDescending,
    isBeyond: (id: RawBuilder<unknown>) =>
      after === undefined ? sql`true` : sql`${id} ${sign} ${after}::bigint`,
  })
}
