// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { EventToken } from './events.ts'
import type { WebhookEventData } from './events-2.ts'

export interface CustomerAnonymisedAuditData {
  record: AuditedAnonymisation
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
}

export interface AuditedAnonymisation {
  id_customer: number
  /** Its code may stay. */ keep_fk_id: boolean
  /** Statuses whose orders stay as they are; null: those that are locked. */ kept_statuses: Array<number> | null
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
