import { statement } from '../../database/database.ts'
import { instantSql } from '../../database/instant.ts'
import {
  COUNT_DEATH,
  COUNT_FAILURE,
  type DueRow,
  isFree,
  keepText,
  LEASE,
  type LeaseStatements,
  lookText,
  type RowKey,
  releaseText,
  takeText,
} from '../../jobs/lease.ts'
import { type RequesterRow, requesterColumns } from '../../jobs/requester.ts'

// Recalculations: orders of a filter whose taxes are worked out again. $1 is the account, but where all are
// looked through.

const NOW = `date_trunc('milliseconds', now())`

/** States of those that are not over, as SQL text. */
const OPEN = `('waiting', 'running')`

export type RecalculationState = 'waiting' | 'running' | 'done' | 'cancelled' | 'failed'

/** SQL text that builds a recalculation's JSON over the row alias `r`. */
export const recalculationJson = `(select to_json(x) from (select r.id, r.filters::json as filters, r.dry_run, r.state, r.failure,
    case when r.state = 'done' then 1 when r.found = 0 then 0 else trim_scale(round(r.passed::numeric / r.found, 4)) end as progress,
    (select to_json(c) from (select r.found, r.changed, r.unchanged, r.locked, r.refused,
       trim_scale(r.total_before) as total_before, trim_scale(r.total_after) as total_after) c) as counts,
    r.refused_orders::json as refused_orders,
    (select to_json(t) from (select r.id_token as id, r.token_name as name) t) as token,
    ${instantSql('r.created_at')} as created_at, ${instantSql('r.updated_at')} as updated_at,
    ${instantSql('r.started_at')} as started_at, ${instantSql('r.finished_at')} as finished_at) x)::text`

/** → how many of the account there are, and how many of them are not over */
export const recalculations_count = statement<
  { count: number; open: number },
  [account_id: number]
>(`
  select count(*) as count, count(*) filter (where state in ${OPEN}) as open
    from recalculations where account_id = $1`)

/** Forgets the oldest that are over. */
export const recalculations_forgetOldest = statement<never, [account_id: number, count: number]>(`
  delete from recalculations
   where account_id = $1
     and id in (select id from recalculations where account_id = $1 and state not in ${OPEN} order by id limit $2)`)

export const recalculations_insert = statement<
  { id: number },
  [
    account_id: number,
    filters: string,
    dry_run: boolean,
    scopes: readonly string[],
    only_users: readonly number[] | null,
    only_branches: readonly number[] | null,
    id_token: number,
    token_name: string,
    request_id: string,
    language: string,
  ]
>(`
  insert into recalculations (account_id, filters, dry_run, scopes, only_users, only_branches, id_token, token_name,
                              request_id, language)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  returning id`)

interface Found {
  state: RecalculationState
  only_users: number[] | null
  only_branches: number[] | null
  document: string
}

const FOUND = `select r.state, r.only_users, r.only_branches, ${recalculationJson} as document from recalculations r
   where r.account_id = $1 and r.id = $2`

export const recalculations_find = statement<Found, [account_id: number, id: number]>(FOUND)

/** → the same; its job writes nothing until the transaction ends */
export const recalculations_lock = statement<Found, [account_id: number, id: number]>(
  `${FOUND} for update`,
)

/** Whoever has the lease writes nothing any more. JSON is made outside of the write: Citus lets RETURNING give columns only. */
export const recalculations_cancel = statement<
  { document: string },
  [account_id: number, id: number]
>(`
  with r as (
    update recalculations i
       set state = 'cancelled', finished_at = ${NOW}, epoch = i.epoch + 1, holder = null, held_until = null,
           updated_at = greatest(i.updated_at, ${NOW})
     where i.account_id = $1 and i.id = $2 and i.state in ${OPEN}
    returning *
  )
  select ${recalculationJson} as document from r`)

// What the process that works on one asks and writes.

/**
 * Of an account the oldest one is worked on, and the others wait for its end.
 * @param among SQL text of a further condition over the rows `i`
 */
const due = (among: string) => `
  select i.account_id, i.id, i.epoch, i.holder from recalculations i
   where i.state in ${OPEN} and ${isFree('i')}${among}
     and not exists (select from recalculations o
                      where o.account_id = i.account_id and o.id < i.id and o.state in ${OPEN})
   order by i.next_at limit $2`

/** → recalculations to be worked on that none of these processes has a lease of, of all accounts */
export const recalculations_due = statement<DueRow, [live: string[], limit: number]>(due(''))

/** → the same, of one account */
export const recalculations_dueOf = statement<
  DueRow,
  [live: string[], limit: number, account_id: number]
>(due(' and i.account_id = $3'))

const leased = { table: 'recalculations', id: 'id' }

export const recalculations_lease = statement<
  { epoch: number },
  [account_id: number, id: number, holder: string, gone: string | null]
>(takeText(leased, ` and state in ${OPEN}`, COUNT_DEATH))

