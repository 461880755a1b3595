import type { Server, ServerResponse } from 'node:http'
import { Server as Listener, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { STOP_MS } from './signals.ts'

/** What a connection stands at. */
interface State {
  /** The last answer that is owed. */
  answer: ServerResponse | undefined
  /** Bytes that had come when nothing was owed any more; more than that begin a request. */
  bytesRead: number
}

/** What is on its way when the service stops still arrives within this time. */
const LINGER_MS = 1_000
const SWEEP_MS = 20

/**
 * The connections of an HTTP server: ends them so that no request that a client may still send
 * meets a closed one.
 */
export class Connections {
  readonly #server: Server
  readonly #states = new Map<Socket, State>()
  #isLeaving = false

  constructor(server: Server) {
    this.#server = server
    server.on('connection', (socket: Socket) => this.#add(socket))
    // Before anything can be written of the answer.
    server.prependListener('request', ({ socket }, answer) => this.#begin(socket, answer))
  }

  get open(): number {
    return this.#states.size
  }

  /** Each answer from now on is the last one of its connection. */
  leave(): void {
    this.#isLeaving = true
    for (const { answer } of this.#states.values()) {
      if (answer && !answer.headersSent) answer.setHeader('Connection', 'close')
    }
  }

  /**
   * Resolves when there is no connection left: at the latest when each idle one has been kept for as
   * long as its last answer said.
   */
  async drain(stop: AbortSignal): Promise<void> {
    this.leave()
    const { keepAliveTimeout, keepAliveTimeoutBuffer = 0, requestTimeout } = this.#server
    const longest = keepAliveTimeout + keepAliveTimeoutBuffer + requestTimeout
    await this.#untilNone(longest, stop)
  }

  /** Accepts no more and ends all: the idle ones soon, others with their answer, and what lasts too long is cut off. */
  async end(): Promise<void> {
    // First, so that nobody who is sent away connects again while the door closes.
    await stopAccepting(this.#server)
    this.leave()
    await this.#untilNone(LINGER_MS)
    await this.#untilNone(STOP_MS, undefined, () => this.#closeIdle())
    for (const socket of this.#states.keys()) socket.destroy()
  }

  #add(socket: Socket): void {
    this.#states.set(socket, { answer: undefined, bytesRead: 0 })
    socket.once('close', () => this.#states.delete(socket))
  }

  #begin(socket: Socket, answer: ServerResponse): void {
    const state = this.#states.get(socket)
    if (!state) return
    if (this.#isLeaving) {
      // What was sent behind a request without waiting is answered, too.
      if (state.answer && !state.answer.headersSent) state.answer.removeHeader('Connection')
      answer.setHeader('Connection', 'close')
    }
    state.answer = answer
    answer.once('close', () => {
      if (state.answer !== answer) return
      state.answer = undefined
      state.bytesRead = socket.bytesRead
    })
  }

  #closeIdle(): void {
    for (const [socket, { answer, bytesRead }] of this.#states) {
      const isIdle = !answer && socket.bytesRead === bytesRead && socket.writableLength === 0
      if (isIdle) socket.destroy()
    }
  }

  async #untilNone(ms: number, stop?: AbortSignal, look = () => {}): Promise<void> {
    const until = performance.now() + ms
    while (this.#states.size > 0 && performance.now() < until && !stop?.aborted) {
      look()
      await pause(SWEEP_MS)
    }
  }
}

/**
 * Closes the door of a server, and of an HTTP server no more than that: its idle connections stay.
 * Who has come is let in first, since the system resets what nobody accepted, and a proxy answers 502
 * where it has sent its request already. Nobody is met by that where systemd holds the socket.
 */
export async function stopAccepting(server: Listener): Promise<void> {
  // From one turn to the next all is accepted that has come.
  await nextTurn()
  await nextTurn()
  Listener.prototype.close.call(server)
}
