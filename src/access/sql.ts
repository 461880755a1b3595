import type { RuleKind } from '../../packages/model/taxes.ts'
import { statement } from '../database/database.ts'
import { instantSql } from '../database/instant.ts'

export interface ActorRow {
  account_id: number
  /** Of an access token its client's: what it does, its client does. */
  id_token: number
  /** The token's, the client's, or that of the member who signed in. */
  token_name: string
  kind: 'token' | 'session' | 'oauth' | 'issuer'
  /** What the token ends with: the client or issuer that made it, or a token that ends with one. */
  id_maker: number | null
  /** Of a session, with his role. */
  id_member: number | null
  role: string | null
  scopes: string[]
  /** The networks that it may come from; from everywhere where there are none. */
  addresses: string[]
  only_users: number[] | null
  only_branches: number[] | null
  time_zone: string
  amounts: 'verify' | 'trust'
  tax_base_includes_shares: boolean
  /** The kinds of taxes that rules work out, while there are rules. */
  derived_taxes: RuleKind[]
  /** What becomes of a change whose taxes need a rate that no law has set. */
  missing_rate: 'warn' | 'refuse'
  /** How often the account's rules have changed. */
  rules_epoch: number
  /** It has, or had, a status that requires the check before the invoice. */
  checks_invoices: boolean
  restricted_read_all_customers: boolean
  /** It is of a test account. */
  test: boolean
  cursor_secret: Buffer
  expires_at: Date | null
  used_lately: boolean
  /** From when on the account is removed; null unless it is closed. */
  delete_at: Date | null
}

/**
 * SQL text that finds a token with its account, unless revoked or expired.
 * @param end when it ends
 * @param used when it was used
 */
const actorBy = (end: string, used: string, where: string) => `
  select t.account_id, coalesce(c.id, t.id) as id_token, coalesce(m.name, c.name, t.name) as token_name, t.kind,
         t.id_maker, t.id_member, m.role,
         case t.kind when 'session' then m.only_users when 'oauth' then c.only_users else t.only_users end as only_users,
         case t.kind when 'session' then m.only_branches when 'oauth' then c.only_branches
                     else t.only_branches end as only_branches,
         t.scopes, case t.kind when 'oauth' then c.addresses else t.addresses end as addresses, ${end} as expires_at, a.time_zone, a.amounts, a.tax_base_includes_shares, a.derived_taxes, a.missing_rate, a.rules_epoch, a.checks_invoices, a.restricted_read_all_customers, a.test, a.cursor_secret, a.delete_at,
         coalesce(${used} > now() - interval '1 minute', false) as used_lately
    from tokens t join accounts a on a.account_id = t.account_id
    left join members m on m.account_id = t.account_id and m.id = t.id_member
    left join tokens c on c.account_id = t.account_id and c.id = t.id_client
         and c.revoked_at is null and (c.expires_at is null or c.expires_at > now())
   where t.account_id = $1 and ${where}
     and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())
     and (t.kind <> 'session' or m.id is not null) and (t.kind <> 'oauth' or c.id is not null)`

/**
 * The token with its account, unless revoked or expired. A session's is there while its member is,
 * and has what he is now; an access token's while its client works.
 */
export const tokens_findBySha256 = statement<ActorRow, [account_id: number, sha256: Buffer]>(
  actorBy('t.expires_at', 'coalesce(c.last_used_at, t.last_used_at)', 't.sha256 = $2'),
)

/** The same by the secret that a token had before its last rotation, while that works. */
export const tokens_findByOldSecret = statement<ActorRow, [account_id: number, sha256: Buffer]>(
  actorBy(
    'least(t.expires_at, t.old_secret_until)',
    't.old_secret_used_at',
    't.old_sha256 = $2 and t.old_secret_until > now()',
  ),
)

/** What whoever asked for something may do now. */
export type AskerRow = Pick<
  ActorRow,
  'role' | 'scopes' | 'only_users' | 'only_branches' | 'restricted_read_all_customers'
>

/**
 * A token by its id, unless revoked; of a session its member, also after it has ended. None where the
 * account is closed.
 */
