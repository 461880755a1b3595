import { isRestricted, type Sight } from '../access/row-scope.ts'
import type { Reader } from '../database/database.ts'
import {
  type EventRow,
  event_heads_settle,
  events_bounds,
  events_boundsBefore,
  events_end,
  events_oldest,
  events_read,
  events_readAt,
  events_readAtWithin,
  events_readNewest,
  events_readNewestOfAudit,
  events_readNewestOfRecord,
  events_readNewestOfRecordWithin,
  events_readNewestWithin,
  events_readOfAudit,
  events_readOfRecord,
  events_readOfRecordWithin,
  events_readWithin,
  events_startAt,
  type RangeRow,
  REACH,
} from './sql.ts'

/**
 * A reader's place in a feed: after this position of this history, or before it for who reads the
 * newest first.
 */
export interface FeedCursor {
  position: number
  /** Of the event there, and so of the history that it stands in; empty before the first one. */
  historyTag: string
}

/** Which events a reader asks for. */
export interface EventFilter {
  types: string[] | null
  record: { resource: string; id_record: number } | null
  /** Whose orders and customers the reader sees: events of others are left out. */
  only: Sight
  /** UTC, included. */
  from: string | null
  to: string | null
}

export interface FeedEvent {
  uid: string
  type: string
  subject: string
  resource: string
  id_record: number
  /** CloudEvents JSON. */
  document: string
  /** Of the request that made the change. */
  traceparent: string | null
  /** Where to go on after it. */
  cursor: FeedCursor
}

export interface Page {
  events: FeedEvent[]
  /** Where to go on. */
  cursor: FeedCursor
  /** There may be more just now. */
  hasMore: boolean
}

/** Where the feed begins for who has read nothing of it. */
export async function startOfFeed(
  db: Reader,
  account_id: number,
  { from }: Pick<EventFilter, 'from'>,
): Promise<FeedCursor> {
  const [start] = await events_startAt(db, [account_id, from])
  // Nobody has its tag, so there is nothing to compare.
  return { position: start?.position ?? 0, historyTag: '' }
}

/** Where the feed begins now, with the time of its first event; null where there is none. */
export async function oldestOfFeed(
  db: Reader,
  account_id: number,
): Promise<{ cursor: FeedCursor; time: string | null }> {
  const [oldest] = await events_oldest(db, [account_id])
  const { position = 0, history_tag = null, time = null } = oldest ?? {}
  return { cursor: { position, historyTag: history_tag ?? '' }, time }
}

/** The cursor of who wants only what comes from now on. */
export async function endOfFeed(db: Reader, account_id: number): Promise<FeedCursor> {
  const [end] = await events_end(db, [account_id])
  return { position: end?.position ?? 0, historyTag: end?.history_tag ?? '' }
}

/**
 * One page of the account's feed; undefined where the cursor is in another history than this one, or
 * events behind it are no longer kept.
 */
export async function readFeed(
  db: Reader,
  account_id: number,
  { position, historyTag }: FeedCursor,
  filter: EventFilter,
  limit: number,
): Promise<Page | undefined> {
  const [bounds] = await events_bounds(db, [account_id, position, reachOf(filter)])
  if (!bounds) throw new Error('an account has no head of its events')
  const { head, last, first_position } = bounds
  if (first_position - 1 > position) return undefined
  // Beyond the head there is no event, and so no tag.
  if (historyTag !== '' && bounds.history_tag !== historyTag) return undefined
  const events =
    head > position ? await readRange(db, account_id, position, last, filter, limit) : []
  if (!events) return undefined
  const final = events.length === limit ? events.at(-1) : undefined
  const cursor = final?.cursor ?? { position: last, historyTag: bounds.last_history_tag ?? '' }
  return {
    events,
    cursor,
    hasMore: cursor.position < head,
  }
}

/** Where the newest event is read first: before all that may come. */
export const NEWEST: FeedCursor = { position: Number.MAX_SAFE_INTEGER, historyTag: '' }

/**
 * One page of the account's feed that goes back from a cursor, the newest event first; undefined where
 * the cursor is in another history than this one. At the oldest event the cursor stays as it is.
 */
export async function readFeedBackwards(
  db: Reader,
  account_id: number,
  cursor: FeedCursor,
  filter: EventFilter,
  limit: number,
): Promise<Page | undefined> {
  const { position, historyTag } = cursor
  const [bounds] = await events_boundsBefore(db, [
    account_id,
    position,
    filter.from,
    reachOf(filter),
  ])
  if (!bounds) throw new Error('an account has no head of its events')
  const { start, last, first } = bounds
  // An event that is no longer kept has no tag, and none before it is kept.
  const tag = bounds.history_tag ?? historyTag
  if (historyTag !== '' && tag !== historyTag) return undefined
  if (last <= start) return { events: [], cursor, hasMore: false }
  const rows = await readRows(db, account_id, first - 1, last, filter, limit, 'newest')
  const events = feedEvents(rows)
  const final = events.length === limit ? events.at(-1) : undefined
  const next = final?.cursor ?? { position: first, historyTag: bounds.first_history_tag ?? '' }
  return { events, cursor: next, hasMore: next.position > start + 1 }
}

/**
 * The same of the primary, whose word it is that a cursor is gone. A replica may show a commit before
 * the primary does: who has read there may come back with a place that this one is just about to have.
 */
export async function readFeedOfPrimary(
  primary: Reader,
  account_id: number,
  cursor: FeedCursor,
  filter: EventFilter,
  limit: number,
): Promise<Page | undefined> {
  const page = await readFeed(primary, account_id, cursor, filter, limit)
  if (page) return page
  await event_heads_settle(primary, [account_id])
  return readFeed(primary, account_id, cursor, filter, limit)
}

