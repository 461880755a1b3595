import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { actorOf } from '../access/authenticate.ts'
import type { Scope } from '../base/scopes.ts'
import { bareDocument } from '../base/values/tax-ids.ts'
import type { Reader } from '../database/database.ts'
import type { App } from '../http/app.ts'
import { change } from '../http/change.ts'
import { preconditionOf, sendRecord } from '../http/conditional.ts'
import { sendList } from '../http/lists/lists.ts'
import { operation } from '../http/openapi/operation.ts'
import { changed, deleted, fkIdParams, idParams, lightLists, single } from '../http/schemas.ts'
import type { Services } from '../services.ts'
import {
  type Body,
  createRecord,
  deleteRecord,
  explained,
  putRecord,
  readRecord,
  updateRecord,
} from './commands.ts'
import { definitions, type RecordDefinition } from './definitions.ts'
import { listSourceOf } from './json.ts'
import type { AfterUpdate } from './rules.ts'
import { listQuery, returnedSchemas, writtenSchema } from './schema.ts'
import type { Key } from './sql.ts'

/**
 * The records that orders refer to: the same endpoints for each kind.
 * @param afterUpdate what other features do when a record has changed, by the path of its list
 */
export function referenceRoutes(
  app: App,
  services: Services,
  afterUpdate: Record<string, AfterUpdate>,
): void {
  for (const one of definitions) {
    const definition = { ...one, afterUpdate: afterUpdate[one.path] }
    for (const schema of returnedSchemas(definition)) app.addSchema(schema)
    listRoute(app, services, definition)
    createRoute(app, services, definition)
    idRoutes(app, services, definition)
    deleteRoute(app, services, definition)
    fkIdRoutes(app, services, definition)
  }
}

/** What the endpoints of a record have in common. */
function about({ plural, family, title }: RecordDefinition) {
  const tag = plural.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return {
    reads: { tag, scope: `${family}:read` as Scope },
    writes: { tag, scope: `${family}:write` as Scope, changes: true },
    ref: Type.Ref(title),
  }
}

function bodyOf(request: FastifyRequest): Body {
  return request.body as Body
}

function listRoute(app: App, { readsOf }: Services, definition: RecordDefinition): void {
  const { path, plural, singular } = definition
  const { reads, ref } = about(definition)
  const source = listSourceOf(definition)
  app.get(
    path,
    operation({
      ...reads,
      operationId: `list${plural}`,
      summary: `List ${pluralOf(definition)}`,
      description: `Each ${singular} whole; by \`page\` and \`limit\`, or in cursor mode.`,
      query: listQuery(definition),
      success: lightLists(ref),
      refusals: ['invalid_cursor'],
    }),
    async (request, reply) =>
      sendList(readsOf(request).db, request, reply, {
        source,
        defaultSort: 'id',
        conditions: [sql`r.account_id = ${actorOf(request).account_id}`],
        filters: {
          fk_id: (value) => sql`r.fk_id = ${value}`,
          name: (value) => sql`r.name ilike ${`${escapeLike(value)}%`}`,
          document: (value) => sql`r.document = ${bareDocument(value)}`,
        },
        query: request.query as Record<string, unknown>,
      }),
  )
}

/** `\`, `%` and `_` stand for themselves. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** `a user`, but `an order status`: what is spoken with a vowel at the start takes `an`. */
function one(singular: string): string {
  return /^([aeio]|u(?!ser))/.test(singular) ? `an ${singular}` : `a ${singular}`
}

function pluralOf({ plural }: RecordDefinition): string {
  return plural.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase()
}

function createRoute(app: App, { primary }: Services, definition: RecordDefinition): void {
  const { path, title, singular } = definition
  const { writes, ref } = about(definition)
  app.post(
    path,
    operation({
      ...writes,
      operationId: `create${title}`,
      summary: `Create ${one(singular)}`,
      description: 'Only `name` is required; what is left out is unset.',
      body: writtenSchema(definition, true),
      success: changed(ref),
      status: 201,
      refusals: ['duplicate_fk_id'],
    }),
    async (request, reply) => {
      const { account_id } = actorOf(request)
      const body = bodyOf(request)
      return explained(primary, account_id, definition, { fk_id: body['fk_id'] }, () =>
        change(primary, request, reply, (tx, actor) => createRecord(tx, actor, definition, body)),
      )
    },
  )
}

