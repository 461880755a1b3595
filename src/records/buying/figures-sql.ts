import { statement } from '../../database/database.ts'
import { instantSql } from '../../database/instant.ts'

// What customers have bought, over `$account` and the time zone `$zone`: what is kept beside the counts of
// their orders (migrations/0043), and what waits in the deltas of these. Where the day has just begun on
// which the twelve months begin a day later, the orders of the day before are taken away.

const KEPT_SINCE = `(select c.hour from order_counts c where c.account_id = $account and c.kind = 'since' and c.id = 0)`
const SINCE = 'figures_since($zone)'

/** Of all customers, or those of whom `only` holds: what is to be added to what is kept. */
const waiting = (only: (column: string) => string) => `
  select d.id_customer as id, coalesce(d.date, d.hour) as date, d.delta as n, d.total_value
    from order_count_deltas d join order_statuses s on s.account_id = $account and s.id = d.id_order_status and s.counts
   where d.account_id = $account and ${only('d.id_customer')}
  union all
  select o.id_customer, o.date, -1, o.total_value
    from orders o join order_statuses s on s.account_id = $account and s.id = o.id_order_status and s.counts
   where o.account_id = $account and ${only('o.id_customer')} and o.date >= ${KEPT_SINCE} and o.date < ${SINCE}`

const changesOf = (only: (column: string) => string) => `
  select x.id, coalesce(sum(x.n) filter (where x.date >= coalesce(${KEPT_SINCE}, ${SINCE})), 0) as n,
         coalesce(sum(x.n * x.total_value) filter (where x.date >= coalesce(${KEPT_SINCE}, ${SINCE})), 0) as v
    from (${waiting(only)}) x group by x.id`

/** Days between two orders, as a mean; null for fewer than three orders. */
const INTERVAL = `case when f.n >= 3 then round((extract(epoch from f.last_at - f.first_at) / 86400 / (f.n - 1))::numeric, 1) end`

/** The figures of the customer `r`, in the order of the JSON. */
export const figureColumns: Readonly<Record<string, string>> = {
  last_order_at: `${instantSql('f.last_at')} as last_order_at`,
  orders_12m: 'f.n as orders_12m',
  value_12m: 'trim_scale(f.v) as value_12m',
  order_interval_days: `trim_scale(${INTERVAL}) as order_interval_days`,
}

/** A row `f` of the customer `r`. */
export const figuresOfRow = `(
  select e.first_at, e.last_at, coalesce(k.n, 0) + coalesce(w.n, 0) as n, coalesce(k.v, 0) + coalesce(w.v, 0) as v
    from customer_order_ends($account, r.id, ${SINCE}) e
    left join (select c.recent_count as n, c.recent_sum as v from order_counts c
                where c.account_id = $account and c.kind = 'customer' and c.id = r.id) k on true
    left join (${changesOf((column) => `${column} = r.id`)}) w on true) f`

const ends = `customer_order_ends($account, w.id, ${SINCE})`

/** A row for each customer of whom there are or were orders. */
export const figuresOfAll = `(
  select coalesce(k.id, w.id) as id, coalesce(k.n, 0) + coalesce(w.n, 0) as n, coalesce(k.v, 0) + coalesce(w.v, 0) as v,
         case when w.id is null then k.first_at else (${ends}).first_at end as first_at,
         case when w.id is null then k.last_at else (${ends}).last_at end as last_at
    from (select c.id, c.recent_count as n, c.recent_sum as v, c.first_at, c.last_at from order_counts c
           where c.account_id = $account and c.kind = 'customer') k
    full join (${changesOf(() => 'true')}) w on w.id = k.id)`

/**
 * Of whom the last order is longer ago than one and a half times the mean interval of the twelve months, which is
 * a day at least.
 */
export const hasStopped = `f.n >= 3 and now() - f.last_at
  > greatest((f.last_at - f.first_at) / (f.n - 1), interval '1 day') * 1.5`

const columns = Object.values(figureColumns).join(', ')
const numbered = (text: string) => text.replaceAll('$account', '$1').replaceAll('$zone', '$3')

/** The figures of a customer, as JSON. */
export const customers_figures = statement<
  { figures: string },
  [account_id: number, id: number, zone: string]
>(
  numbered(`
  select (select to_json(x) from (select ${columns} from ${figuresOfRow}) x)::text as figures
    from (select $2::bigint as id) r`),
)
