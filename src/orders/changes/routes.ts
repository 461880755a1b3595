import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { actorOf } from '../../access/authenticate.ts'
import type { Reader } from '../../database/database.ts'
import type { App } from '../../http/app.ts'
import { change, preview } from '../../http/change.ts'
import { preconditionOf } from '../../http/conditional.ts'
import { sendJson, singleEnvelope } from '../../http/envelope.ts'
import { operation } from '../../http/openapi/operation.ts'
import { changed, closed } from '../../http/schemas.ts'
import type { Services } from '../../services.ts'
import { decided } from '../creating/create.ts'
import { correcting } from '../decisions.ts'
import { orderChangesExamples, orderPreviewExamples } from '../examples.ts'
import { attemptOf, explainFailure } from '../failures.ts'
import { checkBeside } from '../invoice-check/routes.ts'
import { previewCheck, previewed } from '../invoice-check/schema.ts'
import { itemInputs } from '../items/batch.ts'
import { correction, correctionQuery, orderAddresses } from '../paths.ts'
import type { OrderKey } from '../reads/keys.ts'
import { orderBody } from '../schema.ts'
import { changeOrder } from './commands.ts'
import { placeholderIds, withoutPlaceholders } from './placeholders.ts'
import { previewOfNewOrder } from './preview.ts'
import { type OrderChanges, orderChangesBody, previewSchemas } from './schema.ts'

const ofOrders = { tag: 'Orders', scope: 'orders:write' } as const
const previews = {
  tag: 'Order previews',
  scope: 'orders:write',
  previews: true,
  success: previewed,
} as const

/** An order and its items changed at once, and what orders would become. */
export function orderChangeRoutes(app: App, services: Services): void {
  for (const schema of previewSchemas) app.addSchema(schema)
  previewOfNew(app, services)
  changeRoutes(app, services)
}

function previewOfNew(app: App, { config, primary, lookups }: Services): void {
  app.post(
    '/orders/preview',
    operation({
      ...previews,
      operationId: 'previewOrder',
      summary: 'Preview a new order',
      description:
        'The whole order as `POST /orders` would make it from the same body, with all figures and defaults, or the problem that it would answer with; nothing is written. A record that has no `id` yet has null.',
      query: closed(previewCheck),
      body: orderBody(config.MAX_ITEMS),
      examples: orderPreviewExamples,
      problems: ['duplicate_fk_id', 'duplicate_value', 'number_taken', 'invoice_check_failed'],
    }),
    async (request, reply) => {
      const { body } = request
      const actor = actorOf(request)
      try {
        const order = await decided(lookups, actor, body)
        const document = await previewOfNewOrder(primary, order)
        const beside = await checkBeside(request, reply, primary, document)
        return sendJson(reply, singleEnvelope(document, undefined, beside))
      } catch (error) {
        return explainFailure(primary, actor, attemptOf(null, body), error)
      }
    },
  )
}

function changeRoutes(app: App, { config, primary }: Services): void {
  const body = orderChangesBody(config.MAX_ITEMS)
  for (const { path, params, ending, by } of orderAddresses) {
    const common = {
      params,
      query: correctionQuery,
      body,
      examples: orderChangesExamples,
      conditional: true,
      problems: [
        'duplicate_fk_id',
        'duplicate_value',
        'number_taken',
        'move_not_allowed',
        'order_locked',
        'quotation_lapsed',
        'total_moves_with_date',
        'invoice_check_failed',
      ],
    } as const

    app.post(
      `${path}/changes`,
      operation({
        ...ofOrders,
        ...common,
        changes: true,
        operationId: `changeOrder${ending}`,
        summary: `Change an order${by} and its items at once`,
        description:
          'All of it or nothing is written, as one change with one event. The order’s own properties are those of `PATCH` of the order; `items` holds changes as `PATCH` of its items takes them.',
        success: changed(Type.Ref('Order')),
      }),
      (request, reply) => {
        const { params: key, body: changes } = request
        return change(primary, request, reply, async (tx, actor) => {
          const met = preconditionOf(request)
          const who = correcting(actor, request.query)
          const { document } = await changeOrder(tx, who, key, changes, config.MAX_ITEMS, met)
          return { done: 'updated', document }
        }).catch(explainChange(primary, request, key, changes))
      },
    )

    app.post(
      `${path}/preview`,
      operation({
        ...previews,
        ...common,
        query: closed({ ...correction, ...previewCheck }),
        operationId: `previewOrderChange${ending}`,
        summary: `Preview a change of an order${by}`,
        description:
          'The whole order as `POST` to its `changes` would leave it with the same body, with all figures, or the problem that it would answer with; nothing is written. With `If-Match` you see a conflict before you send the change. New items have null as `id`.',
      }),
      (request, reply) => {
        const { params: key, body: changes } = request
        return preview(primary, request, reply, async (tx, actor) => {
          const met = preconditionOf(request)
          const { document } = await changeOrder(
            tx,
            correcting(actor, request.query),
            key,
            changes,
            config.MAX_ITEMS,
            met,
            placeholderIds,
          )
          const shown = withoutPlaceholders(document)
          return { document: shown, beside: await checkBeside(request, reply, tx, shown) }
        }).catch(explainChange(primary, request, key, changes))
      },
    )
  }
}

function explainChange(
  db: Reader,
  request: FastifyRequest,
  order: OrderKey,
  body: OrderChanges,
): (error: unknown) => Promise<never> {
  const { items = {}, ...fields } = body
  const attempt = { order, body, fields, items: itemInputs(items, '/items') }
  return (error) => explainFailure(db, actorOf(request), attempt, error)
}
