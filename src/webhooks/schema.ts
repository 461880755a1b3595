import { Type } from 'typebox'
import type { ListSource } from '../database/list.ts'
import { sequence, subject } from '../events/schema.ts'
import { eventScopes, eventTypes, eventWildcards } from '../events/types.ts'
import { cursorOnlyParameters, listParameters } from '../http/lists/lists.ts'
import { rowScopeOut } from '../http/openapi/shared-properties.ts'
import {
  closed,
  count,
  dateFilter,
  dateTimeOut,
  id,
  line,
  nameOut,
  nullable,
  text,
  textOut,
} from '../http/schemas.ts'
import { msg } from '../texts/message.ts'
import { MAX_HEADERS } from './headers.ts'
import { deliveryJson, webhookJson } from './sql.ts'

const MAX_TYPES = 50

/** Webhooks of one account. */
export const MAX_WEBHOOKS = 100
/** Replays of one webhook that are not done yet. */
export const MAX_REPLAYS = 10

const url = line(2000, {
  minLength: 1,
  description:
    'The address to which events are sent by POST: public, by `https` at port 443, unless the operator has opened others (`WEBHOOK_ALLOW`).',
  examples: ['https://erp.example.com/pedido'],
})

const types = Type.Array(
  Type.String({
    enum: [...eventTypes, ...eventWildcards],
    description: '`order.*` is all of a resource, `*` is all, also types that come later.',
    examples: ['order.*'],
  }),
  { minItems: 1, maxItems: MAX_TYPES, uniqueItems: true, examples: [['order.*']] },
)

const headers = Type.Record(
  Type.String({ pattern: '^[^]*$' }),
  Type.String({ maxLength: 1000, format: 'text', examples: ['Bearer 3f9c'] }),
  {
    maxProperties: MAX_HEADERS,
    description: 'Sent with every event. Their values are never shown again.',
    examples: [{ Authorization: 'Bearer 3f9c' }],
  },
)

const description = nullable(text(5000, { examples: ['Stock of the ERP'] }))

const example = {
  url: 'https://erp.example.com/pedido',
  types: ['order.*', 'customer.updated'],
  description: 'Stock of the ERP',
  enabled: true,
  headers: { Authorization: 'Bearer 3f9c' },
}

export const webhookBody = closed(
  {
    url,
    types: Type.Optional({ ...types, default: ['*'], description: 'All unless given.' }),
    description: Type.Optional(description),
    enabled: Type.Optional(Type.Boolean({ default: true, description: 'True unless given.' })),
    headers: Type.Optional(headers),
  },
  { title: 'WebhookInput', examples: [example] },
)

export const webhookPatchBody = closed(
  {
    url: Type.Optional({
      ...url,
      description:
        'The address that gets the events from now on. If it has another origin (scheme, host or port) and the body has no `headers`, the extra headers are dropped: they may hold credentials.',
    }),
    types: Type.Optional(types),
    description: Type.Optional(description),
    enabled: Type.Optional(
      Type.Boolean({ description: 'True sends what was missed since it was disabled.' }),
    ),
    headers: Type.Optional({
      ...headers,
      description: 'They replace all headers; {} removes them.',
    }),
  },
  { title: 'WebhookPatch', examples: [{ types: ['order.*'], enabled: true }] },
)

const typesOut = Type.Array(textOut(100, { examples: ['order.*'] }), { maxItems: MAX_TYPES })

const webhookProperties = {
  id,
  url: textOut(2000, { examples: ['https://erp.example.com/pedido'] }),
  types: { ...typesOut, description: 'As they were written.' },
  scopes: Type.Array(Type.String({ enum: [...eventScopes, '*'], examples: ['orders:read'] }), {
    maxItems: eventScopes.length,
    description:
      'The scopes of the token that made the webhook or changed it last: the webhook gets events of what that token could read, also after the token has ended. The same holds for `only`.',
  }),
  only: rowScopeOut,
  token: closed({ id, name: nameOut }, { title: 'WebhookToken', description: 'That token.' }),
  description: nullable(textOut(5000, { examples: ['Stock of the ERP'] })),
  enabled: Type.Boolean(),
  disabled_reason: {
    ...nullable(Type.String({ enum: ['failing', 'gone'] })),
    description:
      'Why the service disabled it: it failed for 3 days, or answered 410. Null where a request did.',
  },
  disabled_at: nullable(dateTimeOut),
  header_names: Type.Array(textOut(100, { examples: ['Authorization'] }), {
    maxItems: MAX_HEADERS,
    description: 'Of the extra headers.',
  }),
  old_secret_until: {
    ...nullable(dateTimeOut),
    description: 'Until then the secret before the last rotation signs, too.',
  },
  created_at: dateTimeOut,
  updated_at: dateTimeOut,
}

export const webhook = closed(webhookProperties, { $id: 'Webhook' })

