import type { Fault } from '../../base/refusals.ts'
import type { Reader } from '../../database/database.ts'
import { say, type Text } from '../../texts/text.ts'
import { recordOf, UNKNOWN_ID } from './codes.ts'
import { type ReferenceField, referenceFields, references_check } from './sql.ts'

/**
 * Every reference of an order that does not exist in the account, each with its JSON pointer.
 * Foreign keys refuse them in any case; this says which, after they did. Unknown codes have been
 * told by then.
 */
export async function badReferences(
  db: Reader,
  account_id: number,
  order: Partial<Record<ReferenceField, number | null>>,
  products: { id: number; pointer: string }[],
): Promise<Fault[]> {
  const ids = referenceFields.map((field) => order[field] || null)
  const [found] = await references_check(db, [account_id, ...ids, products.map(({ id }) => id)])
  if (!found) return []
  const own = referenceFields
    .filter((field) => !found[field])
    .map((field) => unknownReference(`/${field}`, whyNotReferable(field, order[field])))
  const items = found.missing_items.flatMap((i) => {
    const { id = UNKNOWN_ID, pointer } = products[i] ?? {}
    if (id === UNKNOWN_ID) return []
    return [unknownReference(`${pointer}/id_item`, say`names product ${id}, which does not exist.`)]
  })
  return [...own, ...items]
}

function whyNotReferable(field: ReferenceField, id: unknown): Text {
  if (field === 'id_address')
    return say`names address ${id}, which is not one of the order's customer.`
  return say`names ${recordOf(field)} ${id}, which does not exist.`
}

export function unknownReference(pointer: string, detail: Text): Fault {
  return { pointer, code: 'unknown_reference', detail }
}
