import { statement } from '../database/database.ts'
import { instantSql } from '../database/instant.ts'

// Sessions are tokens (docs/decisions/0060-sessions-are-tokens.md). What works: neither ended nor over.

const WORKS = `kind = 'session' and revoked_at is null and expires_at > now()`

export const sessions_insert = statement<
  { id: number },
  [
    account_id: number,
    id_member: number,
    name: string,
    sha256: Buffer,
    address: string | null,
    user_agent: string | null,
    idle_s: number,
  ]
>(`
  insert into tokens (account_id, id_member, name, sha256, kind, scopes, address, user_agent, expires_at, last_used_at)
  values ($1, $2, $3, $4, 'session', '{}', $5, $6, date_trunc('milliseconds', now() + $7 * interval '1 second'),
          date_trunc('milliseconds', now()))
  returning id`)

/** A session that is used ends later than it would, but not beyond its longest time. */
export const sessions_touch = statement<
  never,
  [account_id: number, id: number, idle_s: number, longest_s: number]
>(`
  update tokens
     set last_used_at = date_trunc('milliseconds', now()),
         expires_at = least(date_trunc('milliseconds', now() + $3 * interval '1 second'),
           (created_at at time zone 'UTC' + $4 * interval '1 second') at time zone 'UTC')
   where account_id = $1 and id = $2 and ${WORKS}`)

export interface SessionRow {
  account_id: number
  id: number
  id_member: number
  email: string
  name: string
  role: string
  language: string
  id_user: number | null
  only_users: number[] | null
  only_branches: number[] | null
  account_name: string
  /** It is a test account. */
  test: boolean
  time_zone: string
  amounts: string
  /** The name of its file. */
  logo: string | null
  created_at: string
  expires_at: string
  /** From when on the account is removed; null unless it is closed. */
  delete_at: Date | null
}

/** A session with its member and account. */
export const sessions_find = statement<SessionRow, [account_id: number, id: number]>(`
  select t.account_id, t.id, m.id as id_member, m.email, m.name, m.role, m.language, m.id_user, m.only_users, m.only_branches,
         a.name as account_name, a.test, a.time_zone, a.amounts, a.logo, a.delete_at,
         ${instantSql('t.created_at')} as created_at, ${instantSql('t.expires_at')} as expires_at
    from tokens t
    join members m on m.account_id = t.account_id and m.id = t.id_member
    join accounts a on a.account_id = t.account_id
   where t.account_id = $1 and t.id = $2`)

/** A row while it works. */
export const sessions_works = statement<{ id: number }, [account_id: number, id: number]>(
  `select id from tokens where account_id = $1 and id = $2 and ${WORKS}`,
)

/** A member's sessions that work, the last one first, not more than anybody looks through; `$3` is the one that asks. */
export const sessions_list = statement<
  { document: string },
  [account_id: number, id_member: number, current: number]
>(`
  select (select to_json(x) from (select r.id, ${instantSql('r.created_at')} as created_at,
            ${instantSql('r.last_used_at')} as last_used_at, ${instantSql('r.expires_at')} as expires_at,
            r.address, r.user_agent, r.id = $3::bigint as current) x)::text as document
    from tokens r
   where r.account_id = $1 and r.id_member = $2 and ${WORKS}
   order by r.id desc
   limit 1000`)

/** A row where this ended it. */
export const sessions_end = statement<
  { id: number },
  [account_id: number, id_member: number, id: number]
>(`
  update tokens set revoked_at = date_trunc('milliseconds', now())
   where account_id = $1 and id_member = $2 and id = $3 and ${WORKS}
  returning id`)

/** → those of a member that this ended: all but one, where one is given */
export const sessions_endAll = statement<
  { id: number },
  [account_id: number, id_member: number, but: number | null]
>(`
  update tokens set revoked_at = date_trunc('milliseconds', now())
   where account_id = $1 and id_member = $2 and id is distinct from $3::bigint and ${WORKS}
  returning id`)

/** Ends all of an account. */
export const sessions_endOfAccount = statement<never, [account_id: number]>(`
  update tokens set revoked_at = date_trunc('milliseconds', now())
   where account_id = $1 and ${WORKS}`)

/** A row where this ended the one with this secret. */
export const sessions_endBySha256 = statement<
  { id: number; id_member: number; name: string },
  [account_id: number, sha256: Buffer]
>(`
  update tokens set revoked_at = date_trunc('milliseconds', now())
   where account_id = $1 and sha256 = $2 and ${WORKS}
  returning id, id_member, name`)

// What is long over. A day later nothing asks for it any more: events name who did something themselves.

/** → sessions and other tokens of a short life that are over, some at most. It asks all nodes of a cluster. */
export const tokens_over = statement<{ account_id: number; ids: number[] }, [limit: number]>(`
  select account_id, array_agg(id) as ids
    from (select account_id, id from tokens
           where kind in ('session', 'oauth') and expires_at < now() - interval '1 day' limit $1) t
   group by account_id`)

export const tokens_forget = statement<never, [account_id: number, ids: number[]]>(`
  delete from tokens
   where account_id = $1 and id = any ($2::bigint[]) and kind in ('session', 'oauth') and expires_at < now() - interval '1 day'`)
