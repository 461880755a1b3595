import { rowScopeJson } from '../access/sql.ts'
import { statement } from '../database/database.ts'
import { instantSql } from '../database/instant.ts'
import type { EventResource } from '../events/types.ts'
import { isOfAnybodySql, type WithinTexts, withinSql } from '../events/within.ts'
import type { ReceiverRow } from './sealed.ts'

const NOW = `date_trunc('milliseconds', now())`

/** SQL text that builds a webhook's JSON over the row alias `r`; nothing secret is in it. */
export const webhookJson = `(select to_json(x) from (select r.id, r.url, r.types, r.scopes,
    ${rowScopeJson} as only,
    (select to_json(t) from (select r.id_token as id, r.token_name as name) t) as token, r.description, r.enabled,
    r.disabled_reason, ${instantSql('r.disabled_at')} as disabled_at, r.header_names,
    case when r.old_secret_until > now() then ${instantSql('r.old_secret_until')} end as old_secret_until,
    ${instantSql('r.created_at')} as created_at, ${instantSql('r.updated_at')} as updated_at) x)::text`

/** What a request can change of a webhook. */
export interface Writable {
  url: string
  /** As they were written. */
  types: string[]
  description: string | null
  enabled: boolean
  header_names: string[]
  /** Sealed. */
  headers: Buffer | null
  /** Those of its token that show events. */
  scopes: string[]
  /** The orders that it sees; null: of all. */
  only_users: readonly number[] | null
  only_branches: readonly number[] | null
  /** The token that made it, or changed it last. */
  id_token: number
  token_name: string
}

/** A webhook as it is after a change. */
export interface Written {
  version: number
  document: string
}

export interface WebhookRow
  extends Writable,
    Written,
    Omit<ReceiverRow, 'url' | 'headers' | 'test'> {}

const webhookRow = `
  r.account_id, r.id, r.version, r.url, r.types, r.description, r.enabled, r.header_names, r.headers,
  r.scopes, r.only_users, r.only_branches, r.id_token, r.token_name, r.secret, r.old_secret, r.old_secret_until, ${webhookJson} as document`

export const webhooks_find = statement<WebhookRow, [account_id: number, id: number]>(`
  select ${webhookRow} from webhooks r where r.account_id = $1 and r.id = $2`)

/** → the webhook; other writers are kept out until the transaction ends */
export const webhooks_lock = statement<WebhookRow, [account_id: number, id: number]>(`
  select ${webhookRow} from webhooks r where r.account_id = $1 and r.id = $2 for no key update`)

export const webhooks_count = statement<{ count: number }, [account_id: number]>(
  'select count(*) as count from webhooks where account_id = $1',
)

// The id comes first: secrets are sealed for it.
export const webhooks_newId = statement<{ id: number }, []>(
  `select nextval('webhooks_id_seq') as id`,
)

type WrittenColumns = [
  account_id: number,
  id: number,
  url: string,
  types: string[],
  description: string | null,
  enabled: boolean,
  header_names: string[],
  headers: Buffer | null,
  scopes: string[],
  id_token: number,
  token_name: string,
  only_users: readonly number[] | null,
  only_branches: readonly number[] | null,
]

export const webhooks_insert = statement<never, [...WrittenColumns, secret: Buffer]>(`
  insert into webhooks (account_id, id, url, types, description, enabled, disabled_at, header_names, headers, scopes, id_token, token_name, only_users, only_branches, secret)
    overriding system value
  values ($1, $2, $3, $4, $5, $6::boolean, case when not $6::boolean then ${NOW} end, $7, $8, $9, $10, $11, $12, $13, $14)`)

export const webhook_cursors_insert = statement<
  never,
  [account_id: number, id_webhook: number, position: number]
>('insert into webhook_cursors (account_id, id_webhook, position) values ($1, $2, $3)')

/**
 * A webhook's change: these columns, its version and its time. JSON is made outside of the write:
 * Citus lets RETURNING give columns only.
 */
const webhooksChange = <P extends unknown[]>(columns: string) =>
  statement<Written, P>(`
  with r as (
    update webhooks w
       set ${columns}, version = w.version + 1, updated_at = greatest(w.updated_at, ${NOW})
     where w.account_id = $1 and w.id = $2
    returning *
  )
  select r.version, ${webhookJson} as document from r`)

/** → those of an account that say what they are for, so that nobody changes one meanwhile */
export const webhooks_lockDescribed = statement<
  { id: number; description: string },
  [account_id: number]
>(`
  select id, description from webhooks
   where account_id = $1 and description is not null order by id for update`)

export const webhooks_clearDescription = statement<never, [account_id: number, id: number]>(
  'update webhooks set description = null where account_id = $1 and id = $2',
)

const WRITTEN = `url = $3, types = $4, description = $5, enabled = $6::boolean, header_names = $7, headers = $8,
  scopes = $9, id_token = $10, token_name = $11, only_users = $12, only_branches = $13`

