import type { Viewer } from '../../access/actor.ts'
import { actorOf } from '../../access/authenticate.ts'
import { customer } from '../../customers/schema.ts'
import type { Reader } from '../../database/database.ts'
import type { App } from '../../http/app.ts'
import { manyEnvelope, sendJson } from '../../http/envelope.ts'
import { operation } from '../../http/openapi/operation.ts'
import { recordKeys } from '../../http/schemas.ts'
import type { Key } from '../../records/definitions.ts'
import { recordNotFound } from '../../records/explained.ts'
import { showsCustomer } from '../../records/portfolio/portfolio.ts'
import type { Services } from '../../services.ts'
import { type LastPricesQuery, lastPrice, lastPrices, lastPricesQuery } from './schema.ts'
import { customers_sellersOf, NEWEST, order_items_lastPrices } from './sql.ts'

/** What a customer paid for products the last time, for whoever sells them again. */
export function lastPriceRoutes(app: App, { readsOf }: Services): void {
  app.addSchema(lastPrice)
  for (const { at, params, suffix, by } of recordKeys) {
    app.get(
      `/customers${at}/last-prices`,
      operation({
        operationId: `listLastPrices${suffix}`,
        tag: 'Order items',
        summary: `List what a customer${by} paid last for products`,
        description: `Of each product the newest line in the ${NEWEST} newest orders of the customer, by their \`date\`, in a status that \`counts\`; products that were not sold in them are left out. Who is restricted (\`only\`) gets the prices of their own orders.`,
        scope: 'orders:read',
        params,
        query: lastPricesQuery,
        success: lastPrices,
        problems: ['quota_exceeded'],
      }),
      async (request, reply) => {
        const actor = actorOf(request)
        const { account_id, only } = actor
        const { id_item, except_order = null } = request.query as LastPricesQuery
        const documents = await readsOf(request).long(async (db) => {
          const id = await seenCustomer(db, actor, request.params)
          const items = id_item.map(Number)
          return order_items_lastPrices(db, [
            account_id,
            id,
            items,
            only.users,
            only.branches,
            except_order,
          ])
        })
        return sendJson(reply, manyEnvelope(documents.map(({ document }) => document)))
      },
    )
  }
}

/** @throws Problem where there is none, or it is not for the viewer to see */
async function seenCustomer(db: Reader, viewer: Viewer, key: Key): Promise<number> {
  const { account_id } = viewer
  const [found] = await customers_sellersOf(
    db,
    'id' in key ? [account_id, key.id, null] : [account_id, null, key.fk_id],
  )
  if (!found || !showsCustomer(viewer, found.id_users)) throw recordNotFound(customer, key)
  return found.id
}
