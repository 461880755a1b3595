import { statement } from '../../database/database.ts'
import {
  type DueRow,
  isFree,
  LEASE,
  type LeaseStatements,
  releaseText,
  takeText,
} from '../../jobs/lease.ts'

// One function for each statement. $1 is the account where one webhook is meant, so that each of
// those touches one shard.

/** Events to be sent again from which on a webhook reads nothing new. */
const RETRY_CAP = 10_000
const ofCursor = 'q.account_id = c.account_id and q.id_webhook = c.id_webhook'
/** Citus sends a statement to one account's node where each table in it names the account. */
const ofWebhook = 'q.account_id = $1 and q.id_webhook = $2'

/** @param among SQL text of a further condition over the cursors `c` */
const due = (among: string) => `
  select c.account_id, c.id_webhook as id, c.epoch, c.holder
    from webhook_cursors c
    join webhooks w on w.account_id = c.account_id and w.id = c.id_webhook
    join event_heads h on h.account_id = c.account_id
   where w.enabled and ${isFree('c')}${among}
     and (c.position < h.position
          or exists (select from webhook_retries q where ${ofCursor} and q.next_at <= now())
          or exists (select from webhook_replays q where ${ofCursor}))
   order by c.next_at
   limit $2`

/** → webhooks with something to send that none of these processes has a lease of */
export const webhook_cursors_due = statement<DueRow, [live: string[], limit: number]>(due(''))

/** → the same, of one account */
export const webhook_cursors_dueOf = statement<
  DueRow,
  [live: string[], limit: number, account_id: number]
>(due(' and c.account_id = $3'))

type LeaseKey = [account_id: number, id_webhook: number, epoch: number]

const cursors = { table: 'webhook_cursors', id: 'id_webhook' }

/** A webhook that was due when it was looked for may have been worked on since, and be left alone now. */
export const webhook_cursors_lease = statement<
  { epoch: number },
  [account_id: number, id_webhook: number, holder: string, gone: string | null]
>(takeText(cursors))

export const webhook_cursors_release = statement<never, [...LeaseKey, seconds: number]>(
  releaseText(cursors),
)

/** → in how many seconds it has something to send, as things are; no row where it never has */
export const webhook_cursors_nextDue = statement<
  { seconds: number },
  [account_id: number, id_webhook: number]
>(`
  select extract(epoch from greatest(c.next_at, d.at) - now())::float8 as seconds
    from webhook_cursors c
    join webhooks w on w.account_id = c.account_id and w.id = c.id_webhook
    join event_heads h on h.account_id = c.account_id
   cross join lateral (
     select case when c.position < h.position
                   or exists (select from webhook_replays q where ${ofWebhook}) then '-infinity'
                 else (select min(q.next_at) from webhook_retries q
                        where ${ofWebhook} and q.next_at < 'infinity') end as at) d
   where c.account_id = $1 and c.id_webhook = $2 and w.enabled and d.at is not null`)

export const webhookLeases: LeaseStatements = {
  due: webhook_cursors_due,
  dueOf: webhook_cursors_dueOf,
  take: webhook_cursors_lease,
  release: webhook_cursors_release,
  nextDue: webhook_cursors_nextDue,
}

export interface CursorRow {
  url: string
  types: string[]
  /** Of the token that last changed it. */
  scopes: string[]
  only_users: number[] | null
  only_branches: number[] | null
  restricted_read_all_customers: boolean
  test: boolean
  secret: Buffer
  old_secret: Buffer | null
  old_secret_until: Date | null
  headers: Buffer | null
  /** Not before the oldest event that is kept. */
  position: number
  /** Where the account's feed ends. */
  head: number
  next_at: Date
  failures: number
  /** Seconds; null where it does not fail. */
  failing_for: number | null
  has_retry_due: boolean
  below_retry_cap: boolean
  replay: ReplayRow | null
}

export interface ReplayRow {
  id: number
  position: number
  until_position: number
  types: string[]
  from_time: string
  to_time: string | null
}

/** → what the lease goes on with; no row where it was lost, or nothing may be sent */
export const webhook_cursors_read = statement<CursorRow, LeaseKey>(`
  select w.url, w.types, w.scopes, w.only_users, w.only_branches, a.restricted_read_all_customers, a.test, w.secret, w.old_secret, w.old_secret_until, w.headers,
         greatest(c.position, h.first_position - 1) as position, h.position as head, c.next_at, c.failures,
         extract(epoch from now() - c.failing_since)::float8 as failing_for,
         exists (select from webhook_retries q where ${ofWebhook} and q.next_at <= now()) as has_retry_due,
         (select count(*) from (select from webhook_retries q where ${ofWebhook} limit ${RETRY_CAP}) q)
           < ${RETRY_CAP} as below_retry_cap,
         (select to_json(x) from (
           select r.id, greatest(r.position, h.first_position - 1) as position, r.until_position, r.types,
                  r.from_time, r.to_time
             from webhook_replays r join event_heads h on h.account_id = r.account_id
            where r.account_id = $1 and r.id_webhook = $2 order by r.id limit 1) x) as replay
    from webhook_cursors c
    join webhooks w on w.account_id = c.account_id and w.id = c.id_webhook
    join accounts a on a.account_id = c.account_id
    join event_heads h on h.account_id = c.account_id
   where c.account_id = $1 and c.id_webhook = $2 and c.epoch = $3 and w.enabled and c.next_at <= now()`)

