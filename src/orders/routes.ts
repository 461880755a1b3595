import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Actor } from '../access/actor.ts'
import { actorOf } from '../access/authenticate.ts'
import type { Outcome } from '../base/outcomes.ts'
import { refuseOtherFkId } from '../base/problems.ts'
import { toInstant } from '../base/values/date-time.ts'
import { listWithCustom } from '../custom/lists.ts'
import type { Db, Reader } from '../database/database.ts'
import type { App } from '../http/app.ts'
import { change } from '../http/change.ts'
import { preconditionOf } from '../http/conditional.ts'
import { expanding, expandParameter, withAdded } from '../http/lists/expanded.ts'
import { exportFormat, exportMedia, exportParameters } from '../http/lists/exports.ts'
import { customFilters } from '../http/lists/filters.ts'
import { listParameters, sendList } from '../http/lists/lists.ts'
import { fieldsOfOne, sendWholeOrPart } from '../http/lists/sparse-fields.ts'
import { operation } from '../http/openapi/operation.ts'
import {
  changed,
  closed,
  deleted,
  singleOrPart,
  sparseLists,
  wholeOrPart,
} from '../http/schemas.ts'
import type { Services } from '../services.ts'
import { attachmentRoutes } from './attachments/routes.ts'
import { deleteOrder, putOrder, updateOrder } from './commands.ts'
import { createOrder, type Written } from './creating/create.ts'
import { batchingCreator } from './creating/create-batcher.ts'
import { correcting } from './decisions.ts'
import { orderChangeExamples, orderExamples } from './examples.ts'
import { attemptOf, explainFailure } from './failures.ts'
import type { OrderInput } from './input.ts'
import { atQuery, correctionQuery, orderAddresses, orderFkIdParams } from './paths.ts'
import { rollupCount } from './reads/counts.ts'
import { orderFilters } from './reads/filters/filters.ts'
import { orderQuery } from './reads/filters/order-query.ts'
import { historyRoute } from './reads/history.ts'
import type { OrderKey } from './reads/keys.ts'
import { orders } from './reads/list.ts'
import { readOrder } from './reads/order.ts'
import { shortcutsOf } from './reads/shortcuts.ts'
import { summaryRoute } from './reads/summary/routes.ts'
import { readOrderAt } from './reads/versions/read.ts'
import { orderBody, orderPatchBody, orderSchemas } from './schema.ts'

const Order = Type.Ref('Order')
const tag = 'Orders'
const read = { tag, scope: 'orders:read' } as const
const write = { tag, scope: 'orders:write', changes: true } as const

/** The endpoints of orders, their history and their attachments. */
export async function orderRoutes(app: App, services: Services): Promise<void> {
  for (const schema of orderSchemas) app.addSchema(schema)
  const body = orderBody(services.config.MAX_ITEMS)
  collectionRoutes(app, services, body)
  summaryRoute(app, services)
  recordRoutes(app, services)
  deleteRoutes(app, services)
  putRoute(app, services, body)
  for (const address of orderAddresses) historyRoute(app, services, address)
  await attachmentRoutes(app, services, orderAddresses)
}

type Body = ReturnType<typeof orderBody>

function collectionRoutes(app: App, services: Services, body: Body): void {
  const { config, exporter, primary, readsOf } = services
  const createBatched = batchingCreator(services)
  app.get(
    '/orders',
    operation({
      ...read,
      tag: 'Order lists',
      operationId: 'listOrders',
      summary: 'Search and list orders',
      description:
        'Whole orders, newest first unless `sort` says otherwise. An order has to pass all filters; one value of a filter is enough: `status=3,4`, or the parameter twice. Ranges include their ends. Sorted by `delivery_date`, orders without one come last.',
      query: Type.Object(
        {
          ...orderFilters,
          ...listParameters(orders),
          ...expandParameter,
          ...exportParameters({ hasItems: true }),
        },
        { additionalProperties: false, ...customFilters },
      ),
      success: sparseLists(Order),
      alsoProduces: exportMedia(wholeOrPart(Order)),
      problems: ['invalid_cursor', 'quota_exceeded'],
    }),
    async (request, reply) => {
      const actor = actorOf(request)
      const expand = expanding(request, actor, exportFormat(request) !== undefined)
      return sendList(readsOf(request), request, reply, {
        withAdded: expand && ((db, page) => withAdded(page, (orders) => expand(db, orders))),
        ...orderQuery(actor, request.query as Record<string, unknown>),
        source: orders,
        defaultSort: config.DEFAULT_SORT,
        withCustom: listWithCustom({ account_id: actor.account_id, resource: 'orders' }),
        rollupCount: (filters) => rollupCount(actor.account_id, filters, actor.time_zone),
        shortcuts: (filters) => shortcutsOf(actor.account_id, filters, actor.time_zone),
        exported: { exporter, resource: 'orders', called: { 'pt-BR': 'Pedidos', en: 'Orders' } },
      })
    },
  )

  app.post(
    '/orders',
    operation({
      ...write,
      operationId: 'createOrder',
      summary: 'Create an order',
      description:
        'Only the customer is required: `id_customer`, or your own code in `fk_id_customer`. `date` is now and the status the initial one unless given; an order may come in any status. Figures that are left out are derived, those sent are verified.',
      body,
      examples: orderExamples,
      status: 201,
      success: changed(Order),
      problems: ['duplicate_fk_id', 'duplicate_value', 'number_taken', 'invoice_check_failed'],
    }),
    (request, reply) => {
      const { body } = request
      return change(
        primary,
        request,
        reply,
        async (tx, actor) => created(await createOrder(tx, actor, body)),
        { autocommit: async (actor) => created(await createBatched(actor, body)) },
      ).catch(explainOrder(primary, request, null, body))
    },
  )
}

