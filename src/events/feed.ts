import { type Db, statement } from '../database/database.ts'
import { subjectSql } from './types.ts'

/** Positions that one page looks at, at most: a rare type must not read through years. */
const REACH = 2_000

/** The event `e` at the position `p` of the account `a` as CloudEvents JSON; what is JSON already is passed through. */
const eventJson = `'{"specversion":"1.0","id":"' || e.uid || '","source":"urn:pedido:account:' || a.uid
  || '","type":"' || e.type || '","subject":"' || ${subjectSql}
  || '","time":"' || to_char(e.time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  || '","datacontenttype":"application/json","dataschema":"urn:pedido:schema:' || e.resource || '-event:1'
  || '","sequence":"' || lpad(p.position::text, 16, '0')
  || '","data":{"version":' || e.version || ',"record":' || e.data
  || ',"changed_fields":' || coalesce((select json_agg(key order by key) from jsonb_object_keys(e.previous) key)::text, '[]')
  || ',"previous":' || coalesce(e.previous::text, 'null')
  || ',"token":' || case when e.id_token is null then 'null'
                         else json_build_object('id', e.id_token, 'name', e.token_name)::text end
  || ',"request_id":' || coalesce(to_json(e.request_id)::text, 'null') || '}}'`

/** Four bytes of the id of the event at a position: they tell one history from another. */
const markAt = (position: string) => `(
  select left(e.uid::text, 8) from event_positions p join events e on e.account_id = p.account_id and e.id = p.id_event
   where p.account_id = $1 and p.position = ${position})`

interface PageRow {
  size: number
  documents: string | null
  head: number
  mark: string | null
  reached: number
  reached_mark: string | null
}

/**
 * [account_id, after position, types, resource, id_record, from, to, how many], null for what is not
 * filtered. Positions have no gap, so the range of those that are looked at is known beforehand.
 */
const events_page = statement<PageRow>(`
  with head as (
    select position, least(position, $2::bigint + ${REACH}) as last from event_heads where account_id = $1
  ), page as materialized (
    select p.position, p.id_event from event_positions p
     where p.account_id = $1 and p.position > $2::bigint and p.position <= $2::bigint + ${REACH}
       and ($3::text[] is null or p.type = any ($3::text[]))
       and ($4::text is null or (p.resource = $4::text and p.id_record = $5::bigint))
       and ($6::timestamptz is null or p.time >= $6::timestamptz)
       and ($7::timestamptz is null or p.time <= $7::timestamptz)
     order by p.position
     limit $8
  ), reached as (
    select case when count(*) = $8 then max(position) else (select last from head) end as position from page
  )
  select texts.*, head.position as head, ${markAt('$2::bigint')} as mark,
         reached.position as reached, ${markAt('reached.position')} as reached_mark
    from head, reached,
         (select count(*) as size, string_agg(${eventJson}, ',' order by p.position) as documents
            from page p
            join events e on e.account_id = $1 and e.id = p.id_event
            join accounts a on a.account_id = e.account_id) texts`)

/** [account_id, instant] → the position before the first event that can be as young. */
const events_startAt = statement<{ position: number }>(`
  select coalesce(
    (select position - 1 from event_positions
      where account_id = $1 and latest >= $2::timestamptz order by latest, position limit 1),
    (select position from event_heads where account_id = $1)) as position`)

/** Where a reader of a feed is: after this position of this history. */
export interface Place {
  position: number
  /** Of the event there; empty before the first one. */
  mark: string
}

/** Which events a reader asks for. */
export interface Wanted {
  types: string[] | null
  record: { resource: string; id_record: string } | null
  /** UTC, included. */
  from: string | null
  to: string | null
}

export interface Page {
  /** Events with commas between them. */
  documents: string
  size: number
  /** Where to go on. */
  place: Place
  /** There may be more just now. */
  hasMore: boolean
}

/** Where the feed begins for who has read nothing of it. */
export async function startOfFeed(
  db: Db,
  account_id: number,
  { from }: Pick<Wanted, 'from'>,
): Promise<Place> {
  if (from === null) return { position: 0, mark: '' }
  const [start] = await events_startAt(db, [account_id, from])
  // Nobody has its mark, so there is nothing to compare.
  return { position: start?.position ?? 0, mark: '' }
}

/** One page of the account's feed; undefined where the place is in another history than this one. */
export async function readFeed(
  db: Db,
  account_id: number,
  { position, mark }: Place,
  { types, record, from, to }: Wanted,
  limit: number,
): Promise<Page | undefined> {
  const [row] = await events_page(db, [
    account_id,
    position,
    types,
    record?.resource ?? null,
    record?.id_record ?? null,
    from,
    to,
    limit,
  ])
  if (!row) throw new Error('an account has no head of its events')
  if (row.head < position || (mark !== '' && row.mark !== mark)) return undefined
  return {
    documents: row.documents ?? '',
    size: row.size,
    place: { position: row.reached, mark: row.reached_mark ?? '' },
    hasMore: row.reached < row.head,
  }
}
