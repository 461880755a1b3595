import { eventSchemaName } from './schema.ts'
import { eventTypes, TEST_TYPE } from './types.ts'

/** Standard Webhooks’ headers, where an event is sent to a webhook. */
const parameters = [
  {
    ...header('webhook-id', 'The event’s `id`, the same for each attempt.', '^[0-9a-f-]{36}$'),
    // The path of a webhook has the other one.
    'x-component': 'WebhookIdHeader',
  },
  header('webhook-timestamp', 'Seconds since 1970, of this attempt.', '^\\d{1,12}$'),
  header(
    'webhook-signature',
    'HMAC-SHA256 of `id.timestamp.body` in base64, after `v1,`; two with a space between them while a secret is replaced.',
    '^v1,[0-9A-Za-z+/]+=( v1,[0-9A-Za-z+/]+=)?$',
  ),
]

function header(name: string, description: string, pattern: string) {
  return {
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string', pattern, maxLength: 200 },
  }
}

/** Each type of event with the schema of its CloudEvents JSON. */
export function eventWebhooks() {
  return Object.fromEntries(
    [...eventTypes, TEST_TYPE].map((type) => [type, { post: eventOf(type) }]),
  )
}

function eventOf(type: string) {
  const name = eventSchemaName(type)
  return {
    tags: ['Events'],
    operationId: `on${name.slice(0, -5)}`,
    summary: `The event ${type}`,
    description:
      type === TEST_TYPE
        ? 'Sent by `POST /webhooks/{id}/test`, and only there.'
        : 'As it stands in `GET /events`.',
    security: [],
    parameters,
    requestBody: {
      required: true,
      content: {
        'application/cloudevents+json': { schema: { $ref: `#/components/schemas/${name}` } },
      },
    },
    responses: { '2XX': { description: 'Received.' } },
  }
}
