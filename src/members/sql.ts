import { rowScopeJson } from '../access/sql.ts'
import { statement } from '../database/database.ts'
import { instantSql } from '../database/instant.ts'

const memberColumns = `r.id, r.email, r.name, r.role, r.language, r.id_user,
    ${rowScopeJson} as only,
    case when r.password_hash is null and r.provider_subject is null then 'invited' else 'active' end as status,
    r.provider_subject is not null as linked,
    ${instantSql('r.created_at')} as created_at, ${instantSql('r.updated_at')} as updated_at`

/** SQL text that builds a member's JSON over the row alias `r`; nothing secret is in it. */
const memberJson = `(select to_json(x) from (select ${memberColumns}) x)::text`

/**
 * The same, with what became of his last mail and when a session of his was last used: not of the
 * record, whose ETag they would change.
 */
export const listedMemberJson = `(select to_json(x) from (select ${memberColumns},
    case when r.mail_purpose is not null then
      json_build_object('purpose', r.mail_purpose, 'sent_at', ${instantSql('r.mail_sent_at')}, 'error', r.mail_error,
                        'next_attempt_at', ${instantSql('r.mail_next_at')}) end as mail,
    (select ${instantSql('max(t.last_used_at)')} from tokens t
      where t.account_id = $account and t.id_member = r.id) as last_seen_at) x)::text`

/** A member, and what else is decided by. */
export interface MemberRow {
  id: number
  email: string
  name: string
  role: string
  language: string
  id_user: number | null
  only_users: number[] | null
  only_branches: number[] | null
  password_hash: string | null
  provider_issuer: string | null
  document: string
}

const memberRow = `r.id, r.email, r.name, r.role, r.language, r.id_user, r.only_users, r.only_branches,
  r.password_hash, r.provider_issuer, ${memberJson} as document`

/** → members of the account */
export const members_count = statement<{ count: number }, [account_id: number]>(
  'select count(*) as count from members where account_id = $1',
)

export const members_find = statement<MemberRow, [account_id: number, id: number]>(`
  select ${memberRow} from members r where r.account_id = $1 and r.id = $2`)

/** So that nobody else changes him meanwhile. */
export const members_lock = statement<MemberRow, [account_id: number, id: number]>(`
  select ${memberRow} from members r where r.account_id = $1 and r.id = $2 for no key update`)

export const members_findByEmail = statement<MemberRow, [account_id: number, email: string]>(`
  select ${memberRow} from members r where r.account_id = $1 and r.email = $2`)

/** Whom the issuer of the account's sign-in provider means by this subject. */
export const members_findLinked = statement<
  MemberRow,
  [account_id: number, issuer: string, subject: string]
>(`
  select ${memberRow} from members r
   where r.account_id = $1 and r.provider_issuer = $2 and r.provider_subject = $3`)

/** Null for both: the member is linked to nobody any more. A row where this changed it. */
export const members_link = statement<
  { id: number },
  [account_id: number, id: number, issuer: string | null, subject: string | null]
>(`
  update members
     set provider_issuer = $3, provider_subject = $4,
         version = version + 1, updated_at = greatest(updated_at, date_trunc('milliseconds', now()))
   where account_id = $1 and id = $2
     and (provider_issuer, provider_subject) is distinct from ($3::text, $4::text)
  returning id`)

/** A row where there is any. */
export const members_any = statement<{ id: number }, [account_id: number]>(
  'select id from members where account_id = $1 limit 1',
)

export const members_insert = statement<
  { id: number },
  [
    account_id: number,
    email: string,
    name: string,
    role: string,
    language: string,
    id_user: number | null,
    only_users: readonly number[] | null,
    only_branches: readonly number[] | null,
  ]
>(`
  insert into members (account_id, email, name, role, language, id_user, only_users, only_branches)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  returning id`)

/** All of what is written of a member. A row where something changed. */
export const members_update = statement<
  { id: number },
  [
    account_id: number,
    id: number,
    email: string,
    name: string,
    role: string,
    language: string,
    id_user: number | null,
    only_users: readonly number[] | null,
    only_branches: readonly number[] | null,
  ]