export const tokens_findAsker = statement<AskerRow, [account_id: number, id: number]>(`
  select m.role, t.scopes, a.restricted_read_all_customers,
         case t.kind when 'session' then m.only_users else t.only_users end as only_users,
         case t.kind when 'session' then m.only_branches else t.only_branches end as only_branches
    from tokens t join accounts a on a.account_id = t.account_id
    left join members m on m.account_id = t.account_id and m.id = t.id_member
   where t.account_id = $1 and t.id = $2 and a.delete_at is null
     and case t.kind when 'session' then m.id is not null else t.revoked_at is null end`)

export const tokens_touch = statement<never, [account_id: number, id: number]>(`
  update tokens set last_used_at = date_trunc('milliseconds', now()) where account_id = $1 and id = $2`)

/** The same of one that came with its old secret. */
export const tokens_touchOld = statement<never, [account_id: number, id: number]>(`
  update tokens set last_used_at = date_trunc('milliseconds', now()),
         old_secret_used_at = date_trunc('milliseconds', now())
   where account_id = $1 and id = $2`)

/** SQL text for the sellers and branches that the row alias `r` is restricted to. */
export const rowScopeJson = `case when r.only_users is not null or r.only_branches is not null then
    json_build_object('id_user', r.only_users, 'id_branch_company', r.only_branches) end`

/** SQL text that builds a token's JSON over the row alias `r`; the token itself is not in it. */
export const tokenJson = `(select to_json(x) from (select r.id, r.name, r.scopes, ${rowScopeJson} as only, r.addresses,
    ${instant('expires_at')}, ${instant('last_used_at')}, ${instant('old_secret_until')},
    ${instant('old_secret_used_at')}, ${instant('created_at')}) x)::text`

const accountWith = (more: string) =>
  `(select to_json(x) from (select r.account_id as id, r.name, r.time_zone, r.amounts, r.restricted_read_all_customers,
    r.tax_base_includes_shares, r.confirm_moved_totals, r.derived_taxes, r.missing_rate, r.order_message, r.logo, r.test,
    ${instant('created_at')}, ${instant('updated_at')}${more}) x)::text`

const accountJson = accountWith('')

/** SQL text for an instant of the row alias `r`, under its own name. */
export function instant(column: string): string {
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
    only_users: readonly number[] | null,
    only_branches: readonly number[] | null,
    expires_at: string | null,
    id_maker: number | null,
    addresses: readonly string[],
  ]
>(`
  insert into tokens (account_id, name, sha256, scopes, only_users, only_branches, expires_at, id_maker, addresses)
  values ($1, $2, $3, $4, $5, $6, date_trunc('milliseconds', $7::timestamptz), $8, $9)
  returning id`)

/** Writes what a change may say of a token. */
export const tokens_update = statement<
  never,
  [
    account_id: number,
    id: number,
    name: string,
    scopes: readonly string[],
    expires_at: string | null,
    addresses: readonly string[],
  ]
>(`
  update tokens
     set name = $3, scopes = $4, expires_at = date_trunc('milliseconds', $5::timestamptz), addresses = $6
   where account_id = $1 and id = $2 and kind = 'token' and revoked_at is null`)

/** A row where it is not revoked: nobody revokes it before the transaction ends. */
export const tokens_hold = statement<{ id: number }, [account_id: number, id: number]>(`
  select id from tokens where account_id = $1 and id = $2 and revoked_at is null for share`)

/** The tokens that end with this one. */
export const tokens_madeBy = statement<{ id: number }, [account_id: number, id_maker: number]>(`
  select id from tokens
   where account_id = $1 and id_maker = $2 and kind = 'token' and revoked_at is null order by id`)

/** The token, unless revoked. Sessions are no tokens to whom they are listed. */
export const tokens_find = statement<{ document: string }, [account_id: number, id: number]>(`
  select ${tokenJson} as document from tokens r
   where r.account_id = $1 and r.id = $2 and r.kind = 'token' and r.revoked_at is null`)

/** All that are not revoked; an expired one is among them. */
export const tokens_list = statement<{ document: string }, [account_id: number]>(`
  select ${tokenJson} as document from tokens r
   where r.account_id = $1 and r.kind = 'token' and r.revoked_at is null order by r.id`)

/** → tokens that are not revoked */
export const tokens_count = statement<{ count: number }, [account_id: number]>(`
  select count(*) as count from tokens where account_id = $1 and kind = 'token' and revoked_at is null`)

