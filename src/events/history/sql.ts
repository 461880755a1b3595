import { statement } from '../../database/database.ts'
import { instantSql } from '../../database/instant.ts'
import {
  type DueRow,
  isFree,
  LEASE,
  type LeaseStatements,
  releaseText,
  takeText,
} from '../../jobs/lease.ts'

/** → accounts whose oldest event is older, with no archive that is not done; not those that are closed */
export const accounts_withHistory = statement<{ account_id: number }, [days: number]>(`
  select h.account_id from event_heads h
    join accounts c on c.account_id = h.account_id
   where c.delete_at is null
     and (select e.time from events e where e.account_id = h.account_id order by e.id limit 1)
         < now() - make_interval(days => $1)
     and not exists (select from history_archives a where a.account_id = h.account_id and a.state <> 'done')`)

/** → the first event that the feed has, or is to have; null where there is none */
export const events_firstInFeed = statement<{ first: number | null }, [account_id: number]>(`
  select least((select min(p.id_event) from event_positions p where p.account_id = $1),
               (select min(q.id_event) from event_queue q where q.account_id = $1)) as first`)

/** What is to be archived at once. */
export interface HistoryRange {
  first_event: number
  last_event: number
  first_time: string
  last_time: string
  events: number
}

/**
 * → the oldest events before one, so many at most and up to the first that is too new; no row where the
 * oldest is not a day older than need be: many small files help nobody
 */
export const events_oldest = statement<
  HistoryRange,
  [account_id: number, before: number, days: number, atMost: number]
>(`
  with oldest as materialized (
    select id, time, time >= now() - make_interval(days => $3) as is_new
      from events where account_id = $1 and id < $2 order by id limit $4
  ), old as (
    select id, time from oldest where id < coalesce((select min(id) from oldest where is_new), $2)
  )
  select min(id) as first_event, max(id) as last_event, min(time)::text as first_time,
         max(time)::text as last_time, count(*)::float8 as events
    from old
  having min(time) < now() - make_interval(days => $3 + 1)`)

/** No row where another archive of the account is not done yet. */
export const archives_plan = statement<
  { id: number },
  [
    account_id: number,
    firstEvent: number,
    lastEvent: number,
    firstTime: string,
    lastTime: string,
    events: number,
  ]
>(`
  insert into history_archives (account_id, first_event, last_event, first_time, last_time, events)
  values ($1, $2, $3, $4::timestamptz, $5::timestamptz, $6)
  on conflict do nothing returning id`)

/** An archive that is not done. */
export interface OpenArchive {
  state: 'planned' | 'stored' | 'removing'
  first_event: number
  last_event: number
  events: number
  place: string | null
  sha256: string | null
}

/** What all processes of the version before see as the holder: they have leases of their own. */
const HELD = `'00000000-0000-0000-0000-000000000000'::uuid`
const isNotOfBefore = (a = '') =>
  `(${a}holder is null or ${a}holder = ${HELD} or ${a}held_until <= now())`

/** @param among SQL text of a further condition over the archives `a` */
const due = (among: string) => `
  select a.account_id, a.id, a.epoch, a.held_by as holder
    from history_archives a
    join accounts c on c.account_id = a.account_id
   where a.state <> 'done' and c.delete_at is null
     and ${isFree('a', 'held_by')} and ${isNotOfBefore('a.')}${among}
   order by a.next_at limit $2`

/** → archives to be worked on that none of these processes has a lease of; not of accounts that are closed */
export const archives_due = statement<DueRow, [live: string[], limit: number]>(due(''))

/** → the same, of one account */
export const archives_dueOf = statement<
  DueRow,
  [live: string[], limit: number, account_id: number]
>(due(' and a.account_id = $3'))

const archives = { table: 'history_archives', id: 'id', holder: 'held_by' }

export const archives_lease = statement<
  { epoch: number },
  [account_id: number, id: number, holder: string, gone: string | null]
