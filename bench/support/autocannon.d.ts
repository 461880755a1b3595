// autocannon brings no types; this is what the bench uses of it.
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  interface Options {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    /** Milliseconds from sample to sample; a run ends with one. */
    sampleInt: number
    /** Requests a second over all connections. */
    overallRate?: number
    requests: { method: string; path: string; headers?: Record<string, string>; body?: string }[]
  }

  interface Result {
    errors: number
    non2xx: number
    timeouts: number
  }

  export default function autocannon(
    options: Options,
    done: (error: Error | null, result: Result) => void,
  ): EventEmitter
}
