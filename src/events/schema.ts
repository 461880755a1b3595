import { type TSchema, Type } from 'typebox'
import { expandParameter } from '../http/lists/expanded.ts'
import { exportParameters } from '../http/lists/exports.ts'
import { cursorOnlyParameters } from '../http/lists/lists.ts'
import {
  closed,
  dateFilter,
  dateTimeOut,
  id,
  nullable,
  textOut,
  traceparent,
} from '../http/schemas.ts'
import { msg } from '../texts/message.ts'
import { auditDataOf, auditSentenceOf, eventToken, replacedProperties } from './audit/schema.ts'
import {
  type AuditAction,
  actionsOf,
  type ChangedResource,
  type EventResource,
  eventResources,
  eventTypes,
  familyOf,
  TEST_TYPE,
} from './types.ts'

/** Seconds that a request for events may wait for one. */
const MAX_WAIT = 30

const cursor = Type.Optional(
  Type.String({
    format: 'text',
    minLength: 1,
    maxLength: 16_000,
    description:
      'Where to go on: the last `next_cursor`. Enough alone; without it, the oldest event.',
  }),
)

const typeFilter = Type.String({
  pattern: '^[a-z_*]+(\\.[a-z_*]+)?(,[a-z_*]+(\\.[a-z_*]+)?)*$',
  'x-message': msg`must be types of events with commas between them, such as order.created,customer.*.`,
  maxLength: 1000,
  description: `Of these types, with commas between them; \`order.*\` is all of a resource, \`*\` is all. Types: ${eventTypes.join(', ')}.`,
  examples: ['order.*'],
})

export const subject = Type.String({
  pattern: '^(/[a-z-]+)+/[1-9]\\d{0,15}$',
  'x-message': msg`must be the subject of an event, such as /orders/42.`,
  maxLength: 100,
  description: 'Of this record.',
  examples: ['/orders/42'],
})

const after = Type.Optional({ ...cursor, description: 'Another name of `cursor`.' })

export const eventQuery = closed({
  limit: cursorOnlyParameters.limit,
  cursor,
  after,
  sort: Type.Optional(
    Type.Enum(['sequence', '-sequence'], {
      default: 'sequence',
      description:
        'The oldest event first, unless given; with `-` the newest, and `wait` has no effect.',
      examples: ['sequence'],
    }),
  ),
  type: Type.Optional(typeFilter),
  subject: Type.Optional(subject),
  from: Type.Optional({ ...dateFilter, description: 'Changed at or after.' }),
  to: Type.Optional({ ...dateFilter, description: 'Changed at or before.' }),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_WAIT,
      default: 0,
      description: 'Seconds to wait for an event where there is none yet; 0 unless given.',
      examples: [0],
    }),
  ),
  ...expandParameter,
  ...exportParameters(),
})

export const streamQuery = closed({
  cursor: Type.Optional({
    ...cursor,
    description:
      'Where to begin: a `next_cursor` of `GET /events`, or the last `id:` line of a stream (not the `id` in the JSON of an event), with the same filters. Without it, now.',
  }),
  after,
  type: Type.Optional(typeFilter),
  subject: Type.Optional(subject),
})

export const streamHeaders = {
  'Last-Event-ID': Type.Optional(
    Type.String({
      format: 'text',
      maxLength: 16_000,
      description:
        'The last `id` that arrived: the stream goes on behind it. Comes before `cursor`. Clients of Server-Sent Events send it by themselves when they reconnect.',
    }),
  ),
}

const recordNames: Record<ChangedResource, string> = {
  order: 'Order',
  comment: 'OrderComment',
  attachment: 'OrderAttachment',
  customer: 'Customer',
  product: 'Product',
  address: 'Address',
  tax_rule: 'TaxRule',
  number_series: 'NumberSeries',
  webhook: 'Webhook',
}

/** What is said of some changes of orders, and not there where nothing is. */
export const saidOfChanges = {
  reason: Type.Optional(
    textOut(500, {
      description: 'Why a locked order was corrected.',
      examples: ['Wrong price'],
    }),
  ),
  restored_version: Type.Optional({
    ...id,
    description: 'The version of the order that the change restored.',
  }),
}

function dataOf(resource: ChangedResource): TSchema {
  const name = recordNames[resource]
  return closed(
    {
      version: { ...id, description: 'Counts the changes of this record from 1, without a gap.' },
      record: Type.Ref(name),
      ...replacedProperties,
      token: eventToken,
      request_id: nullable(textOut(100)),
      ...(resource === 'order' ? saidOfChanges : {}),
    },
    {
      title: `${name}EventData`,
      description: `The ${resource.replace('_', ' ')} after the change; for a deletion, as it was.`,
    },
  )
}

