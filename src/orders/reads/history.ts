import { sql } from 'kysely'
import { type TSchema, Type } from 'typebox'
import { actorOf } from '../../access/authenticate.ts'
import type { Reader } from '../../database/database.ts'
import { instantSql } from '../../database/instant.ts'
import type { App } from '../../http/app.ts'
import { cursorOnlyParameters, sendList } from '../../http/lists/lists.ts'
import { operation } from '../../http/openapi/operation.ts'
import { cursorList } from '../../http/schemas.ts'
import type { Services } from '../../services.ts'
import { findOrder, type OrderKey, orderNotFound } from './keys.ts'

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

/** How a path names an order. */
interface OrderAddress {
  path: string
  params: TSchema
  ending: string
  by: string
}

/** The events of one order. */
export function historyRoute(
  app: App,
  { readsOf }: Services,
  { path, params, ending, by }: OrderAddress,
): void {
  app.get(
    `${path}/history`,
    operation({
      tag: 'Orders',
      scope: 'orders:read',
      operationId: `listOrderHistory${ending}`,
      summary: `Every change of an order${by}, oldest first`,
      description:
        'In cursor mode. Each event tells when, by which token and what, with the order as it was then. By its `id` also of a deleted order; an `fk_id` is free from then on.',
      params,
      query: Type.Object(cursorOnlyParameters, { additionalProperties: false }),
      success: cursorList(Type.Ref('OrderEvent')),
      refusals: ['invalid_cursor'],
    }),
    async (request, reply) => {
      const { account_id } = actorOf(request)
      const { db } = readsOf(request)
      const id = await withHistory(db, account_id, request.params as OrderKey)
      return sendList(db, request, reply, {
        source: events,
        defaultSort: 'id',
        conditions: [
          sql`r.account_id = ${account_id}`,
          sql`r.resource = 'order'`,
          sql`r.id_record = ${id}`,
        ],
        filters: {},
        query: { ...(request.query as object), pagination: 'cursor' },
      })
    },
  )
}

/** The id of an order that there is or was. */
async function withHistory(db: Reader, account_id: number, key: OrderKey): Promise<number> {
  const id = await findOrder(db, account_id, key)
  const known = await sql`select 1 from events
    where account_id = ${account_id} and resource = 'order' and id_record = ${id ?? null} limit 1`.execute(
    db,
  )
  if (id === undefined || known.rows.length === 0) throw orderNotFound(key)
  return id
}
