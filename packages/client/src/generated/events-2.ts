// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { WebhookEventData } from './events.ts'

export interface Webhook {
  id: number
  url: string
  /** As they were written. */ types: Array<string>
  /** Of the token that made the webhook or changed it last: it gets events of what that token could read, also after the token has ended. */ scopes: Array<"orders:read" | "customers:read" | "products:read" | "webhooks:manage" | "*">
  token: WebhookToken
  description: string | null
  enabled: boolean
  /** Why the service disabled it: it failed for 3 days, or answered 410. Null where a request did. */ disabled_reason: "failing" | "gone" | null
  disabled_at: string | null
  /** Of the extra headers. */ header_names: Array<string>
  /** Until then the secret before the last rotation signs, too. */ old_secret_until: string | null
  created_at: string
  updated_at: string
}

/** That token. */
export interface WebhookToken {
  id: number
  name: string
}

/** CloudEvents 1.0: a webhook was updated. */
export interface WebhookUpdatedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  type: "webhook.updated"
  dataschema: "urn:pedido:schema:webhook-event:1"
  /** The place in the feed: grows by one from event to event. */ sequence: string
  data: WebhookEventData
}

/** CloudEvents 1.0: a webhook was deleted. */
export interface WebhookDeletedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  type: "webhook.deleted"
  dataschema: "urn:pedido:schema:webhook-event:1"
  /** The place in the feed: grows by one from event to event. */ sequence: string
  data: WebhookEventData
}

/** CloudEvents 1.0: the service disabled a webhook that failed for long. */
export interface WebhookDisabledEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  type: "webhook.disabled"
  dataschema: "urn:pedido:schema:webhook-event:1"
  /** The place in the feed: grows by one from event to event. */ sequence: string
  data: WebhookEventData
}

/** CloudEvents 1.0: a test of a webhook, which is not in the feed. */
export interface WebhookTestEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  type: "webhook.test"
  dataschema: "urn:pedido:schema:webhook-event:1"
  data: WebhookEventData
}
