import { type ChildProcess, fork } from 'node:child_process'
import { Problem } from '../../base/problems.ts'
import { threadFile } from '../../base/system/package.ts'
import { decoderEnvironment } from '../../environment.ts'
import { invalidImage } from '../../images/images.ts'
import { msg } from '../../texts/message.ts'
import { answerOf, type ImageAnswer, type ImageOrder, TAKEN } from './answer.ts'

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

  /** @throws Problem `image_invalid` of a file that processes do not survive, `unavailable` without a process */
  async #tried(order: ImageOrder, program: string): Promise<ImageAnswer> {
    for (let died = 0, gone = 0; ; ) {
      const made = await this.#once(order, program)
      if (!(made instanceof Ended)) return made
      if (made.isTooLong || (made.hadIt && ++died === TRIES)) throw invalidImage(made)
      if (!made.hadIt && ++gone === TRIES) throw noProcess(made)
    }
  }

  /** @returns how the process ended, where it did before it answered */
  async #once(order: ImageOrder, program: string): Promise<ImageAnswer | Ended> {
    clearTimeout(this.#idle)
    if (this.#program !== program) this.#end()
    this.#program = program
    this.#process ??= this.#start(program)
    const child = this.#process
    const { promise, resolve } = Promise.withResolvers<ImageAnswer | Ended>()
    let hadIt = false
    const hear = (answer: ImageAnswer | typeof TAKEN) => {
      if (answer === TAKEN) hadIt = true
      else resolve(answer)
    }
    const ended = (code: number | null, signal: string | null) =>
      resolve(new Ended(`with ${signal ?? code}`, hadIt))
    child.on('message', hear).once('exit', ended)
    const timer = setTimeout(() => resolve(new Ended('after too long', hadIt, true)), LONGEST_MS)
    child.ref()
    child.channel?.ref()
    child.send(order, (error) => error && resolve(new Ended(`with ${error.message}`, hadIt)))
    const made = await promise
    clearTimeout(timer)
    child.off('message', hear).off('exit', ended)
    child.unref()
    child.channel?.unref()
    if (made instanceof Ended) this.#end()
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

class Ended extends Error {
  /** Whether it had begun with the image. */
  readonly hadIt: boolean
  readonly isTooLong: boolean

  constructor(how: string, hadIt: boolean, isTooLong = false) {
    super(`The process that makes images has ended ${how}.`)
    this.hadIt = hadIt
    this.isTooLong = isTooLong
  }
}

function noProcess(cause: unknown): Problem {
  const detail = msg`Images can’t be decoded just now: the system gives no process.`
  return new Problem('unavailable', detail, { retryAfter: 5, cause })
}
