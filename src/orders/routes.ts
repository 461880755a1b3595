import { sql } from 'kysely'
import { Type } from 'typebox'
import { actorOf } from '../access/authenticate.ts'
import { notFound, refuseOtherFkId } from '../base/refusals.ts'
import type { App } from '../http/app.ts'
import { change } from '../http/change.ts'
import { preconditionOf, sendRecord } from '../http/conditional.ts'
import { listParameters, sendList } from '../http/lists/lists.ts'
import { operation } from '../http/openapi/operation.ts'
import { changed, deleted, fkIdParams, idParams, lightLists, single } from '../http/schemas.ts'
import type { Services } from '../services.ts'
import { createOrder, deleteOrder, putOrder, updateOrder } from './commands.ts'
import { orderChangeExamples, orderExamples } from './examples.ts'
import { explainFailure } from './failures.ts'
import { keptCount } from './reads/counts.ts'
import { orderConditions, orderFilters, refuseEmptyRanges } from './reads/filters.ts'
import { historyRoute } from './reads/history.ts'
import { orders } from './reads/list.ts'
import { readOrder } from './reads/order.ts'
import { orderBody, orderPatchBody, orderSchemas } from './schema.ts'
import { orders_findByFkId } from './sql.ts'

const Order = Type.Ref('Order')
const tag = 'Orders'
const read = { tag, scope: 'orders:read' } as const
const write = { tag, scope: 'orders:write', changes: true } as const

/** The endpoints of orders, their items and their history. */
export function orderRoutes(app: App, services: Services): void {
  for (const schema of orderSchemas) app.addSchema(schema)
  const body = orderBody(services.config.MAX_ITEMS)
  collectionRoutes(app, services, body)
  recordRoutes(app, services)
  fkIdRoutes(app, services, body)
  historyRoute(app, services)
}

type Body = ReturnType<typeof orderBody>

