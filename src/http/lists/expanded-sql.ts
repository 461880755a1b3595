import { statement } from '../../database/database.ts'

/**
 * → what can be added of customers, as JSON each; of those alone that one of these sellers has, null: of all
 */
export const customers_details = statement<
  { id: number; details: string },
  [account_id: number, ids: readonly number[], sellers: readonly number[] | null]
>(`
  select r.id, (select to_json(x) from (select r.id, r.name, r.trade_name, r.fk_id, r.document, r.email, r.phone) x)::text
                 as details
    from customers r
   where r.account_id = $1 and r.id = any ($2::bigint[])
     and ($3::bigint[] is null or r.id in (
       select s.id_customer from customer_users s where s.account_id = $1 and s.id_user = any ($3::bigint[])))`)
