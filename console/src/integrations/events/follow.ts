import type { CloudEvent } from '@pedido/client'
import { useEffect, useMemo, useState } from 'react'
import { type EventFilters, eventsSince, instantAgo } from '../../common/events.ts'
import { pedido } from '../../session/client.ts'

/** Of the feed, where each has a place: tests of webhooks are not in it. */
export type FeedEvent = Extract<CloudEvent, { sequence: string }>

const BACK_MS = 15 * 60_000
/** What the page keeps: the newest. */
const KEPT = 500
/** What it begins with, however long ago that was. */
const FIRST = 100

export interface Following {
  /** The newest first. */
  events: readonly FeedEvent[]
  error: Error | undefined
  /** What there was has been put away. */
  isCleared: boolean
  clear: () => void
  /** Reads all of it again. */
  again: () => void
}

/** The newest events, and from then on each event as it happens, without a gap between them. */
export function useFeed({ type, subject }: EventFilters): Following {
  const [events, setEvents] = useState<readonly FeedEvent[]>([])
  const [error, setError] = useState<Error>()
  const [tries, setTries] = useState(0)
  /** The sequence up to which events are put away. */
  const [clearedTo, setClearedTo] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try begins anew
  useEffect(() => {
    const stop = new AbortController()
    setEvents([])
    setClearedTo('')
    setError(undefined)
    let waiting: FeedEvent[] = []
    // Hundreds a second are drawn once a frame.
    const show = () => {
      const come = waiting
      waiting = []
      setEvents((known) => newestFirst([...come, ...known]))
    }
    const take = (event: CloudEvent) => {
      if (!('sequence' in event)) return
      if (waiting.length === 0) requestAnimationFrame(show)
      waiting.push(event)
    }
    const filters = { ...(type && { type }), ...(subject && { subject }) }
    before(filters, take, stop.signal)
      .then(() => follow(filters, take, stop.signal))
      .catch((failure: Error) => stop.signal.aborted || setError(failure))
    return () => stop.abort()
  }, [type, subject, tries])
  const shown = useMemo(
    () => events.filter(({ sequence }) => sequence > clearedTo),
    [events, clearedTo],
  )
  return {
    events: shown,
    error,
    isCleared: clearedTo !== '',
    // The two ways of reading bring some events twice: the second time must not bring them back.
    clear: () => setClearedTo(events[0]?.sequence ?? ''),
    again: () => setTries(tries + 1),
  }
}

/** Each event once: the two ways of reading meet somewhere. */
function newestFirst(events: readonly FeedEvent[]): readonly FeedEvent[] {
  const bySequence = new Map(events.map((event) => [event.sequence, event]))
  return [...bySequence.values()].sort((a, b) => (a.sequence < b.sequence ? 1 : -1)).slice(0, KEPT)
}

/** The newest events that there are. */
async function before(
  filters: EventFilters,
  take: (event: CloudEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  let found = 0
  for await (const event of pedido.events.list({ ...filters, sort: '-sequence' }, { signal })) {
    take(event)
    if (++found === FIRST) return
  }
}

async function follow(
  filters: EventFilters,
  take: (event: CloudEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  for await (const event of eventsSince(filters, instantAgo(BACK_MS), signal)) take(event)
}