export interface RetryRow {
  position: number
  attempts: number
  /** Seconds. */
  waited: number
}

/**
 * → the next events to be sent again; not those that wait for another one of their record
 * @param early also those that are not due yet
 */
export const webhook_retries_next = statement<
  RetryRow,
  [account_id: number, id_webhook: number, limit: number, early: boolean]
>(`
  select position, attempts, extract(epoch from now() - since)::float8 as waited
    from webhook_retries
   where account_id = $1 and id_webhook = $2 and next_at < 'infinity' and ($4 or next_at <= now())
   order by next_at, position
   limit $3`)

/** → those of the records of which an event is to be sent again */
export const webhook_retries_records = statement<
  { resource: string; id_record: number },
  [account_id: number, id_webhook: number, resources: string[], ids: number[]]
>(`
  select distinct q.resource, q.id_record
    from unnest($3::text[], $4::bigint[]) as g (resource, id_record)
    join webhook_retries q on q.account_id = $1 and q.id_webhook = $2
     and q.resource = g.resource and q.id_record = g.id_record`)

/**
 * → a row unless the lease was lost. Until the commit it can't be, and no request changes what is
 * to be sent again.
 */
export const webhook_cursors_lock = statement<{ next_at: Date; failures: number }, LeaseKey>(`
  select next_at, failures from webhook_cursors
   where account_id = $1 and id_webhook = $2 and epoch = $3 for update`)

/** A text for each, as in Citus no `case` may choose between times. */
const cursorsSave = (failing_since: string) =>
  statement<never, [...LeaseKey, position: number | null, failures: number, pause: number]>(`
  update webhook_cursors
     set position = coalesce($4::bigint, position), failures = $5, failing_since = ${failing_since},
         next_at = now() + $6::float8 * interval '1 second', held_until = now() + ${LEASE}
   where account_id = $1 and id_webhook = $2 and epoch = $3`)

/** Writes how far it is (null: where it was), and renews the lease. The pause is in seconds. */
export const webhook_cursors_save = {
  fine: cursorsSave('null'),
  failingSinceNow: cursorsSave('now()'),
  failingStill: cursorsSave('least(failing_since, now())'),
}

/** Nothing is sent before the next retry is due. */
export const webhook_cursors_pause = statement<never, LeaseKey>(`
  update webhook_cursors c
     set next_at = greatest(c.next_at, (
           select min(q.next_at) from webhook_retries q where ${ofWebhook} and q.next_at < 'infinity'))
   where account_id = $1 and id_webhook = $2 and epoch = $3`)

/** → ids for so many attempts: drawn on its nodes a cluster's would be of another size */
export const webhook_deliveries_newIds = statement<{ ids: number[] }, [count: number]>(
  `select array(select nextval('webhook_deliveries_id_seq') from generate_series(1, $1::integer)) as ids`,
)

/** The attempts are a JSON array of rows. */
export const webhook_deliveries_insert = statement<
  never,
  [account_id: number, id_webhook: number, attempts: string]
>('select insert_deliveries($1, $2, $3::jsonb)')

/** Keeps events to be sent again, in so many seconds or, behind others of their record, in Infinity. */
export const webhook_retries_put = statement<
  never,
  [
    account_id: number,
    id_webhook: number,
    positions: number[],
    resources: string[],
    record_ids: number[],
    attempts: number[],
    seconds: number[],
    were_retries: boolean[],
  ]
>('select put_retries($1, $2, $3, $4, $5, $6, $7, $8)')

/** They are not sent again; the next ones of their records are due. */
export const webhook_retries_end = statement<
  never,
  [account_id: number, id_webhook: number, positions: number[]]
>('select end_retries($1, $2, $3)')

export const webhook_replays_move = statement<
  never,
  [account_id: number, id: number, position: number]
>('update webhook_replays set position = $3 where account_id = $1 and id = $2')

export const webhook_replays_end = statement<never, [account_id: number, id: number]>(
  'delete from webhook_replays where account_id = $1 and id = $2',
)
