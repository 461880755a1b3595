import { setTimeout } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import type { Actor } from '../access/actor.ts'
import { actorOf } from '../access/authenticate.ts'
import { isRestricted } from '../access/row-scope.ts'
import { refuseParameters } from '../base/problems.ts'
import { allows } from '../base/scopes.ts'
import { filterInstant } from '../base/values/date-time.ts'
import type { Condition } from '../database/list.ts'
import type { App } from '../http/app.ts'
import { sendList } from '../http/lists/lists.ts'
import { operation } from '../http/openapi/operation.ts'
import { cursorList, list } from '../http/schemas.ts'
import type { Services } from '../services.ts'
import { msg } from '../texts/message.ts'
import type { RequestLog } from './log.ts'
import { keptRequest, requestQuery, requestSource } from './schema.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Where requests of tokens wait to be written; undefined where none is kept. */
    requestLog: RequestLog | undefined
  }
}

/** For so long a list waits for what is being written. */
const PATIENCE_MS = 1_000

const ref = Type.Ref('KeptRequest')

/** What tokens have changed, and what they were refused. */
export function requestRoutes(app: App, { primary, readsOf }: Services): void {
  app.addSchema(keptRequest)
  app.get(
    '/requests',
    operation({
      tag: 'Tokens',
      scope: null,
      operationId: 'listRequests',
      summary: 'List the requests of tokens that changed something or were refused',
      description:
        'The newest first: each POST, PUT, PATCH and DELETE, and each answer with a status of 400 or more, for some days. Who has the scope `tokens:manage` and sees all orders lists those of the whole account, any other token its own. What people do who signed in is not among them, nor what came without a token that works. [Integrating](/docs/integrating#what-was-refused) tells more.',
      query: requestQuery,
      success: Type.Union([list(ref), cursorList(ref)]),
      problems: ['invalid_cursor'],
    }),
    async (request, reply) => {
      const actor = actorOf(request)
      const { account_id, scopes, time_zone } = actor
      const { query } = request
      refuseEmptyRange(query, time_zone)
      // What this process has not written yet; where that fails or takes long, what there is.
      const written = app.requestLog?.flush(primary, account_id).catch(() => {})
      await Promise.race([written, setTimeout(PATIENCE_MS, undefined, { ref: false })])
      return sendList(readsOf(request), request, reply, {
        source: { ...requestSource, values: { scopes } },
        defaultSort: '-id',
        conditions: [sql`r.account_id = ${account_id}`],
        within: ownOf(actor),
        filters: filtersFor(time_zone),
        query,
      })
    },
  )
}

/** Nobody sees by this list what others do, unless they may manage tokens and see all. */
function ownOf({ id_token, scopes, only }: Actor): Condition[] {
  if (allows(scopes, 'tokens:manage') && !isRestricted(only)) return []
  return [sql`r.id_token = ${id_token}`]
}

/** What each filter means. Few rows are kept, and no index finds them. */
function filtersFor(zone: string): Record<string, (value: string) => Condition> {
  const looked = (where: RawBuilder<unknown>): Condition => ({ hasNoIndex: true, where })
  const instant = (value: string, end: 'from' | 'to') =>
    sql`${filterInstant(value, end, zone)}::timestamptz`
  return {
    id_token: (value) => looked(sql`r.id_token = ${value}`),
    method: (value) => looked(sql`r.method = ${value}`),
    path: (value) => {
      const path = value.replace(/\/$/, '')
      return looked(sql`(r.path = ${path} or starts_with(r.path, ${`${path}/`}))`)
    },
    operation: (value) => looked(sql`r.operation = ${value}`),
    status: (value) =>
      value.endsWith('xx')
        ? looked(sql`r.status / 100 = ${Number(value[0])}`)
        : looked(sql`r.status = ${Number(value)}`),
    code: (value) => looked(sql`r.code = ${value}`),
    request_id: (value) => looked(sql`r.request_id = ${value}`),
    from: (value) => looked(sql`r.time >= ${instant(value, 'from')}`),
    to: (value) => looked(sql`r.time <= ${instant(value, 'to')}`),
  }
}

function refuseEmptyRange({ from, to }: { from?: string; to?: string }, zone: string): void {
  if (from === undefined || to === undefined) return
  if (filterInstant(from, 'from', zone) <= filterInstant(to, 'to', zone)) return
  refuseParameters([{ parameter: 'from', code: 'empty_range', detail: msg`is after to.` }])
}
