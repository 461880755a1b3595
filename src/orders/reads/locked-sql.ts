import { statement } from '../../database/database.ts'

/**
 * Waits for the orders that are on their way into the status, and
 * keeps others from entering it: each has a key-share lock on it by its foreign key.
 */
export const status_close = statement<{ id: number }, [account_id: number, id_status: number]>(
  'select id from order_statuses where account_id = $1 and id = $2 for update',
)

/** Orders in the status, locked. */
export const orders_lockInStatus = statement<
  { id: number },
  [account_id: number, id_status: number, after_id: number, limit: number]
>(`
  select id from orders
   where account_id = $1 and id_order_status = $2 and id > $3
   order by id limit $4 for update`)

/**
 * Stores the JSON of these orders as their status now wants it. A statement of its own after the
 * locks, so that it sees what the last writers committed.
 */
export const documents_settle = statement<
  never,
  [account_id: number, ids: number[], is_locked: boolean]
>('select set_documents_locked($1, $2, $3)')
