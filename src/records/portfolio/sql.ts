import { statement } from '../../database/database.ts'

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
