import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type ListenOptions, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { Problem } from '../../base/problems.ts'
import { openFilesLimit } from '../../base/system/open-files.ts'
import type { Config } from '../../config.ts'
import { rawProblem } from '../../http/client-errors.ts'
import { mostConnections } from '../../http/wire/connection-limit.ts'
import { msg } from '../../texts/message.ts'
import { stopAccepting } from '../connections.ts'
import type { ToWorker } from './messages.ts'

/** A worker as the acceptor sees it. */
export interface WorkerSlot {
  child: ChildProcess
  /** How many connections it has. */
  open: number
  /** It is being given this one, and no other meanwhile. */
  handoff: Socket | undefined
}

const BACKLOG = 4096
/** Files that the parent opens beside connections: its own, and those of a `fork`. */
const OTHER_FILES = 96
/** What waits for a worker when the service stops is given to one within this time. */
const HAND_OVER_MS = 1_000
const LOOK_MS = 10
/** A refused client has this time to read why. */
const LINGER_MS = 1_000

/**
 * Accepts the clients' connections and gives each, unread, to the worker with the fewest. From then
 * on it is the worker's alone: the parent sees none of its bytes.
 */
export class Acceptor {
  readonly #slots = new Set<WorkerSlot>()
  /** In the order in which they came. */
  readonly #waiting = new Set<Socket>()
  /** How long a connection waits for a worker where there is none. */
  readonly #waitMs: number
  /** As many connections one worker serves. */
  readonly #most: number
  readonly #server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) =>
    this.#accept(socket),
  )

  constructor(config: Config, log: Logger) {
    this.#waitMs = config.REQUEST_TIMEOUT_MS
    this.#most = mostConnections(config).most
    this.#server.maxConnections = Math.max(16, openFilesLimit() - OTHER_FILES)
    this.#server.on('drop', () => log.warn('a connection was dropped: no worker takes so many'))
    this.#server.on('error', (err) => log.error({ err }, 'a connection was not accepted'))
  }

  /** @throws Error of the system: address in use, no right to it, … */
  async listen(options: ListenOptions): Promise<AddressInfo> {
    this.#server.listen({ ...options, backlog: BACKLOG })
    await once(this.#server, 'listening')
    return this.#server.address() as AddressInfo
  }

  /** Gives it connections from now on. */
  add(slot: WorkerSlot): void {
    this.#slots.add(slot)
    this.#distribute()
  }

  /** Gives it no further connections. */
  remove(slot: WorkerSlot): void {
    this.#slots.delete(slot)
  }

  /** It has what it was given. */
  took(slot: WorkerSlot): void {
    slot.handoff?.destroy()
    this.#passed(slot)
  }

  /** It could not take what it was given: its table of files is full. */
  refused(slot: WorkerSlot): void {
    if (slot.handoff) refuse(slot.handoff)
    this.#passed(slot)
  }

  /** Its process is gone. It has read nothing of what it did not take: that is for another. */
  ended(slot: WorkerSlot): void {
    this.remove(slot)
    const { handoff } = slot
    slot.handoff = undefined
    if (handoff) this.#accept(handoff)
  }

  /** Accepts nothing more, and gives the workers what has come. */
  async stop(): Promise<void> {
    await stopAccepting(this.#server)
    const until = performance.now() + HAND_OVER_MS
    while (this.#owes() && performance.now() < until) await pause(LOOK_MS)
    this.close()
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#waiting) socket.destroy()
    for (const { handoff } of this.#slots) handoff?.destroy()
  }

  #owes(): boolean {
    return this.#waiting.size > 0 || [...this.#slots].some(({ handoff }) => handoff)
  }

  #accept(socket: Socket): void {
    socket.on('error', () => {})
    socket.once('close', () => this.#waiting.delete(socket))
    socket.setTimeout(this.#waitMs, () => {
      if (this.#waiting.delete(socket)) refuse(socket)
    })
    this.#waiting.add(socket)
    this.#distribute()
  }

  #passed(slot: WorkerSlot): void {
    slot.handoff = undefined
    this.#distribute()
  }

  #distribute(): void {
    for (const socket of this.#waiting) {
      const slot = this.#choose()
      if (!slot) return
      this.#waiting.delete(socket)
      handOff(slot, socket)
    }
  }

  #choose(): WorkerSlot | undefined {
    let best: WorkerSlot | undefined
    let hasRoom = false
    for (const one of this.#slots) {
      hasRoom ||= one.open < this.#most
      if (!one.handoff && (!best || one.open < best.open)) best = one
    }
    // A full one would refuse what another serves once it has what it is being given.
    return hasRoom && best && best.open >= this.#most ? undefined : best
  }
}

/** The parent keeps the connection until the worker says that it has it: on the way it can be lost. */
function handOff(slot: WorkerSlot, socket: Socket): void {
  slot.handoff = socket
  send(slot.child, { type: 'connection' }, socket)
  send(slot.child, { type: 'passed' })
}

/** A worker that gets no messages any more has ended, which is noticed elsewhere. */
export function send(child: ChildProcess, message: ToWorker, socket?: Socket): void {
  if (child.connected) child.send(message, socket, { keepOpen: true }, () => {})
}

/** A problem that the client can read, before its connection ends. */
function refuse(socket: Socket): void {
  const detail = msg`No process takes further connections just now.`
  const problem = new Problem('unavailable', detail, { retryAfter: 1 })
  socket.setTimeout(LINGER_MS, () => socket.destroy())
  socket.resume()
  socket.end(rawProblem(problem, randomUUID()))
}
