import { statement } from '../../database/database.ts'
import { withinSql } from '../../events/within.ts'
import { storedOrderJson, storedOrdersJson } from './document.ts'

/** The stored JSON; null where names have changed since it was built. */
export const orders_readStored = statement<
  { document: string | null },
  [account_id: number, id: number]
>(storedOrderJson('$2', '$1'))

/** The same of several orders; no row for one that is not there. */
export const orders_readStoredMany = statement<
  { id: number; document: string | null },
  [account_id: number, ids: readonly number[]]
>(storedOrdersJson('$2', '$1'))

/** The JSON as it is now; null where there is no such order. */
export const orders_build = statement<
  { document: string | null },
  [account_id: number, id: number]
>('select current_order_json($1, $2) as document')

/** The JSON of several orders as they are in the tables. */
export const orders_buildMany = statement<
  { id: number; document: string },
  [account_id: number, ids: number[]]
>('select order_id as id, built as document from orders_json($1, $2, true)')

/** A row where an order has a history, be it deleted. */
export const events_anyOfOrder = statement<
  { has_events: boolean },
  [account_id: number, id: number]
>(`
  select true as has_events from events
   where account_id = $1 and resource = 'order' and id_record = $2 limit 1`)

/** The same for who sees orders of these sellers and branches only. */
export const events_anyOfOrderWithin = statement<
  { has_events: boolean },
  [
    account_id: number,
    id: number,
    users: readonly number[] | null,
    branches: readonly number[] | null,
    customers: readonly number[] | null,
  ]
>(`
  select true as has_events from events e
   where e.account_id = $1 and e.resource = 'order' and e.id_record = $2
     and ${withinSql('e', { account: '$1', users: '$3', branches: '$4', customers: '$5' })} limit 1`)

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

/** → how many deltas were added, none where another process is at it */
export const counts_add = statement<{ added: number }, [account_id: number, limit: number]>(
  'select add_counts($1, $2) as added',
)

/** Waits for nobody and takes no lock that a writer or a replica would meet. */
export const deltas_vacuum = statement<never, []>(
  'vacuum (skip_locked, index_cleanup on, truncate off) order_count_deltas',
)

export const orders_findByFkId = statement<
  { id: number },
  [account_id: number, fk_id: string | null]
>('select id from orders where account_id = $1 and fk_id = $2')

/** → accounts whose customers' figures are of twelve months that begin on another day. It asks all nodes of a cluster. */
export const accounts_figuresBehind = statement<{ account_id: number }, [limit: number]>(`
  select c.account_id from order_counts c join accounts a on a.account_id = c.account_id
   where c.kind = 'since' and c.hour <> figures_since(a.time_zone) limit $1`)

/** Moves the twelve months on by a week at most; false where there is nothing to move, or others move them. */
export const figures_move = statement<{ moved: boolean }, [account_id: number]>(
  'select move_figures_since($1) as moved',
)
