import { statement } from '../../database/database.ts'
import { instantSql } from '../../database/instant.ts'

/** → accounts whose oldest event is older, and those with an archive that is not done; not those that are closed */
export const accounts_withHistory = statement<{ account_id: number }, [days: number]>(`
  select h.account_id from event_heads h
    join accounts c on c.account_id = h.account_id
   where c.delete_at is null
     and ((select e.time from events e where e.account_id = h.account_id order by e.id limit 1)
          < now() - make_interval(days => $1)
          or exists (select from history_archives a where a.account_id = h.account_id and a.state <> 'done'))`)

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
  id: number
  state: 'planned' | 'stored' | 'removing'
  first_event: number
  last_event: number
  events: number
  place: string | null
  sha256: string | null
}

/** Takes what an account has begun, for so many seconds; no row where there is nothing, or another has it. */
export const archives_take = statement<
  OpenArchive,
  [account_id: number, holder: string, seconds: number]
>(`
  update history_archives
     set holder = $2::uuid, held_until = now() + $3 * interval '1 second'
   where account_id = $1 and state <> 'done'
     and (holder is null or holder = $2::uuid or held_until < now())
  returning id, state, first_event, last_event, events, place, sha256`)

/** → the lines of the next events of a range, as JSON */
export const events_lines = statement<
  { id: number; line: string },
  [account_id: number, after: number, last: number, atMost: number]
>(`
  select e.id, (select to_json(x) from (select e.id, e.uid, e.type, e.resource, e.id_record, e.version,
           ${instantSql('e.time')} as time, e.id_token, e.token_name, e.request_id, e.traceparent,
           e.data::json as data, e.previous) x)::text as line
    from events e
   where e.account_id = $1 and e.id > $2 and e.id <= $3
   order by e.id limit $4`)

/** Says where the file is about to be written. No row where the archive is another's by now. */
export const archives_begin = statement<
  { id: number },
  [account_id: number, id: number, holder: string, place: string]
>(`
  update history_archives set place = $4
   where account_id = $1 and id = $2 and holder = $3::uuid and state = 'planned'
  returning id`)

/** The same, once it is there. */
export const archives_stored = statement<
  { id: number },
  [account_id: number, id: number, holder: string, bytes: number, sha256: string]
>(`
  update history_archives set state = 'stored', bytes = $4, sha256 = $5
   where account_id = $1 and id = $2 and holder = $3::uuid and state = 'planned'
  returning id`)

/** Its file is not what it was: it is made again. */
export const archives_planAgain = statement<
  { id: number },
  [account_id: number, id: number, holder: string]
>(`
  update history_archives
     set state = 'planned', bytes = null, sha256 = null,
         events = (select count(*) from events e
                    where e.account_id = $1 and e.id between first_event and last_event)
   where account_id = $1 and id = $2 and holder = $3::uuid and state in ('planned', 'stored')
  returning id`)

/** From here on its events go. No row where there are more or fewer of them than in the file. */
export const archives_removing = statement<
  { id: number },
  [account_id: number, id: number, holder: string]
>(`
  update history_archives
     set state = 'removing'
   where account_id = $1 and id = $2 and holder = $3::uuid and state = 'stored'
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

export const archives_done = statement<
  { id: number },
  [account_id: number, id: number, holder: string]
>(`
  update history_archives set state = 'done', done_at = now(), holder = null, held_until = null
   where account_id = $1 and id = $2 and holder = $3::uuid and state = 'removing'
  returning id`)

/** Lets others go on. */
export const archives_release = statement<never, [account_id: number, holder: string]>(
  `update history_archives set holder = null, held_until = null where account_id = $1 and holder = $2::uuid`,
)

/** → what was archived of an account, as JSON, in the order of its events */
export const archives_list = statement<{ document: string }, [account_id: number]>(`
  select (select to_json(x) from (select a.id, a.state, a.first_event, a.last_event,
            ${instantSql('a.first_time')} as first_time, ${instantSql('a.last_time')} as last_time,
            a.events, a.bytes, a.place, a.sha256,
            ${instantSql('a.created_at')} as created_at, ${instantSql('a.done_at')} as done_at) x)::text as document
    from history_archives a where a.account_id = $1 order by a.first_event`)
