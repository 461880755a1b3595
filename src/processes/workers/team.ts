import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { WorkerContext } from '../../config.ts'
import { Counters } from './counters.ts'
import type { Relay } from './relay.ts'
import type { ToParent, ToWorker } from './talk.ts'
import { Upstream } from './upstream.ts'
import { socketOf } from './worker-socket.ts'

/** A worker that dies before it is ready is tried again after these pauses, doubled each time. */
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
/** A worker that was told to stop ends by itself within its own limit; this is beyond it. */
const KILL_MS = 30_000

/** Thrown when no worker comes up at the start; why stands above it on stderr. */
export class NoWorker extends Error {}

/** One process of the service. */
interface Worker {
  context: WorkerContext
  child: ChildProcess
  upstream: Upstream
  /** True once it takes requests, false where it ended before that. */
  ready: Promise<boolean>
  ended: Promise<void>
}

/** The workers of a service: starts them, replaces the dead, renews and stops all. */
export class Team {
  readonly #size: number
  readonly #folder: string
  readonly #relay: Relay
  readonly #log: Logger
  readonly #counters = new Counters()
  /** The worker of each number from 1. */
  readonly #workers = new Map<number, Worker>()
  readonly #running = new Set<Worker>()
  #isStopping = false
  #renewal: Promise<void> = Promise.resolve()

  constructor(size: number, folder: string, relay: Relay, log: Logger) {
    this.#size = size
    this.#folder = folder
    this.#relay = relay
    this.#log = log
  }

  /**
   * Resolves when the workers are ready; those that fail are tried again as long as one is.
   * @throws NoWorker
   */
  async start(): Promise<void> {
    const numbers = Array.from({ length: this.#size }, (_, i) => i + 1)
    const came = await Promise.all(numbers.map((number) => this.#launch(number)))
    if (!came.includes(true)) throw new NoWorker('No worker came up.')
    for (const [i, isUp] of came.entries()) if (!isUp) void this.#fill(i + 1)
  }

  /** Replaces the workers one by one, each new one ready before the old one gets no more requests. */
  renew(): Promise<void> {
    this.#renewal = this.#renewal.then(async () => {
      for (const [number, old] of [...this.#workers]) {
        if (this.#isStopping) return
        // It died and is being replaced anyway.
        if (this.#workers.get(number) !== old) continue
        if (!(await this.#launch(number))) {
          this.#log.error({ worker: number }, 'a new worker does not come up; the old ones go on')
          return
        }
        await this.#retire(old)
      }
      this.#log.info('all workers are new')
    })
    return this.#renewal
  }

  /** Stops all workers. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all([...this.#running].map((worker) => this.#retire(worker)))
  }

  /** Lets no request wait for events any longer. */
  drain(): void {
    for (const { child } of this.#running) drain(child)
  }

  /** Ends all at once. */
  kill(): void {
    this.#isStopping = true
    for (const { child } of this.#running) child.kill('SIGKILL')
  }

  /** Starts workers under a number until one is ready. */
  async #fill(number: number): Promise<void> {
    for (let ms = FIRST_PAUSE_MS; !this.#isStopping; ms = Math.min(2 * ms, LONGEST_PAUSE_MS)) {
      if (await this.#launch(number)) return
      this.#log.error({ worker: number }, `a worker does not come up; the next try is in ${ms} ms`)
      await pause(ms, undefined, { ref: false })
    }
  }

  /** @returns whether it became ready; it then takes requests */
  async #launch(number: number): Promise<boolean> {
    const worker = this.#spawn(number)
    if (!(await worker.ready)) return false
    this.#workers.set(number, worker)
    this.#relay.add(worker.upstream)
    this.#log.info({ worker: number, ready: worker.child.pid }, 'a worker is ready')
    void worker.ended.then(() => this.#atDeath(worker))
    return true
  }

  #spawn(number: number): Worker {
    const name = `${number}-${randomBytes(6).toString('hex')}`
    const context: WorkerContext = { number, name, folder: this.#folder, place: this.#freePlace() }
    // The same program file again, so that a renewal runs what stands there by then.
    const child = fork(process.argv[1] ?? '', ['worker'], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const say = (message: ToWorker) => child.send(message, () => {})
    const ready = Promise.withResolvers<boolean>()
    child.on('message', (message: ToParent) => {
      if (message.say === 'ready') ready.resolve(true)
      if (message.say === 'count') {
        const counted = this.#counters.count(message.key, message.windowMs)
        say({ say: 'counted', id: message.id, counted })
      }
    })
    const upstream = new Upstream(name, socketOf(context))
    const ended = endOf(child)
    const worker: Worker = { context, child, upstream, ready: ready.promise, ended }
    this.#running.add(worker)
    void ended.then(() => {
      ready.resolve(false)
      this.#running.delete(worker)
      this.#relay.remove(upstream)
      void rm(upstream.path, { force: true })
    })
    say({ say: 'start', worker: context, workers: this.#size })
    return worker
  }

  #freePlace(): number {
    const taken = new Set(Array.from(this.#running, ({ context }) => context.place))
    let place = 0
    while (taken.has(place)) place++
    return place
  }

  #atDeath(worker: Worker): void {
    const { number } = worker.context
    if (this.#isStopping || this.#workers.get(number) !== worker) return
    const { pid, exitCode, signalCode } = worker.child
    const why = { worker: number, ended: pid, exitCode, signal: signalCode }
    this.#log.warn(why, 'a worker ended; another one takes its place')
    void this.#fill(number)
  }

  async #retire({ child, upstream, ended }: Worker): Promise<void> {
    drain(child)
    await Promise.race([upstream.drain(), pause(KILL_MS, undefined, { ref: false })])
    child.send({ say: 'stop' } satisfies ToWorker, () => {})
    const kill = setTimeout(() => child.kill('SIGKILL'), KILL_MS)
    await ended
    clearTimeout(kill)
  }
}

function drain(child: ChildProcess): void {
  child.send({ say: 'drain' } satisfies ToWorker, () => {})
}

/** Resolves when a process has ended, or could not even be started. */
function endOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.on('error', () => {
      if (child.pid === undefined) resolve()
    })
  })
}
