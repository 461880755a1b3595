import type { Fault } from '../base/refusals.ts'
import { type Db, statement } from '../database/database.ts'
import type { OrderFields } from './fields.ts'

/** What each reference of an order refers to. */
const tables = {
  id_customer: 'customers',
  id_user: 'users',
  id_order_status: 'order_statuses',
  id_payment_type: 'payment_types',
  id_payment_method: 'payment_methods',
  id_category: 'categories',
  id_freight_type: 'freight_types',
  id_shipping_company: 'shipping_companies',
  id_address: 'addresses',
  id_branch_company: 'branch_companies',
  id_opportunity: 'opportunities',
  id_quotation: 'quotations',
} as const

type ReferenceField = keyof typeof tables
const fields = Object.keys(tables) as ReferenceField[]

const parameterOf = (field: ReferenceField) => `$${2 + fields.indexOf(field)}::bigint`

function existence(field: ReferenceField): string {
  const id = parameterOf(field)
  // An address counts only as one of the order's customer.
  const owner = field === 'id_address' ? ` and t.id_customer = ${parameterOf('id_customer')}` : ''
  const found = `exists (select from ${tables[field]} t where t.account_id = $1 and t.id = ${id}${owner})`
  return `${id} is null or ${found} as ${field}`
}

const ITEMS = 2 + fields.length

/** [account_id, ...fields, product ids] → whether each exists, and which products do not. */
const references_check = statement<Record<ReferenceField, boolean> & { missing_items: number[] }>(`
  select ${fields.map(existence).join(', ')},
         array(select (t.n - 1)::integer from unnest($${ITEMS}::bigint[]) with ordinality as t (id, n)
                where not exists (select from products p where p.account_id = $1 and p.id = t.id)
                order by t.n) as missing_items`)

/**
 * Every reference of an order that does not exist in the account, each with its JSON pointer.
 * Foreign keys refuse them in any case; this says which, after they did.
 */
export async function badReferences(
  db: Db,
  account_id: number,
  order: Partial<OrderFields>,
  products: number[],
): Promise<Fault[]> {
  const ids = fields.map((field) => order[field] ?? null)
  const [found] = await references_check(db, [account_id, ...ids, products])
  if (!found) return []
  const own = fields
    .filter((field) => !found[field])
    .map((field) => unknownReference(`/${field}`, whyNotReferable(field, order[field])))
  const items = found.missing_items.map((i) =>
    unknownReference(`/items/${i}/id_item`, `names product ${products[i]}, which does not exist.`),
  )
  return [...own, ...items]
}

function whyNotReferable(field: ReferenceField, id: unknown): string {
  if (field === 'id_address')
    return `names address ${id}, which is not one of the order's customer.`
  return `names ${field.slice(3).replaceAll('_', ' ')} ${id}, which does not exist.`
}

export function unknownReference(pointer: string, detail: string): Fault {
  return { pointer, code: 'unknown_reference', detail }
}
