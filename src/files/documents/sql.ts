import { statement } from '../../database/database.ts'
import type { Company } from './company.ts'

/** What a document of an order shows beside it. */
export const orders_documentSource = statement<
  {
    account_name: string
    /** It is a test account. */
    test: boolean
    time_zone: string
    logo: string | null
    logo_image: Buffer | null
    /** Who sells: the order’s branch, or the only one that there is. */
    company: Company | null
    customer_document: string | null
    customer_phone: string | null
    is_freight_charged: boolean
    /** JSON: the units of its products by their ids. */
    units: string
    /** JSON: the custom fields of orders that the account has declared. */
    declared: string
  },
  [
    account_id: number,
    id_order: number,
    /** Whether the customer’s telephone is shown, */
    reads_customers: boolean,
    /** of customers of these sellers alone; null: of all. */
    sellers: readonly number[] | null,
  ]
>(`
  select a.name as account_name, a.test, a.time_zone, a.logo, a.logo_image,
         c.document as customer_document, o.freight_charged as is_freight_charged,
         case when $3::boolean and ($4::bigint[] is null or exists (
                select from customer_users s
                 where s.account_id = $1 and s.id_customer = c.id and s.id_user = any ($4::bigint[])))
              then c.phone end as customer_phone,
         (select to_json(x) from (
            select b.name, b.document, b.ie, b.address, b.state, b.phone from branch_companies b
             where b.account_id = $1 and b.id = coalesce(o.id_branch_company, (
               select case when count(*) = 1 then min(t.id) end from branch_companies t where t.account_id = $1))) x)
           as company,
         (select coalesce(json_object_agg(p.id, p.unit), '{}') from products p
           where p.account_id = $1 and p.unit is not null and p.id in (
             select i.id_item from order_items i where i.account_id = $1 and i.id_order = $2))::text as units,
         (select coalesce(json_agg(json_build_object('key', f.key, 'label', f.label, 'type', f.type) order by f.id), '[]')
            from custom_fields f where f.account_id = $1 and f.resource = 'orders')::text as declared
    from orders o
    join accounts a on a.account_id = o.account_id
    join customers c on c.account_id = o.account_id and c.id = o.id_customer
   where o.account_id = $1 and o.id = $2`)

/** What stands at the head of a paper of several orders. */
export const accounts_onPaper = statement<
  {
    account_name: string
    test: boolean
    time_zone: string
    logo: string | null
    logo_image: Buffer | null
  },
  [account_id: number]
>(
  'select name as account_name, test, time_zone, logo, logo_image from accounts where account_id = $1',
)

/** → these branches, and the only one that there is */
export const branch_companies_onPaper = statement<
  Company & { id: number; is_only: boolean },
  [account_id: number, ids: readonly number[]]
>(`
  select b.id, b.name, b.document, b.ie, b.address, b.state, b.phone, b.is_only
    from (select t.*, count(*) over () = 1 as is_only from branch_companies t where t.account_id = $1) b
   where b.account_id = $1 and (b.id = any ($2::bigint[]) or b.is_only)`)