export const webhookWithSecret = closed(
  {
    ...webhookProperties,
    secret: Type.String({
      description: 'For verifying signatures. It is shown this once.',
      pattern: '^whsec_[0-9A-Za-z+/]+=*$',
      maxLength: 100,
      examples: ['whsec_q83vEjRWeJCrze8SNFZ4kFsiLWlkIix7fSxbIjEiXV0='],
    }),
  },
  { $id: 'WebhookWithSecret' },
)

export const webhookSource: ListSource = {
  table: 'webhooks',
  document: webhookJson,
  sortable: { id: 'bigint', created_at: 'timestamptz', updated_at: 'timestamptz' },
}

export const webhookQuery = closed(listParameters(webhookSource))

const replayProperties = {
  from: dateTimeOut,
  to: nullable(dateTimeOut),
  types: typesOut,
}

export const webhookStatus = closed(
  {
    behind: {
      ...count,
      description: 'Events of any type in the feed that it has not reached yet.',
    },
    waiting: {
      ...count,
      description: 'Events that failed, and later ones of the same records, which wait for them.',
    },
    failures: { ...count, description: 'Attempts that failed since the last that did not.' },
    failing_since: nullable(dateTimeOut),
    next_attempt_at: {
      ...nullable(dateTimeOut),
      description: 'Null where nothing waits for a time.',
    },
    replays: Type.Array(
      closed(
        {
          id,
          ...replayProperties,
          remaining: { ...count, description: 'Events of any type still to go through.' },
        },
        { title: 'WebhookReplayStatus' },
      ),
      { maxItems: MAX_REPLAYS, description: 'Those under way.' },
    ),
    last_delivery_at: nullable(dateTimeOut),
  },
  { $id: 'WebhookStatus', description: 'How a webhook gets on.' },
)

const eventId = Type.String({
  pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
  'x-message': msg`must be the id of an event, such as 0b1f5c5e-5a0e-4d57-9e65-6a3f0b6f8f5c.`,
  maxLength: 36,
  description: 'The event’s `id`, sent as `webhook-id`.',
  examples: ['0b1f5c5e-5a0e-4d57-9e65-6a3f0b6f8f5c'],
})

const outcome = Type.String({
  enum: ['delivered', 'failed'],
  description: 'Delivered: the receiver answered with a status from 200 to 299.',
})

export const delivery = closed(
  {
    id,
    id_webhook: id,
    event_id: eventId,
    type: textOut(100, { examples: ['order.updated'] }),
    subject: textOut(100, { examples: ['/orders/42'] }),
    sequence: {
      ...nullable(sequence),
      description: 'The event’s place in the feed; null: a test.',
    },
    attempt: { ...id, description: 'Which attempt to send this event, from 1.' },
    time: { ...dateTimeOut, description: 'When it began.' },
    milliseconds: { ...count, description: 'To the end of the answer.', examples: [87] },
    outcome,
    status: nullable(
      Type.Integer({ minimum: 100, maximum: 999, description: 'Of the answer.', examples: [204] }),
    ),
    failure: {
      ...nullable(
        Type.String({ enum: ['timeout', 'dns', 'refused_address', 'tls', 'connection'] }),
      ),
      description: 'Why there was no answer.',
    },
    detail: nullable(textOut(1000, { description: 'More on the failure.' })),
    response: nullable(
      Type.String({
        pattern: '^[^]*$',
        maxLength: 2048,
        description: 'The beginning of the answer, at most 2 KB.',
        examples: ['{"ok":true}'],
      }),
    ),
    next_attempt_at: {
      ...nullable(dateTimeOut),
      description: 'When the event is sent again, where it is to be.',
    },
  },
  { $id: 'WebhookDelivery', description: 'One attempt to send an event.' },
)

export const deliverySource: ListSource = {
  table: 'webhook_deliveries',
  document: deliveryJson,
  sortable: { id: 'bigint' },
}

export const deliveryQuery = closed({
  ...cursorOnlyParameters,
  sort: listParameters(deliverySource).sort,
  outcome: Type.Optional(outcome),
  event_id: Type.Optional(eventId),
  subject: Type.Optional({ ...subject, description: 'Of events of this record.' }),
})

export const deliveryParams = Type.Object({
  id: { ...id, description: 'The webhook’s `id`.', 'x-component': 'WebhookId' },
  id_delivery: { ...id, description: 'The delivery’s `id`.' },
})

export const replayBody = closed(
  {
    from: { ...dateFilter, description: 'Events changed at or after: RFC 3339 or a bare date.' },
    to: Type.Optional({ ...dateFilter, description: 'Changed at or before.' }),
    types: Type.Optional({ ...types, description: 'Of these types; unless given, the webhook’s.' }),
  },
  {
    title: 'WebhookReplayInput',
    examples: [{ from: '2026-11-20', to: '2026-11-21T09:30:00-03:00', types: ['order.*'] }],
  },
)

export const replay = closed(
  {
    id,
    id_webhook: id,
    ...replayProperties,
    events_at_most: { ...count, description: 'Events of any type to go through.', examples: [250] },
  },
  { $id: 'WebhookReplay' },
)
