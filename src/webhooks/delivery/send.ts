import { type Attributes, tracer } from '../../base/telemetry/tracer.ts'
import type { FailureReason, Outbound } from '../../outbound/outbound.ts'
import type { Receiver } from '../sealed.ts'
import { signatureHeaders } from '../signature.ts'

/** One attempt to send an event, as `webhook_deliveries` keeps it. */
export interface Attempt {
  /** When it began. */
  time: Date
  milliseconds: number
  /** Of the answer; null where there was none, for the reason in `failure`. */
  status: number | null
  failure: FailureReason | null
  /** For a person: more on the failure. */
  detail: string | null
  /** The first 2 KB of the answer. */
  response: string | null
  /** Seconds that the answer asks to wait. */
  retryAfter: number | undefined
}

const CONTENT_TYPE = 'application/cloudevents+json; charset=utf-8'

/**
 * Signs these bytes and sends them once.
 * @param id of the event, the same for each attempt
 * @param signal for stopping the service
 * @param traceparent of the request that made the change, where it had one
 * @throws the reason of `signal`, and nothing else
 */
export async function sendTo(
  { url, secrets, headers }: Receiver,
  id: string,
  body: Uint8Array,
  outbound: Outbound,
  signal: AbortSignal,
  traceparent: string | null = null,
): Promise<Attempt> {
  const post = (traced: Record<string, string>) =>
    attempt({ url, secrets, headers: { ...headers, ...traced } }, id, body, outbound, signal)
  const traces = tracer()
  if (!traces) return post({})
  const send = (parent: string) => post({ traceparent: parent })
  return traces.sending('webhook delivery', traceparent ?? undefined, send, tracedResult)
}

/** What a trace tells of an attempt; not where it went, which is the account's own. */
function tracedResult(made: Attempt): { attributes: Attributes; hasFailed: boolean } {
  const { status, failure } = made
  const attributes: Attributes =
    status === null ? { 'error.type': failure ?? '' } : { 'http.response.status_code': status }
  return { attributes, hasFailed: !isDelivered(made) }
}

async function attempt(
  { url, secrets, headers }: Receiver,
  id: string,
  body: Uint8Array,
  outbound: Outbound,
  signal: AbortSignal,
): Promise<Attempt> {
  const time = new Date()
  // Last, so that nothing overrides what is signed.
  const ours = { 'content-type': CONTENT_TYPE, ...signatureHeaders(id, body, secrets, time) }
  const result = await outbound.post(url, { ...headers, ...ours }, body, signal)
  if ('failure' in result) {
    const { ms: milliseconds, failure, detail } = result
    const none = { status: null, response: null, retryAfter: undefined }
    return { time, milliseconds, ...none, failure, detail }
  }
  const { ms: milliseconds, status, excerpt: response, retryAfter } = result
  return { time, milliseconds, status, failure: null, detail: null, response, retryAfter }
}

/** The receiver has taken the event. */
export function isDelivered({ status }: Pick<Attempt, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300
}
