import { Type } from 'typebox'
import { actorOf } from '../../access/authenticate.ts'
import { baseOf } from '../../access/browser.ts'
import type { App } from '../../http/app.ts'
import { change } from '../../http/change.ts'
import { sendRecord } from '../../http/conditional.ts'
import { operation } from '../../http/openapi/operation.ts'
import { changed, cursorList, deleted, idParams, list, single } from '../../http/schemas.ts'
import { preferredLanguage } from '../../http/wire/negotiation.ts'
import { sendRowsOfOrder } from '../../orders/comments/shared-routes.ts'
import { orderAddresses } from '../../orders/paths.ts'
import type { OrderKey } from '../../orders/reads/keys.ts'
import type { Services } from '../../services.ts'
import { makeOrderLink, readOrderLink, revokeOrderLink } from './commands.ts'
import { type LinkInput, linkBody, linkSchemas, linkSource, linksQuery } from './schema.ts'

const ref = Type.Ref('OrderLink')
const read = { tag: 'Order links', scope: 'orders:read' } as const
const write = { tag: 'Order links', scope: 'orders:write', changes: true } as const

/** Links by which somebody without an account sees an order. */
export function orderLinkRoutes(app: App, services: Services): void {
  for (const schema of linkSchemas) app.addSchema(schema)
  for (const address of orderAddresses) {
    listRoute(app, services, address)
    createRoute(app, services, address)
  }
  oneRoutes(app, services)
}

type Address = (typeof orderAddresses)[number]

function listRoute(app: App, { readsOf }: Services, { path, params, ending, by }: Address): void {
  app.get(
    `${path}/links`,
    operation({
      ...read,
      operationId: `listOrderLinks${ending}`,
      summary: `List the links to an order${by}`,
      description:
        'The oldest first, unless `sort` says otherwise: those that have ended, too, with how often each was opened and what was answered.',
      params,
      query: linksQuery,
      success: Type.Union([list(ref), cursorList(ref)]),
      problems: ['invalid_cursor'],
    }),
    (request, reply) => sendRowsOfOrder(readsOf, request, reply, linkSource),
  )
}

function createRoute(app: App, services: Services, { path, params, ending, by }: Address): void {
  const { primary, config } = services
  app.post(
    `${path}/links`,
    operation({
      ...write,
      operationId: `createOrderLink${ending}`,
      summary: `Make a link to an order${by}, for somebody without an account`,
      description:
        'Its `url` is in this answer alone. Whoever has it sees the order as its document shows it, as it then is, and gets the PDF; with `asks_answer` they may say yes or no once, and comment before; each becomes a comment of the order. It ends at `expires_at`, by a DELETE, with the order, where the customer’s data is removed, and where the member or token that made it is. The order itself does not change.',
      params,
      body: linkBody,
      status: 201,
      success: changed(Type.Ref('NewOrderLink')),
      problems: ['limit_reached', 'rate_limited'],
    }),
    async (request, reply) => {
      const ways = {
        base: baseOf(request, config.PUBLIC_URL),
        language: preferredLanguage(request.headers['accept-language']),
        mailsPerDay: config.SMTP_URL === undefined ? null : config.ACCOUNT_ORDER_MAILS_PER_DAY,
      }
      const key = request.params as OrderKey
      const body = request.body as LinkInput
      const sent = await change(primary, request, reply, (tx, actor) =>
        makeOrderLink(tx, actor, key, body, ways),
      )
      if (body.to !== undefined) app.orderMailsDue.add(actorOf(request).account_id)
      return sent
    },
  )
}

function oneRoutes(app: App, { primary, readsOf }: Services): void {
  app.get(
    '/orders/links/:id',
    operation({
      ...read,
      operationId: 'readOrderLink',
      summary: 'Read a link to an order',
      description: 'With `If-None-Match` it is sent only if it has changed.',
      params: idParams,
      success: single(ref),
      conditional: true,
    }),
    async (request, reply) => {
      const { id } = request.params
      const document = await readOrderLink(readsOf(request).db, actorOf(request), id)
      return sendRecord(request, reply, document)
    },
  )

  app.delete(
    '/orders/links/:id',
    operation({
      ...write,
      operationId: 'deleteOrderLink',
      summary: 'End a link to an order',
      description: 'At once. It stays in the list, with `revoked_at`.',
      params: idParams,
      success: deleted,
    }),
    (request, reply) =>
      change(primary, request, reply, (tx, actor) => revokeOrderLink(tx, actor, request.params.id)),
  )
}
