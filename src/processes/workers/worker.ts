import { rm } from 'node:fs/promises'
import type { RateLimitStore } from '../../app.ts'
import { type Config, connectionsOfWorker, readConfig, type WorkerContext } from '../../config.ts'
import type { App } from '../../http/app.ts'
import { run } from '../serve.ts'
import type { Counted } from './counters.ts'
import { takeFromRelay } from './relayed.ts'
import type { ToParent, ToWorker } from './talk.ts'
import { socketOf } from './worker-socket.ts'

/** As long as the system lets a queue of new connections be. */
const BACKLOG = 4096

/**
 * Runs one worker of a service: what `pedido serve` starts several of. It takes its requests from
 * the relay in the parent and ends when the parent says so or is gone.
 * @throws Error when it was not started by a parent
 */
export async function runWorker(): Promise<void> {
  if (!process.send) throw new Error('A worker is started by: pedido serve --workers N')
  // A terminal and some supervisors signal the whole group; the parent alone decides.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  const stop = Promise.withResolvers<void>()
  const draining = Promise.withResolvers<void>()
  const started = Promise.withResolvers<Extract<ToWorker, { say: 'start' }>>()
  process.on('message', (message: ToWorker) => {
    if (message.say === 'start') started.resolve(message)
    if (message.say === 'drain') draining.resolve()
    if (message.say === 'stop') stop.resolve()
  })
  process.once('disconnect', () => process.exit(1))
  const { worker, workers } = await started.promise
  process.removeAllListeners('disconnect')
  process.once('disconnect', () => void orphaned(worker))
  try {
    await run(configOf(readConfig(), workers), {
      worker,
      stop: stop.promise,
      draining: draining.promise,
      rateLimitStore: storeOfParent(),
      prepare: async () => {},
      listen: async (app) => {
        await listen(app, worker)
        tell({ say: 'ready' })
      },
    })
  } finally {
    // The channel would keep the process alive.
    process.removeAllListeners('disconnect')
    process.disconnect?.()
  }
}

async function listen(app: App, worker: WorkerContext): Promise<void> {
  takeFromRelay(app.server)
  await app.listen({ path: socketOf(worker), backlog: BACKLOG })
}

function configOf(config: Config, workers: number): Config {
  const { DATABASE_POOL_SIZE, DATABASE_READ_POOL_SIZE = DATABASE_POOL_SIZE } = config
  return {
    ...config,
    DATABASE_POOL_SIZE: connectionsOfWorker(DATABASE_POOL_SIZE, workers),
    DATABASE_READ_POOL_SIZE: connectionsOfWorker(DATABASE_READ_POOL_SIZE, workers),
  }
}

/** The clients' connections went with the parent: there is nobody left to answer. */
async function orphaned({ folder }: WorkerContext): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  process.exit(1)
}

function tell(message: ToParent): void {
  process.send?.(message)
}

/** A store for @fastify/rate-limit that counts in the parent, for all workers. */
function storeOfParent(): RateLimitStore {
  const asked = new Map<number, (counted: Counted) => void>()
  let id = 0
  process.on('message', (message: ToWorker) => {
    if (message.say !== 'counted') return
    asked.get(message.id)?.(message.counted)
    asked.delete(message.id)
  })
  return class ParentStore {
    incr(
      key: string,
      callback: (error: Error | null, result?: Counted) => void,
      windowMs: number,
    ): void {
      id++
      asked.set(id, (counted) => callback(null, counted))
      tell({ say: 'count', id, key, windowMs })
    }
    child(): ParentStore {
      return this
    }
  }
}
