// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { Call, List, ListQuery, Options } from '../types.ts'
import type { DeletedResponse, Meta, Pagination } from './orders-3.ts'
import type { RowScope, Webhook, WebhookToken } from './events-2.ts'

export interface WebhooksResource {
  /** List the webhooks. Secrets and the values of extra headers are never shown again. Needs the scope `webhooks:manage`. */ list(query?: ListQuery<ListWebhooksQuery, never>, options?: Options<'consistency'>): List<Webhook, ListWebhooksQuery, WebhookList, WebhookCursorList>
  /** Register a webhook; its secret is shown this once. Every event from now on whose type is among `types` is sent to `url`, signed as Standard Webhooks says. It gets events of what the token that made it, or changed it last, may read; types of others are refused. At most 100 for an account. Needs the scope `webhooks:manage`. */ create(body: WebhookInput, options?: Options<'idempotencyKey'>): Call<WebhookWithSecret>
  /** Read a webhook. It also says whether, when and why the service disabled it. Needs the scope `webhooks:manage`. */ read(id: number, options?: Options<'ifMatch' | 'consistency'>): Call<Webhook>
  /** Change the fields that the body names. Enabling a webhook sends the events that it missed. Another `url` sends again the events that failed; a `url` of another origin drops the extra headers, unless this request sends them again. From then on the webhook gets events of what this token may read. A token can’t change a webhook that gets more than the token may read. Needs the scope `webhooks:manage`. */ update(id: number, body: WebhookPatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<Webhook>
  /** Delete a webhook. Nothing more is sent, also of the events that wait. A token can’t delete a webhook that gets more than the token may read. Needs the scope `webhooks:manage`. */ delete(id: number, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
  /** Read how a webhook gets on. It says how far the webhook is behind the feed, what waits, and since when it fails. Needs the scope `webhooks:manage`. */ readStatus(id: number, options?: Options<'consistency'>): Call<WebhookStatus>
  /** Give a webhook a new secret; it is shown this once. For 24 hours events are signed with the new and with the old secret: either verifies. Another rotation within that time ends the oldest. A token can’t rotate the secret of a webhook that gets more than the token may read. Needs the scope `webhooks:manage`. */ rotateSecret(id: number, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<WebhookWithSecret>
  /** List the attempts to send events. The newest first. In cursor mode only: there may be millions, which are not counted. Needs the scope `webhooks:manage`. */ listDeliveries(id: number, query?: ListQuery<ListWebhookDeliveriesQuery, never>, options?: Options<'consistency'>): List<WebhookDelivery, ListWebhookDeliveriesQuery, WebhookDeliveryCursorList, WebhookDeliveryCursorList>
  /** Read one attempt to send an event. With the beginning of the receiver’s answer. Needs the scope `webhooks:manage`. */ readDelivery(id: number, id_delivery: number, options?: Options<'ifMatch' | 'consistency'>): Call<WebhookDelivery>
  /** Send the events of a time once more. In the order of the feed, before anything newer, under the same `webhook-id` as the first time. Events that the webhook has not reached yet are sent anyway, and only once. At most 10 replays of a webhook at once; `GET /webhooks/{id}/status` tells how they get on. If the webhook gets more than the token may read, name `types` that the token may read. Needs the scope `webhooks:manage`. */ replayEvents(id: number, body: WebhookReplayInput, options?: Options<'idempotencyKey'>): Call<WebhookReplay>
  /** Send the event of a delivery again, as soon as possible. It does not matter whether it was delivered. Earlier events of the same record that wait are sent first. Needs the scope `webhooks:manage`. */ retryDelivery(id: number, id_delivery: number, options?: Options<'idempotencyKey'>): Call<WebhookDelivery>
  /** Send a test at once, also to a webhook that is disabled. It sends an event of the type `webhook.test`, signed like all. The answer says what became of it, also if it `failed`. Needs the scope `webhooks:manage`. */ test(id: number, options?: Options<'idempotencyKey'>): Call<WebhookDelivery>
}

export interface ListWebhooksQuery {
  /** Records in one answer; 25 unless given. */ limit?: number
  /** Cursor mode: the previous `next_cursor`; enough alone. */ cursor?: string
  /** Page mode: which page, counted from 1; the first unless given. */ page?: number
  /** `cursor` asks for cursor mode on the first request; page mode unless given. */ pagination?: "page" | "cursor"
  /** Comma-separated fields, each with `-` for descending: id, created_at, updated_at. `id` breaks ties. */ sort?: string
}

export interface ListWebhookDeliveriesQuery {
  /** Records in one answer; 25 unless given. */ limit?: number
  /** Cursor mode: the previous `next_cursor`; enough alone. */ cursor?: string
  /** Comma-separated fields, each with `-` for descending: id. `id` breaks ties. */ sort?: string
  /** Delivered: the receiver answered with a status from 200 to 299. */ outcome?: "delivered" | "failed"
  /** The event’s `id`, sent as `webhook-id`. */ event_id?: string
  /** Of events of this record. */ subject?: string
}

/** Page mode. */
export interface WebhookList {
  data: Array<Webhook>
  pagination: Pagination
  meta: Meta
}

/** Cursor mode. */
export interface WebhookCursorList {
  data: Array<Webhook>
  /** Number of records in `data`. */ size: number
  /** For the next request; null when there is no more. */ next_cursor: string | null
  meta: Meta
}

export interface WebhookInput {
  /** The address to which events are sent by POST: public, by `https` at port 443, unless the operator has opened others (`WEBHOOK_ALLOW`). */ url: string
  /** All unless given. */ types?: Array<"order.created" | "order.updated" | "order.deleted" | "order.status_changed" | "order.corrected" | "comment.created" | "attachment.created" | "attachment.deleted" | "customer.created" | "customer.updated" | "customer.deleted" | "customer.anonymised" | "product.created" | "product.updated" | "product.deleted" | "address.created" | "address.updated" | "address.deleted" | "tax_rule.created" | "tax_rule.updated" | "tax_rule.deleted" | "number_series.created" | "number_series.updated" | "number_series.deleted" | "webhook.created" | "webhook.updated" | "webhook.deleted" | "webhook.disabled" | "audit.member_created" | "audit.member_updated" | "audit.member_deleted" | "audit.link_created" | "audit.password_changed" | "audit.passkey_created" | "audit.passkey_deleted" | "audit.session_created" | "audit.session_ended" | "audit.sign_in_failed" | "audit.token_created" | "audit.token_updated" | "audit.token_rotated" | "audit.token_deleted" | "audit.account_updated" | "audit.issuer_created" | "audit.issuer_updated" | "audit.issuer_deleted" | "audit.provider_created" | "audit.provider_updated" | "audit.provider_deleted" | "audit.export_made" | "audit.customer_anonymised" | "*" | "order.*" | "comment.*" | "attachment.*" | "customer.*" | "product.*" | "address.*" | "tax_rule.*" | "number_series.*" | "webhook.*" | "audit.*">
  description?: string | null
  /** True unless given. */ enabled?: boolean
  /** Sent with every event. Their values are never shown again. */ headers?: Record<string, string>
}

export interface WebhookWithSecret {
  id: number
  url: string
  /** As they were written. */ types: Array<string>
  /** The scopes of the token that made the webhook or changed it last: the webhook gets events of what that token could read, also after the token has ended. The same holds for `only`. */ scopes: Array<"orders:read" | "customers:read" | "products:read" | "taxes:read" | "reference:read" | "webhooks:manage" | "audit:read" | "*">
  only: RowScope
  token: WebhookToken
  description: string | null
  enabled: boolean
  /** Why the service disabled it: it failed for 3 days, or answered 410. Null where a request did. */ disabled_reason: "failing" | "gone" | null
  disabled_at: string | null
  /** Of the extra headers. */ header_names: Array<string>
  /** Until then the secret before the last rotation signs, too. */ old_secret_until: string | null
  created_at: string
  updated_at: string
  /** For verifying signatures. It is shown this once. */ secret: string
}

export interface WebhookPatch {
  /** The address that gets the events from now on. If it has another origin (scheme, host or port) and the body has no `headers`, the extra headers are dropped: they may hold credentials. */ url?: string
  types?: Array<"order.created" | "order.updated" | "order.deleted" | "order.status_changed" | "order.corrected" | "comment.created" | "attachment.created" | "attachment.deleted" | "customer.created" | "customer.updated" | "customer.deleted" | "customer.anonymised" | "product.created" | "product.updated" | "product.deleted" | "address.created" | "address.updated" | "address.deleted" | "tax_rule.created" | "tax_rule.updated" | "tax_rule.deleted" | "number_series.created" | "number_series.updated" | "number_series.deleted" | "webhook.created" | "webhook.updated" | "webhook.deleted" | "webhook.disabled" | "audit.member_created" | "audit.member_updated" | "audit.member_deleted" | "audit.link_created" | "audit.password_changed" | "audit.passkey_created" | "audit.passkey_deleted" | "audit.session_created" | "audit.session_ended" | "audit.sign_in_failed" | "audit.token_created" | "audit.token_updated" | "audit.token_rotated" | "audit.token_deleted" | "audit.account_updated" | "audit.issuer_created" | "audit.issuer_updated" | "audit.issuer_deleted" | "audit.provider_created" | "audit.provider_updated" | "audit.provider_deleted" | "audit.export_made" | "audit.customer_anonymised" | "*" | "order.*" | "comment.*" | "attachment.*" | "customer.*" | "product.*" | "address.*" | "tax_rule.*" | "number_series.*" | "webhook.*" | "audit.*">
  description?: string | null
  /** True sends what was missed since it was disabled. */ enabled?: boolean
  /** They replace all headers; {} removes them. */ headers?: Record<string, string>
}

/** How a webhook gets on. */
export interface WebhookStatus {
  /** Events of any type in the feed that it has not reached yet. */ behind: number
  /** Events that failed, and later ones of the same records, which wait for them. */ waiting: number
  /** Attempts that failed since the last that did not. */ failures: number
  failing_since: string | null
  /** Null where nothing waits for a time. */ next_attempt_at: string | null
  /** Those under way. */ replays: Array<WebhookReplayStatus>
  last_delivery_at: string | null
}

export interface WebhookReplayStatus {
  id: number
  from: string
  to: string | null
  types: Array<string>
  /** Events of any type still to go through. */ remaining: number
}

/** Cursor mode. */
export interface WebhookDeliveryCursorList {
  data: Array<WebhookDelivery>
  /** Number of records in `data`. */ size: number
  /** For the next request; null when there is no more. */ next_cursor: string | null
  meta: Meta
}

/** One attempt to send an event. */
export interface WebhookDelivery {
  id: number
  id_webhook: number
  /** The event’s `id`, sent as `webhook-id`. */ event_id: string
  type: string
  subject: string
  /** The event’s place in the feed; null: a test. */ sequence: string | null
  /** Which attempt to send this event, from 1. */ attempt: number
  /** When it began. */ time: string
  /** To the end of the answer. */ milliseconds: number
  /** Delivered: the receiver answered with a status from 200 to 299. */ outcome: "delivered" | "failed"
  /** Of the answer. */ status: number | null
  /** Why there was no answer. */ failure: "timeout" | "dns" | "refused_address" | "tls" | "connection" | null
  /** More on the failure. */ detail: string | null
  /** The beginning of the answer, at most 2 KB. */ response: string | null
  /** When the event is sent again, where it is to be. */ next_attempt_at: string | null
}

export interface WebhookReplayInput {
  /** Events changed at or after: RFC 3339 or a bare date. */ from: string
  /** Changed at or before. */ to?: string
  /** Of these types; unless given, the webhook’s. */ types?: Array<"order.created" | "order.updated" | "order.deleted" | "order.status_changed" | "order.corrected" | "comment.created" | "attachment.created" | "attachment.deleted" | "customer.created" | "customer.updated" | "customer.deleted" | "customer.anonymised" | "product.created" | "product.updated" | "product.deleted" | "address.created" | "address.updated" | "address.deleted" | "tax_rule.created" | "tax_rule.updated" | "tax_rule.deleted" | "number_series.created" | "number_series.updated" | "number_series.deleted" | "webhook.created" | "webhook.updated" | "webhook.deleted" | "webhook.disabled" | "audit.member_created" | "audit.member_updated" | "audit.member_deleted" | "audit.link_created" | "audit.password_changed" | "audit.passkey_created" | "audit.passkey_deleted" | "audit.session_created" | "audit.session_ended" | "audit.sign_in_failed" | "audit.token_created" | "audit.token_updated" | "audit.token_rotated" | "audit.token_deleted" | "audit.account_updated" | "audit.issuer_created" | "audit.issuer_updated" | "audit.issuer_deleted" | "audit.provider_created" | "audit.provider_updated" | "audit.provider_deleted" | "audit.export_made" | "audit.customer_anonymised" | "*" | "order.*" | "comment.*" | "attachment.*" | "customer.*" | "product.*" | "address.*" | "tax_rule.*" | "number_series.*" | "webhook.*" | "audit.*">
}

export interface WebhookReplay {
  id: number
  id_webhook: number
  from: string
  to: string | null
  types: Array<string>
  /** Events of any type to go through. */ events_at_most: number
}
