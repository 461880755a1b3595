import type { Actor, Viewer } from '../../access/actor.ts'
import { isRestricted } from '../../access/row-scope.ts'
import type { Outcome } from '../../base/outcomes.ts'
import { notFound } from '../../base/problems.ts'
import { type Reader, singleRow, type Tx } from '../../database/database.ts'
import { type Author, recordChange } from '../../events/record.ts'
import { KEPT_ANSWER_DAYS } from '../../events/rewriting/removed.ts'
import { rewriteEventsOf } from '../../events/rewriting/rewrite.ts'
import { msg } from '../../texts/message.ts'
import { withHistory } from '../reads/history.ts'
import type { OrderKey } from '../reads/keys.ts'
import { readOrder } from '../reads/order.ts'
import {
  order_comments_anyOfOrder,
  order_comments_countBy,
  order_comments_find,
  order_comments_insert,
  order_comments_read,
  order_comments_redact,
  order_comments_redacted,
} from './sql.ts'

/**
 * Notes something on an order, which stays as it is, in whatever status. The order is not locked:
 * nobody waits.
 */
export async function writeComment(
  tx: Tx,
  actor: Actor,
  key: OrderKey,
  text: string,
): Promise<Outcome> {
  const { id: id_order } = await readOrder(tx, actor, key)
  const { id, document } = await noteComment(tx, actor, id_order, text)
  return { done: 'created', document, location: `/orders/comments/${id}` }
}

/** Who a comment is of. */
type CommentAuthor = Author & Pick<Actor, 'id_token' | 'token_name' | 'id_member'>

/** The same of an order that is there, whoever sees it. */
export async function noteComment(
  tx: Tx,
  author: CommentAuthor,
  id_order: number,
  text: string,
): Promise<{ id: number; document: string }> {
  const { account_id, id_token, token_name, id_member } = author
  const { id } = singleRow(
    await order_comments_insert(tx, [account_id, id_order, text, id_token, token_name, id_member]),
  )
  const { document } = singleRow(await order_comments_read(tx, [account_id, [id]]))
  const type = 'comment.created'
  await recordChange(tx, author, 'comment', { type, id_record: id, version: 1, data: document })
  return { id, document }
}

/** How many comments of an order are shown as this one’s. */
export async function countComments(
  db: Reader,
  account_id: number,
  id_order: number,
  by: string,
): Promise<number> {
  return singleRow(await order_comments_countBy(db, [account_id, id_order, by])).count
}

/**
 * The id of an order whose comments the viewer may read: one that they see now, or, where they see all
 * orders, one that was deleted.
 */
export async function commentedOrder(db: Reader, viewer: Viewer, key: OrderKey): Promise<number> {
  if (isRestricted(viewer.only)) return (await readOrder(db, viewer, key)).id
  if (!('id' in key)) return withHistory(db, viewer, key)
  // Of one that was deleted long ago the history may have gone to files.
  const [comment] = await order_comments_anyOfOrder(db, [viewer.account_id, key.id])
  return comment ? key.id : withHistory(db, viewer, key)
}

/** @throws Problem `not_found` */
export async function readComment(
  db: Reader,
  { account_id, only: { users, branches } }: Viewer,
  id: number,
): Promise<string> {
  const [row] = await order_comments_find(db, [account_id, id, users, branches])
  if (!row) throw notFound(msg`Comment ${id}`)
  return row.document
}

/**
 * Removes what comments of orders say, from them and from their events.
 * @returns the `uid`s of these events
 */
export async function redactComments(
  tx: Tx,
  account_id: number,
  order_ids: number[],
): Promise<string[]> {
  if (order_ids.length === 0) return []
  const redacted = await order_comments_redact(tx, [account_id, order_ids])
  if (redacted.length === 0) return []
  const ids = redacted.map(({ id }) => id)
  const rows = await order_comments_read(tx, [account_id, ids])
  return rewriteEventsOf(tx, account_id, 'comment', rows)
}

/** Comments of the last days that say nothing any more: kept answers may still say it. */
export async function redactedLately(db: Reader, account_id: number): Promise<Set<number>> {
  return new Set(
    (await order_comments_redacted(db, [account_id, KEPT_ANSWER_DAYS])).map(({ id }) => id),
  )
}
