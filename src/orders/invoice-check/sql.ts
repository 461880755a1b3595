import { statement } from '../../database/database.ts'
import { MAIN_FIRST } from '../taxing/sql.ts'

/** What an order refers to. Null: it refers to none. */
export type ReferredTo = [
  account_id: number,
  id_customer: number,
  id_address: number | null,
  id_branch_company: number | null,
  id_shipping_company: number | null,
  id_payment_method: number | null,
  id_freight_type: number | null,
  product_ids: number[],
  id_operation: number | null,
]

/** What an invoice says of the records that an order refers to, as they are now. */
export const invoice_records = statement<{ records: object }, ReferredTo>(`
  with main as (
    select id from addresses where account_id = $1 and id_customer = $2
     order by ${MAIN_FIRST} limit 1)
  select json_build_object(
    'customer', (select row_to_json(x) from (
      select name, legal_name, document, ie_kind, ie, suframa, public_kind
        from customers where account_id = $1 and id = $2) x),
    'id_main_address', (select id from main),
    'address', (select row_to_json(x) from (
      select id, upper(state) as state, ibge, street, country
        from addresses where account_id = $1 and id = coalesce($3::bigint, (select id from main))) x),
    'branch_company', (select row_to_json(x) from (
      select state, regimes from branch_companies where account_id = $1 and id = $4::bigint) x),
    'shipping_company', (select row_to_json(x) from (
      select document, ie, state from shipping_companies where account_id = $1 and id = $5::bigint) x),
    'payment_method', (select row_to_json(x) from (
      select code from payment_methods where account_id = $1 and id = $6::bigint) x),
    'freight', (select row_to_json(x) from (
      select mode, charged from freight_types where account_id = $1 and id = $7::bigint) x),
    'operation', (select row_to_json(x) from (
      select kind, purpose from operations where account_id = $1 and id = $9::bigint) x),
    'products', coalesce((select json_object_agg(id, row_to_json(x)) from (
      select id, ncm, cest, gtin, unit_gtin, unit, origin, tax_factor::text as tax_factor, lot_controlled
        from products where account_id = $1 and id = any ($8::bigint[])) x), '{}')) as records`)