/** A text for each, as in Citus no `case` may choose between times. */
export const webhooks_update = {
  asItWas: webhooksChange<WrittenColumns>(WRITTEN),
  enabling: webhooksChange<WrittenColumns>(
    `${WRITTEN}, disabled_reason = null, disabled_at = null`,
  ),
  disabling: webhooksChange<WrittenColumns>(
    `${WRITTEN}, disabled_reason = null, disabled_at = ${NOW}`,
  ),
}

/** The secret there was signs on for these hours, or not at all. */
export const webhooks_rotate = webhooksChange<
  [account_id: number, id: number, secret: Buffer, hours: number | null]
>(`
  old_secret = case when $4::integer is not null then w.secret end,
  old_secret_until = ${NOW} + $4::integer * interval '1 hour', secret = $3`)

/** The service itself disables it. */
export const webhooks_disable = webhooksChange<[account_id: number, id: number, reason: string]>(
  `enabled = false, disabled_reason = $3, disabled_at = ${NOW}`,
)

/** As if nothing had failed. */
export const webhook_cursors_resetFailures = statement<
  never,
  [account_id: number, id_webhook: number]
>(`
  update webhook_cursors set failures = 0, failing_since = null, next_at = now()
   where account_id = $1 and id_webhook = $2`)

/** As if all had failed just now for the first time. */
export const webhook_retries_resetFailures = statement<
  never,
  [account_id: number, id_webhook: number]
>(`
  update webhook_retries set since = now() where account_id = $1 and id_webhook = $2`)

/** All but what waits for another event of its record is due. */
export const webhook_retries_makeAllDue = statement<
  never,
  [account_id: number, id_webhook: number]
>(`
  update webhook_retries set next_at = now()
   where account_id = $1 and id_webhook = $2 and next_at > now() and next_at < 'infinity'`)

/**
 * All that is kept of a webhook but its deliveries, which go with their age. The cursor comes first:
 * so it does under a lease.
 */
export const deletions = [
  'delete from webhook_cursors where account_id = $1 and id_webhook = $2',
  'delete from webhook_retries where account_id = $1 and id_webhook = $2',
  'delete from webhook_replays where account_id = $1 and id_webhook = $2',
  'delete from webhooks where account_id = $1 and id = $2',
].map((text) => statement<never, [account_id: number, id: number]>(text))

/** → how it gets on; `waiting` counts, `behind` is of the feed */
export const webhooks_status = statement<
  { document: string },
  [account_id: number, id_webhook: number]
>(`
  select (select to_json(x) from (
    select h.position - c.position as behind, waits.waiting, c.failures,
           ${instantSql('c.failing_since')} as failing_since,
           ${instantSql(`case
             when w.enabled and c.next_at > now() and (h.position > c.position or waits.waiting > 0 or replays.list is not null)
               then c.next_at
             when w.enabled then waits.next_at end`)} as next_attempt_at,
           coalesce(replays.list, '[]') as replays,
           ${instantSql('last.time')} as last_delivery_at) x)::text as document
    from webhooks w
    join webhook_cursors c on c.account_id = w.account_id and c.id_webhook = w.id
    join event_heads h on h.account_id = w.account_id
   cross join lateral (
      select count(*) as waiting, min(q.next_at) filter (where q.next_at < 'infinity') as next_at
        from webhook_retries q where q.account_id = $1 and q.id_webhook = $2) waits
   cross join lateral (
      select json_agg(one order by one.id) as list from (
        select p.id, ${instantSql('p.from_time')} as "from", ${instantSql('p.to_time')} as "to", p.types,
               greatest(p.until_position - p.position, 0) as remaining
          from webhook_replays p where p.account_id = $1 and p.id_webhook = $2) one) replays
    left join lateral (
      select d.time from webhook_deliveries d
       where d.account_id = $1 and d.id_webhook = $2 order by d.id desc limit 1) last on true
   where w.account_id = $1 and w.id = $2`)

/** SQL text of a condition over deliveries `r`; the opposite has an index. */
export const deliveredSql = '(r.status between 200 and 299) is true'
export const failedSql = '(r.status between 200 and 299) is not true'

/** SQL text that builds a delivery's JSON over the row alias `r`. */
export const deliveryJson = `(select to_json(x) from (select r.id, r.id_webhook, r.id_event as event_id, r.type, r.subject,
    lpad(r.position::text, 16, '0') as sequence, r.attempt, ${instantSql('r.time')} as time, r.milliseconds,
    case when ${deliveredSql} then 'delivered' else 'failed' end as outcome,
    r.status, r.failure, r.detail, r.response,
    (select ${instantSql('q.next_at')} from webhook_retries q
      where q.account_id = $account and q.id_webhook = r.id_webhook and q.position = r.position
        and q.next_at < 'infinity') as next_attempt_at) x)::text`

const ownDelivery = deliveryJson.replaceAll('$account', '$1')

/**
 * SQL text that is true of a delivery `r` where its event is for who sees these orders and customers
 * only. Of one whose event is not kept any more nobody can tell.
 */
