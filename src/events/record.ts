import { only, type Tx } from '../database/database.ts'
import { events_drawId, events_insert } from './sql.ts'
import type { EventResource } from './types.ts'

/** Who made a change; the service itself has neither token nor request. */
export interface Author {
  account_id: number
  id_token: number | null
  token_name: string | null
  request_id: string | null
  traceparent: string | null
}

/** One change of one record, as it is kept for ever and delivered to whoever listens. */
export interface Change {
  /** Such as `customer.updated`. */
  type: string
  resource: EventResource
  id_record: number
  version: number
  /** The record's JSON after the change; for a deletion, as it was. */
  data: string
  /** The record's JSON before an update. */
  before?: string
}

/** Writes the event of a change, in the transaction of the change, and queues it for the feed. */
export async function recordChange(tx: Tx, author: Author, change: Change): Promise<void> {
  const { type, resource, id_record, version, data, before } = change
  const { id_event } = only(await events_drawId(tx, []))
  await events_insert(tx, [
    author.account_id,
    id_event,
    type,
    resource,
    id_record,
    version,
    author.id_token,
    author.token_name,
    author.request_id,
    author.traceparent,
    data,
    before ?? null,
  ])
}
