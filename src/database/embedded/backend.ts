import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { evaluateAtOnce } from '../../base/system/busy-thread.ts'
import { OperatorError } from '../../base/system/operator-error.ts'
import { threadFile } from '../../base/system/package.ts'
import { msg } from '../../texts/message.ts'
import type { Opening } from './pglite.ts'

const FILE = threadFile('database/embedded/thread')

/** What is opened, first of all; then whole protocol messages; null: the thread is to end. */
export type ThreadRequest = Opening | Uint8Array<ArrayBuffer> | null
/** null: it is open. */
export type Answer = Uint8Array<ArrayBuffer> | null
/** In between: after so long the thread wants to be woken, whatever runs then; 0: not any more. */
export interface Alarm {
  alarmMs: number
}

declare global {
  // TypeScript has it among what is in browsers alone.
  namespace WebAssembly {
    interface Module {}
    function compile(bytes: Uint8Array): Promise<Module>
  }
}

interface BackendOptions extends Partial<Pick<Opening, 'statementTimeoutMs'>> {
  /** Called when the thread ends by itself: PostgreSQL panicked, or the thread broke. */
  onFailure?: ((error: Error) => void) | undefined
}

interface Waiting {
  resolve(answer: Answer): void
  reject(error: Error): void
}

/**
 * PostgreSQL in a thread of its own (PGlite): a statement takes as long as it takes there, and the
 * event loop turns meanwhile. A thread that nothing is asked of keeps no process alive.
 */
export class Backend {
  readonly #thread = new Worker(FILE, { name: 'database' })
  readonly #ended: Promise<void>
  /** Answers come in the order of what was asked. */
  readonly #waiting: Waiting[] = []
  #onFailure: ((error: Error) => void) | undefined
  #isClosing = false
  /** Why the thread has ended: nothing can be asked any more. */
  #failure: Error | undefined
  #alarm: NodeJS.Timeout | undefined

  private constructor() {
    const thread = this.#thread
    thread.unref()
    thread.on('message', (answer: Answer | Alarm) => {
      if (answer !== null && 'alarmMs' in answer) return this.#setAlarm(answer)
      this.#waiting.shift()?.resolve(answer)
      if (this.#waiting.length === 0) thread.unref()
    })
    thread.on('error', (error: Error) => this.#end(error))
    this.#ended = new Promise((resolve) => {
      thread.once('exit', () => {
        this.#end(this.#isClosing ? new Error('The database is closed.') : panicked())
        resolve()
      })
    })
  }

  /** @throws what went wrong, with the `code` or `errno` of a file system */
  static async open(
    place: Opening['place'],
    { statementTimeoutMs = 0, onFailure }: BackendOptions = {},
  ): Promise<Backend> {
    // It starts while the program is compiled.
    const backend = new Backend()
    try {
      await backend.#ask({ place, program: await compiled(), statementTimeoutMs })
      backend.#onFailure = onFailure
      return backend
    } catch (error) {
      await backend.#thread.terminate()
      throw error
    }
  }

  /** Runs whole protocol messages. */
  async execute(message: Uint8Array): Promise<Buffer> {
    // A copy: a message may be a part of a larger buffer, which would be sent along.
    const { buffer } = (await this.#ask(new Uint8Array(message))) as Uint8Array<ArrayBuffer>
    return Buffer.from(buffer)
  }

  /** Ends PostgreSQL in good order, after what runs. */
  async close(): Promise<void> {
    // The thread is gone: the log replays at the next start.
    if (this.#failure) return
    this.#isClosing = true
    this.#post(null)
    await this.#ended
  }

  /** With an error it is heard of twice: as that, and when the thread is gone. */
  #end(reason: Error): void {
    if (this.#failure) return
    this.#failure = reason
    clearTimeout(this.#alarm)
    for (const { reject } of this.#waiting.splice(0)) reject(reason)
    if (!this.#isClosing) this.#onFailure?.(reason)
  }

  #setAlarm({ alarmMs }: Alarm): void {
    clearTimeout(this.#alarm)
    if (alarmMs === 0) return
    const ring = () => evaluateAtOnce(this.#thread, 'ringAlarm()')
    this.#alarm = setTimeout(ring, alarmMs).unref()
  }

  #ask(request: ThreadRequest): Promise<Answer> {
    if (this.#failure) return Promise.reject(this.#failure)
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    this.#waiting.push({ resolve, reject })
    this.#post(request)
    return promise
  }

  #post(request: ThreadRequest): void {
    this.#thread.ref()
    this.#thread.postMessage(request, request instanceof Uint8Array ? [request.buffer] : [])
  }
}

let compilation: Promise<WebAssembly.Module> | undefined

/** PostgreSQL, once in a process: its threads share it, with what was made faster of it since. */
function compiled(): Promise<WebAssembly.Module> {
  const file = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))
  compilation ??= readFile(file).then((bytes) => WebAssembly.compile(bytes))
  return compilation
}

function panicked(): Error {
  return new OperatorError(
    msg`The embedded database stopped: its disk is full or failing. Mend that and start again.`,
  )
}
