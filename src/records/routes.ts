import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { actorOf } from '../access/authenticate.ts'
import type { ErrorCode } from '../base/problems.ts'
import type { Scope } from '../base/scopes.ts'
import type { App } from '../http/app.ts'
import { change } from '../http/change.ts'
import { etagOf, preconditionOf } from '../http/conditional.ts'
import { exportMedia } from '../http/lists/exports.ts'
import { sendList } from '../http/lists/lists.ts'
import { fieldsOfOne, sendWholeOrPart } from '../http/lists/sparse-fields.ts'
import { tagOf } from '../http/openapi/info.ts'
import { operation } from '../http/openapi/operation.ts'
import {
  changed,
  closed,
  deleted,
  fkIdParams,
  recordKeys,
  singleOrPart,
  sparseLists,
  wholeOrPart,
} from '../http/schemas.ts'
import type { Services } from '../services.ts'
import { inWords } from '../texts/nouns.ts'
import { documentWithFigures, showingFigures } from './buying/figures.ts'
import { createRecord, deleteRecord, putRecord, readRecord, updateRecord } from './commands.ts'
import { customResourceOf, definitions, exportedAs, type RecordDefinition } from './definitions.ts'
import { type Body, explained } from './explained.ts'
import { propertiesOf } from './json.ts'
import { recordList } from './lists/record-list.ts'
import type { AfterUpdate } from './rules.ts'
import { listQuery, returnedSchemas, writtenSchema } from './schema.ts'

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
    for (const key of recordKeys) {
      readRoute(app, services, definition, key)
      updateRoute(app, services, definition, key)
      deleteRoute(app, services, definition, key)
    }
    putRoute(app, services, definition)
  }
}

/** What the endpoints of a record have in common. */
function about({ plural, family, title }: RecordDefinition) {
  const tag = tagOf(plural)
  return {
    reads: { tag, scope: `${family}:read` as Scope },
    writes: { tag, scope: `${family}:write` as Scope, changes: true },
    ref: Type.Ref(title),
  }
}

/** Of values that are unique. */
function problemsOf(definition: RecordDefinition): ErrorCode[] {
  const anonymised = definition.fields['anonymised_at'] ? ['customer_anonymised' as const] : []
  const overlap =
    definition.path === '/tax-rules' ? (['tax_rule_overlap', 'limit_reached'] as const) : []
  const unique = customResourceOf(definition) ? (['duplicate_value'] as const) : []
  return [...unique, ...anonymised, ...overlap]
}

function bodyOf(request: FastifyRequest): Body {
  return request.body as Body
}

function listRoute(app: App, { exporter, readsOf }: Services, definition: RecordDefinition): void {
  const { path, plural, singular } = definition
  const exported = exportedAs(definition)
  const { reads, ref } = about(definition)
  app.get(
    path,
    operation({
      ...reads,
      operationId: `list${plural}`,
      summary: `List ${inWords(plural)}`,
      description: `Each ${singular} whole; by \`page\` and \`limit\`, or in cursor mode.`,
      query: listQuery(definition),
      success: sparseLists(ref),
      ...(exported ? { alsoProduces: exportMedia(wholeOrPart(ref)) } : {}),
      problems: ['invalid_cursor', ...(exported ? ['quota_exceeded' as const] : [])],
    }),
    async (request, reply) => {
      const query = request.query as Record<string, unknown>
      return sendList(readsOf(request), request, reply, {
        ...recordList(definition, actorOf(request), query),
        ...(exported ? { exported: { exporter, ...exported } } : {}),
      })
    },
  )
}

/** `a user`, but `an order status`: what is spoken with a vowel at the start takes `an`. */
export function one(singular: string): string {
  return /^([aeio]|u(?!ser))/.test(singular) ? `an ${singular}` : `a ${singular}`
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
      problems: ['duplicate_fk_id', ...problemsOf(definition)],
    }),
    async (request, reply) => {
      const body = bodyOf(request)
      return explained(
        primary,
        actorOf(request),
        definition,
        { fk_id: body['fk_id'], sent: { body } },
        () =>
          change(
            primary,
            request,
            reply,
            showingFigures(definition, (tx, actor) => createRecord(tx, actor, definition, body)),
          ),
      )
    },
  )
}

type RecordKey = (typeof recordKeys)[number]

