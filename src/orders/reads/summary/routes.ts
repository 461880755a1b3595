import { Type } from 'typebox'
import { actorOf } from '../../../access/authenticate.ts'
import { isRestricted } from '../../../access/row-scope.ts'
import { refuseParameters } from '../../../base/problems.ts'
import { readSort, type SortField } from '../../../base/values/sort.ts'
import { listWithCustom } from '../../../custom/lists.ts'
import type { Reader } from '../../../database/database.ts'
import type { App } from '../../../http/app.ts'
import { sendJson, singleEnvelope } from '../../../http/envelope.ts'
import { customFilters } from '../../../http/lists/filters.ts'
import {
  allConditions,
  filtersOf,
  tookTooLong,
  withCustomFields,
} from '../../../http/lists/lists.ts'
import { operation } from '../../../http/openapi/operation.ts'
import { single } from '../../../http/schemas.ts'
import type { Services } from '../../../services.ts'
import { msg } from '../../../texts/message.ts'
import { orderFilters } from '../filters/filters.ts'
import { orderQuery } from '../filters/order-query.ts'
import { orders } from '../list.ts'
import {
  type Grouping,
  type GroupingName,
  groupingOf,
  isProduct,
  placeNames,
  recordNames,
  timeNames,
} from './groupings.ts'
import { summarizeInPieces } from './pieces-sql.ts'
import { rollupGroups } from './rollups.ts'
import { DEFAULT_GROUPS, MOST_GROUPS, summarySchemas } from './schema.ts'
import type { SummaryQuery } from './summary-query.ts'
import { areMoreThan, defaultSortOf, sortableOf, summarize } from './summary-sql.ts'

const summaryParameters = {
  group_by: Type.Optional(
    Type.Array(Type.String({ enum: [...recordNames, ...timeNames, ...placeNames] }), {
      minItems: 1,
      maxItems: 2,
      uniqueItems: true,
      description:
        'What the orders of a group have in common: one or two, with a comma between them. Days, weeks and months are those of `date` in the account’s time zone; city and state those of the delivery address, as it is now.',
      examples: [['status', 'day']],
    }),
  ),
  sort: Type.Optional(
    Type.String({
      format: 'text',
      maxLength: 100,
      description:
        'Comma-separated, each with `-` for descending: count, sum, average, min, max, quantity of products, and day, week or month where it is grouped by that. Unless given, groups of time come in the order of time, and others with the largest sum first.',
      examples: ['-sum'],
      'x-component': 'SortOfGroups',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_GROUPS,
      default: DEFAULT_GROUPS,
      description: `Groups in the answer; ${DEFAULT_GROUPS} unless given. \`omitted\` tells what it left out.`,
      examples: [DEFAULT_GROUPS],
      'x-component': 'LimitOfGroups',
    }),
  ),
}

/** Sums of orders. */
export function summaryRoute(app: App, { readsOf, config, isEmbedded }: Services): void {
  const most = config.MAX_SUMMED_ORDERS ?? (isEmbedded ? MOST_EMBEDDED : MOST_SUMMED)
  for (const schema of summarySchemas) app.addSchema(schema)
  app.get(
    '/orders/summary',
    operation({
      tag: 'Order lists',
      scope: 'orders:read',
      operationId: 'summarizeOrders',
      summary: 'Sum up orders',
      description:
        'Exact figures of `total_value`, of one moment, for all orders that the filters of `GET /orders` find (with `q` the newest 500) and for groups of them. An order without the property that it is grouped by is in a group with null. Grouped by product, each order counts once for each of its products, with what the lines of that product add to its total.',
      query: Type.Object(
        { ...orderFilters, ...summaryParameters },
        { additionalProperties: false, ...customFilters },
      ),
      success: single(Type.Ref('OrderSummary')),
    }),
    async (request, reply) => {
      const actor = actorOf(request)
      const { account_id, time_zone: zone } = actor
      const query = request.query as Record<string, unknown>
      const chosen = orderQuery(actor, query)
      const groupings = ((query['group_by'] ?? []) as GroupingName[]).map(groupingOf)
      const sort = sortOf(query['sort'] as string | undefined, groupings)
      const limit = (query['limit'] as number | undefined) ?? DEFAULT_GROUPS
      const reads = readsOf(request)
      const isNarrowed = isRestricted(actor.only)
      const summaryQuery = {
        ...chosen,
        source: orders,
        defaultSort: 'id',
        withCustom: listWithCustom({ account_id, resource: 'orders' }),
      }
      const summed = async (db: Reader) => {
        const list = await withCustomFields(db, summaryQuery)
        const filters = filtersOf(list)
        const conditions = await allConditions(db, list, filters)
        const whole = { account_id, zone, groupings, filters, isNarrowed, conditions, sort, limit }
        if (rollupGroups(whole)) return summarize(db, whole)
        await refuseTooMany(db, whole, most)
        return isEmbedded ? summarizeInPieces(db, whole) : summarize(db, whole)
      }
      const document = await reads.long(summed).catch((error: unknown) => {
        throw tookTooLong(error, TOO_LONG) ?? error
      })
      return sendJson(reply, singleEnvelope(document))
    },
  )
}

const NARROW = msg`Narrow them, such as by \`order_date_from\` and \`order_date_to\`. By day, week, month, status or customer alone, all are summed up at once.`

// Measured: a million orders of three lines by product 11 s of CPU, embedded 300,000 in 7 s, while
// no other statement runs there; by what stands in the orders themselves a tenth of that.
const MOST_SUMMED = 200_000
const MOST_EMBEDDED = 30_000
const ORDERS_FOR_THOSE_WITH_LINES = 10

/** Told before it begins, so that nobody waits for what the database won't finish in time. */
async function refuseTooMany(
  db: Reader,
  summaryQuery: SummaryQuery,
  mostWithLines: number,
): Promise<void> {
  const byProduct = summaryQuery.groupings.some(isProduct)
  const most = byProduct ? mostWithLines : mostWithLines * ORDERS_FOR_THOSE_WITH_LINES
  if (!(await areMoreThan(db, summaryQuery, most))) return
  const detail = byProduct
    ? msg`At most ${most} orders are summed up by product at once, and these are more. ${NARROW}`
    : msg`At most ${most} orders are read to be summed up, and these are more. ${NARROW}`
  refuseParameters([{ parameter: 'order_date_from', code: 'too_many_orders', detail }])
}

const TOO_LONG = msg`The database took too long to sum up these orders. ${NARROW}`

function sortOf(text: string | undefined, groupings: Grouping[]): SortField[] {
  const sortable = sortableOf(groupings)
  const { fields, errors } = readSort(text ?? defaultSortOf(groupings), sortable)
  refuseParameters(errors.map((detail) => ({ parameter: 'sort', code: 'sort', detail })))
  return fields.filter(({ field }) => sortable.includes(field))
}
