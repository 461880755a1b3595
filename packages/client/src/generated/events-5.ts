// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { WebhookEventData } from './events-2.ts'

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
