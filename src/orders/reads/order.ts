import { parse, stringify } from 'lossless-json'
import { notFound } from '../../base/refusals.ts'
import type { Reader } from '../../database/database.ts'
import { orders_build, orders_readStored } from './sql.ts'

/** The stored JSON, or the built one where a name in it has changed since: then a second statement. */
export async function readOrder(db: Reader, account_id: number, id: number): Promise<string> {
  const [stored] = await orders_readStored(db, [account_id, id])
  if (stored?.document) return stored.document
  const [built] = stored ? await orders_build(db, [account_id, id]) : []
  if (!built?.document) throw notFound(`Order ${id}`)
  return built.document
}

/**
 * One item as it stands in its order, with the order's own JSON. From there, so that it shows what
 * the order shows; without rounding, as a unit price can have more digits than a double carries.
 */
export async function readOrderItem(
  db: Reader,
  account_id: number,
  { id_order, id }: { id_order: number; id: number },
): Promise<{ item: string; order: string }> {
  const order = await readOrder(db, account_id, id_order)
  const { items } = parse(order) as { items: { id: unknown }[] }
  const found = items.find((item) => String(item.id) === String(id))
  const item = found && stringify(found)
  if (item === undefined) throw notFound(`Item ${id} of order ${id_order}`)
  return { item, order }
}
