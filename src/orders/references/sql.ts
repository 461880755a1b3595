import { statement } from '../../database/database.ts'

/** What each reference of an order refers to. */
const tables = {
  id_customer: 'customers',
  id_user: 'users',
  id_order_status: 'order_statuses',
  id_reason: 'reasons',
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

export type ReferenceField = keyof typeof tables
export const referenceFields = Object.keys(tables) as ReferenceField[]

const parameterOf = (field: ReferenceField) => `$${2 + referenceFields.indexOf(field)}::bigint`

function existence(field: ReferenceField): string {
  const id = parameterOf(field)
  // An address counts only as one of the order's customer.
  const owner = field === 'id_address' ? ` and t.id_customer = ${parameterOf('id_customer')}` : ''
  const found = `exists (select from ${tables[field]} t where t.account_id = $1 and t.id = ${id}${owner})`
  return `${id} is null or ${found} as ${field}`
}

const ITEMS = 2 + referenceFields.length

/** Whether each exists, and which products do not. */
export const references_check = statement<
  Record<ReferenceField, boolean> & { missing_items: number[] },
  [account_id: number, ...ids: unknown[], products: number[]]
>(`
  select ${referenceFields.map(existence).join(', ')},
         array(select (t.n - 1)::integer from unnest($${ITEMS}::bigint[]) with ordinality as t (id, n)
                where not exists (select from products p where p.account_id = $1 and p.id = t.id)
                order by t.n) as missing_items`)

/** What goes by a code as well as by an id. */
export const codeFields = [...referenceFields, 'id_item'] as const
export type CodeField = (typeof codeFields)[number]

/** The ids of external identifiers, in their order; null for an unknown one. */
export const references_findCodes = statement<
  { ids: (number | null)[] },
  [account_id: number, fields: CodeField[], codes: string[]]
>('select ids_of_codes($1, $2, $3) as ids')