/** A row where this revoked it. */
export const tokens_revoke = statement<{ id: number }, [account_id: number, id: number]>(`
  update tokens set revoked_at = date_trunc('milliseconds', now())
   where account_id = $1 and id = $2 and kind = 'token' and revoked_at is null
  returning id`)

/**
 * Gives a token another secret; the one that it had works on for so many seconds. The one
 * before that ends. A row where it is there.
 */
export const tokens_rotate = statement<
  { id: number },
  [account_id: number, id: number, sha256: Buffer, overlap_s: number]
>(`
  update tokens
     set sha256 = $3, old_sha256 = sha256, old_secret_used_at = last_used_at,
         old_secret_until = date_trunc('milliseconds', now() + make_interval(secs => $4::integer))
   where account_id = $1 and id = $2 and kind = 'token' and revoked_at is null
  returning id`)

/** Ends the secret before. A row where there was one that worked. */
export const tokens_endOldSecret = statement<{ id: number }, [account_id: number, id: number]>(`
  update tokens set old_sha256 = null, old_secret_until = null, old_secret_used_at = null
   where account_id = $1 and id = $2 and kind = 'token' and revoked_at is null and old_secret_until > now()
  returning id`)

/** Which of these sellers and branches the account does not have, by their places. */
export const only_missing = statement<
  { users: number[]; branches: number[] },
  [account_id: number, users: readonly number[] | null, branches: readonly number[] | null]
>(`
  select array(select (t.n - 1)::integer from unnest($2::bigint[]) with ordinality as t (id, n)
                where not exists (select from users u where u.account_id = $1 and u.id = t.id)
                order by t.n) as users,
         array(select (t.n - 1)::integer from unnest($3::bigint[]) with ordinality as t (id, n)
                where not exists (select from branch_companies b where b.account_id = $1 and b.id = t.id)
                order by t.n) as branches`)

/**
 * A row where this token may manage all tokens and no other that works may, nor a member who can sign in.
 * @param roles those that may
 */
export const tokens_isLastManager = statement<
  { id: number },
  [account_id: number, id: number, roles: readonly string[]]
>(`
  with managers as (
    select id from tokens
     where account_id = $1 and kind = 'token' and revoked_at is null and scopes && array['tokens:manage', '*']
       and only_users is null and only_branches is null
       and (expires_at is null or expires_at > now())
  )
  select id from managers
   where id = $2::bigint and not exists (select from managers other where other.id <> $2::bigint)
     and not exists (select from members m where m.account_id = $1 and m.role = any ($3::text[])
                        and m.only_users is null and m.only_branches is null and m.password_hash is not null)`)

export const accounts_find = statement<{ document: string }, [account_id: number]>(`
  select ${accountJson} as document from accounts r where r.account_id = $1`)

/**
 * All of the installation, with when those that are closed are deleted. It asks all shards of a cluster:
 * for the command line only.
 */
export const accounts_list = statement<{ document: string }, []>(`
  select ${accountWith(`, ${instant('delete_at')}`)} as document from accounts r order by r.account_id`)

export const accounts_name = statement<{ name: string; test: boolean }, [account_id: number]>(
  'select name, test from accounts where account_id = $1',
)

export const accounts_lock = statement<{ document: string }, [account_id: number]>(`
  select ${accountJson} as document from accounts r where r.account_id = $1 for no key update`)

/** A row where there is any account but test accounts. It asks all shards of a cluster: for the start only. */
export const accounts_any = statement<{ account_id: number }, []>(
  'select account_id from accounts where not test limit 1',
)

/** Two at most, of the embedded database; test accounts are left out. */
export const accounts_first = statement<{ account_id: number }, []>(
  'select account_id from accounts where not test order by account_id limit 2',
)

/** Null for what stays. A row where something changed. */
export const accounts_update = statement<
  { document: string },
  [
    account_id: number,
    name: string | null,
    time_zone: string | null,
    amounts: string | null,
    restricted_read_all_customers: boolean | null,
    tax_base_includes_shares: boolean | null,
    confirm_moved_totals: boolean | null,
    derived_taxes: string[] | null,
    missing_rate: string | null,
    order_message: string | null,
    /** Whether that is written: null, too. */
    sets_order_message: boolean,
  ]
