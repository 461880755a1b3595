import { startReceiver } from '../webhooks/receiver.ts'

interface CollectedSpan {
  name: string
  traceId: string
  spanId: string
  /** Empty where it has none. */
  parentSpanId: string
  attributes: Record<string, string | number>
}

interface OtlpSpan extends Omit<CollectedSpan, 'attributes' | 'parentSpanId'> {
  parentSpanId?: string
  attributes: { key: string; value: { stringValue?: string; intValue?: string | number } }[]
}

interface OtlpBody {
  resourceSpans: { scopeSpans: { spans: OtlpSpan[] }[] }[]
}

/** A collector of traces: takes OTLP over HTTP, as JSON. */
export async function startCollector() {
  const receiver = await startReceiver((response) =>
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'),
  )
  const bodies = () => receiver.received.map(({ body }) => body.toString())
  return {
    endpoint: `http://127.0.0.1:${receiver.port}`,
    /** All that was sent, as it was sent. */
    text: () => bodies().join('\n'),
    paths: () => receiver.received.map(({ path }) => path),
    spans: () => bodies().flatMap(spansOf),
    close: receiver.close,
  }
}

function spansOf(body: string): CollectedSpan[] {
  const { resourceSpans } = JSON.parse(body) as OtlpBody
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map(({ parentSpanId = '', attributes, ...span }) => {
      const pairs = attributes.map(({ key, value }) => [
        key,
        value.stringValue ?? Number(value.intValue),
      ])
      return { ...span, parentSpanId, attributes: Object.fromEntries(pairs) }
    })
}
