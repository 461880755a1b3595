import { useSyncExternalStore } from 'react'

/** What stands between the page and the service. */
export interface Connection {
  /** The service does not answer; requests wait until it does. */
  isGone: boolean
  /** The session ended; requests wait until the member has signed in again. */
  hasEnded: boolean
}

let state: Connection = { isGone: false, hasEnded: false }
const watchers = new Set<() => void>()

export function setConnection(change: Partial<Connection>): void {
  state = { ...state, ...change }
  for (const watcher of watchers) watcher()
}

/**
 * Resolves once nothing stands between any more; rejects with the signal's reason.
 * @param isSigningIn it is to end what a session's end stands for
 */
export function connected(
  signal: AbortSignal | null | undefined,
  isSigningIn: boolean,
): Promise<void> {
  const isFree = () => !state.isGone && (isSigningIn || !state.hasEnded)
  if (isFree()) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const look = () => {
      if (!isFree()) return
      stop()
      resolve()
    }
    const stop = watch(look)
    signal?.addEventListener(
      'abort',
      () => {
        stop()
        reject(signal.reason)
      },
      { once: true },
    )
  })
}

export function useConnection(): Connection {
  return useSyncExternalStore(watch, () => state)
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
  }
}
