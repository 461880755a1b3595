// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { EventToken } from './events.ts'
import type { RowScope } from './events-2.ts'

/** CloudEvents 1.0: a member was invited. */
export interface AuditMemberCreatedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "audit.member_created"
  dataschema: "urn:pedido:schema:audit-event:1"
  data: MemberCreatedAuditData
}

export interface MemberCreatedAuditData {
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
  record: Member
}

export interface Member {
  id: number
  email: string
  name: string
  role: "owner" | "manager" | "operator" | "seller" | "viewer"
  /** Of the pages and mails for the member. */ language: "pt-BR" | "en"
  /** The seller that the member is. */ id_user: number | null
  only: RowScope
  /** `invited`: has no password yet, and no link to the sign-in provider. */ status: "invited" | "active"
  /** Signs in by the account’s sign-in provider, or did. */ linked: boolean
  created_at: string
  updated_at: string
}

/** CloudEvents 1.0: a member was changed: the role, what orders he sees, his name … */
export interface AuditMemberUpdatedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "audit.member_updated"
  dataschema: "urn:pedido:schema:audit-event:1"
  data: MemberUpdatedAuditData
}

export interface MemberUpdatedAuditData {
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
  record: Member
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
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "audit.member_deleted"
  dataschema: "urn:pedido:schema:audit-event:1"
  data: MemberDeletedAuditData
}

export interface MemberDeletedAuditData {
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
  record: Member
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
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "audit.link_created"
  dataschema: "urn:pedido:schema:audit-event:1"
  data: LinkCreatedAuditData
}

export interface LinkCreatedAuditData {
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
  record: AuditedLink
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
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "audit.password_changed"
  dataschema: "urn:pedido:schema:audit-event:1"
  data: PasswordChangedAuditData
}

export interface PasswordChangedAuditData {
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
  record: AuditedPassword
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
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "audit.passkey_created"
  dataschema: "urn:pedido:schema:audit-event:1"
  data: PasskeyCreatedAuditData
}

export interface PasskeyCreatedAuditData {
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
  record: AuditedPasskey
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
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "audit.passkey_deleted"
  dataschema: "urn:pedido:schema:audit-event:1"
  data: PasskeyDeletedAuditData
}

export interface PasskeyDeletedAuditData {
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
  record: AuditedPasskey
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
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "audit.session_created"
  dataschema: "urn:pedido:schema:audit-event:1"
  data: SessionCreatedAuditData
}

export interface SessionCreatedAuditData {
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
  record: AuditedSignIn
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
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "audit.session_ended"
  dataschema: "urn:pedido:schema:audit-event:1"
  data: SessionEndedAuditData
}

export interface SessionEndedAuditData {
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
  record: AuditedSession
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
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "audit.sign_in_failed"
  dataschema: "urn:pedido:schema:audit-event:1"
  data: SignInFailedAuditData
}

export interface SignInFailedAuditData {
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
  record: AuditedAttempt
}

export interface AuditedAttempt {
  member: AuditedMember
  /** What proved, or should have proved, who it is. */ method: "password" | "link" | "passkey" | "provider" | "session"
  address: string | null
  user_agent: string | null
}
