import { useSyncExternalStore } from 'react'
import { download } from '../../session/download.ts'

/** A file that is fetched, or was. */
export interface Running {
  id: number
  /** What is in it, for people. */
  label: string
  state: 'running' | 'done' | 'cancelled' | 'failed'
  bytes: number
  startedAt: Date
  fileName?: string
  error?: Error
}

// They go on while somebody looks at other screens, for as long as the page is open.
let all: readonly Running[] = []
const ends = new Map<number, AbortController>()
const listeners = new Set<() => void>()
let last = 0

function set(id: number, changed: Partial<Running>): void {
  all = all.map((one) => (one.id === id ? { ...one, ...changed } : one))
  for (const hear of listeners) hear()
}

/** Begins to fetch a file of a list. */
export function startExport(label: string, path: string): void {
  const id = ++last
  const end = new AbortController()
  ends.set(id, end)
  all = [{ id, label, state: 'running', bytes: 0, startedAt: new Date() }, ...all]
  set(id, {})
  const onBytes = (bytes: number) => set(id, { bytes })
  download(path, { signal: end.signal, onBytes })
    .then(
      (fileName) => set(id, { state: 'done', fileName }),
      (error: Error) =>
        set(id, end.signal.aborted ? { state: 'cancelled' } : { state: 'failed', error }),
    )
    .finally(() => ends.delete(id))
}

export const cancelExport = (id: number) => ends.get(id)?.abort()

const subscribe = (hear: () => void) => {
  listeners.add(hear)
  return () => {
    listeners.delete(hear)
  }
}

export const useExports = () => useSyncExternalStore(subscribe, () => all)
