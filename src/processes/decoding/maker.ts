import { type ChildProcess, fork } from 'node:child_process'
import { Problem } from '../../base/problems.ts'
import { threadFile } from '../../base/system/package.ts'
import { decoderEnvironment } from '../../environment.ts'
import { invalidImage } from '../../images/images.ts'
import { msg } from '../../texts/message.ts'
import { answerOf, type ImageAnswer, type ImageOrder } from './answer.ts'

/** The program of this version. */
export const DECODER = threadFile('processes/decoding/program').href

/** The decoder gives up by itself after 60 s; this is beyond it. */
const LONGEST_MS = 75_000
/** A process that has had nothing to do for so long ends, with the memory that it has. */
const IDLE_MS = 10_000
/** Of the values of JavaScript; pictures are outside. */
const HEAP_MB = 64
/** A process may also be killed for what others do, such as take all memory. */
const TRIES = 2

/**
 * Makes images one at a time, in a process of its own, which begins with the first of them: a file that
 * breaks the decoder breaks that process alone, and what decoding takes of memory goes back with it. The
 * process has none of the settings and secrets of the service.
 */
export class ImageMaker {
  #process: ChildProcess | undefined
  #program: string | undefined
  #last: Promise<unknown> = Promise.resolve()
  #idle: NodeJS.Timeout | undefined

  /** @param program that makes it: a renewed worker has a newer one than the parent */
  make(order: ImageOrder, program = DECODER): Promise<ImageAnswer> {
    const made = this.#last.then(() => this.#tried(order, program).catch(answerOf))
    this.#last = made
    return made
  }

  /** @throws Problem `image_invalid` of a file that the process does not survive, `unavailable` without a process */
  async #tried(order: ImageOrder, program: string): Promise<ImageAnswer> {
    let why: unknown
    for (let i = 0; i < TRIES; i++) {
      const made = await this.#once(order, program)
      if (!(made instanceof Error)) return made
      why = made
      if (made instanceof TooLong) break
    }
    throw invalidImage(why)
  }

  /** @returns the error that says how the process ended */
  async #once(order: ImageOrder, program: string): Promise<ImageAnswer | Error> {
    clearTimeout(this.#idle)
    if (this.#program !== program) this.#end()
    this.#program = program
    this.#process ??= this.#start(program)
    const child = this.#process
    const { promise, resolve } = Promise.withResolvers<ImageAnswer | Error>()
    const ended = (code: number | null, signal: string | null) =>
      resolve(new Error(`The process that makes images has ended: ${signal ?? code}`))
    child.once('message', resolve as (answer: unknown) => void).once('exit', ended)
    const timer = setTimeout(() => resolve(new TooLong()), LONGEST_MS)
    child.ref()
    child.channel?.ref()
    child.send(order, (error) => error && resolve(error))
    const made = await promise
    clearTimeout(timer)
    child.off('message', resolve).off('exit', ended)
    child.unref()
    child.channel?.unref()
    if (made instanceof Error) this.#end()
    else this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref()
    return made
  }

  #end(): void {
    this.#process?.kill('SIGKILL')
    this.#process = undefined
  }

  #start(program: string): ChildProcess {
    try {
      const child = fork(new URL(program), {
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        serialization: 'advanced',
        execArgv: [`--max-old-space-size=${HEAP_MB}`],
        env: decoderEnvironment(),
      })
      const forget = () => {
        if (this.#process === child) this.#process = undefined
      }
      child.on('exit', forget).on('error', forget)
      if (child.pid === undefined) throw new Error('no process')
      return child
    } catch (cause) {
      throw noProcess(cause)
    }
  }
}

class TooLong extends Error {}

function noProcess(cause: unknown): Problem {
  const detail = msg`Images can’t be decoded just now: the system gives no process.`
  return new Problem('unavailable', detail, { retryAfter: 5, cause })
}
