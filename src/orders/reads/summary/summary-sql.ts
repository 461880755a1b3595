import { type RawBuilder, sql } from 'kysely'
import { lineParts } from '../../../../packages/model/totals.ts'
import type { SortField } from '../../../base/values/sort.ts'
import type { Reader } from '../../../database/database.ts'
import { tableFor, whereAll } from '../../../database/list.ts'
import { orders } from '../list.ts'
import {
  dayOf,
  type Grouping,
  isPlace,
  isProduct,
  isTime,
  type PlaceGrouping,
} from './groupings.ts'
import { rollupGroups } from './rollups.ts'
import type { Groups, SummaryQuery } from './summary-query.ts'

/** The figures of a group, as its properties. */
const figures: Record<string, RawBuilder<unknown>> = {
  count: sql`count`,
  sum: sql`trim_scale(sum)`,
  average: sql`trim_scale(round(sum / nullif(count, 0), 2))`,
  min: sql`trim_scale(min)`,
  max: sql`trim_scale(max)`,
}

/** What a line `i` adds to its order's total. */
const ofLine = sql.join(
  lineParts.map((column) => sql.ref(`i.${column}`)),
  sql` + `,
)

/** What groups can be sorted by: their figures and times. */
export function sortableOf(groupings: Grouping[]): string[] {
  return [
    ...Object.keys(figures),
    ...(groupings.some(isProduct) ? ['quantity'] : []),
    ...groupings.filter(isTime).map(({ name }) => name),
  ]
}

/** In the order of time where it is grouped by that, else the largest first. */
export function defaultSortOf(groupings: Grouping[]): string {
  const times = groupings.filter(isTime).map(({ name }) => name)
  return [...times, '-sum'].join(',')
}

