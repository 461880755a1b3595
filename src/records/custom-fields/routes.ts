import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type TProperties, type TSchema, Type } from 'typebox'
import type { Viewer } from '../../access/actor.ts'
import { actorOf } from '../../access/authenticate.ts'
import { isRestricted } from '../../access/row-scope.ts'
import type { SparseSource } from '../../database/list.ts'
import type { App } from '../../http/app.ts'
import { change } from '../../http/change.ts'
import { preconditionOf, sendRecord } from '../../http/conditional.ts'
import { listParameters, sendList } from '../../http/lists/lists.ts'
import { operation } from '../../http/openapi/operation.ts'
import { changed, closed, deleted, idParams, single, sparseLists } from '../../http/schemas.ts'
import { problemLanguage } from '../../http/wire/negotiation.ts'
import type { Services } from '../../services.ts'
import { msg } from '../../texts/message.ts'
import { readRecord } from '../commands.ts'
import type { RecordDefinition } from '../definitions.ts'
import type { Body } from '../explained.ts'
import { listSourceOf } from '../json.ts'
import type { Field } from '../kinds/values.ts'
import { returnedSchemas, writtenSchema } from '../schema.ts'
import { changeField, declareField, removeField } from './commands.ts'
import { customField } from './definition.ts'

const ref = Type.Ref('CustomField')
const tag = 'Custom fields'
const reads = { tag, scope: 'reference:read' } as const
const writes = { tag, scope: 'reference:write', changes: true } as const

const { resource, key } = customField.fields as Record<string, { returned: TSchema }>

const source = listSourceOf(customField)

const hidden = (resources: string, name: string, instead: string): Record<string, Field> => {
  const field = customField.fields[name] as Field
  const shown = (column: string) => {
    const alias = column.slice(0, column.indexOf('.'))
    return `case when ${alias}.resource in (${resources}) then ${instead} else ${column} end`
  }
  return { [name]: { ...field, shown } }
}

/** The same for who sees some of these records only: not which ones break a declaration, nor how many. */
function restrictedTo(resources: string): { definition: RecordDefinition; source: SparseSource } {
  const definition = {
    ...customField,
    fields: {
      ...customField.fields,
      ...hidden(resources, 'breaking', '0'),
      ...hidden(resources, 'breaking_records', "'[]'::jsonb"),
    },
  }
  return { definition, source: listSourceOf(definition) }
}

const whole = { definition: customField, source }
const someOrders = restrictedTo("'orders'")
const someCustomers = restrictedTo("'orders', 'customers'")

function shownTo({ only }: Viewer) {
  if (only.customers !== null) return someCustomers
  return isRestricted(only) ? someOrders : whole
}

/** What can change: the others say what the field is. */
const patchBody = (() => {
  const { properties } = writtenSchema(customField, false) as unknown as { properties: TProperties }
  const { resource: _, key: __, type: ___, ...rest } = properties
  const fixed = msg`can’t be changed: delete the declaration, which leaves all values as they are, and make another.`
  return closed(rest, {
    title: 'CustomFieldPatch',
    'x-elsewhere': { resource: fixed, key: fixed, type: fixed },
    examples: [{ label: 'Rota', filterable: true }],
  })
})()

const languageOf = ({ headers }: FastifyRequest) => problemLanguage(headers['accept-language'])

/** The declarations of custom fields. */
export function customFieldRoutes(app: App, services: Services): void {
  for (const schema of returnedSchemas(customField)) app.addSchema(schema)
  listRoute(app, services)
  readRoute(app, services)
  writeRoutes(app, services)
}

function listRoute(app: App, { readsOf }: Services): void {
  app.get(
    '/custom-fields',
    operation({
      ...reads,
      operationId: 'listCustomFields',
      summary: 'List custom fields',
      description: 'What the account has declared; by `page` and `limit`, or in cursor mode.',
      query: closed({
        ...listParameters(source),
        resource: Type.Optional({ ...resource?.returned, description: 'Of these records.' }),
        key: Type.Optional({ ...key?.returned, description: 'With exactly this key.' }),
      }),
      success: sparseLists(ref),
      problems: ['invalid_cursor'],
    }),
    async (request, reply) =>
      sendList(readsOf(request), request, reply, {
        source: shownTo(actorOf(request)).source,
        defaultSort: 'id',
        conditions: [sql`r.account_id = ${actorOf(request).account_id}`],
        filters: {
          resource: (value) => sql`r.resource = ${value}`,
          key: (value) => sql`r.key = ${value}`,
        },
        query: request.query as Record<string, unknown>,
      }),
  )
}

function readRoute(app: App, { readsOf }: Services): void {
  app.get(
    '/custom-fields/:id',
    operation({
      ...reads,
      operationId: 'readCustomField',
      summary: 'Read a custom field',
      description: 'With how far its check is, where there are many records.',
      params: idParams,
      success: single(ref),
      conditional: true,
    }),
    async (request, reply) => {
      const actor = actorOf(request)
      const { definition } = shownTo(actor)
      const { db } = readsOf(request)
      return sendRecord(request, reply, await readRecord(db, actor, definition, request.params))
    },
  )
}

function writeRoutes(app: App, { primary }: Services): void {
  app.post(
    '/custom-fields',
    operation({
      ...writes,
      operationId: 'createCustomField',
      summary: 'Declare a custom field',
      description:
        'From then on each write must satisfy it, and so must the records that exist: 409 `records_break` says how many records break it and lists the first of them. With more than some 2,000 records the answer has the `status` `checking`, and a job checks the others. Tokens that are restricted to some orders can’t declare fields of orders.',
      body: writtenSchema(customField, true),
      status: 201,
      success: changed(ref),
      problems: ['duplicate_value', 'records_break', 'limit_reached'],
    }),
    (request, reply) =>
      change(primary, request, reply, (tx, actor) =>
        declareField(tx, actor, request.body as Body, languageOf(request)),
      ),
  )

  app.patch(
    '/custom-fields/:id',
    operation({
      ...writes,
      operationId: 'updateCustomField',
      summary: 'Change a custom field',
      description:
        'A change that asks less of records holds at once. A change that asks more is checked like a new declaration; if it is refused, the previous declaration still holds. `resource`, `key` and `type` stay. Tokens that are restricted to some orders can’t change fields of orders.',
      params: idParams,
      body: patchBody,
      current: (actor, key) => readRecord(primary, actor, shownTo(actor).definition, key),
      success: changed(ref),
      conditional: true,
      problems: ['records_break', 'limit_reached'],
    }),
    (request, reply) =>
      change(primary, request, reply, (tx, actor) =>
        changeField(
          tx,
          actor,
          request.params.id,
          request.body as Body,
          preconditionOf(request),
          languageOf(request),
        ),
      ),
  )

  app.delete(
    '/custom-fields/:id',
    operation({
      ...writes,
      operationId: 'deleteCustomField',
      summary: 'Delete a custom field; all values stay',
      description:
        'They stay as texts that nobody checks and that no filter finds. Tokens that are restricted to some orders can’t delete fields of orders.',
      params: idParams,
      success: deleted,
      conditional: true,
    }),
    (request, reply) =>
      change(primary, request, reply, (tx, actor) =>
        removeField(tx, actor, request.params.id, preconditionOf(request)),
      ),
  )
}