function readRoute(
  app: App,
  { readsOf }: Services,
  definition: RecordDefinition,
  { at, params, suffix, by }: RecordKey,
): void {
  const { path, title, singular } = definition
  const { reads, ref } = about(definition)
  const properties = propertiesOf(definition)
  app.get(
    path + at,
    operation({
      ...reads,
      operationId: `read${title}${suffix}`,
      summary: `Read ${one(singular)}${by}`,
      description: by
        ? 'As by its `id`.'
        : 'With `If-None-Match` it is sent only if it has changed.',
      params,
      query: closed(fieldsOfOne),
      success: singleOrPart(ref),
      conditional: true,
    }),
    async (request, reply) => {
      const { db } = readsOf(request)
      const document = await readRecord(db, actorOf(request), definition, request.params)
      if (!definition.buys) return sendWholeOrPart(request, reply, document, properties)
      const whole = await documentWithFigures(db, actorOf(request), document)
      const shown = Object.keys(JSON.parse(whole) as object)
      return sendWholeOrPart(request, reply, whole, shown, etagOf(document))
    },
  )
}

function updateRoute(
  app: App,
  { primary }: Services,
  definition: RecordDefinition,
  { at, params, suffix, by }: RecordKey,
): void {
  const { path, title, singular } = definition
  const { writes, ref } = about(definition)
  app.patch(
    path + at,
    operation({
      ...writes,
      operationId: `update${title}${suffix}`,
      summary: `Change fields of ${one(singular)}${by}`,
      description: `Fields that are left out stay; null clears.${by ? ' The body may give it another `fk_id`.' : ''}`,
      params,
      body: writtenSchema(definition, false),
      current: (actor, key) => readRecord(primary, actor, definition, key),
      success: changed(ref),
      conditional: true,
      problems: ['duplicate_fk_id', ...problemsOf(definition)],
    }),
    async (request, reply) => {
      const body = bodyOf(request)
      const subject = { fk_id: body['fk_id'], sent: { body, to: request.params } }
      return explained(primary, actorOf(request), definition, subject, () =>
        change(
          primary,
          request,
          reply,
          showingFigures(definition, (tx, actor) =>
            updateRecord(tx, actor, definition, request.params, body, preconditionOf(request)),
          ),
        ),
      )
    },
  )
}

function deleteRoute(
  app: App,
  services: Services,
  definition: RecordDefinition,
  { at, params, suffix, by }: RecordKey,
): void {
  const { path, title, singular, afterDelete } = definition
  const { writes } = about(definition)
  const { primary } = services
  app.delete(
    path + at,
    operation({
      ...writes,
      operationId: `delete${title}${suffix}`,
      summary: `Delete ${one(singular)} that nothing uses${by && ','}${by}`,
      description: 'While other records use it, the answer is 409 and says which.',
      params,
      success: deleted,
      conditional: true,
      problems: ['record_in_use'],
    }),
    async (request, reply) => {
      const { account_id } = actorOf(request)
      const key = request.params
      let id = 'id' in key ? key.id : undefined
      await explained(primary, actorOf(request), definition, { key }, () =>
        change(primary, request, reply, async (tx, actor) => {
          const outcome = await deleteRecord(tx, actor, definition, key, preconditionOf(request))
          id = outcome.id
          return outcome
        }),
      )
      if (id === undefined) return reply
      await afterDelete?.(services, account_id, id).catch((error: unknown) => {
        request.log.error({ err: error }, `what belonged to ${singular} ${id} could not be removed`)
      })
      return reply
    },
  )
}

function putRoute(app: App, { primary }: Services, definition: RecordDefinition): void {
  const { path, title, singular } = definition
  const { writes, ref } = about(definition)
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
      current: (actor, key) => readRecord(primary, actor, definition, key),
      success: changed(ref),
      status: [200, 201],
      conditional: true,
      problems: problemsOf(definition),
    }),
    async (request, reply) => {
      const { fk_id } = request.params
      const body = bodyOf(request)
      const subject = { fk_id, upsert: true, sent: { body, to: { fk_id } } }
      return explained(primary, actorOf(request), definition, subject, () =>
        change(
          primary,
          request,
          reply,
          showingFigures(definition, (tx, actor) =>
            putRecord(tx, actor, definition, fk_id, body, preconditionOf(request)),
          ),
        ),
      )
    },
  )
}
