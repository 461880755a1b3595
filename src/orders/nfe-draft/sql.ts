import { statement } from '../../database/database.ts'
import { MAIN_FIRST } from '../taxing/sql.ts'

/** What an order refers to. Null: it refers to none. */
type ReferredTo = [
  account_id: number,
  id_customer: number,
  id_address: number | null,
  id_branch_company: number | null,
  id_shipping_company: number | null,
  id_operation: number | null,
  payment_method_ids: number[],
  product_ids: number[],
]

const ADDRESS = `id, street, number, number_text, complement, zip_code, neighborhood, city, upper(state) as state, ibge,
  country`

/** What an invoice says of the records that an order refers to beyond what its check asks, as they are now. */
export const draft_records = statement<{ records: object }, ReferredTo>(`
  select json_build_object(
    'customer', (select row_to_json(x) from (
      select email, phone from customers where account_id = $1 and id = $2) x),
    'main_address', (select row_to_json(x) from (
      select ${ADDRESS}
        from addresses where account_id = $1 and id_customer = $2
       order by ${MAIN_FIRST} limit 1) x),
    'address', (select row_to_json(x) from (
      select ${ADDRESS}
        from addresses where account_id = $1 and id = $3::bigint) x),
    'branch_company', (select row_to_json(x) from (
      select name, document, ibge, ie, st_registrations
        from branch_companies where account_id = $1 and id = $4::bigint) x),
    'shipping_company', (select row_to_json(x) from (
      select name, document, ie, address, state
        from shipping_companies where account_id = $1 and id = $5::bigint) x),
    'operation', (select row_to_json(x) from (
      select name, purpose from operations where account_id = $1 and id = $6::bigint) x),
    'payment_methods', coalesce((select json_object_agg(id, code) from payment_methods
      where account_id = $1 and id = any ($7::bigint[])), '{}'),
    'products', coalesce((select json_object_agg(id, row_to_json(x)) from (
      select id, fk_id, tax_unit, ex_tipi, ipi_class, benefit, net_weight::text as net_weight,
             gross_weight::text as gross_weight
        from products where account_id = $1 and id = any ($8::bigint[])) x), '{}')) as records`)
