import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { Counters } from '../../base/counters.ts'
import { relayErrors, relayLines } from '../../base/log/log.ts'
import { OperatorError } from '../../base/system/operator-error.ts'
import { workerEnvironment } from '../../environment.ts'
import { msg } from '../../texts/message.ts'
import { ImageMaker } from '../decoding/maker.ts'
import { type Acceptor, send, type WorkerSlot } from './acceptor.ts'
import type { ToParent, WorkerContext } from './messages.ts'

/** A worker that keeps dying is started again after these pauses, doubled each time. */
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
/** One that has served for so long does not keep dying. */
const STEADY_MS = 10_000
/** A worker that was told to stop ends by itself within its own limit; this is beyond it. */
const KILL_MS = 30_000

/** Thrown when no worker comes up at the start; why stands above it on stderr. */
class NoWorker extends OperatorError {}

/** One process of the service. */
interface Worker extends WorkerSlot {
  context: WorkerContext
  /** True once it can serve, false where it ended before that. */
  ready: Promise<boolean>
  /** Nothing more is heard of it either. */
  ended: Promise<void>
  /** Of `performance.now`. */
  readyAt: number
}

type Wanted = Extract<ToParent, { type: 'image' }>

interface Options {
  size: number
  /** Of the workers of this service alone. */
  folder: string
  /** For how long a worker that drains may be busy with its clients. */
  drainMs: number
  /** Hears of each process that is started. */
  onStart: (child: ChildProcess) => void
}

/** The workers of a service: starts them, replaces the dead, renews and stops all. */
export class Team {
  readonly #options: Options
  readonly #acceptor: Acceptor
  readonly #log: Logger
  readonly #counters = new Counters()
  readonly #images = new ImageMaker()
  /** The worker of each number from 1. */
  readonly #workers = new Map<number, Worker>()
  readonly #running = new Set<Worker>()
  /** How often in a row each number's worker died early. */
  readonly #earlyDeaths = new Map<number, number>()
  /** The number whose worker is being replaced by a new one. */
  #renewing: number | undefined
  #died = 0
  #isStopping = false
  #renewal: Promise<void> = Promise.resolve()

  constructor(options: Options, acceptor: Acceptor, log: Logger) {
    this.#options = options
    this.#acceptor = acceptor
    this.#log = log
  }

