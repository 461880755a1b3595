import { eventSchemaName } from '../events/schema.ts'
import { eventTypes } from '../events/types.ts'

/** Each type of event with the schema of its CloudEvents JSON. */
export function webhooks() {
  return Object.fromEntries(eventTypes.map((type) => [type, { post: eventOf(type) }]))
}

function eventOf(type: string) {
  const name = eventSchemaName(type)
  return {
    tags: ['Events'],
    operationId: `on${name.slice(0, -5)}`,
    summary: `The event ${type}`,
    description: `As it stands in \`GET /events\`.`,
    security: [],
    requestBody: {
      required: true,
      content: {
        'application/cloudevents+json': { schema: { $ref: `#/components/schemas/${name}` } },
      },
    },
    responses: { '2XX': { description: 'Received.' } },
  }
}
