import { statement } from '../database/database.ts'

export interface Status {
  id: number
  initial: boolean
}

// `no key update`: writers of statuses wait for one another, writers of orders do not wait.
export const order_statuses_lock = statement<{ id: number }, [account_id: number]>(`
  select id from order_statuses where account_id = $1 order by id for no key update`)

export const order_statuses_find = statement<Status, [account_id: number]>(`
  select id, initial from order_statuses where account_id = $1`)

/** The id is the one that becomes initial, or null for a new one. */
export const order_statuses_endInitial = statement<never, [account_id: number, id: number | null]>(`
  update order_statuses
     set initial = false, version = version + 1,
         updated_at = greatest(updated_at, date_trunc('milliseconds', now()))
   where account_id = $1 and initial and id is distinct from $2::bigint`)

export const order_statuses_dropFromNext = statement<never, [account_id: number, id: number]>(`
  update order_statuses
     set next = array_remove(next, $2::bigint), version = version + 1,
         updated_at = greatest(updated_at, date_trunc('milliseconds', now()))
   where account_id = $1 and id <> $2::bigint and next @> array[$2::bigint]`)

export const order_statuses_insert = statement<
  never,
  [
    account_id: number,
    name: string,
    fk_id: string,
    initial: boolean,
    locked: boolean,
    counts: boolean,
    invoiced: boolean,
  ]
>(`
  insert into order_statuses (account_id, name, fk_id, initial, locked, counts, invoiced)
  values ($1, $2, $3, $4, $5, $6, $7)`)

/** One move for each pair. */
export const order_statuses_insertMoves = statement<
  never,
  [account_id: number, from_fk_ids: string[], to_fk_ids: string[]]
>(`
  update order_statuses s
     set next = (select array_agg(t.id order by m.n)
                   from unnest($2::text[], $3::text[]) with ordinality as m (from_fk_id, to_fk_id, n)
                   join order_statuses t on t.account_id = $1 and t.fk_id = m.to_fk_id
                  where m.from_fk_id = s.fk_id)
   where s.account_id = $1 and s.fk_id = any ($2::text[])`)

export const reasons_insert = statement<never, [account_id: number, name: string, fk_id: string]>(
  'insert into reasons (account_id, name, fk_id) values ($1, $2, $3)',
)
