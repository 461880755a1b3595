import { sightOf } from '../../access/row-scope.ts'
import type { Db } from '../../database/database.ts'
import { type EventFilter, lastOf, readAt, readRange } from '../../events/feed.ts'
import { typesWanted, visibleResources } from '../../events/types.ts'
import type { Lease } from '../../jobs/lease.ts'
import { isCircuitOpen } from './backoff.ts'
import { type PendingEvent, recordKey } from './dispatch.ts'
import {
  type CursorRow,
  type ReplayRow,
  webhook_cursors_pause,
  webhook_retries_next,
  webhook_retries_records,
} from './sql.ts'

/** Events of one batch, at most: what is sent again where a process dies. */
const PAGE = 100
/** Characters of the events of one batch, as far as those before tell. */
const PAGE_LENGTH = 2_000_000

/** What is sent before it is written what became of it, and where the webhook is then. */
export interface Batch {
  pending: PendingEvent[]
  /** Positions of retries whose events are not kept, or may not be sent, any more. */
  gone: number[]
  position: number | null
  replay: { id: number; position: number; isOver: boolean } | null
}

/** How many events the next batch may have; `first` where nothing tells. */
export function nextPage({ pending }: Batch, first: number): number {
  const length = pending.reduce((sum, { event }) => sum + event.document.length, 0)
  const fitting = Math.floor((pending.length * PAGE_LENGTH) / Math.max(length, 1))
  return length === 0 ? first : Math.min(Math.max(fitting, 1), PAGE)
}

/** Retries that are due come first, then what is sent once more, then what is new. */
export async function nextBatch(
  db: Db,
  lease: Lease,
  row: CursorRow,
  page: number,
): Promise<Batch | undefined> {
  if (isCircuitOpen(row.failures)) return probe(db, lease, row, page)
  const retries = row.has_retry_due ? await retryBatch(db, lease, row, page, false) : undefined
  if (retries) return retries
  if (!row.below_retry_cap) {
    const { account_id, id: id_webhook, epoch } = lease
    await webhook_cursors_pause(db, [account_id, id_webhook, epoch])
  }
  return newBatch(db, lease, row, page)
}

/**
 * One event, to see whether the receiver is back. A new one tells it best: what was refused before
 * may be refused for its own sake, and would hold up all others.
 */
async function probe(
  db: Db,
  lease: Lease,
  row: CursorRow,
  page: number,
): Promise<Batch | undefined> {
  const batch = await newBatch(db, lease, row, page)
  const isNothing = batch?.pending.length === 0
  const asks = batch?.pending.some(({ blockedByEarlier }) => !blockedByEarlier)
  return isNothing || asks ? batch : retryBatch(db, lease, row, 1, true)
}

/** What was not sent yet, or is to be once more; none where too much is to be sent again. */
async function newBatch(
  db: Db,
  lease: Lease,
  row: CursorRow,
  page: number,
): Promise<Batch | undefined> {
  if (!row.below_retry_cap) return undefined
  const reading = { page, probes: isCircuitOpen(row.failures) }
  if (row.replay) return replayBatch(db, lease, row.replay, row, reading)
  return row.position < row.head ? feedBatch(db, lease, row, reading) : undefined
}

interface Reading {
  /** Events, at most. */
  page: number
  /** No further than to the first one that can be sent. */
  probes: boolean
}

/** @param early also those that are not due yet */
async function retryBatch(
  db: Db,
  { account_id, id: id_webhook }: Lease,
  row: CursorRow,
  limit: number,
  early: boolean,
): Promise<Batch | undefined> {
  const rows = await webhook_retries_next(db, [account_id, id_webhook, limit, early])
  if (rows.length === 0) return undefined
  const positions = rows.map(({ position }) => position)
  // Who changed the webhook meanwhile may see less than who did before.
  const visible: string[] = visibleResources(row.scopes)
  const kept = await readAt(db, account_id, positions, sightOf(row))
  const events = kept.filter(({ resource }) => visible.includes(resource))
  const byPosition = new Map(events.map((event) => [event.cursor.position, event]))
  return {
    pending: rows.flatMap(({ position, attempts, waited }) => {
      const event = byPosition.get(position)
      return event ? [{ event, attempts, waited, isRetry: true, blockedByEarlier: false }] : []
    }),
    gone: positions.filter((position) => !byPosition.has(position)),
    position: null,
    replay: null,
  }
}

async function feedBatch(db: Db, lease: Lease, row: CursorRow, reading: Reading): Promise<Batch> {
  const { position, head, types, scopes } = row
  const last = lastOf(position, head)
  const only = sightOf(row)
  const filter = { types: typesWanted(types, scopes), record: null, only, from: null, to: null }
  const { pending, reached } = await readPending(db, lease, position, last, filter, reading)
  return { pending, gone: [], position: reached, replay: null }
}

async function replayBatch(
  db: Db,
  lease: Lease,
  { id, position, until_position, types, from_time: from, to_time: to }: ReplayRow,
  row: CursorRow,
  reading: Reading,
): Promise<Batch> {
  const last = lastOf(position, until_position)
  const only = sightOf(row)
  const filter = { types: typesWanted(types, row.scopes), record: null, only, from, to }
  const { pending, reached } = await readPending(db, lease, position, last, filter, reading)
  const replay = { id, position: reached, isOver: reached >= until_position }
  return { pending, gone: [], position: null, replay }
}

async function readPending(
  db: Db,
  { account_id, id: id_webhook }: Lease,
  after: number,
  last: number,
  filter: EventFilter,
  { page, probes }: Reading,
): Promise<{ pending: PendingEvent[]; reached: number }> {
  const events = await readRange(db, account_id, after, last, filter, page)
  // They went just now: the next batch begins behind them.
  if (!events) return { pending: [], reached: after }
  const records = await webhook_retries_records(db, [
    account_id,
    id_webhook,
    events.map(({ resource }) => resource),
    events.map(({ id_record }) => id_record),
  ])
  const retried = new Set(records.map(recordKey))
  const pending = events.map((event) => {
    const blockedByEarlier = retried.has(recordKey(event))
    return { event, attempts: 0, waited: 0, isRetry: false, blockedByEarlier }
  })
  const first = probes ? pending.findIndex(({ blockedByEarlier }) => !blockedByEarlier) : -1
  if (first !== -1) pending.length = first + 1
  const final = first !== -1 || pending.length === page ? pending.at(-1) : undefined
  return { pending, reached: final?.event.cursor.position ?? last }
}
