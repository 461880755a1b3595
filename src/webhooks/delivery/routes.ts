import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { actorOf } from '../../access/authenticate.ts'
import { Problem } from '../../base/problems.ts'
import { conditionsWithin } from '../../events/within.ts'
import type { App } from '../../http/app.ts'
import { change } from '../../http/change.ts'
import { sendRecord } from '../../http/conditional.ts'
import { sendList } from '../../http/lists/lists.ts'
import { operation } from '../../http/openapi/operation.ts'
import { changed, cursorList, idParams, single } from '../../http/schemas.ts'
import { withoutBodies } from '../../http/wire/bodiless.ts'
import type { Services } from '../../services.ts'
import { msg } from '../../texts/message.ts'
import { findWebhook } from '../commands.ts'
import {
  delivery,
  deliveryParams,
  deliveryQuery,
  deliverySource,
  MAX_REPLAYS,
  replay,
  replayBody,
} from '../schema.ts'
import { deliveredSql, deliveryWithinSql, failedSql } from '../sql.ts'
import {
  findDelivery,
  recordTest,
  replayEvents,
  retryDelivery,
  sendTest,
  type Test,
  visibleTypes,
} from './commands.ts'

const ref = Type.Ref('WebhookDelivery')
const common = { tag: 'Webhooks', scope: 'webhooks:manage' } as const

/** What became of events that were sent, and sending them again. */
export async function deliveryRoutes(app: App, services: Services): Promise<void> {
  for (const schema of [delivery, replay]) app.addSchema(schema)
  readRoutes(app, services)
  replayRoute(app, services)
  await withoutBodies(app, (scope) => {
    retryRoute(scope, services)
    testRoute(scope, services)
  })
}

/** What each filter of the list means. */
const filters: Record<string, (value: string) => RawBuilder<unknown>> = {
  outcome: (value) => sql.raw(value === 'delivered' ? deliveredSql : failedSql),
  event_id: (value) => sql`r.id_event = ${value}::uuid`,
  subject: (value) => sql`r.subject = ${value}`,
}

function readRoutes(app: App, { readsOf }: Services): void {
  app.get(
    '/webhooks/:id/deliveries',
    operation({
      ...common,
      operationId: 'listWebhookDeliveries',
      summary: 'List the attempts to send events',
      description:
        'The newest first. In cursor mode only: there may be millions, which are not counted.',
      params: idParams,
      query: deliveryQuery,
      success: cursorList(ref),
      problems: ['invalid_cursor'],
    }),
    async (request, reply) => {
      const reads = readsOf(request)
      const actor = actorOf(request)
      const { account_id, scopes } = actor
      const { id } = await findWebhook(reads.db, account_id, request.params.id)
      const types = visibleTypes(scopes)
      return sendList(reads, request, reply, {
        source: deliverySource,
        defaultSort: '-id',
        conditions: [
          sql`r.account_id = ${account_id}`,
          sql`r.id_webhook = ${id}`,
          ...(types ? [sql`r.type = any (${types}::text[])`] : []),
        ],
        within: conditionsWithin(actor, deliveryWithinSql),
        filters,
        query: { ...request.query, pagination: 'cursor' },
      })
    },
  )

  app.get(
    '/webhooks/:id/deliveries/:id_delivery',
    operation({
      ...common,
      operationId: 'readWebhookDelivery',
      summary: 'Read one attempt to send an event',
      description: 'With the beginning of the receiver’s answer.',
      params: deliveryParams,
      success: single(ref),
      conditional: true,
    }),
    async (request, reply) => {
      const { db } = readsOf(request)
      const actor = actorOf(request)
      const { id, id_delivery } = request.params
      await findWebhook(db, actor.account_id, id)
      const found = await findDelivery(db, actor, id, id_delivery)
      return sendRecord(request, reply, found.document)
    },
  )
}

function retryRoute(app: App, { primary }: Services): void {
  app.post(
    '/webhooks/:id/deliveries/:id_delivery/retry',
    operation({
      ...common,
      operationId: 'retryWebhookDelivery',
      summary: 'Send the event of a delivery again, as soon as possible',
      description:
        'It does not matter whether it was delivered. Earlier events of the same record that wait are sent first.',
      params: deliveryParams,
      success: changed(ref),
      changes: true,
      problems: ['webhook_disabled', 'event_gone', 'delivery_was_test'],
    }),
    async (request, reply) => {
      const { id, id_delivery } = request.params
      return change(primary, request, reply, (tx, actor) =>
        retryDelivery(tx, actor, id, id_delivery),
      )
    },
  )
}

function replayRoute(app: App, { primary }: Services): void {
  app.post(
    '/webhooks/:id/replay',
    operation({
      ...common,
      operationId: 'replayWebhookEvents',
      summary: 'Send the events of a time once more',
      description: `In the order of the feed, before anything newer, under the same \`webhook-id\` as the first time. Events that the webhook has not reached yet are sent anyway, and only once. At most ${MAX_REPLAYS} replays of a webhook at once; \`GET /webhooks/{id}/status\` tells how they get on. If the webhook gets more than the token may read, name \`types\` that the token may read.`,
      params: idParams,
      body: replayBody,
      success: changed(Type.Ref('WebhookReplay')),
      status: 201,
      changes: true,
      problems: ['limit_reached'],
    }),
    async (request, reply) =>
      change(primary, request, reply, (tx, actor) =>
        replayEvents(tx, actor, request.params.id, request.body),
      ),
  )
}

function testRoute(app: App, services: Services): void {
  const { primary } = services
  const stopping = new AbortController()
  void app.eventHub.closed.then(() =>
    stopping.abort(
      new Problem('unavailable', msg`The service stops: the test was ended.`, { retryAfter: 1 }),
    ),
  )
  app.post(
    '/webhooks/:id/test',
    operation({
      ...common,
      operationId: 'testWebhook',
      summary: 'Send a test at once, also to a webhook that is disabled',
      description:
        'It sends an event of the type `webhook.test`, signed like all. The answer says what became of it, also if it `failed`.',
      params: idParams,
      success: changed(ref),
      status: 201,
      changes: true,
      problems: ['secret_key_missing'],
    }),
    async (request, reply) => {
      const { id } = request.params
      let sent: Test
      return change(primary, request, reply, (tx, actor) => recordTest(tx, actor, id, sent), {
        before: async () => {
          sent = await sendTest(primary, actorOf(request), services, id, stopping.signal)
        },
      })
    },
  )
}
