import { useSyncExternalStore } from 'react'

const query = window.matchMedia('(max-width: 40rem)')

/** A telephone, held upright. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(watch, () => query.matches)
}

function watch(watcher: () => void): () => void {
  query.addEventListener('change', watcher)
  return () => query.removeEventListener('change', watcher)
}
