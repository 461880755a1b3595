import { statement, type Tx } from '../database/database.ts'
import type { EventResource } from './types.ts'

/** Who made a change; the service itself has neither token nor request. */
export interface Author {
  account_id: number
  id_token: number | null
  token_name: string | null
  request_id: string | null
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

// The id is drawn when the record is locked, so that a record's events have its order.
const events_insert = statement(`
  with given as materialized (
    select nextval('events_id_seq') as id
  ), event as (
    insert into events (account_id, id, type, resource, id_record, version, id_token, token_name, request_id, data, previous)
      overriding system value
    select $1, given.id, $2, $3, $4, $5, $6, $7, $8, $9::text,
           (select jsonb_object_agg(b.key, b.value)
              from jsonb_each($10::text::jsonb) b join jsonb_each($9::text::jsonb) a using (key)
             where a.value is distinct from b.value and b.key <> 'updated_at')
      from given
  )
  insert into event_queue (account_id, id_event) select $1, id from given`)

/** Writes the event of a change, in the transaction of the change, and queues it for the feed. */
export async function recordChange(tx: Tx, author: Author, change: Change): Promise<void> {
  const { type, resource, id_record, version, data, before } = change
  await events_insert(tx, [
    author.account_id,
    type,
    resource,
    id_record,
    version,
    author.id_token,
    author.token_name,
    author.request_id,
    data,
    before ?? null,
  ])
}
