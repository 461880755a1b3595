// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { AddressCreatedEvent, AddressDeletedEvent, AddressUpdatedEvent, NumberSeriesCreatedEvent, NumberSeriesDeletedEvent, NumberSeriesUpdatedEvent, ProductDeletedEvent, ProductUpdatedEvent, TaxRuleCreatedEvent, TaxRuleDeletedEvent, TaxRuleUpdatedEvent, WebhookCreatedEvent, WebhookDeletedEvent, WebhookDisabledEvent, WebhookUpdatedEvent } from './events-2.ts'
import type { AuditAccountUpdatedEvent, AuditIssuerCreatedEvent, AuditIssuerDeletedEvent, AuditIssuerUpdatedEvent, AuditProviderCreatedEvent, AuditProviderUpdatedEvent, AuditTokenCreatedEvent, AuditTokenDeletedEvent, AuditTokenRotatedEvent, AuditTokenUpdatedEvent } from './events-4.ts'
import type { AuditCustomerAnonymisedEvent, AuditExportMadeEvent, AuditProviderDeletedEvent, WebhookTestEvent } from './events-5.ts'
import type { AuditLinkCreatedEvent, AuditMemberCreatedEvent, AuditMemberDeletedEvent, AuditMemberUpdatedEvent, AuditPasskeyCreatedEvent, AuditPasskeyDeletedEvent, AuditPasswordChangedEvent, AuditSessionCreatedEvent, AuditSessionEndedEvent, AuditSignInFailedEvent } from './events-3.ts'
import type { Customer } from './customers.ts'
import type { EventStream, List, ListQuery, Options } from '../types.ts'
import type { Meta } from './orders-3.ts'
import type { Order } from './orders-2.ts'
import type { OrderAttachment, OrderComment } from './orders-5.ts'
import type { Product } from './products.ts'

export interface EventsResource {
  /** Follow every change of the account. In cursor mode. Keep `next_cursor` and send it with the next request, also where `data` was empty; what comes then is what became visible since. Without a cursor the feed begins at the oldest event that is kept, or at the newest with `sort=-sequence`, which goes back to the oldest and then gives the `next_cursor` that was sent. Nothing is skipped or repeated, and the events of one record stand in the order of its changes. With filters a page may be empty though there is more to look through: there is no more just now where `next_cursor` is the one that was sent. With `wait` the answer comes with the first event. Needs the scope `events:read`. */ list(query?: ListQuery<ListEventsQuery, never>, options?: Options<'consistency'>): List<CloudEvent, ListEventsQuery, EventFeed, EventFeed>
  /** Receive every change as it happens. Server-Sent Events: each event of `GET /events` as soon as it is there, with its type as `event`, itself in one line as `data`, and as `id` the cursor after it. It begins now, or at `cursor`; after a cut `Last-Event-ID` goes on where it was, and nothing is skipped or repeated. A comment comes where there is silence. Before the service ends a stream it sends the event `closing`, whose data has the `reason`: `shutdown`, `slow` (nothing was taken for a minute), `unauthorized` (the token has ended) or `cursor_gone`. Filters are those of `GET /events`. Needs the scope `events:read`. */ stream(query?: StreamEventsQuery, options?: Options<'consistency'>): EventStream<CloudEvent>
}

export interface ListEventsQuery {
  /** Records in one answer; 25 unless given. */ limit?: number
  /** Where to go on: the last `next_cursor`. Enough alone; without it, the oldest event. */ cursor?: string
  /** Another name of `cursor`. */ after?: string
  /** The oldest event first, unless given; with `-` the newest, and `wait` has no effect. */ sort?: "sequence" | "-sequence"
  /** Of these types, with commas between them; `order.*` is all of a resource, `*` is all. Types: order.created, order.updated, order.deleted, order.status_changed, order.corrected, comment.created, attachment.created, attachment.deleted, customer.created, customer.updated, customer.deleted, customer.anonymised, product.created, product.updated, product.deleted, address.created, address.updated, address.deleted, tax_rule.created, tax_rule.updated, tax_rule.deleted, number_series.created, number_series.updated, number_series.deleted, webhook.created, webhook.updated, webhook.deleted, webhook.disabled, audit.member_created, audit.member_updated, audit.member_deleted, audit.link_created, audit.password_changed, audit.passkey_created, audit.passkey_deleted, audit.session_created, audit.session_ended, audit.sign_in_failed, audit.token_created, audit.token_updated, audit.token_rotated, audit.token_deleted, audit.account_updated, audit.issuer_created, audit.issuer_updated, audit.issuer_deleted, audit.provider_created, audit.provider_updated, audit.provider_deleted, audit.export_made, audit.customer_anonymised. */ type?: string
  /** Of this record. */ subject?: string
  /** Changed at or after. */ from?: string
  /** Changed at or before. */ to?: string
  /** Seconds to wait for an event where there is none yet; 0 unless given. */ wait?: number
  /** Adds to each order what its customer is at that moment, in `expanded`: name, trade name, `fk_id`, document, e-mail and telephone. Needs the scope `customers:read`, too. With a cursor send it again. */ expand?: Array<"customer">
}

