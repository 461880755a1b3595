import { type RawBuilder, sql } from 'kysely'
import { whereAll } from '../../../database/list.ts'
import { endHours, type HourlyEnds, onTheHour, waitingIn } from '../counts.ts'
import { dayOf, isTime } from './groupings.ts'
import type { Groups, SummaryQuery } from './summary-query.ts'

/**
 * Groups by time and status, out of what is kept of days and hours. A day counts where it is whole in
 * the range and no delta waits for it, an hour where none waits for it and it is of one day. All other
 * hours are read from orders, as are the ends of a range within an hour.
 * @param ofStatus whether an id is one of the statuses that a filter names, if one does
 */
export function hoursOf(
  summaryQuery: SummaryQuery,
  ends: HourlyEnds | undefined,
  ofStatus: ((id: RawBuilder<unknown>) => RawBuilder<unknown>) | undefined,
): Groups {
  const { account_id, conditions, groupings, zone } = summaryQuery
  const byStatus = ofStatus !== undefined || groupings.some((one) => !isTime(one))
  const keysOf = (instant: RawBuilder<unknown>, status: RawBuilder<unknown>) =>
    sql.join(
      groupings.map(
        (one, i) =>
          sql`${isTime(one) ? dayOf(one, instant, zone) : status} as ${sql.ref(`k${i}`)}, `,
      ),
      sql``,
    )
  const names = groupings.map((_, i) => sql.ref(`k${i}`))
  const ofKept = (table: string) => sql`
    select ${keysOf(sql`c.hour`, sql`c.id`)} c.count, c.sum_value as sum, c.min_value as min, c.max_value as max
      from ${sql.table(table)} c`
  const query = sql`
    select ${sql.join([...names, sql`sum(count) as count, sum(sum) as sum, min(min) as min, max(max) as max`])} from (
      ${byStatus ? sql`` : sql`${ofKept('kept_days')} union all`}
      ${ofKept('kept_hours')} where c.hour not in (select hour from hours_to_read)
      union all
      select ${keysOf(sql`r.date`, sql`r.id_order_status`)} 1, r.total_value, r.total_value, r.total_value
        from hours_to_read h cross join lateral (
          select r.date, r.id_order_status, r.total_value from orders r
          ${whereAll([...conditions, sql`r.date >= h.hour and r.date < h.hour + interval '1 hour'`])} offset 0) r
    ) hours ${names.length ? sql`group by ${sql.join(names)}` : sql``}`
  const parts = [
    waitingIn(account_id, sql`hour`, ends),
    ...(byStatus ? [wholeRange(ends)] : daysOf(summaryQuery, ends)),
    rollupHours(summaryQuery, byStatus, ofStatus),
    sql`hours_to_read as materialized (
      select hour from waiting union select hour from kept_hours where is_split
      ${sql.join(
        endHours(ends).map((hour) => sql`union select ${onTheHour(hour)} `),
        sql``,
      )})`,
  ]
  return { query, parts }
}

/** The whole hours of a range, as instants. */
function limitsOf({ start = -Infinity, end = Infinity }: Partial<HourlyEnds> = {}) {
  return {
    lower: start > -Infinity ? onTheHour(start) : sql`'-infinity'::timestamptz`,
    upper: end < Infinity ? onTheHour(end) : sql`'infinity'::timestamptz`,
  }
}

/** All hours of the range are to be taken one by one. */
function wholeRange(ends: HourlyEnds | undefined): RawBuilder<unknown> {
  const { lower, upper } = limitsOf(ends)
  return sql`spans as (select ${lower} as lower, ${upper} as upper)`
}

/**
 * The days that count, and the spans of hours that are left of the range: before the first whole day,
 * behind the last one, and the days for which deltas wait; or all where days are not kept.
 */
function daysOf(
  { account_id, zone }: SummaryQuery,
  ends: HourlyEnds | undefined,
): RawBuilder<unknown>[] {
  const { lower, upper } = limitsOf(ends)
  const dayOf = (instant: RawBuilder<unknown>) => sql`date_trunc('day', ${instant}, ${zone}::text)`
  const nextDay = (day: RawBuilder<unknown>) => dayOf(sql`${day} + interval '36 hours'`)
  const ofZone = sql`hashtextextended(${zone}::text, 0)`
  return [
    sql`range as materialized (
      select l.*, case when first = lower then lower else ${nextDay(sql`first`)} end as first_day,
             exists (select from order_counts where account_id = ${account_id} and kind = 'days'
                        and id = ${ofZone} and count = 1) as are_kept
        from (select lower, upper, ${dayOf(sql`lower`)} as first, ${dayOf(sql`upper`)} as last_day
                from (select ${lower} as lower, ${upper} as upper) l) l)`,
    sql`waiting_days as materialized (select distinct ${dayOf(sql`hour`)} as day from waiting)`,
    sql`kept_days as materialized (
      select c.*, 0 as id from range cross join lateral (
        select hour, count, sum_value, min_value, max_value from order_counts
         where account_id = ${account_id} and kind = 'day' and id = ${ofZone}
           and hour >= first_day and hour < last_day) c
       where are_kept and c.count > 0 and c.hour not in (select day from waiting_days))`,
    sql`spans as materialized (
      select lower, case when are_kept then least(first_day, upper) else upper end as upper from range
      union all select last_day, upper from range where are_kept and last_day >= first_day
      union all select day, ${nextDay(sql`day`)} from range cross join waiting_days
                 where are_kept and day >= first_day and day < last_day)`,
  ]
}

/**
 * What is kept of the hours in these spans. `offset 0`: PostgreSQL, which can't know that the spans
 * are short, would read all hours and join them.
 */
function rollupHours(
  { account_id, groupings, zone }: SummaryQuery,
  byStatus: boolean,
  ofStatus: ((id: RawBuilder<unknown>) => RawBuilder<unknown>) | undefined,
): RawBuilder<unknown> {
  const local = (instant: RawBuilder<unknown>) => sql`(${instant} at time zone ${zone}::text)::date`
  const isSplit = groupings.some(isTime)
    ? sql`${local(sql`c.hour`)} <> ${local(sql`(c.hour + interval '3599.999 seconds')`)}`
    : sql`false`
  const kept = (kind: string, id: RawBuilder<unknown>) => sql`
    select hour, id, count, sum_value, min_value, max_value from order_counts
     where account_id = ${account_id} and kind = ${sql.lit(kind)} and id = ${id}
       and hour >= spans.lower and hour < spans.upper offset 0`
  const statuses = sql`cross join (
    select id from order_statuses where account_id = ${account_id} and ${ofStatus?.(sql`id`) ?? sql`true`}) s`
  return sql`kept_hours as materialized (
    select c.*, ${isSplit} as is_split from spans ${byStatus ? statuses : sql``}
     cross join lateral (${byStatus ? kept('status_date', sql`s.id`) : kept('date', sql`0`)}) c
     where c.count > 0)`
}
