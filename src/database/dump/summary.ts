import type { PoolClient } from 'pg'

/** What a copy is compared by, beside the rows of each table. */
export interface Summary {
  accounts: string
  orders: string
  /** The sum of all orders, as a decimal. */
  orders_total: string
  events: string
  /** The sum of the positions that the feeds have reached. */
  feed_positions: string
  /** Of the event that was written last; null where there is none. */
  last_event: string | null
}

/** What the database holds, as the transaction of this client sees it. */
export async function summaryOf(client: PoolClient): Promise<Summary> {
  const { rows } = await client.query<Summary>(`
    select (select count(*) from accounts)::text as accounts,
           (select count(*) from orders)::text as orders,
           (select coalesce(sum(total_value), 0) from orders)::text as orders_total,
           (select count(*) from events)::text as events,
           (select coalesce(sum(position), 0) from event_heads)::text as feed_positions,
           (select uid::text from events order by id desc limit 1) as last_event`)
  return rows[0] as Summary
}
