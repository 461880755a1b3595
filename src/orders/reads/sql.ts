import { statement } from '../../database/database.ts'
import { storedOrderJson } from './document.ts'

/** The stored JSON; null where names have changed since it was built. */
export const orders_readStored = statement<
  { document: string | null },
  [account_id: number, id: number]
>(storedOrderJson('$2', '$1'))

/** The JSON as it is now; null where there is no such order. */
export const orders_build = statement<
  { document: string | null },
  [account_id: number, id: number]
>('select current_order_json($1, $2) as document')

/** The epoch to reach; no row where the account's stored documents are not behind. */
export const accounts_epochBehind = statement<{ names_epoch: number }, [account_id: number]>(
  'select names_epoch from accounts where account_id = $1 and documents_epoch < names_epoch',
)

/** Orders with stale documents, newest first. */
export const documents_stale = statement<
  { id_order: number },
  [account_id: number, below_id: number, epoch: number, limit: number]
>(`
  select id_order from order_documents
   where account_id = $1 and id_order < $2 and names_epoch < $3
   order by id_order desc limit $4`)

/** Locks those that no writer holds. */
export const orders_lockFree = statement<{ id: number }, [account_id: number, ids: number[]]>(`
  select id from orders where account_id = $1 and id = any($2::bigint[]) for update skip locked`)

/**
 * A statement of its own after the lock, so that it sees the last writer's order.
 * One that was locked meanwhile has no epoch, and stays.
 */
export const documents_renew = statement<never, [account_id: number, ids: number[]]>(
  'select renew_documents($1, $2)',
)

/**
 * How many deltas were added. Two that run at once take
 * different deltas, and write counts in the same order.
 */
export const counts_add = statement<{ added: number }, [account_id: number, limit: number]>(`
  with gone as (
    delete from order_count_deltas
     where account_id = $1
       and (id_customer, id) in (select d.id_customer, d.id from order_count_deltas d
                                  where d.account_id = $1 limit $2 for update skip locked)
    returning id_customer, id_order_status, hour, delta
  ), counted as (
    insert into order_counts as c (account_id, id_customer, id_order_status, hour, count)
    select $1, coalesce(id_customer, 0), coalesce(id_order_status, 0), coalesce(hour, '-infinity'), sum(delta)
      from gone
     group by grouping sets ((), (id_customer), (id_order_status), (hour))
    having sum(delta) <> 0
     order by 2, 3, 4
    on conflict (account_id, id_customer, id_order_status, hour)
      do update set count = c.count + excluded.count
  )
  select count(*) as added from gone`)

/** Waits for nobody and takes no lock that a writer or a replica would meet. */
export const deltas_vacuum = statement<never, []>(
  'vacuum (skip_locked, index_cleanup on, truncate off) order_count_deltas',
)