/** Reads an order's JSON as it is now. */
function currentOrder(db: Db) {
  return async (actor: Actor, key: OrderKey): Promise<string> =>
    (await readOrder(db, actor, key)).document
}

function created({ id, document }: Written): Outcome {
  return { done: 'created', document, location: `/orders/${id}` }
}

function recordRoutes(app: App, { primary, readsOf }: Services): void {
  for (const { path, params, ending, by } of orderAddresses) {
    app.get(
      path,
      operation({
        ...read,
        operationId: `readOrder${ending}`,
        summary: `Read an order${by}`,
        description:
          'With `If-None-Match` it is sent only if it has changed; with `at` as it was at an instant. With `expand` the `ETag` is that of the answer, with what was added.',
        params,
        query: closed({ ...atQuery.properties, ...fieldsOfOne, ...expandParameter }),
        success: singleOrPart(Order),
        conditional: true,
        problems: ['version_gone'],
      }),
      async (request, reply) => {
        const { pipelined, db } = readsOf(request)
        const actor = actorOf(request)
        const { at } = request.query as { at?: string }
        const expand = expanding(request, actor)
        const document =
          at === undefined
            ? (await readOrder(pipelined, actor, request.params)).document
            : await readOrderAt(db, actor, request.params, toInstant(at, actor.time_zone))
        if (!expand) return sendWholeOrPart(request, reply, document, orders.properties)
        const expanded = await withAdded(document, (one) => expand(db, one))
        return sendWholeOrPart(request, reply, expanded, orders.properties)
      },
    )

    app.patch(
      path,
      operation({
        ...write,
        operationId: `updateOrder${ending}`,
        summary: `Update an order${by}`,
        description:
          'A property that is absent stays; null clears one that can be unset. Items have endpoints of their own. An order can only move to a status in `next` of its own. In a locked status its items, amounts, customer and freight can’t change, and it keeps the names, codes and address that it had, whatever is renamed later.',
        params,
        query: correctionQuery,
        body: orderPatchBody,
        current: currentOrder(primary),
        examples: orderChangeExamples,
        success: changed(Order),
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
      }),
      (request, reply) => {
        const { params: key, body } = request
        return change(primary, request, reply, async (tx, actor) => {
          const who = correcting(actor, request.query)
          const { document } = await updateOrder(tx, who, key, body, preconditionOf(request))
          return { done: 'updated', document }
        }).catch(explainOrder(primary, request, key, body))
      },
    )
  }
}

function deleteRoutes(app: App, { primary }: Services): void {
  for (const { path, params, ending, by } of orderAddresses) {
    app.delete(
      path,
      operation({
        ...write,
        operationId: `deleteOrder${ending}`,
        summary: `Delete an order${by}; its history stays`,
        description:
          'It is not found any more, and its `fk_id` is free again. An order in a locked status can’t be deleted.',
        params,
        success: deleted,
        conditional: true,
        problems: ['order_locked'],
      }),
      (request, reply) =>
        change(primary, request, reply, async (tx, actor) => {
          const id = await deleteOrder(tx, actor, request.params, preconditionOf(request))
          return { done: 'deleted', id }
        }),
    )
  }
}

function putRoute(app: App, { primary }: Services, body: Body): void {
  app.put(
    '/orders/fk_id/:fk_id',
    operation({
      ...write,
      operationId: 'putOrderByFkId',
      summary: 'Create or replace an order by its external identifier',
      description:
        'Properties that are not sent become unset; `date` and the status stay. Items keep their `id` if their `fk_id`, or else their product, is the same.',
      params: orderFkIdParams,
      query: correctionQuery,
      body,
      current: currentOrder(primary),
      examples: orderExamples,
      status: [200, 201],
      success: changed(Order),
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
    }),
    (request, reply) => {
      const { fk_id } = request.params
      refuseOtherFkId(fk_id, request.body.fk_id)
      return change(primary, request, reply, async (tx, actor) => {
        const { id, document, created } = await putOrder(
          tx,
          correcting(actor, request.query),
          fk_id,
          request.body,
          preconditionOf(request),
        )
        return created
          ? { done: 'created', document, location: `/orders/${id}` }
          : { done: 'updated', document }
      }).catch(explainOrder(primary, request, { fk_id }, request.body))
    },
  )
}

function explainOrder(
  db: Reader,
  request: FastifyRequest,
  order: OrderKey | null,
  body: OrderInput,
): (error: unknown) => Promise<never> {
  const attempt = { ...attemptOf(order, body), replaces: request.method === 'PUT' }
  return (error) => explainFailure(db, actorOf(request), attempt, error)
}
