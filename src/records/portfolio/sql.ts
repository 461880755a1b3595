import { statement } from '../../database/database.ts'

/** → the sellers among these ids and codes. None of them is deleted before the transaction ends. */
export const users_named = statement<
  { id: number; fk_id: string | null },
  [account_id: number, ids: number[], codes: string[]]
>(`
  select id, fk_id from users
   where account_id = $1 and (id = any ($2::bigint[]) or fk_id = any ($3::text[]))
   order by id for key share`)

/** → the sellers that a customer has */
export const customers_sellers = statement<
  { id_users: number[] },
  [account_id: number, id: number]
>('select id_users from customers where account_id = $1 and id = $2')

/** → those of these customers that none of these sellers has */
export const customers_outside = statement<
  { id: number },
  [account_id: number, ids: number[], users: readonly number[]]
>(`
  select id from customers
   where account_id = $1 and id = any ($2::bigint[]) and not id_users && $3::bigint[]`)
