import type { IncomingHttpHeaders } from 'node:http'

/** A `traceparent` of W3C Trace Context, level 1; later versions may have more behind it. */
const TRACE_PARENT =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?=-|$)/

/** Where the request stands in the caller's trace; undefined where none or another text was sent. */
export function traceParent({ headers }: { headers: IncomingHttpHeaders }): string | undefined {
  const sent = headers['traceparent']
  return typeof sent === 'string' ? TRACE_PARENT.exec(sent)?.[0] : undefined
}
