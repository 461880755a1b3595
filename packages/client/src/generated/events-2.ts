// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { Address } from './orders-3.ts'
import type { EventToken, ProductEventData } from './events.ts'
import type { NumberSeries } from './number-series.ts'
import type { TaxRule } from './tax-rules.ts'

/** CloudEvents 1.0: a product was updated. */
export interface ProductUpdatedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "product.updated"
  dataschema: "urn:pedido:schema:product-event:1"
  data: ProductEventData
}

/** CloudEvents 1.0: a product was deleted. */
export interface ProductDeletedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "product.deleted"
  dataschema: "urn:pedido:schema:product-event:1"
  data: ProductEventData
}

/** CloudEvents 1.0: an address was created. */
export interface AddressCreatedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "address.created"
  dataschema: "urn:pedido:schema:address-event:1"
  data: AddressEventData
}

/** The address after the change; for a deletion, as it was. */
export interface AddressEventData {
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
  /** Counts the changes of this record from 1, without a gap. */ version: number
  record: Address
}

/** CloudEvents 1.0: an address was updated. */
export interface AddressUpdatedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "address.updated"
  dataschema: "urn:pedido:schema:address-event:1"
  data: AddressEventData
}

/** CloudEvents 1.0: an address was deleted. */
export interface AddressDeletedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "address.deleted"
  dataschema: "urn:pedido:schema:address-event:1"
  data: AddressEventData
}

/** CloudEvents 1.0: a tax rule was created. */
export interface TaxRuleCreatedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "tax_rule.created"
  dataschema: "urn:pedido:schema:tax_rule-event:1"
  data: TaxRuleEventData
}

/** The tax rule after the change; for a deletion, as it was. */
export interface TaxRuleEventData {
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
  /** Counts the changes of this record from 1, without a gap. */ version: number
  record: TaxRule
}

/** CloudEvents 1.0: a tax rule was updated. */
export interface TaxRuleUpdatedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "tax_rule.updated"
  dataschema: "urn:pedido:schema:tax_rule-event:1"
  data: TaxRuleEventData
}

/** CloudEvents 1.0: a tax rule was deleted. */
export interface TaxRuleDeletedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "tax_rule.deleted"
  dataschema: "urn:pedido:schema:tax_rule-event:1"
  data: TaxRuleEventData
}

/** CloudEvents 1.0: a number series was created. */
export interface NumberSeriesCreatedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "number_series.created"
  dataschema: "urn:pedido:schema:number_series-event:1"
  data: NumberSeriesEventData
}

/** The number series after the change; for a deletion, as it was. */
export interface NumberSeriesEventData {
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
  /** Counts the changes of this record from 1, without a gap. */ version: number
  record: NumberSeries
}

/** CloudEvents 1.0: a number series was updated. */
export interface NumberSeriesUpdatedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "number_series.updated"
  dataschema: "urn:pedido:schema:number_series-event:1"
  data: NumberSeriesEventData
}

/** CloudEvents 1.0: a number series was deleted. */
export interface NumberSeriesDeletedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "number_series.deleted"
  dataschema: "urn:pedido:schema:number_series-event:1"
  data: NumberSeriesEventData
}

/** CloudEvents 1.0: a webhook was created. */
export interface WebhookCreatedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "webhook.created"
  dataschema: "urn:pedido:schema:webhook-event:1"
  data: WebhookEventData
}

/** The webhook after the change; for a deletion, as it was. */
export interface WebhookEventData {
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
  /** Counts the changes of this record from 1, without a gap. */ version: number
  record: Webhook
}

export interface Webhook {
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
}

/** Restricted to orders of these sellers and branches; null: to none, all are seen. */
export type RowScope = { /** Ids of sellers: orders of one of these. Empty: no orders at all. */ id_user: Array<number> | null; /** Ids of branch companies: orders of one of these. */ id_branch_company: Array<number> | null } | null

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
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "webhook.updated"
  dataschema: "urn:pedido:schema:webhook-event:1"
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
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "webhook.deleted"
  dataschema: "urn:pedido:schema:webhook-event:1"
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
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "webhook.disabled"
  dataschema: "urn:pedido:schema:webhook-event:1"
  data: WebhookEventData
}
