// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { AuditedMember, RowScope } from './events-2.ts'
import type { EventToken } from './events.ts'

export interface PasswordChangedAuditData {
  record: AuditedPassword
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
}

export interface AuditedPassword {
  member: AuditedMember
  /** By the one before, or by a one-time link. */ by: "password" | "link"
  /** How many sessions this ended. */ ended_sessions: number
  /** How many passkeys this removed. */ removed_passkeys: number
}

/** CloudEvents 1.0: a member made a passkey, to sign in with. */
export interface AuditPasskeyCreatedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  type: "audit.passkey_created"
  dataschema: "urn:pedido:schema:audit-event:1"
  /** The place in the feed: grows by one from event to event. */ sequence: string
  data: PasskeyCreatedAuditData
}

export interface PasskeyCreatedAuditData {
  record: AuditedPasskey
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
}

export interface AuditedPasskey {
  /** Of the passkey. */ id: number
  name: string
  member: AuditedMember
}

/** CloudEvents 1.0: a passkey of a member was removed. */
export interface AuditPasskeyDeletedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  type: "audit.passkey_deleted"
  dataschema: "urn:pedido:schema:audit-event:1"
  /** The place in the feed: grows by one from event to event. */ sequence: string
  data: PasskeyDeletedAuditData
}

export interface PasskeyDeletedAuditData {
  record: AuditedPasskey
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
}

/** CloudEvents 1.0: a member signed in. */
export interface AuditSessionCreatedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  type: "audit.session_created"
  dataschema: "urn:pedido:schema:audit-event:1"
  /** The place in the feed: grows by one from event to event. */ sequence: string
  data: SessionCreatedAuditData
}

export interface SessionCreatedAuditData {
  record: AuditedSignIn
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
}

export interface AuditedSignIn {
  /** Of the session. */ id: number
  member: AuditedMember
  /** What proved, or should have proved, who it is. */ method: "password" | "link" | "passkey" | "provider"
  address: string | null
  user_agent: string | null
}

/** CloudEvents 1.0: a session was ended, by signing out or from elsewhere. */
export interface AuditSessionEndedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  type: "audit.session_ended"
  dataschema: "urn:pedido:schema:audit-event:1"
  /** The place in the feed: grows by one from event to event. */ sequence: string
  data: SessionEndedAuditData
}

export interface SessionEndedAuditData {
  record: AuditedSession
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
}

export interface AuditedSession {
  /** Of the session. */ id: number
  member: AuditedMember
}

/** CloudEvents 1.0: somebody tried to sign in as a member. */
export interface AuditSignInFailedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  type: "audit.sign_in_failed"
  dataschema: "urn:pedido:schema:audit-event:1"
  /** The place in the feed: grows by one from event to event. */ sequence: string
  data: SignInFailedAuditData
}

export interface SignInFailedAuditData {
  record: AuditedAttempt
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
}

export interface AuditedAttempt {
  member: AuditedMember
  /** What proved, or should have proved, who it is. */ method: "password" | "link" | "passkey" | "provider"
  address: string | null
  user_agent: string | null
}

/** CloudEvents 1.0: a token was made. */
export interface AuditTokenCreatedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  type: "audit.token_created"
  dataschema: "urn:pedido:schema:audit-event:1"
  /** The place in the feed: grows by one from event to event. */ sequence: string
  data: TokenCreatedAuditData
}

export interface TokenCreatedAuditData {
  record: Token
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
}

export interface Token {
  id: number
  name: string
  scopes: Array<"orders:read" | "orders:write" | "orders:correct" | "customers:read" | "customers:write" | "products:read" | "products:write" | "reference:read" | "reference:write" | "taxes:read" | "taxes:write" | "events:read" | "webhooks:manage" | "imports:manage" | "tokens:manage" | "members:manage" | "audit:read" | "privacy:manage" | "*">
  only: RowScope
  expires_at: string | null
  last_used_at: string | null
  created_at: string
}

