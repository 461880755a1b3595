import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { actorOf } from '../../access/authenticate.ts'
import type { App } from '../../http/app.ts'
import { change } from '../../http/change.ts'
import { preconditionOf, sendRecord } from '../../http/conditional.ts'
import { sendList } from '../../http/lists/lists.ts'
import { operation } from '../../http/openapi/operation.ts'
import { changed, cursorList, idParams, list, single } from '../../http/schemas.ts'
import { withoutBodies } from '../../http/wire/bodiless.ts'
import { problemLanguage } from '../../http/wire/negotiation.ts'
import type { AccountQueue } from '../../jobs/account-queue.ts'
import type { Services } from '../../services.ts'
import {
  beginRecalculation,
  cancelRecalculation,
  readRecalculation,
  recalculationsFor,
} from './commands.ts'
import { askedFilters } from './filters.ts'
import {
  KEPT_DAYS,
  MAX_OPEN,
  recalculationQuery,
  recalculationSchemas,
  recalculationSource,
  recalculationsQuery,
} from './schema.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Accounts with a recalculation to begin with. */
    recalculationsDue: AccountQueue
  }
}

const ref = Type.Ref('Recalculation')
const tag = 'Recalculations'
const read = { tag, scope: 'orders:read' } as const
const write = { tag, scope: 'orders:write', changes: true } as const

/** Orders of filters whose taxes are worked out again, in the background. */
export async function recalculationRoutes(app: App, services: Services): Promise<void> {
  for (const schema of recalculationSchemas) app.addSchema(schema)
  await withoutBodies(app, (scope) => {
    beginRoute(scope, services)
    cancelRoute(scope, services)
  })
  readRoutes(app, services)
}

function beginRoute(app: App, { primary }: Services): void {
  app.post(
    '/orders/recalculate',
    operation({
      ...write,
      operationId: 'createRecalculation',
      summary: 'Work the taxes of many orders out again',
      description: `In the background, of all orders that the filters find when their turn comes, each as \`POST /orders/{id}/recalculate\` does it. The parameters are the filters of \`GET /orders\`: at least one, or \`all=true\`. Locked orders stay as they are, and one that is refused keeps no other back. Of an account one is done at a time; at most ${MAX_OPEN} wait or run. It ends with the token that asked for it, or where that may do less than before. [Taxes](/docs/taxes) tells more.`,
      query: recalculationQuery,
      success: changed(ref),
      status: 201,
      problems: ['limit_reached'],
    }),
    async (request, reply) => {
      const { dry_run: isDry = false, ...query } = request.query as Record<string, unknown>
      const filters = await askedFilters(primary, actorOf(request), query)
      const language = problemLanguage(request.headers['accept-language'])
      const asked = { filters, isDry: isDry === true, language }
      await change(primary, request, reply, (tx, actor) => beginRecalculation(tx, actor, asked))
      app.recalculationsDue.add(actorOf(request).account_id)
      return reply
    },
  )
}

function cancelRoute(app: App, { primary }: Services): void {
  app.post(
    '/orders/recalculations/:id/cancel',
    operation({
      ...write,
      operationId: 'cancelRecalculation',
      summary: 'End a recalculation of many orders',
      description: 'What was written stays; nothing more is written.',
      params: idParams,
      success: changed(ref),
      conditional: true,
      problems: ['recalculation_state'],
    }),
    (request, reply) => {
      const { id } = request.params
      const precondition = preconditionOf(request)
      return change(primary, request, reply, (tx, actor) =>
        cancelRecalculation(tx, actor, id, precondition),
      )
    },
  )
}

/** What each filter of the list means. */
const filters: Record<string, (value: string) => RawBuilder<unknown>> = {
  state: (value) => sql`r.state = ${value}`,
  dry_run: (value) => sql`r.dry_run = ${value === 'true'}`,
}

function readRoutes(app: App, { readsOf }: Services): void {
  app.get(
    '/orders/recalculations',
    operation({
      ...read,
      operationId: 'listRecalculations',
      summary: 'List the recalculations of many orders',
      description: `The newest first: those that tell of no other orders than the token sees. One is kept for ${KEPT_DAYS} days after its end.`,
      query: recalculationsQuery,
      success: Type.Union([list(ref), cursorList(ref)]),
      problems: ['invalid_cursor'],
    }),
    (request, reply) => {
      const actor = actorOf(request)
      return sendList(readsOf(request), request, reply, {
        source: recalculationSource,
        defaultSort: '-id',
        conditions: [sql`r.account_id = ${actor.account_id}`],
        within: recalculationsFor(actor),
        filters,
        query: request.query,
      })
    },
  )

  app.get(
    '/orders/recalculations/:id',
    operation({
      ...read,
      operationId: 'readRecalculation',
      summary: 'Read a recalculation of many orders',
      description: 'How far it is, and what became of the orders.',
      params: idParams,
      success: single(ref),
      conditional: true,
    }),
    async (request, reply) => {
      const { id } = request.params
      const document = await readRecalculation(readsOf(request).db, actorOf(request), id)
      return sendRecord(request, reply, document)
    },
  )
}
