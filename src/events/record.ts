import { type Reader, singleRow, type Tx } from '../database/database.ts'
import { events_data, events_drawIds, events_insert } from './sql.ts'
import type { EventResource } from './types.ts'

/** Who made a change; the service itself has neither token nor request. */
export interface Author {
  account_id: number
  id_token: number | null
  token_name: string | null
  request_id: string | null
  traceparent: string | null
  /** Why a locked order was corrected. */
  correction?: string
  /** The version of an order that was restored. */
  restored_version?: number
}

/** One change of one record, as it is kept for ever and delivered to whoever listens. */
export interface Change {
  /** Such as `customer.updated`. */
  type: string
  id_record: number
  version: number
  /** The record's JSON after the change; for a deletion, as it was. */
  data: string
  /** The record's JSON before an update. */
  before?: string
}

/** Writes the event of a change, in the transaction of the change, and queues it for the feed. */
export async function recordChange(
  tx: Tx,
  author: Author,
  resource: EventResource,
  change: Change,
): Promise<void> {
  await recordChanges(tx, author, resource, [change])
}

/**
 * Writes the events of changes, in the transaction of the changes, and queues them for the feed.
 * The changes are of records of one kind, each of another one.
 */
export async function recordChanges(
  tx: Tx,
  author: Author,
  resource: EventResource,
  changes: Change[],
): Promise<void> {
  if (changes.length === 0) return
  const { event_ids } = singleRow(await events_drawIds(tx, [changes.length]))
  await events_insert(tx, [
    author.account_id,
    event_ids,
    changes.map(({ type }) => type),
    resource,
    changes.map(({ id_record }) => id_record),
    changes.map(({ version }) => version),
    authorsJson(changes.map(() => author)),
    changes.map(({ data }) => data),
    changes.map(({ before = null }) => before),
  ])
}

/**
 * Who made each of some changes, as functions of the schema take it; with the `uid` that its event is
 * to have, if that is chosen before.
 */
export function authorsJson(authors: (Author & { event_uid?: string })[]): string {
  return JSON.stringify(
    authors.map((author) => ({
      id_token: author.id_token,
      token_name: author.token_name,
      request_id: author.request_id,
      traceparent: author.traceparent,
      event_uid: author.event_uid,
      reason: author.correction,
      restored_version: author.restored_version,
    })),
  )
}

/**
 * What an event tells; undefined where there is none with this id and this `uid`: after a crash of the
 * server an id that was drawn may be another's.
 */
export async function recordedData(
  db: Reader,
  account_id: number,
  id: number,
  uid: string,
): Promise<string | undefined> {
  const [event] = await events_data(db, [account_id, id, uid])
  return event?.data
}
