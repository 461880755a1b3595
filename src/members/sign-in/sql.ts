import { statement } from '../../database/database.ts'
import { instantSql } from '../../database/instant.ts'

/** Somebody who may be who signs in. */
export interface Candidate {
  account_id: number
  account_name: string
  id: number
  name: string
  password_hash: string | null
}

const candidate = 'm.account_id, a.name as account_name, m.id, m.name, m.password_hash'

/**
 * Members with this e-mail in all accounts, a few at most. It asks all nodes of a cluster: for
 * signing in only.
 */
export const members_withEmail = statement<Candidate, [email: string]>(`
  select ${candidate}
    from members m join accounts a on a.account_id = m.account_id
   where m.email = $1
   order by m.account_id
   limit 10`)

export const members_withEmailIn = statement<Candidate, [account_id: number, email: string]>(`
  select ${candidate}
    from members m join accounts a on a.account_id = m.account_id
   where m.account_id = $1 and m.email = $2`)

/** What a member signs in with besides his password: as JSON, the first one first. */
export const passkeys_named = statement<
  { document: string },
  [account_id: number, id_member: number]
>(`
  select json_build_object('name', name, 'created_at', ${instantSql('created_at')})::text as document
    from passkeys where account_id = $1 and id_member = $2 order by id limit 100`)

/** → those that this removed. */
export const passkeys_deleteAll = statement<
  { id: number },
  [account_id: number, id_member: number]
>('delete from passkeys where account_id = $1 and id_member = $2 returning id')

/** → the seconds that an attempt has to wait; 0: it is counted and may be made. Of no account: 0. */
export const sign_in_count = statement<
  { wait_s: number },
  [nobody: number, keys: string[], free: number[], longest_s: number[]]
>('select count_sign_in($1, $2, $3, $4) as wait_s')

export const sign_in_forget = statement<
  never,
  [nobody: number, keys: string[], free: number[], own_key: string]
>('select forget_sign_in($1, $2, $3, $4)')

export const sign_in_forgetKeys = statement<never, [nobody: number, keys: string[]]>(
  'delete from sign_in_attempts where account_id = $1 and key = any ($2)',
)

/** Those of these places where somebody has signed in. */
export const sign_in_places_known = statement<{ key: string }, [nobody: number, keys: string[]]>(`
  select key from sign_in_places where account_id = $1 and key = any ($2) and expires_at > now()`)

export const sign_in_remember = statement<never, [nobody: number, keys: string[], days: number]>(
  'select remember_sign_in($1, $2, $3)',
)

/** → those that this removed, so many at most. */
export const sign_in_places_purge = statement<{ key: string }, [nobody: number, limit: number]>(`
  delete from sign_in_places
   where account_id = $1
     and key = any (array(select p.key from sign_in_places p
                           where p.account_id = $1 and p.expires_at <= now() limit $2))
     and expires_at <= now()
  returning key`)

/** Removes attempts that are a day old, so many at most: they make nobody wait any more. → those removed */
export const sign_in_attempts_purge = statement<{ key: string }, [nobody: number, limit: number]>(`
  delete from sign_in_attempts
   where account_id = $1
     and key = any (array(select a.key from sign_in_attempts a
                           where a.account_id = $1 and a.last_at < now() - interval '1 day' limit $2))
     and last_at < now() - interval '1 day'
  returning key`)

/** Those that are over. */
export const sign_in_challenges_forget = statement<never, [account_id: number]>(
  'delete from sign_in_challenges where account_id = $1 and expires_at <= now()',
)

export const sign_in_challenges_insert = statement<
  never,
  [account_id: number, sha256: Buffer, purpose: string, id_member: number | null, seconds: number]
>(`
  insert into sign_in_challenges (account_id, sha256, purpose, id_member, expires_at)
  values ($1, $2, $3, $4, date_trunc('milliseconds', now() + $5 * interval '1 second'))`)

/** A row where this used it up. */
export const sign_in_challenges_take = statement<
  { id: number },
  [account_id: number, sha256: Buffer, purpose: string, id_member: number | null]
>(`
  delete from sign_in_challenges
   where account_id = $1 and sha256 = $2 and purpose = $3 and id_member is not distinct from $4::bigint
     and expires_at > now()
  returning id`)