export interface StreamEventsQuery {
  /** Where to begin: a `next_cursor` of `GET /events`, or the last `id:` line of a stream (not the `id` in the JSON of an event), with the same filters. Without it, now. */ cursor?: string
  /** Another name of `cursor`. */ after?: string
  /** Of these types, with commas between them; `order.*` is all of a resource, `*` is all. Types: order.created, order.updated, order.deleted, order.status_changed, order.corrected, comment.created, attachment.created, attachment.deleted, customer.created, customer.updated, customer.deleted, customer.anonymised, product.created, product.updated, product.deleted, address.created, address.updated, address.deleted, tax_rule.created, tax_rule.updated, tax_rule.deleted, number_series.created, number_series.updated, number_series.deleted, webhook.created, webhook.updated, webhook.deleted, webhook.disabled, audit.member_created, audit.member_updated, audit.member_deleted, audit.link_created, audit.password_changed, audit.passkey_created, audit.passkey_deleted, audit.session_created, audit.session_ended, audit.sign_in_failed, audit.token_created, audit.token_updated, audit.token_rotated, audit.token_deleted, audit.account_updated, audit.issuer_created, audit.issuer_updated, audit.issuer_deleted, audit.provider_created, audit.provider_updated, audit.provider_deleted, audit.export_made, audit.customer_anonymised. */ type?: string
  /** Of this record. */ subject?: string
}

/** Events in the order of the feed. */
export interface EventFeed {
  data: Array<CloudEvent>
  /** Number of events in `data`. */ size: number
  /** To keep, and for the next request; never null. The one that was sent: there is no more just now. */ next_cursor: string
  meta: Meta
}

/** One change of one record, or an entry of the audit, in the form of CloudEvents 1.0; or a test of a webhook, which is sent there only. */
export type CloudEvent = OrderCreatedEvent | OrderUpdatedEvent | OrderDeletedEvent | OrderStatusChangedEvent | OrderCorrectedEvent | CommentCreatedEvent | AttachmentCreatedEvent | AttachmentDeletedEvent | CustomerCreatedEvent | CustomerUpdatedEvent | CustomerDeletedEvent | CustomerAnonymisedEvent | ProductCreatedEvent | ProductUpdatedEvent | ProductDeletedEvent | AddressCreatedEvent | AddressUpdatedEvent | AddressDeletedEvent | TaxRuleCreatedEvent | TaxRuleUpdatedEvent | TaxRuleDeletedEvent | NumberSeriesCreatedEvent | NumberSeriesUpdatedEvent | NumberSeriesDeletedEvent | WebhookCreatedEvent | WebhookUpdatedEvent | WebhookDeletedEvent | WebhookDisabledEvent | AuditMemberCreatedEvent | AuditMemberUpdatedEvent | AuditMemberDeletedEvent | AuditLinkCreatedEvent | AuditPasswordChangedEvent | AuditPasskeyCreatedEvent | AuditPasskeyDeletedEvent | AuditSessionCreatedEvent | AuditSessionEndedEvent | AuditSignInFailedEvent | AuditTokenCreatedEvent | AuditTokenUpdatedEvent | AuditTokenRotatedEvent | AuditTokenDeletedEvent | AuditAccountUpdatedEvent | AuditIssuerCreatedEvent | AuditIssuerUpdatedEvent | AuditIssuerDeletedEvent | AuditProviderCreatedEvent | AuditProviderUpdatedEvent | AuditProviderDeletedEvent | AuditExportMadeEvent | AuditCustomerAnonymisedEvent | WebhookTestEvent

