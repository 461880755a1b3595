import { Type } from 'typebox'
import type { TokenHolder } from '../../access/actor.ts'
import { actorOf } from '../../access/authenticate.ts'
import { refuseParameters } from '../../base/problems.ts'
import { daysBefore, today } from '../../base/values/date-time.ts'
import type { App } from '../../http/app.ts'
import { tookTooLong } from '../../http/lists/lists.ts'
import { type PageQuery, sendWorkedOut, workedOutParameters } from '../../http/lists/worked-out.ts'
import { operation } from '../../http/openapi/operation.ts'
import { closed, cursorList, list } from '../../http/schemas.ts'
import type { Services } from '../../services.ts'
import { msg } from '../../texts/message.ts'
import { isBehind, positionOf } from './coverage.ts'
import { salesDocuments, uncoveredSales } from './read.ts'
import {
  type CoverageDays,
  coverageDays,
  coverageState,
  USUAL_DAYS,
  uncoveredSale,
} from './schema.ts'

/** Orders that are looked at, unless a setting says otherwise: as many as are summed up by product. */
const MOST = { server: 200_000, embedded: 30_000 }

const ref = Type.Ref('UncoveredSale')

/** What was sold without a rule: the to-do list of who keeps the rules. */
export function taxCoverageRoutes(app: App, { readsOf, config, isEmbedded }: Services): void {
  const most = config.MAX_SUMMED_ORDERS ?? (isEmbedded ? MOST.embedded : MOST.server)
  app.addSchema(uncoveredSale)
  app.get(
    '/tax-rules/coverage',
    operation({
      operationId: 'listTaxRuleCoverage',
      tag: 'Tax rules',
      summary: 'List what was sold without a rule',
      description:
        'Which products were sold to which states and kinds of buyers, in orders in a status that `counts`, and no rule of ICMS holds for: the most valuable first. Worked out anew for each page; who is restricted (`only`) gets that of their own orders. [Taxes](/docs/taxes) explains it.',
      scope: 'taxes:read',
      query: closed({ ...coverageDays, ...coverageState, ...workedOutParameters }),
      success: Type.Union([list(ref), cursorList(ref)]),
      problems: ['invalid_cursor'],
    }),
    async (request, reply) => {
      const actor = actorOf(request)
      const query = request.query as CoverageQuery & PageQuery & Record<string, unknown>
      const reads = readsOf(request)
      return sendWorkedOut(request, reply, {
        query,
        filters: filtersOf(actor, query),
        rows: (filters) =>
          reads
            .long((db) => uncoveredSales(db, actor, filters as Filters, { most, isEmbedded }))
            .catch((error: unknown) => {
              throw tookTooLong(error, TOO_LONG) ?? error
            }),
        positionOf,
        isBehind,
        documents: (rows) => salesDocuments(reads.db, actor.account_id, rows),
      })
    },
  )
}

type CoverageQuery = CoverageDays & { destination_state?: string }
type Filters = Required<CoverageDays> & { destination_state?: string }

function filtersOf({ time_zone }: TokenHolder, query: CoverageQuery): Filters {
  const { to = today(time_zone), date = today(time_zone), destination_state } = query
  const { from = daysBefore(to, USUAL_DAYS) } = query
  if (from > to)
    refuseParameters([{ parameter: 'from', code: 'empty_range', detail: msg`is after to.` }])
  return { from, to, date, ...(destination_state === undefined ? {} : { destination_state }) }
}

const TOO_LONG = msg`The database took too long to look at these orders: ask for fewer days.`