function collectionRoutes(app: App, { config, primary, readsOf }: Services, body: Body): void {
  app.get(
    '/orders',
    operation({
      ...read,
      operationId: 'listOrders',
      summary: 'Search and list orders',
      description:
        'Whole orders, newest first unless `sort` says otherwise. Filters are joined by and, the values of one by or: `status=3,4`, or the parameter twice. The ends of ranges are included. By `delivery_date` an order without one comes after all others.',
      query: Type.Object(
        { ...orderFilters, ...listParameters(orders) },
        { additionalProperties: false },
      ),
      success: lightLists(Order),
      refusals: ['invalid_cursor'],
    }),
    async (request, reply) => {
      const actor = actorOf(request)
      const query = request.query as Record<string, unknown>
      refuseEmptyRanges(query, actor.time_zone)
      return sendList(readsOf(request).db, request, reply, {
        source: orders,
        defaultSort: config.DEFAULT_SORT,
        conditions: [sql`r.account_id = ${actor.account_id}`],
        filters: orderConditions(actor.account_id, actor.time_zone),
        keptCount: (filters) => keptCount(actor.account_id, filters, actor.time_zone),
        query,
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
        'Only `id_customer` is required. `date` is now and the status the initial one unless given; an order may come in any status. Figures that are left out are derived, those sent are verified.',
      body,
      examples: orderExamples,
      status: 201,
      success: changed(Order),
      refusals: ['duplicate_fk_id'],
    }),
    (request, reply) => {
      const { items = [], ...fields } = request.body
      return change(primary, request, reply, async (tx, actor) => {
        const { id, document } = await createOrder(tx, actor, request.body)
        return { done: 'created', document, location: `/orders/${id}` }
      }).catch((error: unknown) =>
        explainFailure(
          primary,
          actorOf(request),
          { id: null, fields, products: productsOf(items) },
          error,
        ),
      )
    },
  )
}

function recordRoutes(app: App, { primary, readsOf }: Services): void {
  app.get(
    '/orders/:id',
    operation({
      ...read,
      operationId: 'readOrder',
      summary: 'Read an order',
      description: 'With `If-None-Match` it is sent only if it has changed.',
      params: idParams,
      success: single(Order),
      conditional: true,
    }),
    async (request, reply) => {
      const { account_id } = actorOf(request)
      const { pipelined } = readsOf(request)
      return sendRecord(request, reply, await readOrder(pipelined, account_id, request.params.id))
    },
  )

  app.patch(
    '/orders/:id',
    operation({
      ...write,
      operationId: 'updateOrder',
      summary: 'Update an order',
      description:
        'An absent property stays, null clears one that can be unset. Items have endpoints of their own. A status can only move to one of its `next`; in a locked one items, amounts, customer and freight stay as they are, and so do names, codes and the address in it, whatever is renamed later.',
      params: idParams,
      body: orderPatchBody,
      examples: orderChangeExamples,
      success: changed(Order),
      conditional: true,
      refusals: ['duplicate_fk_id', 'move_not_allowed', 'order_locked'],
    }),
    (request, reply) => {
      const { id } = request.params
      return change(primary, request, reply, async (tx, actor) => {
        const { document } = await updateOrder(tx, actor, id, request.body, preconditionOf(request))
        return { done: 'updated', document }
      }).catch((error: unknown) =>
        explainFailure(
          primary,
          actorOf(request),
          { id, fields: request.body, products: [] },
          error,
        ),
      )
    },
  )

  app.delete(
    '/orders/:id',
    operation({
      ...write,
      operationId: 'deleteOrder',
      summary: 'Delete an order; its history stays',
      description:
        'From then on it is not found, and its `fk_id` is free again. In a locked status it can’t be deleted.',
      params: idParams,
      success: deleted,
      conditional: true,
      refusals: ['order_locked'],
    }),
    (request, reply) => {
      const { id } = request.params
      return change(primary, request, reply, async (tx, actor) => {
        await deleteOrder(tx, actor, id, preconditionOf(request))
        return { done: 'deleted', id }
      })
    },
  )
}

function fkIdRoutes(app: App, { primary, readsOf }: Services, body: Body): void {
  app.get(
    '/orders/fk_id/:fk_id',
    operation({
      ...read,
      operationId: 'readOrderByFkId',
      summary: 'Read an order by its external identifier',
      description: 'As by its `id`.',
      params: fkIdParams,
      success: single(Order),
      conditional: true,
    }),
    async (request, reply) => {
      const { account_id } = actorOf(request)
      const { pipelined } = readsOf(request)
      const [found] = await orders_findByFkId(pipelined, [account_id, request.params.fk_id])
      if (!found) throw notFound(`An order with fk_id "${request.params.fk_id}"`)
      return sendRecord(request, reply, await readOrder(pipelined, account_id, found.id))
    },
  )

  app.put(
    '/orders/fk_id/:fk_id',
    operation({
      ...write,
      operationId: 'putOrderByFkId',
      summary: 'Create or replace an order by its external identifier',
      description:
        'What is not sent becomes unset; `date` and the status stay. Items keep their `id` where their `fk_id`, or else their product, is the same.',
      params: fkIdParams,
      body,
      examples: orderExamples,
      status: [200, 201],
      success: changed(Order),
      conditional: true,
      refusals: ['duplicate_fk_id', 'move_not_allowed', 'order_locked'],
    }),
    (request, reply) => {
      const { fk_id } = request.params
      refuseOtherFkId(fk_id, request.body.fk_id)
      const { items = [], ...fields } = request.body
      return change(primary, request, reply, async (tx, actor) => {
        const { id, document, created } = await putOrder(
          tx,
          actor,
          fk_id,
          request.body,
          preconditionOf(request),
        )
        return created
          ? { done: 'created', document, location: `/orders/${id}` }
          : { done: 'updated', document }
      }).catch(async (error: unknown) => {
        const [existing] = await orders_findByFkId(primary, [actorOf(request).account_id, fk_id])
        const attempt = { id: existing?.id ?? null, fields, products: productsOf(items) }
        return explainFailure(primary, actorOf(request), attempt, error)
      })
    },
  )
}

function productsOf(items: { id_item: number }[]): number[] {
  return items.map(({ id_item }) => id_item)
}
