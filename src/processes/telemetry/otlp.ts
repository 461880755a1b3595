import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { programVersion } from '../../base/system/package.ts'
import { statementRan } from '../../base/telemetry/topics.ts'
import { type Tracer, useTracer } from '../../base/telemetry/tracer.ts'
import type { Log } from '../../database/pool.ts'
import { statementName } from './statement-names.ts'

interface Options {
  /** Where OTLP over HTTP is taken, such as `http://127.0.0.1:4318`. */
  endpoint: string
  serviceName: string
  /** Of the requests whose callers decide nothing, from 0 to 1. */
  share: number
  log: Log
}

/** With all its tries, an export takes no longer: a collector that is away must not hold up a stop. */
const EXPORT_MS = 2_000

/** Sends spans to a collector from now on. The function it returns sends the last ones and ends it. */
export function sendSpans({ endpoint, serviceName, share, log }: Options): () => Promise<void> {
  const url = `${endpoint}/v1/traces`
  const exporter = loggingChanges(
    new OTLPTraceExporter({ url, timeoutMillis: EXPORT_MS }),
    url,
    log,
  )
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': programVersion(),
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const spans = provider.getTracer('pedido')
  const running = new AsyncLocalStorage<Context>()
  useTracer(tracerOf(spans, running))
  const stopStatements = statementRan.listen(({ text, start, ms, rows, hasFailed }) => {
    const parent = running.getStore()
    // Jobs look every second for something to do.
    if (!parent) return
    const name = statementName(text)
    const attributes = { 'db.system.name': 'postgresql', 'db.response.returned_rows': rows }
    const span = spans.startSpan(
      name,
      { kind: SpanKind.CLIENT, startTime: start, attributes },
      parent,
    )
    if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(start + ms)
  })
  return async () => {
    stopStatements()
    useTracer(undefined)
    // Why it failed was logged.
    await provider.shutdown().catch(() => {})
  }
}

/** Logs once that spans do not arrive, and once that they do again. */
function loggingChanges(exporter: OTLPTraceExporter, url: string, log: Log): SpanExporter {
  let arrives = true
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const hasArrived = result.error === undefined
        if (hasArrived !== arrives) {
          log.warn(
            hasArrived
              ? `Traces arrive at ${url} again.`
              : `Traces do not arrive at ${url}: ${result.error?.message}`,
          )
        }
        arrives = hasArrived
        done(result)
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  }
}

type Spans = ReturnType<TracerProvider['getTracer']>

function tracerOf(spans: Spans, running: AsyncLocalStorage<Context>): Tracer {
  return {
    request(name, traceparent, attributes) {
      const parent = contextOf(traceparent)
      const span = spans.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent)
      const own = trace.setSpan(parent, span)
      return {
        traceparent: traceparentOf(span),
        run: (work) => running.run(own, work),
        end(status) {
          span.setAttribute('http.response.status_code', status)
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    part(name, work) {
      const parent = running.getStore()
      if (!parent) return work()
      const span = spans.startSpan(name, {}, parent)
      return endingWith(span, () => running.run(trace.setSpan(parent, span), work))
    },
    sending(name, traceparent, send, resultOf) {
      const span = spans.startSpan(name, { kind: SpanKind.CLIENT }, contextOf(traceparent))
      return endingWith(span, async () => {
        const sent = await send(traceparentOf(span))
        const { attributes, hasFailed } = resultOf(sent)
        span.setAttributes(attributes)
        if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR })
        return sent
      })
    },
  }
}

async function endingWith<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}

/** Where a span of somebody else's is the parent. */
function contextOf(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags] = /^..-(.{32})-(.{16})-(..)/.exec(traceparent ?? '') ?? []
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags ?? '', 16) & TraceFlags.SAMPLED
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}