async function read(
  db: Reader,
  definition: RecordDefinition,
  request: FastifyRequest,
  reply: FastifyReply,
  key: Key,
): Promise<FastifyReply> {
  const { account_id } = actorOf(request)
  return sendRecord(request, reply, await readRecord(db, account_id, definition, key))
}

function idRoutes(app: App, { primary, readsOf }: Services, definition: RecordDefinition): void {
  const { path, title, singular } = definition
  const { reads, writes, ref } = about(definition)
  app.get(
    `${path}/:id`,
    operation({
      ...reads,
      operationId: `read${title}`,
      summary: `Read ${one(singular)}`,
      description: 'With `If-None-Match` it is sent only if it has changed.',
      params: idParams,
      success: single(ref),
      conditional: true,
    }),
    (request, reply) => read(readsOf(request).db, definition, request, reply, request.params),
  )

  app.patch(
    `${path}/:id`,
    operation({
      ...writes,
      operationId: `update${title}`,
      summary: `Change fields of ${one(singular)}`,
      description: 'Fields that are left out stay; null clears.',
      params: idParams,
      body: writtenSchema(definition, false),
      success: changed(ref),
      conditional: true,
      refusals: ['duplicate_fk_id'],
    }),
    async (request, reply) => {
      const { account_id } = actorOf(request)
      const { id } = request.params
      const body = bodyOf(request)
      return explained(primary, account_id, definition, { fk_id: body['fk_id'] }, () =>
        change(primary, request, reply, (tx, actor) =>
          updateRecord(tx, actor, definition, id, body, preconditionOf(request)),
        ),
      )
    },
  )
}

function deleteRoute(app: App, services: Services, definition: RecordDefinition): void {
  const { path, title, singular, afterDelete } = definition
  const { writes } = about(definition)
  const { primary } = services
  app.delete(
    `${path}/:id`,
    operation({
      ...writes,
      operationId: `delete${title}`,
      summary: `Delete ${one(singular)} that nothing uses`,
      description: 'While something uses it, 409 says what.',
      params: idParams,
      success: deleted,
      conditional: true,
      refusals: ['record_in_use'],
    }),
    async (request, reply) => {
      const { account_id } = actorOf(request)
      const { id } = request.params
      await explained(primary, account_id, definition, { id }, () =>
        change(primary, request, reply, (tx, actor) =>
          deleteRecord(tx, actor, definition, id, preconditionOf(request)),
        ),
      )
      await afterDelete?.(services, account_id, id).catch((error: unknown) => {
        request.log.error({ err: error }, `what belonged to ${singular} ${id} could not be removed`)
      })
      return reply
    },
  )
}

function fkIdRoutes(app: App, { primary, readsOf }: Services, definition: RecordDefinition): void {
  const { path, title, singular } = definition
  const { reads, writes, ref } = about(definition)
  app.get(
    `${path}/fk_id/:fk_id`,
    operation({
      ...reads,
      operationId: `read${title}ByFkId`,
      summary: `Read ${one(singular)} by its fk_id`,
      description: 'As by its `id`.',
      params: fkIdParams,
      success: single(ref),
      conditional: true,
    }),
    (request, reply) => read(readsOf(request).db, definition, request, reply, request.params),
  )

  app.put(
    `${path}/fk_id/:fk_id`,
    operation({
      ...writes,
      operationId: `put${title}ByFkId`,
      summary: `Create or replace the ${singular} with this fk_id`,
      description:
        'Fields that are left out become unset. The body may repeat the fk_id, but not give another one.',
      params: fkIdParams,
      body: writtenSchema(definition, true),
      success: changed(ref),
      status: [200, 201],
      conditional: true,
    }),
    async (request, reply) => {
      const { account_id } = actorOf(request)
      const { fk_id } = request.params
      const body = bodyOf(request)
      return explained(primary, account_id, definition, { fk_id, upsert: true }, () =>
        change(primary, request, reply, (tx, actor) =>
          putRecord(tx, actor, definition, fk_id, body, preconditionOf(request)),
        ),
      )
    },
  )
}
