import { statement } from '../database/database.ts'
import { instantSql } from '../database/instant.ts'
import { PLANNED_BY_VALUES } from '../database/prepared.ts'
import { subjectSql } from './types.ts'
import { previousSql, withinSql } from './within.ts'

// One function for each statement; $1 is the account, so that each touches one shard.

/**
 * SQL text of the record that an event `e` tells of, as JSON. That of an order has all properties,
 * whichever version has written it.
 */
export const recordSql = (e: string) => `case
  when ${e}.shape < order_shape() and ${e}.resource = 'order' then complete_order_json(${e}.data, ${e}.shape)
  else ${e}.data end`

/** Ids of new events. Drawn when the records are locked, so that a record's events have its order. */
export const events_drawIds = statement<{ event_ids: number[] }, [events: number]>(
  `select array(select nextval('events_id_seq') from generate_series(1, $1::integer)) as event_ids`,
)

/** An element of each array for each event, that of `authors`, which is JSON, too. */
export const events_insert = statement<
  never,
  [
    account_id: number,
    event_ids: number[],
    types: string[],
    resource: string,
    record_ids: number[],
    versions: number[],
    authors: string,
    datas: string[],
    befores: (string | null)[],
  ]
>('select record_events($1, $2, $3, $4, $5, $6, $7, $8, $9)')

export const events_data = statement<
  { data: string },
  [account_id: number, id: number, uid: string]
>(
  `select ${recordSql('e')} as data from events e where e.account_id = $1 and e.id = $2 and e.uid = $3`,
)

/**
 * → how many events got a position, and the account's last one; nulls where another process is at
 * it. And whether the account has webhooks. The position is given under the lock of the account's
 * head, and kept to the commit: positions become visible in their order, and one that is rolled back
 * was never given.
 */
export const events_place = statement<
  { placed: number | null; position: number | null; has_webhooks: boolean },
  [account_id: number, limit: number]
>('select placed, last as position, has_webhooks from place_events($1, $2)')

/** → how many events of each type have these positions */
export const event_positions_countTypes = statement<
  { type: string; count: number },
  [account_id: number, first: number, last: number]
>(`
  select p.type, count(*) as count from event_positions p
   where p.account_id = $1 and p.position between $2 and $3 group by p.type`)

/** → where their feeds end, and whether events of them have no position yet */
export const event_heads_read = statement<
  { account_id: number; position: number; is_queueing: boolean },
  [account_ids: number[]]
>(`
  select h.account_id, h.position,
         exists (select from event_queue q
                  where q.account_id = h.account_id and q.account_id = any($1::bigint[])) as is_queueing
    from event_heads h where h.account_id = any($1::bigint[])`)

/** Positions that one page looks at, at most: a rare type must not read through years. */
export const REACH = 2_000

/** Four bytes of the id of the event at a position: they tell one history from another. */
const tagAt = (position: string) => `(
  select left(e.uid::text, 8) from event_positions p join events e on e.account_id = p.account_id and e.id = p.id_event
   where p.account_id = $1 and p.position = ${position})`

const LAST = 'least(h.position, $2::bigint + $3::bigint)'

/** The position before the first event that can be as young as a time; null: before the oldest. */
const startSql = (from: string) => `
  greatest(h.first_position - 1, case when ${from}::timestamptz is not null then coalesce(
           (select position - 1 from event_positions
             where account_id = $1 and latest >= ${from}::timestamptz order by latest, position limit 1),
           h.position) end)`

interface Bounds {
  head: number
  first_position: number
  history_tag: string | null
  /** The last position of those that a page looks at; positions have no gap. */
  last: number
  last_history_tag: string | null
}

/** → what a page looks at behind a position, so far at most */
export const events_bounds = statement<Bounds, [account_id: number, after: number, reach: number]>(`
  select h.position as head, h.first_position, ${tagAt('$2::bigint')} as history_tag,
         ${LAST} as last, ${tagAt(LAST)} as last_history_tag
    from event_heads h
   where h.account_id = $1`)

