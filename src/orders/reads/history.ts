import { sql } from 'kysely'
import { type TSchema, Type } from 'typebox'
import type { Viewer } from '../../access/actor.ts'
import { actorOf } from '../../access/authenticate.ts'
import { isRestricted } from '../../access/row-scope.ts'
import type { Reader } from '../../database/database.ts'
import { instantSql } from '../../database/instant.ts'
import { recordSql } from '../../events/sql.ts'
import { conditionsWithin, previousFor, withinSql } from '../../events/within.ts'
import type { App } from '../../http/app.ts'
import { cursorOnlyParameters, sendList } from '../../http/lists/lists.ts'
import { operation } from '../../http/openapi/operation.ts'
import { cursorList } from '../../http/schemas.ts'
import type { Services } from '../../services.ts'
import { idOfKey, type OrderKey, orderNotFound } from './keys.ts'
import { readOrder } from './order.ts'
import { events_anyOfOrder, events_anyOfOrderWithin } from './sql.ts'

/** The events as a viewer sees them. */
function eventsFor(viewer: Viewer) {
  const { text: previous, values } = previousFor(viewer)
  return { ...events(previous), values }
}

const events = (previous: string) => ({
  table: 'events',
  // These come behind the rest, for they are left out where there are none.
  document: `concat(left((select to_json(x) from (select r.id, r.type, r.version,
      ${instantSql('r.time')} as time,
      (select to_json(t) from (select r.id_token as id, r.token_name as name where r.id_token is not null) t) as token,
      r.request_id,
      coalesce((select json_agg(key order by key) from jsonb_object_keys(r.previous) key), '[]') as changed_fields,
      ${previous} as previous, (${recordSql('r')})::json as data) x)::text, -1), ',"traceparent":' || to_json(r.traceparent)::text,
      ',"reason":' || to_json(r.reason)::text, ',"restored_version":' || r.restored_version, '}')`,
  sortable: { id: 'bigint' } as const,
})

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
      tag: 'Order history',
      scope: 'orders:read',
      operationId: `listOrderHistory${ending}`,
      summary: `Every change of an order${by}, oldest first`,
      description:
        'In cursor mode. Each event says when the order changed, by which token and what, with the order as it was then. A deleted order still has its history by `id`; its `fk_id` is free.',
      params,
      query: Type.Object(cursorOnlyParameters, { additionalProperties: false }),
      success: cursorList(Type.Ref('OrderEvent')),
      problems: ['invalid_cursor'],
    }),
    async (request, reply) => {
      const actor = actorOf(request)
      const reads = readsOf(request)
      const id = await withHistory(reads.db, actor, request.params as OrderKey)
      return sendList(reads, request, reply, {
        source: eventsFor(actor),
        defaultSort: 'id',
        conditions: [...ofOrder(actor, id)],
        within: eventsWithin(actor),
        filters: {},
        query: { ...(request.query as object), pagination: 'cursor' },
      })
    },
  )
}

/** Conditions that the events `r` are of an order. */
export function ofOrder({ account_id }: Viewer, id: number) {
  return [sql`r.account_id = ${account_id}`, sql`r.resource = 'order'`, sql`r.id_record = ${id}`]
}

/** Conditions that a viewer sees the events `r`. */
export function eventsWithin(viewer: Viewer) {
  return conditionsWithin(viewer, (texts) => withinSql('r', texts))
}

/** The id of an order that there is or was, and of which the viewer may see an event. */
export async function withHistory(db: Reader, viewer: Viewer, key: OrderKey): Promise<number> {
  const { account_id, only } = viewer
  // Whose code it is now is told only of an order that may be seen now.
  if ('fk_id' in key && isRestricted(only)) await readOrder(db, viewer, key)
  const id = await idOfKey(db, account_id, key)
  if (id === undefined) throw orderNotFound(key)
  const [event] = isRestricted(only)
    ? await events_anyOfOrderWithin(db, [account_id, id, only.users, only.branches, only.customers])
    : await events_anyOfOrder(db, [account_id, id])
  // Of an order that has been left alone for long all events may have gone to files.
  if (!event) await readOrder(db, viewer, key)
  return id
}
