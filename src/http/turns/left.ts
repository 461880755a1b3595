import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Where the answer goes. */
    response: ServerResponse
    /** What `leftOf` has made. */
    left: AbortSignal | undefined
  }
}

/** Lets `leftOf` know of each request where its answer goes. */
export function noticeLeaving(app: App): void {
  app.decorateRequest('response')
  app.decorateRequest('left', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    request.response = reply.raw
    done()
  })
}

/**
 * Ends once nobody waits for the answer any more. (Fastify's own `request.signal` follows the body that
 * comes in.)
 */
export function leftOf(request: FastifyRequest): AbortSignal {
  request.left ??= endOf(request.response)
  return request.left
}

function endOf(response: ServerResponse): AbortSignal {
  if (response.closed) return AbortSignal.abort()
  const left = new AbortController()
  response.once('close', () => left.abort())
  return left.signal
}
