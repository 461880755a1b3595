import { randomInt } from 'node:crypto'
import type { DrawIds } from '../creating/create.ts'

// Ids of what is undone again. None is taken from a sequence: people would see the gaps in the
// numbers of their orders.

/** Above all that a sequence gives, on a Citus cluster too, whose nodes begin at 2^49. */
const FIRST = 2 ** 52

/**
 * Ids that stand for those which a write would draw. They begin anywhere, so that two previews at
 * once don't wait for each other at the same id, and ascend, as items are returned by id.
 */
export const placeholderIds: DrawIds = async (_tx, counts) => {
  let next = FIRST + randomInt(2 ** 47)
  const [order_ids, event_ids, item_ids] = counts.map((count) =>
    Array.from({ length: count }, () => next++),
  ) as [number[], number[], number[]]
  return [{ order_ids, event_ids, item_ids }]
}

/** An order's JSON with null in the place of such ids. In a text of the JSON quotes are escaped. */
export function withoutPlaceholders(document: string): string {
  return document.replaceAll(/"id":(\d{16})\b/g, (all, id: string) =>
    Number(id) >= FIRST ? '"id":null' : all,
  )
}