export const deliveryWithinSql = (texts: WithinTexts) =>
  `(${isOfAnybodySql('r')} or exists (
      select from event_positions p join events e on e.account_id = ${texts.account} and e.id = p.id_event
       where p.account_id = ${texts.account} and p.position = r.position and ${withinSql('e', texts)}))`

interface FoundDelivery {
  position: number | null
  document: string
}

type DeliveryKey = [account_id: number, id_webhook: number, id: number, types: string[] | null]

const oneDelivery = `
  select r.position, ${ownDelivery} as document from webhook_deliveries r
   where r.account_id = $1 and r.id_webhook = $2 and r.id = $3
     and ($4::text[] is null or r.type = any ($4::text[]))`

/** @param types those that may be seen; null: all */
export const webhook_deliveries_find = statement<FoundDelivery, DeliveryKey>(oneDelivery)

/** The same for who sees orders of these sellers and branches only. */
export const webhook_deliveries_findWithin = statement<
  FoundDelivery,
  [
    ...DeliveryKey,
    users: readonly number[] | null,
    branches: readonly number[] | null,
    customers: readonly number[] | null,
  ]
>(
  `${oneDelivery} and ${deliveryWithinSql({ account: '$1', users: '$5', branches: '$6', customers: '$7' })}`,
)

/** A test, which has no place in the feed. */
export const webhook_deliveries_insertTest = statement<
  { id: number },
  [
    account_id: number,
    id_webhook: number,
    id_event: string,
    type: string,
    subject: string,
    time: Date,
    milliseconds: number,
    status: number | null,
    failure: string | null,
    detail: string | null,
    response: string | null,
  ]
>(`
  insert into webhook_deliveries (account_id, id_webhook, id_event, type, subject, attempt, time, milliseconds, status, failure, detail, response)
  values ($1, $2, $3, $4, $5, 1, $6, $7, $8, $9, $10, $11)
  returning id`)

/** → whose event is there */
export const events_at = statement<
  { resource: EventResource; id_record: number },
  [account_id: number, position: number]
>(`
  select resource, id_record from event_positions where account_id = $1 and position = $2`)

/** To be sent again after those of its record that are. */
export const webhook_retries_insert = statement<
  never,
  [account_id: number, id_webhook: number, position: number, resource: string, id_record: number]
>(`
  insert into webhook_retries (account_id, id_webhook, position, resource, id_record, attempts, next_at)
  values ($1, $2, $3, $4, $5, 0, 'infinity')
  on conflict (account_id, id_webhook, position) do nothing`)

/** The record's first event that is to be sent again is due. */
export const webhook_retries_makeNextDue = statement<
  never,
  [account_id: number, id_webhook: number, resource: string, id_record: number]
>(`
  update webhook_retries q set next_at = now()
   where q.account_id = $1 and q.id_webhook = $2
     and q.position = (select min(f.position) from webhook_retries f
                        where f.account_id = $1 and f.id_webhook = $2 and f.resource = $3 and f.id_record = $4)`)

export const webhook_cursors_makeDue = statement<never, [account_id: number, id_webhook: number]>(`
  update webhook_cursors set next_at = now() where account_id = $1 and id_webhook = $2`)

/** → where it is in the feed, and how many replays are under way */
export const webhook_cursors_find = statement<
  { position: number; replays: number },
  [account_id: number, id_webhook: number]
>(`
  select c.position, (select count(*) from webhook_replays p where p.account_id = $1 and p.id_webhook = $2) as replays
    from webhook_cursors c where c.account_id = $1 and c.id_webhook = $2`)

export const webhook_replays_newId = statement<{ id: number }, []>(
  `select nextval('webhook_replays_id_seq') as id`,
)

export const webhook_replays_insert = statement<
  never,
  [
    account_id: number,
    id: number,
    id_webhook: number,
    position: number,
    until_position: number,
    types: string[],
    from_time: string,
    to_time: string | null,
  ]
>(`
  insert into webhook_replays (account_id, id, id_webhook, position, until_position, types, from_time, to_time)
    overriding system value
  values ($1, $2, $3, $4, $5, $6, $7, $8)`)

/** → the name of the account in events */
export const accounts_uid = statement<{ uid: string }, [account_id: number]>(
  'select uid from accounts where account_id = $1',
)

/** → the next webhooks of all accounts after this one */
export const webhooks_list = statement<
  { account_id: number; id: number },
  [account_id: number, id: number, limit: number]
>(`
  select account_id, id from webhooks where (account_id, id) > ($1::bigint, $2::bigint)
   order by account_id, id limit $3`)

export const webhooks_lockSealed = statement<
  { secret: Buffer; old_secret: Buffer | null; headers: Buffer | null },
  [account_id: number, id: number]
>(`
  select secret, old_secret, headers from webhooks
   where account_id = $1 and id = $2 for no key update`)

export const webhooks_reseal = statement<
  never,
  [
    account_id: number,
    id: number,
    secret: Buffer,
    old_secret: Buffer | null,
    headers: Buffer | null,
  ]
>(`
  update webhooks set secret = $3, old_secret = $4, headers = $5 where account_id = $1 and id = $2`)
