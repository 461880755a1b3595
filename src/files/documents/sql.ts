import { statement } from '../../database/database.ts'

/** What a document of an order shows beside it. */
export const orders_documentSource = statement<
  {
    account_name: string
    time_zone: string
    logo: string | null
    logo_image: Buffer | null
    customer_document: string | null
    is_freight_charged: boolean
    /** JSON: the custom fields of orders that the account has declared. */
    declared: string
  },
  [account_id: number, id_order: number]
>(`
  select a.name as account_name, a.time_zone, a.logo, a.logo_image,
         c.document as customer_document, o.freight_charged as is_freight_charged,
         (select coalesce(json_agg(json_build_object('key', f.key, 'label', f.label, 'type', f.type) order by f.id), '[]')
            from custom_fields f where f.account_id = $1 and f.resource = 'orders')::text as declared
    from orders o
    join accounts a on a.account_id = o.account_id
    join customers c on c.account_id = o.account_id and c.id = o.id_customer
   where o.account_id = $1 and o.id = $2`)
