import type { Fault } from '../base/refusals.ts'
import type { Reader } from '../database/database.ts'
import type { OrderFields } from './fields.ts'
import { type ReferenceField, referenceFields, references_check } from './references-sql.ts'

/**
 * Every reference of an order that does not exist in the account, each with its JSON pointer.
 * Foreign keys refuse them in any case; this says which, after they did.
 */
export async function badReferences(
  db: Reader,
  account_id: number,
  order: Partial<OrderFields>,
  products: number[],
): Promise<Fault[]> {
  const ids = referenceFields.map((field) => order[field] ?? null)
  const [found] = await references_check(db, [account_id, ...ids, products])
  if (!found) return []
  const own = referenceFields
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
