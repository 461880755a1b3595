import { statement } from '../database/database.ts'

/** The answer to a request, as it is kept. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

/** Whether nobody else has the lock of this name until the transaction ends. */
export const idempotency_keys_tryLock = statement<{ locked: boolean }, [name: string]>(
  'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked',
)

export interface StoredAnswer extends Answer {
  fingerprint: Buffer
}

export const idempotency_keys_find = statement<StoredAnswer, [account_id: number, key: string]>(`
  select fingerprint, status, headers, body from idempotency_keys
   where account_id = $1 and key = $2 and expires_at > now()`)

/** A row unless there is an answer, which stays. */
export const idempotency_keys_insert = statement<
  { key: string },
  [
    account_id: number,
    key: string,
    fingerprint: Buffer,
    status: number,
    headers: string,
    body: string,
    ttl_s: number,
  ]
>(`
  insert into idempotency_keys (account_id, key, fingerprint, status, headers, body, expires_at)
  values ($1, $2, $3, $4, $5, $6, now() + $7 * interval '1 second')
  on conflict (account_id, key) do nothing
  returning key`)

/** A row if there was an answer that has expired. */
export const idempotency_keys_forgetExpired = statement<
  { key: string },
  [account_id: number, key: string]
>(
  'delete from idempotency_keys where account_id = $1 and key = $2 and expires_at <= now() returning key',
)

/** → keys whose answers have expired, some at most. It asks all nodes of a cluster. */
export const idempotency_keys_expired = statement<
  { account_id: number; keys: string[] },
  [limit: number]
>(`
  select account_id, array_agg(key) as keys
    from (select account_id, key from idempotency_keys where expires_at < now() limit $1) k
   group by account_id`)

export const idempotency_keys_purge = statement<never, [account_id: number, keys: string[]]>(`
  delete from idempotency_keys
   where account_id = $1 and key = any ($2::text[]) and expires_at < now()`)

/** → the next answers that are kept, of those in which one of these texts stands */
export const idempotency_keys_mentioning = statement<
  { key: string; body: string },
  [account_id: number, after: string, texts: string[], limit: number]
>(`
  select key, body from idempotency_keys
   where account_id = $1 and key > $2
     and exists (select from unnest($3::text[]) t (text) where strpos(lower(body), t.text) > 0)
   order by key limit $4`)

/** Puts another body in an answer's place. The entity tag that it had was the other one's. */
export const idempotency_keys_rewrite = statement<
  never,
  [account_id: number, key: string, body: string]
>(`
  update idempotency_keys set body = $3, headers = headers - 'ETag'
   where account_id = $1 and key = $2`)
