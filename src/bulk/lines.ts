import { Problem } from '../base/problems.ts'
import { msg } from '../texts/message.ts'

/** One line of the input, with its number from 1. Without `bytes` it is longer than a line may be. */
export interface Line {
  line: number
  bytes: Buffer | undefined
}

/** How a look for lines ends: there is more to come, or not, or the waiting for it was ended. */
export type Ending = 'more' | 'end' | 'late' | 'stopped'

interface Limits {
  /** Of one line, in bytes. */
  line: number
  /** Of all that is in no line that is given, in bytes: blank lines, and those that are too long. */
  skipped?: number | undefined
  /** Lines that are given at once, asked anew each time. */
  lines: () => number
  /** Bytes that are given at once. */
  bytes: number
  /** Milliseconds without a byte after which the sender is taken for gone. */
  silence: number
}

/** Lines that are there are given when nothing has come for so many milliseconds. */
const PAUSE_MS = 20

const NEWLINE = 0x0a
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

/**
 * Lines of a stream of bytes, some at a time. Nothing is read while nobody asks for lines, so the
 * sender waits as long as its last lines are worked on, and no more is kept than one look gives.
 */
export class LineReader {
  readonly #source: AsyncIterator<Buffer>
  readonly #limits: Limits
  readonly #stop: AbortSignal
  #chunk: Promise<IteratorResult<Buffer> | Broken> | undefined
  /** What has come and is not given yet. */
  #rest: Buffer = Buffer.alloc(0)
  /** The rest belongs to a line that is too long already. */
  #isTooLong = false
  #line = 0
  #skipped = 0
  #isEnded = false

  constructor(source: AsyncIterator<Buffer>, limits: Limits, stop: AbortSignal) {
    this.#source = source
    this.#limits = limits
    this.#stop = stop
  }

  /** Why the waiting was ended. */
  get why(): unknown {
    return this.#stop.reason
  }

  /**
   * The next lines: as many as are given at once, or those that are there when the sender pauses.
   * @throws what the connection broke off with; Problem `body_too_large` where too much is skipped
   */
  async read(): Promise<{ lines: Line[]; ending: Ending }> {
    const lines: Line[] = []
    let bytes = 0
    const most = this.#limits.lines()
    for (;;) {
      while (lines.length < most && bytes < this.#limits.bytes) {
        const line = this.#next()
        if (!line) break
        bytes += line.bytes?.length ?? 0
        // A blank line is counted, so that numbers are those of an editor.
        if (!line.bytes || !isBlank(line.bytes)) lines.push(line)
        else this.#skip(line.bytes.length + 1)
      }
      if (lines.length === most || bytes >= this.#limits.bytes) return { lines, ending: 'more' }
      if (this.#isEnded) return { lines, ending: 'end' }
      const got = await this.#receive(lines.length > 0 ? PAUSE_MS : this.#limits.silence)
      if (got === 'received') continue
      return { lines, ending: got === 'late' && lines.length > 0 ? 'more' : got }
    }
  }

  async #receive(ms: number): Promise<'received' | 'late' | 'stopped'> {
    this.#chunk ??= this.#source.next().catch((error: unknown) => ({ error }))
    const got = await this.#wait(this.#chunk, ms)
    if (got === 'late' || got === 'stopped') return got
    this.#chunk = undefined
    if ('error' in got) throw got.error
    if (got.done) this.#isEnded = true
    else this.#add(got.value)
    return 'received'
  }

  /** What comes first. Nothing of a wait is left when it is over, however many there are. */
  async #wait<T>(chunk: Promise<T>, ms: number): Promise<T | 'late' | 'stopped'> {
    const over = new AbortController()
    try {
      return await new Promise<T | 'late' | 'stopped'>((resolve) => {
        const stop = () => resolve('stopped')
        if (this.#stop.aborted) stop()
        this.#stop.addEventListener('abort', stop, { signal: over.signal })
        const timer = setTimeout(() => resolve('late'), ms)
        over.signal.addEventListener('abort', () => clearTimeout(timer))
        void chunk.then(resolve)
      })
    } finally {
      over.abort()
    }
  }

  #add(chunk: Buffer): void {
    const isFirst = this.#line === 0 && !this.#isTooLong
    this.#rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    if (isFirst && this.#rest.subarray(0, 3).equals(BYTE_ORDER_MARK)) {
      this.#rest = this.#rest.subarray(3)
    }
  }

  #skip(bytes: number): void {
    this.#skipped += bytes
    if (this.#skipped <= (this.#limits.skipped ?? Infinity)) return
    throw new Problem(
      'body_too_large',
      msg`Compressed lines that are blank or too long come to more than MAX_BODY_BYTES allows.`,
    )
  }

  /** Takes a line from what has come. */
  #next(): Line | undefined {
    const end = this.#rest.indexOf(NEWLINE)
    if (end < 0 && !this.#isEnded) {
      if (this.#rest.length > this.#limits.line) {
        this.#isTooLong = true
        this.#skip(this.#rest.length)
        this.#rest = Buffer.alloc(0)
      }
      return undefined
    }
    if (end < 0 && this.#rest.length === 0 && !this.#isTooLong) return undefined
    const bytes = end < 0 ? this.#rest : this.#rest.subarray(0, end)
    this.#rest = end < 0 ? Buffer.alloc(0) : this.#rest.subarray(end + 1)
    const isTooLong = this.#isTooLong || bytes.length > this.#limits.line
    this.#isTooLong = false
    this.#line++
    return { line: this.#line, bytes: isTooLong ? undefined : bytes }
  }
}

interface Broken {
  error: unknown
}

/** Nothing but white space. */
function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)
}
