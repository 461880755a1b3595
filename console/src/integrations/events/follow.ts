import type { CloudEvent } from '@pedido/client'
import { useEffect, useState } from 'react'
import { type EventFilters, eventsSince, instantAgo } from '../../common/events.ts'

/** Of the feed, where each has a place: tests of webhooks are not in it. */
export type FeedEvent = Extract<CloudEvent, { sequence: string }>

const BACK_MS = 15 * 60_000
/** What the page keeps: the newest. */
const KEPT = 500

export interface Following {
  /** The newest first. */
  events: readonly FeedEvent[]
  error: Error | undefined
  clear: () => void
  again: () => void
}

/** What happened lately, and from then on each event as it happens, without a gap between them. */
export function useFeed({ type, subject }: EventFilters): Following {
  const [events, setEvents] = useState<readonly FeedEvent[]>([])
  const [error, setError] = useState<Error>()
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try begins anew
  useEffect(() => {
    const stop = new AbortController()
    setEvents([])
    setError(undefined)
    let waiting: FeedEvent[] = []
    // Hundreds a second are drawn once a frame.
    const show = () => {
      const come = waiting.reverse()
      waiting = []
      setEvents((known) => [...come, ...known].slice(0, KEPT))
    }
    const take = (event: CloudEvent) => {
      if (!('sequence' in event)) return
      if (waiting.length === 0) requestAnimationFrame(show)
      waiting.push(event)
    }
    follow({ ...(type && { type }), ...(subject && { subject }) }, take, stop.signal).catch(
      (failure: Error) => stop.signal.aborted || setError(failure),
    )
    return () => stop.abort()
  }, [type, subject, tries])
  return {
    events,
    error,
    clear: () => setEvents([]),
    again: () => setTries(tries + 1),
  }
}

async function follow(
  filters: EventFilters,
  take: (event: CloudEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  for await (const event of eventsSince(filters, instantAgo(BACK_MS), signal)) take(event)
}
