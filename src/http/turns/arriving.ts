import type { FastifyRequest } from 'fastify'
import type { TenantQuota } from '../../base/tenant-quota.ts'
import type { App } from '../app.ts'
import { leftOf } from './left.ts'

/**
 * Lets bodies that are still on their way wait for their turn, whatever they hold: a client that sends
 * slowly keeps a place, not all of them. What came along with its headers needs none, and bulk requests
 * have a share of their own.
 */
export function limitArrivals(app: App, quota: TenantQuota): void {
  app.addHook('preParsing', async (request, reply) => {
    const { actor, raw } = request
    if (actor === null || raw.complete || !hasBody(request)) return
    const leave = await quota.turn(actor.account_id, leftOf(request))
    if (raw.readableEnded) return leave()
    raw.once('end', leave)
    reply.raw.once('close', leave)
  })
}

function hasBody({ headers, routeOptions }: FastifyRequest): boolean {
  if (routeOptions.url?.startsWith('/bulk/')) return false
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0
}
