import type { Actor, Viewer } from '../../access/actor.ts'
import type { Deleted, Outcome } from '../../base/outcomes.ts'
import { notFound, Problem } from '../../base/problems.ts'
import { type Db, type Reader, singleRow, type Tx } from '../../database/database.ts'
import { recordChange } from '../../events/record.ts'
import { KEPT_ANSWER_DAYS } from '../../events/rewriting/removed.ts'
import { rewriteEventsOf } from '../../events/rewriting/rewrite.ts'
import type { ImageStorage } from '../../images/storage.ts'
import { msg } from '../../texts/message.ts'
import { type OrderKey, orderNotFound } from '../reads/keys.ts'
import { readOrder } from '../reads/order.ts'
import type { MediaType } from './media-types.ts'
import {
  order_attachment_folders_add,
  order_attachment_folders_begin,
  order_attachment_folders_empty,
  order_attachment_folders_take,
  order_attachments_content,
  order_attachments_delete,
  order_attachments_deleteOf,
  order_attachments_find,
  order_attachments_insert,
  order_attachments_read,
  order_attachments_redact,
  order_attachments_redacted,
} from './sql.ts'

/** The most attachments of an order; the table has the same figure. */
const MOST = 50

/** A file that is to be an order's. */
export interface NewFile {
  name: string
  media_type: MediaType
  content: Buffer
  /** Of the content, in hexadecimal. */
  sha256: string
}

type Storage = Pick<ImageStorage, 'forOrder'>

/**
 * Puts a content into the folder of an order, which does not name it yet: before the transaction that
 * does, so that a slow bucket holds no connection. A job removes what is left without a row.
 * @throws Problem `not_found`, `limit_reached`
 */
export async function putContent(
  db: Db,
  storage: Storage,
  actor: Actor,
  key: OrderKey,
  { sha256, content }: NewFile,
): Promise<{ id_order: number }> {
  const { account_id } = actor
  const { id } = await readOrder(db, actor, key)
  const { attachments } = singleRow(await order_attachment_folders_begin(db, [account_id, id]))
  if (attachments >= MOST) throw tooMany()
  await storage.forOrder(account_id, id).put(sha256, content)
  return { id_order: id }
}

/**
 * Adds a file to an order, which stays as it is, in whatever status. The order is not locked: nobody waits.
 * @param id_order where its content was put
 */
export async function addAttachment(
  tx: Tx,
  storage: Storage,
  actor: Actor,
  key: OrderKey,
  { name, media_type, content, sha256 }: NewFile,
  id_order: number,
): Promise<Outcome> {
  const { account_id, id_token, token_name, id_member } = actor
  const [counted] = await order_attachment_folders_add(tx, [account_id, id_order, MOST])
  if (!counted) throw tooMany()
  // Behind the folder's row: who deletes the order has that, too. Its code may be another order's now.
  const { id: seen } = await readOrder(tx, actor, key)
  if (seen !== id_order) throw orderNotFound(key)
  const files = storage.forOrder(account_id, id_order)
  if (!(await files.exists(sha256))) await files.put(sha256, content)
  const { id } = singleRow(
    await order_attachments_insert(tx, [
      account_id,
      id_order,
      name,
      media_type,
      content.length,
      sha256,
      id_token,
      token_name,
      id_member,
    ]),
  )
  const { document } = singleRow(await order_attachments_read(tx, [account_id, [id]]))
  const type = 'attachment.created'
  await recordChange(tx, actor, 'attachment', { type, id_record: id, version: 1, data: document })
  return { done: 'created', document, location: `/orders/attachments/${id}` }
}

function tooMany(): Problem {
  return new Problem('limit_reached', msg`The order has ${MOST} attachments, the most.`)
}

/** Takes a file from an order; its content is removed a little later. */
export async function deleteAttachment(
  tx: Tx,
  actor: Actor,
  key: OrderKey,
  id: number,
): Promise<Deleted> {
  const { account_id } = actor
  const { id: id_order } = await readOrder(tx, actor, key)
  await order_attachment_folders_take(tx, [account_id, id_order])
  const [gone] = await order_attachments_delete(tx, [account_id, id_order, id])
  if (!gone) throw attachmentNotFound(id)
  const { document } = singleRow(await order_attachments_read(tx, [account_id, [id]]))
  const type = 'attachment.deleted'
  const change = { type, id_record: id, version: 2, data: document }
  await recordChange(tx, actor, 'attachment', change)
  return { done: 'deleted', id }
}

export function attachmentNotFound(id: number): Problem {
  return notFound(msg`Attachment ${id}`)
}

/** @throws Problem `not_found` */
export async function readAttachment(
  db: Reader,
  { account_id, only: { users, branches } }: Viewer,
  id: number,
): Promise<string> {
  const [row] = await order_attachments_find(db, [account_id, id, users, branches])
  if (!row) throw attachmentNotFound(id)
  return row.document
}

/**
 * What a content is sent with, and where it lies.
 * @throws Problem `not_found`
 */
export async function findContent(db: Reader, viewer: Viewer, key: OrderKey, id: number) {
  const { account_id } = viewer
  const { id: id_order } = await readOrder(db, viewer, key)
  const [row] = await order_attachments_content(db, [account_id, id_order, id])
  if (!row) throw attachmentNotFound(id)
  return { ...row, id_order }
}

/** Takes all files from an order that is being deleted. Its event tells enough: they have none. */
export async function deleteAttachmentsOf(
  tx: Tx,
  account_id: number,
  id_order: number,
): Promise<void> {
  // First the folder, which whoever is adding a file has: it is among those that go then. Where there is
  // none yet, the job that cleans finds that the order is gone.
  const emptied = await order_attachment_folders_empty(tx, [account_id, [id_order]])
  if (emptied.length > 0) await order_attachments_deleteOf(tx, [account_id, [id_order]])
}

/**
 * Removes the attachments of orders, and what they were called, from them and from their events.
 * @returns the `uid`s of these events
 */
export async function redactAttachments(
  tx: Tx,
  account_id: number,
  order_ids: number[],
): Promise<string[]> {
  if (order_ids.length === 0) return []
  const emptied = await order_attachment_folders_empty(tx, [account_id, order_ids])
  if (emptied.length === 0) return []
  const redacted = await order_attachments_redact(tx, [account_id, order_ids])
  if (redacted.length === 0) return []
  const ids = redacted.map(({ id }) => id)
  const rows = await order_attachments_read(tx, [account_id, ids])
  return rewriteEventsOf(tx, account_id, 'attachment', rows)
}

/** Attachments of the last days that have no name any more: kept answers may still say it. */
export async function attachmentsRedactedLately(
  db: Reader,
  account_id: number,
): Promise<Set<number>> {
  return new Set(
    (await order_attachments_redacted(db, [account_id, KEPT_ANSWER_DAYS])).map(({ id }) => id),
  )
}