/** `order.status_changed` as it is named among the schemas: `OrderStatusChangedEvent`. */
export function eventSchemaName(type: string): string {
  return `${type.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`
}

export const sequence = Type.String({
  pattern: '^\\d{16}$',
  maxLength: 16,
  description: 'The place in the feed: grows by one from event to event.',
  examples: ['0000000000000105'],
})

/** What the events of every type have alike. */
const envelopeProperties = {
  specversion: Type.Unsafe<string>({ type: 'string', const: '1.0' }),
  id: Type.String({
    format: 'uuid',
    maxLength: 36,
    description: 'The event’s own: an event with an `id` that is known is a repetition.',
    examples: ['0b1f5c5e-5a0e-4d57-9e65-6a3f0b6f8f5c'],
  }),
  source: Type.String({
    format: 'uri',
    maxLength: 100,
    description: 'The account, by a name that no other account has anywhere.',
    examples: ['urn:pedido:account:7d0f4c3e-6c0b-4f0e-9b7e-2f4d0a6f1c55'],
  }),
  subject: Type.String({
    format: 'uri-reference',
    maxLength: 100,
    description: 'The record: its path.',
    examples: ['/orders/42'],
  }),
  time: {
    ...dateTimeOut,
    description: 'When it was changed, shortly before others can see it.',
  },
  datacontenttype: Type.Unsafe<string>({ type: 'string', const: 'application/json' }),
  // CloudEvents' Distributed Tracing extension.
  traceparent: Type.Optional(traceparent),
}

function eventSchema(family: ChangedResource | 'audit', action: string): TSchema {
  const type = `${family}.${action}`
  const isAudit = family === 'audit'
  const sentence = isAudit ? auditSentenceOf(action as AuditAction) : sentenceOf(family, action)
  return closed(
    {
      ...envelopeProperties,
      type: Type.Unsafe<string>({ type: 'string', const: type }),
      dataschema: Type.Unsafe<string>({
        type: 'string',
        const: `urn:pedido:schema:${family}-event:1`,
      }),
      ...(type === TEST_TYPE ? {} : { sequence }),
      data: isAudit ? auditDataOf(action as AuditAction) : dataOf(family),
    },
    { $id: eventSchemaName(type), description: `CloudEvents 1.0: ${sentence}` },
  )
}

function sentenceOf(resource: ChangedResource, action: string): string {
  if (action === 'status_changed') return 'an order moved to another status.'
  if (action === 'disabled') return 'the service disabled a webhook that failed for long.'
  if (action === 'test') return 'a test of a webhook, which is not in the feed.'
  const article = resource === 'order' || resource === 'address' ? 'an' : 'a'
  return `${article} ${resource.replace('_', ' ')} was ${action}.`
}

const types = eventResources.flatMap((resource: EventResource) =>
  actionsOf(resource).map((action) => eventSchema(familyOf(resource), action)),
)

/** Clients made of the document take what is not there yet. */
const otherEvent = Type.Object(
  {
    ...envelopeProperties,
    type: Type.String({ pattern: '^[a-z_]+\\.[a-z_]+$', maxLength: 100 }),
    dataschema: textOut(200),
    data: Type.Object({}),
  },
  {
    $id: 'OtherEvent',
    description: 'An event of a type that is newer than this document: skip it.',
  },
)

const cloudEvent = Type.Union(
  [...[...eventTypes, TEST_TYPE].map(eventSchemaName), 'OtherEvent'].map((name) => Type.Ref(name)),
  {
    $id: 'CloudEvent',
    description:
      'One change of one record, or an entry of the audit, in the form of CloudEvents 1.0; or a test of a webhook, which is sent there only.',
  },
)

export const eventSchemas: TSchema[] = [
  ...types,
  eventSchema('webhook', 'test'),
  otherEvent,
  cloudEvent,
]

export const eventFeed = Type.Object(
  {
    data: Type.Array(Type.Ref('CloudEvent'), { maxItems: 100 }),
    size: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'Number of events in `data`.',
      examples: [25],
    }),
    next_cursor: textOut(16_000, {
      description:
        'To keep, and for the next request; never null. The one that was sent: there is no more just now.',
      examples: ['q83vEjRWeJCrze8SNFZ4kFsiLWlkIix7fSxbIjEiXV0'],
    }),
    meta: Type.Ref('Meta'),
  },
  { title: 'EventFeed', description: 'Events in the order of the feed.' },
)
