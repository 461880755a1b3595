// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { EventToken } from './events.ts'
import type { SignInProvider } from './events-4.ts'
import type { WebhookEventData } from './events-2.ts'

/** CloudEvents 1.0: members sign in by no provider any more. */
export interface AuditProviderDeletedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "audit.provider_deleted"
  dataschema: "urn:pedido:schema:audit-event:1"
  data: ProviderDeletedAuditData
}

export interface ProviderDeletedAuditData {
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
  record: SignInProvider
}

/** CloudEvents 1.0: a list was asked for as a file. */
export interface AuditExportMadeEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "audit.export_made"
  dataschema: "urn:pedido:schema:audit-event:1"
  data: ExportMadeAuditData
}

export interface ExportMadeAuditData {
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
  record: AuditedExport
}

export interface AuditedExport {
  resource: string
  format: "csv" | "ndjson" | "xlsx"
  /** The filters and what else the address said. */ parameters: Record<string, unknown>
}

/** CloudEvents 1.0: the data of a customer was asked to be removed for good. */
export interface AuditCustomerAnonymisedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "audit.customer_anonymised"
  dataschema: "urn:pedido:schema:audit-event:1"
  data: CustomerAnonymisedAuditData
}

export interface CustomerAnonymisedAuditData {
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
  record: AuditedAnonymisation
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
