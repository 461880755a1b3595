import { UNRESTRICTED } from '../../access/row-scope.ts'
import type { Reader } from '../../database/database.ts'
import { orderNotFound } from '../../orders/reads/keys.ts'
import { readOrder } from '../../orders/reads/order.ts'
import type { Language } from '../../texts/message.ts'
import type { DocumentSource } from '../documents/source.ts'
import { orders_documentSource } from '../documents/sql.ts'

/**
 * What an order's document shows to somebody without an account.
 * @throws Problem `not_found` where the order is deleted
 */
export async function sharedSource(
  db: Reader,
  { account_id, id_order }: { account_id: number; id_order: number },
  language: Language,
): Promise<{ source: DocumentSource; logo_image: Buffer | null }> {
  const viewer = { account_id, only: UNRESTRICTED }
  const { document: order } = await readOrder(db, viewer, { id: id_order })
  const [beside] = await orders_documentSource(db, [account_id, id_order, false, null])
  // It was deleted between the two.
  if (!beside) throw orderNotFound({ id: id_order })
  const { logo_image, ...shown } = beside
  return { source: { order, ...shown, language }, logo_image }
}
