import { setImmediate } from 'node:timers/promises'
import type { TenantQuota } from '../../base/tenant-quota.ts'
import type { App } from '../app.ts'
import { leftOf } from './left.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a large write, once it has its turn. */
    endTurn: (() => void) | undefined
  }
}

/** Characters of a large body: an order of some 150 items. */
const LARGE = 16_384
/** An account that sends one after the other has half of the time. */
const RESTS = true

/**
 * Lets large writes wait for their turn, whichever they are: what is checked, computed and written of
 * a thousand items takes a connection and the event loop for as long as hundreds of small requests do.
 * So do previews, whose order may have as many though the body is small.
 */
export function queueLargeWrites(app: App, quota: TenantQuota): void {
  app.decorateRequest('endTurn', undefined)
  app.addHook('preValidation', async (request) => {
    const { actor, rawBody = '', routeOptions } = request
    const isPreview = routeOptions.url?.endsWith('/preview')
    if (actor === null || (rawBody.length <= LARGE && !isPreview)) return
    request.endTurn = await quota.turn(actor.account_id, leftOf(request), RESTS)
    // The body was parsed just now, or the one before answered: others have the event loop first.
    await setImmediate()
  })
  app.addHook('onSend', async ({ endTurn }) => endTurn?.())
}
