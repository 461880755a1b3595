import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { actorOf } from '../../access/authenticate.ts'
import type { Reader } from '../../database/database.ts'
import type { App } from '../../http/app.ts'
import { change } from '../../http/change.ts'
import { etagOf, preconditionOf, sendRecord } from '../../http/conditional.ts'
import { operation } from '../../http/openapi/operation.ts'
import { changed, deleted, single } from '../../http/schemas.ts'
import type { Services } from '../../services.ts'
import { itemChangeExamples, itemExamples } from '../examples.ts'
import { explainFailure } from '../failures.ts'
import { readOrderItem } from '../reads/order.ts'
import { itemBody, itemParams, itemPatchBody, itemsParams } from '../schema.ts'
import { createItem, deleteItem, updateItem } from './commands.ts'

const Order = Type.Ref('Order')
const read = { tag: 'Orders', scope: 'orders:read', conditional: true } as const
const write = { tag: 'Orders', scope: 'orders:write', changes: true, conditional: true } as const

/** The endpoints of the items in one order. Entity tags are those of the whole order. */
export function itemRoutes(app: App, services: Services): void {
  createRoute(app, services)
  recordRoutes(app, services)
}

function createRoute(app: App, { config, primary }: Services): void {
  app.post(
    '/orders/:id_order/items',
    operation({
      ...write,
      operationId: 'createOrderItem',
      summary: 'Add an item to an order',
      description: 'Answers with the whole order. `price` is the product’s unless given.',
      params: itemsParams,
      body: itemBody,
      examples: itemExamples,
      status: 201,
      success: changed(Order),
      refusals: ['order_locked', 'duplicate_fk_id'],
    }),
    (request, reply) => {
      const { id_order } = request.params
      return change(primary, request, reply, async (tx, actor) => {
        const { document, id_item } = await createItem(
          tx,
          actor,
          id_order,
          request.body,
          config.MAX_ITEMS,
          preconditionOf(request),
        )
        return { done: 'created', document, location: `/orders/${id_order}/items/${id_item}` }
      }).catch(explainItem(primary, request, request.body.id_item))
    },
  )
}

function recordRoutes(app: App, { primary, readsOf }: Services): void {
  app.get(
    '/orders/:id_order/items/:id',
    operation({
      ...read,
      operationId: 'readOrderItem',
      summary: 'Read an item',
      description: 'As it stands in its order, whose `ETag` it has.',
      params: itemParams,
      success: single(Type.Ref('OrderItem')),
    }),
    async (request, reply) => {
      const { pipelined } = readsOf(request)
      const { account_id } = actorOf(request)
      const { item, order } = await readOrderItem(pipelined, account_id, request.params)
      return sendRecord(request, reply, item, etagOf(order))
    },
  )

  app.patch(
    '/orders/:id_order/items/:id',
    operation({
      ...write,
      operationId: 'updateOrderItem',
      summary: 'Update an item',
      description:
        'Answers with the whole order. What follows from a changed figure is derived again, unless it is sent too. When quantity, price or discount change, the typed discount stays (percentage or money), bases of taxes keep their ratio to the net value, rates stay.',
      params: itemParams,
      body: itemPatchBody,
      examples: itemChangeExamples,
      success: changed(Order),
      refusals: ['order_locked', 'duplicate_fk_id'],
    }),
    (request, reply) =>
      change(primary, request, reply, async (tx, actor) => {
        const { document } = await updateItem(
          tx,
          actor,
          request.params,
          request.body,
          preconditionOf(request),
        )
        return { done: 'updated', document }
      }).catch(explainItem(primary, request, request.body.id_item)),
  )

  app.delete(
    '/orders/:id_order/items/:id',
    operation({
      ...write,
      operationId: 'deleteOrderItem',
      summary: 'Delete an item',
      description: 'The order’s total follows.',
      params: itemParams,
      success: deleted,
      refusals: ['order_locked'],
    }),
    (request, reply) =>
      change(primary, request, reply, async (tx, actor) => {
        await deleteItem(tx, actor, request.params, preconditionOf(request))
        return { done: 'deleted', id: request.params.id }
      }),
  )
}

function explainItem(
  db: Reader,
  request: FastifyRequest,
  product: number | undefined,
): (error: unknown) => Promise<never> {
  const products = product === undefined ? [] : [product]
  return (error) =>
    explainFailure(db, actorOf(request), { id: null, fields: {}, products, isItem: true }, error)
}
