import type { TenantQuota } from '../../base/tenant-quota.ts'
import type { App } from '../app.ts'
import { hasBody } from '../wire/headers.ts'
import { leftOf } from './left.ts'

/**
 * Lets bodies that are still on their way wait for their turn, whatever they hold: a client that sends
 * slowly keeps a place, not all of them. What came along with its headers needs none, and bulk requests
 * have a share of their own.
 */
export function limitArrivals(app: App, quota: TenantQuota): void {
  app.addHook('preParsing', async (request, reply) => {
    const { actor, raw } = request
    const isBulk = request.routeOptions.url?.startsWith('/bulk/')
    if (actor === null || raw.complete || isBulk || !hasBody(request)) return
    const leave = await quota.turn(actor.account_id, leftOf(request))
    if (raw.readableEnded) return leave()
    raw.once('end', leave)
    reply.raw.once('close', leave)
  })
}
