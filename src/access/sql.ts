import { statement } from '../database/database.ts'
import { instantSql } from '../database/instant.ts'

export interface ActorRow {
  account_id: number
  id_token: number
  token_name: string
  scopes: string[]
  time_zone: string
  amounts: 'verify' | 'trust'
  cursor_secret: Buffer
  expires_at: Date | null
  used_lately: boolean
}

/** The token with its account, unless revoked or expired. */
export const tokens_findBySha256 = statement<ActorRow, [account_id: number, sha256: Buffer]>(`
  select t.account_id, t.id as id_token, t.name as token_name, t.scopes, t.expires_at,
         a.time_zone, a.amounts, a.cursor_secret,
         coalesce(t.last_used_at > now() - interval '1 minute', false) as used_lately
    from tokens t join accounts a on a.account_id = t.account_id
   where t.account_id = $1 and t.sha256 = $2
     and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())`)

export const tokens_touch = statement<never, [account_id: number, id: number]>(`
  update tokens set last_used_at = date_trunc('milliseconds', now()) where account_id = $1 and id = $2`)

/** SQL text that builds a token's JSON over the row alias `r`; the token itself is not in it. */
export const tokenJson = `(select to_json(x) from (select r.id, r.name, r.scopes,
    ${instant('expires_at')}, ${instant('last_used_at')}, ${instant('created_at')}) x)::text`

const accountJson = `(select to_json(x) from (select r.account_id as id, r.name, r.time_zone, r.amounts,
    ${instant('created_at')}, ${instant('updated_at')}) x)::text`

function instant(column: string): string {
  return `${instantSql(`r.${column}`)} as ${column}`
}

// What was written is made JSON outside of the write: Citus lets RETURNING give columns only.

export const tokens_insert = statement<
  { id: number },
  [
    account_id: number,
    name: string,
    sha256: Buffer,
    scopes: readonly string[],
    expires_at: string | null,
  ]
>(`
  insert into tokens (account_id, name, sha256, scopes, expires_at)
  values ($1, $2, $3, $4, date_trunc('milliseconds', $5::timestamptz))
  returning id`)

/** The token, unless revoked. */
export const tokens_find = statement<{ document: string }, [account_id: number, id: number]>(`
  select ${tokenJson} as document from tokens r
   where r.account_id = $1 and r.id = $2 and r.revoked_at is null`)

/** A row where this revoked it. */
export const tokens_revoke = statement<{ id: number }, [account_id: number, id: number]>(`
  update tokens set revoked_at = date_trunc('milliseconds', now())
   where account_id = $1 and id = $2 and revoked_at is null
  returning id`)

/** A row where this token may manage tokens and no other that works may. */
export const tokens_isLastManager = statement<{ id: number }, [account_id: number, id: number]>(`
  with managers as (
    select id from tokens
     where account_id = $1 and revoked_at is null and scopes && array['tokens:manage', '*']
       and (expires_at is null or expires_at > now())
  )
  select id from managers
   where id = $2::bigint and not exists (select from managers other where other.id <> $2::bigint)`)

export const accounts_find = statement<{ document: string }, [account_id: number]>(`
  select ${accountJson} as document from accounts r where r.account_id = $1`)

export const accounts_lock = statement<{ document: string }, [account_id: number]>(`
  select ${accountJson} as document from accounts r where r.account_id = $1 for no key update`)

/** A row where there is any account. It asks all shards of a cluster: for the start only. */
export const accounts_any = statement<{ account_id: number }, []>(
  'select account_id from accounts limit 1',
)

/** Null for what stays. A row where something changed. */
export const accounts_update = statement<
  { document: string },
  [account_id: number, name: string | null, time_zone: string | null, amounts: string | null]
>(`
  with r as (
    update accounts a
       set name = coalesce($2::text, a.name), time_zone = coalesce($3::text, a.time_zone),
           amounts = coalesce($4::text, a.amounts),
           updated_at = greatest(a.updated_at, date_trunc('milliseconds', now()))
     where a.account_id = $1
       and (coalesce($2::text, a.name) <> a.name or coalesce($3::text, a.time_zone) <> a.time_zone
            or coalesce($4::text, a.amounts) <> a.amounts)
    returning *
  )
  select ${accountJson} as document from r`)

// No unique index: on Citus one on the name would need the distribution column.
export const accounts_lockNames = statement<never, []>(
  'lock table accounts in share row exclusive mode',
)

export const accounts_findByName = statement<{ account_id: number }, [name: string]>(`
  select account_id from accounts where name = $1 order by account_id`)

export const accounts_findById = statement<{ account_id: number }, [account_id: number]>(`
  select account_id from accounts where account_id = $1`)

export const accounts_insert = statement<
  { account_id: number },
  [name: string, time_zone: string, cursor_secret: Buffer]
>(`
  insert into accounts (name, time_zone, cursor_secret) values ($1, $2, $3) returning account_id`)

export const accounts_bumpNamesEpoch = statement<never, [account_id: number]>(`
  update accounts set names_epoch = names_epoch + 1 where account_id = $1`)

export const accounts_documentsRenewed = statement<never, [account_id: number, epoch: number]>(`
  update accounts set documents_epoch = greatest(documents_epoch, $2) where account_id = $1`)
