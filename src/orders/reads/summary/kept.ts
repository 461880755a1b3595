import { type RawBuilder, sql } from 'kysely'
import { type Condition, whereAll } from '../../../database/list.ts'
import { type HourlyEnds, hourlyEnds, onTheHour, wholeHours } from '../counts.ts'
import { chosenBy, referenceFilters } from '../filters/references.ts'
import { dayOf, type Grouping, isTime } from './groupings.ts'

/** What is summed up. */
export interface Asked {
  account_id: number
  /** Of days, and of dates without an offset. */
  zone: string
  groupings: Grouping[]
  filters: Record<string, string>
  /** What the filters mean, the account's condition first. */
  conditions: Condition[]
}

/**
 * A query for groups: `k0` and `k1`, which are ids or dates, `count`, `sum`, `min` and `max`, and of
 * products `quantity`.
 */
export interface Groups {
  query: RawBuilder<unknown>
  /** Further parts of the statement's `with`, which the query names. */
  parts?: RawBuilder<unknown>[]
  /** Where the query leaves `min` and `max` out: how one of a group `g` is looked up. */
  look?: (end: 'asc' | 'desc') => RawBuilder<unknown>
  /** Where the groups' figures do not add up to those of all orders: these, as a query. */
  whole?: RawBuilder<unknown>
}

const CHOOSES = { id_customer: 'customer', id_order_status: 'status' } as const

/**
 * The groups out of the totals that the database keeps, or nearly so; undefined where these can't
 * tell. There they are told for the account, by customer, by status, and for ranges of dates by
 * status, day, week and month.
 */
export function keptGroups(asked: Asked): Groups | undefined {
  const { filters, groupings } = asked
  const dates = hourlyEnds(filters, 'order_date', asked.zone)
  const others = Object.entries(filters).filter(([name]) => !name.startsWith('order_date_'))
  const chosen = others.map(([parameter, text]) => choiceOf(asked, parameter, text))
  const columns = new Set([
    ...chosen.map((choice) => choice?.column ?? ''),
    ...groupings.map((one) => (isTime(one) ? 'date' : one.column)),
    ...(dates ? ['date'] : []),
  ])
  const [choice] = chosen
  if (chosen.length > 1) return undefined
  if (columns.size === 0) return ofAccount(asked)
  if (columns.size === 1 && columns.has('id_customer')) {
    return ofRecords(asked, 'id_customer', choice)
  }
  if (columns.size === 1 && columns.has('id_order_status')) {
    return ofRecords(asked, 'id_order_status', choice)
  }
  columns.delete('id_order_status')
  return columns.size === 1 && columns.has('date') ? ofHours(asked, dates, choice) : undefined
}

/** Customers or statuses that a filter names. */
interface Choice {
  column: keyof typeof CHOOSES
  has: (column: RawBuilder<unknown>) => RawBuilder<unknown>
}

function choiceOf({ account_id }: Asked, parameter: string, text: string): Choice | undefined {
  const filter = referenceFilters.find(({ ids, codes }) => parameter === ids || parameter === codes)
  if (filter?.column !== 'id_customer' && filter?.column !== 'id_order_status') return undefined
  return { column: filter.column, has: chosenBy(filter, parameter, text, account_id).has }
}

/** The least or the most total_value, out of an index. */
function extreme(
  account_id: number,
  condition: RawBuilder<unknown>,
  end: 'asc' | 'desc',
): RawBuilder<unknown> {
  return sql`(select r.total_value from orders r
               where r.account_id = ${account_id} and ${condition}
               order by r.total_value ${sql.raw(end)} limit 1)`
}

function ofAccount({ account_id }: Asked): Groups {
  return {
    query: sql`
      select c.count + d.count as count, c.sum + d.sum as sum,
             ${extreme(account_id, sql`true`, 'asc')} as min, ${extreme(account_id, sql`true`, 'desc')} as max
        from (select coalesce(sum(count), 0) as count, coalesce(sum(sum_value), 0) as sum from order_counts
               where account_id = ${account_id} and kind = 'all') c
       cross join (select coalesce(sum(delta), 0) as count, coalesce(sum(delta * total_value), 0) as sum
                     from order_count_deltas where account_id = ${account_id}) d`,
  }
}

