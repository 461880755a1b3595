import { statement } from '../../database/database.ts'
import { instantSql } from '../../database/instant.ts'

/** Orders of a customer that are looked at, the newest: what was paid before them is no price of today. */
export const NEWEST = 200

type Ids = readonly number[] | null

/**
 * → what each product was sold at to a customer the last time, as JSON. Found by the index of the customer's orders by
 * date and that of items by product: NEWEST orders at most, however often the product was sold.
 * @param users those of these sellers and branches; null: of all
 * @param except an order that does not count; null: none
 */
export const order_items_lastPrices = statement<
  { document: string },
  [
    account_id: number,
    id_customer: number,
    items: number[],
    users: Ids,
    branches: Ids,
    except: number | null,
  ]
>(`
  with newest as materialized (
    select o.id, o.date, o.number from orders o
      join order_statuses s on s.account_id = o.account_id and s.id = o.id_order_status
     where o.account_id = $1 and o.id_customer = $2 and s.counts
       and ($4::bigint[] is null or o.id_user = any ($4::bigint[]))
       and ($5::bigint[] is null or o.id_branch_company = any ($5::bigint[]))
       and o.id is distinct from $6::bigint
     order by o.date desc, o.id desc limit ${NEWEST}
  ), last as (
    select distinct on (i.id_item) i.id_item, trim_scale(i.price) as price, trim_scale(i.unit_liq) as unit_liq,
           trim_scale(i.quantity) as quantity, ${instantSql('n.date')} as date,
           (select to_json(x) from (select n.id, n.number) x) as "order"
      from newest n join order_items i on i.account_id = $1 and i.id_order = n.id
     where i.account_id = $1 and i.id_item = any ($3::bigint[])
     order by i.id_item, n.date desc, n.id desc, i.id desc
  )
  select to_json(l)::text as document from last l order by l.id_item`)

/** → a customer by one of the two, with its sellers */
export const customers_sellersOf = statement<
  { id: number; id_users: number[] },
  [account_id: number, id: number | null, fk_id: string | null]
>(`
  select id, id_users from customers
   where account_id = $1 and (id = $2::bigint or fk_id = $3::text)`)