>(`
  with r as (
    update accounts a
       set name = coalesce($2::text, a.name), time_zone = coalesce($3::text, a.time_zone),
           amounts = coalesce($4::text, a.amounts),
           restricted_read_all_customers = coalesce($5::boolean, a.restricted_read_all_customers),
           tax_base_includes_shares = coalesce($6::boolean, a.tax_base_includes_shares),
           confirm_moved_totals = coalesce($7::boolean, a.confirm_moved_totals),
           derived_taxes = coalesce($8::text[], a.derived_taxes),
           missing_rate = coalesce($9::text, a.missing_rate),
           order_message = case when $11::boolean then $10::text else a.order_message end,
           updated_at = greatest(a.updated_at, date_trunc('milliseconds', now()))
     where a.account_id = $1
       and (coalesce($2::text, a.name) <> a.name or coalesce($3::text, a.time_zone) <> a.time_zone
            or coalesce($4::text, a.amounts) <> a.amounts
            or coalesce($5::boolean, a.restricted_read_all_customers) <> a.restricted_read_all_customers
            or coalesce($6::boolean, a.tax_base_includes_shares) <> a.tax_base_includes_shares
            or coalesce($7::boolean, a.confirm_moved_totals) <> a.confirm_moved_totals
            or coalesce($8::text[], a.derived_taxes) <> a.derived_taxes
            or coalesce($9::text, a.missing_rate) <> a.missing_rate
            or $11::boolean and $10::text is distinct from a.order_message)
    returning *
  )
  select ${accountJson} as document from r`)

/** Null for none. A row where something changed. */
export const accounts_setLogo = statement<
  { document: string },
  [account_id: number, logo: string | null, logo_image: Buffer | null]
>(`
  with r as (
    update accounts a
       set logo = $2::text, logo_image = $3::bytea,
           updated_at = greatest(a.updated_at, date_trunc('milliseconds', now()))
     where a.account_id = $1 and a.logo is distinct from $2::text
    returning *
  )
  select ${accountJson} as document from r`)

export const accounts_logo = statement<
  { logo: string | null; logo_image: Buffer | null },
  [account_id: number]
>('select logo, logo_image from accounts where account_id = $1')

// No unique index: on Citus one on the name would need the distribution column.
export const accounts_lockNames = statement<never, []>(
  'lock table accounts in share row exclusive mode',
)

export const accounts_findByName = statement<{ account_id: number }, [name: string]>(`
  select account_id from accounts where name = $1 order by account_id`)

/** A row where it is closed, and to be removed. */
export const accounts_closed = statement<{ delete_at: Date }, [account_id: number]>(`
  select delete_at from accounts where account_id = $1 and delete_at is not null`)

export const accounts_findById = statement<{ account_id: number }, [account_id: number]>(`
  select account_id from accounts where account_id = $1`)

export const accounts_insert = statement<
  { account_id: number },
  [name: string, time_zone: string, cursor_secret: Buffer]
>(`
  insert into accounts (name, time_zone, cursor_secret) values ($1, $2, $3) returning account_id`)

/** Closes an account → its uid and when it is removed, unless it is closed already. */
export const accounts_close = statement<
  { uid: string; delete_at: Date },
  [account_id: number, seconds: number]
>(`
  update accounts set delete_at = date_trunc('milliseconds', now() + $2::float8 * interval '1 second')
   where account_id = $1 and delete_at is null
  returning uid, delete_at`)

/** → a row where it was closed */
export const accounts_reopen = statement<{ account_id: number }, [account_id: number]>(`
  update accounts set delete_at = null where account_id = $1 and delete_at is not null
  returning account_id`)

export const accounts_bumpNamesEpoch = statement<never, [account_id: number]>(`
  update accounts set names_epoch = names_epoch + 1 where account_id = $1`)

export const accounts_bumpRulesEpoch = statement<never, [account_id: number]>(`
  update accounts set rules_epoch = rules_epoch + 1 where account_id = $1`)

export const accounts_documentsRenewed = statement<never, [account_id: number, epoch: number]>(`
  update accounts set documents_epoch = greatest(documents_epoch, $2) where account_id = $1`)
