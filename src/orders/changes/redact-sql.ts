import { statement } from '../../database/database.ts'

/** An order of a customer, locked. */
export interface CustomersOrder {
  id: number
  fk_id: string | null
  is_kept: boolean
}

/** SQL text of when an order `o` counts: it is delivered on its day, or when it says. */
const counted = 'greatest(o.date, coalesce(o.delivery_date, o.date))'

/** SQL text of whether an order `o` is a document that must stay. */
const isRetained = (statuses: string, from: string) =>
  `(o.id_order_status = any (${statuses}::bigint[]) and ${counted} >= ${from}::timestamptz)`

/** → the next orders of a customer; whoever writes one of them is done */
export const orders_lockOfCustomer = statement<
  CustomersOrder,
  [
    account_id: number,
    id_customer: number,
    after: number,
    limit: number,
    kept_statuses: number[],
    kept_from: string,
  ]
>(`
  select o.id, o.fk_id, ${isRetained('$5', '$6')} as is_kept from orders o
   where o.account_id = $1 and o.id_customer = $2 and o.id > $3
   order by o.id limit $4 for update`)

/** → the lines of these orders that have a code */
export const order_items_codes = statement<
  { id: number; fk_id: string },
  [account_id: number, ids: number[]]
>(`
  select i.id, i.fk_id from order_items i
   where i.account_id = $1 and i.id_order = any ($2::bigint[]) and i.fk_id is not null`)

export const orders_redact = statement<
  never,
  [
    account_id: number,
    ids: number[],
    codes: (string | null)[],
    custom_fields: string[],
    item_ids: number[],
  ]
>('select redact_orders($1, $2::bigint[], $3::text[], $4::text[]::jsonb[], $5::bigint[])')

type Retained = [
  account_id: number,
  id_customer: number,
  kept_statuses: number[],
  kept_from: string,
  time_zone: string,
]

/** SQL text of the year in which an order `o` counts. */
const year = `extract(year from ${counted} at time zone $5)::integer`
const retainedOrders = `from orders o
   where o.account_id = $1 and o.id_customer = $2 and ${isRetained('$3', '$4')}`

/** → how many orders stay, and the first year of them */
export const orders_countRetained = statement<
  { count: number; first_year: number | null },
  Retained
>(`select count(*) as count, min(${year}) as first_year ${retainedOrders}`)

/** → orders that stay, those first that go first */
export const orders_listRetained = statement<
  { id: number; year: number },
  [...Retained, limit: number]
>(`select o.id, ${year} as year ${retainedOrders} order by ${counted}, o.id limit $6`)

/** → what the documents that stay call the customer */
export const orders_namesInLocked = statement<
  { name: string },
  [account_id: number, id_customer: number]
>(`
  select distinct d.names -> 'customer' ->> 'name' as name
    from orders o join order_documents d on d.account_id = o.account_id and d.id_order = o.id
   where o.account_id = $1 and d.account_id = $1 and o.id_customer = $2 and d.names_epoch is null`)

/** → those of these orders that are the customer's */
export const orders_ofCustomerAmong = statement<
  { id: number },
  [account_id: number, id_customer: number, ids: number[]]
>(`
  select id from orders where account_id = $1 and id_customer = $2 and id = any ($3::bigint[])`)
