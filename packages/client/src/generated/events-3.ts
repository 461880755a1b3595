// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { EventToken } from './events.ts'
import type { Member, RowScope } from './events-2.ts'

export interface MemberUpdatedAuditData {
  record: Member
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
}

/** CloudEvents 1.0: a member was removed, and with him his sessions. */
export interface AuditMemberDeletedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  type: "audit.member_deleted"
  dataschema: "urn:pedido:schema:audit-event:1"
  /** The place in the feed: grows by one from event to event. */ sequence: string
  data: MemberDeletedAuditData
}

export interface MemberDeletedAuditData {
  record: Member
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
}

/** CloudEvents 1.0: a member got another one-time link. */
export interface AuditLinkCreatedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  type: "audit.link_created"
  dataschema: "urn:pedido:schema:audit-event:1"
  /** The place in the feed: grows by one from event to event. */ sequence: string
  data: LinkCreatedAuditData
}

export interface LinkCreatedAuditData {
  record: AuditedLink
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
}

export interface AuditedLink {
  member: AuditedMember
  purpose: "invitation" | "reset"
}

export interface AuditedMember {
  id: number
  name: string
}

/** CloudEvents 1.0: a member chose a password; his other sessions ended. */
export interface AuditPasswordChangedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  type: "audit.password_changed"
  dataschema: "urn:pedido:schema:audit-event:1"
  /** The place in the feed: grows by one from event to event. */ sequence: string
  data: PasswordChangedAuditData
}

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
  /** What proved, or should have proved, who it is. */ method: "password" | "link" | "passkey" | "provider" | "session"
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
  /** What proved, or should have proved, who it is. */ method: "password" | "link" | "passkey" | "provider" | "session"
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
  type: "audit.token_updated"
  dataschema: "urn:pedido:schema:audit-event:1"
  /** The place in the feed: grows by one from event to event. */ sequence: string
  data: TokenUpdatedAuditData
}

export interface TokenUpdatedAuditData {
  record: Token
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
}