/** Whether the orders are more than these; no more of them are looked at. */
export async function areMoreThan(
  db: Reader,
  { account_id, conditions }: SummaryQuery,
  limit: number,
): Promise<boolean> {
  const found = tableFor(orders, account_id, conditions, { fields: [] })
  const some = sql`select from ${found.table} r ${whereAll(found.conditions)} limit ${limit + 1}`
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${some}) r`.execute(db)
  return (rows[0]?.count ?? 0) > limit
}

/**
 * Sums up orders: the JSON of all their figures and of those of the first groups, by one statement.
 * @param groups out of what the database keeps, or of the orders, unless given
 */
export async function summarize(
  db: Reader,
  summaryQuery: SummaryQuery,
  groups = rollupGroups(summaryQuery) ?? groupsOfOrders(summaryQuery),
): Promise<string> {
  const { rows } = await sql<{ document: string }>`
    with ${sql.join([...(groups.parts ?? []), ...stepsOf(summaryQuery, groups)])}
    select concat(left(to_json(whole)::text, -1),
                  ',"groups":[', (select string_agg(${groupJson(summaryQuery)}, ',' order by g.n) from shown g),
                  '],"omitted":', to_json(omitted), '}') as document
      from (select ${shown(Object.entries(figures))} from whole) whole
     cross join (select ${omittedOf(summaryQuery, groups)}) omitted`.execute(db)
  return rows[0]?.document ?? '{}'
}

/** All groups, the figures of all orders and the groups that are shown, as parts of a `with`. */
function stepsOf(
  { groupings, sort, limit }: SummaryQuery,
  { query, look, whole }: Groups,
): RawBuilder<unknown>[] {
  const extremes = look && sql`${look('asc')} as min, ${look('desc')} as max`
  // Looked up for those that are shown, unless these follow from it.
  const isEarly = sort.some(({ field }) => field === 'min' || field === 'max')
  const all = extremes && isEarly ? sql`select g.*, ${extremes} from (${query}) g` : query
  const first = sql`select * from all_groups ${orderOf(groupings, sort)} limit ${limit}`
  const late = extremes && !isEarly ? sql`, ${extremes}` : sql``
  const total = sql`select coalesce(sum(count), 0) as count, coalesce(sum(sum), 0) as sum, min(min) as min, max(max) as max
                      from all_groups`
  const parts = [
    sql`all_groups as materialized (${all})`,
    sql`whole as materialized (${whole ?? total})`,
  ]
  if (groupings.length === 0) return [...parts, sql`shown as (select 1 as n where false)`]
  return [
    ...parts,
    sql`shown as materialized (select g.*, row_number() over () as n ${late} from (${first}) g)`,
  ]
}

/** Groups of the same figures stand in the order of their ids and times. */
function orderOf(groupings: Grouping[], sort: SortField[]): RawBuilder<unknown> {
  const keys = groupings.map((_, i) => sql.ref(`k${i}`))
  const parts = sort.map(({ field, descending }) => {
    const place = groupings.findIndex(({ name }) => name === field)
    const by =
      place >= 0 ? keys[place] : field === 'average' ? sql`sum / nullif(count, 0)` : sql.ref(field)
    return sql`${by} ${sql.raw(descending ? 'desc' : 'asc')}`
  })
  return sql`order by ${sql.join([...parts, ...keys])}`
}

/** What the groups hold that are not shown. */
function omittedOf({ groupings }: SummaryQuery, { number }: Groups): RawBuilder<unknown> {
  if (groupings.length === 0) return sql`0 as groups, 0 as count, 0 as sum`
  const all = sql.table(number ? 'whole' : 'all_groups')
  const left = (figure: RawBuilder<unknown>) =>
    sql`(select coalesce(sum(${figure}), 0) from ${all}) - (select coalesce(sum(${figure}), 0) from shown)`
  return sql`${number ?? sql`(select count(*) from all_groups)`} - (select count(*) from shown) as groups,
             ${left(sql`count`)} as count, trim_scale(${left(sql`sum`)}) as sum`
}

function shown(columns: (readonly [string, RawBuilder<unknown>])[]): RawBuilder<unknown> {
  return sql.join(columns.map(([name, value]) => sql`${value} as ${sql.ref(name)}`))
}

/** A group `g` as JSON: what it is grouped by, records with their names, and its figures. */
function groupJson({ account_id, groupings }: SummaryQuery): RawBuilder<unknown> {
  if (groupings.length === 0) return sql`''`
  const by = groupings.map((one, i) => {
    const key = sql`g.${sql.ref(`k${i}`)}`
    if (isPlace(one)) return [one.name, placeOf(one, account_id, key)] as const
    const record = isTime(one)
      ? key
      : sql`(select to_json(s) from (select s.id, s.name, s.fk_id from ${sql.table(one.table)} s
              where s.account_id = ${account_id} and s.id = ${key}) s)`
    return [one.name, record] as const
  })
  const own = groupings.some(isProduct) ? [['quantity', sql`trim_scale(quantity)`] as const] : []
  return sql`(select to_json(x)::text from (select ${shown([...by, ...Object.entries(figures), ...own])}) x)`
}

/** A city as one of its addresses writes it. */
function placeOf(
  { name }: PlaceGrouping,
  account_id: number,
  key: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (name === 'state') return key
  return sql`(select a.city from addresses a
    where a.account_id = ${account_id} and a.city is not null and search_text(a.city) = ${key} order by a.id_customer limit 1)`
}

/** The groups of what the filters find, read from orders. */
export function groupsOfOrders({ account_id, zone, groupings, conditions }: SummaryQuery): Groups {
  const found = tableFor(orders, account_id, conditions)
  const delivered = groupings.some(isPlace)
    ? sql`left join addresses a on a.account_id = ${account_id} and a.id = r.id_address`
    : sql``
  const [rows, where] = [sql`${found.table} r ${delivered}`, whereAll(found.conditions)]
  const summed = (value: RawBuilder<unknown>) =>
    sql`count(*) as count, coalesce(sum(${value}), 0) as sum, min(${value}) as min, max(${value}) as max`
  const keys = groupings.map((one, i) => {
    return sql`${keyOf(one, zone)} as ${sql.ref(`k${i}`)}`
  })
  const grouped = keys.length
    ? sql`group by ${sql.join(keys.map((_, i) => sql.lit(i + 1)))}`
    : sql``
  if (groupings.some(isPlace) && !groupings.some(isProduct)) {
    return { query: groupsOfPlaces({ account_id, groupings, zone }, sql`${found.table} r`, where) }
  }
  if (!groupings.some(isProduct)) {
    const columns = [...keys, summed(sql`r.total_value`)]
    return { query: sql`select ${sql.join(columns)} from ${rows} ${where} ${grouped}` }
  }
  // Each order's lines of one product are one part of it.
  const lines = sql`
    select i.id_item, sum(i.quantity) as quantity, sum(${ofLine}) as value
      from order_items i where i.account_id = ${account_id} and i.id_order = r.id group by i.id_item`
  const columns = [
    ...keys,
    summed(sql`coalesce(i.value, 0)`),
    sql`coalesce(sum(i.quantity), 0) as quantity`,
  ]
  return {
    query: sql`select ${sql.join(columns)} from ${rows} left join lateral (${lines}) i on true ${where} ${grouped}`,
    whole: sql`select ${summed(sql`r.total_value`)} from ${rows} ${where}`,
  }
}

/** What orders `r`, their lines `i` and addresses `a` of one group have in common. */
function keyOf(one: Grouping, zone: string): RawBuilder<unknown> {
  if (isTime(one)) return dayOf(one, sql`r.date`, zone)
  if (isPlace(one)) return one.name === 'city' ? sql`search_text(a.city)` : sql`a.state`
  return sql`${isProduct(one) ? sql`i` : sql`r`}.${sql.ref(one.column)}`
}

/**
 * By the addresses first, and these by their places: a city is compared without accents once for each
 * address (a year of 335,000 orders, CPU: 650 ms by orders).
 */
function groupsOfPlaces(
  { account_id, groupings, zone }: Pick<SummaryQuery, 'account_id' | 'groupings' | 'zone'>,
  rows: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const key = (i: number) => sql.ref(`k${i}`)
  const own = groupings.flatMap((one, i) =>
    isPlace(one) ? [] : [sql`${keyOf(one, zone)} as ${key(i)}`],
  )
  const keys = groupings.map((one, i) =>
    isPlace(one) ? sql`${keyOf(one, zone)} as ${key(i)}` : sql`g.${key(i)}`,
  )
  const places = (count: number) =>
    sql.join(Array.from({ length: count }, (_, i) => sql.lit(i + 1)))
  return sql`
    select ${sql.join(keys)}, sum(g.count)::bigint as count, sum(g.sum) as sum, min(g.min) as min, max(g.max) as max
      from (select ${sql.join([sql`r.id_address`, ...own])}, count(*) as count, sum(r.total_value) as sum,
                   min(r.total_value) as min, max(r.total_value) as max
              from ${rows} ${where} group by ${places(own.length + 1)}) g
      left join addresses a on a.account_id = ${account_id} and a.id = g.id_address
     group by ${places(keys.length)}`
}
