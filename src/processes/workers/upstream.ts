import type { Connection } from './connection.ts'

/** A worker as the relay sees it: where requests are sent. */
export class Upstream {
  /** Unlike any other worker's, also of the past. */
  readonly name: string
  /** Its Unix socket. */
  readonly path: string
  readonly connections = new Set<Connection>()
  /** New requests go to it. */
  isOpen = true
  /** Its process is gone. */
  hasEnded = false
  #isDraining = false
  readonly #drained = Promise.withResolvers<void>()

  constructor(name: string, path: string) {
    this.name = name
    this.path = path
  }

  /**
   * Sends it no new request.
   * @returns a promise for the time when it owes no answer but those that it has begun to send
   */
  drain(): Promise<void> {
    this.isOpen = false
    for (const connection of [...this.connections]) connection.leaveIfIdle()
    this.#isDraining = true
    this.noticeDrained()
    return this.#drained.promise
  }

  noticeDrained(): void {
    if (!this.#isDraining) return
    for (const connection of this.connections) if (connection.owesAnswer) return
    this.#drained.resolve()
  }

  /** Its process is gone: what it left unanswered is for others. */
  end(): void {
    this.isOpen = false
    this.hasEnded = true
    this.#drained.resolve()
    for (const connection of [...this.connections]) connection.upstreamEnded()
  }
}
