import { statement } from '../../database/database.ts'

// Clients are tokens that ask for access tokens (docs/decisions/0072-tokens-are-clients.md).

export interface ClientRow {
  account_id: number
  id: number
  name: string
  scopes: string[]
  /** Of a test account. */
  test: boolean
  /** By the clock of the database, in whole seconds since 1970, as the next. */
  now_s: number
  expires_s: number | null
  /** Its access tokens that have not expired. */
  live: number
}

/** The token that a client is, unless revoked or expired, or of an account that is closed. */
export const clients_find = statement<ClientRow, [account_id: number, id: number, sha256: Buffer]>(`
  select t.account_id, t.id, t.name, t.scopes, a.test, floor(extract(epoch from now()))::bigint as now_s,
         floor(extract(epoch from case when t.sha256 = $3 then t.expires_at
                             else least(t.expires_at, t.old_secret_until) end))::bigint as expires_s,
         (select count(*) from tokens c
           where c.account_id = $1 and c.id_client = t.id and c.expires_at > now()) as live
    from tokens t join accounts a on a.account_id = t.account_id
   where t.account_id = $1 and t.id = $2 and t.kind = 'token' and a.delete_at is null
     and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())
     and (t.sha256 = $3 or (t.old_sha256 = $3 and t.old_secret_until > now()))`)

/** Ends those that a client has after so many seconds, unless they end before. */
export const access_tokens_shorten = statement<
  never,
  [account_id: number, id_client: number, seconds: number]
>(`
  update tokens set expires_at = least(expires_at, date_trunc('milliseconds', now() + make_interval(secs => $3::integer)))
   where account_id = $1 and id_client = $2 and kind = 'oauth'`)

/** Ends those that a client has: asked again with a secret that works, it has the same ones anew. */
export const access_tokens_drop = statement<never, [account_id: number, id_client: number]>(`
  delete from tokens where account_id = $1 and id_client = $2 and kind = 'oauth'`)

/** Nothing where the client has it already. */
export const access_tokens_insert = statement<
  never,
  [
    account_id: number,
    id_client: number,
    name: string,
    sha256: Buffer,
    scopes: readonly string[],
    expires_s: number,
  ]
>(`
  insert into tokens (account_id, id_client, name, sha256, kind, scopes, expires_at)
  values ($1, $2, $3, $4, 'oauth', $5, to_timestamp($6::bigint))
  on conflict (account_id, sha256) do nothing`)

/** A row where the client has it. */
export const access_tokens_find = statement<{ id: number }, [account_id: number, sha256: Buffer]>(`
  select id from tokens where account_id = $1 and sha256 = $2 and kind = 'oauth'`)
