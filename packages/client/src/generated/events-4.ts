// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { EventToken } from './events.ts'
import type { RowScope } from './events-2.ts'

/** CloudEvents 1.0: a token was made. */
export interface AuditTokenCreatedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "audit.token_created"
  dataschema: "urn:pedido:schema:audit-event:1"
  data: TokenCreatedAuditData
}

export interface TokenCreatedAuditData {
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
  record: Token
}

export interface Token {
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
}

/** CloudEvents 1.0: a token was changed: its name, its addresses, fewer scopes, an earlier end. */
export interface AuditTokenUpdatedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "audit.token_updated"
  dataschema: "urn:pedido:schema:audit-event:1"
  data: TokenUpdatedAuditData
}

export interface TokenUpdatedAuditData {
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
  record: Token
}

/** CloudEvents 1.0: a token was given another secret, or its old one was ended. */
export interface AuditTokenRotatedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "audit.token_rotated"
  dataschema: "urn:pedido:schema:audit-event:1"
  data: TokenRotatedAuditData
}

export interface TokenRotatedAuditData {
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
  record: Token
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
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "audit.token_deleted"
  dataschema: "urn:pedido:schema:audit-event:1"
  data: TokenDeletedAuditData
}

export interface TokenDeletedAuditData {
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
  record: Token
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
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "audit.account_updated"
  dataschema: "urn:pedido:schema:audit-event:1"
  data: AccountUpdatedAuditData
}

export interface AccountUpdatedAuditData {
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
  record: Account
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
  /** What becomes of a change of an order whose taxes rules work out with a national rate that no law has set for the day, as that of CBS for 2027. `warn`: the tax is left out, never 0, and told as `rate_missing` where the order’s taxes are explained and previewed. `refuse`: the change is refused, with `rate_missing` at the item. */ missing_rate: "warn" | "refuse"
  /** What is written to a customer with a link to an order, as `message` of a new link says it: `{link}`, and where they are wanted `{customer}`, `{order}`, `{account}` and `{total}`. Null: what the service says unless told. */ order_message: string | null
  /** The name of its file; null where there is none. */ logo: string | null
  /** Whether it is a test account: its data is made up, its tokens begin with `pdo_test_`, and it can be removed in one act (`DELETE /test-account`). */ test: boolean
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
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "audit.issuer_created"
  dataschema: "urn:pedido:schema:audit-event:1"
  data: IssuerCreatedAuditData
}

export interface IssuerCreatedAuditData {
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
  record: TrustedIssuer
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

/** CloudEvents 1.0: a trusted issuer was changed: its keys, what its JWTs may do … */
export interface AuditIssuerUpdatedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "audit.issuer_updated"
  dataschema: "urn:pedido:schema:audit-event:1"
  data: IssuerUpdatedAuditData
}

export interface IssuerUpdatedAuditData {
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
  record: TrustedIssuer
}

/** CloudEvents 1.0: an issuer is trusted no longer. */
export interface AuditIssuerDeletedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "audit.issuer_deleted"
  dataschema: "urn:pedido:schema:audit-event:1"
  data: IssuerDeletedAuditData
}

export interface IssuerDeletedAuditData {
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
  record: TrustedIssuer
}

/** CloudEvents 1.0: members sign in by a provider from now on. */
export interface AuditProviderCreatedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "audit.provider_created"
  dataschema: "urn:pedido:schema:audit-event:1"
  data: ProviderCreatedAuditData
}

export interface ProviderCreatedAuditData {
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
  record: SignInProvider
}

/** Where members sign in by OpenID Connect. */
export interface SignInProvider {
  /** What the button to sign in says. */ name: string
  /** Of its OpenID Connect metadata, to the letter: by https at port 443 unless `WEBHOOK_ALLOW` names the host. */ issuer: string
  /** The client that this service is at the provider. */ client_id: string
  /** What the provider is asked for: `openid email profile` unless given. */ scope: string
  /** The claim that says what somebody is: `roles` unless given. A path for one in others: `realm_access.roles`. */ role_claim: string
  /** The role of each value of the claim; of several roles the first of owner, manager, operator, seller, viewer. It follows the claim at each sign-in; a person who has no such value does not get in. Null: roles are given here alone. */ role_map: Record<string, "owner" | "manager" | "operator" | "seller" | "viewer"> | null
  /** Somebody whom the claim gives a role becomes a member at their first sign-in. Otherwise only invited members sign in. False unless given; needs `role_map`. */ creates_members: boolean
  /** E-mails are taken as verified where the provider does not say whether they are (Microsoft Entra ID with one tenant). False unless given. */ trusts_emails: boolean
  /** To be registered at the provider, and where people of the account begin to sign in. */ redirect_uri: string
  created_at: string
  updated_at: string
}

/** CloudEvents 1.0: the sign-in provider was changed: its issuer, what roles it gives … */
export interface AuditProviderUpdatedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "audit.provider_updated"
  dataschema: "urn:pedido:schema:audit-event:1"
  data: ProviderUpdatedAuditData
}

export interface ProviderUpdatedAuditData {
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
  record: SignInProvider
}
