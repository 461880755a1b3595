import type { Hit } from '../../base/counters.ts'
import type { Measured } from '../../operations/metrics/endpoint.ts'
import type { ImageAnswer, ImageOrder } from '../decoding/answer.ts'
import type { ProcessStatus } from '../status/process-status.ts'

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
  /** @property makesImages not of a parent whose program is older */
  | { type: 'start'; context: WorkerContext; workers: number; makesImages?: boolean }
  /** Comes with a client's connection. */
  | { type: 'connection' }
  /** Comes behind it: a connection that is not there by now was lost on the way. */
  | { type: 'passed' }
  /** The service is about to stop: it is not ready any more. */
  | { type: 'leave' }
  /** It gets no further connections, and ends when its clients are done with those it has. */
  | { type: 'drain' }
  /** It ends when what runs is answered. */
  | { type: 'stop' }
  | { type: 'hit'; id: number; hit: Hit }
  | { type: 'image'; id: number; answer: ImageAnswer }
  /** It is asked for its metrics. */
  | { type: 'measure'; id: number }
  /** It is asked how it is. */
  | { type: 'look'; id: number }

/** What a worker tells its parent. */
export type ToParent =
  | { type: 'ready' }
  /** Whether it has the connection that it was given, and how many it has now. */
  | { type: 'took' | 'refused'; open: number }
  | { type: 'closed'; open: number }
  | { type: 'hit'; id: number; key: string; windowMs: number }
  /** It wants an image made, by the program that its version has for that. */
  | { type: 'image'; id: number; order: ImageOrder; program: string }
  /** Its metrics: what was asked for under this number, or the last ones, unasked. */
  | { type: 'measured'; id: number; measured: Measured }
  | { type: 'status'; id: number; status: ProcessStatus }
