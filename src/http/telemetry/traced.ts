import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type RequestSpan, tracer } from '../../base/telemetry/tracer.ts'
import { traceParent } from '../../base/trace-context.ts'

/** Records each request as a span, where spans are collected. */
export function traceRequests(app: FastifyInstance): void {
  const traces = tracer()
  if (!traces) return
  const spans = new WeakMap<FastifyRequest, RequestSpan>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions, raw } = request
    const { url: route = 'none' } = routeOptions
    const attributes = { 'http.request.method': method, 'http.route': route }
    const span = traces.request(`${method} ${route}`, traceParent(raw), attributes)
    // From here on the request stands there in its trace: events and webhooks say so.
    raw.headers['traceparent'] = span.traceparent
    spans.set(request, span)
    span.run(done)
  })
  // Once more: what read the body went on where the connection's bytes came from.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.run(done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    spans.get(request)?.end(reply.statusCode)
    done()
  })
}
