import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Viewer } from '../../access/actor.ts'
import { actorOf } from '../../access/authenticate.ts'
import { isRestricted } from '../../access/row-scope.ts'
import { instantSql } from '../../database/instant.ts'
import type { ListSource } from '../../database/list.ts'
import type { App } from '../../http/app.ts'
import { cursorOnlyParameters, sendList } from '../../http/lists/lists.ts'
import { tagOf } from '../../http/openapi/info.ts'
import { operation } from '../../http/openapi/operation.ts'
import {
  closed,
  cursorList,
  dateTimeOut,
  id,
  nullable,
  recordKeys,
  textOut,
} from '../../http/schemas.ts'
import type { Services } from '../../services.ts'
import { readRecord } from '../commands.ts'
import { type Key, numberSeries } from '../definitions.ts'

const number = textOut(200, { examples: ['01-2026-000042'] })

const gap = closed(
  {
    id,
    number,
    last_number: {
      ...number,
      description: 'The last of several that a larger `next` has left out; else the same.',
    },
    state: Type.String({
      enum: ['deleted', 'passed'],
      description:
        '`deleted`: the order that had it was. `passed`: it was another order’s already, or a larger `next` has left it out.',
    }),
    id_order: nullable({
      ...id,
      description:
        'The order that was deleted, whose history is still there, or that has it. Not shown to who is restricted (`only`).',
    }),
    deleted_by: nullable({
      ...textOut(200),
      description: 'Who deleted the order, while its history is kept.',
    }),
    time: dateTimeOut,
  },
  { $id: 'NumberGap', title: 'NumberGap' },
)

/** Gaps with the orders that they are about, for those who see all orders. */
function gapsFor({ only }: Viewer): ListSource {
  const isHidden = isRestricted(only)
  const deletedBy = `(select e.token_name from events e
      where e.account_id = $account and e.resource = 'order' and e.id_record = r.id_order and e.type = 'order.deleted'
      order by e.id desc limit 1)`
  return {
    table: 'number_gaps',
    document: `(select to_json(x) from (select r.id, r.number, r.last_number, r.state,
      ${isHidden ? 'null::bigint' : 'r.id_order'} as id_order,
      ${isHidden ? 'null::text' : `case when r.state = 'deleted' then ${deletedBy} end`} as deleted_by,
      ${instantSql('r.created_at')} as time) x)::text`,
    sortable: { id: 'bigint' },
  }
}

/** The numbers that a series has left out. */
export function numberGapRoutes(app: App, { readsOf }: Services): void {
  app.addSchema(gap)
  for (const { at, params, suffix, by } of recordKeys) {
    app.get(
      `${numberSeries.path}${at}/gaps`,
      operation({
        tag: tagOf(numberSeries.plural),
        scope: 'reference:read',
        operationId: `listNumberSeriesGaps${suffix}`,
        summary: `List the numbers that a number series${by} has left out`,
        description:
          'In cursor mode, oldest first. Every number that is drawn is an order’s or is here: that of an order which was deleted, one that an order had brought along when it was its turn, and those that a larger `next` has left out. What was undone before it was done has drawn none.',
        params,
        query: closed(cursorOnlyParameters),
        success: cursorList(Type.Ref('NumberGap')),
        problems: ['invalid_cursor'],
      }),
      async (request, reply) => {
        const actor = actorOf(request)
        const { account_id } = actor
        const reads = readsOf(request)
        const series = await readRecord(reads.db, actor, numberSeries, request.params as Key)
        return sendList(reads, request, reply, {
          source: gapsFor(actor),
          defaultSort: 'id',
          conditions: [
            sql`r.account_id = ${account_id}`,
            sql`r.id_series = ${JSON.parse(series).id}`,
          ],
          filters: {},
          query: { ...(request.query as object), pagination: 'cursor' },
        })
      },
    )
  }
}