type LeaseKey = [account_id: number, id: number, epoch: number]

export const recalculations_release = statement<never, [...LeaseKey, seconds: number]>(
  releaseText(leased),
)

/** After a failure: too many of them end it. */
export const recalculations_fail = statement<never, [...LeaseKey, seconds: number]>(
  releaseText(leased, COUNT_FAILURE),
)

export const recalculationLeases: LeaseStatements = {
  due: recalculations_due,
  dueOf: recalculations_dueOf,
  take: recalculations_lease,
  release: recalculations_release,
  fail: recalculations_fail,
}

/** → whether the lease is soon over, unless it was lost */
export const recalculations_look = statement<{ is_ending: boolean }, LeaseKey>(
  lookText(leased, ` and state in ${OPEN}`),
)

export const recalculations_keep = statement<never, LeaseKey>(keepText(leased))

/** A recalculation as its job sees it, with what its account says of changes. */
export interface RecalculationRow extends RequesterRow {
  id: number
  state: 'waiting' | 'running'
  filters: string
  dry_run: boolean
  last_order: number | null
  position: number
  deaths: number
  failures: number
  refused_orders: string
}

/** → the recalculation, unless the lease was lost */
export const recalculations_read = statement<RecalculationRow, LeaseKey>(`
  select i.id, i.state, i.filters, i.dry_run, i.last_order, i.position, i.deaths, i.failures, i.refused_orders,
         ${requesterColumns('i', 'a')}
    from recalculations i join accounts a on a.account_id = i.account_id
   where i.account_id = $1 and a.account_id = $1 and i.id = $2 and i.epoch = $3 and i.state in ${OPEN}`)

const GOES_ON = `held_until = now() + ${LEASE}, updated_at = greatest(updated_at, ${NOW})`

/** It begins: with so many orders, up to this one. */
export const recalculations_begin = statement<
  { id: number },
  [...LeaseKey, found: number, last_order: number]
>(`
  update recalculations set state = 'running', found = $4, last_order = $5, started_at = ${NOW}, ${GOES_ON}
   where account_id = $1 and id = $2 and epoch = $3 and state = 'waiting'
  returning id`)

/** What became of some orders, added to what there was. More orders than were found first may fit by now. */
export const recalculations_save = statement<
  { id: number },
  [
    ...LeaseKey,
    position: number,
    passed: number,
    changed: number,
    unchanged: number,
    locked: number,
    refused: number,
    total_before: string,
    total_after: string,
    refused_orders: string,
  ]
>(`
  update recalculations
     set position = $4, passed = passed + $5, found = greatest(found, passed + $5), changed = changed + $6,
         unchanged = unchanged + $7, locked = locked + $8, refused = refused + $9,
         total_before = total_before + $10::numeric, total_after = total_after + $11::numeric, refused_orders = $12,
         deaths = 0, failures = 0, ${GOES_ON}
   where account_id = $1 and id = $2 and epoch = $3 and state = 'running'
  returning id`)

/** It is over. */
export const recalculations_end = statement<
  { id: number },
  [...LeaseKey, state: 'done' | 'failed', failure: string | null]
>(`
  update recalculations
     set state = $4, failure = $5, holder = null, held_until = null, finished_at = ${NOW},
         started_at = coalesce(started_at, ${NOW}), updated_at = greatest(updated_at, ${NOW})
   where account_id = $1 and id = $2 and epoch = $3 and state in ${OPEN}
  returning id`)

/** What these orders come to: exact decimals. */
export const orders_totals = statement<
  { id: number; total_value: string },
  [account_id: number, ids: number[]]
>(`
  select id, trim_scale(total_value)::text as total_value from orders
   where account_id = $1 and id = any ($2::bigint[])`)

/** → recalculations that ended so many days ago */
export const recalculations_old = statement<RowKey, [days: number, limit: number]>(`
  select account_id, id from recalculations
   where state not in ${OPEN} and finished_at < now() - $1::integer * interval '1 day' limit $2`)

export const recalculations_forget = statement<never, [account_id: number, id: number]>(
  'delete from recalculations where account_id = $1 and id = $2',
)

/** → all of an account, so that nobody changes one meanwhile */
export const recalculations_lockAll = statement<
  { id: number; filters: string },
  [account_id: number]
>('select id, filters from recalculations where account_id = $1 order by id for update')

/** Leaves of what chose its orders what is not of a person: one that is not over would choose others then, and ends. */
export const recalculations_redact = statement<
  never,
  [account_id: number, id: number, filters: string]
>(`
  update recalculations
     set filters = $3,
         epoch = case when state in ${OPEN} then epoch + 1 else epoch end,
         holder = case when state in ${OPEN} then null else holder end,
         held_until = case when state in ${OPEN} then null else held_until end,
         finished_at = coalesce(finished_at, ${NOW}),
         state = case when state in ${OPEN} then 'cancelled' else state end
   where account_id = $1 and id = $2`)
