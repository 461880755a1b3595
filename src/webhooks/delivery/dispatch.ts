import pLimit from 'p-limit'
import { webhookAttempted } from '../../base/telemetry/topics.ts'
import type { FeedEvent } from '../../events/feed.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import type { Receiver } from '../sealed.ts'
import { isCircuitOpen, nextFailureCount } from './backoff.ts'
import { type Attempt, isDelivered, sendTo } from './send.ts'

/** Requests to one receiver at once. */
const AT_ONCE = 8
/** After it no more requests are begun: a slow receiver’s answers are to be written, too. */
const BATCH_MS = 10_000

/** An event to be sent. */
export interface PendingEvent {
  event: FeedEvent
  /** That failed before. */
  attempts: number
  /** It is kept to be sent again, */
  isRetry: boolean
  /** and fails, or waits, for so many seconds. */
  waited: number
  /** Another event of its record must go first. */
  blockedByEarlier: boolean
}

/** What became of it. */
export interface DeliveryOutcome {
  pending: PendingEvent
  /** None where it was not sent. */
  attempt: Attempt | undefined
  blockedByEarlier: boolean
}

/** How the receiver gets on, attempt by attempt. */
export interface ReceiverHealth {
  /** In a row, up to now. */
  failures: number
  hasSucceeded: boolean
  /** Seconds that it asks to be left alone. */
  pause: number
  /** It wants nothing more. */
  isGone: boolean
}

export interface Calls {
  outbound: Outbound
  /** Nothing more is sent. */
  stop: AbortSignal
  /** What is under way is broken off. */
  cut: AbortSignal
  /** Called at each answer, or end without one. */
  onProgress: () => void
}

/**
 * Sends events: those of one record in their order, up to eight of different records at once. Goes
 * no further where the receiver seems to be down or asks for a pause, or after ten seconds; `health`
 * keeps the account.
 */
export async function dispatch(
  pending: PendingEvent[],
  receiver: Receiver,
  health: ReceiverHealth,
  calls: Calls,
): Promise<DeliveryOutcome[]> {
  const limit = pLimit(AT_ONCE)
  const before = health.failures
  const end = performance.now() + BATCH_MS
  const mayGoOn = () =>
    !calls.stop.aborted &&
    performance.now() < end &&
    !health.isGone &&
    health.pause === 0 &&
    (isCircuitOpen(before) || !isCircuitOpen(health.failures))
  const send = async (pending: PendingEvent) => {
    const attempt = mayGoOn() ? await attemptOf(pending, receiver, calls) : undefined
    if (attempt) {
      note(health, attempt, before)
      webhookAttempted.emit({ outcome: outcomeOf(attempt), ms: attempt.milliseconds })
    }
    calls.onProgress()
    return attempt
  }
  const byRecord = Map.groupBy(pending, ({ event }) => recordKey(event))
  const outcomes = Array.from(byRecord.values(), (chain) => limit(() => sendInOrder(chain, send)))
  return (await Promise.all(outcomes)).flat()
}

/** Tells one record from another. */
export function recordKey({
  resource,
  id_record,
}: Pick<FeedEvent, 'resource' | 'id_record'>): string {
  return `${resource} ${id_record}`
}

async function sendInOrder(
  chain: PendingEvent[],
  send: (pending: PendingEvent) => Promise<Attempt | undefined>,
): Promise<DeliveryOutcome[]> {
  const outcomes: DeliveryOutcome[] = []
  let mustWait = false
  for (const pending of chain) {
    const blockedByEarlier: boolean = mustWait || pending.blockedByEarlier
    const attempt: Attempt | undefined = blockedByEarlier ? undefined : await send(pending)
    outcomes.push({ pending, attempt, blockedByEarlier })
    mustWait ||= attempt === undefined || !isDelivered(attempt)
  }
  return outcomes
}

/** Undefined where the service stops meanwhile: nobody knows whether it arrived. */
async function attemptOf(
  { event }: PendingEvent,
  receiver: Receiver,
  { outbound, cut }: Calls,
): Promise<Attempt | undefined> {
  try {
    const { uid, document, traceparent } = event
    return await sendTo(receiver, uid, Buffer.from(document), outbound, cut, traceparent)
  } catch (error) {
    if (cut.aborted) return undefined
    throw error
  }
}

/** A word for what came of an attempt, of few. */
function outcomeOf(attempt: Attempt): string {
  const { status, failure } = attempt
  if (isDelivered(attempt)) return 'delivered'
  return status === null ? (failure ?? 'connection') : `http_${Math.floor(status / 100)}xx`
}

const GONE = 410
/** They speak of the receiver, not of the event. */
const BUSY = [429, 503]

function note(health: ReceiverHealth, attempt: Attempt, before: number): void {
  const { status, retryAfter = 0 } = attempt
  if (isDelivered(attempt)) {
    health.failures = 0
    health.hasSucceeded = true
    return
  }
  health.failures = nextFailureCount(health.failures, before)
  if (status === GONE) health.isGone = true
  if (status !== null && BUSY.includes(status)) health.pause = Math.max(health.pause, retryAfter)
}
