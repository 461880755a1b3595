import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { traceParent } from '../../base/trace-context.ts'

/** What an `X-Request-Id` may be, so that logs, events and answers can hold it as it is. */
const REQUEST_ID = /^[A-Za-z0-9._~:/+=@-]{1,100}$/

/** The caller's own id of the request; undefined where none or another text was sent. */
export function callersRequestId({ headers }: IncomingMessage): string | undefined {
  const sent = headers['x-request-id']
  return typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : undefined
}

/** Fastify's logger of one request: each line tells where the request stands in the caller's trace. */
export function tracedLogger(
  logger: FastifyBaseLogger,
  bindings: Record<string, unknown>,
  options: object,
  request: IncomingMessage,
): FastifyBaseLogger {
  const traceparent = traceParent(request)
  return logger.child(traceparent === undefined ? bindings : { ...bindings, traceparent }, options)
}
