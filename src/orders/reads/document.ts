import { instantSql } from '../../database/instant.ts'

/**
 * The one SQL expression that builds an order's JSON from the tables. Text over an alias of
 * `orders` and the account's id, which every table is bound to by itself (a Citus cluster then knows
 * the one shard); compact, with ids as numbers, decimals without trailing zeros and times in UTC.
 */
export function orderJson(o: string, account: string): string {
  return `(select to_json(d) from (select
    ${o}.id,
    ${instantSql(`${o}.date`)} as date,
    ${o}.fk_id,
    ${named(o, account, 'order_statuses', 'id_order_status')} as status,
    (select to_json(x) from (select t.id, t.name, trim_scale(${o}.freight_value) as value, t.fk_id
       from freight_types t where t.account_id = ${account} and t.id = ${o}.id_freight_type) x) as freight,
    ${named(o, account, 'customers', 'id_customer')} as customer,
    ${named(o, account, 'users', 'id_user')} as user,
    ${o}.observations,
    ${instantSql(`${o}.delivery_date`)} as delivery_date,
    ${named(o, account, 'opportunities', 'id_opportunity')} as opportunity,
    (select to_json(x) from (select t.id, t.name
       from quotations t where t.account_id = ${account} and t.id = ${o}.id_quotation) x) as quotation,
    ${named(o, account, 'payment_types', 'id_payment_type')} as payment_type,
    ${named(o, account, 'payment_methods', 'id_payment_method')} as payment_method,
    ${named(o, account, 'categories', 'id_category')} as category,
    ${named(o, account, 'shipping_companies', 'id_shipping_company')} as shipping_company,
    (select to_json(x) from (select t.id, t.street, t.number, t.complement, t.zip_code, t.neighborhood, t.city,
            t.state, trim_scale(t.latitude) as latitude, trim_scale(t.longitude) as longitude, t.address_type,
            t.name, t.fk_id
       from addresses t where t.account_id = ${account} and t.id = ${o}.id_address) x) as address,
    ${named(o, account, 'branch_companies', 'id_branch_company')} as branch_company,
    trim_scale(${o}.total_value) as total_value,
    ${o}.custom_fields,
    ${instantSql(`${o}.created_at`)} as created_at,
    ${instantSql(`${o}.updated_at`)} as updated_at,
    ${itemsJson(o, account)} as items
  ) d)::text`
}

/**
 * The query for an order's stored JSON, over SQL texts of its id and its account's: a row where there
 * is one, null in it where names have changed since it was built.
 */
export function storedOrderJson(id: string, account: string): string {
  return `select case when d.names_epoch = a.names_epoch then d.document end as document
    from order_documents d join accounts a on a.account_id = d.account_id
   where d.account_id = ${account} and d.id_order = ${id}`
}

function itemsJson(o: string, account: string): string {
  return `('[' || coalesce((select string_agg(to_json(x)::text, ',' order by x.id) from (select
      i.id,
      (select to_json(p) from (select t.id, t.name, t.fk_id, t.type
         from products t where t.account_id = ${account} and t.id = i.id_item) p) as item,
      ${scaled('quantity', 'price')},
      i.description,
      ${instantSql('i.created_at')} as created_at,
      ${scaled('unit_liq', 'perc_desc', 'vlr_desc', 'total_liq')},
      i.fk_id,
      ${scaled('base_icms_st', 'icms_st', 'vlr_icms_st', 'base_ipi', 'ipi', 'value_ipi', 'base_icms', 'icms', 'vlr_icms')},
      i.recurrency_period
    from order_items i where i.account_id = ${account} and i.id_order = ${o}.id) x), '') || ']')::json`
}

function named(o: string, account: string, table: string, column: string): string {
  return `(select to_json(x) from (select t.id, t.name, t.fk_id
       from ${table} t where t.account_id = ${account} and t.id = ${o}.${column}) x)`
}

function scaled(...columns: string[]): string {
  return columns.map((column) => `trim_scale(i.${column}) as ${column}`).join(', ')
}
