import { type RawBuilder, sql } from 'kysely'
import { filterInstant } from '../../base/values/date-time.ts'
import type { Db } from '../../database/database.ts'
import type { AccountQueue } from '../../jobs/account-queue.ts'
import { chosenBy, isOfProducts, productFilter, referenceFilterOf } from './filters/references.ts'
import { accounts_figuresBehind, counts_add, deltas_vacuum, figures_move } from './sql.ts'

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
 * @param queue gets the accounts that may have deltas
 */
export function countingJob(queue: AccountQueue): (db: Db, stop: AbortSignal) => Promise<void> {
  let dead = 0
  return async (db, stop) => {
    await queue.forEach(stop, async (account_id) => {
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

/** Accounts that one run moves at most. */
const ACCOUNTS = 1_000

/** A day has begun: what customers bought in the last twelve months is without the orders of the day that fell out. */
export async function moveFigures(db: Db, stop: AbortSignal): Promise<void> {
  for (const { account_id } of await accounts_figuresBehind(db, [ACCOUNTS])) {
    while (!stop.aborted && (await figures_move(db, [account_id]))[0]?.moved);
  }
}

/** The columns by whose values the database counts, and the kinds of order_counts that do. */
const counted: Record<string, string> = { id_customer: 'customer', id_order_status: 'status' }

/** Ranges by whose hours the database counts. */
export interface HourlyRange {
  kind: 'date' | 'created'
  /** Of orders, and of order_count_deltas. */
  column: string
  hour: string
}

const ranges: Record<string, HourlyRange> = {
  order_date: { kind: 'date', column: 'date', hour: 'hour' },
  create_date: { kind: 'created', column: 'created_at', hour: 'created_hour' },
}

/**
 * The number of orders as the database keeps it, or can tell without looking at orders, to be read in
 * the statement that needs it; undefined for other filters.
 * @param zone of dates without an offset
 */
export function rollupCount(
  account_id: number,
  filters: Record<string, string>,
  zone: string,
): RawBuilder<unknown> | undefined {
  const [only, ...others] = Object.entries(filters)
  if (only === undefined) return countAndDeltas(account_id, [sql`kind = 'all'`], [])
  const found = hourlyRange(filters, zone)
  if (found) return rollupCountWithin(account_id, found.range, found.ends)
  return others.length === 0 ? rollupCountOf(account_id, ...only) : undefined
}

function rollupCountOf(
  account_id: number,
  parameter: string,
  text: string,
): RawBuilder<unknown> | undefined {
  const filter = isOfProducts(parameter) ? productFilter : referenceFilterOf(parameter)
  if (!filter) return undefined
  const { has } = chosenBy(filter, parameter, text, account_id)
  if (filter === productFilter) {
    // `distinct on` can't be hashed: sorted it takes a third of the time that spilled hashes take.
    return sql`(select count(*) from (
      select distinct on (i.id_order) i.id_order from order_items i
       where i.account_id = ${account_id} and ${has(sql`i.id_item`)} order by i.id_order) o)`
  }
  const kind = counted[filter.column]
  if (kind === undefined) return undefined
  const ofCounts = [sql`kind = ${sql.lit(kind)}`, has(sql`id`)]
  return countAndDeltas(account_id, ofCounts, [has(sql.ref(filter.column))])
}

/** The range that filters are, with whole hours in it; undefined where there are others, or none. */
export function hourlyRange(
  filters: Record<string, string>,
  zone: string,
): { range: HourlyRange; ends: HourlyEnds } | undefined {
  for (const [name, range] of Object.entries(ranges)) {
    const ends = hourlyEnds(filters, name, zone)
    const isAll = Object.keys(filters).every((given) => given.startsWith(`${name}_`))
    if (ends && isAll && ends.start < ends.end) return { range, ends }
  }
  return undefined
}

const HOUR_MS = 3_600_000

/** A range's ends, and the whole hours within: none where `start` is not before `end`. */
export interface HourlyEnds {
  from: string | undefined
  to: string | undefined
  start: number
  end: number
}

/** Undefined where the filters have no such range. A range ends with the millisecond that `to` names. */
export function hourlyEnds(
  filters: Record<string, string>,
  name: string,
  zone: string,
): HourlyEnds | undefined {
  const [first, last] = [filters[`${name}_from`], filters[`${name}_to`]]
  if (first === undefined && last === undefined) return undefined
  const from = first && filterInstant(first, 'from', zone)
  const to = last && filterInstant(last, 'to', zone)
  const start = from ? Math.ceil(Date.parse(from) / HOUR_MS) * HOUR_MS : -Infinity
  const end = to ? Math.floor((Date.parse(to) + 1) / HOUR_MS) * HOUR_MS : Infinity
  return { from, to, start, end }
}

/** Conditions on an hour for those that are whole within a range. */
export function wholeHours(
  { start, end }: HourlyEnds,
  hour: RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  return [
    ...(start > -Infinity ? [sql`${hour} >= ${onTheHour(start)}`] : []),
    ...(end < Infinity ? [sql`${hour} < ${onTheHour(end)}`] : []),
  ]
}

/** The hours within which a range begins and ends. */
export function endHours({ from, to, start, end }: Partial<HourlyEnds> = {}): number[] {
  const hours: number[] = []
  if (from && start !== undefined && Date.parse(from) < start) hours.push(start - HOUR_MS)
  if (to && end !== undefined && Date.parse(to) >= end) hours.push(end)
  return hours
}

/** Hours for which deltas wait, as far as a range touches them: a part of a `with`. */
export function waitingIn(
  account_id: number,
  hour: RawBuilder<unknown>,
  { from, to }: Partial<HourlyEnds> = {},
): RawBuilder<unknown> {
  const touched = [
    sql`account_id = ${account_id}`,
    ...(from ? [sql`${hour} > ${from}::timestamptz - interval '1 hour'`] : []),
    ...(to ? [sql`${hour} <= ${to}::timestamptz`] : []),
  ]
  return sql`waiting as materialized (
    select distinct ${hour} as hour from order_count_deltas where ${sql.join(touched, sql` and `)})`
}

/** A number, because PostgreSQL does not read the text that JavaScript has for the year 10000. */
export function onTheHour(ms: number): RawBuilder<unknown> {
  return sql`to_timestamp(${ms / 1000}::float8)`
}

/**
 * What is kept of the whole hours within a range, and a count of the orders at its ends: none where
 * an end is on the hour, as those of days are in most time zones.
 */
function rollupCountWithin(
  account_id: number,
  { kind, column, hour }: HourlyRange,
  ends: HourlyEnds,
): RawBuilder<unknown> {
  const { from, to, start, end } = ends
  const ofCounts = [sql`kind = ${sql.lit(kind)}`, sql`id = 0`, ...wholeHours(ends, sql`hour`)]
  const parts = [countAndDeltas(account_id, ofCounts, wholeHours(ends, sql.ref(hour)))]
  const at = sql.ref(column)
  if (from && Date.parse(from) < start) {
    parts.push(
      count(account_id, sql`${at} >= ${from}::timestamptz and ${at} < ${onTheHour(start)}`),
    )
  }
  if (to && Date.parse(to) >= end) {
    parts.push(count(account_id, sql`${at} >= ${onTheHour(end)} and ${at} <= ${to}::timestamptz`))
  }
  return sql`(${sql.join(parts, sql` + `)})`
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
