import { Type } from 'typebox'
import { actorOf } from '../../access/authenticate.ts'
import type { App } from '../../http/app.ts'
import { change } from '../../http/change.ts'
import { sendRecord } from '../../http/conditional.ts'
import { operation } from '../../http/openapi/operation.ts'
import { changed, cursorList, idParams, list, single } from '../../http/schemas.ts'
import type { Services } from '../../services.ts'
import { orderAddresses } from '../paths.ts'
import type { OrderKey } from '../reads/keys.ts'
import { readComment, writeComment } from './commands.ts'
import { commentBody, commentSchemas, commentSource, commentsQuery } from './schema.ts'
import { sendRowsOfOrder } from './shared-routes.ts'

const ref = Type.Ref('OrderComment')
const read = { tag: 'Order comments', scope: 'orders:read' } as const
const write = { tag: 'Order comments', scope: 'orders:write', changes: true } as const

/** What people and programs note on an order, beside it: it stays as it is. */
export function commentRoutes(app: App, services: Services): void {
  for (const schema of commentSchemas) app.addSchema(schema)
  collectionRoutes(app, services)
  readRoute(app, services)
}

function collectionRoutes(app: App, { primary, readsOf }: Services): void {
  for (const { path, params, ending, by } of orderAddresses) {
    app.get(
      `${path}/comments`,
      operation({
        ...read,
        operationId: `listOrderComments${ending}`,
        summary: `List the comments of an order${by}`,
        description:
          'The oldest first, unless `sort` says otherwise. A deleted order still has its comments by `id`, for who sees all orders.',
        params,
        query: commentsQuery,
        success: Type.Union([list(ref), cursorList(ref)]),
        problems: ['invalid_cursor'],
      }),
      (request, reply) => sendRowsOfOrder(readsOf, request, reply, commentSource),
    )

    app.post(
      `${path}/comments`,
      operation({
        ...write,
        operationId: `createOrderComment${ending}`,
        summary: `Comment on an order${by}`,
        description:
          'In any status, locked ones too. The order stays as it is: its version, entity tag and `updated_at` do not change, and nobody who writes it has to wait. A comment is never changed or deleted. Its event is `comment.created`.',
        params,
        body: commentBody,
        status: 201,
        success: changed(ref),
      }),
      (request, reply) => {
        const { params: key, body } = request
        return change(primary, request, reply, (tx, actor) =>
          writeComment(tx, actor, key as OrderKey, body.text),
        )
      },
    )
  }
}

function readRoute(app: App, { readsOf }: Services): void {
  app.get(
    '/orders/comments/:id',
    operation({
      ...read,
      operationId: 'readOrderComment',
      summary: 'Read a comment of an order',
      description: 'With `If-None-Match` it is sent only if it is another one.',
      params: idParams,
      success: single(ref),
      conditional: true,
    }),
    async (request, reply) => {
      const { id } = request.params
      const document = await readComment(readsOf(request).db, actorOf(request), id)
      return sendRecord(request, reply, document)
    },
  )
}