interface BoundsBefore {
  history_tag: string | null
  /** Where the feed begins: the position before its first event. */
  start: number
  /** The last and the first position of those that a page looks at. */
  last: number
  first: number
  first_history_tag: string | null
}

/** → what a page looks at that goes back from a position, so far at most, to events as old as `from` */
export const events_boundsBefore = statement<
  BoundsBefore,
  [account_id: number, before: number, from: string | null, reach: number]
>(`
  select b.*, ${tagAt('$2::bigint')} as history_tag, ${tagAt('b.first')} as first_history_tag
    from (select start, last, greatest(start + 1, last - $4::bigint + 1) as first
            from (select ${startSql('$3')} as start, least(h.position, $2::bigint - 1) as last
                    from event_heads h where h.account_id = $1) s) b`)

export interface EventRow {
  position: number
  uid: string
  type: string
  resource: string
  id_record: number
  subject: string
  time: string
  version: number
  data: string
  changed_fields: string | null
  previous: string | null
  id_token: number | null
  token_name: string | null
  request_id: string | null
  traceparent: string | null
  reason: string | null
  restored_version: number | null
  account_uid: string
}

/** The oldest place, and an event unless there is none. */
export type RangeRow = { first_position: number } & (EventRow | { position: null })

/** What of events `e` somebody sees: SQL texts of a further condition, and of what they were before. */
interface Seen {
  condition: string
  previous: string
}

const ALL: Seen = { condition: '', previous: 'e.previous' }

/**
 * The JSON is put together in this process: PostgreSQL takes twice the time to make one long text
 * of it (measured: 2.0 ms for 100 orders of 3 KB, 0.8 ms so).
 */
const eventRows = ({ previous }: Seen) => `
  select p.position, e.uid, e.type, e.resource, e.id_record, ${subjectSql} as subject,
         ${instantSql('e.time')} as time, e.version, ${recordSql('e')} as data,
         case when e.previous is not null then
           (select json_agg(key order by key) from jsonb_object_keys(e.previous) key)::text end as changed_fields,
         ${previous}::text as previous, e.id_token, e.token_name, e.request_id, e.traceparent,
         e.reason, e.restored_version, a.uid as account_uid
    from event_positions p
    join events e on e.account_id = p.account_id and e.id = p.id_event
    join accounts a on a.account_id = p.account_id`

type Range = [
  account_id: number,
  after: number,
  last: number,
  types: string[] | null,
  resource: string | null,
  id_record: number | null,
  from: string | null,
  to: string | null,
  limit: number,
]

/** SQL text: which events come first where there are more than the limit. */
type Order = 'asc' | 'desc'

/** Between the times of a range. */
const between = (place: string) => `
  and ($7::timestamptz is null or ${place}.time >= $7::timestamptz)
  and ($8::timestamptz is null or ${place}.time <= $8::timestamptz)`

/** What filters find, each over the places `p`. */
const FOUND = {
  /** By looking at each event of the range. */
  each: () => `
  and ($4::text[] is null or p.type = any ($4::text[]))
  and ($5::text is null or (p.resource = $5::text and p.id_record = $6::bigint))`,
  /** Those of one record, by an index. */
  ofRecord: () => `
  and ($4::text[] is null or p.type = any ($4::text[]))
  and p.resource = $5::text and p.id_record = $6::bigint`,
  /** Those of the audit, by an index; of each type no more than a page takes. */
  ofAudit: (order: Order) => `
  and $5::text is null and $6::bigint is null
  and p.position = any (array(
    select i.position from unnest($4::text[]) asked cross join lateral (
      select f.position from event_positions f
       where f.account_id = $1 and f.type = asked and f.type like 'audit.%'
         and f.position > $2::bigint and f.position <= $3::bigint${between('f')}
       order by f.position ${order} limit $9) i))`,
}

