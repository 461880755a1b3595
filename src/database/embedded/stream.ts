import { Duplex } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { Backend } from './backend.ts'

/** As much as a socket reads at once: the event loop turns between the pieces of a long answer. */
const PIECE_BYTES = 64 * 1024

const TERMINATE = 'X'.charCodeAt(0)
const SYNC = Buffer.from([0x53, 0, 0, 0, 4])
const IDLE = 'I'.charCodeAt(0)

/** The one session of the embedded PostgreSQL, and who waits for it. */
interface Session {
  backend: Backend
  owner: Connection | undefined
  waiting: Connection[]
  /** How many messages have been run so far. */
  messages: number
}

/**
 * Sockets for `pg` that end in the embedded PostgreSQL. It has one session, so one socket at a time
 * owns it and the next waits; a new owner gets it clean, whatever the last one left behind.
 */
export function createConnector(backend: Backend): {
  connect: () => Duplex
  /** How many messages have been run so far. */
  messages: () => number
} {
  const session: Session = { backend, owner: undefined, waiting: [], messages: 0 }
  return { connect: () => new Connection(session), messages: () => session.messages }
}

class Connection extends Duplex {
  readonly #session: Session

  constructor(session: Session) {
    super()
    this.#session = session
  }

  connect() {
    if (this.#session.owner === undefined) this.#enter()
    else this.#session.waiting.push(this)
    return this
  }

  override _read() {}

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void) {
    this.#run(chunk).then(() => done(), done)
  }

  override _writev(
    chunks: { chunk: Buffer; encoding: string }[],
    done: (error?: Error | null) => void,
  ) {
    const message = Buffer.concat(chunks.map(({ chunk }) => chunk))
    this._write(message, '', done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void) {
    this.#leave()
    done(error)
  }

  // pg treats its stream as a net.Socket.
  setNoDelay() {
    return this
  }
  setKeepAlive() {
    return this
  }
  ref() {
    return this
  }
  unref() {
    return this
  }

  async #run(message: Buffer): Promise<void> {
    const { backend, owner } = this.#session
    if (owner !== this) throw new Error('The connection is closed.')
    if (message[0] === TERMINATE) {
      this.#leave()
      this.push(null)
      return
    }
    this.#session.messages++
    const isStartup = message[0] === 0
    if (isStartup) await resetSession(backend)
    const answer = await backend.execute(message)
    for (let at = 0; at < answer.length && !this.destroyed; at += PIECE_BYTES) {
      if (at > 0) await setImmediate()
      this.push(answer.subarray(at, at + PIECE_BYTES))
    }
  }

  #enter() {
    this.#session.owner = this
    process.nextTick(() => this.emit('connect'))
  }

  #leave() {
    const session = this.#session
    if (session.owner !== this) {
      session.waiting = session.waiting.filter((connection) => connection !== this)
      return
    }
    session.owner = undefined
    const next = session.waiting.shift()
    if (next) next.#enter()
  }
}

/**
 * Ends what the last owner left: half a batch, a transaction, prepared statements (whose names a
 * new client uses again), settings, advisory locks, LISTEN.
 */
async function resetSession(backend: Backend): Promise<void> {
  await backend.execute(SYNC)
  await backend.execute(simpleQuery('rollback'))
  const reply = await backend.execute(simpleQuery('discard all'))
  // ReadyForQuery closes the answer; its last byte is the transaction's state.
  if (reply.at(-1) !== IDLE) throw new Error('The session of the embedded database is stuck.')
}

function simpleQuery(text: string): Buffer {
  const message = Buffer.from(`Q\0\0\0\0${text}\0`)
  message.writeInt32BE(message.length - 1, 1)
  return message
}
