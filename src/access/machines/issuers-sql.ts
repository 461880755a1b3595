import { statement } from '../../database/database.ts'
import { type ActorRow, instant, rowScopeJson } from '../sql.ts'

// Trusted issuers are tokens (docs/decisions/0073-jwts-of-trusted-issuers.md).

/** SQL text that builds a trusted issuer's JSON over the row alias `r`. */
export const issuerJson = `(select to_json(x) from (select r.id, r.name, r.trust->>'issuer' as issuer,
    r.trust->>'jwks_url' as jwks_url, r.trust->>'audience' as audience, r.trust->>'claim' as claim,
    r.trust->'scope_map' as scope_map, r.trust->'subjects' as subjects, r.scopes, ${rowScopeJson} as only,
    ${instant('expires_at')}, ${instant('created_at')}) x)::text`

/** What is decided by, as JSON, beside what the token is looked up with. */
export interface IssuerRow extends ActorRow {
  trust: string
}

/** The issuer that was given an audience, unless removed or expired, with its account. */
export const issuers_findByAudience = statement<IssuerRow, [account_id: number, sha256: Buffer]>(`
  select t.account_id, t.id as id_token, t.name as token_name, t.kind, t.id_maker, t.id_member, null::text as role,
         t.only_users, t.only_branches, t.scopes, t.addresses, t.expires_at, a.time_zone, a.amounts, a.tax_base_includes_shares, a.derived_taxes, a.missing_rate, a.rules_epoch, a.checks_invoices,
         a.restricted_read_all_customers, a.test, a.cursor_secret,
         a.delete_at, coalesce(t.last_used_at > now() - interval '1 minute', false) as used_lately, t.trust::text as trust
    from tokens t join accounts a on a.account_id = t.account_id
   where t.account_id = $1 and t.sha256 = $2 and t.kind = 'issuer'
     and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())`)

export const issuers_count = statement<{ count: number }, [account_id: number]>(`
  select count(*) as count from tokens
   where account_id = $1 and kind = 'issuer' and revoked_at is null`)

export const issuers_insert = statement<
  { id: number },
  [
    account_id: number,
    name: string,
    sha256: Buffer,
    scopes: readonly string[],
    only_users: readonly number[] | null,
    only_branches: readonly number[] | null,
    expires_at: string | null,
    trust: string,
  ]
>(`
  insert into tokens (account_id, name, sha256, kind, scopes, only_users, only_branches, expires_at, trust)
  values ($1, $2, $3, 'issuer', $4, $5, $6, date_trunc('milliseconds', $7::timestamptz), $8::jsonb)
  returning id`)

/** Unless removed. */
export interface StoredIssuer {
  id: number
  name: string
  scopes: string[]
  only_users: number[] | null
  only_branches: number[] | null
  expires_at: Date | null
  trust: string
  document: string
}

const issuer = `r.id, r.name, r.scopes, r.only_users, r.only_branches, r.expires_at, r.trust::text as trust,
  ${issuerJson} as document`

export const issuers_find = statement<StoredIssuer, [account_id: number, id: number]>(`
  select ${issuer} from tokens r
   where r.account_id = $1 and r.id = $2 and r.kind = 'issuer' and r.revoked_at is null`)

/** So that nobody else changes it meanwhile. */
export const issuers_lock = statement<StoredIssuer, [account_id: number, id: number]>(`
  select ${issuer} from tokens r
   where r.account_id = $1 and r.id = $2 and r.kind = 'issuer' and r.revoked_at is null
     for no key update`)

/** All of what is written of an issuer. */
export const issuers_update = statement<
  never,
  [
    account_id: number,
    id: number,
    name: string,
    scopes: readonly string[],
    only_users: readonly number[] | null,
    only_branches: readonly number[] | null,
    expires_at: string | null,
    trust: string,
  ]
>(`
  update tokens
     set name = $3, scopes = $4, only_users = $5, only_branches = $6,
         expires_at = date_trunc('milliseconds', $7::timestamptz), trust = $8::jsonb
   where account_id = $1 and id = $2 and kind = 'issuer'`)

/** A row where this removed it. The row itself stays, since events name it. */
export const issuers_revoke = statement<{ id: number }, [account_id: number, id: number]>(`
  update tokens set revoked_at = date_trunc('milliseconds', now())
   where account_id = $1 and id = $2 and kind = 'issuer' and revoked_at is null
  returning id`)
