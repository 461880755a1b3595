import { sql } from 'kysely'
import { Type } from 'typebox'
import { actorOf } from '../../access/authenticate.ts'
import type { App } from '../../http/app.ts'
import { change } from '../../http/change.ts'
import { preconditionOf, sendRecord } from '../../http/conditional.ts'
import { sendList } from '../../http/lists/lists.ts'
import { operation } from '../../http/openapi/operation.ts'
import { changed, cursorList, deleted, idParams, list, single } from '../../http/schemas.ts'
import type { Services } from '../../services.ts'
import { createView, deleteView, readView, updateView } from './commands.ts'
import { view, viewBody, viewPatch, viewSource, viewsQuery } from './schema.ts'

const ref = Type.Ref('View')
// The only lists that there are views of are of orders.
const common = { tag: 'Views', scope: 'orders:read' } as const

/** Lists that people have saved, for themselves and for each other. */
export function viewRoutes(app: App, services: Services): void {
  app.addSchema(view)
  readRoutes(app, services)
  writeRoutes(app, services)
}

function readRoutes(app: App, { readsOf }: Services): void {
  app.get(
    '/views',
    operation({
      ...common,
      operationId: 'listViews',
      summary: 'List the saved views',
      description: 'The shared ones and, for a member, their own.',
      query: viewsQuery,
      success: Type.Union([list(ref), cursorList(ref)]),
      problems: ['invalid_cursor'],
    }),
    async (request, reply) => {
      const { account_id, id_member } = actorOf(request)
      return sendList(readsOf(request), request, reply, {
        source: viewSource,
        defaultSort: 'name',
        conditions: [
          sql`r.account_id = ${account_id}`,
          sql`(r.id_member is null or r.id_member = ${id_member}::bigint)`,
        ],
        filters: { resource: (value) => sql`r.resource = ${value}` },
        query: request.query,
      })
    },
  )

  app.get(
    '/views/:id',
    operation({
      ...common,
      operationId: 'readView',
      summary: 'Read a saved view',
      params: idParams,
      success: single(ref),
      conditional: true,
    }),
    async (request, reply) =>
      sendRecord(
        request,
        reply,
        await readView(readsOf(request).db, actorOf(request), request.params.id),
      ),
  )
}

function writeRoutes(app: App, { primary }: Services): void {
  app.post(
    '/views',
    operation({
      ...common,
      operationId: 'createView',
      summary: 'Save a view',
      description:
        'Of the member, unless it is `shared`: that needs `reference:write`, and so does each change of what is shared. It shows nobody more orders than they may see.',
      body: viewBody,
      success: changed(ref),
      status: 201,
      changes: true,
      problems: ['limit_reached', 'session_required'],
    }),
    async (request, reply) =>
      change(primary, request, reply, (tx, actor) => createView(tx, actor, request.body)),
  )

  app.patch(
    '/views/:id',
    operation({
      ...common,
      operationId: 'updateView',
      summary: 'Change a saved view',
      description:
        'A view that is no longer shared becomes the private view of the member who changed it. What is shared needs `reference:write`.',
      params: idParams,
      body: viewPatch,
      current: (actor, { id }) => readView(primary, actor, id),
      success: changed(ref),
      conditional: true,
      changes: true,
      problems: ['limit_reached', 'session_required'],
    }),
    async (request, reply) =>
      change(primary, request, reply, (tx, actor) =>
        updateView(tx, actor, request.params.id, request.body, preconditionOf(request)),
      ),
  )

  app.delete(
    '/views/:id',
    operation({
      ...common,
      operationId: 'deleteView',
      summary: 'Delete a saved view',
      description: 'What is shared needs `reference:write`.',
      params: idParams,
      success: deleted,
      conditional: true,
      changes: true,
    }),
    async (request, reply) =>
      change(primary, request, reply, (tx, actor) =>
        deleteView(tx, actor, request.params.id, preconditionOf(request)),
      ),
  )
}
