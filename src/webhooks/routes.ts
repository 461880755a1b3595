import { sql } from 'kysely'
import { Type } from 'typebox'
import { actorOf } from '../access/authenticate.ts'
import { notFound } from '../base/problems.ts'
import { needKey } from '../base/secret-box.ts'
import type { App } from '../http/app.ts'
import { change } from '../http/change.ts'
import { preconditionOf, sendRecord } from '../http/conditional.ts'
import { sendJson, singleEnvelope } from '../http/envelope.ts'
import { sendList } from '../http/lists/lists.ts'
import { operation } from '../http/openapi/operation.ts'
import { changed, cursorList, deleted, idParams, list, single } from '../http/schemas.ts'
import { withoutBodies } from '../http/wire/bodiless.ts'
import type { Services } from '../services.ts'
import { msg } from '../texts/message.ts'
import {
  checkBody,
  createWebhook,
  deleteWebhook,
  findWebhook,
  rotateSecret,
  updateWebhook,
} from './commands.ts'
import {
  MAX_WEBHOOKS,
  webhook,
  webhookBody,
  webhookPatchBody,
  webhookQuery,
  webhookSource,
  webhookStatus,
  webhookWithSecret,
} from './schema.ts'
import { webhooks_status } from './sql.ts'

const ref = Type.Ref('Webhook')
const withSecret = Type.Ref('WebhookWithSecret')
const common = { tag: 'Webhooks', scope: 'webhooks:manage' } as const

/** Webhooks: where events are sent. */
export async function webhookRoutes(app: App, services: Services): Promise<void> {
  for (const schema of [webhook, webhookWithSecret, webhookStatus]) app.addSchema(schema)
  readRoutes(app, services)
  createRoute(app, services)
  updateRoute(app, services)
  deleteRoute(app, services)
  await withoutBodies(app, (scope) => rotateRoute(scope, services))
}

function readRoutes(app: App, { readsOf }: Services): void {
  app.get(
    '/webhooks',
    operation({
      ...common,
      operationId: 'listWebhooks',
      summary: 'List the webhooks',
      description: 'Secrets and the values of extra headers are never shown again.',
      query: webhookQuery,
      success: Type.Union([list(ref), cursorList(ref)]),
      problems: ['invalid_cursor'],
    }),
    async (request, reply) =>
      sendList(readsOf(request), request, reply, {
        source: webhookSource,
        defaultSort: 'id',
        conditions: [sql`r.account_id = ${actorOf(request).account_id}`],
        filters: {},
        query: request.query,
      }),
  )

  app.get(
    '/webhooks/:id',
    operation({
      ...common,
      operationId: 'readWebhook',
      summary: 'Read a webhook',
      description: 'It also says whether, when and why the service disabled it.',
      params: idParams,
      success: single(ref),
      conditional: true,
    }),
    async (request, reply) => {
      const { account_id } = actorOf(request)
      const found = await findWebhook(readsOf(request).db, account_id, request.params.id)
      return sendRecord(request, reply, found.document)
    },
  )

  app.get(
    '/webhooks/:id/status',
    operation({
      ...common,
      operationId: 'readWebhookStatus',
      summary: 'Read how a webhook gets on',
      description:
        'It says how far the webhook is behind the feed, what waits, and since when it fails.',
      params: idParams,
      success: single(Type.Ref('WebhookStatus')),
    }),
    async (request, reply) => {
      const { id } = request.params
      const { account_id } = actorOf(request)
      const [found] = await webhooks_status(readsOf(request).db, [account_id, id])
      if (!found) throw notFound(msg`Webhook ${id}`)
      return sendJson(reply, singleEnvelope(found.document))
    },
  )
}

function createRoute(app: App, { primary, secrets, outbound }: Services): void {
  app.post(
    '/webhooks',
    operation({
      ...common,
      operationId: 'createWebhook',
      summary: 'Register a webhook; its secret is shown this once',
      description: `Every event from now on whose type is among \`types\` is sent to \`url\`, signed as Standard Webhooks says. It gets events of what the token that made it, or changed it last, may read; types of others are refused. At most ${MAX_WEBHOOKS} for an account.`,
      body: webhookBody,
      success: changed(withSecret),
      status: 201,
      changes: true,
      problems: ['limit_reached', 'secret_key_missing'],
    }),
    async (request, reply) => {
      const { body } = request
      const box = needKey(secrets)
      return change(primary, request, reply, (tx, actor) => createWebhook(tx, actor, box, body), {
        before: () => checkBody(outbound, body),
      })
    },
  )
}

function updateRoute(app: App, { primary, secrets, outbound }: Services): void {
  app.patch(
    '/webhooks/:id',
    operation({
      ...common,
      operationId: 'updateWebhook',
      summary: 'Change the fields that the body names',
      description:
        'Enabling a webhook sends the events that it missed. Another `url` sends again the events that failed; a `url` of another origin drops the extra headers, unless this request sends them again. From then on the webhook gets events of what this token may read. A token can’t change a webhook that gets more than the token may read.',
      params: idParams,
      body: webhookPatchBody,
      current: async ({ account_id }, { id }) =>
        (await findWebhook(primary, account_id, id)).document,
      success: changed(ref),
      changes: true,
      conditional: true,
      problems: ['secret_key_missing'],
    }),
    async (request, reply) => {
      const { id } = request.params
      const { body } = request
      const precondition = preconditionOf(request)
      return change(
        primary,
        request,
        reply,
        (tx, actor) => updateWebhook(tx, actor, secrets, id, body, precondition),
        {
          before: async () => {
            const { url: current } = await findWebhook(primary, actorOf(request).account_id, id)
            const { url, ...others } = body
            await checkBody(outbound, url === undefined || url === current ? others : body)
          },
        },
      )
    },
  )
}

function deleteRoute(app: App, { primary }: Services): void {
  app.delete(
    '/webhooks/:id',
    operation({
      ...common,
      operationId: 'deleteWebhook',
      summary: 'Delete a webhook',
      description:
        'Nothing more is sent, also of the events that wait. A token can’t delete a webhook that gets more than the token may read.',
      params: idParams,
      success: deleted,
      changes: true,
      conditional: true,
    }),
    async (request, reply) =>
      change(primary, request, reply, (tx, actor) =>
        deleteWebhook(tx, actor, request.params.id, preconditionOf(request)),
      ),
  )
}

function rotateRoute(app: App, { primary, secrets }: Services): void {
  app.post(
    '/webhooks/:id/rotate-secret',
    operation({
      ...common,
      operationId: 'rotateWebhookSecret',
      summary: 'Give a webhook a new secret; it is shown this once',
      description:
        'For 24 hours events are signed with the new and with the old secret: either verifies. Another rotation within that time ends the oldest. A token can’t rotate the secret of a webhook that gets more than the token may read.',
      params: idParams,
      success: changed(withSecret),
      changes: true,
      conditional: true,
      problems: ['secret_key_missing'],
    }),
    async (request, reply) => {
      const box = needKey(secrets)
      return change(primary, request, reply, (tx, actor) =>
        rotateSecret(tx, actor, box, request.params.id, preconditionOf(request)),
      )
    },
  )
}
