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
import { correcting } from '../decisions.ts'
import { itemChangeExamples, itemExamples, itemsChangeExamples } from '../examples.ts'
import { explainFailure } from '../failures.ts'
import type { ItemBody, ItemPatch } from '../input.ts'
import { itemBody, itemPatchBody, itemsPatchBody } from '../lines/schema.ts'
import { correctionQuery, itemAddresses, itemsAddresses } from '../paths.ts'
import type { OrderKey } from '../reads/keys.ts'
import { type ItemKey, readOrder, readOrderItem } from '../reads/order.ts'
import { changeItems, itemInputs } from './batch.ts'
import { createItem, deleteItem, updateItem } from './commands.ts'

const Order = Type.Ref('Order')
const OrderItem = Type.Ref('OrderItem')
const read = { tag: 'Order items', scope: 'orders:read', conditional: true } as const
const write = {
  tag: 'Order items',
  scope: 'orders:write',
  changes: true,
  conditional: true,
} as const

/** The endpoints of the items in one order. Entity tags are those of the whole order. */
export function itemRoutes(app: App, services: Services): void {
  createRoutes(app, services)
  batchRoutes(app, services)
  readRoutes(app, services)
  recordRoutes(app, services)
}

type Params = ({ id_order: number } | { order_fk_id: string }) & object

function orderOf(params: Params): OrderKey {
  return 'id_order' in params ? { id: params.id_order } : { fk_id: params.order_fk_id }
}

function itemOf(params: ItemKey): ItemKey {
  return 'id' in params ? { id: params.id } : { fk_id: params.fk_id }
}

function itemIn({ items }: Record<string, unknown>, key: ItemKey): unknown {
  return (items as { id: number; fk_id: string | null }[]).find((item) =>
    'id' in key ? item.id === key.id : item.fk_id === key.fk_id,
  )
}

function createRoutes(app: App, { config, primary }: Services): void {
  for (const { path, params, ending, by } of itemsAddresses) {
    app.post(
      path,
      operation({
        ...write,
        operationId: `createOrderItem${ending}`,
        summary: `Add an item to an order${by}`,
        description: 'Answers with the whole order. `price` is the product’s unless given.',
        params,
        query: correctionQuery,
        body: itemBody,
        part: { record: OrderItem },
        examples: itemExamples,
        status: 201,
        success: changed(Order),
        problems: ['order_locked', 'duplicate_fk_id'],
      }),
      (request, reply) =>
        change(primary, request, reply, async (tx, actor) => {
          const { id, document, id_item } = await createItem(
            tx,
            correcting(actor, request.query),
            orderOf(request.params),
            request.body,
            config.MAX_ITEMS,
            preconditionOf(request),
          )
          return { done: 'created', document, location: `/orders/${id}/items/${id_item}` }
        }).catch(explainItem(primary, request, request.body)),
    )
  }
}

function batchRoutes(app: App, { config, primary }: Services): void {
  const body = itemsPatchBody(config.MAX_ITEMS)
  for (const { path, params, ending, by } of itemsAddresses) {
    app.patch(
      path,
      operation({
        ...write,
        operationId: `changeOrderItems${ending}`,
        summary: `Add, change and remove items of an order${by} at once`,
        description:
          'All of it or nothing is written, as one change with one event; the answer is the whole order. You name an item by its `id` or, without one, by its `fk_id`; items that you don’t name stay as they are.',
        params,
        query: correctionQuery,
        body,
        examples: itemsChangeExamples,
        success: changed(Order),
        problems: ['order_locked', 'duplicate_fk_id'],
      }),
      (request, reply) =>
        change(primary, request, reply, async (tx, actor) => {
          const { document } = await changeItems(
            tx,
            correcting(actor, request.query),
            orderOf(request.params),
            request.body,
            config.MAX_ITEMS,
            preconditionOf(request),
          )
          return { done: 'updated', document }
        }).catch((error: unknown) => {
          const { body } = request
          const attempt = { order: null, body, items: itemInputs(body, '') }
          return explainFailure(primary, actorOf(request), attempt, error)
        }),
    )
  }
}

function readRoutes(app: App, { readsOf }: Services): void {
  for (const { path, params, ending, by } of itemAddresses) {
    app.get(
      path,
      operation({
        ...read,
        operationId: `readOrderItem${ending}`,
        summary: `Read an item${by}`,
        description: 'As it stands in its order, whose `ETag` it has.',
        params,
        success: single(OrderItem),
      }),
      async (request, reply) => {
        const { pipelined } = readsOf(request)
        const [key, item_key] = [orderOf(request.params), itemOf(request.params)]
        const { item, order } = await readOrderItem(pipelined, actorOf(request), key, item_key)
        return sendRecord(request, reply, item, etagOf(order))
      },
    )
  }
}

function recordRoutes(app: App, { primary }: Services): void {
  for (const { path, params, ending, by } of itemAddresses) {
    app.patch(
      path,
      operation({
        ...write,
        operationId: `updateOrderItem${ending}`,
        summary: `Update an item${by}`,
        description:
          'Answers with the whole order. The service derives again the figures that follow from a changed one, unless they are sent too. When quantity, price or discount change, the typed discount stays (percentage or money), bases of taxes keep their ratio to the net value, and rates stay.',
        params,
        query: correctionQuery,
        body: itemPatchBody,
        current: async (actor, at) => (await readOrder(primary, actor, orderOf(at))).document,
        part: { record: OrderItem, find: (order, at) => itemIn(order, itemOf(at)) },
        examples: itemChangeExamples,
        success: changed(Order),
        problems: ['order_locked', 'duplicate_fk_id'],
      }),
      (request, reply) =>
        change(primary, request, reply, async (tx, actor) => {
          const { document } = await updateItem(
            tx,
            correcting(actor, request.query),
            orderOf(request.params),
            itemOf(request.params),
            request.body,
            preconditionOf(request),
          )
          return { done: 'updated', document }
        }).catch(explainItem(primary, request, request.body)),
    )

    app.delete(
      path,
      operation({
        ...write,
        operationId: `deleteOrderItem${ending}`,
        summary: `Delete an item${by}`,
        description: 'The order’s total follows.',
        params,
        query: correctionQuery,
        success: deleted,
        problems: ['order_locked'],
      }),
      (request, reply) =>
        change(primary, request, reply, async (tx, actor) => {
          const [order, item] = [orderOf(request.params), itemOf(request.params)]
          const who = correcting(actor, request.query)
          const id = await deleteItem(tx, who, order, item, preconditionOf(request))
          return { done: 'deleted', id }
        }),
    )
  }
}

function explainItem(
  db: Reader,
  request: FastifyRequest,
  body: ItemBody | ItemPatch,
): (error: unknown) => Promise<never> {
  const attempt = { order: null, body, items: [{ sent: body, pointer: '' }] }
  return (error) => explainFailure(db, actorOf(request), attempt, error)
}
