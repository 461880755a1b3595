import { type RawBuilder, sql } from 'kysely'
import type { Inbox } from '../../base/inbox.ts'
import { filterInstant } from '../../base/values/date-time.ts'
import type { Db } from '../../database/database.ts'
import { chosenBy, productFilter, referenceFilters } from './filters/references.ts'
import { counts_add, deltas_vacuum } from './sql.ts'

// The database counts orders as they come and go (see the triggers in the migration): an appended
// delta for each, which the job here adds to order_counts. The number is right at any moment: it
// is read as count + deltas, and a delta moves from one to the other in one statement.

/** Deltas that one statement adds up at most. */
const BATCH = 20_000

/** Dead rows that lists may have to step over before the job has them cleaned away. */
const VACUUM_AFTER = 5_000

/**
 * Makes a job that adds the deltas to the counts, and has the rows they leave behind cleaned away
 * sooner than autovacuum would. Any number of processes may run it.
 * @param inbox gets the accounts that may have deltas
 */
export function countingJob(inbox: Inbox): (db: Db, stop: AbortSignal) => Promise<void> {
  let dead = 0
  return async (db, stop) => {
    await inbox.forEach(stop, async (account_id) => {
      dead += await addUpCounts(db, account_id, stop)
    })
    if (dead < VACUUM_AFTER || stop.aborted) return
    dead = 0
    await deltas_vacuum(db, [])
  }
}

/** Adds the account's deltas to its counts; how many they were. */
export async function addUpCounts(db: Db, account_id: number, stop: AbortSignal): Promise<number> {
  for (let all = 0; ; ) {
    const added = (await counts_add(db, [account_id, BATCH]))[0]?.added ?? 0
    all += added
    if (added < BATCH || stop.aborted) return all
  }
}

/** The columns by whose values the database counts, each alone. */
const counted = ['id_customer', 'id_order_status']

/** The ends of a range by whose hours it counts. */
const dates = ['order_date_from', 'order_date_to']

/**
 * The number of orders as the database keeps it, or can tell without looking at orders, to be read in
 * the statement that needs it; undefined for other filters.
 * @param zone of dates without an offset
 */
export function keptCount(
  account_id: number,
  filters: Record<string, string>,
  zone: string,
): RawBuilder<unknown> | undefined {
  const [only, ...others] = Object.entries(filters)
  if (only === undefined) return countOfValues(account_id, {})
  if (Object.keys(filters).every((name) => dates.includes(name))) {
    return keptCountWithin(account_id, filters, zone)
  }
  return others.length === 0 ? keptCountOf(account_id, ...only) : undefined
}

function keptCountOf(
  account_id: number,
  parameter: string,
  text: string,
): RawBuilder<unknown> | undefined {
  const filter = [...referenceFilters, productFilter].find(
    ({ ids, codes }) => parameter === ids || parameter === codes,
  )
  if (!filter) return undefined
  const { has } = chosenBy(filter, parameter, text, account_id)
  if (filter === productFilter) {
    return sql`(select count(*) from (
      select distinct i.id_order from order_items i
       where i.account_id = ${account_id} and ${has(sql`i.id_item`)}) o)`
  }
  return counted.includes(filter.column)
    ? countOfValues(account_id, { [filter.column]: has(sql.ref(filter.column)) })
    : undefined
}

/** @param chosen for one of the counted columns or none, which of its values */
function countOfValues(
  account_id: number,
  chosen: Record<string, RawBuilder<unknown>>,
): RawBuilder<unknown> {
  const ofCounts = counted.map(
    (column) => chosen[column] ?? sql`${sql.ref(column)} = ${sql.lit(0)}`,
  )
  return countAndDeltas(account_id, [...ofCounts, sql`hour = '-infinity'`], Object.values(chosen))
}

const HOUR_MS = 3_600_000

/**
 * What is kept of the whole hours within a range, and a count of the orders at its ends: none where
 * an end is on the hour, as those of days are in most time zones. Undefined for less than an hour.
 */
function keptCountWithin(
  account_id: number,
  { order_date_from, order_date_to }: Record<string, string>,
  zone: string,
): RawBuilder<unknown> | undefined {
  const from = order_date_from && filterInstant(order_date_from, 'from', zone)
  const to = order_date_to && filterInstant(order_date_to, 'to', zone)
  // Where the whole hours begin and end. The range ends with the millisecond that `to` names.
  const start = from ? Math.ceil(Date.parse(from) / HOUR_MS) * HOUR_MS : -Infinity
  const end = to ? Math.floor((Date.parse(to) + 1) / HOUR_MS) * HOUR_MS : Infinity
  if (start >= end) return undefined
  const hours = [
    from ? sql`hour >= ${onTheHour(start)}` : sql`hour > '-infinity'`,
    ...(to ? [sql`hour < ${onTheHour(end)}`] : []),
  ]
  const all = [sql`id_customer = 0`, sql`id_order_status = 0`, ...hours]
  const parts = [countAndDeltas(account_id, all, hours)]
  if (from && Date.parse(from) < start) {
    parts.push(count(account_id, sql`date >= ${from}::timestamptz and date < ${onTheHour(start)}`))
  }
  if (to && Date.parse(to) >= end) {
    parts.push(count(account_id, sql`date >= ${onTheHour(end)} and date <= ${to}::timestamptz`))
  }
  return sql`(${sql.join(parts, sql` + `)})`
}

/** A number, because PostgreSQL does not read the text that JavaScript has for the year 10000. */
function onTheHour(ms: number): RawBuilder<unknown> {
  return sql`to_timestamp(${ms / 1000}::float8)`
}

/** Conditions on order_counts and on order_count_deltas, for one account. */
function countAndDeltas(
  account_id: number,
  ofCounts: RawBuilder<unknown>[],
  ofDeltas: RawBuilder<unknown>[],
): RawBuilder<unknown> {
  const sum = (column: 'count' | 'delta', table: string, conditions: RawBuilder<unknown>[]) =>
    sql`coalesce((select sum(${sql.ref(column)}) from ${sql.table(table)}
                   where ${sql.join([sql`account_id = ${account_id}`, ...conditions], sql` and `)}), 0)::bigint`
  return sql`${sum('count', 'order_counts', ofCounts)} + ${sum('delta', 'order_count_deltas', ofDeltas)}`
}

function count(account_id: number, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select count(*) from orders where account_id = ${account_id} and ${condition})`
}