/** Events that are read at once of a whole feed. */
const PART = 100

/** The JSON of all events that there are, in parts; but for a snapshot, also of those that come meanwhile. */
export async function* wholeFeed(
  db: Reader,
  account_id: number,
  filter: EventFilter,
  isNewestFirst: boolean,
): AsyncGenerator<string[]> {
  const read = isNewestFirst ? readFeedBackwards : readFeed
  let cursor = isNewestFirst ? NEWEST : await startOfFeed(db, account_id, filter)
  for (;;) {
    const page = await read(db, account_id, cursor, filter, PART)
    if (!page) {
      if (isNewestFirst) throw new Error('the feed has another history')
      // What was next is not kept any more.
      cursor = await startOfFeed(db, account_id, filter)
      continue
    }
    if (page.events.length > 0) yield page.events.map(({ document }) => document)
    if (!page.hasMore) return
    cursor = page.cursor
  }
}

/** The last position that one reading looks at, of a feed that ends at `head`. */
export function lastOf(after: number, head: number): number {
  return Math.min(head, after + REACH)
}

/** Positions that a page looks at: all, where an index finds what the filter asks for. */
function reachOf(filter: EventFilter): number {
  return wayOf(filter) === 'each' ? REACH : Number.MAX_SAFE_INTEGER
}

/** How the events that a filter asks for are found. */
function wayOf({ types, record, only }: EventFilter): keyof (typeof STATEMENTS)['oldest'] {
  if (record) return 'ofRecord'
  const isOfAudit = types?.every((type) => type.startsWith('audit.')) && !isRestricted(only)
  return isOfAudit ? 'ofAudit' : 'each'
}

/**
 * The first events behind one position, up to another one; undefined where events behind it are no
 * longer kept.
 */
export async function readRange(
  db: Reader,
  account_id: number,
  after: number,
  last: number,
  filter: EventFilter,
  limit: number,
): Promise<FeedEvent[] | undefined> {
  const rows = await readRows(db, account_id, after, last, filter, limit, 'oldest')
  if (rows.some(({ first_position }) => first_position - 1 > after)) return undefined
  return feedEvents(rows)
}

const STATEMENTS = {
  oldest: { each: events_read, ofRecord: events_readOfRecord, ofAudit: events_readOfAudit },
  newest: {
    each: events_readNewest,
    ofRecord: events_readNewestOfRecord,
    ofAudit: events_readNewestOfAudit,
  },
}

const STATEMENTS_WITHIN = {
  oldest: { each: events_readWithin, ofRecord: events_readOfRecordWithin },
  newest: { each: events_readNewestWithin, ofRecord: events_readNewestOfRecordWithin },
}

function readRows(
  db: Reader,
  account_id: number,
  after: number,
  last: number,
  filter: EventFilter,
  limit: number,
  first: keyof typeof STATEMENTS,
): Promise<RangeRow[]> {
  const { types, record, only, from, to } = filter
  const { resource = null, id_record = null } = record ?? {}
  const range = [account_id, after, last, types, resource, id_record, from, to, limit] as const
  const way = wayOf(filter)
  if (!isRestricted(only)) return STATEMENTS[first][way](db, [...range])
  const read = STATEMENTS_WITHIN[first][way === 'ofRecord' ? way : 'each']
  return read(db, [...range, ...withinOf(only)])
}

function withinOf({ users, branches, customers }: Sight) {
  return [users, branches, customers] as const
}

function feedEvents(rows: RangeRow[]): FeedEvent[] {
  return rows.flatMap((row) => (row.position === null ? [] : [feedEvent(row)]))
}

/**
 * The events at these positions, in their order; those that are gone, or of orders or customers that
 * the reader does not see, are left out.
 */
export async function readAt(
  db: Reader,
  account_id: number,
  positions: number[],
  only: Sight,
): Promise<FeedEvent[]> {
  const rows = isRestricted(only)
    ? await events_readAtWithin(db, [account_id, positions, ...withinOf(only)])
    : await events_readAt(db, [account_id, positions])
  return rows.map(feedEvent)
}

function feedEvent(row: EventRow): FeedEvent {
  const { position, uid, type, subject, resource, id_record, traceparent } = row
  const cursor = { position, historyTag: uid.slice(0, 8) }
  const document = eventJson(row)
  return { uid, type, subject, resource, id_record, traceparent, document, cursor }
}

/** An event as CloudEvents JSON; what is JSON already is passed through. */
function eventJson(row: EventRow): string {
  const { position, uid, type, subject, time, version, data, changed_fields } = row
  const { previous, id_token, token_name, request_id, traceparent, account_uid } = row
  const { reason, restored_version } = row
  const token =
    id_token === null ? 'null' : `{"id":${id_token},"name":${JSON.stringify(token_name)}}`
  const trace = traceparent === null ? '' : `,"traceparent":"${traceparent}"`
  const why = reason === null ? '' : `,"reason":${JSON.stringify(reason)}`
  const restored = restored_version === null ? '' : `,"restored_version":${restored_version}`
  const family = type.slice(0, type.indexOf('.'))
  const counted = family === 'audit' ? '' : `"version":${version},`
  return `{"specversion":"1.0","id":"${uid}","source":"urn:pedido:account:${account_uid}","type":"${type}","subject":"${subject}","time":"${time}","datacontenttype":"application/json","dataschema":"urn:pedido:schema:${family}-event:1","sequence":"${String(position).padStart(16, '0')}"${trace},"data":{${counted}"record":${data},"changed_fields":${changed_fields ?? '[]'},"previous":${previous},"token":${token},"request_id":${JSON.stringify(request_id)}${why}${restored}}}`
}
