import type { Hit } from '../../base/counters.ts'
import type { Measured } from '../../operations/metrics/endpoint.ts'
import type { ProcessStatus } from '../status/running.ts'

/** Which worker of a service a process is. */
export interface WorkerContext {
  /** From 1 to `WORKERS`. While one worker replaces another, both have its number. */
  number: number
  /** A folder for the workers of this service alone (mode 0700); it goes when the service ends. */
  folder: string
  /** From 0; no other worker that lives has it. */
  place: number
}

/** What the parent tells a worker, over the channel that `fork` makes. */
export type ToWorker =
  | { say: 'start'; context: WorkerContext; workers: number }
  /** Comes with a client's connection. */
  | { say: 'connection' }
  /** Comes behind it: a connection that is not there by now was lost on the way. */
  | { say: 'passed' }
  /** The service is about to stop: it is not ready any more. */
  | { say: 'leave' }
  /** It gets no further connections, and ends when its clients are done with those it has. */
  | { say: 'drain' }
  /** It ends when what runs is answered. */
  | { say: 'stop' }
  | { say: 'hit'; id: number; hit: Hit }
  /** It is asked for its metrics. */
  | { say: 'measure'; id: number }
  /** It is asked how it is. */
  | { say: 'look'; id: number }

/** What a worker tells its parent. */
export type ToParent =
  | { say: 'ready' }
  /** Whether it has the connection that it was given, and how many it has now. */
  | { say: 'took' | 'refused'; open: number }
  | { say: 'closed'; open: number }
  | { say: 'hit'; id: number; key: string; windowMs: number }
  /** Its metrics: what was asked for under this number, or the last ones, unasked. */
  | { say: 'measured'; id: number; measured: Measured }
  | { say: 'status'; id: number; status: ProcessStatus }
