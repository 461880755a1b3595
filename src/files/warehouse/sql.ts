import { statement } from '../../database/database.ts'

/** What an order has of a product under one description. */
export interface Goods {
  id_order: number
  id_item: number
  description: string | null
  /** Its digits. */
  quantity: string
  /** JSON: a list of lots for each line that has some. */
  lots: string | null
}

/** → the goods of orders, services left out, at most so many rows */
export const order_items_goods = statement<
  Goods,
  [account_id: number, orders: readonly number[], limit: number]
>(`
  select i.id_order, i.id_item, i.description, trim_scale(sum(i.quantity))::text as quantity,
         (jsonb_agg(i.lots order by i.id) filter (where i.lots is not null))::text as lots
    from order_items i
    join products p on p.account_id = i.account_id and p.id = i.id_item
   where i.account_id = $1 and i.id_order = any ($2::bigint[]) and p.type = 'product'
   group by i.id_order, i.id_item, i.description
   order by i.id_order, min(i.id)
   limit $3`)

/** A product as the warehouse knows it today. */
export interface StoredProduct {
  id: number
  name: string
  fk_id: string | null
  gtin: string | null
  unit: string | null
  /** Of one unit in kilograms, its digits. */
  gross_weight: string | null
}

export const products_onPaper = statement<
  StoredProduct,
  [account_id: number, ids: readonly number[]]
>(`
  select id, name, fk_id, nullif(gtin, 'SEM GTIN') as gtin, unit, trim_scale(gross_weight)::text as gross_weight
    from products where account_id = $1 and id = any ($2::bigint[])`)

/** → the statuses of orders that are over without a sale, such as cancelled ones */
export const order_statuses_ended = statement<{ id: number }, [account_id: number]>(
  'select id from order_statuses where account_id = $1 and locked and not counts',
)

/** → telephones of customers; of those alone that one of these sellers has, null: of all */
export const customers_phones = statement<
  { id: number; phone: string | null },
  [account_id: number, ids: readonly number[], sellers: readonly number[] | null]
>(`
  select c.id, c.phone from customers c
   where c.account_id = $1 and c.id = any ($2::bigint[])
     and ($3::bigint[] is null or c.id in (
       select s.id_customer from customer_users s where s.account_id = $1 and s.id_user = any ($3::bigint[])))`)
