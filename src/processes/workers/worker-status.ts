import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { ProcessStatus } from '../status/process-status.ts'
import { send } from './acceptor.ts'
import type { ToParent } from './messages.ts'

/** A worker that does not answer in this time is left out. */
const PATIENCE_MS = 2_000

/** Asks workers how they are. */
export class WorkerStatuses {
  readonly #ready = new Set<ChildProcess>()
  readonly #asked = new Map<number, (status: ProcessStatus) => void>()
  #id = 0

  /** Asks a worker from when it serves until it ends. */
  add(child: ChildProcess): void {
    child.on('message', (message: ToParent) => {
      if (message.type === 'ready') this.#ready.add(child)
      if (message.type === 'status') this.#asked.get(message.id)?.(message.status)
    })
    child.once('close', () => this.#ready.delete(child))
  }

  /** How the workers are, all of them together. */
  async gather(): Promise<ProcessStatus> {
    const answers = await Promise.all(Array.from(this.#ready, (child) => this.#ask(child)))
    const all = answers.filter((answer) => answer !== undefined)
    const failing = all.flatMap(({ failing_jobs }) => failing_jobs)
    const names = new Set(failing.map(({ name }) => name))
    return {
      failing_jobs: Array.from(names, (name) => ({
        name,
        since: failing.filter((job) => job.name === name).reduce(earlier).since,
      })),
      replica: all.find(({ replica }) => replica)?.replica ?? null,
      database: null,
    }
  }

  async #ask(child: ChildProcess): Promise<ProcessStatus | undefined> {
    const id = ++this.#id
    const { promise, resolve } = Promise.withResolvers<ProcessStatus>()
    this.#asked.set(id, resolve)
    send(child, { type: 'look', id })
    const late = pause(PATIENCE_MS, undefined, { ref: false })
    const answer = await Promise.race([promise, late])
    this.#asked.delete(id)
    return answer
  }
}

const earlier = <T extends { since: string }>(one: T, other: T): T =>
  one.since <= other.since ? one : other
