import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { Registry } from '@prometheus-io/client'
import type { Measured } from '../../operations/metrics/endpoint.ts'
import { workerMetrics } from '../../operations/metrics/metrics.ts'
import { send } from './acceptor.ts'
import type { ToParent } from './messages.ts'

/** A worker that does not answer in this time counts with what it last sent. */
const PATIENCE_MS = 4_000

/** What only grows: it stays in the sum when its worker is gone, or the sum would seem to begin anew. */
const GROWING: string[] = ['counter', 'histogram']

/** Asks workers for their metrics, and keeps what the ended ones have counted. */
export class WorkerMetrics {
  readonly #last = new Map<ChildProcess, Measured>()
  readonly #asked = new Map<number, () => void>()
  readonly #own: ReturnType<typeof workerMetrics>
  #ended: Promise<Measured> = Promise.resolve([])
  #id = 0

  constructor(count: () => { ready: number; died: number }) {
    this.#own = workerMetrics(count)
  }

  /** Asks a worker from when it serves until it ends. */
  add(child: ChildProcess): void {
    child.on('message', (message: ToParent) => {
      if (message.type === 'ready') this.#last.set(child, [])
      if (message.type !== 'measured') return
      this.#last.set(child, message.measured)
      this.#asked.get(message.id)?.()
    })
    child.once('close', () => {
      const last = this.#last.get(child) ?? []
      this.#last.delete(child)
      this.#ended = this.#ended.then((before) => addUp(before, last))
    })
  }

  /** The metrics of all workers, and of the parent. */
  async gather(): Promise<Measured[]> {
    await Promise.all(Array.from(this.#last.keys(), (child) => this.#ask(child)))
    return [await this.#own.gather(), await this.#ended, ...this.#last.values()]
  }

  async #ask(child: ChildProcess): Promise<void> {
    const id = ++this.#id
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#asked.set(id, resolve)
    child.once('close', resolve)
    send(child, { type: 'measure', id })
    await Promise.race([promise, pause(PATIENCE_MS, undefined, { ref: false })])
    child.off('close', resolve)
    this.#asked.delete(id)
  }
}

async function addUp(before: Measured, last: Measured): Promise<Measured> {
  const growing = last.filter(({ type }) => GROWING.includes(String(type)))
  return Registry.aggregate([before, growing]).getMetricsAsJSON()
}