>(`
  update members
     set email = $3, name = $4, role = $5, language = $6, id_user = $7, only_users = $8, only_branches = $9,
         version = version + 1, updated_at = greatest(updated_at, date_trunc('milliseconds', now()))
   where account_id = $1 and id = $2
     and (email, name, role, language, id_user, only_users, only_branches)
         is distinct from ($3::text, $4::text, $5::text, $6::text, $7::bigint, $8::bigint[], $9::bigint[])
  returning id`)

/** A row where this removed him, and his links. */
export const members_delete = statement<{ id: number }, [account_id: number, id: number]>(
  'delete from members where account_id = $1 and id = $2 returning id',
)

/** A row while another member than this one can sign in, sees all orders and has one of these roles. */
export const members_otherWithRole = statement<
  { id: number },
  [account_id: number, id: number, roles: readonly string[]]
>(`
  select id from members
   where account_id = $1 and id <> $2 and role = any ($3::text[]) and (password_hash is not null or provider_subject is not null)
     and only_users is null and only_branches is null
   limit 1`)

/** What a member says of himself; null for what stays. */
export const members_introduce = statement<
  never,
  [account_id: number, id: number, name: string | null, language: string | null]
>(`
  update members
     set name = coalesce($3::text, name), language = coalesce($4::text, language),
         version = version + 1, updated_at = greatest(updated_at, date_trunc('milliseconds', now()))
   where account_id = $1 and id = $2
  returning id`)

/** Null for what stays: the name, the language. */
export const members_accept = statement<
  never,
  [
    account_id: number,
    id: number,
    password_hash: string,
    name: string | null,
    language: string | null,
  ]
>(`
  update members
     set password_hash = $3, name = coalesce($4::text, name), language = coalesce($5::text, language),
         version = version + 1, updated_at = greatest(updated_at, date_trunc('milliseconds', now()))
   where account_id = $1 and id = $2`)

/** The same password, kept otherwise: nothing that anybody is shown. */
export const members_rehash = statement<
  never,
  [account_id: number, id: number, before: string, after: string]
>('update members set password_hash = $4 where account_id = $1 and id = $2 and password_hash = $3')

export const links_insert = statement<
  never,
  [account_id: number, sha256: Buffer, purpose: string, id_member: number | null, hours: number]
>(`
  insert into links (account_id, sha256, purpose, id_member, expires_at)
  values ($1, $2, $3, $4, date_trunc('milliseconds', now() + $5 * interval '1 hour'))`)

/** Those of a member, or those for a first one. */
export const links_forget = statement<never, [account_id: number, id_member: number | null]>(
  'delete from links where account_id = $1 and id_member is not distinct from $2::bigint',
)

export interface LinkRow {
  id: number
  purpose: 'owner' | 'invitation' | 'reset'
  id_member: number | null
  email: string | null
  name: string | null
  account_name: string
}

/** A link that can be used, with whom it is for. */
export const links_find = statement<LinkRow, [account_id: number, sha256: Buffer]>(`
  select l.id, l.purpose, l.id_member, m.email, m.name, a.name as account_name
    from links l
    join accounts a on a.account_id = l.account_id
    left join members m on m.account_id = l.account_id and m.id = l.id_member
   where l.account_id = $1 and l.sha256 = $2 and l.expires_at > now()`)

/** A row where this used it up. */
export const links_use = statement<{ id: number }, [account_id: number, id: number]>(
  'delete from links where account_id = $1 and id = $2 returning id',
)

/** → links that have expired, some at most. It asks all nodes of a cluster. */
export const links_expired = statement<{ account_id: number; ids: number[] }, [limit: number]>(`
  select account_id, array_agg(id) as ids
    from (select account_id, id from links where expires_at < now() limit $1) l
   group by account_id`)

export const links_purge = statement<never, [account_id: number, ids: number[]]>(
  'delete from links where account_id = $1 and id = any ($2::bigint[]) and expires_at < now()',
)
