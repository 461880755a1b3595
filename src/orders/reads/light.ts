import { addressDefinition } from '../../customers/schema.ts'
import { instantSql } from '../../database/instant.ts'
import { columnsOf } from '../../records/json.ts'
import { storedOrderJson } from './document.ts'

const NAMED = 's.id, s.name, s.fk_id'

/** Properties that are the order's own, with the SQL text over `r` that shows them. */
const own: Record<string, string> = {
  id: 'r.id',
  date: instantSql('r.date'),
  fk_id: 'r.fk_id',
  observations: 'r.observations',
  delivery_date: instantSql('r.delivery_date'),
  total_value: 'trim_scale(r.total_value)',
  custom_fields: 'r.custom_fields',
  created_at: instantSql('r.created_at'),
  updated_at: instantSql('r.updated_at'),
}

/** The properties of an order's JSON, in its order. */
export const shownProperties = [
  'id',
  'date',
  'fk_id',
  'status',
  'reason',
  'freight',
  'customer',
  'user',
  'observations',
  'delivery_date',
  'opportunity',
  'quotation',
  'payment_type',
  'payment_method',
  'category',
  'shipping_company',
  'address',
  'branch_company',
  'total_value',
  'custom_fields',
  'created_at',
  'updated_at',
  'items',
] as const

/** Records that an order refers to: the table, the order's column, and what is shown of them. */
const references: Record<string, [table: string, column: string, shown: string]> = {
  status: ['order_statuses', 'id_order_status', NAMED],
  reason: ['reasons', 'id_reason', NAMED],
  freight: [
    'freight_types',
    'id_freight_type',
    's.id, s.name, trim_scale(r.freight_value) as value, s.fk_id',
  ],
  customer: ['customers', 'id_customer', NAMED],
  user: ['users', 'id_user', NAMED],
  opportunity: ['opportunities', 'id_opportunity', NAMED],
  quotation: ['quotations', 'id_quotation', 's.id, s.name'],
  payment_type: ['payment_types', 'id_payment_type', NAMED],
  payment_method: ['payment_methods', 'id_payment_method', NAMED],
  category: ['categories', 'id_category', NAMED],
  shipping_company: ['shipping_companies', 'id_shipping_company', NAMED],
  address: ['addresses', 'id_address', columnsOf(addressDefinition, 's').join(', ')],
  branch_company: ['branch_companies', 'id_branch_company', NAMED],
}

/** The whole JSON, whatever is stored. */
export const CURRENT = 'current_order_json($account, r.id)'

/** Where the items begin, which come last in the JSON: no string in it holds this. */
const ITEMS = ',"items":['

/**
 * What gives orders with only these properties, without their documents: the order's own from its
 * row, names by its references, and those of a locked order, which shows them as they were, from the
 * part of its document that the database keeps parsed. Items are cut out of the document as text.
 */
export function pickOrders(names: readonly string[]): string {
  const light = names.filter((name) => name !== 'items')
  const columns = light.map((name) => `${own[name] ?? named(name)} as "${name}"`)
  const documents = light.every((name) => name in own)
    ? ''
    : 'from order_documents d where d.account_id = $account and d.id_order = r.id'
  const json = `(select to_json(x) from (select ${columns.join(', ')} ${documents}) x)::text`
  if (light.length === names.length) return json
  const stored = storedOrderJson('r.id', '$account')
  const items = `split_part(coalesce((${stored}), ${CURRENT}), '${ITEMS}', 2)`
  const before = light.length ? `left(${json}, -1) || ','` : "'{'"
  return `(${before} || '"items":[' || ${items})`
}

/** A locked order's document has no epoch. */
function named(name: string): string {
  const [table, column, shown] = references[name] as [string, string, string]
  return `case when d.names_epoch is null then d.names -> '${name}' else (
    select to_jsonb(named) from (
      select ${shown} from ${table} s where s.account_id = $account and s.id = r.${column}) named) end`
}
