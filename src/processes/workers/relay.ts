import { once } from 'node:events'
import { type AddressInfo, createServer, type ListenOptions, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Connection } from './connection.ts'
import type { Upstream } from './upstream.ts'

export interface RelayOptions {
  /** Bytes up to which one request and its answer are kept. */
  keepBytes: number
  /** How long a request waits for a worker where there is none. */
  waitMs: number
  /** A client that takes nothing of an answer without a length for so long is cut off. */
  stallMs: number
}

/** Of all requests and answers together. Beyond it they are passed on, but can't be repeated. */
const KEEP_ALL_BYTES = 256 * 1024 * 1024
/** What is on its way when the service stops still arrives within this time. */
const LINGER_MS = 1_000
const SWEEP_MS = 20
const BACKLOG = 4096

/**
 * Accepts the clients' connections and gives their requests to the workers, byte by byte as they
 * come. A request is kept until the client has its answer: when a worker dies, another one gets it.
 */
export class Relay {
  readonly options: RelayOptions
  readonly upstreams = new Set<Upstream>()
  /** Those with a request while there is no worker. */
  readonly awaiting = new Set<Connection>()
  keptBytes = 0
  isStopping = false
  readonly #connections = new Set<Connection>()
  readonly #server = createServer(
    { allowHalfOpen: true, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 },
    (client) => this.#accept(client),
  )

  constructor(options: RelayOptions) {
    this.options = options
  }

  /** @throws Error of the system: address in use, no right to it, … */
  async listen({ port, host }: ListenOptions): Promise<AddressInfo> {
    this.#server.listen({ port, host, backlog: BACKLOG })
    await once(this.#server, 'listening')
    return this.#server.address() as AddressInfo
  }

  add(upstream: Upstream): void {
    this.upstreams.add(upstream)
    for (const connection of [...this.awaiting]) connection.workerFound()
  }

  remove(upstream: Upstream): void {
    this.upstreams.delete(upstream)
    upstream.end()
  }

  /** The worker with the fewest connections; the present one unless that evens them out. */
  choose(present: Upstream | undefined): Upstream | undefined {
    let best: Upstream | undefined
    for (const one of this.upstreams) {
      if (one.isOpen && (!best || one.connections.size < best.connections.size)) best = one
    }
    if (!best || !present?.isOpen) return best
    return present.connections.size > best.connections.size + 1 ? best : present
  }

  /** Whether so many bytes of one request may be kept. */
  hasRoom(bytes: number): boolean {
    return bytes <= this.options.keepBytes && this.keptBytes + bytes <= KEEP_ALL_BYTES
  }

  forget(connection: Connection): void {
    this.#connections.delete(connection)
    this.awaiting.delete(connection)
  }

  /**
   * Accepts nothing more and tells each client with its answer that the connection ends.
   * @returns a promise for the time when no answer is owed but those whose beginning is sent, or
   *   `cutMs` have passed
   */
  async stop(cutMs: number): Promise<void> {
    this.isStopping = true
    this.#server.close()
    const now = performance.now()
    let lingers = true
    while (performance.now() < now + cutMs && this.#owesAnything(lingers)) {
      await pause(SWEEP_MS)
      lingers = performance.now() < now + LINGER_MS
    }
  }

  /** Ends whatever is still open. */
  close(): void {
    this.#server.close()
    for (const connection of this.#connections) connection.destroy()
  }

  #owesAnything(lingers: boolean): boolean {
    let owes = false
    for (const connection of this.#connections) {
      if (!lingers) connection.closeIfIdle()
      owes ||= connection.owesAnswer || (lingers && connection.isIdle)
    }
    return owes
  }

  #accept(client: Socket): void {
    this.#connections.add(new Connection(this, client))
  }
}
