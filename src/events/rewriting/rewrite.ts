import { type Reader, singleRow, type Tx } from '../../database/database.ts'
import type { EventResource } from '../types.ts'
import {
  events_ofCustomer,
  events_ofRecord,
  events_ofRecords,
  events_reach,
  events_rewrite,
  type KeptEvent,
} from './sql.ts'

// Events never change, but for a person whose data is removed.

/** Whose events are looked for. */
interface EventsOf {
  account_id: number
  id_customer: number
  addresses: number[]
}

/** What an event says: JSON texts. */
export type EventData = Pick<KeptEvent, 'resource' | 'data' | 'previous'>

/**
 * Rewrites the next events of a customer, of its addresses and its orders, and those that repeat what
 * somebody typed about anybody.
 * @param rewrite what an event is to say; undefined where it says nothing of the person
 * @returns the last event that was looked at, the `uid`s of those that are of the customer, and the
 * orders that they are of; undefined where there are no more
 */
export async function rewriteEvents(
  tx: Tx,
  { account_id, id_customer, addresses }: EventsOf,
  rewrite: (event: EventData) => EventData | undefined,
  after: number,
  limit: number,
): Promise<{ last: number; uids: string[]; orders: number[] } | undefined> {
  const { last } = singleRow(await events_reach(tx, [account_id, after, limit]))
  if (last === null) return undefined
  const found = await events_ofCustomer(tx, [
    account_id,
    after,
    last,
    id_customer,
    addresses,
    `"customer":{"id":${id_customer},`,
    `"customer": {"id": ${id_customer},`,
  ])
  const changed = found.flatMap((event) => {
    const rewritten = rewrite(event)
    return rewritten ? [{ ...event, ...rewritten }] : []
  })
  if (changed.length > 0) {
    await events_rewrite(tx, [
      account_id,
      changed.map(({ id }) => id),
      changed.map(({ data }) => data),
      changed.map(({ previous }) => previous),
    ])
  }
  const ofOrders = found.filter(({ resource }) => resource === 'order')
  const orders = [...new Set(ofOrders.map(({ id_record }) => id_record))]
  return { last, uids: found.map(({ uid }) => uid), orders }
}

/**
 * Lets the events of records of one kind say what these say now.
 * @returns the `uid`s of the events
 */
export async function rewriteEventsOf(
  tx: Tx,
  account_id: number,
  resource: EventResource,
  records: { id: number; document: string }[],
): Promise<string[]> {
  const documents = new Map(records.map(({ id, document }) => [id, document]))
  const found = await events_ofRecords(tx, [account_id, resource, [...documents.keys()]])
  const datas = found.map(({ id_record }) => documents.get(id_record) as string)
  const ids = found.map(({ id }) => id)
  await events_rewrite(tx, [account_id, ids, datas, found.map(() => null)])
  return found.map(({ uid }) => uid)
}

/** What the history of a record has said: JSON texts. */
export async function historyTexts(
  db: Reader,
  account_id: number,
  resource: string,
  id_record: number,
): Promise<string[]> {
  const events = await events_ofRecord(db, [account_id, resource, id_record])
  return events.flatMap(({ data, previous }) => (previous === null ? [data] : [data, previous]))
}
