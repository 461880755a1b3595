import { type RawBuilder, sql } from 'kysely'
import { type Db, statement } from '../database/database.ts'

// The database counts orders as they come and go (see the triggers in the migration): an appended
// delta for each, which the job here adds to order_counts. The number is right at any moment: it
// is read as count + deltas, and a delta moves from one to the other in one statement.

/** Deltas that one statement adds up at most. */
const BATCH = 20_000

/** Dead rows that lists may have to step over before the job has them cleaned away. */
const VACUUM_AFTER = 5_000

/** [] → the accounts with deltas. */
const accounts_counting = statement<{ account_id: number }>(
  'select distinct account_id from order_count_deltas',
)

/**
 * [account_id, how many at most] → how many deltas were added. Two that run at once take
 * different deltas, and write counts in the same order.
 */
const counts_add = statement<{ added: number }>(`
  with gone as (
    delete from order_count_deltas
     where account_id = $1
       and (id_customer, id) in (select d.id_customer, d.id from order_count_deltas d
                                  where d.account_id = $1 limit $2 for update skip locked)
    returning id_customer, id_order_status, delta
  ), counted as (
    insert into order_counts as c (account_id, id_customer, id_order_status, count)
    select $1, coalesce(id_customer, 0), coalesce(id_order_status, 0), sum(delta)
      from gone
     group by grouping sets ((), (id_customer), (id_order_status))
    having sum(delta) <> 0
     order by 2, 3
    on conflict (account_id, id_customer, id_order_status)
      do update set count = c.count + excluded.count
  )
  select count(*) as added from gone`)

/** [] Waits for nobody and takes no lock that a writer or a replica would meet. */
const deltas_vacuum = statement(
  'vacuum (skip_locked, index_cleanup on, truncate off) order_count_deltas',
)

/**
 * Makes a job that adds the deltas to the counts, and has the rows they leave behind cleaned away
 * sooner than autovacuum would. Any number of processes may run it.
 */
export function countingJob(): (db: Db, stop: AbortSignal) => Promise<void> {
  let dead = 0
  return async (db, stop) => {
    for (const { account_id } of await accounts_counting(db, [])) {
      while (!stop.aborted) {
        const added = (await counts_add(db, [account_id, BATCH]))[0]?.added ?? 0
        dead += added
        if (added < BATCH) break
      }
    }
    if (dead < VACUUM_AFTER || stop.aborted) return
    dead = 0
    await deltas_vacuum(db, [])
  }
}

/** The filters by whose values the database counts, each alone. */
const counted = ['id_customer', 'id_order_status']

/**
 * The number of orders as the database keeps it, to be read in the statement that needs it;
 * undefined for filters by which it does not count.
 */
export function keptCount(
  account_id: number,
  filters: Record<string, string>,
): RawBuilder<unknown> | undefined {
  const given = Object.entries(filters)
  if (given.length > 1 || !given.every(([name]) => counted.includes(name))) return undefined
  const keys = counted.map(
    (name) =>
      sql`c.${sql.ref(name)} = ${filters[name] === undefined ? sql.lit(0) : sql`${filters[name]}::bigint`}`,
  )
  const deltas = given.map(([name, value]) => sql` and d.${sql.ref(name)} = ${value}::bigint`)
  return sql`coalesce((select c.count from order_counts c
                         where c.account_id = ${account_id} and ${sql.join(keys, sql` and `)}), 0)
             + coalesce((select sum(d.delta) from order_count_deltas d
                          where d.account_id = ${account_id}${sql.join(deltas, sql``)}), 0)`
}
