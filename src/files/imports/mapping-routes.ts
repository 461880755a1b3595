import { sql } from 'kysely'
import { Type } from 'typebox'
import { actorOf } from '../../access/authenticate.ts'
import { refuseInvalid } from '../../base/problems.ts'
import type { App } from '../../http/app.ts'
import { change } from '../../http/change.ts'
import { preconditionOf, sendRecord } from '../../http/conditional.ts'
import { sendList } from '../../http/lists/lists.ts'
import { operation } from '../../http/openapi/operation.ts'
import { changed, cursorList, deleted, list, single } from '../../http/schemas.ts'
import type { Services } from '../../services.ts'
import { deleteMapping, putMapping, readMapping, resourcesOf, unknownFields } from './commands.ts'
import type { Mapping } from './mapping/columns.ts'
import {
  mappingBody,
  mappingParams,
  mappingRecord,
  mappingSource,
  mappingsQuery,
} from './mapping-schema.ts'
import { needsScope } from './schema.ts'

const ref = Type.Ref('ImportMapping')
const common = { tag: 'Imports', scope: 'imports:manage' } as const

/** What the columns of files are, saved by name. */
export function importMappingRoutes(app: App, services: Services): void {
  app.addSchema(mappingRecord)
  readRoutes(app, services)
  writeRoutes(app, services)
}

function readRoutes(app: App, { readsOf }: Services): void {
  app.get(
    '/import-mappings',
    operation({
      ...common,
      operationId: 'listImportMappings',
      summary: 'List the saved mappings',
      description: 'The mappings of records that the token may write.',
      query: mappingsQuery,
      success: Type.Union([list(ref), cursorList(ref)]),
      problems: ['invalid_cursor'],
    }),
    async (request, reply) => {
      const actor = actorOf(request)
      return sendList(readsOf(request), request, reply, {
        source: mappingSource,
        defaultSort: 'name',
        conditions: [
          sql`r.account_id = ${actor.account_id}`,
          sql`r.resource = any (${resourcesOf(actor)}::text[])`,
        ],
        filters: { resource: (value) => sql`r.resource = ${value}` },
        query: request.query,
      })
    },
  )

  app.get(
    '/import-mappings/:name',
    operation({
      ...common,
      operationId: 'readImportMapping',
      summary: 'Read a saved mapping',
      description: needsScope,
      params: mappingParams,
      success: single(ref),
      conditional: true,
    }),
    async (request, reply) => {
      const { name } = request.params
      return sendRecord(
        request,
        reply,
        await readMapping(readsOf(request).db, actorOf(request), name),
      )
    },
  )
}

function writeRoutes(app: App, { primary }: Services): void {
  app.put(
    '/import-mappings/:name',
    operation({
      ...common,
      operationId: 'putImportMapping',
      summary: 'Save a mapping under this name',
      description: `It replaces the mapping that may have this name. ${needsScope}`,
      params: mappingParams,
      body: mappingBody,
      current: (actor, { name }) => readMapping(primary, actor, name),
      success: changed(ref),
      status: [200, 201],
      changes: true,
      conditional: true,
      problems: ['limit_reached'],
    }),
    async (request, reply) => {
      const { name } = request.params
      const body = request.body as Mapping & { resource: string }
      const unknown = unknownFields(body.resource, body)
      refuseInvalid(unknown)
      const precondition = preconditionOf(request)
      return change(primary, request, reply, (tx, actor) =>
        putMapping(tx, actor, name, body, precondition),
      )
    },
  )

  app.delete(
    '/import-mappings/:name',
    operation({
      ...common,
      operationId: 'deleteImportMapping',
      summary: 'Delete a saved mapping',
      description: `Imports that began with it keep it. ${needsScope}`,
      params: mappingParams,
      success: deleted,
      changes: true,
      conditional: true,
    }),
    async (request, reply) =>
      change(primary, request, reply, (tx, actor) =>
        deleteMapping(tx, actor, request.params.name, preconditionOf(request)),
      ),
  )
}
