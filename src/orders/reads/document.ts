import { instantSql } from '../../database/instant.ts'

/** The JSON to keep parts of: SQL text that gives it as `json`, or null where nothing is kept. */
type Kept = string | null

/**
 * The one SQL expression that builds an order's JSON from the tables. Text over an alias of
 * `orders` and the account's id, which every table is bound to by itself (a Citus cluster then knows
 * the one shard); compact, with ids as numbers, decimals without trailing zeros and times in UTC.
 *
 * With `kept`, the JSON of a locked order, parts that refer to the same records as before are taken
 * from it as they are, and so are the items, which can't have changed.
 */
export function orderJson(o: string, account: string, kept: Kept = null): string {
  const part = partOf(o, account, kept)
  return `(select to_json(d) from (select
    ${o}.id,
    ${instantSql(`${o}.date`)} as date,
    ${o}.fk_id,
    ${part('status', 'id_order_status', 'order_statuses')},
    ${part('freight', 'id_freight_type', 'freight_types', `t.id, t.name, trim_scale(${o}.freight_value) as value, t.fk_id`)},
    ${part('customer', 'id_customer', 'customers')},
    ${part('user', 'id_user', 'users')},
    ${o}.observations,
    ${instantSql(`${o}.delivery_date`)} as delivery_date,
    ${part('opportunity', 'id_opportunity', 'opportunities')},
    ${part('quotation', 'id_quotation', 'quotations', 't.id, t.name')},
    ${part('payment_type', 'id_payment_type', 'payment_types')},
    ${part('payment_method', 'id_payment_method', 'payment_methods')},
    ${part('category', 'id_category', 'categories')},
    ${part('shipping_company', 'id_shipping_company', 'shipping_companies')},
    ${part('address', 'id_address', 'addresses', addressColumns)},
    ${part('branch_company', 'id_branch_company', 'branch_companies')},
    trim_scale(${o}.total_value) as total_value,
    ${o}.custom_fields,
    ${instantSql(`${o}.created_at`)} as created_at,
    ${instantSql(`${o}.updated_at`)} as updated_at,
    ${kept ? `coalesce(${kept} -> 'items', ${itemsJson(o, account)})` : itemsJson(o, account)} as items
  ) d)::text`
}

const addressColumns = `t.id, t.street, t.number, t.complement, t.zip_code, t.neighborhood, t.city, t.state,
      trim_scale(t.latitude) as latitude, trim_scale(t.longitude) as longitude, t.address_type, t.name, t.fk_id`

/** A record that the order refers to, in short, under the name it has in the JSON. */
function partOf(o: string, account: string, kept: Kept) {
  return (name: string, column: string, table: string, columns = 't.id, t.name, t.fk_id') => {
    const built = `(select to_json(x) from (select ${columns}
       from ${table} t where t.account_id = ${account} and t.id = ${o}.${column}) x)`
    if (!kept) return `${built} as ${name}`
    return `case when (${kept} #>> '{${name},id}')::bigint = ${o}.${column}
         then ${kept} -> '${name}' else ${built} end as ${name}`
  }
}

/**
 * An order's JSON as it is now, whatever its stored copy: a locked order's is the stored one, any
 * other's is built.
 */
export function currentOrderJson(o: string, account: string): string {
  return `coalesce((select d.document from order_documents d
    where d.account_id = ${account} and d.id_order = ${o}.id and d.names_epoch is null), ${orderJson(o, account)})`
}

/**
 * The query for an order's stored JSON, over SQL texts of its id and its account's: a row where there
 * is one, null in it where names have changed since it was built. A locked order's has no epoch: it
 * is a document, which no change of a name makes stale.
 */
export function storedOrderJson(id: string, account: string): string {
  return `select case when d.names_epoch is null or d.names_epoch = a.names_epoch then d.document end as document
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

function scaled(...columns: string[]): string {
  return columns.map((column) => `trim_scale(i.${column}) as ${column}`).join(', ')
}