/** CloudEvents 1.0: an order was created. */
export interface OrderCreatedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "order.created"
  dataschema: "urn:pedido:schema:order-event:1"
  data: OrderEventData
}

/** The order after the change; for a deletion, as it was. */
export interface OrderEventData {
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
  /** Counts the changes of this record from 1, without a gap. */ version: number
  record: Order
  /** Why a locked order was corrected. */ reason?: string
  /** The version of the order that the change restored. */ restored_version?: number
}

/** Who made the change. */
export interface EventToken {
  id: number
  name: string | null
}

/** CloudEvents 1.0: an order was updated. */
export interface OrderUpdatedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "order.updated"
  dataschema: "urn:pedido:schema:order-event:1"
  data: OrderEventData
}

/** CloudEvents 1.0: an order was deleted. */
export interface OrderDeletedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "order.deleted"
  dataschema: "urn:pedido:schema:order-event:1"
  data: OrderEventData
}

/** CloudEvents 1.0: an order moved to another status. */
export interface OrderStatusChangedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "order.status_changed"
  dataschema: "urn:pedido:schema:order-event:1"
  data: OrderEventData
}

/** CloudEvents 1.0: an order was corrected. */
export interface OrderCorrectedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "order.corrected"
  dataschema: "urn:pedido:schema:order-event:1"
  data: OrderEventData
}

/** CloudEvents 1.0: a comment was created. */
export interface CommentCreatedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "comment.created"
  dataschema: "urn:pedido:schema:comment-event:1"
  data: OrderCommentEventData
}

/** The comment after the change; for a deletion, as it was. */
export interface OrderCommentEventData {
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
  /** Counts the changes of this record from 1, without a gap. */ version: number
  record: OrderComment
}

/** CloudEvents 1.0: a attachment was created. */
export interface AttachmentCreatedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "attachment.created"
  dataschema: "urn:pedido:schema:attachment-event:1"
  data: OrderAttachmentEventData
}

/** The attachment after the change; for a deletion, as it was. */
export interface OrderAttachmentEventData {
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
  /** Counts the changes of this record from 1, without a gap. */ version: number
  record: OrderAttachment
}

/** CloudEvents 1.0: a attachment was deleted. */
export interface AttachmentDeletedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "attachment.deleted"
  dataschema: "urn:pedido:schema:attachment-event:1"
  data: OrderAttachmentEventData
}

/** CloudEvents 1.0: a customer was created. */
export interface CustomerCreatedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "customer.created"
  dataschema: "urn:pedido:schema:customer-event:1"
  data: CustomerEventData
}

/** The customer after the change; for a deletion, as it was. */
export interface CustomerEventData {
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
  /** Counts the changes of this record from 1, without a gap. */ version: number
  record: Customer
}

/** CloudEvents 1.0: a customer was updated. */
export interface CustomerUpdatedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "customer.updated"
  dataschema: "urn:pedido:schema:customer-event:1"
  data: CustomerEventData
}

/** CloudEvents 1.0: a customer was deleted. */
export interface CustomerDeletedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "customer.deleted"
  dataschema: "urn:pedido:schema:customer-event:1"
  data: CustomerEventData
}

/** CloudEvents 1.0: a customer was anonymised. */
export interface CustomerAnonymisedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "customer.anonymised"
  dataschema: "urn:pedido:schema:customer-event:1"
  data: CustomerEventData
}

/** CloudEvents 1.0: a product was created. */
export interface ProductCreatedEvent {
  specversion: "1.0"
  /** The event’s own: an event with an `id` that is known is a repetition. */ id: string
  /** The account, by a name that no other account has anywhere. */ source: string
  /** The record: its path. */ subject: string
  /** When it was changed, shortly before others can see it. */ time: string
  datacontenttype: "application/json"
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** The place in the feed: grows by one from event to event. */ sequence: string
  type: "product.created"
  dataschema: "urn:pedido:schema:product-event:1"
  data: ProductEventData
}

/** The product after the change; for a deletion, as it was. */
export interface ProductEventData {
  changed_fields: Array<string>
  previous: Record<string, unknown> | null
  token: EventToken | null
  request_id: string | null
  /** Counts the changes of this record from 1, without a gap. */ version: number
  record: Product
}