/** CloudEvents 1.0: a token was revoked. */
export interface AuditTokenDeletedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  type: "audit.token_deleted"
  dataschema: "urn:pedido:schema:audit-event:1"
  /** The place in the feed: grows by one from event to event. */ sequence: string
  data: TokenDeletedAuditData
}

export interface TokenDeletedAuditData {
  record: Token
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
}

/** CloudEvents 1.0: a setting of the account was changed. */
export interface AuditAccountUpdatedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  type: "audit.account_updated"
  dataschema: "urn:pedido:schema:audit-event:1"
  /** The place in the feed: grows by one from event to event. */ sequence: string
  data: AccountUpdatedAuditData
}

export interface AccountUpdatedAuditData {
  record: Account
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
}

export interface Account {
  id: number
  name: string
  time_zone: string
  /** `verify`: figures that contradict one another are refused; `trust`: what is sent is kept. */ amounts: "verify" | "trust"
  /** Whether members and tokens that are restricted to orders of some sellers (`only`) read all customers. False: they read only the customers of these sellers (`id_user`). They change only those customers in any case. */ restricted_read_all_customers: boolean
  /** Whether taxes of new orders are levied on net totals with what falls to each item of discount, freight, insurance and other expenses. Orders that there are stay as they are. */ tax_base_includes_shares: boolean
  /** Whether a move to a status that is `invoiced` is refused with `total_moves_with_date` where its day changes the order’s total, until `accept_total` says the new one. */ confirm_moved_totals: boolean
  /** Kinds of taxes that rules (`/tax-rules`) work out for items of which none of the kind is sent. Of the others an order has what is sent. */ derived_taxes: Array<"icms" | "ipi" | "ibs_cbs">
  /** The name of its file; null where there is none. */ logo: string | null
  created_at: string
  updated_at: string
}

/** CloudEvents 1.0: an issuer of JWTs was trusted. */
export interface AuditIssuerCreatedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  type: "audit.issuer_created"
  dataschema: "urn:pedido:schema:audit-event:1"
  /** The place in the feed: grows by one from event to event. */ sequence: string
  data: IssuerCreatedAuditData
}

export interface IssuerCreatedAuditData {
  record: TrustedIssuer
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
}

export interface TrustedIssuer {
  id: number
  name: string
  /** The claim `iss` of its JWTs, to the letter. */ issuer: string
  /** Where its public keys are (a JWK Set), by https at port 443 unless `WEBHOOK_ALLOW` names the host. Null: where the metadata of `issuer` say, by OpenID Connect or RFC 8414. */ jwks_url: string | null
  /** What the claim `aud` of its JWTs has to be, or to have among others. Given by the service: it names the account and this issuer. */ audience: string
  /** The claim that says what a JWT may do: `scope` unless given. A path for one in others: `realm_access.roles`. */ claim: string
  /** The scopes of each value of the claim. Values that are not named here give none. Null: the values are scopes themselves. */ scope_map: Record<string, Array<"orders:read" | "orders:write" | "orders:correct" | "customers:read" | "customers:write" | "products:read" | "products:write" | "reference:read" | "reference:write" | "taxes:read" | "taxes:write" | "events:read" | "webhooks:manage" | "imports:manage" | "tokens:manage" | "members:manage" | "audit:read" | "privacy:manage" | "*">> | null
  /** The claims `sub` that are taken. Null: all, which is for an issuer of your own only. */ subjects: Array<string> | null
  /** The most that its JWTs may do. */ scopes: Array<"orders:read" | "orders:write" | "orders:correct" | "customers:read" | "customers:write" | "products:read" | "products:write" | "reference:read" | "reference:write" | "taxes:read" | "taxes:write" | "events:read" | "webhooks:manage" | "imports:manage" | "tokens:manage" | "members:manage" | "audit:read" | "privacy:manage" | "*">
  only: RowScope
  expires_at: string | null
  created_at: string
}
