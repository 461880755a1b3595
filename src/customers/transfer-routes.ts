import { Type } from 'typebox'
import { actorOf } from '../access/authenticate.ts'
import type { App } from '../http/app.ts'
import { change } from '../http/change.ts'
import { allConditions, filtersOf, withCustomFields } from '../http/lists/lists.ts'
import { operation } from '../http/openapi/operation.ts'
import { single } from '../http/schemas.ts'
import { recordList } from '../records/lists/record-list.ts'
import { filterQuery } from '../records/schema.ts'
import type { Services } from '../services.ts'
import { customer, MOST_MOVED, transferBody, transferred } from './schema.ts'
import { transferCustomers } from './transfer.ts'

/** Customers that go from one seller to another. */
export function transferRoutes(app: App, { primary }: Services): void {
  app.addSchema(transferred)
  app.post(
    '/customers/transfer',
    operation({
      operationId: 'transferCustomers',
      tag: 'Customers',
      summary: 'Hand customers over from one seller to another',
      description: `All customers of \`from\`, or those of them that \`customers\` and the filters in the query choose (the same filters as the list has); without \`from\` the customers of any seller. \`to\` takes the place of \`from\` among a customer’s sellers, and the others stay. Each is changed as by a PATCH, ${MOST_MOVED.toLocaleString('en')} in one request at most: send it again, with another \`Idempotency-Key\` if any, until \`remaining\` is 0. Not for tokens that are restricted to some sellers.`,
      scope: 'customers:write',
      changes: true,
      query: filterQuery(customer),
      body: transferBody,
      success: single(Type.Ref('Transferred')),
    }),
    async (request, reply) => {
      const asked = recordList(customer, actorOf(request), request.query as Record<string, unknown>)
      return change(primary, request, reply, async (tx, actor) => {
        const list = await withCustomFields(tx, asked)
        const filters = filtersOf(list)
        const conditions = await allConditions(tx, list, filters)
        const isFiltered = Object.keys(filters).length > 0
        return transferCustomers(tx, actor, request.body, { conditions, isFiltered })
      })
    },
  )
}
