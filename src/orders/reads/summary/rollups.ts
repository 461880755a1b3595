import { type RawBuilder, sql } from 'kysely'
import { hourlyEnds } from '../counts.ts'
import { chosenBy, referenceFilterOf } from '../filters/references.ts'
import { isTime } from './groupings.ts'
import { hoursOf } from './hours.ts'
import type { Groups, SummaryQuery } from './summary-query.ts'

const CHOOSES = { id_customer: 'customer', id_order_status: 'status' } as const

/**
 * The groups out of the totals that the database keeps, or nearly so; undefined where these can't
 * tell. There they are told for the account, by customer, by status, and for ranges of dates by
 * status, day, week and month.
 */
export function rollupGroups(summaryQuery: SummaryQuery): Groups | undefined {
  const { filters, groupings } = summaryQuery
  if (summaryQuery.isNarrowed) return undefined
  const dates = hourlyEnds(filters, 'order_date', summaryQuery.zone)
  const others = Object.entries(filters).filter(([name]) => !name.startsWith('order_date_'))
  const chosen = others.map(([parameter, text]) => choiceOf(summaryQuery, parameter, text))
  const columns = new Set([
    ...chosen.map((choice) => choice?.column ?? ''),
    ...groupings.map((one) => (isTime(one) ? 'date' : one.column)),
    ...(dates ? ['date'] : []),
  ])
  const [choice] = chosen
  if (chosen.length > 1) return undefined
  if (columns.size === 0) return ofAccount(summaryQuery)
  if (columns.size === 1 && columns.has('id_customer')) {
    return isLargestFirst(summaryQuery) && !choice
      ? largestCustomers(summaryQuery)
      : ofRecords(summaryQuery, 'id_customer', choice)
  }
  if (columns.size === 1 && columns.has('id_order_status')) {
    return ofRecords(summaryQuery, 'id_order_status', choice)
  }
  columns.delete('id_order_status')
  return columns.size === 1 && columns.has('date')
    ? hoursOf(summaryQuery, dates, choice?.has)
    : undefined
}

const isLargestFirst = ({ sort: [first] }: SummaryQuery) =>
  first?.field === 'sum' && first.descending

/** Customers or statuses that a filter names. */
interface Choice {
  column: keyof typeof CHOOSES
  has: (column: RawBuilder<unknown>) => RawBuilder<unknown>
}

function choiceOf(
  { account_id }: SummaryQuery,
  parameter: string,
  text: string,
): Choice | undefined {
  const filter = referenceFilterOf(parameter)
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

function ofAccount({ account_id }: SummaryQuery): Groups {
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
  summaryQuery: SummaryQuery,
  column: keyof typeof CHOOSES,
  choice: Choice | undefined,
): Groups {
  const { account_id, groupings } = summaryQuery
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
  if (!choice) return { query: found, look, whole: ofAccount(summaryQuery).query }
  // So few that each is looked up.
  const whole = sql`select g.*, ${look('asc')} as min, ${look('desc')} as max from (${found}) g`
  if (groupings.length > 0) return { query: whole }
  return {
    query: sql`select coalesce(sum(count), 0) as count, coalesce(sum(sum), 0) as sum, min(min) as min, max(max) as max
                 from (${whole}) g`,
  }
}

/**
 * The customers with the largest sums, out of an index, and beside them all for which deltas wait:
 * of these the order is not known before.
 */
function largestCustomers(summaryQuery: SummaryQuery): Groups {
  const { account_id, limit } = summaryQuery
  const kept = sql`account_id = ${account_id} and kind = 'customer' and count > 0 and id not in (select id from waiting)`
  const waiting = sql`
    select w.id as k0, coalesce(c.count, 0) + w.count as count, coalesce(c.sum_value, 0) + w.sum as sum
      from waiting w left join order_counts c on c.account_id = ${account_id} and c.kind = 'customer' and c.id = w.id
     where coalesce(c.count, 0) + w.count > 0`
  return {
    parts: [
      sql`waiting as materialized (
        select id_customer as id, sum(delta) as count, sum(delta * total_value) as sum
          from order_count_deltas where account_id = ${account_id} group by 1)`,
    ],
    query: sql`
      select * from (select id as k0, count, sum_value as sum from order_counts
                      where ${kept} order by sum_value desc, id limit ${limit}) c
      union all ${waiting}`,
    number: sql`(select count(*) from order_counts where ${kept}) + (select count(*) from (${waiting}) w)`,
    look: (end) => extreme(account_id, sql`r.id_customer = g.k0`, end),
    whole: ofAccount(summaryQuery).query,
  }
}
