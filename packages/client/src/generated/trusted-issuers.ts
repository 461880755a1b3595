// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { Call, List, ListQuery, Options } from '../types.ts'
import type { DeletedResponse, Meta, Pagination } from './orders-3.ts'
import type { RowScopeInput } from './members.ts'
import type { TrustedIssuer } from './events-4.ts'

export interface TrustedIssuersResource {
  /** List the issuers whose JWTs are taken. Needs the scope `tokens:manage`. */ list(query?: ListQuery<ListTrustedIssuersQuery, never>, options?: Options<'consistency'>): List<TrustedIssuer, ListTrustedIssuersQuery, TrustedIssuerList, TrustedIssuerCursorList>
  /** Trust an issuer of JWTs. From then on its JWTs for the `audience` of the answer are tokens of the account. Signed by RS256, PS256, ES256 or EdDSA, with `exp` and `sub`. You can’t give scopes, orders or a time that you lack yourself. At most 20 for an account. Needs the scope `tokens:manage`. */ create(body: TrustedIssuerInput, options?: Options<'idempotencyKey'>): Call<TrustedIssuer>
  /** Read a trusted issuer. With the audience that the service gave it. Needs the scope `tokens:manage`. */ read(id: number, options?: Options<'ifMatch' | 'consistency'>): Call<TrustedIssuer>
  /** Change a trusted issuer. Its JWTs follow within two seconds. You need everything that the issuer gave before and gives afterwards. Needs the scope `tokens:manage`. */ update(id: number, body: TrustedIssuerPatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<TrustedIssuer>
  /** Trust an issuer no longer. Its JWTs are refused within two seconds on every process, and so are the tokens that they made. A token can’t delete an issuer that gives more than the token has. Needs the scope `tokens:manage`. */ delete(id: number, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
}

export interface ListTrustedIssuersQuery {
  /** Records in one answer; 25 unless given. */ limit?: number
  /** Cursor mode: the previous `next_cursor`; enough alone. */ cursor?: string
  /** Page mode: which page, counted from 1; the first unless given. */ page?: number
  /** `cursor` asks for cursor mode on the first request; page mode unless given. */ pagination?: "page" | "cursor"
  /** Comma-separated fields, each with `-` for descending: id, name. `id` breaks ties. */ sort?: string
}

/** Page mode. */
export interface TrustedIssuerList {
  data: Array<TrustedIssuer>
  pagination: Pagination
  meta: Meta
}

/** Cursor mode. */
export interface TrustedIssuerCursorList {
  data: Array<TrustedIssuer>
  /** Number of records in `data`. */ size: number
  /** For the next request; null when there is no more. */ next_cursor: string | null
  meta: Meta
}

export interface TrustedIssuerInput {
  /** On one line, with at least one visible character. */ name: string
  /** The claim `iss` of its JWTs, to the letter. */ issuer: string
  /** Where its public keys are (a JWK Set), by https at port 443 unless `WEBHOOK_ALLOW` names the host. Null: where the metadata of `issuer` say, by OpenID Connect or RFC 8414. */ jwks_url?: string | null
  /** The claim that says what a JWT may do: `scope` unless given. A path for one in others: `realm_access.roles`. */ claim?: string
  /** The scopes of each value of the claim. Values that are not named here give none. Null: the values are scopes themselves. */ scope_map?: Record<string, Array<"orders:read" | "orders:write" | "orders:correct" | "customers:read" | "customers:write" | "products:read" | "products:write" | "reference:read" | "reference:write" | "taxes:read" | "taxes:write" | "events:read" | "webhooks:manage" | "imports:manage" | "tokens:manage" | "members:manage" | "audit:read" | "privacy:manage" | "*">> | null
  /** The claims `sub` that are taken. Null: all, which is for an issuer of your own only. */ subjects?: Array<string> | null
  /** The most that its JWTs may do. */ scopes: Array<"orders:read" | "orders:write" | "orders:correct" | "customers:read" | "customers:write" | "products:read" | "products:write" | "reference:read" | "reference:write" | "taxes:read" | "taxes:write" | "events:read" | "webhooks:manage" | "imports:manage" | "tokens:manage" | "members:manage" | "audit:read" | "privacy:manage" | "*">
  only?: RowScopeInput
  /** When it is trusted no longer. RFC 3339; without a zone in the account’s `time_zone`. Never, unless given. */ expires_at?: string | null
}

export interface TrustedIssuerPatch {
  /** On one line, with at least one visible character. */ name?: string
  /** The claim `iss` of its JWTs, to the letter. */ issuer?: string
  /** Where its public keys are (a JWK Set), by https at port 443 unless `WEBHOOK_ALLOW` names the host. Null: where the metadata of `issuer` say, by OpenID Connect or RFC 8414. */ jwks_url?: string | null
  /** The claim that says what a JWT may do: `scope` unless given. A path for one in others: `realm_access.roles`. */ claim?: string
  /** The scopes of each value of the claim. Values that are not named here give none. Null: the values are scopes themselves. */ scope_map?: Record<string, Array<"orders:read" | "orders:write" | "orders:correct" | "customers:read" | "customers:write" | "products:read" | "products:write" | "reference:read" | "reference:write" | "taxes:read" | "taxes:write" | "events:read" | "webhooks:manage" | "imports:manage" | "tokens:manage" | "members:manage" | "audit:read" | "privacy:manage" | "*">> | null
  /** The claims `sub` that are taken. Null: all, which is for an issuer of your own only. */ subjects?: Array<string> | null
  /** The most that its JWTs may do. */ scopes?: Array<"orders:read" | "orders:write" | "orders:correct" | "customers:read" | "customers:write" | "products:read" | "products:write" | "reference:read" | "reference:write" | "taxes:read" | "taxes:write" | "events:read" | "webhooks:manage" | "imports:manage" | "tokens:manage" | "members:manage" | "audit:read" | "privacy:manage" | "*">
  only?: TrustedIssuerOnlyPatch
  /** When it is trusted no longer. RFC 3339; without a zone in the account’s `time_zone`. Never, unless given. */ expires_at?: string | null
}

/** The orders that its JWTs see and write; null: all. Given whole. */
export type TrustedIssuerOnlyPatch = { /** Ids of sellers: orders of one of these. */ id_user?: Array<number> | null; /** Ids of branch companies: orders of one of these. */ id_branch_company?: Array<number> | null } | null
