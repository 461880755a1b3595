import { write, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { logLinesLost } from '../telemetry/topics.ts'

const STDOUT = 1

/** So much is written at once, and less when nothing came for a moment. */
const ENOUGH_BYTES = 3072
const FLUSH_MS = 200
/** Lines wait in so much memory while nobody takes them; further ones are lost. */
const MOST_BYTES = 1024 * 1024
/** How long the end of the process waits for who reads, in all, and between two tries. */
const LAST_WAIT_MS = 500
const LAST_PAUSE_MS = 10

/**
 * Standard output, which never holds the service up. While it takes nothing (a pipe that nobody reads,
 * one whose reader is gone, a full disk), lines wait, further ones are lost and counted, and a line
 * tells how many once it goes on. pino's own destination ends the process at a full disk, and waits for
 * ever at the end of the process for a pipe that is stalled or gone (sonic-boom 4.2.1, `flushSync`).
 *
 * Node.js makes a pipe answer at once instead of blocking as soon as `process.stdout` is looked at.
 */
export class LogOutput {
  #waiting = ''
  /** What is left of what is being written. */
  #writing: Buffer = Buffer.alloc(0)
  #isBusy = false
  #lost = 0

  constructor() {
    setInterval(() => this.#flush(), FLUSH_MS).unref()
    process.on('exit', () => this.#finish())
  }

  /** @param text whole lines */
  write(text: string): void {
    if (this.#waiting.length + text.length > MOST_BYTES) this.#lose(text)
    else this.#waiting += text
    if (this.#waiting.length >= ENOUGH_BYTES) this.#flush()
  }

  #lose(text: string): void {
    const count = text.split('\n').length - 1
    this.#lost += count
    logLinesLost.emit({ count })
  }

  #flush(): void {
    if (this.#isBusy || !this.#fill()) return
    this.#isBusy = true
    write(STDOUT, this.#writing, (error, bytes) => {
      this.#isBusy = false
      // It is tried again at the next flush: there may be room by then, or somebody who reads.
      if (!error) this.#wrote(bytes)
    })
  }

  /** @returns whether there is anything to be written */
  #fill(): boolean {
    if (this.#writing.length === 0) {
      this.#writing = Buffer.from(this.#waiting)
      this.#waiting = ''
    }
    return this.#writing.length > 0
  }

  #wrote(bytes: number): void {
    this.#writing = this.#writing.subarray(bytes)
    if (this.#writing.length === 0 && this.#lost > 0) {
      this.#waiting += lossLine(this.#lost)
      this.#lost = 0
    }
    if (this.#writing.length > 0 || this.#waiting.length >= ENOUGH_BYTES) this.#flush()
  }

  /** Writes what is left before the process ends, as far as it is taken. */
  #finish(): void {
    // What a thread is writing just now it writes to its end.
    if (this.#isBusy) this.#writing = Buffer.alloc(0)
    const deadline = performance.now() + LAST_WAIT_MS
    while (this.#fill()) {
      try {
        this.#writing = this.#writing.subarray(writeSync(STDOUT, this.#writing))
      } catch (error) {
        const mayPass = (error as NodeJS.ErrnoException).code === 'EAGAIN'
        if (!mayPass || performance.now() > deadline) return
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LAST_PAUSE_MS)
      }
    }
  }
}

const PINO_WARN = 40

function lossLine(lost: number): string {
  const head = { level: PINO_WARN, time: Date.now(), pid: process.pid, hostname: hostname() }
  const msg = `${lost} lines of the log were lost: nobody took them`
  return `${JSON.stringify({ ...head, lost, msg })}\n`
}