>(takeText(archives, ` and state <> 'done' and ${isNotOfBefore()}`, `, holder = ${HELD}`))

type LeaseKey = [account_id: number, id: number, epoch: number]

export const archives_release = statement<never, [...LeaseKey, seconds: number]>(
  releaseText(archives, ', holder = null'),
)

export const archiveLeases: LeaseStatements = {
  due: archives_due,
  dueOf: archives_dueOf,
  take: archives_lease,
  release: archives_release,
}

/** Renews the lease; no row where it was lost, or the archive is done. */
export const archives_keep = statement<OpenArchive, LeaseKey>(`
  update history_archives set held_until = now() + ${LEASE}
   where account_id = $1 and id = $2 and epoch = $3 and state <> 'done'
  returning state, first_event, last_event, events, place, sha256`)

/** → the lines of the next events of a range, as JSON */
export const events_lines = statement<
  { id: number; line: string },
  [account_id: number, after: number, last: number, atMost: number]
>(`
  select e.id, (select to_json(x) from (select e.id, e.uid, e.type, e.resource, e.id_record, e.version,
           ${instantSql('e.time')} as time, e.id_token, e.token_name, e.request_id, e.traceparent,
           e.reason, e.restored_version, e.data::json as data, e.previous) x)::text as line
    from events e
   where e.account_id = $1 and e.id > $2 and e.id <= $3
   order by e.id limit $4`)

/** Says where the file is about to be written. No row where the archive is another's by now. */
export const archives_begin = statement<{ id: number }, [...LeaseKey, place: string]>(`
  update history_archives set place = $4
   where account_id = $1 and id = $2 and epoch = $3 and state = 'planned'
  returning id`)

/** The same, once it is there. */
export const archives_stored = statement<
  { id: number },
  [...LeaseKey, bytes: number, sha256: string]
>(`
  update history_archives set state = 'stored', bytes = $4, sha256 = $5
   where account_id = $1 and id = $2 and epoch = $3 and state = 'planned'
  returning id`)

/** Its file is not what it was: it is made again. */
export const archives_planAgain = statement<{ id: number }, LeaseKey>(`
  update history_archives
     set state = 'planned', bytes = null, sha256 = null,
         events = (select count(*) from events e
                    where e.account_id = $1 and e.id between first_event and last_event)
   where account_id = $1 and id = $2 and epoch = $3 and state in ('planned', 'stored')
  returning id`)

/** From here on its events go. No row where there are more or fewer of them than in the file. */
export const archives_removing = statement<{ id: number }, LeaseKey>(`
  update history_archives
     set state = 'removing'
   where account_id = $1 and id = $2 and epoch = $3 and state = 'stored'
     and events = (select count(*) from events e
                    where e.account_id = $1 and e.id between first_event and last_event)
  returning id`)

/** → how many events are gone */
export const events_remove = statement<
  { id: number },
  [account_id: number, first: number, last: number, atMost: number]
>(`
  delete from events
   where account_id = $1 and id >= $2
     and id <= coalesce((select e.id from events e where e.account_id = $1 and e.id >= $2 and e.id <= $3
                          order by e.id offset $4 - 1 limit 1), $3)
  returning id`)

export const archives_done = statement<{ id: number }, LeaseKey>(`
  update history_archives set state = 'done', done_at = now()
   where account_id = $1 and id = $2 and epoch = $3 and state = 'removing'
  returning id`)

/** → what was archived of an account, as JSON, in the order of its events */
export const archives_list = statement<{ document: string }, [account_id: number]>(`
  select (select to_json(x) from (select a.id, a.state, a.first_event, a.last_event,
            ${instantSql('a.first_time')} as first_time, ${instantSql('a.last_time')} as last_time,
            a.events, a.bytes, a.place, a.sha256,
            ${instantSql('a.created_at')} as created_at, ${instantSql('a.done_at')} as done_at) x)::text as document
    from history_archives a where a.account_id = $1 order by a.first_event`)
