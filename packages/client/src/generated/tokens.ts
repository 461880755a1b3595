// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { Call, List, ListQuery, Options } from '../types.ts'
import type { DeletedResponse, Meta, Pagination } from './orders-3.ts'
import type { RowScope } from './events-2.ts'
import type { RowScopeInput } from './members.ts'
import type { Token } from './events-4.ts'

export interface TokensResource {
  /** List the tokens that are not revoked. Their names, scopes and times; the tokens themselves are never shown again. Needs the scope `tokens:manage`. */ list(query?: ListQuery<ListTokensQuery, never>, options?: Options<'consistency'>): List<Token, ListTokensQuery, TokenList, TokenCursorList>
  /** Create a token; it is shown this once. A token can give only scopes that it has itself, no expiry later than its own and, where it is restricted (`only`), no orders that it does not see. Needs the scope `tokens:manage`. */ create(body: TokenInput, options?: Options<'idempotencyKey'>): Call<NewToken>
  /** Read a token’s name, scopes and expiry. With the time of its last use. Needs the scope `tokens:manage`. */ read(id: number, options?: Options<'ifMatch' | 'consistency'>): Call<Token>
  /** Change a token; its secret stays. Its name, the `addresses` that it works from, and fewer `scopes` or an earlier `expires_at`: it never gets more than it has. It follows within two seconds on every process; access tokens that it has asked for end where its scopes become fewer. A token can’t change one that may do or see more than itself. Needs the scope `tokens:manage`. */ update(id: number, body: TokenPatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<Token>
  /** Revoke a token. It stops working within two seconds on every process, and so do the tokens that were made by its OAuth access tokens. A token can’t revoke one that may do or see more than itself, and the last one with the scope `tokens:manage` stays. Needs the scope `tokens:manage`. */ delete(id: number, options?: Options<'idempotencyKey'>): Call<DeletedResponse>
  /** Give a token another secret; it is shown this once. Its `id`, name, scopes and expiry stay. As it was it works until `old_secret_until`, and so do the access tokens that it has asked for; another rotation within that time ends the oldest at once. A token can’t rotate one that may do or see more than itself. Needs the scope `tokens:manage`. */ rotateSecret(id: number, body: TokenRotation, options?: Options<'idempotencyKey'>): Call<NewToken>
  /** End the secret that a token had before its last rotation. It stops working within two seconds on every process. Access tokens of the token end, too: asked again, it has new ones. 404 where no old secret works. A token can’t end that of one that may do or see more than itself. Needs the scope `tokens:manage`. */ deleteOldSecret(id: number, options?: Options<'idempotencyKey'>): Call<DeletedResponse>
  /** List the requests of tokens that changed something or were refused. The newest first: each POST, PUT, PATCH and DELETE, and each answer with a status of 400 or more, for some days. Who has the scope `tokens:manage` and sees all orders lists those of the whole account, any other token its own. What people do who signed in is not among them, nor what came without a token that works. [Integrating](/docs/integrating#what-was-refused) tells more. */ listRequests(query?: ListQuery<ListRequestsQuery, never>, options?: Options<'consistency'>): List<KeptRequest, ListRequestsQuery, KeptRequestList, KeptRequestCursorList>
}

export interface ListTokensQuery {
  /** Records in one answer; 25 unless given. */ limit?: number
  /** Cursor mode: the previous `next_cursor`; enough alone. */ cursor?: string
  /** Page mode: which page, counted from 1; the first unless given. */ page?: number
  /** `cursor` asks for cursor mode on the first request; page mode unless given. */ pagination?: "page" | "cursor"
  /** Comma-separated fields, each with `-` for descending: id, name, created_at. `id` breaks ties. */ sort?: string
}

export interface ListRequestsQuery {
  /** Records in one answer; 25 unless given. */ limit?: number
  /** Cursor mode: the previous `next_cursor`; enough alone. */ cursor?: string
  /** Page mode: which page, counted from 1; the first unless given. */ page?: number
  /** `cursor` asks for cursor mode on the first request; page mode unless given. */ pagination?: "page" | "cursor"
  /** Comma-separated fields, each with `-` for descending: id. `id` breaks ties. */ sort?: string
  /** Of this token. */ id_token?: number
  /** Its method. */ method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS"
  /** At this path, and below it: `/orders/42` finds `/orders/42/items`, too. */ path?: string
  /** Its `operationId` in the OpenAPI document. */ operation?: string
  /** A status, or a class of them such as `4xx`. */ status?: string
  /** Of the problem, as in its answer. */ code?: string
  /** The `X-Request-Id` of the request and of its answer. */ request_id?: string
  /** Answered at or after: RFC 3339 or a bare date. */ from?: string
  /** Answered at or before. */ to?: string
}

/** Page mode. */
export interface TokenList {
  data: Array<Token>
  pagination: Pagination
  meta: Meta
}

/** Cursor mode. */
export interface TokenCursorList {
  data: Array<Token>
  /** Number of records in `data`. */ size: number
  /** For the next request; null when there is no more. */ next_cursor: string | null
  meta: Meta
}

export interface TokenInput {
  /** On one line, with at least one visible character. */ name: string
  scopes: Array<"orders:read" | "orders:write" | "orders:correct" | "customers:read" | "customers:write" | "products:read" | "products:write" | "reference:read" | "reference:write" | "taxes:read" | "taxes:write" | "events:read" | "webhooks:manage" | "imports:manage" | "tokens:manage" | "members:manage" | "audit:read" | "privacy:manage" | "*">
  only?: RowScopeInput
  /** RFC 3339; without a zone in the account’s `time_zone`. Never, unless given. */ expires_at?: string | null
  /** Addresses and networks that it works from, of IPv4 and IPv6; from everywhere where there are none. */ addresses?: Array<string>
}

export interface NewToken {
  id: number
  name: string
  scopes: Array<"orders:read" | "orders:write" | "orders:correct" | "customers:read" | "customers:write" | "products:read" | "products:write" | "reference:read" | "reference:write" | "taxes:read" | "taxes:write" | "events:read" | "webhooks:manage" | "imports:manage" | "tokens:manage" | "members:manage" | "audit:read" | "privacy:manage" | "*">
  only: RowScope
  /** Where it works from; from everywhere where there are none. */ addresses: Array<string>
  expires_at: string | null
  last_used_at: string | null
  /** Until then the token that it was before the last rotation works, too. */ old_secret_until: string | null
  /** When that one was last used, to the minute. */ old_secret_used_at: string | null
  created_at: string
  /** The token itself. It is shown this once. */ token: string
}

export interface TokenPatch {
  /** On one line, with at least one visible character. */ name?: string
  /** No more than it has. */ scopes?: Array<"orders:read" | "orders:write" | "orders:correct" | "customers:read" | "customers:write" | "products:read" | "products:write" | "reference:read" | "reference:write" | "taxes:read" | "taxes:write" | "events:read" | "webhooks:manage" | "imports:manage" | "tokens:manage" | "members:manage" | "audit:read" | "privacy:manage" | "*">
  /** No later than it is; null where it never ends. */ expires_at?: string | null
  /** Addresses and networks that it works from, of IPv4 and IPv6; from everywhere where there are none. */ addresses?: Array<string>
}

export interface TokenRotation {
  /** Seconds that the token works on as it was; 24 hours unless given, 0: it ends at once. */ old_secret_expires_in?: number
}

/** Page mode. */
export interface KeptRequestList {
  data: Array<KeptRequest>
  pagination: Pagination
  meta: Meta
}

/** A change that a token asked for, or what it was refused. */
export interface KeptRequest {
  id: number
  /** When it was answered. */ time: string
  /** Its method. */ method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS"
  /** With ids of records; what else is in it, such as an `fk_id`, is `***`. */ path: string
  /** Null where there is no such address. */ operation: string | null
  status: number
  /** Of the problem, as in its answer. */ code: string | null
  /** Of a refused one: where, and what was wrong. */ errors: Array<KeptRequestError>
  /** The `X-Request-Id` of the request and of its answer. */ request_id: string
  token: KeptRequestToken
  /** Until the answer was sent. */ milliseconds: number
  /** Of a refused one: its parameters; texts are `***`. */ query: Record<string, string> | null
  /** Of a refused one with a JSON object, as far as it is kept: texts are `***`, but for words of a list, and dates. Null for who lacks the scope of the operation. */ body: Record<string, unknown> | null
}

export interface KeptRequestError {
  /** The pointer into the body, the parameter or the header. */ place: string | null
  code: string
}

/** Whose request it was, as it is called now: the token, or client or issuer. */
export type KeptRequestToken = { id: number; name: string } | null

/** Cursor mode. */
export interface KeptRequestCursorList {
  data: Array<KeptRequest>
  /** Number of records in `data`. */ size: number
  /** For the next request; null when there is no more. */ next_cursor: string | null
  meta: Meta
}
