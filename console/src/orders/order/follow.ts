import type { Order } from '@pedido/client'
import { useEffect, useRef } from 'react'
import { eventsSince, instantAgo } from '../../common/events.ts'
import { useMay, useSession } from '../../session/session.tsx'

/** From when the page has read the order until it follows it, at most: the feed of years is long. */
const BACK_MS = 60_000

/** A change of the order by somebody, whether or not the page knows of it already. */
interface Happened {
  type: string
  order: Order
  /** Who it was; undefined where the service does not say. */
  by: string | undefined
  isOwn: boolean
}

/**
 * Tells each change of an order since it was read, as long as the window is in sight: a browser has
 * few connections for all its windows. `onBack` is called when it is in sight again.
 */
export function useFollowed(
  id: number,
  on: { onHappened: (what: Happened) => void; onBack: () => void },
): void {
  const mayFollow = useMay()('events:read')
  const { id: ownToken } = useSession()
  const latest = useRef(on)
  latest.current = on
  useEffect(() => {
    if (!mayFollow) return
    let stop = new AbortController()
    const listen = async () => {
      stop = new AbortController()
      const since = instantAgo(BACK_MS)
      const subject = `/orders/${id}`
      for await (const event of eventsSince({ subject }, since, stop.signal)) {
        const { record, token } = event.data as {
          record: Order
          token: { id: number; name: string } | null
        }
        latest.current.onHappened({
          type: event.type,
          order: record,
          by: token?.name,
          isOwn: token?.id === ownToken,
        })
      }
    }
    // An order that is not followed is still an order: what is amiss shows elsewhere.
    const begin = () => void listen().catch(() => {})
    const watch = () => {
      if (document.hidden) stop.abort()
      else if (stop.signal.aborted) {
        begin()
        latest.current.onBack()
      }
    }
    if (document.hidden) stop.abort()
    else begin()
    document.addEventListener('visibilitychange', watch)
    return () => {
      document.removeEventListener('visibilitychange', watch)
      stop.abort()
    }
  }, [id, mayFollow, ownToken])
}
