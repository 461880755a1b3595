import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { actorOf } from '../../access/authenticate.ts'
import type { ListSource } from '../../database/list.ts'
import { sendList } from '../../http/lists/lists.ts'
import type { ReadsOf } from '../../http/reads.ts'
import type { OrderKey } from '../reads/keys.ts'
import { commentedOrder } from './commands.ts'

/**
 * Sends the rows that stand beside the order of the path, such as its comments, the oldest first.
 * @param source whose rows have the order as `id_order`
 * @throws Problem as `commentedOrder` does
 */
export async function sendRowsOfOrder(
  readsOf: ReadsOf,
  request: FastifyRequest,
  reply: FastifyReply,
  source: ListSource,
): Promise<unknown> {
  const actor = actorOf(request)
  const reads = readsOf(request)
  const id = await commentedOrder(reads.db, actor, request.params as OrderKey)
  return sendList(reads, request, reply, {
    source,
    defaultSort: 'id',
    conditions: [sql`r.account_id = ${actor.account_id}`, sql`r.id_order = ${id}`],
    filters: {},
    query: request.query as Record<string, unknown>,
  })
}
