import { Type } from 'typebox'
import { actorOf } from '../../access/authenticate.ts'
import type { App } from '../../http/app.ts'
import { change } from '../../http/change.ts'
import { preconditionOf } from '../../http/conditional.ts'
import { operation } from '../../http/openapi/operation.ts'
import { deleted, fkId, id } from '../../http/schemas.ts'
import type { Services } from '../../services.ts'
import { inWords } from '../../texts/nouns.ts'
import { type Key, type LineDefinition, lines } from '../definitions.ts'
import { type Body, explained } from '../explained.ts'
import { one } from '../routes.ts'
import { deleteLine, type LineKey, updateLine } from './commands.ts'
import {
  addLine,
  currentLine,
  operationsOf,
  replaceLine,
  sendLine,
  sendLines,
} from './shared-routes.ts'

/**
 * The two ways to name the owner in a path. Its parameters are called after it: the lists of lines have
 * filters `id` and `fk_id` of their own.
 */
function ownerKeysOf({ owner: { of } }: LineDefinition) {
  const name = of.singular.replaceAll(' ', '_')
  const [byId, byCode] = [`id_${name}`, `${name}_fk_id`]
  return [
    {
      at: `/:${byId}`,
      params: Type.Object({
        [byId]: {
          ...id,
          description: `The ${of.singular}’s \`id\`.`,
          'x-component': `${of.title}OfLines`,
        },
      }),
      suffix: '',
      by: '',
      ownerIn: (params: Params): Key => ({ id: params[byId] as number }),
    },
    {
      at: `/fk_id/:${byCode}`,
      params: Type.Object({
        [byCode]: {
          ...fkId,
          description: `The ${of.singular}’s external identifier.`,
          'x-component': `${of.title}CodeOfLines`,
        },
      }),
      suffix: 'ByFkId',
      by: ' by its fk_id',
      ownerIn: (params: Params): Key => ({ fk_id: params[byCode] as string }),
    },
  ]
}

type OwnerKey = ReturnType<typeof ownerKeysOf>[number]
type Params = Record<string, unknown>

/** The lines of all records that have some, but for addresses, which know more paths. */
export function recordLineRoutes(app: App, services: Services): void {
  for (const line of lines) lineRoutes(app, services, line)
}

/** Lines of a record, below the path of the record that they belong to. */
export function lineRoutes(app: App, services: Services, line: LineDefinition): void {
  const keys = ownerKeysOf(line)
  for (const key of keys) collectionRoutes(app, services, line, key)
  for (const key of keys) {
    readRoutes(app, services, line, key)
    changeRoutes(app, services, line, key)
  }
}

/** How an operation speaks of the owner. */
function ofOwner({ owner: { of } }: LineDefinition, by: string): string {
  return by ? `the ${of.singular} with this fk_id` : one(of.singular)
}

/** `/customers/42/addresses` and `/customers/fk_id/C-100/addresses`. */
function collectionRoutes(
  app: App,
  services: Services,
  line: LineDefinition,
  { at, params, suffix, by, ownerIn }: OwnerKey,
): void {
  const { title, plural, singular, owner } = line
  const path = `${owner.of.path}${at}/${owner.lines}`
  const operations = operationsOf(line)
  app.get(
    path,
    operation({
      ...operations.list,
      operationId: `list${owner.of.title}${plural}${suffix}`,
      summary: `List the ${inWords(plural)} of ${ofOwner(line, by)}`,
      description: 'By `page` or `offset` and `limit`, or in cursor mode.',
      params,
    }),
    async (request, reply) =>
      sendLines(services, request, reply, line, ownerIn(request.params as Params)),
  )
  app.post(
    path,
    operation({
      ...operations.create,
      operationId: `create${owner.of.title}${title}${suffix}`,
      summary: `Add ${one(singular)} to ${ofOwner(line, by)}`,
      description: line.fields['name']?.required
        ? 'Only `name` is required; what is left out is unset.'
        : 'No field is required.',
      params,
    }),
    async (request, reply) =>
      addLine(services, request, reply, line, ownerIn(request.params as Params)),
  )
}

/** A line by its own code below its owner: how its routes name it and speak of it. */
function lineAt(line: LineDefinition, { at, params, by, ownerIn }: OwnerKey) {
  const { singular, owner, example } = line
  const name = `${singular.replaceAll(' ', '_')}_fk_id`
  return {
    path: `${owner.of.path}${at}/${owner.lines}/fk_id/:${name}`,
    its: `${one(singular)} of ${ofOwner(line, by)} by its fk_id`,
    params: Type.Object({
      ...params.properties,
      [name]: {
        ...fkId,
        description: `The ${singular}’s external identifier.`,
        examples: [String(example['fk_id'])],
      },
    }),
    keyOf: ({ params }: { params: unknown }): LineKey => {
      const { [name]: fk_id = '', ...owner } = params as Params
      return { owner: ownerIn(owner), fk_id: String(fk_id) }
    },
  }
}

function readRoutes(app: App, services: Services, line: LineDefinition, key: OwnerKey): void {
  const { title, singular, owner } = line
  const { path, its, params, keyOf } = lineAt(line, key)
  const operations = operationsOf(line)
  const others = `Another ${owner.of.singular}’s ${singular}`
  app.get(
    path,
    operation({
      ...operations.read,
      operationId: `read${owner.of.title}${title}${key.suffix}`,
      summary: `Read ${its}`,
      description: `${others} is not found.`,
      params,
    }),
    async (request, reply) => sendLine(services, request, reply, line, keyOf(request)),
  )
  app.put(
    path,
    operation({
      ...operations.put,
      operationId: `put${owner.of.title}${title}${key.suffix}`,
      current: (actor, params) => currentLine(services.primary, actor, line, keyOf({ params })),
      summary: `Create or replace ${its}`,
      description: `Fields that are left out become unset. The body may repeat the fk_id, but not give another one. ${others} with the fk_id is 409.`,
      params,
    }),
    async (request, reply) => replaceLine(services, request, reply, line, keyOf(request)),
  )
}

function changeRoutes(app: App, { primary }: Services, line: LineDefinition, key: OwnerKey): void {
  const { title, owner } = line
  const { path, its, params, keyOf } = lineAt(line, key)
  const { update, writes } = operationsOf(line)
  app.patch(
    path,
    operation({
      ...update,
      operationId: `update${owner.of.title}${title}${key.suffix}`,
      current: (actor, params) => currentLine(primary, actor, line, keyOf({ params })),
      summary: `Change fields of ${its}`,
      description:
        'Fields that are left out stay; null clears. The body may give it another `fk_id`.',
      params,
    }),
    async (request, reply) => {
      const sent = request.body as Body
      return explained(primary, actorOf(request), line, { fk_id: sent['fk_id'] }, () =>
        change(primary, request, reply, (tx, actor) =>
          updateLine(tx, actor, line, keyOf(request), sent, preconditionOf(request)),
        ),
      )
    },
  )
  app.delete(
    path,
    operation({
      ...writes,
      operationId: `delete${owner.of.title}${title}${key.suffix}`,
      summary: `Delete ${its}`,
      description: 'While other records use it, the answer is 409 and says which.',
      params,
      success: deleted,
      conditional: true,
      problems: ['record_in_use'],
    }),
    async (request, reply) => {
      const at = keyOf(request)
      return explained(primary, actorOf(request), line, { key: { fk_id: at.fk_id } }, () =>
        change(primary, request, reply, (tx, actor) =>
          deleteLine(tx, actor, line, at, preconditionOf(request)),
        ),
      )
    },
  )
}
