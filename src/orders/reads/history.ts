import { sql } from 'kysely'
import { Type } from 'typebox'
import { actorOf } from '../../access/authenticate.ts'
import { notFound } from '../../base/refusals.ts'
import type { Reader } from '../../database/database.ts'
import { instantSql } from '../../database/instant.ts'
import type { App } from '../../http/app.ts'
import { cursorOnlyParameters, sendList } from '../../http/lists/lists.ts'
import { operation } from '../../http/openapi/operation.ts'
import { cursorList, idParams } from '../../http/schemas.ts'
import type { Services } from '../../services.ts'

const events = {
  table: 'events',
  // The trace comes behind the rest, for it is left out where there is none.
  document: `concat(left((select to_json(x) from (select r.id, r.type, r.version,
      ${instantSql('r.time')} as time,
      (select to_json(t) from (select r.id_token as id, r.token_name as name where r.id_token is not null) t) as token,
      r.request_id,
      coalesce((select json_agg(key order by key) from jsonb_object_keys(r.previous) key), '[]') as changed_fields,
      r.previous, r.data::json as data) x)::text, -1), ',"traceparent":' || to_json(r.traceparent)::text, '}')`,
  sortable: { id: 'bigint' },
} as const

/** `GET /orders/:id/history`: the events of one order. */
export function historyRoute(app: App, { readsOf }: Services): void {
  app.get(
    '/orders/:id/history',
    operation({
      tag: 'Orders',
      scope: 'orders:read',
      operationId: 'listOrderHistory',
      summary: 'Every change of an order, oldest first, also of a deleted one',
      description:
        'In cursor mode. Each event tells when, by which token and what, with the order as it was then.',
      params: idParams,
      query: Type.Object(cursorOnlyParameters, { additionalProperties: false }),
      success: cursorList(Type.Ref('OrderEvent')),
      refusals: ['invalid_cursor'],
    }),
    async (request, reply) => {
      const { account_id } = actorOf(request)
      const { id } = request.params
      const { db } = readsOf(request)
      await refuseUnknownHistory(db, account_id, id)
      return sendList(db, request, reply, {
        source: events,
        defaultSort: 'id',
        conditions: [
          sql`r.account_id = ${account_id}`,
          sql`r.resource = 'order'`,
          sql`r.id_record = ${id}`,
        ],
        filters: {},
        query: { ...request.query, pagination: 'cursor' },
      })
    },
  )
}

async function refuseUnknownHistory(db: Reader, account_id: number, id: number): Promise<void> {
  const known = await sql`select 1 from events
    where account_id = ${account_id} and resource = 'order' and id_record = ${id} limit 1`.execute(
    db,
  )
  if (known.rows.length === 0) throw notFound(`Order ${id}`)
}
