import { notFound, type Problem } from '../../base/problems.ts'
import type { Reader } from '../../database/database.ts'
import { msg } from '../../texts/message.ts'
import { orders_findByFkId } from './sql.ts'

/** Which order: by its id, or by the client's own code. */
export type OrderKey = { id: number } | { fk_id: string }

/**
 * The id that a key says, whoever may see the order; undefined where nobody has the code. An id is
 * taken as it is.
 */
export async function idOfKey(
  db: Reader,
  account_id: number,
  key: OrderKey,
): Promise<number | undefined> {
  if ('id' in key) return key.id
  const [found] = await orders_findByFkId(db, [account_id, key.fk_id])
  return found?.id
}

export function orderNotFound(key: OrderKey): Problem {
  return notFound('id' in key ? msg`Order ${key.id}` : msg`An order with fk_id "${key.fk_id}"`)
}
