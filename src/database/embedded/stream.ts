import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'

/** What carries the messages: PGlite, or its refusal once it has panicked. */
export interface Backend {
  pglite: PGlite
  /** Set when PostgreSQL panicked (full or broken disk): it must not be called again. */
  readonly failure: Error | undefined
}

/** Requests and timers are seen at least this often, whatever the database has to do. */
const TURN_MS = 5
let turned = 0

/**
 * Goes on, from time to time after a turn of the event loop: a statement runs on the main thread,
 * and a chain of them (a job's loop) would otherwise keep requests and timers from being seen at
 * all. A turn after every statement cost a create 7 % (456 a second without, 425 with).
 */
function yieldAtTimes(goOn: () => void): void {
  if (performance.now() - turned < TURN_MS) {
    goOn()
    return
  }
  setImmediate(() => {
    turned = performance.now()
    goOn()
  })
}

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
    this.#run(chunk).then(
      () => yieldAtTimes(done),
      (error: Error) => done(error),
    )
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
    const reply = await execute(backend, message)
    if (!this.destroyed) this.push(reply)
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
 * Runs whole protocol messages and returns the answer. The streaming call is the one to use:
 * `execProtocolRaw` also parses each answer and keeps it for ever (PGlite 0.5.16: 1,000 answers of
 * 100 KB left 100 MB of heap).
 */
async function execute(backend: Backend, message: Uint8Array): Promise<Buffer> {
  if (backend.failure) throw backend.failure
  const parts: Buffer[] = []
  await backend.pglite.execProtocolRawStream(message, {
    syncToFs: false,
    // A view of WebAssembly memory: copied before PostgreSQL goes on.
    onRawData: (part) => parts.push(Buffer.from(part)),
  })
  return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)
}

/**
 * Ends what the last owner left: half a batch, a transaction, prepared statements (whose names a
 * new client uses again), settings, advisory locks, LISTEN.
 */
async function resetSession(backend: Backend): Promise<void> {
  await execute(backend, SYNC)
  await execute(backend, simpleQuery('rollback'))
  const reply = await execute(backend, simpleQuery('discard all'))
  // ReadyForQuery closes the answer; its last byte is the transaction's state.
  if (reply.at(-1) !== IDLE) throw new Error('The session of the embedded database is stuck.')
}

function simpleQuery(text: string): Buffer {
  const message = Buffer.from(`Q\0\0\0\0${text}\0`)
  message.writeInt32BE(message.length - 1, 1)
  return message
}