/** By customer or by status: what is kept of each, and the deltas of those that have some. */
function ofRecords(
  { account_id, groupings }: Asked,
  column: keyof typeof CHOOSES,
  choice: Choice | undefined,
): Groups {
  const among = (id: RawBuilder<unknown>) => (choice ? choice.has(id) : sql`true`)
  const summed = sql`
    select id as k0, coalesce(c.count, 0) + coalesce(d.count, 0) as count, coalesce(c.sum, 0) + coalesce(d.sum, 0) as sum
      from (select id, count, sum_value as sum from order_counts
             where account_id = ${account_id} and kind = ${sql.lit(CHOOSES[column])} and ${among(sql`id`)}) c
      full join (select ${sql.ref(column)} as id, sum(delta) as count, sum(delta * total_value) as sum
                   from order_count_deltas where account_id = ${account_id} and ${among(sql.ref(column))}
                  group by 1) d using (id)`
  const found = sql`select * from (${summed}) s where count > 0`
  const look = (end: 'asc' | 'desc') => extreme(account_id, sql`r.${sql.ref(column)} = g.k0`, end)
  if (!choice) return { query: found, look, whole: ofAccount({ account_id } as Asked).query }
  // So few that each is looked up.
  const whole = sql`select g.*, ${look('asc')} as min, ${look('desc')} as max from (${found}) g`
  if (groupings.length > 0) return { query: whole }
  return {
    query: sql`select coalesce(sum(count), 0) as count, coalesce(sum(sum), 0) as sum, min(min) as min, max(max) as max
                 from (${whole}) g`,
  }
}

const HOUR_MS = 3_600_000

/**
 * By hours of the date, and by status. What is kept of an hour counts where no delta waits to be
 * added to it and it is of one day; all other hours are read from orders, as are the ends of a range
 * within an hour.
 */
function ofHours(asked: Asked, ends: HourlyEnds | undefined, choice: Choice | undefined): Groups {
  const { account_id, conditions, groupings, zone } = asked
  const byStatus = choice !== undefined || groupings.some((one) => !isTime(one))
  const within = (hour: RawBuilder<unknown>) => {
    const parts = [sql`account_id = ${account_id}`, ...(ends ? wholeHours(ends, hour) : [])]
    return sql.join(parts, sql` and `)
  }
  const columns = sql`hour, id, count, sum_value, min_value, max_value`
  const kept = byStatus
    ? sql`order_statuses s cross join lateral (
        select ${columns} from order_counts
         where ${within(sql`hour`)} and kind = 'status_date' and id = s.id) c
        where s.account_id = ${account_id} and ${choice ? choice.has(sql`s.id`) : sql`true`} and`
    : sql`(select ${columns} from order_counts where ${within(sql`hour`)} and kind = 'date' and id = 0) c where`
  const isSplit = groupings.some(isTime)
    ? sql`(c.hour at time zone ${zone}::text)::date
          <> ((c.hour + interval '3599.999 seconds') at time zone ${zone}::text)::date`
    : sql`false`
  const keysOf = (instant: RawBuilder<unknown>, status: RawBuilder<unknown>) =>
    groupings.map(
      (one, i) => sql`${isTime(one) ? dayOf(one, instant, zone) : status} as ${sql.ref(`k${i}`)}, `,
    )
  const keys = sql.join(
    groupings.map((_, i) => sql`${sql.ref(`k${i}`)}, `),
    sql``,
  )
  const parts = [
    sql`kept_hours as materialized (select c.*, ${isSplit} as is_split from ${kept} c.count > 0)`,
    sql`hours_to_read as materialized (
      select hour from order_count_deltas where ${sql.join([sql`account_id = ${account_id}`, ...touched(ends)], sql` and `)}
      union select hour from kept_hours where is_split
      ${sql.join(
        endHours(ends).map((hour) => sql`union select ${onTheHour(hour)} `),
        sql``,
      )})`,
  ]
  const query = sql`
    select ${keys} sum(count) as count, sum(sum) as sum, min(min) as min, max(max) as max from (
      select ${sql.join(keysOf(sql`c.hour`, sql`c.id`), sql``)}
             c.count, c.sum_value as sum, c.min_value as min, c.max_value as max
        from kept_hours c where c.hour not in (select hour from hours_to_read)
      union all
      select ${sql.join(keysOf(sql`r.date`, sql`r.id_order_status`), sql``)}
             1, r.total_value, r.total_value, r.total_value
        from hours_to_read h cross join lateral (
          select r.date, r.id_order_status, r.total_value from orders r
          ${whereAll([...conditions, sql`r.date >= h.hour and r.date < h.hour + interval '1 hour'`])} offset 0) r
    ) hours ${groupings.length ? sql`group by ${sql.join(groupings.map((_, i) => sql.ref(`k${i}`)))}` : sql``}`
  return { query, parts }
}

/** Hours of deltas that a range touches. */
function touched(ends: HourlyEnds | undefined): RawBuilder<unknown>[] {
  const { from, to } = ends ?? {}
  return [
    ...(from ? [sql`hour > ${from}::timestamptz - interval '1 hour'`] : []),
    ...(to ? [sql`hour <= ${to}::timestamptz`] : []),
  ]
}

/** The hours within which a range begins and ends. */
function endHours(ends: HourlyEnds | undefined): number[] {
  const { from, to, start, end } = ends ?? {}
  const hours: number[] = []
  if (from && start !== undefined && Date.parse(from) < start) hours.push(start - HOUR_MS)
  if (to && end !== undefined && Date.parse(to) >= end) hours.push(end)
  return hours
}