const range = (found: keyof typeof FOUND, order: Order, seen = ALL) => `
  select h.first_position, r.* from event_heads h left join lateral (
  ${eventRows(seen)}
   where p.account_id = $1 and p.position > $2::bigint and p.position <= $3::bigint
     ${FOUND[found](order)}${between('p')}${seen.condition}
   order by p.position ${order}
   limit $9) r on true
   where h.account_id = $1
   order by r.position ${order}`

type Ids = readonly number[] | null
type Within = [users: Ids, branches: Ids, customers: Ids]

/** That of which these are the numbers of the parameters. */
function seenBy(first: number): Seen {
  const [users, branches, customers] = [0, 1, 2].map((i) => `$${first + i}`) as [
    string,
    string,
    string,
  ]
  const texts = { account: '$1', users, branches, customers }
  return { condition: ` and ${withinSql('e', texts)}`, previous: previousSql('e', texts) }
}

/**
 * → the events behind one position up to another, null for what is not filtered; at least one row.
 * Its first_position is of the same snapshot: old places may go after the bounds were read.
 */
export const events_read = statement<RangeRow, Range>(range('each', 'asc'))
/** The same, the newest first. */
export const events_readNewest = statement<RangeRow, Range>(range('each', 'desc'))
export const events_readOfRecord = statement<RangeRow, Range>(range('ofRecord', 'asc'))
export const events_readNewestOfRecord = statement<RangeRow, Range>(range('ofRecord', 'desc'))
// Which types are asked for decides whether their index serves: a plan for any walks through all events.
export const events_readOfAudit = statement<RangeRow, Range>(
  `${range('ofAudit', 'asc')} ${PLANNED_BY_VALUES}`,
)
export const events_readNewestOfAudit = statement<RangeRow, Range>(
  `${range('ofAudit', 'desc')} ${PLANNED_BY_VALUES}`,
)

/** Of who sees orders of these sellers and branches only. */
type RangeWithin = [...Range, ...Within]
const seen = seenBy(10)

export const events_readWithin = statement<RangeRow, RangeWithin>(range('each', 'asc', seen))
export const events_readNewestWithin = statement<RangeRow, RangeWithin>(range('each', 'desc', seen))
export const events_readOfRecordWithin = statement<RangeRow, RangeWithin>(
  range('ofRecord', 'asc', seen),
)
export const events_readNewestOfRecordWithin = statement<RangeRow, RangeWithin>(
  range('ofRecord', 'desc', seen),
)

const at = (seen = ALL) => `
  ${eventRows(seen)}
   where p.account_id = $1 and p.position = any ($2::bigint[])${seen.condition}
   order by p.position`

export const events_readAt = statement<EventRow, [account_id: number, positions: number[]]>(at())

/** The same for who sees orders of these sellers and branches only. */
export const events_readAtWithin = statement<
  EventRow,
  [account_id: number, positions: number[], ...Within]
>(at(seenBy(3)))

/** → the position before the first event that can be as young */
export const events_startAt = statement<
  { position: number },
  [account_id: number, from: string | null]
>(`
  select ${startSql('$2')} as position from event_heads h where h.account_id = $1`)

/** → the place before the oldest event, and its time */
export const events_oldest = statement<
  { position: number; history_tag: string | null; time: string | null },
  [account_id: number]
>(`
  select h.first_position - 1 as position, ${tagAt('h.first_position - 1')} as history_tag,
         (select ${instantSql('time')}
            from event_positions where account_id = $1 and position = h.first_position) as time
    from event_heads h where h.account_id = $1`)

/** → where its feed ends */
export const events_end = statement<
  { position: number; history_tag: string | null },
  [account_id: number]
>(`
  select position, ${tagAt('h.position')} as history_tag from event_heads h where account_id = $1`)

/** Waits until whoever is giving events their positions has committed, for everybody to see. */
export const event_heads_settle = statement<never, [account_id: number]>(
  'select from event_heads where account_id = $1 for share',
)

/** Where the feed of a new account's events ends: at nothing yet. */
export const event_heads_insert = statement<never, [account_id: number]>(
  'insert into event_heads (account_id) values ($1)',
)
