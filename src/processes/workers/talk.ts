import type { WorkerContext } from '../../config.ts'
import type { Counted } from './counters.ts'

/** What the parent tells a worker, over the channel that `fork` makes. */
export type ToWorker =
  | { say: 'start'; worker: WorkerContext; workers: number }
  /** It gets no further requests; those that wait for events shall end. */
  | { say: 'drain' }
  | { say: 'stop' }
  | { say: 'counted'; id: number; counted: Counted }

/** What a worker tells its parent. */
export type ToParent =
  | { say: 'ready' }
  | { say: 'count'; id: number; key: string; windowMs: number }
