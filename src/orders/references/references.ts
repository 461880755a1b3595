import type { Viewer } from '../../access/actor.ts'
import type { FieldError } from '../../base/problems.ts'
import type { Reader } from '../../database/database.ts'
import { type ReferenceColumn, referenceColumns } from '../../model/order.ts'
import { hiddenCustomers } from '../../records/portfolio/portfolio.ts'
import { type Message, msg } from '../../texts/message.ts'
import { recordOf, UNKNOWN_ID } from './codes.ts'
import { type LineReferenceColumn, lineReferenceColumns, references_check } from './sql.ts'

/**
 * Every reference of an order that does not exist in the account, each with its JSON pointer.
 * Foreign keys refuse them in any case; this says which, after they did. Unknown codes have been
 * told by then. A customer that the viewer does not see is one that does not exist.
 * @param known the customer that the order has
 */
export async function badReferences(
  db: Reader,
  viewer: Viewer,
  order: Partial<Record<ReferenceColumn, number | null>>,
  lines: LineReference[],
  known: number | undefined,
): Promise<FieldError[]> {
  const { account_id } = viewer
  const ids = referenceColumns.map((field) => order[field] || null)
  const named = lineReferenceColumns.map(({ column }) =>
    lines.filter((one) => one.column === column),
  )
  const [row] = await references_check(db, [
    account_id,
    ...ids,
    ...named.map((some) => some.map(({ id }) => id)),
  ])
  if (!row) return []
  const found = { ...row }
  const { id_customer, id_address } = order
  const others = id_customer && id_customer !== known ? [id_customer] : []
  if ((await hiddenCustomers(db, viewer, others)).size > 0) {
    found.id_customer = false
    if (id_address) found.id_address = false
  }
  const own = referenceColumns
    .filter((field) => !found[field])
    .map((field) => unknownReference(`/${field}`, whyNotReferable(field, order[field])))
  const items = lineReferenceColumns.flatMap(({ column }, n) =>
    found[`missing_${column}`].flatMap((i) => {
      const { id = UNKNOWN_ID, pointer } = named[n]?.[i] ?? {}
      if (id === UNKNOWN_ID) return []
      const detail = msg`names ${recordOf(column)} ${id}, which does not exist.`
      return [unknownReference(`${pointer}/${column}`, detail)]
    }),
  )
  return [...own, ...items]
}

/** A record that a line names, and where the line stands. */
export interface LineReference {
  column: LineReferenceColumn
  id: number
  pointer: string
}

function whyNotReferable(field: ReferenceColumn, id: unknown): Message {
  if (field === 'id_address')
    return msg`names address ${id}, which is not one of the order's customer.`
  return msg`names ${recordOf(field)} ${id}, which does not exist.`
}

export function unknownReference(pointer: string, detail: Message): FieldError {
  return { pointer, code: 'unknown_reference', detail }
}