  /**
   * Resolves when the workers are ready; those that fail are tried again as long as one is.
   * @throws NoWorker
   */
  async start(): Promise<void> {
    const numbers = Array.from({ length: this.#options.size }, (_, i) => i + 1)
    const came = await Promise.all(numbers.map((number) => this.#launch(number)))
    if (!came.includes(true)) throw new NoWorker(msg`No worker came up.`)
    for (const [i, isUp] of came.entries()) if (!isUp) void this.#fill(i + 1)
  }

  /** How many workers serve, and how many ended unasked, while they started as well. */
  get count(): { ready: number; died: number } {
    const ready = [...this.#workers.values()].filter((worker) => this.#running.has(worker)).length
    return { ready, died: this.#died }
  }

  /** Replaces the workers one by one, each new one ready before the old one gets nothing more. */
  renew(): Promise<void> {
    this.#renewal = this.#renewal.then(async () => {
      for (const [number, old] of [...this.#workers]) {
        if (this.#isStopping) return
        // It died and is being replaced anyway.
        if (this.#workers.get(number) !== old || !this.#running.has(old)) continue
        if (!(await this.#replace(number, old))) {
          this.#log.error({ worker: number }, 'a new worker does not come up; the old ones go on')
          return
        }
      }
      this.#log.info('all workers are new')
    })
    return this.#renewal
  }

  /** Stops all workers. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.leave()
    await Promise.all([...this.#running].map((worker) => end(worker)))
  }

  /** Lets the workers say that they are not ready any more. */
  leave(): void {
    for (const { child } of this.#running) send(child, { type: 'leave' })
  }

  /** Ends all at once. */
  kill(): void {
    this.#isStopping = true
    for (const { child } of this.#running) child.kill('SIGKILL')
  }

  async #replace(number: number, old: Worker): Promise<boolean> {
    this.#renewing = number
    const came = await this.#launch(number)
    this.#renewing = undefined
    if (came) await this.#retire(old)
    else if (!this.#running.has(old)) void this.#fill(number)
    return came
  }

  /** Starts workers under a number until one is ready: at once, but later and later if they keep dying. */
  async #fill(number: number): Promise<void> {
    for (let came = false; !came && !this.#isStopping; came = await this.#launch(number)) {
      const ms = pauseAfter(this.#earlyDeaths.get(number) ?? 0)
      if (ms === 0) continue
      this.#log.error({ worker: number }, `a worker keeps dying; the next one starts in ${ms} ms`)
      await pause(ms, undefined, { ref: false })
      if (this.#isStopping) return
    }
  }

  /** @returns whether it became ready; it then gets connections */
  async #launch(number: number): Promise<boolean> {
    const worker = this.#spawn(number)
    if (!worker || !(await worker.ready)) {
      if (!this.#isStopping) this.#died++
      this.#countDeath(number, 0)
      return false
    }
    worker.readyAt = performance.now()
    this.#workers.set(number, worker)
    this.#acceptor.add(worker)
    this.#log.info({ worker: number, ready: worker.child.pid }, 'a worker is ready')
    void worker.ended.then(() => this.#atDeath(worker))
    return true
  }

  #spawn(number: number): Worker | undefined {
    const { folder, size } = this.#options
    const context: WorkerContext = { number, folder, place: this.#freePlace() }
    const child = this.#fork()
    if (!child) return undefined
    this.#options.onStart(child)
    const ready = Promise.withResolvers<boolean>()
    const ended = endOf(child)
    const base = { open: 0, handoff: undefined, readyAt: 0 }
    const worker: Worker = { ...base, context, child, ready: ready.promise, ended }
    child.on('message', (message: ToParent) => {
      if (message.type === 'ready') ready.resolve(true)
      this.#hear(worker, message)
    })
    this.#running.add(worker)
    void ended.then(() => {
      ready.resolve(false)
      this.#running.delete(worker)
      this.#acceptor.ended(worker)
    })
    send(child, { type: 'start', context, workers: size, makesImages: true })
    return worker
  }

  /** @returns undefined where the system makes no process just now */
  #fork(): ChildProcess | undefined {
    try {
      // The same program file again, so that a renewal runs what stands there by then.
      const child = fork(process.argv[1] ?? '', ['worker'], {
        stdio: ['ignore', outputOf(process.stdout), outputOf(process.stderr), 'ipc'],
        env: workerEnvironment(),
        // Images are sent as they are.
        serialization: 'advanced',
      })
      if (child.stdout) relayLines(child.stdout)
      if (child.stderr) relayErrors(child.stderr)
      return child.on('error', (err) => this.#log.error({ err }, 'a worker failed'))
    } catch (err) {
      this.#log.error({ err }, 'a worker could not be started')
      return undefined
    }
  }

  #hear(worker: Worker, message: ToParent): void {
    if (message.type === 'hit') {
      const { id, key, windowMs } = message
      send(worker.child, { type: 'hit', id, hit: this.#counters.hit(key, windowMs) })
      return
    }
    if (message.type === 'image') return void this.#makeImage(worker, message)
    if ('open' in message) worker.open = message.open
    if (message.type === 'took') this.#acceptor.took(worker)
    if (message.type === 'refused') this.#acceptor.refused(worker)
  }

  async #makeImage({ child }: Worker, { id, order, program }: Wanted): Promise<void> {
    send(child, { type: 'image', id, answer: await this.#images.make(order, program) })
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
    this.#died++
    this.#log.warn(why, 'a worker ended; another one takes its place')
    this.#countDeath(number, performance.now() - worker.readyAt)
    if (this.#renewing !== number) void this.#fill(number)
  }

  #countDeath(number: number, servedMs: number): void {
    const before = servedMs < STEADY_MS ? (this.#earlyDeaths.get(number) ?? 0) : -1
    this.#earlyDeaths.set(number, before + 1)
  }

  /** Lets a worker end when its clients are done with the connections that it has. */
  async #retire(worker: Worker): Promise<void> {
    this.#acceptor.remove(worker)
    send(worker.child, { type: 'drain' })
    const { drainMs } = this.#options
    await Promise.race([worker.ended, pause(drainMs, undefined, { ref: false })])
    await end(worker)
  }
}

/**
 * What a worker writes goes through its parent. As long as one process alone has a pipe, it is sure
 * that the pipe does not block: with each start and end of a process the system would change that.
 */
const outputOf = ({ isTTY }: NodeJS.WriteStream) => (isTTY ? 'inherit' : 'pipe')

/** The first one is replaced at once. */
function pauseAfter(earlyDeaths: number): number {
  return earlyDeaths < 2 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (earlyDeaths - 2), LONGEST_PAUSE_MS)
}

async function end({ child, ended }: Worker): Promise<void> {
  send(child, { type: 'stop' })
  const kill = setTimeout(() => child.kill('SIGKILL'), KILL_MS)
  await ended
  clearTimeout(kill)
}

/** Resolves when a process has ended and its last message was read, or it could not even be started. */
function endOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('close', () => resolve())
    child.on('error', () => {
      if (child.pid === undefined) resolve()
    })
  })
}
